#include "taracea/status.h"

#include <cstdlib>

namespace taracea {

struct Status::Detail {
  ErrorCode code;
  std::string message;
  Place place;
};

void Status::Deleter::operator()(Detail* detail) const noexcept {
  std::default_delete<Detail>()(detail);
}

std::string_view ErrorCodeName(ErrorCode code) {
  switch (code) {
    case ErrorCode::kOk: return "ok";
    case ErrorCode::kInvalidArgument: return "invalid argument";
    case ErrorCode::kIo: return "io";
    case ErrorCode::kCorrupt: return "corrupt";
    case ErrorCode::kUnsupported: return "unsupported";
    case ErrorCode::kLimitExceeded: return "limit exceeded";
    case ErrorCode::kOutOfMemory: return "out of memory";
    case ErrorCode::kCancelled: return "cancelled";
    case ErrorCode::kInternal: return "internal";
  }
  return "unknown";
}

Status::Status(ErrorCode code, std::string message) {
  if (code != ErrorCode::kOk) {
    detail_.reset(std::make_unique<Detail>(Detail{code, std::move(message), {}}).release());
  }
}

Status::Status(const Status& other) {
  if (other.detail_ != nullptr) {
    detail_.reset(std::make_unique<Detail>(*other.detail_).release());
  }
}

Status& Status::operator=(const Status& other) {
  if (this != &other) {
    Status copy(other);
    *this = std::move(copy);
  }
  return *this;
}

ErrorCode Status::code() const noexcept {
  return detail_ == nullptr ? ErrorCode::kOk : detail_->code;
}

const std::string& Status::message() const noexcept {
  static const std::string empty;
  return detail_ == nullptr ? empty : detail_->message;
}

const Place& Status::place() const noexcept {
  static const Place unknown;
  return detail_ == nullptr ? unknown : detail_->place;
}

Status& Status::At(const Place& outer) & {
  if (detail_ == nullptr) {
    return *this;
  }
  Place& place = detail_->place;
  if (place.file.empty()) {
    place.file = outer.file;
  }
  if (place.row_group < 0) {
    place.row_group = outer.row_group;
  }
  if (place.column.empty()) {
    place.column = outer.column;
  }
  if (place.page < 0) {
    place.page = outer.page;
  }
  if (place.offset < 0) {
    place.offset = outer.offset;
  }
  return *this;
}

Status&& Status::At(const Place& outer) && {
  return std::move(this->At(outer));
}

std::string Status::ToString() const {
  if (detail_ == nullptr) {
    return "ok";
  }
  std::string parts;
  const auto add = [&parts](std::string_view name, std::string_view value) {
    parts.append(parts.empty() ? " [" : ", ").append(name).append(" ").append(value);
  };
  const Place& place = detail_->place;
  if (!place.file.empty()) {
    add("file", place.file);
  }
  if (place.row_group >= 0) {
    add("row group", std::to_string(place.row_group));
  }
  if (!place.column.empty()) {
    add("column", place.column);
  }
  if (place.page >= 0) {
    add("page", std::to_string(place.page));
  }
  if (place.offset >= 0) {
    add("offset", std::to_string(place.offset));
  }
  std::string text(ErrorCodeName(detail_->code));
  text.append(": ").append(detail_->message).append(parts);
  return parts.empty() ? text : text.append("]");
}

bool Status::operator==(const Status& other) const {
  return code() == other.code() && message() == other.message() && place() == other.place();
}

void ThrowOrAbort(const Status& status) {
  static_cast<void>(status);
  std::abort();
}

}  // namespace taracea

#include "arrow/schema_metadata.h"

#include <optional>
#include <utility>

#include "base/bytes.h"
#include "base/checked_math.h"
#include "base/try.h"

namespace taracea::arrow {
namespace {

void AppendInt32(std::string* out, int32_t value) {
  std::byte bytes[4];
  Store(bytes, value);
  out->append(AsText(bytes));
}

Status AppendText(std::string* out, const std::string& text) {
  const std::optional<int32_t> size = Narrow<int32_t>(text.size());
  if (!size.has_value()) {
    return Status::InvalidArgument("Arrow metadata of at most 2147483647 bytes expected, found " +
                                   std::to_string(text.size()));
  }
  AppendInt32(out, *size);
  out->append(text);
  return {};
}

int32_t TakeInt32(const char** at) {
  const auto value = Load<int32_t>(reinterpret_cast<const std::byte*>(*at));
  *at += sizeof(value);
  return value;
}

Result<std::string> TakeText(const char** at) {
  const int32_t size = TakeInt32(at);
  if (size < 0) {
    return Status::InvalidArgument("Arrow metadata: negative length " + std::to_string(size));
  }
  std::string text(*at, static_cast<size_t>(size));
  *at += size;
  return text;
}

}  // namespace

Result<std::string> EncodeMetadata(const array::Metadata& metadata) {
  std::string out;
  const std::optional<int32_t> count = Narrow<int32_t>(metadata.size());
  if (!count.has_value()) {
    return Status::InvalidArgument("too many pairs of Arrow metadata: " + std::to_string(metadata.size()));
  }
  AppendInt32(&out, *count);
  for (const auto& [key, value] : metadata) {
    TARACEA_TRY(AppendText(&out, key));
    TARACEA_TRY(AppendText(&out, value));
  }
  return out;
}

Result<array::Metadata> DecodeMetadata(const char* metadata) {
  array::Metadata out;
  if (metadata == nullptr) {
    return out;
  }
  const int32_t count = TakeInt32(&metadata);
  if (count < 0) {
    return Status::InvalidArgument("Arrow metadata: negative count " + std::to_string(count));
  }
  for (int32_t i = 0; i < count; ++i) {
    TARACEA_TRY_ASSIGN(std::string key, TakeText(&metadata));
    TARACEA_TRY_ASSIGN(std::string value, TakeText(&metadata));
    out.emplace_back(std::move(key), std::move(value));
  }
  return out;
}

}  // namespace taracea::arrow

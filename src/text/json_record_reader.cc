#include "text/json_record_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/bytes.h"
#include "base/try.h"
#include "base/utf8.h"

namespace taracea::text {
namespace {

constexpr size_t kMaxTextBytes = size_t{1} << 30;

bool IsBlank(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

int64_t CountLineFeeds(std::string_view text) noexcept {
  return std::count(text.begin(), text.end(), '\n');
}

/// Follows brackets and strings through the text of one array element.
class ElementScan {
 public:
  /// Goes on where the last call stopped; true when the element ends at at(), on the character behind it.
  bool Advance(std::string_view text) noexcept {
    for (; at_ < text.size(); ++at_) {
      const char c = text[at_];
      if (in_string_) {
        at_ += c == '\\' ? 1 : 0;
        in_string_ = c != '"';
      } else if (c == '"') {
        in_string_ = true;
      } else if (c == '{' || c == '[') {
        ++depth_;
      } else if ((c == '}' || c == ']' || c == ',') && depth_ == 0) {
        return true;
      } else if (c == '}' || c == ']') {
        --depth_;
      }
    }
    return false;
  }
  size_t at() const noexcept { return at_; }

 private:
  size_t at_ = 0;
  int64_t depth_ = 0;
  bool in_string_ = false;
};

}  // namespace

JsonRecordReader::JsonRecordReader(std::unique_ptr<ByteStream> stream, int64_t offset_bytes, bool partial,
                                   Limits limits)
    : stream_(std::move(stream)), limits_(limits), partial_(partial), offset_bytes_(offset_bytes) {
  limits_.chunk_bytes = std::clamp<size_t>(limits_.chunk_bytes, 1, kMaxTextBytes / 4);
  limits_.max_record_bytes = std::clamp<size_t>(limits_.max_record_bytes, 1, kMaxTextBytes / 2);
}

std::string_view JsonRecordReader::Unread() const noexcept {
  return {reinterpret_cast<const char*>(buffer_.data()) + begin_, buffer_.size() - begin_};
}

Status JsonRecordReader::Fault(std::string_view what) const {
  return Status::Corrupt(fmt::format("line {}: {}", line_, what)).At({.file = Name()});
}

Status JsonRecordReader::Fill() {
  const size_t kept = buffer_.size() - begin_;
  if (kept > limits_.max_record_bytes) {
    return Status::LimitExceeded(fmt::format("the record that begins at line {} is longer than {} bytes", line_,
                                             limits_.max_record_bytes))
        .At({.file = Name()});
  }
  if (begin_ != 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, kept);
    buffer_.SetSize(kept);
    begin_ = 0;
  }
  const size_t wanted = std::max(limits_.chunk_bytes, kept);
  if (buffer_.arena() == nullptr) {
    TARACEA_TRY_ASSIGN(buffer_, DefaultArena()->Allocate(wanted));
  }
  TARACEA_TRY(buffer_.Resize(kept + wanted));
  Result<size_t> got = ReadFully(*stream_, buffer_.mutable_bytes().subspan(kept));
  buffer_.SetSize(kept + (got ? *got : 0));
  if (!got) {
    return std::move(got).error();
  }
  ended_ = *got < wanted;
  return {};
}

Result<bool> JsonRecordReader::SkipBlanks() {
  while (true) {
    const std::string_view text = Unread();
    size_t at = 0;
    while (at < text.size() && IsBlank(text[at])) {
      line_ += text[at] == '\n' ? 1 : 0;
      ++at;
    }
    begin_ += at;
    offset_bytes_ += static_cast<int64_t>(at);
    if (at < text.size()) {
      return true;
    }
    if (ended_) {
      return false;
    }
    TARACEA_TRY(Fill());
  }
}

Result<JsonRecordReader::Record> JsonRecordReader::Take(size_t size) {
  Record record{Unread().substr(0, size), line_};
  const size_t bad = FindInvalidUtf8(BytesOf(record.text.data(), record.text.size()));
  if (bad != kUtf8Valid) {
    const int64_t offset = offset_bytes_ + static_cast<int64_t>(bad);
    return Status::Corrupt(
               fmt::format("the text is not UTF-8 at byte {} (line {}); --encoding names another encoding: 0x{:02x}",
                           offset, line_ + CountLineFeeds(record.text.substr(0, bad)),
                           static_cast<unsigned>(static_cast<unsigned char>(record.text[bad]))))
        .At({.file = Name(), .offset = offset});
  }
  line_ += CountLineFeeds(record.text);
  begin_ += size;
  offset_bytes_ += static_cast<int64_t>(size);
  return record;
}

Result<JsonRecordReader::Record> JsonRecordReader::NextLine() {
  size_t searched = 0;
  while (true) {
    const std::string_view text = Unread();
    const size_t end = text.find('\n', searched);
    if (end != std::string_view::npos) {
      return Take(end);
    }
    if (ended_) {
      return partial_ ? Result<Record>(Record{}) : Take(text.size());
    }
    searched = text.size();
    TARACEA_TRY(Fill());
  }
}

Result<bool> JsonRecordReader::EnterElement() {
  TARACEA_TRY_ASSIGN(const bool more, SkipBlanks());
  if (!more) {
    return partial_ ? Result<bool>(false) : Result<bool>(Fault("the top-level array is not closed"));
  }
  const char c = Unread().front();
  if (c != ']' && first_element_ != (c == ',')) {
    begin_ += c == ',' ? 1 : 0;
    offset_bytes_ += c == ',' ? 1 : 0;
    first_element_ = false;
    TARACEA_TRY_ASSIGN(const bool element, SkipBlanks());
    return element || partial_ ? Result<bool>(element) : Result<bool>(Fault("the top-level array is not closed"));
  }
  if (c != ']') {
    return Fault("expected a comma or the end of the top-level array");
  }
  begin_ += 1;
  form_ = Form::kEnded;
  TARACEA_TRY_ASSIGN(const bool behind, SkipBlanks());
  return behind ? Result<bool>(Fault("text behind the top-level array")) : Result<bool>(false);
}

Result<JsonRecordReader::Record> JsonRecordReader::NextElement() {
  TARACEA_TRY_ASSIGN(const bool element, EnterElement());
  if (!element) {
    form_ = Form::kEnded;
    return Record{};
  }
  ElementScan scan;
  while (!scan.Advance(Unread())) {
    if (ended_) {
      form_ = Form::kEnded;
      return partial_ ? Result<Record>(Record{}) : Result<Record>(Fault("the top-level array is not closed"));
    }
    TARACEA_TRY(Fill());
  }
  if (scan.at() == 0) {
    return Fault("an element of the top-level array is missing");
  }
  return Take(scan.at());
}

Result<JsonRecordReader::Record> JsonRecordReader::Next() {
  if (form_ == Form::kEnded) {
    return Record{};
  }
  if (form_ == Form::kArray) {
    return NextElement();
  }
  TARACEA_TRY_ASSIGN(const bool more, SkipBlanks());
  if (!more) {
    return Record{};
  }
  if (form_ == Form::kUnknown && Unread().front() == '[') {
    form_ = Form::kArray;
    begin_ += 1;
    offset_bytes_ += 1;
    return NextElement();
  }
  form_ = Form::kLines;
  return NextLine();
}

}  // namespace taracea::text

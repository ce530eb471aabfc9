#include "schema/message_lexer.h"

#include <algorithm>

#include "schema/schema_path.h"

namespace taracea::schema {
namespace {

constexpr std::string_view kMarks = "{}();,=";

bool IsBlank(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

bool EndsWord(char c) noexcept {
  return IsBlank(c) || c == '"' || kMarks.find(c) != std::string_view::npos;
}

}  // namespace

bool IsBareWord(std::string_view name) noexcept {
  return !name.empty() && name[0] != '#' && std::none_of(name.begin(), name.end(), [](char c) {
    const auto byte = static_cast<uint8_t>(c);
    return EndsWord(c) || c == '\\' || byte < 0x20 || byte == 0x7F;
  });
}

void MessageLexer::SkipBlanks() noexcept {
  while (at_ < text_.size() && (IsBlank(text_[at_]) || text_[at_] == '#')) {
    if (text_[at_] == '#') {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else {
      ++at_;
    }
  }
}

Status MessageLexer::Advance() {
  SkipBlanks();
  token_ = {};
  token_.at = at_;
  if (at_ == text_.size()) {
    return {};
  }
  const char first = text_[at_];
  if (first == '"') {
    return ReadQuoted();
  }
  if (kMarks.find(first) != std::string_view::npos) {
    token_.kind = MessageToken::Kind::kMark;
    token_.text = first;
    ++at_;
    return {};
  }
  token_.kind = MessageToken::Kind::kWord;
  while (at_ < text_.size() && !EndsWord(text_[at_])) {
    token_.text += text_[at_++];
  }
  return {};
}

Status MessageLexer::ReadQuoted() {
  token_.kind = MessageToken::Kind::kQuoted;
  ++at_;
  while (at_ < text_.size() && text_[at_] != '"') {
    if (text_[at_] != '\\') {
      token_.text += text_[at_++];
    } else if (!ReadEscape(text_, &at_, &token_.text)) {
      return ErrorAt(at_, "expected \\\", \\\\ or \\xNN behind the backslash");
    }
  }
  if (at_ == text_.size()) {
    return ErrorHere("the quote is never closed");
  }
  ++at_;
  return {};
}

Result<std::string_view> MessageLexer::TakeUntilClosingBracket() {
  const size_t begin = token_.at;
  int open = 1;
  for (size_t i = begin; i < text_.size(); ++i) {
    open += text_[i] == '(' ? 1 : text_[i] == ')' ? -1 : 0;
    if (open == 0) {
      at_ = i;
      if (Status status = Advance(); !status.ok()) {
        return status;
      }
      return text_.substr(begin, i - begin);
    }
  }
  return ErrorAt(begin, "the bracket before this is never closed");
}

Status MessageLexer::ErrorAt(size_t at, const std::string& message) const {
  const std::string_view before = text_.substr(0, at);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const size_t line_start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  return Status::InvalidArgument("schema text, line " + std::to_string(line) + ", column " +
                                 std::to_string(at - line_start + 1) + ": " + message);
}

std::string MessageLexer::Found() const {
  constexpr size_t kLongestShown = 40;
  if (token_.kind == MessageToken::Kind::kEnd) {
    return "the end";
  }
  return QuotedName(token_.text.size() <= kLongestShown ? token_.text : token_.text.substr(0, kLongestShown) + "...");
}

}  // namespace taracea::schema

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "taracea/status.h"

namespace taracea::schema {

/// A word, a quoted string or one of the characters { } ( ) ; , = of a schema in message text.
struct MessageToken {
  enum class Kind : uint8_t { kWord, kQuoted, kMark, kEnd };
  Kind kind = Kind::kEnd;
  std::string text;  ///< Quoted: without quotes, escapes resolved.
  size_t at = 0;     ///< Byte offset of its first character.

  bool IsMark(char mark) const noexcept { return kind == Kind::kMark && text[0] == mark; }
};

/// Cuts message text into tokens with one token of look-ahead. A # at the beginning of a token starts a comment that
/// ends with the line. State: borrows the text.
class MessageLexer {
 public:
  explicit MessageLexer(std::string_view text) : text_(text) {}

  /// Reads the first token; call once before all else. Errors: kInvalidArgument with line and column.
  Status Start() { return Advance(); }
  const MessageToken& token() const noexcept { return token_; }
  /// Moves to the next token.
  Status Advance();
  /// Takes everything up to the bracket that closes the one before the current token and makes that bracket current.
  /// Quoted strings are no different from other text here.
  Result<std::string_view> TakeUntilClosingBracket();

  /// An error at the current token: "schema text, line 3, column 7: MESSAGE".
  Status ErrorHere(const std::string& message) const { return ErrorAt(token_.at, message); }
  Status ErrorAt(size_t at, const std::string& message) const;
  /// The current token as it stands in error messages.
  std::string Found() const;

 private:
  void SkipBlanks() noexcept;
  Status ReadQuoted();

  std::string_view text_;
  size_t at_ = 0;
  MessageToken token_;
};

/// Whether a name may stand in message text without quotes.
bool IsBareWord(std::string_view name) noexcept;

}  // namespace taracea::schema

#include "text/json_check.h"

#include <cstddef>

namespace taracea::text {
namespace {

constexpr int kMaxDepth = 512;

bool IsDigit(char c) noexcept {
  return c >= '0' && c <= '9';
}

/// Walks over one JSON value by recursive descent.
class JsonWalk {
 public:
  explicit JsonWalk(std::string_view text) noexcept : text_(text) {}

  bool IsWhole() noexcept { return Value(0) && (SkipSpace(), at_ == text_.size()); }
  bool IsNumber() noexcept { return Number() && at_ == text_.size(); }

 private:
  char Peek() const noexcept { return at_ < text_.size() ? text_[at_] : '\0'; }
  void SkipSpace() noexcept {
    while (Peek() == ' ' || Peek() == '\t') {
      ++at_;
    }
  }
  bool Take(char c) noexcept {
    SkipSpace();
    if (Peek() != c || at_ == text_.size()) {
      return false;
    }
    ++at_;
    return true;
  }
  bool TakeWord(std::string_view word) noexcept {
    const bool fits = text_.substr(at_, word.size()) == word;
    at_ += fits ? word.size() : 0;
    return fits;
  }

  bool Value(int depth) noexcept {
    SkipSpace();
    if (depth > kMaxDepth) {
      return false;
    }
    switch (Peek()) {
      case '{': return Object(depth);
      case '[': return List(depth);
      case '"': return String();
      case 't': return TakeWord("true");
      case 'f': return TakeWord("false");
      case 'n': return TakeWord("null");
      default: return Number();
    }
  }

  bool Object(int depth) noexcept {
    ++at_;
    if (Take('}')) {
      return true;
    }
    do {
      SkipSpace();
      if (!String() || !Take(':') || !Value(depth + 1)) {
        return false;
      }
    } while (Take(','));
    return Take('}');
  }

  bool List(int depth) noexcept {
    ++at_;
    if (Take(']')) {
      return true;
    }
    do {
      if (!Value(depth + 1)) {
        return false;
      }
    } while (Take(','));
    return Take(']');
  }

  bool String() noexcept {
    if (Peek() != '"') {
      return false;
    }
    ++at_;
    while (at_ < text_.size() && text_[at_] != '"') {
      if (static_cast<unsigned char>(text_[at_]) < 0x20 || (text_[at_] == '\\' && !Escape())) {
        return false;
      }
      ++at_;
    }
    return at_++ < text_.size();
  }

  /// Leaves at_ on the last character of the escape.
  bool Escape() noexcept {
    ++at_;
    if (Peek() != 'u') {
      return std::string_view("\"\\/bfnrt").find(Peek()) != std::string_view::npos && at_ < text_.size();
    }
    for (int i = 0; i < 4; ++i) {
      ++at_;
      const char lower = static_cast<char>(Peek() | 0x20);
      if (!IsDigit(Peek()) && (lower < 'a' || lower > 'f')) {
        return false;
      }
    }
    return true;
  }

  bool Digits() noexcept {
    const size_t begin = at_;
    while (IsDigit(Peek())) {
      ++at_;
    }
    return at_ > begin;
  }

  bool Number() noexcept {
    at_ += Peek() == '-' ? 1U : 0U;
    const bool zero = Peek() == '0';
    const size_t begin = at_;
    if (!Digits() || (zero && at_ - begin > 1)) {
      return false;
    }
    if (Peek() == '.') {
      ++at_;
      if (!Digits()) {
        return false;
      }
    }
    if (Peek() != 'e' && Peek() != 'E') {
      return true;
    }
    ++at_;
    at_ += Peek() == '-' || Peek() == '+' ? 1U : 0U;
    return Digits();
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

bool IsOneJsonLine(std::string_view text) noexcept {
  return JsonWalk(text).IsWhole();
}

bool IsJsonNumber(std::string_view text) noexcept {
  return JsonWalk(text).IsNumber();
}

}  // namespace taracea::text

#include "index/bound_truncation.h"

#include <algorithm>
#include <cstdint>

#include "base/utf8.h"

namespace taracea::index {
namespace {

/// The longest prefix of at most `limit_bytes`; whole code points where the text is well-formed.
ConstBytes PrefixOf(ConstBytes value, size_t limit_bytes, bool* is_text) {
  const ConstBytes prefix = value.first(std::min(value.size(), limit_bytes));
  if (!*is_text) {
    return prefix;
  }
  size_t end = prefix.size();
  if (end < value.size()) {
    for (int step = 0; step < 3 && end > 0 && IsUtf8Continuation(value[end]); ++step) {
      --end;
    }
  }
  // Text that is none is shortened as bytes.
  const bool within_code_point = end < value.size() && IsUtf8Continuation(value[end]);
  *is_text = !within_code_point && IsValidUtf8(prefix.first(end));
  return *is_text ? prefix.first(end) : prefix;
}

/// Raises the last byte that is not 0xFF and drops what follows; false when all are.
bool RaiseBytes(std::string* bytes) {
  while (!bytes->empty() && static_cast<uint8_t>(bytes->back()) == 0xFF) {
    bytes->pop_back();
  }
  if (bytes->empty()) {
    return false;
  }
  bytes->back() = static_cast<char>(static_cast<uint8_t>(bytes->back()) + 1);
  return true;
}

/// The next code point of the same encoded length, written over [start, end) of `text`; false when there is none.
bool RaiseCodePoint(std::string* text, size_t start) {
  const size_t length = text->size() - start;
  const auto first = static_cast<uint8_t>((*text)[start]);
  uint32_t code_point = length == 1 ? first : first & (0x7FU >> length);
  for (size_t i = start + 1; i < text->size(); ++i) {
    code_point = (code_point << 6) | (static_cast<uint8_t>((*text)[i]) & 0x3FU);
  }
  constexpr uint32_t kLastOfLength[] = {0x7F, 0x7FF, 0xFFFF, 0x10FFFF};
  if (code_point == kLastOfLength[length - 1]) {
    return false;
  }
  code_point = code_point == 0xD7FF ? 0xE000 : code_point + 1;  // Surrogates have no place in UTF-8.
  for (size_t i = text->size() - 1; i > start; --i) {
    (*text)[i] = static_cast<char>(0x80U | (code_point & 0x3FU));
    code_point >>= 6;
  }
  const uint32_t marker = length == 1 ? 0 : (0xF00U >> length) & 0xFFU;
  (*text)[start] = static_cast<char>(marker | code_point);
  return true;
}

bool RaiseText(std::string* text) {
  while (!text->empty()) {
    size_t start = text->size() - 1;
    while (IsUtf8Continuation(static_cast<std::byte>((*text)[start]))) {
      --start;
    }
    if (RaiseCodePoint(text, start)) {
      return true;
    }
    text->resize(start);
  }
  return false;
}

}  // namespace

std::string TruncateMin(ConstBytes value, size_t limit_bytes, bool is_text) {
  return std::string(AsText(PrefixOf(value, limit_bytes, &is_text)));
}

std::optional<std::string> TruncateMax(ConstBytes value, size_t limit_bytes, bool is_text) {
  if (value.size() <= limit_bytes) {
    return std::string(AsText(value));
  }
  std::string raised(AsText(PrefixOf(value, limit_bytes, &is_text)));
  const bool could_raise = is_text ? RaiseText(&raised) : RaiseBytes(&raised);
  return could_raise ? std::optional(std::move(raised)) : std::nullopt;
}

}  // namespace taracea::index

#include "text/byte_text.h"

#include <array>
#include <cstdint>

namespace taracea::text {
namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr uint8_t kNoDigit = 0xFF;

constexpr std::array<uint8_t, 256> kSextets = [] {
  std::array<uint8_t, 256> table{};
  table.fill(kNoDigit);
  for (size_t i = 0; i < kAlphabet.size(); ++i) {
    table[static_cast<unsigned char>(kAlphabet[i])] = static_cast<uint8_t>(i);
  }
  return table;
}();

uint32_t ByteAt(std::string_view bytes, size_t i) noexcept {
  return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0;
}

uint8_t HexDigit(char c) noexcept {
  if (c >= '0' && c <= '9') {
    return static_cast<uint8_t>(c - '0');
  }
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? static_cast<uint8_t>(lower - 'a' + 10) : kNoDigit;
}

}  // namespace

void AppendBase64(std::string_view bytes, std::string* out) {
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const uint32_t group = ByteAt(bytes, i) << 16 | ByteAt(bytes, i + 1) << 8 | ByteAt(bytes, i + 2);
    out->push_back(kAlphabet[group >> 18]);
    out->push_back(kAlphabet[group >> 12 & 63]);
    out->push_back(i + 1 < bytes.size() ? kAlphabet[group >> 6 & 63] : '=');
    out->push_back(i + 2 < bytes.size() ? kAlphabet[group & 63] : '=');
  }
}

bool DecodeBase64(std::string_view text, std::string* out) {
  if (text.size() % 4 != 0) {
    return false;
  }
  const size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
  const size_t digits = text.size() - padding;
  uint32_t group = 0;
  for (size_t i = 0; i < digits; ++i) {
    const uint8_t sextet = kSextets[static_cast<unsigned char>(text[i])];
    if (sextet == kNoDigit) {
      return false;
    }
    group = group << 6 | sextet;
    if (i % 4 != 0) {
      const unsigned spare = 6 - 2 * static_cast<unsigned>(i % 4);
      out->push_back(static_cast<char>(group >> spare & 0xFF));
    }
  }
  // Bits behind the last byte must be zero, so that each value has one spelling.
  const uint32_t spare_mask = padding == 2 ? 0xF : padding == 1 ? 0x3 : 0;
  return (group & spare_mask) == 0;
}

void AppendHex(std::string_view bytes, std::string* out) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out->push_back(kDigits[byte >> 4]);
    out->push_back(kDigits[byte & 15]);
  }
}

bool DecodeHex(std::string_view text, std::string* out) {
  for (size_t i = 0; i + 1 < text.size(); i += 2) {
    const uint8_t high = HexDigit(text[i]);
    const uint8_t low = HexDigit(text[i + 1]);
    if (high == kNoDigit || low == kNoDigit) {
      return false;
    }
    out->push_back(static_cast<char>(high << 4 | low));
  }
  return text.size() % 2 == 0;
}

}  // namespace taracea::text

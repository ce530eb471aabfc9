#include "base/base64.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>

namespace taracea {
namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr uint8_t kNoDigit = 0xFF;

constexpr std::array<uint8_t, 256> MakeDigits() {
  std::array<uint8_t, 256> digits{};
  digits.fill(kNoDigit);
  for (size_t i = 0; i < kAlphabet.size(); ++i) {
    digits[static_cast<uint8_t>(kAlphabet[i])] = static_cast<uint8_t>(i);
  }
  return digits;
}
constexpr std::array<uint8_t, 256> kDigits = MakeDigits();

}  // namespace

void AppendBase64(ConstBytes bytes, std::string* out) {
  out->reserve(out->size() + (bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const size_t present = bytes.size() - i < 3 ? bytes.size() - i : 3;
    uint32_t group = 0;
    for (size_t j = 0; j < 3; ++j) {
      group = group << 8 | (j < present ? static_cast<uint32_t>(bytes[i + j]) : 0);
    }
    for (size_t j = 0; j < 4; ++j) {
      out->push_back(j <= present ? kAlphabet[group >> (18 - 6 * j) & 0x3F] : '=');
    }
  }
}

Result<std::string> DecodeBase64(std::string_view text) {
  size_t length = text.size();
  while (length > 0 && text.size() - length < 2 && text[length - 1] == '=') {
    --length;
  }
  if (length % 4 == 1) {
    return Status::Corrupt(fmt::format("expected base64 text of whole bytes, found {} characters", length));
  }
  std::string out;
  out.reserve(length / 4 * 3 + 2);
  uint32_t bits = 0;
  int bit_count = 0;
  for (size_t i = 0; i < length; ++i) {
    const uint8_t digit = kDigits[static_cast<uint8_t>(text[i])];
    if (digit == kNoDigit) {
      return Status::Corrupt(fmt::format("expected a base64 character at position {}, found byte {}", i,
                                         static_cast<int>(static_cast<uint8_t>(text[i]))));
    }
    bits = bits << 6 | digit;
    bit_count += 6;
    if (bit_count >= 8) {
      bit_count -= 8;
      out.push_back(static_cast<char>(bits >> bit_count & 0xFF));
    }
  }
  return out;
}

}  // namespace taracea

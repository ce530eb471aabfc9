#include "text/scalar_parse.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace taracea::text {
namespace {

constexpr std::array<double, 23> kPowersOfTen = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                                 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
constexpr int kMaxExactDigits = 15;

bool IsDigit(char c) noexcept {
  return c >= '0' && c <= '9';
}

bool EqualsIgnoringCase(std::string_view text, std::string_view lower) noexcept {
  if (text.size() != lower.size()) {
    return false;
  }
  for (size_t i = 0; i < text.size(); ++i) {
    if ((text[i] | 0x20) != lower[i]) {
      return false;
    }
  }
  return true;
}

/// Parses the common short form [-]digits[.digits]; both parts of the quotient are exact, so one division rounds once.
bool ParseShortDouble(std::string_view text, double* out) noexcept {
  const bool negative = !text.empty() && text.front() == '-';
  size_t i = negative ? 1 : 0;
  if (text.size() - i > kMaxExactDigits + 1) {
    return false;
  }
  uint64_t significand = 0;
  size_t point = text.size();
  for (const size_t begin = i; i < text.size(); ++i) {
    const char c = text[i];
    if (IsDigit(c)) {
      significand = significand * 10 + static_cast<uint64_t>(c - '0');
    } else if (c == '.' && point == text.size() && i > begin) {
      point = i;
    } else {
      return false;
    }
  }
  const size_t digits = text.size() - (negative ? 1 : 0) - (point < text.size() ? 1 : 0);
  if (digits == 0 || digits > kMaxExactDigits) {
    return false;
  }
  const size_t decimals = point < text.size() ? text.size() - point - 1 : 0;
  const double magnitude = static_cast<double>(significand) / kPowersOfTen[decimals];
  *out = negative ? -magnitude : magnitude;
  return true;
}

template <typename Float>
bool ParseFloating(std::string_view text, bool specials, Float* out) noexcept {
  Float value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, value);
  if (fault == std::errc() && stop == end) {
    if (!std::isfinite(value) && !(specials && IsSpecialFloat(text))) {
      return false;
    }
    *out = value;
    return true;
  }
  return false;
}

/// The parts of a number for decimals: digits without point, and where the point stands.
struct DecimalText {
  bool negative = false;
  std::string_view whole;
  std::string_view fraction;
  int64_t exponent = 0;
};

bool SplitDecimal(std::string_view text, DecimalText* out) noexcept {
  NumberShape shape;
  if (!ParseNumberShape(text, &shape)) {
    return false;
  }
  out->negative = text.front() == '-';
  if (text.front() == '-' || text.front() == '+') {
    text.remove_prefix(1);
  }
  const size_t exponent_at = text.find_first_of("eE");
  if (exponent_at != std::string_view::npos) {
    std::string_view exponent = text.substr(exponent_at + 1);
    if (exponent.starts_with('+')) {
      exponent.remove_prefix(1);
    }
    if (std::from_chars(exponent.data(), exponent.data() + exponent.size(), out->exponent).ec != std::errc() ||
        out->exponent > 1000000 || out->exponent < -1000000) {
      return false;
    }
    text = text.substr(0, exponent_at);
  }
  const size_t point = text.find('.');
  out->whole = text.substr(0, point);
  out->fraction = point == std::string_view::npos ? std::string_view() : text.substr(point + 1);
  return true;
}

/// Feeds the digits of value * 10^scale to `add` (false: too many); false when digits would be lost.
template <typename Add>
bool ScaledDigits(const DecimalText& number, int scale, const Add& add) noexcept {
  const auto count = static_cast<int64_t>(number.whole.size() + number.fraction.size());
  const int64_t wanted = static_cast<int64_t>(number.whole.size()) + number.exponent + scale;
  const auto digit_at = [&](int64_t i) {
    const auto at = static_cast<size_t>(i);
    return at < number.whole.size() ? number.whole[at] : number.fraction[at - number.whole.size()];
  };
  bool started = false;
  for (int64_t i = 0; i < count; ++i) {
    const char digit = digit_at(i);
    if (i >= wanted) {
      if (digit != '0') {
        return false;
      }
      continue;
    }
    started = started || digit != '0';
    if (started && !add(digit)) {
      return false;
    }
  }
  for (int64_t i = count; started && i < wanted; ++i) {
    if (!add('0')) {
      return false;
    }
  }
  return true;
}

void MultiplyAdd(Limbs256* value, uint64_t factor, uint64_t addend) noexcept {
  Uint128 carry = addend;
  for (uint64_t& limb : value->limbs) {
    carry += static_cast<Uint128>(limb) * factor;
    limb = static_cast<uint64_t>(carry);
    carry >>= 64;
  }
}

}  // namespace

bool ParseUint64(std::string_view text, uint64_t* out) noexcept {
  ParsedInteger parsed;
  if (text.size() < 20) {
    const bool fine = ParseInteger(text, &parsed) && !parsed.negative;
    *out = parsed.magnitude;
    return fine;
  }
  if (text.size() > 20 || text.front() != '1' || !ParseDigits(text.data(), 19, &parsed.magnitude) ||
      !IsDigit(text.back())) {
    return false;
  }
  return !__builtin_mul_overflow(parsed.magnitude, uint64_t{10}, out) &&
         !__builtin_add_overflow(*out, static_cast<uint64_t>(text.back() - '0'), out);
}

bool IsSpecialFloat(std::string_view text) noexcept {
  if (EqualsIgnoringCase(text, "nan")) {
    return true;
  }
  if (text.starts_with('-')) {
    text.remove_prefix(1);
  }
  return EqualsIgnoringCase(text, "inf") || EqualsIgnoringCase(text, "infinity");
}

bool ParseDouble(std::string_view text, bool specials, double* out) noexcept {
  return ParseShortDouble(text, out) || ParseFloating(text, specials, out);
}

bool ParseInferredDouble(std::string_view text, double* out) noexcept {
  const size_t first = text.starts_with('-') ? 1 : 0;
  const bool leading_zero = text.size() > first + 1 && text[first] == '0' && text[first + 1] != '.';
  if (!leading_zero && ParseShortDouble(text, out)) {
    return true;
  }
  NumberShape shape;
  if (!ParseNumberShape(text, &shape)) {
    return IsSpecialFloat(text) && ParseFloating(text, true, out);
  }
  if (!shape.canonical || IsBareExponent(shape)) {
    return false;
  }
  if (shape.has_point || shape.has_exponent) {
    return shape.digits <= kMaxDoubleDigits && ParseFloating(text, false, out);
  }
  ParsedInteger parsed;
  if (!ParseInteger(text, &parsed)) {
    *out = -0.0;
    return text == "-0";
  }
  constexpr uint64_t kMaxInt64 = static_cast<uint64_t>(INT64_MAX);
  *out = static_cast<double>(parsed.magnitude);
  *out = parsed.negative ? -*out : *out;
  return parsed.magnitude <= kMaxInt64 + (parsed.negative ? 1 : 0) && ExactAsDouble(parsed.magnitude);
}

bool IsPlainInteger(std::string_view text) noexcept {
  const bool negative = text.starts_with('-');
  text.remove_prefix(negative ? 1 : 0);
  if (text.empty() || (text.front() == '0' && (text.size() > 1 || negative))) {
    return false;
  }
  return text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool IsPlainDecimal(std::string_view text, int scale) noexcept {
  NumberShape shape;
  if (!ParseNumberShape(text, &shape) || shape.has_exponent || !shape.canonical) {
    return false;
  }
  const size_t point = text.find('.');
  const size_t decimals = point == std::string_view::npos ? 0 : text.size() - point - 1;
  const bool negative_zero = text.front() == '-' && text.find_first_of("123456789") == std::string_view::npos;
  return !negative_zero && decimals <= static_cast<size_t>(std::max(scale, 0));
}

bool ParseExponentDouble(std::string_view text, double* out) noexcept {
  NumberShape shape;
  return ParseNumberShape(text, &shape) && shape.canonical && IsBareExponent(shape) &&
         shape.digits <= kMaxDoubleDigits && ParseFloating(text, false, out);
}

bool ParseExactFloat(std::string_view text, float* out) noexcept {
  NumberShape shape;
  if (!ParseNumberShape(text, &shape)) {
    return IsSpecialFloat(text) && ParseFloating(text, true, out);
  }
  if (!shape.canonical || !ParseFloating(text, false, out)) {
    return false;
  }
  if (shape.has_point || shape.has_exponent) {
    return shape.digits <= kMaxFloatDigits;
  }
  double exact = 0;
  return ParseInferredDouble(text, &exact) && static_cast<double>(*out) == exact;
}

bool ParseNumberShape(std::string_view text, NumberShape* out) noexcept {
  size_t i = 0;
  if (text.starts_with('-') || text.starts_with('+')) {
    out->canonical = text.front() == '-';
    i = 1;
  }
  const size_t begin = i;
  size_t whole_digits = 0;
  size_t all_digits = 0;
  bool significant = false;
  for (; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '.' && !out->has_point) {
      out->has_point = true;
      continue;
    }
    if (!IsDigit(c)) {
      break;
    }
    ++all_digits;
    whole_digits += out->has_point ? 0 : 1;
    significant = significant || c != '0';
    out->digits += significant ? 1 : 0;
  }
  if (all_digits == 0) {
    return false;
  }
  out->canonical = out->canonical && !(whole_digits > 1 && text[begin] == '0');
  if (i == text.size()) {
    return true;
  }
  if ((text[i] | 0x20) != 'e') {
    return false;
  }
  out->has_exponent = true;
  ++i;
  if (i < text.size() && (text[i] == '-' || text[i] == '+')) {
    out->exponent_signed = true;
    ++i;
  }
  const size_t exponent_begin = i;
  while (i < text.size() && IsDigit(text[i])) {
    ++i;
  }
  return i == text.size() && i > exponent_begin;
}

bool ParseDecimal128(std::string_view text, int precision, int scale, Int128* out) noexcept {
  DecimalText number;
  if (!SplitDecimal(text, &number)) {
    return false;
  }
  Uint128 magnitude = 0;
  int digits = 0;
  const bool fits = ScaledDigits(number, scale, [&](char digit) {
    magnitude = magnitude * 10 + static_cast<Uint128>(digit - '0');
    return ++digits <= precision;
  });
  *out = number.negative ? -static_cast<Int128>(magnitude) : static_cast<Int128>(magnitude);
  return fits;
}

bool ParseDecimal256(std::string_view text, int precision, int scale, Limbs256* out) noexcept {
  DecimalText number;
  if (!SplitDecimal(text, &number)) {
    return false;
  }
  *out = {};
  int digits = 0;
  const bool fits = ScaledDigits(number, scale, [&](char digit) {
    MultiplyAdd(out, 10, static_cast<uint64_t>(digit - '0'));
    return ++digits <= precision;
  });
  if (number.negative) {
    for (uint64_t& limb : out->limbs) {
      limb = ~limb;
    }
    MultiplyAdd(out, 1, 1);
  }
  return fits;
}

bool ParseBool(std::string_view text, bool* out, int* spelling) noexcept {
  *out = EqualsIgnoringCase(text, "true");
  if (!*out && !EqualsIgnoringCase(text, "false")) {
    return false;
  }
  size_t upper = 0;
  for (const char c : text) {
    upper += (c & 0x20) == 0 ? 1 : 0;
  }
  const bool title = upper == 1 && (text.front() & 0x20) == 0;
  *spelling = upper == 0 ? 0 : title ? 1 : upper == text.size() ? 2 : 3;
  return true;
}

}  // namespace taracea::text

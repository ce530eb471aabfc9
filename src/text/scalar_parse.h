#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace taracea::text {

/// How many bytes behind every text given to the functions below may be read (not their value).
inline constexpr size_t kParseSlackBytes = 8;

__extension__ using Int128 = __int128;
__extension__ using Uint128 = unsigned __int128;

/// Loads 1..8 characters right-aligned into a word, '0' in front of them; reads 8 bytes.
inline uint64_t LoadDigits(const char* text, size_t count) noexcept {
  uint64_t word;
  std::memcpy(&word, text, sizeof(word));
  const size_t shift = (8 - count) * 8;
  return (word << shift) | (0x3030303030303030ULL & ((uint64_t{1} << shift) - 1));
}

inline bool AllDigits(uint64_t word) noexcept {
  return ((word & 0xF0F0F0F0F0F0F0F0ULL) | (((word + 0x0606060606060606ULL) & 0xF0F0F0F0F0F0F0F0ULL) >> 4)) ==
         0x3333333333333333ULL;
}

inline uint32_t EightDigits(uint64_t word) noexcept {
  word -= 0x3030303030303030ULL;
  word = (word * 10 + (word >> 8)) & 0x00FF00FF00FF00FFULL;
  word = (word * 100 + (word >> 16)) & 0x0000FFFF0000FFFFULL;
  return static_cast<uint32_t>(word * 10000 + (word >> 32));
}

/// Parses 1..19 digits; false when another character is among them.
inline bool ParseDigits(const char* text, size_t count, uint64_t* out) noexcept {
  uint64_t value = 0;
  const size_t head = count % 8 == 0 ? 8 : count % 8;
  uint64_t word = LoadDigits(text, head);
  bool digits = AllDigits(word);
  value = EightDigits(word);
  for (size_t at = head; at < count; at += 8) {
    std::memcpy(&word, text + at, sizeof(word));
    digits = digits && AllDigits(word);
    value = value * 100000000 + EightDigits(word);
  }
  *out = value;
  return digits;
}

/// A number written with digits only, after its sign.
struct ParsedInteger {
  uint64_t magnitude = 0;
  bool negative = false;
};

/// Parses [-](0|[1-9][0-9]*) of at most 19 digits; -0 is refused, since no integer type keeps its sign.
inline bool ParseInteger(std::string_view text, ParsedInteger* out) noexcept {
  const bool negative = !text.empty() && text.front() == '-';
  text.remove_prefix(negative ? 1 : 0);
  if (text.empty() || text.size() > 19 || (text.front() == '0' && (text.size() > 1 || negative))) {
    return false;
  }
  out->negative = negative;
  return ParseDigits(text.data(), text.size(), &out->magnitude);
}

/// Parses an unsigned number as ParseInteger does, up to 2^64 - 1.
bool ParseUint64(std::string_view text, uint64_t* out) noexcept;

/// Parses a decimal or exponent number that a double holds without overflow to infinity or underflow to zero; also
/// NaN, inf, infinity with a sign, any case, when `specials`.
bool ParseDouble(std::string_view text, bool specials, double* out) noexcept;
/// Whether text is NaN, inf or infinity in any case, with an optional minus sign in front of the latter two.
bool IsSpecialFloat(std::string_view text) noexcept;

/// How a decimal or exponent number is written.
struct NumberShape {
  int32_t digits = 0;  ///< Of the significand, leading zeros left out, trailing ones counted.
  bool has_point = false;
  bool has_exponent = false;
  bool exponent_signed = false;
  bool canonical = true;  ///< No plus sign in front, no leading zero before another digit.
};
/// Finds the shape of a number; false when the text is none.
bool ParseNumberShape(std::string_view text, NumberShape* out) noexcept;

/// The most significant digits that an inferred double may have.
inline constexpr int kMaxDoubleDigits = 17;

/// Whether a double holds the integer exactly.
inline bool ExactAsDouble(uint64_t magnitude) noexcept {
  return static_cast<Uint128>(static_cast<double>(magnitude)) == magnitude;
}
/// 12E4 is as often a code as a number; those who write numbers put a point or a sign.
inline bool IsBareExponent(const NumberShape& shape) noexcept {
  return shape.has_exponent && !shape.has_point && !shape.exponent_signed;
}
/// Parses what inference takes for a member of a column of doubles: decimal numbers of at most 17 digits, integers that
/// a double holds exactly, NaN and infinities.
bool ParseInferredDouble(std::string_view text, double* out) noexcept;
/// Parses a number such as 12E4, at most 17 digits with an exponent without sign.
bool ParseExponentDouble(std::string_view text, double* out) noexcept;
/// The digits that every float tells apart: one of more digits would come back as another number.
inline constexpr int kMaxFloatDigits = 9;
/// Parses a canonical number of at most 9 digits, integers only where a float holds them exactly, NaN and infinities.
bool ParseExactFloat(std::string_view text, float* out) noexcept;
/// Whether text is [-](0|[1-9][0-9]*), -0 excepted.
bool IsPlainInteger(std::string_view text) noexcept;
/// Whether text is a number without exponent, plus sign, superfluous leading zero, or more than `scale` decimals; zero
/// has no minus sign.
bool IsPlainDecimal(std::string_view text, int scale) noexcept;

/// Parses digits with an optional sign, point and exponent into value * 10^scale; false when the text is no number, the
/// value needs more than `scale` decimals, or more than `precision` digits (at most 38).
bool ParseDecimal128(std::string_view text, int precision, int scale, Int128* out) noexcept;

/// 256 bits, least significant limb first, two's complement.
struct Limbs256 {
  uint64_t limbs[4];
};
/// The same with up to 76 digits.
bool ParseDecimal256(std::string_view text, int precision, int scale, Limbs256* out) noexcept;

/// What ParseBool says of true and false neither in lower case (0), nor Title (1), nor UPPER (2).
inline constexpr int kMixedSpelling = 3;
/// Parses true and false in any case and says which.
bool ParseBool(std::string_view text, bool* out, int* spelling) noexcept;

}  // namespace taracea::text

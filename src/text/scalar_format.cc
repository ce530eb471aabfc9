#include "text/scalar_format.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <string_view>

#include "text/byte_text.h"
#include "text/temporal_parse.h"

namespace taracea::text {
namespace {

constexpr size_t kNumberBytes = 64;
constexpr uint64_t kTenTo19 = 10000000000000000000ULL;

template <typename T>
void AppendNumber(T value, std::string* out) {
  char text[kNumberBytes];
  out->append(text, std::to_chars(text, text + sizeof(text), value).ptr);
}

template <typename Float>
void AppendFloat(Float value, std::string* out) {
  if (std::isnan(value)) {
    out->append("NaN");
    return;
  }
  if (std::isinf(value)) {
    out->append(value < 0 ? "-inf" : "inf");
    return;
  }
  const size_t begin = out->size();
  AppendNumber(value, out);
  if (std::string_view(*out).substr(begin).find_first_of(".e") == std::string_view::npos) {
    out->append(".0");
  }
}

/// Appends exactly `digits` digits.
void AppendPadded(uint64_t value, int digits, std::string* out) {
  const size_t begin = out->size();
  AppendNumber(value, out);
  const auto wanted = static_cast<size_t>(digits);
  const size_t have = out->size() - begin;
  if (have < wanted) {
    out->insert(begin, wanted - have, '0');
  }
}

/// Appends .mmm, .mmmuuu or .mmmuuunnn; nothing for zero.
void AppendFraction(int64_t nanos, std::string* out) {
  if (nanos == 0) {
    return;
  }
  out->push_back('.');
  if (nanos % 1000000 == 0) {
    AppendPadded(static_cast<uint64_t>(nanos / 1000000), 3, out);
  } else if (nanos % 1000 == 0) {
    AppendPadded(static_cast<uint64_t>(nanos / 1000), 6, out);
  } else {
    AppendPadded(static_cast<uint64_t>(nanos), 9, out);
  }
}

int64_t FloorDivide(int64_t value, int64_t by) noexcept {
  return value / by - (value % by < 0 ? 1 : 0);
}

void AppendClock(int64_t second_of_day, int64_t nanos, std::string* out) {
  AppendPadded(static_cast<uint64_t>(second_of_day / 3600), 2, out);
  out->push_back(':');
  AppendPadded(static_cast<uint64_t>(second_of_day / 60 % 60), 2, out);
  out->push_back(':');
  AppendPadded(static_cast<uint64_t>(second_of_day % 60), 2, out);
  AppendFraction(nanos, out);
}

/// Appends seconds with a sign and as many decimals as are needed in threes.
void AppendSeconds(int64_t seconds, int64_t nanos, bool negative, std::string* out) {
  if (negative) {
    out->push_back('-');
  }
  AppendNumber(static_cast<uint64_t>(seconds), out);
  AppendFraction(nanos, out);
  out->push_back('S');
}

/// Divides in place; returns the remainder.
uint64_t DivideBy(Limbs256* value, uint64_t divisor) noexcept {
  Uint128 remainder = 0;
  for (int i = 3; i >= 0; --i) {
    const Uint128 part = remainder << 64 | value->limbs[i];
    value->limbs[i] = static_cast<uint64_t>(part / divisor);
    remainder = part % divisor;
  }
  return static_cast<uint64_t>(remainder);
}

void Negate(Limbs256* value) noexcept {
  bool carry = true;
  for (uint64_t& limb : value->limbs) {
    limb = ~limb + (carry ? 1 : 0);
    carry = carry && limb == 0;
  }
}

/// The digits of a magnitude, without leading zeros; "0" for zero.
std::string Digits(Limbs256 magnitude) {
  std::string out;
  while ((magnitude.limbs[1] | magnitude.limbs[2] | magnitude.limbs[3]) != 0) {
    std::string part;
    AppendPadded(DivideBy(&magnitude, kTenTo19), 19, &part);
    out.insert(0, part);
  }
  std::string head;
  AppendNumber(magnitude.limbs[0], &head);
  // The last 19 digits may have been taken from a number that has more in its low limb.
  return magnitude.limbs[0] == 0 && !out.empty() ? out.substr(std::min(out.find_first_not_of('0'), out.size() - 1))
                                                 : head + out;
}

}  // namespace

void AppendInteger(int64_t value, std::string* out) {
  AppendNumber(value, out);
}
void AppendInteger(uint64_t value, std::string* out) {
  AppendNumber(value, out);
}
void AppendFloating(double value, std::string* out) {
  AppendFloat(value, out);
}
void AppendFloating(float value, std::string* out) {
  AppendFloat(value, out);
}

float HalfToFloat(uint16_t half) noexcept {
  const uint32_t sign = static_cast<uint32_t>(half & 0x8000) << 16;
  const uint32_t exponent = half >> 10 & 0x1F;
  const uint32_t fraction = half & 0x3FF;
  if (exponent == 0) {
    const float magnitude = std::ldexp(static_cast<float>(fraction), -24);
    return sign != 0 ? -magnitude : magnitude;
  }
  const uint32_t widened = exponent == 0x1F ? 0xFF : exponent + 112;
  return std::bit_cast<float>(sign | widened << 23 | fraction << 13);
}

Limbs256 LoadDecimal(const std::byte* from, size_t width_bytes) noexcept {
  Limbs256 out;
  const bool negative = (from[width_bytes - 1] & std::byte{0x80}) != std::byte{0};
  std::memset(out.limbs, negative ? 0xFF : 0, sizeof(out.limbs));
  std::memcpy(out.limbs, from, width_bytes);
  return out;
}

void AppendDecimal(const Limbs256& unscaled, int scale, std::string* out) {
  Limbs256 magnitude = unscaled;
  if (unscaled.limbs[3] >> 63 != 0) {
    Negate(&magnitude);
    out->push_back('-');
  }
  std::string digits = Digits(magnitude);
  if (scale < 0) {
    out->append(digits).append(digits == "0" ? 0 : static_cast<size_t>(-scale), '0');
    return;
  }
  const auto decimals = static_cast<size_t>(scale);
  if (digits.size() <= decimals) {
    digits.insert(0, decimals + 1 - digits.size(), '0');
  }
  out->append(digits, 0, digits.size() - decimals);
  if (decimals != 0) {
    out->push_back('.');
    out->append(digits, digits.size() - decimals);
  }
}

void AppendDate(int64_t days, std::string* out) {
  const CivilDate date = CivilFromDays(days);
  if (date.year < 0 || date.year > 9999) {
    out->push_back(date.year < 0 ? '-' : '+');
  }
  AppendPadded(static_cast<uint64_t>(date.year < 0 ? -date.year : date.year), 4, out);
  out->push_back('-');
  AppendPadded(static_cast<uint64_t>(date.month), 2, out);
  out->push_back('-');
  AppendPadded(static_cast<uint64_t>(date.day), 2, out);
}

void AppendTimeOfDay(int64_t count, TimeUnit unit, std::string* out) {
  const int64_t per_second = UnitsPerSecond(unit);
  if (count < 0 || count / per_second >= 2 * kSecondsPerDay) {
    // Not a time of day; the count itself hides nothing.
    AppendInteger(count, out);
    return;
  }
  AppendClock(count / per_second, count % per_second * (kNanosPerSecond / per_second), out);
}

void AppendTimestamp(int64_t count, TimeUnit unit, bool instant, std::string* out) {
  const int64_t per_second = UnitsPerSecond(unit);
  const int64_t seconds = FloorDivide(count, per_second);
  const int64_t days = FloorDivide(seconds, kSecondsPerDay);
  AppendDate(days, out);
  out->push_back('T');
  // By remainder: seconds * per_second may lie below the smallest count.
  const int64_t rest = count % per_second + (count % per_second < 0 ? per_second : 0);
  AppendClock(seconds - days * kSecondsPerDay, rest * (kNanosPerSecond / per_second), out);
  if (instant) {
    out->push_back('Z');
  }
}

void AppendDuration(int64_t count, TimeUnit unit, std::string* out) {
  const int64_t per_second = UnitsPerSecond(unit);
  out->append("PT");
  const int64_t seconds = count / per_second;
  const int64_t rest = count % per_second;
  const uint64_t magnitude =
      seconds < 0 ? uint64_t{0} - static_cast<uint64_t>(seconds) : static_cast<uint64_t>(seconds);
  AppendSeconds(static_cast<int64_t>(magnitude), (rest < 0 ? -rest : rest) * (kNanosPerSecond / per_second), count < 0,
                out);
}

void AppendInterval(int32_t months, int32_t days, int64_t nanos, std::string* out) {
  out->push_back('P');
  if (months != 0) {
    AppendInteger(int64_t{months}, out);
    out->push_back('M');
  }
  if (days != 0 || (months == 0 && nanos == 0)) {
    AppendInteger(int64_t{days}, out);
    out->push_back('D');
  }
  if (nanos != 0) {
    out->push_back('T');
    const int64_t rest = nanos % kNanosPerSecond;
    const int64_t seconds = nanos / kNanosPerSecond;
    AppendSeconds(seconds < 0 ? -seconds : seconds, rest < 0 ? -rest : rest, nanos < 0, out);
  }
}

void AppendUuid(std::string_view bytes, std::string* out) {
  constexpr size_t kGroups[] = {4, 2, 2, 2, 6};
  size_t at = 0;
  for (const size_t group : kGroups) {
    if (at != 0) {
      out->push_back('-');
    }
    AppendHex(bytes.substr(at, group), out);
    at += group;
  }
}

}  // namespace taracea::text

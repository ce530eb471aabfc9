#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "base/bytes.h"

// The comparators of the sort orders on single values: written once, used by CompareBounds and by the batch loops.
namespace taracea::index {

/// Maps the bits of an IEEE 754 number to an integer that compares as totalOrder does. Its own inverse.
template <typename Signed>
constexpr Signed TotalOrderKey(Signed bits) noexcept {
  static_assert(std::is_signed_v<Signed>);
  constexpr int kSignShift = static_cast<int>(sizeof(Signed) * 8 - 1);
  return static_cast<Signed>(bits ^ ((bits >> kSignShift) & std::numeric_limits<Signed>::max()));
}

/// Key of plus infinity, for the integer type that has the width of the number.
template <typename Signed>
constexpr Signed InfinityKey() noexcept {
  if constexpr (sizeof(Signed) == 8) {
    return 0x7FF0'0000'0000'0000;
  } else if constexpr (sizeof(Signed) == 4) {
    return 0x7F80'0000;
  } else {
    return 0x7C00;
  }
}

/// Whether a key stands for a NaN of either sign.
template <typename Signed>
constexpr bool IsNanKey(Signed key) noexcept {
  return key > InfinityKey<Signed>() || key < static_cast<Signed>(~InfinityKey<Signed>());
}

/// Compares byte strings as unsigned numbers byte by byte.
inline std::strong_ordering CompareUnsignedBytes(ConstBytes a, ConstBytes b) noexcept {
  const size_t shared = std::min(a.size(), b.size());
  const int difference = shared == 0 ? 0 : std::memcmp(a.data(), b.data(), shared);
  return difference != 0 ? difference <=> 0 : a.size() <=> b.size();
}

/// Compares big-endian two's complement numbers of any width.
inline std::strong_ordering CompareDecimalBytes(ConstBytes a, ConstBytes b) noexcept {
  const bool a_negative = !a.empty() && (a[0] & std::byte{0x80}) != std::byte{0};
  const bool b_negative = !b.empty() && (b[0] & std::byte{0x80}) != std::byte{0};
  if (a_negative != b_negative) {
    return a_negative ? std::strong_ordering::less : std::strong_ordering::greater;
  }
  // Of the same sign: what the longer one has in front is sign extension, or decides.
  const std::byte extension = a_negative ? std::byte{0xFF} : std::byte{0};
  const ConstBytes longer = a.size() >= b.size() ? a : b;
  const size_t shared = std::min(a.size(), b.size());
  for (const std::byte byte : longer.first(longer.size() - shared)) {
    if (byte != extension) {
      const bool longer_is_greater = !a_negative;
      return (a.size() > b.size()) == longer_is_greater ? std::strong_ordering::greater : std::strong_ordering::less;
    }
  }
  return CompareUnsignedBytes(a.last(shared), b.last(shared));
}

/// An INT96 timestamp taken apart; compares as INT96_TIMESTAMP_ORDER says.
struct Int96Key {
  int32_t julian_day = 0;
  int64_t nanoseconds = 0;
  auto operator<=>(const Int96Key&) const = default;
};
inline Int96Key LoadInt96(const std::byte* value) noexcept {
  return {.julian_day = Load<int32_t>(value + 8), .nanoseconds = Load<int64_t>(value)};
}

}  // namespace taracea::index

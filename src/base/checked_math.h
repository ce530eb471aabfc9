#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

namespace taracea {

/// a + b, or nothing when T cannot hold it.
template <std::integral T>
[[nodiscard]] constexpr std::optional<T> CheckedAdd(T a, T b) noexcept {
  T out;
  if (__builtin_add_overflow(a, b, &out)) {
    return std::nullopt;
  }
  return out;
}

/// a - b, or nothing when T cannot hold it.
template <std::integral T>
[[nodiscard]] constexpr std::optional<T> CheckedSub(T a, T b) noexcept {
  T out;
  if (__builtin_sub_overflow(a, b, &out)) {
    return std::nullopt;
  }
  return out;
}

/// a * b, or nothing when T cannot hold it.
template <std::integral T>
[[nodiscard]] constexpr std::optional<T> CheckedMul(T a, T b) noexcept {
  T out;
  if (__builtin_mul_overflow(a, b, &out)) {
    return std::nullopt;
  }
  return out;
}

/// The same number as another integer type, or nothing when that cannot hold it.
template <std::integral To, std::integral From>
[[nodiscard]] constexpr std::optional<To> Narrow(From value) noexcept {
  if (!std::in_range<To>(value)) {
    return std::nullopt;
  }
  return static_cast<To>(value);
}

/// Whether [offset, offset + length) lies in [0, size); safe for any input.
[[nodiscard]] constexpr bool RangeFits(int64_t offset, int64_t length, int64_t size) noexcept {
  return offset >= 0 && length >= 0 && offset <= size && length <= size - offset;
}

}  // namespace taracea

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "taracea/buffer.h"

namespace taracea {

static_assert(std::endian::native == std::endian::little, "Taracea runs on little-endian machines only");

/// Loads a T from memory of any alignment.
template <typename T>
  requires std::is_trivially_copyable_v<T>
inline T Load(const std::byte* from) noexcept {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

/// Stores a T to memory of any alignment.
template <typename T>
  requires std::is_trivially_copyable_v<T>
inline void Store(std::byte* to, T value) noexcept {
  std::memcpy(to, &value, sizeof(T));
}

/// Views an array of trivial values as bytes.
template <typename T>
  requires std::is_trivially_copyable_v<T>
inline ConstBytes BytesOf(const T* values, size_t count) noexcept {
  return {reinterpret_cast<const std::byte*>(values), count * sizeof(T)};
}

/// Copies bytes; unlike memcpy, null pointers are fine when there is nothing to copy.
inline void CopyBytes(std::byte* to, const std::byte* from, size_t size_bytes) noexcept {
  if (size_bytes != 0) {
    std::memcpy(to, from, size_bytes);
  }
}

}  // namespace taracea

#pragma once

#include <cstdint>

#include "base/bytes.h"

namespace taracea {

/// Walks over bytes with every read checked; a failed read leaves the cursor where it was and returns false.
class ByteCursor {
 public:
  explicit ByteCursor(ConstBytes bytes) noexcept : begin_(bytes.data()), at_(begin_), end_(begin_ + bytes.size()) {}

  size_t remaining() const noexcept { return static_cast<size_t>(end_ - at_); }
  size_t consumed() const noexcept { return static_cast<size_t>(at_ - begin_); }
  const std::byte* at() const noexcept { return at_; }
  ConstBytes rest() const noexcept { return {at_, remaining()}; }

  template <typename T>
  [[nodiscard]] bool Read(T* out) noexcept {
    if (remaining() < sizeof(T)) {
      return false;
    }
    *out = Load<T>(at_);
    at_ += sizeof(T);
    return true;
  }

  [[nodiscard]] bool Take(size_t size_bytes, ConstBytes* out) noexcept {
    if (remaining() < size_bytes) {
      return false;
    }
    *out = {at_, size_bytes};
    at_ += size_bytes;
    return true;
  }

  [[nodiscard]] bool Skip(size_t size_bytes) noexcept {
    ConstBytes ignored;
    return Take(size_bytes, &ignored);
  }

  /// Reads an unsigned LEB128 number of at most 64 bits; false when it is cut short or has more bits.
  [[nodiscard]] bool ReadVarint(uint64_t* out) noexcept {
    uint64_t value = 0;
    const std::byte* at = at_;
    for (int shift = 0; shift < 64 && at != end_; shift += 7) {
      const auto byte = static_cast<uint8_t>(*at++);
      if (shift == 63 && byte > 1) {
        return false;
      }
      value |= static_cast<uint64_t>(byte & 0x7F) << shift;
      if ((byte & 0x80) == 0) {
        at_ = at;
        *out = value;
        return true;
      }
    }
    return false;
  }

 private:
  const std::byte* begin_;
  const std::byte* at_;
  const std::byte* end_;
};

/// Undoes the zigzag mapping of signed numbers.
constexpr int64_t ZigZagDecode(uint64_t value) noexcept {
  return static_cast<int64_t>((value >> 1) ^ (~(value & 1) + 1));
}
/// Maps signed numbers of small magnitude to small unsigned ones.
constexpr uint64_t ZigZagEncode(int64_t value) noexcept {
  return (static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63);
}

}  // namespace taracea

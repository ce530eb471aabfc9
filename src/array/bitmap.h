#pragma once

#include <cstdint>

#include "base/bytes.h"

namespace taracea::array {

/// Bytes that hold `bit_count` bits.
constexpr int64_t BitmapBytes(int64_t bit_count) noexcept {
  return (bit_count + 7) / 8;
}

inline bool GetBit(const std::byte* bits, int64_t i) noexcept {
  return (static_cast<uint8_t>(bits[i >> 3]) >> (i & 7) & 1) != 0;
}
inline void SetBit(std::byte* bits, int64_t i) noexcept {
  bits[i >> 3] |= static_cast<std::byte>(1U << (i & 7));
}
inline void ClearBit(std::byte* bits, int64_t i) noexcept {
  bits[i >> 3] &= static_cast<std::byte>(~(1U << (i & 7)));
}

/// Counts the ones of each byte on its own. Faster than std::popcount where that is a call, as on the baseline CPU.
constexpr uint64_t OnesOfBytes(uint64_t word) noexcept {
  word -= word >> 1 & 0x5555555555555555U;
  word = (word & 0x3333333333333333U) + (word >> 2 & 0x3333333333333333U);
  return (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0FU;
}

/// Adds up the bytes of a word.
constexpr int64_t SumOfBytes(uint64_t word) noexcept {
  const uint64_t pairs = (word & 0x00FF00FF00FF00FFU) + (word >> 8 & 0x00FF00FF00FF00FFU);
  return static_cast<int64_t>(pairs * 0x0001000100010001U >> 48);
}

/// Number of set bits in [start, start + count).
int64_t CountSetBits(const std::byte* bits, int64_t start, int64_t count) noexcept;
/// Copies bits [from_start, from_start + count) to [to_start, ...); bits outside keep their value.
void CopyBits(const std::byte* from, int64_t from_start, int64_t count, std::byte* to, int64_t to_start) noexcept;
/// Whether bits [a_start, a_start + count) of `a` are those of `b` from b_start on.
bool BitsEqual(const std::byte* a, int64_t a_start, const std::byte* b, int64_t b_start, int64_t count) noexcept;
/// Sets or clears [start, start + count).
void FillBits(std::byte* bits, int64_t start, int64_t count, bool value) noexcept;

/// A maximal range of equal bits.
struct BitRun {
  int64_t start;  ///< Relative to the start that the reader was given.
  int64_t count;
};

/// Walks over the runs of set bits of a bitmap range; a null bitmap is one run of everything.
class SetBitRuns {
 public:
  SetBitRuns(const std::byte* bits, int64_t start, int64_t count) noexcept
      : bits_(bits), start_(start), count_(count) {}
  /// Finds the next run; false at the end.
  bool Next(BitRun* run) noexcept;

 private:
  const std::byte* bits_;
  int64_t start_;
  int64_t count_;
  int64_t at_ = 0;
};

}  // namespace taracea::array

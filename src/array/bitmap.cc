#include "array/bitmap.h"

#include <algorithm>
#include <bit>

namespace taracea::array {
namespace {

constexpr uint64_t LowMask(int64_t count) noexcept {
  return count >= 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1;
}

/// Loads 64 bits from bit `at` on; touches only the bytes that hold them.
uint64_t LoadWord(const std::byte* bits, int64_t at) noexcept {
  const std::byte* from = bits + (at >> 3);
  const int shift = static_cast<int>(at & 7);
  const auto word = Load<uint64_t>(from);
  return shift == 0 ? word : word >> shift | static_cast<uint64_t>(from[8]) << (64 - shift);
}

/// Loads `count` bits (0 to 64) from bit `at` on, zeros above; touches only the bytes that hold them.
uint64_t LoadBits(const std::byte* bits, int64_t at, int64_t count) noexcept {
  if (count == 64) {
    return LoadWord(bits, at);
  }
  if (count == 0) {
    return 0;
  }
  const std::byte* from = bits + (at >> 3);
  const int shift = static_cast<int>(at & 7);
  const int64_t byte_count = (shift + count + 7) >> 3;
  uint64_t low = 0;
  std::memcpy(&low, from, static_cast<size_t>(std::min<int64_t>(byte_count, 8)));
  uint64_t word = low >> shift;
  if (byte_count > 8) {
    word |= static_cast<uint64_t>(from[8]) << (64 - shift);
  }
  return word & LowMask(count);
}

/// Replaces the bits of `byte` that `mask` names by those of `value`.
void Merge(std::byte& byte, uint8_t value, uint8_t mask) noexcept {
  byte = static_cast<std::byte>((static_cast<uint8_t>(byte) & ~mask) | (value & mask));
}

/// Stores `count` bits (0 to 64) at a byte border; keeps the bits behind.
void StoreBits(std::byte* to, uint64_t word, int64_t count) noexcept {
  const int64_t whole = count >> 3;
  CopyBytes(to, reinterpret_cast<const std::byte*>(&word), static_cast<size_t>(whole));
  if ((count & 7) != 0) {
    Merge(to[whole], static_cast<uint8_t>(word >> (whole * 8)), static_cast<uint8_t>(LowMask(count & 7)));
  }
}

/// First position in [at, end) whose bit is `value`; `end` when there is none.
int64_t FindBit(const std::byte* bits, int64_t at, int64_t end, bool value) noexcept {
  while (at < end) {
    const int64_t count = std::min<int64_t>(64, end - at);
    const uint64_t word = LoadBits(bits, at, count);
    const uint64_t hits = value ? word : ~word & LowMask(count);
    if (hits != 0) {
      return at + std::countr_zero(hits);
    }
    at += count;
  }
  return end;
}

}  // namespace

int64_t CountSetBits(const std::byte* bits, int64_t start, int64_t count) noexcept {
  int64_t total = 0;
  const int64_t end = start + count;
  int64_t at = start;
  const int64_t head = std::min(count, (8 - (start & 7)) & 7);
  total += SumOfBytes(OnesOfBytes(LoadBits(bits, at, head)));
  at += head;
  const std::byte* from = bits + (at >> 3);
  while (end - at >= 64) {
    // A byte of the sum holds 31 times eight ones.
    const int64_t words = std::min<int64_t>(31, (end - at) / 64);
    uint64_t sum = 0;
    for (int64_t i = 0; i < words; ++i) {
      sum += OnesOfBytes(Load<uint64_t>(from + i * 8));
    }
    total += SumOfBytes(sum);
    at += words * 64;
    from += words * 8;
  }
  return total + SumOfBytes(OnesOfBytes(LoadBits(bits, at, end - at)));
}

void CopyBits(const std::byte* from, int64_t from_start, int64_t count, std::byte* to, int64_t to_start) noexcept {
  const int64_t head = std::min(count, (8 - (to_start & 7)) & 7);
  if (head != 0) {
    const auto shift = static_cast<int>(to_start & 7);
    Merge(to[to_start >> 3], static_cast<uint8_t>(LoadBits(from, from_start, head) << shift),
          static_cast<uint8_t>(LowMask(head) << shift));
  }
  int64_t at = from_start + head;
  int64_t left = count - head;
  std::byte* out = to + ((to_start + head) >> 3);
  if ((at & 7) == 0) {
    const int64_t whole = left >> 3;
    CopyBytes(out, from + (at >> 3), static_cast<size_t>(whole));
    at += whole * 8;
    left -= whole * 8;
    out += whole;
  }
  for (; left >= 64; at += 64, left -= 64, out += 8) {
    Store(out, LoadWord(from, at));
  }
  StoreBits(out, LoadBits(from, at, left), left);
}

bool BitsEqual(const std::byte* a, int64_t a_start, const std::byte* b, int64_t b_start, int64_t count) noexcept {
  for (int64_t at = 0; at < count; at += 64) {
    const int64_t step = std::min<int64_t>(64, count - at);
    if (LoadBits(a, a_start + at, step) != LoadBits(b, b_start + at, step)) {
      return false;
    }
  }
  return true;
}

void FillBits(std::byte* bits, int64_t start, int64_t count, bool value) noexcept {
  const uint8_t fill = value ? 0xFF : 0;
  const int64_t head = std::min(count, (8 - (start & 7)) & 7);
  if (head != 0) {
    Merge(bits[start >> 3], fill, static_cast<uint8_t>(LowMask(head) << (start & 7)));
  }
  const int64_t left = count - head;
  std::byte* out = bits + ((start + head) >> 3);
  const int64_t whole = left >> 3;
  if (whole != 0) {
    std::memset(out, fill, static_cast<size_t>(whole));
  }
  if ((left & 7) != 0) {
    Merge(out[whole], fill, static_cast<uint8_t>(LowMask(left & 7)));
  }
}

bool SetBitRuns::Next(BitRun* run) noexcept {
  if (at_ >= count_) {
    return false;
  }
  int64_t begin = at_;
  int64_t end = count_;
  if (bits_ != nullptr) {
    begin = FindBit(bits_, start_ + at_, start_ + count_, true) - start_;
    end = FindBit(bits_, start_ + begin, start_ + count_, false) - start_;
  }
  at_ = end;
  *run = {begin, end - begin};
  return begin < end;
}

}  // namespace taracea::array

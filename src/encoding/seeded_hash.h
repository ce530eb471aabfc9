#pragma once

#include <cstdint>

#include "base/bytes.h"

namespace taracea::encoding {

/// Numbers that make hashes differ from process to process, so that no input can be made to collide.
struct HashSeed {
  uint64_t first;
  uint64_t second;
};

/// The seed of this process: random, drawn once.
const HashSeed& ProcessHashSeed();

/// Folds the 128-bit product of two numbers.
inline uint64_t FoldedProduct(uint64_t a, uint64_t b) noexcept {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

inline uint64_t HashNumber(uint64_t value, const HashSeed& seed) noexcept {
  return FoldedProduct(value ^ seed.first, seed.second | 1);
}

/// Hashes bytes; reads none but them. Cost: two multiplications up to 16 bytes, one more for each further 16.
inline uint64_t HashBytes(ConstBytes bytes, const HashSeed& seed) noexcept {
  const std::byte* at = bytes.data();
  const size_t size = bytes.size();
  uint64_t head = 0;
  uint64_t tail = 0;
  uint64_t hash = seed.second ^ size;
  if (size >= 8) {
    for (size_t left = size; left > 16; left -= 16, at += 16) {
      hash = FoldedProduct(Load<uint64_t>(at) ^ seed.first, Load<uint64_t>(at + 8) ^ hash);
    }
    // The last 16 bytes (8 at least) in two loads that may overlap.
    const std::byte* const end = bytes.data() + size;
    head = Load<uint64_t>(size >= 16 ? end - 16 : bytes.data());
    tail = Load<uint64_t>(end - 8);
  } else if (size >= 4) {
    head = Load<uint32_t>(at);
    tail = Load<uint32_t>(at + size - 4);
  } else if (size > 0) {
    head = static_cast<uint64_t>(at[0]) << 16 | static_cast<uint64_t>(at[size / 2]) << 8 |
           static_cast<uint64_t>(at[size - 1]);
  }
  hash = FoldedProduct(head ^ seed.first, tail ^ hash);
  return FoldedProduct(hash ^ seed.second, seed.first | 1);
}

}  // namespace taracea::encoding

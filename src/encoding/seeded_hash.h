#pragma once

#include <cstdint>

#include "kernels/kernels.h"

namespace taracea::encoding {

/// The keys of this process: random, drawn once, so that no input can be made to collide.
const kernels::HashKeys& ProcessHashKeys();

/// Hashes a number.
inline uint32_t HashNumber(uint64_t value, const kernels::HashKeys& keys) noexcept {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(value ^ keys.lanes[0]) * keys.fold;
  return static_cast<uint32_t>(static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64));
}

}  // namespace taracea::encoding

#pragma once

#include <cstdint>

#include "base/bytes.h"

namespace taracea {

/// Computes the CRC-32 of gzip (polynomial 0x04C11DB7, reflected) of bytes.
/// `previous`: the CRC of what stands before them, so that pieces may be fed one after the other.
/// Spec: README.md#checksumming
uint32_t Crc32(ConstBytes bytes, uint32_t previous = 0) noexcept;

}  // namespace taracea

#pragma once

#include <memory>

#include "compression/codec.h"
#include "taracea/codec.h"

namespace taracea::compression {

inline constexpr LevelRange kBrotliLevels = {.minimum = 0, .maximum = 11, .default_level = 4};

/// BROTLI: RFC 7932.
/// Wire: one stream, window of 4 MiB. Shape: one page body. Units: bytes; levels 0 to 11.
/// Errors: kCorrupt, kLimitExceeded for input whose bound no size can hold. Cost: the library allocates its state anew
/// for each page. State: none. Spec: Compression.md#brotli
std::unique_ptr<Compressor> MakeBrotliCompressor(int level);
std::unique_ptr<Decompressor> MakeBrotliDecompressor();

}  // namespace taracea::compression

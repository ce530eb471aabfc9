#pragma once

#include <memory>

#include "compression/codec.h"
#include "taracea/codec.h"

namespace taracea::compression {

/// Negative levels trade ratio for speed.
inline constexpr LevelRange kZstdLevels = {.minimum = -131072, .maximum = 22, .default_level = 1};

/// ZSTD: RFC 8878.
/// Wire: writing, one frame that states its content size; reading, any number of frames (skippable ones too), with or
/// without content size and checksum. Shape: one page body. Units: bytes; levels -131072 to 22.
/// Errors: kCorrupt, kOutOfMemory. Cost: no allocation after the first page of a size. State: one context a level.
/// Spec: Compression.md#zstd
Result<std::unique_ptr<Compressor>> MakeZstdCompressor(int level);
Result<std::unique_ptr<Decompressor>> MakeZstdDecompressor();

}  // namespace taracea::compression

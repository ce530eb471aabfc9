#pragma once

#include <memory>
#include <optional>

#include "compression/codec.h"
#include "taracea/codec.h"

namespace taracea::compression {

/// Levels below 3 are the fast method, from 3 on the high-compression one.
inline constexpr LevelRange kLz4RawLevels = {.minimum = 1, .maximum = 12, .default_level = 1};

/// LZ4_RAW: the block format, without any framing.
/// Wire: one block. Shape: one page body. Units: bytes; levels 1 to 12.
/// Errors: kCorrupt; kLimitExceeded for input above 2,113,929,216 bytes. Cost: no allocation after creation.
/// State: the match tables, overwritten by each page. Spec: Compression.md#lz4_raw
std::unique_ptr<Compressor> MakeLz4RawCompressor(int level);
std::unique_ptr<Decompressor> MakeLz4RawDecompressor();

/// Decompresses one block to the front of `out`; returns the bytes written, or nothing when the block is damaged or
/// holds more than out.size().
std::optional<size_t> DecompressLz4Block(ConstBytes in, MutableBytes out) noexcept;

}  // namespace taracea::compression

#pragma once

#include <memory>

#include "compression/codec.h"

namespace taracea::compression {

/// SNAPPY: the raw block format, without the framing of .sz files.
/// Wire: varint uncompressed length, then literals and copies. Shape: one block a page body. Units: bytes.
/// Errors: kCorrupt; the block's own length is compared with the expected one before anything is written.
/// Cost: no allocation when decompressing. State: none; no levels. Spec: Compression.md#snappy
std::unique_ptr<Compressor> MakeSnappyCompressor();
std::unique_ptr<Decompressor> MakeSnappyDecompressor();

}  // namespace taracea::compression

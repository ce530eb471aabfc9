#pragma once

#include <memory>

#include "compression/codec.h"

namespace taracea::compression {

/// LZ4 (codec 5, deprecated): what its name left open, read in every form that was written.
/// Wire: Hadoop framing: blocks of a big-endian uint32 uncompressed length and then one or more pieces, each a
/// big-endian uint32 length and that many bytes of LZ4 block, until the block's length is reached. Look-alikes: LZ4
/// frames (recognised by their magic number), one bare LZ4 block. Shape: one page body. Units: bytes.
/// Errors: kCorrupt when none of the three yields exactly the expected size. Cost: at worst three attempts.
/// State: the frame context. Writing is not offered. Spec: Compression.md#lz4
std::unique_ptr<Decompressor> MakeLz4Decompressor();

}  // namespace taracea::compression

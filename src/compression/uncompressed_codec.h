#pragma once

#include <memory>

#include "compression/codec.h"

namespace taracea::compression {

/// UNCOMPRESSED: the bytes themselves.
/// Wire: the input, unchanged. Shape: one page body. Units: bytes. Errors: kCorrupt when the sizes differ.
/// Cost: one copy; page readers avoid it by viewing the body. State: none. Spec: Compression.md#uncompressed
std::unique_ptr<Compressor> MakeUncompressedCompressor();
std::unique_ptr<Decompressor> MakeUncompressedDecompressor();

}  // namespace taracea::compression

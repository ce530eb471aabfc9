#pragma once

#include <memory>

#include "compression/codec.h"
#include "taracea/codec.h"

namespace taracea::compression {

/// Makes a compressor and a decompressor of a user codec. Its errors are handed on; a claim of more bytes than there
/// was room for is kInternal.
std::unique_ptr<Compressor> MakeUserCompressor(std::shared_ptr<const UserCodec> codec, int level);
std::unique_ptr<Decompressor> MakeUserDecompressor(std::shared_ptr<const UserCodec> codec);

}  // namespace taracea::compression

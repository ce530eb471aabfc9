#pragma once

#include <memory>
#include <optional>

#include "compression/codec.h"
#include "taracea/codec.h"
#include "taracea/types.h"

namespace taracea::compression {

/// Makes a compressor; without a level, the codec's default one. Errors: kInvalidArgument for a level that is out of
/// range or not taken; kUnsupported for LZO, for the deprecated LZ4 and for unknown numbers, naming the codec.
Result<std::unique_ptr<Compressor>> MakeCompressor(const CodecRegistry& registry, Codec codec,
                                                   std::optional<int> level = {});
/// Makes a decompressor. Errors: kUnsupported for LZO and for unknown numbers, naming the codec.
Result<std::unique_ptr<Decompressor>> MakeDecompressor(const CodecRegistry& registry, Codec codec);

}  // namespace taracea::compression

#pragma once

#include <memory>

#include "text/byte_stream.h"

namespace taracea::text {

/// Looks at the first bytes and decompresses gzip (all members) and zstd (all frames); hands anything else through.
/// Errors while reading: kCorrupt when the compressed data is damaged or cut short.
Result<std::unique_ptr<ByteStream>> DecompressByContent(std::unique_ptr<ByteStream> stream);

}  // namespace taracea::text

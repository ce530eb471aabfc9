#pragma once

#include <memory>

#include "compression/codec.h"
#include "taracea/codec.h"

namespace taracea::compression {

inline constexpr LevelRange kGzipLevels = {.minimum = 0, .maximum = 12, .default_level = 6};

/// GZIP: RFC 1952.
/// Wire: writing, one member with an empty header; reading, any number of members, or one zlib stream (RFC 1950) as
/// some writers store, then any number of zero bytes. Shape: one page body. Units: bytes; levels 0 (stored) to 12.
/// Errors: kCorrupt, also for a wrong checksum or length in a trailer. Cost: no allocation after the first page.
/// State: one context a level. Spec: Compression.md#gzip
Result<std::unique_ptr<Compressor>> MakeGzipCompressor(int level);
Result<std::unique_ptr<Decompressor>> MakeGzipDecompressor();

}  // namespace taracea::compression

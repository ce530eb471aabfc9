#pragma once

#include <memory>
#include <string>

#include "text/byte_stream.h"

namespace taracea::text {

/// A stream of UTF-8 (not yet validated when the input is UTF-8 itself) without a byte-order mark.
struct DecodedStream {
  std::unique_ptr<ByteStream> stream;
  /// Bytes of the mark that was taken off; added to offsets in messages. Meaningful for UTF-8 input only.
  int64_t mark_bytes = 0;
};

/// Takes a byte-order mark off and turns UTF-16 and Latin-1 into UTF-8.
/// `encoding`: "" (by mark, else UTF-8), utf-8, utf-16, utf-16le, utf-16be, latin1 (any case, '-' and '_' optional).
/// Errors: kInvalidArgument for another name; while reading, kCorrupt for a broken UTF-16 pair with its offset.
Result<DecodedStream> DecodeText(std::unique_ptr<ByteStream> stream, const std::string& encoding);

}  // namespace taracea::text

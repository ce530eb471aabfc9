#pragma once

#include <memory>

#include "encoding/decoder.h"

namespace taracea::encoding {

/// Makes the decoder of PLAIN_DICTIONARY and RLE_DICTIONARY, which differ in name only.
///
/// Wire:   1 byte bit width (0..32), then the RLE / bit-packed hybrid of indices, no length prefix.
/// Shape:  all physical types. A page without values may have no bytes at all; at width 0 every index is 0, with or
///         without runs; bytes behind the last value are passed over.
/// Units:  kFixed, or kOffsets32 and kOffsets64 for BYTE_ARRAY; kIndices for all.
/// Errors: kCorrupt when the width is above 32, runs end early, or an index is not below the number of entries.
/// Cost:   0.1 ns for an index, 0.3 ns more for a fixed-width value, 1 to 2 ns more for a short byte array.
/// State:  the run in progress, and the indices that Measure has read ahead.
/// Spec:   Encodings.md#DICTIONARY
Result<std::unique_ptr<Decoder>> MakeDictionaryDecoder(Encoding encoding, const DecoderSpec& spec);

}  // namespace taracea::encoding

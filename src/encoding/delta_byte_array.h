#pragma once

#include <memory>

#include "encoding/decoder.h"
#include "encoding/encoder.h"

namespace taracea::encoding {

/// Makes the decoder of DELTA_BYTE_ARRAY.
///
/// Wire:   lengths of the prefixes shared with the value before as DELTA_BINARY_PACKED, then the suffixes as
///         DELTA_LENGTH_BYTE_ARRAY. The first value of a page shares nothing, unless the spec says carries_last_value.
/// Shape:  BYTE_ARRAY and FIXED_LEN_BYTE_ARRAY; bytes behind the last value are passed over.
/// Units:  kOffsets32 or kOffsets64 for BYTE_ARRAY, kFixed for FIXED_LEN_BYTE_ARRAY.
/// Errors: kCorrupt for a prefix longer than the value before, lengths that are negative or run past the page, another
///         number of them than the page's, or a value that is not type_length long.
/// Cost:   2 ns a value of up to 64 bytes, and as much for the lengths.
/// State:  the place in lengths and bytes, and a copy of the last value of the last call.
/// Spec:   Encodings.md#DELTABYTEARRAY
Result<std::unique_ptr<Decoder>> MakeDeltaByteArrayDecoder(const DecoderSpec& spec);

/// Makes the encoder: the same wire, Values of every kind. Errors: kInvalidArgument for values longer than 2^31 - 1
/// bytes or not type_length long; kOutOfMemory.
Result<std::unique_ptr<Encoder>> MakeDeltaByteArrayEncoder(const EncoderSpec& spec);

}  // namespace taracea::encoding

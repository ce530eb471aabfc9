#pragma once

#include <memory>

#include "encoding/decoder.h"
#include "encoding/encoder.h"

namespace taracea::encoding {

/// Makes the decoder of DELTA_LENGTH_BYTE_ARRAY.
///
/// Wire:   the lengths as DELTA_BINARY_PACKED, then the bytes joined.
/// Shape:  BYTE_ARRAY; bytes behind the last value are passed over.
/// Units:  kOffsets32 or kOffsets64.
/// Errors: kCorrupt for lengths that are negative or run past the page, or another number of them than the page's.
/// Cost:   0.3 ns a value and one copy of the bytes.
/// State:  the place in the lengths and in the bytes.
/// Spec:   Encodings.md#DELTALENGTH
Result<std::unique_ptr<Decoder>> MakeDeltaLengthByteArrayDecoder(const DecoderSpec& spec);

/// Makes the encoder: the same wire, Values of every kind. Errors: kInvalidArgument for values longer than 2^31 - 1
/// bytes; kOutOfMemory.
Result<std::unique_ptr<Encoder>> MakeDeltaLengthByteArrayEncoder(const EncoderSpec& spec);

}  // namespace taracea::encoding

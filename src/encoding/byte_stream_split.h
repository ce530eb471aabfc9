#pragma once

#include <memory>

#include "encoding/decoder.h"
#include "encoding/encoder.h"

namespace taracea::encoding {

/// Makes the decoder of BYTE_STREAM_SPLIT.
///
/// Wire:   byte 0 of all values, then byte 1 of all, and so on.
/// Shape:  FLOAT, DOUBLE, INT32, INT64 and FIXED_LEN_BYTE_ARRAY. A page that is longer by the same number of bytes in
///         each stream is taken as padded.
/// Units:  kFixed.
/// Errors: kCorrupt when the page is too short or its size is no multiple of the width.
/// Cost:   0.1 ns a byte.
/// State:  the position.
/// Spec:   Encodings.md#BYTESTREAMSPLIT
Result<std::unique_ptr<Decoder>> MakeByteStreamSplitDecoder(const DecoderSpec& spec);

/// Makes the encoder: the same wire, one transposition a page. Errors: kInvalidArgument for values of another width;
/// kOutOfMemory.
Result<std::unique_ptr<Encoder>> MakeByteStreamSplitEncoder(const EncoderSpec& spec);

}  // namespace taracea::encoding

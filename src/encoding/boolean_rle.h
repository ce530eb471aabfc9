#pragma once

#include <memory>

#include "encoding/decoder.h"
#include "encoding/encoder.h"

namespace taracea::encoding {

/// Makes the decoder of RLE for BOOLEAN values.
///
/// Wire:   4-byte little-endian length of what follows, in data pages of both versions; then the RLE / bit-packed
///         hybrid of width 1.
/// Shape:  BOOLEAN; out: kFixed, a byte 0 or 1 each. A page without values may lack the length.
/// Units:  the length prefix counts bytes.
/// Errors: kCorrupt when the length runs past the page, or runs end early.
/// Cost:   0.1 ns a value.
/// State:  the run in progress.
/// Spec:   Encodings.md#RLE
Result<std::unique_ptr<Decoder>> MakeBooleanRleDecoder(const DecoderSpec& spec);

/// Makes the encoder: the same wire. Errors: kInvalidArgument for values that are not one byte wide; kOutOfMemory.
Result<std::unique_ptr<Encoder>> MakeBooleanRleEncoder(const EncoderSpec& spec);

}  // namespace taracea::encoding

#pragma once

#include <memory>

#include "encoding/decoder.h"
#include "encoding/encoder.h"

namespace taracea::encoding {

/// Makes the decoder of DELTA_BINARY_PACKED.
///
/// Wire:   one section, see DeltaBinaryReader.
/// Shape:  INT32 and INT64; the section holds as many numbers as the page says, bytes behind it are passed over.
/// Units:  kFixed.
/// Errors: kCorrupt.
/// Cost:   0.2 ns an INT32, 0.3 ns an INT64.
/// State:  the place in the section.
/// Spec:   Encodings.md#DELTAENC
Result<std::unique_ptr<Decoder>> MakeDeltaBinaryPackedDecoder(const DecoderSpec& spec);

/// Makes the encoder: the same wire. Errors: kInvalidArgument for values of another width; kOutOfMemory.
Result<std::unique_ptr<Encoder>> MakeDeltaBinaryPackedEncoder(const EncoderSpec& spec);

}  // namespace taracea::encoding

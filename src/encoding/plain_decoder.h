#pragma once

#include <memory>

#include "encoding/decoder.h"

namespace taracea::encoding {

/// Makes the decoder of PLAIN.
///
/// Wire:   fixed width: values one after another, little-endian; BOOLEAN: bits, least significant first; BYTE_ARRAY:
///         4-byte length and bytes, again and again.
/// Shape:  all physical types; bytes behind the last value are passed over.
/// Units:  kFixed for all but BYTE_ARRAY, which takes kOffsets32 or kOffsets64.
/// Errors: kCorrupt when the page is too short for its values or a length runs past its end.
/// Cost:   a copy; BYTE_ARRAY 1.5 ns a value and as much again when measured first.
/// State:  the position, and how far Measure has looked.
/// Spec:   Encodings.md#PLAIN
Result<std::unique_ptr<Decoder>> MakePlainDecoder(const DecoderSpec& spec);

}  // namespace taracea::encoding

#pragma once

#include <memory>

#include "base/try.h"
#include "encoding/encoder.h"

namespace taracea::encoding {

/// Makes the encoder of PLAIN.
///
/// Wire:   fixed width: values one after another, little-endian; BOOLEAN: bits, least significant first; BYTE_ARRAY:
///         4-byte length and bytes, again and again.
/// Shape:  all physical types. BYTE_ARRAY takes Values of every kind; the others kFixed, FIXED_LEN_BYTE_ARRAY also the
///         others where each length is type_length.
/// Units:  EstimatedSize is exact.
/// Errors: kInvalidArgument for values of another shape or longer than 2^31 - 1 bytes; kOutOfMemory.
/// Cost:   a copy; one check of room a call.
/// State:  the bytes of the page in progress.
/// Spec:   Encodings.md#PLAIN
Result<std::unique_ptr<Encoder>> MakePlainEncoder(const EncoderSpec& spec);

/// Appends `values` to *out in the PLAIN layout of BYTE_ARRAY. Errors: as above.
Status AppendPlainByteArrays(const Values& values, const kernels::Kernels& kernels, OwnedBuffer* out);
/// Appends fixed-width values without gaps, from Values of any kind. Errors: as above.
Status AppendFixed(const Values& values, int width_bytes, OwnedBuffer* out);
/// Makes room for so many bytes behind those of *out; costs no call where there is room.
inline Status MakeRoom(size_t extra_bytes, OwnedBuffer* out) {
  const size_t size = out->size();
  if (extra_bytes > out->capacity() - size) {
    TARACEA_TRY(out->Resize(size + extra_bytes));
    out->SetSize(size);
  }
  return {};
}
/// Checks that no byte array is longer than 2^31 - 1 bytes.
Status CheckLengths(const Values& values);
/// Checks the shape of fixed-width values.
Status CheckFixed(const Values& values, int width_bytes);

}  // namespace taracea::encoding

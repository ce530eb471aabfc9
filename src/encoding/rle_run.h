#pragma once

#include <cstdint>

#include "taracea/buffer.h"
#include "taracea/status.h"

namespace taracea::encoding {

/// One run of the RLE / bit-packed hybrid: a repeated value, or values packed least significant bit first.
struct RleRun {
  bool packed = false;
  int64_t count = 0;   ///< Values; of a packed run those that its bytes really hold.
  uint32_t value = 0;  ///< Repeated run.
  ConstBytes bytes;    ///< Packed run.
};

/// Takes the next run that is not empty off the front of *rest.
///
/// Wire:   varint header; lowest bit 1: header >> 1 groups of 8 packed values; 0: header >> 1 times the value that
///         follows in ceil(bit_width / 8) bytes.
/// Shape:  bit_width 0..32. Runs of length zero are passed over; a last packed run whose bytes are cut short counts the
///         values that are there.
/// Errors: kCorrupt when the bytes end before a run, or a number does not fit its width.
/// Spec:   Encodings.md#RLE
Status TakeRun(ConstBytes* rest, int bit_width, RleRun* run);

}  // namespace taracea::encoding

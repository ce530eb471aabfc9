#pragma once

#include <cstdint>

#include "encoding/decoder.h"
#include "taracea/status.h"

namespace taracea::encoding {

/// Checks the count of Measure, Decode and Skip against what remains. Errors: kInvalidArgument.
Status CheckCount(int64_t count, int64_t remaining);
/// Checks that a page holds `value_count` values of `width_bits` bits each. Errors: kCorrupt.
Status CheckPageHolds(const PageValues& page, int64_t width_bits);
/// Checks the count that a section carries against the page's. Errors: kCorrupt.
Status CheckTotalCount(int64_t page_count, int64_t section_count);
/// Says that an encoding cannot write to that kind of output.
Status WrongOutput(Encoding encoding, Output::Kind kind);
/// Says that 32-bit offsets are too narrow. `last_offset` is the one that does not fit.
Status OffsetsTooNarrow(int64_t last_offset);

}  // namespace taracea::encoding

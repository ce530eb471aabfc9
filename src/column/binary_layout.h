#pragma once

#include "array/array.h"
#include "column/leaf_array.h"
#include "column/leaf_rows.h"

namespace taracea::column {

/// Checks that every value is UTF-8 on its own. InvalidUtf8::kReplace rewrites the rows instead of failing.
/// Errors: kCorrupt with the number of the value.
Status CheckOrReplaceUtf8(LeafRows* rows, const LeafArrayOptions& options);

/// Turns offsets of the rows to 64 or 32 bits. kLimitExceeded where 32 are too few.
Status FitOffsets(bool want_64, LeafRows* rows, const LeafArrayOptions& options);

/// Gives null slots an empty range, in place: offsets has room for all slots.
void SpreadOffsets(LeafRows* rows, const array::Array& array);

/// Makes 16-byte views over the joined bytes; values up to 12 bytes lie in the view. Fills out->buffers.
/// kLimitExceeded where an offset into the bytes needs more than 31 bits.
Status MakeViews(LeafRows&& rows, const LeafArrayOptions& options, array::Array* out);

}  // namespace taracea::column

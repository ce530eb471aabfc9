#pragma once

#include <cstdint>
#include <memory>

#include "array/array.h"
#include "column/leaf_rows.h"
#include "taracea/options.h"
#include "taracea/schema.h"

namespace taracea::column {

/// The slots that a leaf's dense values are spread over.
struct LeafSlots {
  int64_t count = 0;
  Buffer validity;  ///< Bitmap of `count` bits; empty: every slot holds a value.
};

struct LeafArrayOptions {
  InvalidUtf8 invalid_utf8 = InvalidUtf8::kError;
  std::shared_ptr<Arena> arena;
};

/// The form in which a column reader should hand out the values of `leaf` for an array of `type`.
ValueForm FormFor(const SchemaNode& leaf, const array::Type& type);

/// Makes the array of a leaf: converts the dense values from the physical type to `type` and spreads them over the
/// slots. `rows` is used up. The number of valid slots must be rows.value_count.
/// Errors: kCorrupt for values that the logical type rules out (UTF-8, decimals wider than their precision's width);
/// kInvalidArgument for values that a narrower type asked for cannot hold: never a silent change.
Result<array::Array> MakeLeafArray(const SchemaNode& leaf, const array::Type& type, LeafRows&& rows,
                                   const LeafSlots& slots, const LeafArrayOptions& options);

}  // namespace taracea::column

#pragma once

#include <cstdint>

#include "array/type.h"
#include "base/arena.h"
#include "column/leaf_rows.h"
#include "taracea/schema.h"

namespace taracea::column {

/// Whether the bytes of the physical type are already those of an array of `type`.
bool SameBytes(const SchemaNode& leaf, const array::Type& type);

/// Converts `count` dense values of a fixed-width physical type (BOOLEAN excluded) to the layout of `type`, whose byte
/// width says how far apart they are written. Exact or an error: kInvalidArgument when `type` cannot hold a value,
/// kUnsupported when there is no such conversion.
Status ConvertFixed(const SchemaNode& leaf, const array::Type& type, const std::byte* in, int64_t count,
                    std::byte* out);

/// Converts BYTE_ARRAY decimals (big-endian two's complement of any length) to a decimal type.
Status ConvertBinaryDecimals(const array::Type& type, const int64_t* offsets, const std::byte* data, int64_t count,
                             std::byte* out);

/// How many `to` units make a `from` unit, or the other way round (then *divide is true). Both known units.
int64_t UnitFactor(TimeUnit from, TimeUnit to, bool* divide);

}  // namespace taracea::column

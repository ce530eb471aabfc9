#pragma once

#include <cstdint>

#include "array/type.h"
#include "base/arena.h"
#include "taracea/schema.h"

namespace taracea::column {

/// Converts `count` dense values of an array type of constant width to the fixed-width physical type of `node`: the
/// reverse of ConvertFixed. `out` has room for count values.
/// Errors: kInvalidArgument for values that the column cannot hold exactly, kUnsupported when there is no conversion.
Status ConvertToPhysical(const array::Type& type, const SchemaNode& node, const std::byte* in, int64_t count,
                         std::byte* out);

}  // namespace taracea::column

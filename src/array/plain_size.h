#pragma once

#include <cstdint>

#include "array/array.h"

namespace taracea::array {

/// Bytes that slots [start, start + count) take once they are plain values: the width of a fixed-width type (bool and
/// null: 1), 4 and its length for a byte array, 1 for a list and what its elements take, for a struct what its children
/// take; dictionaries and runs as unpacked. Counts until `limit_bytes` is reached and returns at most that.
/// Depends on the values alone: what lies under a null list or struct or in a null byte array is not counted.
/// Cost: constant a run of valid slots, where an array is no view, list view or dictionary; else linear.
int64_t PlainSize(const Array& array, int64_t start, int64_t count, int64_t limit_bytes);

}  // namespace taracea::array

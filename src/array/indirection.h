#pragma once

#include <cstdint>

#include "array/array.h"

namespace taracea::array {

/// The run of a run-end array that a slot lies in.
struct PhysicalRun {
  int64_t index;  ///< Slot of the values child (its own offset excluded).
  int64_t count;  ///< How many slots from the one asked for on lie in this run, within the array's length.
};

/// Finds the run of slot `i` (0-based, the array's offset excluded) of a valid run-end array.
/// Cost: a binary search. Precondition: 0 <= i < array.length.
PhysicalRun FindRun(const Array& array, int64_t i) noexcept;

/// Index `i` (the offset excluded) of a dictionary array, whatever the index type; the slot must be valid.
int64_t DictionaryIndex(const Array& array, int64_t i) noexcept;

}  // namespace taracea::array

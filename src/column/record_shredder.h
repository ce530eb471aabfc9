#pragma once

#include <cstdint>
#include <vector>

#include "array/array.h"
#include "schema/array_mapping.h"
#include "taracea/status.h"

namespace taracea::column {

/// Slots [start, start + count) of a leaf array that lie under no null and are to be written, nulls of the leaf's own
/// among them.
struct SlotRange {
  int64_t start = 0;
  int64_t count = 0;
};

/// One leaf of a shredded field.
struct ShreddedLeaf {
  int leaf = -1;
  const array::Array* values = nullptr;  ///< The leaf's array; ranges count from its own slot 0 (offset excluded).
  std::vector<SlotRange> ranges;
  /// One level each entry; empty for flat leaves (no repetition, no struct above that can be null), whose entries are
  /// the slots of the one range.
  std::vector<uint16_t> repetition;
  std::vector<uint16_t> definition;
  int64_t row_count = 0;
  int64_t entry_count = 0;
};

/// Turns rows [start, start + rows) of a top-level field into levels for each leaf below it: the reverse of
/// AssembleField. Dictionary and run-end arrays must have been unpacked.
/// `out` gets one entry a leaf, in the order of the schema; `array` must outlive it.
/// Errors: kInvalidArgument for a null where the schema has none, naming the field.
/// Cost:   flat leaves: none; others: one pass over their level entries for each level of nesting.
/// Spec:   LogicalTypes.md#nested-types
Status ShredField(const schema::MappedField& field, const array::Array& array, int64_t start, int64_t rows,
                  std::vector<ShreddedLeaf>* out);

}  // namespace taracea::column

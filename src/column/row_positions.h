#pragma once

#include <cstdint>
#include <vector>

#include "column/leaf_input.h"

namespace taracea::column {

/// Where each row of a leaf's input begins among its level entries and among its values.
class RowPositions {
 public:
  /// `max_definition_level`: of the leaf; entries at that level have a value. `input` must outlive this.
  RowPositions(const LeafInput& input, uint16_t max_definition_level);

  /// First entry of a row; row_count gives the number of entries.
  int64_t Entry(int64_t row) const noexcept { return entries_.empty() ? row : entries_[static_cast<size_t>(row)]; }
  /// First value of a row; row_count gives the number of values. Cost: constant, but for flat leaves with nulls a count
  /// of bits from the last row asked for on.
  int64_t Value(int64_t row) const noexcept;

 private:
  const LeafInput& input_;
  std::vector<int64_t> entries_;   // Repeated leaves: row_count + 1.
  std::vector<int64_t> values_;    // Leaves with levels: row_count + 1.
  mutable int64_t known_row_ = 0;  // Flat leaves with a bitmap: where the last question left off.
  mutable int64_t known_value_ = 0;
};

}  // namespace taracea::column

#include "column/row_positions.h"

#include "array/bitmap.h"

namespace taracea::column {

RowPositions::RowPositions(const LeafInput& input, uint16_t max_definition_level) : input_(input) {
  if (input.definition == nullptr) {
    return;
  }
  const auto rows = static_cast<size_t>(input.row_count);
  values_.reserve(rows + 1);
  if (input.repetition != nullptr) {
    entries_.reserve(rows + 1);
  }
  int64_t value = 0;
  for (int64_t entry = 0; entry < input.entry_count; ++entry) {
    if (input.repetition == nullptr || input.repetition[entry] == 0) {
      values_.push_back(value);
      if (input.repetition != nullptr) {
        entries_.push_back(entry);
      }
    }
    value += input.definition[entry] == max_definition_level ? 1 : 0;
  }
  values_.push_back(value);
  if (input.repetition != nullptr) {
    entries_.push_back(input.entry_count);
  }
}

int64_t RowPositions::Value(int64_t row) const noexcept {
  if (!values_.empty()) {
    return values_[static_cast<size_t>(row)];
  }
  if (input_.validity == nullptr) {
    return row;
  }
  const int64_t from = row < known_row_ ? row : known_row_;
  const int64_t to = row < known_row_ ? known_row_ : row;
  const int64_t ones = array::CountSetBits(input_.validity, input_.validity_offset + from, to - from);
  known_value_ += row < known_row_ ? -ones : ones;
  known_row_ = row;
  return known_value_;
}

}  // namespace taracea::column

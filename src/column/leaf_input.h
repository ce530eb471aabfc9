#pragma once

#include <cstdint>

#include "encoding/encoder.h"

namespace taracea::column {

/// Some whole rows of one leaf on their way into pages: levels and dense values of the physical type. All lent.
struct LeafInput {
  int64_t row_count = 0;
  int64_t entry_count = 0;
  const uint16_t* repetition = nullptr;  ///< Null for max_repetition_level 0.
  const uint16_t* definition = nullptr;  ///< Null for max_definition_level 0, and where `validity` serves.
  /// Leaves without repetition and with max_definition_level 1: bit validity_offset + i of entry i; null: all valid.
  const std::byte* validity = nullptr;
  int64_t validity_offset = 0;
  encoding::Values values;  ///< Of the entries that have the maximum definition level, in order.
};

}  // namespace taracea::column

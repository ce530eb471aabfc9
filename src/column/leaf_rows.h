#pragma once

#include <cstdint>
#include <memory>

#include "base/arena.h"
#include "encoding/decoder.h"
#include "taracea/buffer.h"

namespace taracea::column {

/// In which form a leaf's dense values are wanted.
enum class ValueForm : uint8_t {
  kFixed,      ///< The physical type's own bytes (BOOLEAN: one byte a value).
  kOffsets32,  ///< BYTE_ARRAY with 32-bit offsets.
  kOffsets64,
  kIndices,  ///< Dictionary indices; only where every page of the rows is dictionary-encoded.
};

/// Some whole rows of one leaf column: levels and dense values.
/// Buffers have room for entry_count slots (offsets: + 1), so that values can be spaced out in place.
struct LeafRows {
  int64_t row_count = 0;
  int64_t entry_count = 0;
  int64_t value_count = 0;

  OwnedBuffer repetition_levels;  ///< uint16 x entry_count; empty for max_repetition_level 0.
  OwnedBuffer definition_levels;  ///< uint16 x entry_count; empty for max_definition_level 0 and for flat leaves.
  OwnedBuffer validity;           ///< Flat optional leaves (no repetition, max_definition_level 1): a bitmap.

  ValueForm form = ValueForm::kFixed;
  OwnedBuffer values;   ///< kFixed: values; kIndices: uint32; else the bytes of all values, joined.
  OwnedBuffer offsets;  ///< kOffsets*: value_count + 1 of them.
  std::shared_ptr<const encoding::Dictionary> dictionary;  ///< kIndices.

  const uint16_t* repetition() const noexcept {
    return repetition_levels.size() == 0 ? nullptr : repetition_levels.as<uint16_t>();
  }
  const uint16_t* definition() const noexcept {
    return definition_levels.size() == 0 ? nullptr : definition_levels.as<uint16_t>();
  }
};

}  // namespace taracea::column

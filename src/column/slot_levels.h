#pragma once

#include <cstdint>
#include <memory>

#include "base/arena.h"
#include "column/leaf_rows.h"
#include "schema/array_mapping.h"
#include "taracea/buffer.h"

namespace taracea::column {

/// Which slots a field has and which of them are valid, read from the levels of one leaf below it.
struct SlotValidity {
  int64_t count = 0;
  int64_t valid_count = 0;
  Buffer validity;  ///< Bitmap; empty when all slots are valid.
};

/// The innermost list around a field: entries that repeat deeper belong to a slot already counted, entries that are not
/// as deep as its elements have no slot at all. Structs between do not matter: a null struct has slots for its
/// children.
struct EnclosingList {
  uint16_t repetition_level = 0;
  uint16_t definition_level = 0;
};

/// Reads the slots of `field`.
Result<SlotValidity> ReadSlots(const schema::MappedField& field, EnclosingList around, const LeafRows& leaf,
                               const std::shared_ptr<Arena>& arena);

/// Where the lists of a list field begin: count + 1 offsets into the child, and the validity of the lists.
struct ListSlots {
  SlotValidity slots;
  OwnedBuffer offsets;  ///< int64
  int64_t element_count = 0;
};

/// Reads the lists of a list or map field; otherwise as ReadSlots.
Result<ListSlots> ReadLists(const schema::MappedField& field, EnclosingList around, const LeafRows& leaf,
                            const std::shared_ptr<Arena>& arena);

}  // namespace taracea::column

#include "column/record_shredder.h"

#include <string>
#include <utility>

#include "array/bitmap.h"
#include "base/try.h"

namespace taracea::column {
namespace {

using array::TypeId;
using schema::MappedField;

/// Level entries on their way down the tree: those with a slot still go deeper, the others have their final levels.
struct Entries {
  std::vector<uint16_t> repetition;
  std::vector<uint16_t> definition;
  std::vector<int64_t> slot;  ///< Of the array at hand; -1: ended at a null or an empty list above.

  size_t size() const noexcept { return slot.size(); }
  void Add(uint16_t r, uint16_t d, int64_t s) {
    repetition.push_back(r);
    definition.push_back(d);
    slot.push_back(s);
  }
};

Status NullInRequired(const MappedField& field) {
  return Status::InvalidArgument("field '" + field.field.name + "' holds a null, but its column is required");
}

/// The validity bits that speak for an array's slots; null when all are valid.
const std::byte* ValidityBits(const array::Array& array) {
  return array.null_count == 0 ? nullptr : array.validity.data();
}

bool IsFlat(const MappedField& field) {
  return field.kind == MappedField::Kind::kLeaf && field.slot_definition_level == 0 &&
         field.valid_definition_level <= 1;
}

Status Shred(const MappedField& field, const array::Array& array, Entries entries, int64_t rows,
             std::vector<ShreddedLeaf>* out);

/// Sets the levels of entries whose slot is null and ends them.
Status EndNulls(const MappedField& field, const array::Array& array, Entries* entries) {
  const bool nullable = field.valid_definition_level > field.slot_definition_level;
  const std::byte* bits = ValidityBits(array);
  const bool all_null = array.type.id == TypeId::kNull;
  for (size_t i = 0; i < entries->size(); ++i) {
    const int64_t slot = entries->slot[i];
    if (slot < 0) {
      continue;
    }
    if (all_null || (bits != nullptr && !array::GetBit(bits, array.offset + slot))) {
      if (!nullable) {
        return NullInRequired(field);
      }
      entries->definition[i] = static_cast<uint16_t>(field.valid_definition_level - 1);
      entries->slot[i] = -1;
    } else {
      entries->definition[i] = field.valid_definition_level;
    }
  }
  return {};
}

/// First element and length of a list's slot.
struct ListSpan {
  int64_t begin;
  int64_t length;
};

ListSpan SpanOf(const array::Array& array, int64_t slot) {
  const auto at = static_cast<size_t>(slot);
  switch (array.type.id) {
    case TypeId::kLargeList: {
      const auto offsets = array.Offsets<int64_t>();
      return {offsets[at], offsets[at + 1] - offsets[at]};
    }
    case TypeId::kFixedSizeList: return {(array.offset + slot) * array.type.list_size, array.type.list_size};
    case TypeId::kListView: {
      const int32_t* offsets = reinterpret_cast<const int32_t*>(array.buffers[0].data()) + array.offset;
      const int32_t* sizes = reinterpret_cast<const int32_t*>(array.buffers[1].data()) + array.offset;
      return {offsets[at], sizes[at]};
    }
    case TypeId::kLargeListView: {
      const int64_t* offsets = reinterpret_cast<const int64_t*>(array.buffers[0].data()) + array.offset;
      const int64_t* sizes = reinterpret_cast<const int64_t*>(array.buffers[1].data()) + array.offset;
      return {offsets[at], sizes[at]};
    }
    default: {
      const auto offsets = array.Offsets<int32_t>();
      return {offsets[at], offsets[at + 1] - offsets[at]};
    }
  }
}

Status ShredList(const MappedField& field, const array::Array& array, Entries entries, int64_t rows,
                 std::vector<ShreddedLeaf>* out) {
  TARACEA_TRY(EndNulls(field, array, &entries));
  Entries below;
  for (size_t i = 0; i < entries.size(); ++i) {
    if (entries.slot[i] < 0) {
      below.Add(entries.repetition[i], entries.definition[i], -1);
      continue;
    }
    const ListSpan span = SpanOf(array, entries.slot[i]);
    if (span.length == 0) {
      below.Add(entries.repetition[i], static_cast<uint16_t>(field.element_definition_level - 1), -1);
    }
    for (int64_t j = 0; j < span.length; ++j) {
      below.Add(j == 0 ? entries.repetition[i] : field.element_repetition_level, field.element_definition_level,
                span.begin + j);
    }
  }
  return Shred(field.children.front(), *array.children.front(), std::move(below), rows, out);
}

Status ShredStruct(const MappedField& field, const array::Array& array, Entries entries, int64_t rows,
                   std::vector<ShreddedLeaf>* out) {
  TARACEA_TRY(EndNulls(field, array, &entries));
  for (int64_t& slot : entries.slot) {
    slot += slot < 0 ? 0 : array.offset;  // A struct's offset applies to its children.
  }
  for (size_t i = 0; i < field.children.size(); ++i) {
    TARACEA_TRY(Shred(field.children[i], *array.children[i], entries, rows, out));
  }
  return {};
}

Status ShredLeaf(const MappedField& field, const array::Array& array, Entries entries, int64_t rows,
                 std::vector<ShreddedLeaf>* out) {
  ShreddedLeaf leaf;
  leaf.leaf = field.leaf;
  leaf.values = &array;
  leaf.row_count = rows;
  leaf.entry_count = static_cast<int64_t>(entries.size());
  for (const int64_t slot : entries.slot) {
    if (slot < 0) {
      continue;
    }
    if (!leaf.ranges.empty() && leaf.ranges.back().start + leaf.ranges.back().count == slot) {
      ++leaf.ranges.back().count;
    } else {
      leaf.ranges.push_back({slot, 1});
    }
  }
  TARACEA_TRY(EndNulls(field, array, &entries));
  leaf.repetition = std::move(entries.repetition);
  leaf.definition = std::move(entries.definition);
  out->push_back(std::move(leaf));
  return {};
}

Status Shred(const MappedField& field, const array::Array& array, Entries entries, int64_t rows,
             std::vector<ShreddedLeaf>* out) {
  switch (field.kind) {
    case MappedField::Kind::kLeaf: return ShredLeaf(field, array, std::move(entries), rows, out);
    case MappedField::Kind::kStruct: return ShredStruct(field, array, std::move(entries), rows, out);
    case MappedField::Kind::kList: return ShredList(field, array, std::move(entries), rows, out);
  }
  return Status::Internal("a mapped field of unknown kind");
}

}  // namespace

Status ShredField(const schema::MappedField& field, const array::Array& array, int64_t start, int64_t rows,
                  std::vector<ShreddedLeaf>* out) {
  if (IsFlat(field)) {
    if (field.valid_definition_level == 0 && array.Slice(start, rows).NullCount() > 0) {
      return NullInRequired(field);
    }
    ShreddedLeaf leaf;
    leaf.leaf = field.leaf;
    leaf.values = &array;
    leaf.ranges = {{start, rows}};
    leaf.row_count = leaf.entry_count = rows;
    out->push_back(std::move(leaf));
    return {};
  }
  Entries entries;
  entries.repetition.assign(static_cast<size_t>(rows), 0);
  entries.definition.assign(static_cast<size_t>(rows), 0);
  entries.slot.resize(static_cast<size_t>(rows));
  for (int64_t i = 0; i < rows; ++i) {
    entries.slot[static_cast<size_t>(i)] = start + i;
  }
  return Shred(field, array, std::move(entries), rows, out);
}

}  // namespace taracea::column

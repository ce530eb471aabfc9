#include "column/record_assembler.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "array/bitmap.h"
#include "base/checked_math.h"
#include "base/try.h"
#include "column/slot_levels.h"

namespace taracea::column {
namespace {

using array::TypeId;
using schema::MappedField;

/// What stays the same while a tree is put together.
struct Assembly {
  const Schema& schema;
  std::span<LeafRows* const> leaves;
  const LeafArrayOptions& options;
};

Result<array::Array> Assemble(const MappedField& field, EnclosingList around, const Assembly& assembly);

/// The leaf whose levels speak for `field`: the first below it.
const LeafRows& FirstLeaf(const MappedField& field, const Assembly& assembly) {
  const MappedField* at = &field;
  while (at->kind != MappedField::Kind::kLeaf) {
    at = &at->children.front();
  }
  return *assembly.leaves[static_cast<size_t>(at->leaf)];
}

Result<array::Array> AssembleChild(const MappedField& child, EnclosingList around, int64_t length,
                                   const Assembly& assembly) {
  TARACEA_TRY_ASSIGN(array::Array out, Assemble(child, around, assembly));
  if (out.length != length) {
    return Status::Corrupt("columns of one group disagree: field '" + child.field.name + "' has " +
                           std::to_string(out.length) + " slots, its parent " + std::to_string(length));
  }
  return out;
}

Result<array::Array> AssembleLeaf(const MappedField& field, EnclosingList around, const Assembly& assembly) {
  LeafRows& rows = *assembly.leaves[static_cast<size_t>(field.leaf)];
  LeafSlots slots;
  if (rows.repetition() == nullptr && rows.definition() == nullptr) {
    slots.count = rows.entry_count;
    if (rows.value_count < rows.entry_count) {
      TARACEA_TRY_ASSIGN(SlotValidity read, ReadSlots(field, {}, rows, assembly.options.arena));
      slots.validity = std::move(read.validity);
    }
  } else {
    TARACEA_TRY_ASSIGN(SlotValidity read, ReadSlots(field, around, rows, assembly.options.arena));
    if (read.valid_count != rows.value_count) {
      return Status::Corrupt("the levels of a column name " + std::to_string(read.valid_count) + " values, it has " +
                             std::to_string(rows.value_count));
    }
    slots.count = read.count;
    slots.validity = std::move(read.validity);
  }
  LeafRows values;
  values.row_count = rows.row_count;
  values.entry_count = rows.entry_count;
  values.value_count = rows.value_count;
  values.form = rows.form;
  values.values = std::move(rows.values);
  values.offsets = std::move(rows.offsets);
  values.dictionary = rows.dictionary;
  Result<array::Array> made =
      MakeLeafArray(assembly.schema.leaf(field.leaf), field.field.type, std::move(values), slots, assembly.options);
  if (!made.ok()) {
    Place place;
    place.column = assembly.schema.PathString(assembly.schema.leaf_node_index(field.leaf));
    return std::move(made).error().At(place);
  }
  return made;
}

Result<array::Array> AssembleStruct(const MappedField& field, EnclosingList around, const Assembly& assembly) {
  TARACEA_TRY_ASSIGN(SlotValidity slots, ReadSlots(field, around, FirstLeaf(field, assembly), assembly.options.arena));
  array::Array out;
  out.type = field.field.type;
  out.length = slots.count;
  out.null_count = slots.count - slots.valid_count;
  out.validity = std::move(slots.validity);
  out.children.reserve(field.children.size());
  for (const MappedField& child : field.children) {
    TARACEA_TRY_ASSIGN(array::Array part, AssembleChild(child, around, slots.count, assembly));
    out.children.push_back(std::make_shared<const array::Array>(std::move(part)));
  }
  return out;
}

Result<Buffer> NarrowOffsets(const OwnedBuffer& wide, const Assembly& assembly) {
  const size_t count = wide.size() / sizeof(int64_t);
  const int64_t* in = wide.as<int64_t>();
  if (in[count - 1] > std::numeric_limits<int32_t>::max()) {
    return Status::LimitExceeded("a batch holds more list elements than 32-bit offsets can: " +
                                 std::to_string(in[count - 1]) + "; ask for fewer batch_rows");
  }
  TARACEA_TRY_ASSIGN(OwnedBuffer out, assembly.options.arena->AllocateSized(count * sizeof(int32_t)));
  std::transform(in, in + count, out.as<int32_t>(), [](int64_t o) { return static_cast<int32_t>(o); });
  return std::move(out).Publish();
}

/// offsets[i] and sizes[i] for each list, in the width of the list view's type.
template <typename T>
Status SetListViewBuffers(const OwnedBuffer& wide, const Assembly& assembly, array::Array* out) {
  const int64_t* in = wide.as<int64_t>();
  const auto count = static_cast<size_t>(out->length);
  if (!std::in_range<T>(in[count])) {
    return Status::LimitExceeded("a batch holds more list elements than 32-bit offsets can; ask for fewer batch_rows");
  }
  TARACEA_TRY_ASSIGN(OwnedBuffer offsets, assembly.options.arena->AllocateSized(count * sizeof(T)));
  TARACEA_TRY_ASSIGN(OwnedBuffer sizes, assembly.options.arena->AllocateSized(count * sizeof(T)));
  for (size_t i = 0; i < count; ++i) {
    offsets.as<T>()[i] = static_cast<T>(in[i]);
    sizes.as<T>()[i] = static_cast<T>(in[i + 1] - in[i]);
  }
  out->buffers = {std::move(offsets).Publish(), std::move(sizes).Publish()};
  return {};
}

/// Bytes that a null slot takes at least, or the largest number.
int64_t NullSlotBytes(const array::Type& type) {
  constexpr int64_t kOther = 1;
  if (type.id == TypeId::kFixedSizeList) {
    const std::optional<int64_t> bytes = CheckedMul<int64_t>(type.list_size, NullSlotBytes(type.child(0).type));
    return bytes.value_or(std::numeric_limits<int64_t>::max());
  }
  if (type.id == TypeId::kStruct) {
    int64_t most = 0;
    for (size_t i = 0; i < type.child_count(); ++i) {
      most = std::max(most, NullSlotBytes(type.child(i).type));
    }
    return most;
  }
  return type.id == TypeId::kFixedSizeBinary ? array::ByteWidth(type) : kOther;
}

/// Null lists take memory that no byte of the file stands for, and that the arena does not hand out: the budget is
/// asked before it is taken.
Status CheckRoomForPadding(int64_t null_lists, const array::Type& type, const Assembly& assembly) {
  const std::shared_ptr<MemoryBudget>& budget = assembly.options.arena->budget();
  if (budget == nullptr || budget->limit_bytes() <= 0) {
    return {};
  }
  const std::optional<int64_t> bytes = CheckedMul(null_lists, NullSlotBytes(type));
  const int64_t most = budget->limit_bytes() + 1;
  const int64_t wanted = std::min(bytes.value_or(most), most);
  TARACEA_TRY(budget->Take(wanted));
  budget->Give(wanted);
  return {};
}

/// Arrow gives a null fixed-size list its slots all the same; Parquet stores none.
Result<array::Array> PadFixedSizeLists(array::Array elements, const ListSlots& lists, const array::Type& type,
                                       const Assembly& assembly) {
  const int64_t null_lists = lists.slots.count - lists.slots.valid_count;
  if (null_lists > 0) {
    TARACEA_TRY(CheckRoomForPadding(null_lists, type, assembly));
  }
  std::shared_ptr<const array::Array> nulls;
  const int64_t* offsets = lists.offsets.as<int64_t>();
  const std::byte* valid = lists.slots.validity.data();
  std::vector<std::shared_ptr<const array::Array>> parts;
  int64_t begin = 0;
  const auto keep_until = [&](int64_t end) {
    if (end > begin) {
      parts.push_back(std::make_shared<const array::Array>(elements.Slice(begin, end - begin)));
    }
    begin = end;
  };
  for (int64_t i = 0; i < lists.slots.count; ++i) {
    const bool is_valid = valid == nullptr || array::GetBit(valid, i);
    const int64_t size = offsets[i + 1] - offsets[i];
    if (is_valid && size != type.list_size) {
      return Status::InvalidArgument("a list of " + std::to_string(size) + " elements does not fit " + type.ToString());
    }
    if (!is_valid) {
      keep_until(offsets[i]);
      if (nulls == nullptr) {
        TARACEA_TRY_ASSIGN(array::Array made, array::MakeNulls(elements.type, type.list_size));
        nulls = std::make_shared<const array::Array>(std::move(made));
      }
      parts.push_back(nulls);
    }
  }
  if (parts.empty()) {
    return elements;
  }
  keep_until(elements.length);
  return array::Concatenate(parts);
}

Result<array::Array> AssembleList(const MappedField& field, EnclosingList around, const Assembly& assembly) {
  TARACEA_TRY_ASSIGN(ListSlots lists, ReadLists(field, around, FirstLeaf(field, assembly), assembly.options.arena));
  array::Array out;
  out.type = field.field.type;
  out.length = lists.slots.count;
  out.null_count = lists.slots.count - lists.slots.valid_count;
  out.validity = lists.slots.validity;
  TARACEA_TRY_ASSIGN(
      array::Array elements,
      AssembleChild(field.children.front(), {field.element_repetition_level, field.element_definition_level},
                    lists.element_count, assembly));
  switch (out.type.id) {
    case TypeId::kFixedSizeList: {
      TARACEA_TRY_ASSIGN(elements, PadFixedSizeLists(std::move(elements), lists, out.type, assembly));
      break;
    }
    case TypeId::kLargeList: out.buffers = {std::move(lists.offsets).Publish()}; break;
    case TypeId::kListView: TARACEA_TRY(SetListViewBuffers<int32_t>(lists.offsets, assembly, &out)); break;
    case TypeId::kLargeListView: TARACEA_TRY(SetListViewBuffers<int64_t>(lists.offsets, assembly, &out)); break;
    default: {
      TARACEA_TRY_ASSIGN(Buffer offsets, NarrowOffsets(lists.offsets, assembly));
      out.buffers = {std::move(offsets)};
      break;
    }
  }
  out.children = {std::make_shared<const array::Array>(std::move(elements))};
  return out;
}

Result<array::Array> Assemble(const MappedField& field, EnclosingList around, const Assembly& assembly) {
  switch (field.kind) {
    case MappedField::Kind::kLeaf: return AssembleLeaf(field, around, assembly);
    case MappedField::Kind::kStruct: return AssembleStruct(field, around, assembly);
    case MappedField::Kind::kList: return AssembleList(field, around, assembly);
  }
  return Status::Internal("a mapped field of unknown kind");
}

}  // namespace

Result<array::Array> AssembleField(const schema::MappedField& field, const Schema& schema,
                                   std::span<LeafRows* const> leaves, const LeafArrayOptions& options) {
  return Assemble(field, {}, {schema, leaves, options});
}

}  // namespace taracea::column

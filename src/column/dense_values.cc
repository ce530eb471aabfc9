#include "column/dense_values.h"

#include <algorithm>
#include <string>

#include "array/bitmap.h"
#include "base/bytes.h"
#include "base/try.h"
#include "column/physical_conversion.h"
#include "column/value_conversion.h"
#include "kernels/kernels.h"

namespace taracea::column {
namespace {

using array::TypeId;

const std::byte* ValidityBits(const array::Array& array) {
  return array.null_count == 0 || !array.validity ? nullptr : array.validity.data();
}

int64_t SlotCount(const ShreddedLeaf& leaf) {
  int64_t count = 0;
  for (const SlotRange& range : leaf.ranges) {
    count += range.count;
  }
  return count;
}

int PhysicalWidth(const SchemaNode& node) {
  return *node.physical_type == PhysicalType::kFixedLenByteArray ? node.type_length
                                                                 : FixedWidthBytes(*node.physical_type);
}

/// Whether the leaf's values are one piece of the array's memory.
bool IsOnePiece(const ShreddedLeaf& leaf) {
  return leaf.ranges.size() == 1 && ValidityBits(*leaf.values) == nullptr;
}

/// Calls fn(first, count) for each run of valid slots, counted in the array's memory.
template <typename Fn>
Status ForEachRun(const ShreddedLeaf& leaf, Fn fn) {
  const array::Array& array = *leaf.values;
  const std::byte* bits = ValidityBits(array);
  for (const SlotRange& range : leaf.ranges) {
    const int64_t first = array.offset + range.start;
    if (bits == nullptr) {
      TARACEA_TRY(fn(first, range.count));
      continue;
    }
    array::SetBitRuns runs(bits, first, range.count);
    for (array::BitRun run{}; runs.Next(&run);) {
      TARACEA_TRY(fn(first + run.start, run.count));
    }
  }
  return {};
}

}  // namespace

Status DenseValues::GatherFixed(const ShreddedLeaf& leaf, int width, int64_t* count) {
  const array::Array& array = *leaf.values;
  const std::byte* bits = ValidityBits(array);
  const std::byte* values = array.buffers[0].data();
  TARACEA_TRY(gathered_.Resize(static_cast<size_t>(SlotCount(leaf)) * static_cast<size_t>(width)));
  *count = 0;
  for (const SlotRange& range : leaf.ranges) {
    const int64_t first = array.offset + range.start;
    std::byte* out = gathered_.data() + *count * width;
    if (bits == nullptr) {
      CopyBytes(out, values + first * width, static_cast<size_t>(range.count) * static_cast<size_t>(width));
      *count += range.count;
    } else {
      *count += kernels::ActiveKernels().compact(values + first * width, width, bits, first, range.count, out);
    }
  }
  return {};
}

Status DenseValues::GatherBools(const ShreddedLeaf& leaf, int64_t* count) {
  TARACEA_TRY(gathered_.Resize(static_cast<size_t>(SlotCount(leaf))));
  *count = 0;
  return ForEachRun(leaf, [&](int64_t first, int64_t run) -> Status {
    kernels::ActiveKernels().unpack_bits(leaf.values->buffers[0].data(), first, run, gathered_.as<uint8_t>() + *count);
    *count += run;
    return {};
  });
}

Status DenseValues::MakeFixed(const SchemaNode& node, const ShreddedLeaf& leaf, encoding::Values* values) {
  const array::Array& array = *leaf.values;
  const int physical_width = PhysicalWidth(node);
  int64_t count = 0;
  if (array.type.id == TypeId::kBool) {
    if (*node.physical_type != PhysicalType::kBoolean) {
      return Status::Unsupported("writing bool to " + ToString(*node.physical_type));
    }
    TARACEA_TRY(GatherBools(leaf, &count));
    *values = encoding::Values::Fixed(gathered_.data(), 1, count, kSlackBytes);
    return {};
  }
  const int width = array::ByteWidth(array.type);
  const bool same = SameBytes(node, array.type);
  const bool one_piece = IsOnePiece(leaf);
  if (one_piece) {
    count = leaf.ranges.front().count;
  } else {
    TARACEA_TRY(GatherFixed(leaf, width, &count));
  }
  const std::byte* dense = gathered_.data();
  size_t slack = kSlackBytes;
  if (one_piece) {
    const int64_t first = array.offset + leaf.ranges.front().start;
    dense = array.buffers[0].data() + first * width;
    slack = 0;  // Memory of the caller's.
  }
  if (!same) {
    TARACEA_TRY(converted_.Resize(static_cast<size_t>(count) * static_cast<size_t>(physical_width)));
    TARACEA_TRY(ConvertToPhysical(array.type, node, dense, count, converted_.data()));
    dense = converted_.data();
    slack = kSlackBytes;
  }
  *values = encoding::Values::Fixed(dense, physical_width, count, slack);
  return {};
}

template <typename OffsetT>
Status DenseValues::MakeFromOffsets(const ShreddedLeaf& leaf, encoding::Values* values) {
  const array::Array& array = *leaf.values;
  const auto* offsets = reinterpret_cast<const OffsetT*>(array.buffers[0].data());
  const std::byte* data = array.buffers[1].data();
  if (IsOnePiece(leaf)) {
    const SlotRange range = leaf.ranges.front();
    const OffsetT* first = offsets + array.offset + range.start;
    if constexpr (sizeof(OffsetT) == sizeof(int32_t)) {
      *values = encoding::Values::Binary32(first, data, range.count);
    } else {
      *values = encoding::Values::Binary64(first, data, range.count);
    }
    return {};
  }
  // Null slots usually have no bytes: then the offsets of the others still join up, and nothing needs to be copied.
  offsets_.clear();
  offsets_.reserve(static_cast<size_t>(SlotCount(leaf)) + 1);
  bool joined = true;
  TARACEA_TRY(ForEachRun(leaf, [&](int64_t first, int64_t run) -> Status {
    if (offsets_.empty()) {
      offsets_.push_back(offsets[first]);
    }
    joined = joined && offsets_.back() == offsets[first];
    offsets_.insert(offsets_.end(), offsets + first + 1, offsets + first + run + 1);
    return {};
  }));
  if (!joined) {
    return MakeFromSpans(leaf, values);
  }
  if (offsets_.empty()) {
    offsets_.push_back(0);
  }
  *values = encoding::Values::Binary64(offsets_.data(), data, static_cast<int64_t>(offsets_.size()) - 1);
  return {};
}

Status DenseValues::MakeFromSpans(const ShreddedLeaf& leaf, encoding::Values* values) {
  const array::Array& array = *leaf.values;
  spans_.clear();
  spans_.reserve(static_cast<size_t>(SlotCount(leaf)));
  TARACEA_TRY(ForEachRun(leaf, [&](int64_t first, int64_t run) -> Status {
    for (int64_t i = first; i < first + run; ++i) {
      spans_.push_back(AsBytes(array.BinaryValue(i - array.offset)));
    }
    return {};
  }));
  *values = encoding::Values::Spans(spans_);
  return {};
}

Status DenseValues::MakeBinary(const SchemaNode& node, const ShreddedLeaf& leaf, encoding::Values* values) {
  if (*node.physical_type == PhysicalType::kFixedLenByteArray) {
    TARACEA_TRY(MakeFromSpans(leaf, values));
    TARACEA_TRY(gathered_.Resize(0));
    for (const ConstBytes value : spans_) {
      if (value.size() != static_cast<size_t>(node.type_length)) {
        return Status::InvalidArgument("column '" + node.name + "' holds values of " +
                                       std::to_string(node.type_length) + " bytes, found one of " +
                                       std::to_string(value.size()));
      }
      TARACEA_TRY(gathered_.Append(value));
    }
    *values =
        encoding::Values::Fixed(gathered_.data(), node.type_length, static_cast<int64_t>(spans_.size()), kSlackBytes);
    return {};
  }
  if (array::IsView(leaf.values->type.id)) {
    return MakeFromSpans(leaf, values);
  }
  return array::HasOffsets64(leaf.values->type.id) ? MakeFromOffsets<int64_t>(leaf, values)
                                                   : MakeFromOffsets<int32_t>(leaf, values);
}

Result<LeafInput> DenseValues::Make(const SchemaNode& node, const ShreddedLeaf& leaf) {
  if (gathered_.arena() == nullptr) {
    TARACEA_TRY_ASSIGN(gathered_, arena_->Allocate(0));
    TARACEA_TRY_ASSIGN(converted_, arena_->Allocate(0));
  }
  const array::Array& array = *leaf.values;
  LeafInput input;
  input.row_count = leaf.row_count;
  input.entry_count = leaf.entry_count;
  const bool has_levels = !leaf.definition.empty();
  if (node.max_repetition_level > 0) {
    input.repetition = leaf.repetition.data();
  }
  if (node.max_definition_level > 0 && has_levels) {
    input.definition = leaf.definition.data();
  }
  if (array.type.id == TypeId::kNull) {
    input.values = encoding::Values::Fixed(gathered_.data(), std::max(PhysicalWidth(node), 1), 0);
    if (!has_levels) {
      TARACEA_TRY(gathered_.Resize(static_cast<size_t>(array::BitmapBytes(leaf.entry_count))));
      array::FillBits(gathered_.data(), 0, leaf.entry_count, false);
      input.validity = gathered_.data();
    }
    return input;
  }
  if (!has_levels && node.max_definition_level > 0) {
    input.validity = ValidityBits(array);
    input.validity_offset = leaf.ranges.empty() ? 0 : array.offset + leaf.ranges.front().start;
  }
  if (array::IsBinaryLike(array.type.id)) {
    TARACEA_TRY(MakeBinary(node, leaf, &input.values));
  } else {
    if (*node.physical_type == PhysicalType::kByteArray) {
      return Status::Unsupported("writing " + array.type.ToString() + " to BYTE_ARRAY column '" + node.name + "'");
    }
    TARACEA_TRY(MakeFixed(node, leaf, &input.values));
  }
  return input;
}

}  // namespace taracea::column

#include <algorithm>
#include <string>

#include "array/array.h"
#include "array/bitmap.h"
#include "base/checked_math.h"
#include "base/try.h"
#include "base/utf8.h"

namespace taracea::array {
namespace {

std::string Number(int64_t value) {
  return std::to_string(value);
}

Status Fault(const Array& array, std::string what) {
  return Status::InvalidArgument(array.type.ToString() + " array: " + std::move(what));
}

Status ValidateAny(const Array& array, bool full);

Status ValidateChild(const Array& array, size_t i, bool full) {
  const Array* child = array.children[i].get();
  const Field& field = array.type.child(i);
  if (child == nullptr) {
    return Fault(array, "child " + field.name + " is absent");
  }
  if (!(child->type == field.type)) {
    return Fault(array, "child " + field.name + " has type " + child->type.ToString());
  }
  Status status = ValidateAny(*child, full);
  if (!status.ok()) {
    return Status::InvalidArgument("child " + field.name + ": " + status.message());
  }
  return status;
}

/// Checks that buffer `i` holds `count` items of `width_bytes` and is aligned to `alignment`.
Status CheckBuffer(const Array& array, size_t i, int64_t count, int64_t width_bytes, size_t alignment) {
  const auto needed = CheckedMul(count, width_bytes);
  const Buffer& buffer = array.buffers[i];
  if (!needed || std::cmp_less(buffer.size(), *needed)) {
    return Fault(array, "buffer " + std::to_string(i) + " must hold " + Number(count) + " items of " +
                            Number(width_bytes) + " bytes but has " + std::to_string(buffer.size()) + " bytes");
  }
  if (reinterpret_cast<uintptr_t>(buffer.data()) % alignment != 0) {
    return Fault(array, "buffer " + std::to_string(i) + " is not aligned to " + std::to_string(alignment) + " bytes");
  }
  return {};
}

Status CheckCounts(const Array& array, size_t buffer_count, size_t child_count) {
  if (array.buffers.size() != buffer_count) {
    return Fault(
        array, "expected " + std::to_string(buffer_count) + " buffers, found " + std::to_string(array.buffers.size()));
  }
  if (array.children.size() != child_count || array.type.child_count() != child_count) {
    return Fault(array, "expected " + std::to_string(child_count) + " children, found " +
                            std::to_string(array.children.size()) + " in the array and " +
                            std::to_string(array.type.child_count()) + " in its type");
  }
  return {};
}

int64_t End(const Array& array) noexcept {
  return array.offset + array.length;
}

template <typename Fn>
Status ForEachValid(const Array& array, Fn&& fn) {
  SetBitRuns runs(array.validity.data(), array.offset, array.length);
  BitRun run{};
  while (runs.Next(&run)) {
    for (int64_t i = run.start; i < run.start + run.count; ++i) {
      TARACEA_TRY(fn(i));
    }
  }
  return {};
}

/// Checks ends always and each offset when `full`; `size` is what the offsets point into.
template <typename OffsetT>
Status ValidateOffsets(const Array& array, int64_t size, bool full) {
  const auto count = CheckedAdd<int64_t>(End(array), 1);
  if (!count) {
    return Fault(array, "length is too large");
  }
  TARACEA_TRY(CheckBuffer(array, 0, *count, sizeof(OffsetT), sizeof(OffsetT)));
  const std::span<const OffsetT> offsets = array.Offsets<OffsetT>();
  if (offsets.front() < 0 || offsets.back() < offsets.front() || offsets.back() > size) {
    return Fault(array, "offsets must ascend within " + Number(size) + " but go from " + Number(offsets.front()) +
                            " to " + Number(offsets.back()));
  }
  if (full) {
    bool ascends = true;
    for (size_t i = 0; i + 1 < offsets.size(); ++i) {
      ascends &= offsets[i] <= offsets[i + 1];
    }
    if (!ascends) {
      const auto at = std::is_sorted_until(offsets.begin(), offsets.end());
      return Fault(array, "offset " + Number(at - offsets.begin()) + " is smaller than the one before it");
    }
  }
  return {};
}

Status CheckSlotUtf8(const Array& array, int64_t i) {
  const size_t at = FindInvalidUtf8(AsBytes(array.BinaryValue(i)));
  return at == kUtf8Valid ? Status()
                          : Fault(array, "slot " + Number(i) + " is not UTF-8 at byte " + std::to_string(at));
}

/// All slots' bytes at once: if they are UTF-8 as a whole and no slot begins inside a sequence, each slot is. Where
/// that fails, null slots may be to blame, so each valid slot is looked at.
template <typename OffsetT>
Status ValidateUtf8(const Array& array) {
  const std::span<const OffsetT> offsets = array.Offsets<OffsetT>();
  const ConstBytes data = array.buffers[1].bytes();
  const auto end = static_cast<size_t>(offsets.back());
  bool whole = IsValidUtf8(
      data.subspan(static_cast<size_t>(offsets.front()), static_cast<size_t>(offsets.back() - offsets.front())));
  for (size_t i = 0; whole && i < offsets.size(); ++i) {
    const auto at = static_cast<size_t>(offsets[i]);
    whole = at >= end || !IsUtf8Continuation(data[at]);
  }
  return whole ? Status() : ForEachValid(array, [&](int64_t i) { return CheckSlotUtf8(array, i); });
}

template <typename OffsetT>
Status ValidateBinary(const Array& array, bool full) {
  TARACEA_TRY(CheckCounts(array, 2, 0));
  const auto size = Narrow<int64_t>(array.buffers[1].size());
  if (!size) {
    return Fault(array, "data is too large");
  }
  TARACEA_TRY(ValidateOffsets<OffsetT>(array, *size, full));
  return full && IsUtf8(array.type.id) ? ValidateUtf8<OffsetT>(array) : Status();
}

Status CheckView(const Array& array, int64_t i) {
  const std::byte* view = array.buffers[0].data() + (array.offset + i) * kViewBytes;
  const auto length = Load<int32_t>(view);
  if (length < 0) {
    return Fault(array, "view " + Number(i) + " has length " + Number(length));
  }
  if (static_cast<size_t>(length) <= kInlineViewBytes) {
    return {};
  }
  const auto index = Load<int32_t>(view + 8);
  const auto offset = Load<int32_t>(view + 12);
  if (index < 0 || std::cmp_greater_equal(index, array.buffers.size() - 1)) {
    return Fault(array, "view " + Number(i) + " names data buffer " + Number(index) + " of " +
                            std::to_string(array.buffers.size() - 1));
  }
  const Buffer& data = array.buffers[static_cast<size_t>(index) + 1];
  if (!RangeFits(offset, length, static_cast<int64_t>(data.size()))) {
    return Fault(array, "view " + Number(i) + " covers " + Number(length) + " bytes from " + Number(offset) +
                            " of a data buffer of " + std::to_string(data.size()));
  }
  if (!std::equal(view + 4, view + 8, data.data() + offset)) {
    return Fault(array, "view " + Number(i) + " has a prefix other than its value's");
  }
  return {};
}

Status ValidateViews(const Array& array, bool full) {
  if (array.buffers.empty()) {
    return Fault(array, "expected at least one buffer, found none");
  }
  TARACEA_TRY(CheckCounts(array, array.buffers.size(), 0));
  TARACEA_TRY(CheckBuffer(array, 0, End(array), kViewBytes, 8));
  if (!full) {
    return {};
  }
  const bool is_utf8 = IsUtf8(array.type.id);
  return ForEachValid(array, [&](int64_t i) {
    TARACEA_TRY(CheckView(array, i));
    return is_utf8 ? CheckSlotUtf8(array, i) : Status();
  });
}

Status ValidateFixed(const Array& array) {
  TARACEA_TRY(CheckCounts(array, 1, 0));
  if (array.type.id == TypeId::kBool) {
    return CheckBuffer(array, 0, BitmapBytes(End(array)), 1, 1);
  }
  const int width = ByteWidth(array.type);
  if (width < 0) {
    return Fault(array, "byte width " + Number(width) + " is negative");
  }
  switch (array.type.id) {
    case TypeId::kFixedSizeBinary: return CheckBuffer(array, 0, End(array), width, 1);
    case TypeId::kIntervalDayTime: return CheckBuffer(array, 0, End(array), width, 4);
    default: return CheckBuffer(array, 0, End(array), width, static_cast<size_t>(std::min(width, 8)));
  }
}

template <typename OffsetT>
Status ValidateList(const Array& array, bool full) {
  TARACEA_TRY(CheckCounts(array, 1, 1));
  TARACEA_TRY(ValidateChild(array, 0, full));
  return ValidateOffsets<OffsetT>(array, array.children[0]->length, full);
}

template <typename OffsetT>
Status ValidateListView(const Array& array, bool full) {
  TARACEA_TRY(CheckCounts(array, 2, 1));
  TARACEA_TRY(ValidateChild(array, 0, full));
  TARACEA_TRY(CheckBuffer(array, 0, End(array), sizeof(OffsetT), sizeof(OffsetT)));
  TARACEA_TRY(CheckBuffer(array, 1, End(array), sizeof(OffsetT), sizeof(OffsetT)));
  if (!full) {
    return {};
  }
  const auto* offsets = reinterpret_cast<const OffsetT*>(array.buffers[0].data()) + array.offset;
  const auto* sizes = reinterpret_cast<const OffsetT*>(array.buffers[1].data()) + array.offset;
  return ForEachValid(array, [&](int64_t i) {
    return RangeFits(offsets[i], sizes[i], array.children[0]->length)
               ? Status()
               : Fault(array, "slot " + Number(i) + " covers " + Number(sizes[i]) + " elements from " +
                                  Number(offsets[i]) + " of " + Number(array.children[0]->length));
  });
}

Status ValidateFixedSizeList(const Array& array, bool full) {
  TARACEA_TRY(CheckCounts(array, 0, 1));
  TARACEA_TRY(ValidateChild(array, 0, full));
  const auto needed = CheckedMul<int64_t>(End(array), array.type.list_size);
  if (array.type.list_size < 0 || !needed || *needed > array.children[0]->length) {
    return Fault(array, "child has " + Number(array.children[0]->length) + " slots, too few for " + Number(End(array)) +
                            " lists of " + Number(array.type.list_size));
  }
  return {};
}

Status ValidateStruct(const Array& array, bool full) {
  TARACEA_TRY(CheckCounts(array, 0, array.type.child_count()));
  for (size_t i = 0; i < array.children.size(); ++i) {
    TARACEA_TRY(ValidateChild(array, i, full));
    if (array.children[i]->length < End(array)) {
      return Fault(array, "child " + array.type.child(i).name + " has " + Number(array.children[i]->length) +
                              " slots, fewer than " + Number(End(array)));
    }
  }
  return {};
}

Status ValidateMap(const Array& array, bool full) {
  if (array.type.child_count() != 1 || array.type.child(0).type.id != TypeId::kStruct ||
      array.type.child(0).type.child_count() != 2) {
    return Fault(array, "the child of a map must be a struct of key and value");
  }
  return ValidateList<int32_t>(array, full);
}

template <typename IndexT>
Status CheckIndices(const Array& array) {
  const std::span<const IndexT> indices = array.Values<IndexT>();
  const int64_t count = array.dictionary->length;
  return ForEachValid(array, [&](int64_t i) {
    const IndexT index = indices[static_cast<size_t>(i)];
    return std::cmp_greater_equal(index, 0) && std::cmp_less(index, count)
               ? Status()
               : Fault(array, "slot " + Number(i) + " names value " + std::to_string(index) + " of a dictionary of " +
                                  Number(count));
  });
}

Status ValidateDictionary(const Array& array, bool full) {
  if (array.type.child_count() != 1 || array.dictionary == nullptr || !array.children.empty() ||
      array.buffers.size() != 1) {
    return Fault(array, "expected one buffer of indices and a dictionary");
  }
  if (!(array.dictionary->type == array.type.child(0).type)) {
    return Fault(array, "dictionary has type " + array.dictionary->type.ToString());
  }
  if (array.type.index_type < TypeId::kInt8 || array.type.index_type > TypeId::kUint64) {
    return Fault(array, "indices must be integers");
  }
  const int width = ByteWidth(array.type.index_type);
  TARACEA_TRY(CheckBuffer(array, 0, End(array), width, static_cast<size_t>(width)));
  const Status status = ValidateAny(*array.dictionary, full);
  if (!status.ok()) {
    return Status::InvalidArgument("dictionary: " + status.message());
  }
  if (!full) {
    return {};
  }
  switch (array.type.index_type) {
    case TypeId::kInt8: return CheckIndices<int8_t>(array);
    case TypeId::kInt16: return CheckIndices<int16_t>(array);
    case TypeId::kInt32: return CheckIndices<int32_t>(array);
    case TypeId::kInt64: return CheckIndices<int64_t>(array);
    case TypeId::kUint8: return CheckIndices<uint8_t>(array);
    case TypeId::kUint16: return CheckIndices<uint16_t>(array);
    case TypeId::kUint32: return CheckIndices<uint32_t>(array);
    default: return CheckIndices<uint64_t>(array);
  }
}

template <typename RunEndT>
Status CheckRunEnds(const Array& array, bool full) {
  const std::span<const RunEndT> ends = array.children[0]->Values<RunEndT>();
  if (End(array) > 0 && (ends.empty() || std::cmp_less(ends.back(), End(array)))) {
    return Fault(array, "runs end at " + (ends.empty() ? "0" : std::to_string(ends.back())) + ", before slot " +
                            Number(End(array)));
  }
  for (size_t i = 0; full && i < ends.size(); ++i) {
    if (ends[i] <= (i == 0 ? 0 : ends[i - 1])) {
      return Fault(array, "run end " + std::to_string(i) + " does not ascend");
    }
  }
  return {};
}

Status ValidateRunEnd(const Array& array, bool full) {
  TARACEA_TRY(CheckCounts(array, 0, 2));
  TARACEA_TRY(ValidateChild(array, 0, full));
  TARACEA_TRY(ValidateChild(array, 1, full));
  const Array& run_ends = *array.children[0];
  if (run_ends.NullCount() != 0 || run_ends.length > array.children[1]->length) {
    return Fault(array, "each of " + Number(run_ends.length) + " run ends must be set and have one of " +
                            Number(array.children[1]->length) + " values");
  }
  switch (run_ends.type.id) {
    case TypeId::kInt16: return CheckRunEnds<int16_t>(array, full);
    case TypeId::kInt32: return CheckRunEnds<int32_t>(array, full);
    case TypeId::kInt64: return CheckRunEnds<int64_t>(array, full);
    default: return Fault(array, "run ends must be int16, int32 or int64");
  }
}

Status CheckFrame(const Array& array) {
  if (array.length < 0 || array.offset < 0 || !CheckedAdd<int64_t>(array.length, array.offset)) {
    return Fault(array,
                 "length " + Number(array.length) + " and offset " + Number(array.offset) + " must be sizes of memory");
  }
  if (array.null_count < -1 || array.null_count > array.length) {
    return Fault(array, "null count " + Number(array.null_count) + " must be in [-1, " + Number(array.length) + "]");
  }
  if (!array.validity) {
    const bool must_be_none = array.type.id != TypeId::kNull && array.null_count > 0;
    return must_be_none ? Fault(array, "null count is " + Number(array.null_count) + " but there is no validity")
                        : Status();
  }
  if (array.type.id == TypeId::kNull || array.type.id == TypeId::kRunEndEncoded) {
    return Fault(array, "arrays of this type have no validity");
  }
  // Rounded up by hand: BitmapBytes may overflow for the largest ends.
  const int64_t needed = End(array) / 8 + (End(array) % 8 != 0 ? 1 : 0);
  if (std::cmp_less(array.validity.size(), needed)) {
    return Fault(array, "validity of " + Number(End(array)) + " slots needs " + Number(needed) + " bytes but has " +
                            std::to_string(array.validity.size()));
  }
  return {};
}

Status ValidateByType(const Array& array, bool full) {
  switch (array.type.id) {
    case TypeId::kNull: return CheckCounts(array, 0, 0);
    case TypeId::kUtf8:
    case TypeId::kBinary: return ValidateBinary<int32_t>(array, full);
    case TypeId::kLargeUtf8:
    case TypeId::kLargeBinary: return ValidateBinary<int64_t>(array, full);
    case TypeId::kUtf8View:
    case TypeId::kBinaryView: return ValidateViews(array, full);
    case TypeId::kList: return ValidateList<int32_t>(array, full);
    case TypeId::kLargeList: return ValidateList<int64_t>(array, full);
    case TypeId::kListView: return ValidateListView<int32_t>(array, full);
    case TypeId::kLargeListView: return ValidateListView<int64_t>(array, full);
    case TypeId::kFixedSizeList: return ValidateFixedSizeList(array, full);
    case TypeId::kStruct: return ValidateStruct(array, full);
    case TypeId::kMap: return ValidateMap(array, full);
    case TypeId::kDictionary: return ValidateDictionary(array, full);
    case TypeId::kRunEndEncoded: return ValidateRunEnd(array, full);
    default: return ValidateFixed(array);
  }
}

Status ValidateAny(const Array& array, bool full) {
  TARACEA_TRY(CheckFrame(array));
  TARACEA_TRY(ValidateByType(array, full));
  if (full && array.validity && array.null_count >= 0) {
    const int64_t nulls = array.length - CountSetBits(array.validity.data(), array.offset, array.length);
    if (nulls != array.null_count) {
      return Fault(array, "null count is " + Number(array.null_count) + " but validity holds " + Number(nulls));
    }
  }
  return {};
}

}  // namespace

Status Validate(const Array& array, bool full) {
  return ValidateAny(array, full);
}

}  // namespace taracea::array

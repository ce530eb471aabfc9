#include <algorithm>
#include <cstring>

#include "array/array.h"
#include "array/bitmap.h"
#include "array/indirection.h"

namespace taracea::array {
namespace {

/// `count` slots of an array from `start` on, the array's own offset excluded.
struct Range {
  const Array& array;
  int64_t start;

  int64_t slot() const noexcept { return array.offset + start; }
  Range From(int64_t delta) const noexcept { return {array, start + delta}; }
};

bool RangesEqual(Range a, Range b, int64_t count);

bool BytesEqual(const std::byte* a, const std::byte* b, int64_t size_bytes) noexcept {
  return size_bytes == 0 || std::memcmp(a, b, static_cast<size_t>(size_bytes)) == 0;
}

bool FixedEqual(Range a, Range b, int64_t count) noexcept {
  if (a.array.type.id == TypeId::kBool) {
    return BitsEqual(a.array.buffers[0].data(), a.slot(), b.array.buffers[0].data(), b.slot(), count);
  }
  const int width = ByteWidth(a.array.type);
  return BytesEqual(a.array.buffers[0].data() + a.slot() * width, b.array.buffers[0].data() + b.slot() * width,
                    count * width);
}

/// Whether `count` slots have the same lengths; then the elements of both lie in one range each.
template <typename OffsetT>
bool LengthsEqual(const OffsetT* a, const OffsetT* b, int64_t count) noexcept {
  bool equal = true;
  for (int64_t i = 0; i < count; ++i) {
    equal &= a[i + 1] - a[i] == b[i + 1] - b[i];
  }
  return equal;
}

template <typename OffsetT>
const OffsetT* OffsetsAt(Range range, size_t buffer = 0) noexcept {
  return reinterpret_cast<const OffsetT*>(range.array.buffers[buffer].data()) + range.slot();
}

template <typename OffsetT>
bool BinaryEqual(Range a, Range b, int64_t count) noexcept {
  const auto* a_offsets = OffsetsAt<OffsetT>(a);
  const auto* b_offsets = OffsetsAt<OffsetT>(b);
  return LengthsEqual(a_offsets, b_offsets, count) &&
         BytesEqual(a.array.buffers[1].data() + a_offsets[0], b.array.buffers[1].data() + b_offsets[0],
                    a_offsets[count] - a_offsets[0]);
}

bool ViewsEqual(Range a, Range b, int64_t count) noexcept {
  for (int64_t i = 0; i < count; ++i) {
    if (a.array.BinaryValue(a.start + i) != b.array.BinaryValue(b.start + i)) {
      return false;
    }
  }
  return true;
}

template <typename OffsetT>
bool ListsEqual(Range a, Range b, int64_t count) {
  const auto* a_offsets = OffsetsAt<OffsetT>(a);
  const auto* b_offsets = OffsetsAt<OffsetT>(b);
  return LengthsEqual(a_offsets, b_offsets, count) &&
         RangesEqual({*a.array.children[0], a_offsets[0]}, {*b.array.children[0], b_offsets[0]},
                     a_offsets[count] - a_offsets[0]);
}

template <typename OffsetT>
bool ListViewsEqual(Range a, Range b, int64_t count) {
  const auto* a_sizes = OffsetsAt<OffsetT>(a, 1);
  const auto* b_sizes = OffsetsAt<OffsetT>(b, 1);
  for (int64_t i = 0; i < count; ++i) {
    if (a_sizes[i] != b_sizes[i] || !RangesEqual({*a.array.children[0], OffsetsAt<OffsetT>(a)[i]},
                                                 {*b.array.children[0], OffsetsAt<OffsetT>(b)[i]}, a_sizes[i])) {
      return false;
    }
  }
  return true;
}

bool StructsEqual(Range a, Range b, int64_t count) {
  for (size_t i = 0; i < a.array.children.size(); ++i) {
    if (!RangesEqual({*a.array.children[i], a.slot()}, {*b.array.children[i], b.slot()}, count)) {
      return false;
    }
  }
  return true;
}

/// Compares slots that are all valid.
bool ValidEqual(Range a, Range b, int64_t count) {
  switch (a.array.type.id) {
    case TypeId::kUtf8:
    case TypeId::kBinary: return BinaryEqual<int32_t>(a, b, count);
    case TypeId::kLargeUtf8:
    case TypeId::kLargeBinary: return BinaryEqual<int64_t>(a, b, count);
    case TypeId::kUtf8View:
    case TypeId::kBinaryView: return ViewsEqual(a, b, count);
    case TypeId::kList:
    case TypeId::kMap: return ListsEqual<int32_t>(a, b, count);
    case TypeId::kLargeList: return ListsEqual<int64_t>(a, b, count);
    case TypeId::kListView: return ListViewsEqual<int32_t>(a, b, count);
    case TypeId::kLargeListView: return ListViewsEqual<int64_t>(a, b, count);
    case TypeId::kFixedSizeList: {
      const int64_t size = a.array.type.list_size;
      return RangesEqual({*a.array.children[0], a.slot() * size}, {*b.array.children[0], b.slot() * size},
                         count * size);
    }
    case TypeId::kStruct: return StructsEqual(a, b, count);
    default: return FixedEqual(a, b, count);
  }
}

bool RunsEqual(Range a, Range b, int64_t count) {
  while (count > 0) {
    const PhysicalRun a_run = FindRun(a.array, a.start);
    const PhysicalRun b_run = FindRun(b.array, b.start);
    if (!RangesEqual({*a.array.children[1], a_run.index}, {*b.array.children[1], b_run.index}, 1)) {
      return false;
    }
    const int64_t step = std::min({count, a_run.count, b_run.count});
    a.start += step;
    b.start += step;
    count -= step;
  }
  return true;
}

/// The value behind a dictionary slot; nothing when the slot or the value is null.
std::optional<int64_t> DictionaryValue(Range range) noexcept {
  if (!range.array.IsValid(range.start)) {
    return std::nullopt;
  }
  const int64_t index = DictionaryIndex(range.array, range.start);
  return range.array.dictionary->IsValid(index) ? std::optional(index) : std::nullopt;
}

bool DictionariesEqual(Range a, Range b, int64_t count) {
  const bool shared = a.array.dictionary == b.array.dictionary;
  for (int64_t i = 0; i < count; ++i) {
    const auto a_value = DictionaryValue(a.From(i));
    const auto b_value = DictionaryValue(b.From(i));
    if (a_value.has_value() != b_value.has_value()) {
      return false;
    }
    const bool same = !a_value || (shared && *a_value == *b_value) ||
                      RangesEqual({*a.array.dictionary, *a_value}, {*b.array.dictionary, *b_value}, 1);
    if (!same) {
      return false;
    }
  }
  return true;
}

bool ValidityEqual(Range a, Range b, int64_t count) noexcept {
  const Buffer& a_bits = a.array.validity;
  const Buffer& b_bits = b.array.validity;
  if (a_bits && b_bits) {
    return BitsEqual(a_bits.data(), a.slot(), b_bits.data(), b.slot(), count);
  }
  return a_bits ? CountSetBits(a_bits.data(), a.slot(), count) == count
                : CountSetBits(b_bits.data(), b.slot(), count) == count;
}

bool RangesEqual(Range a, Range b, int64_t count) {
  switch (a.array.type.id) {
    case TypeId::kNull: return true;
    case TypeId::kRunEndEncoded: return RunsEqual(a, b, count);
    case TypeId::kDictionary: return DictionariesEqual(a, b, count);
    default: break;
  }
  if (!a.array.validity && !b.array.validity) {
    return ValidEqual(a, b, count);
  }
  if (!ValidityEqual(a, b, count)) {
    return false;
  }
  const Range& mapped = a.array.validity ? a : b;
  SetBitRuns runs(mapped.array.validity.data(), mapped.slot(), count);
  BitRun run{};
  while (runs.Next(&run)) {
    if (!ValidEqual(a.From(run.start), b.From(run.start), run.count)) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool ValuesEqual(const Array& a, const Array& b) {
  return a.length == b.length && a.type == b.type && RangesEqual({a, 0}, {b, 0}, a.length);
}

}  // namespace taracea::array

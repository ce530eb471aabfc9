#include <algorithm>
#include <functional>
#include <limits>
#include <string>

#include "array/array.h"
#include "array/bitmap.h"
#include "array/indirection.h"
#include "base/arena.h"
#include "base/checked_math.h"
#include "base/try.h"

namespace taracea::array {
namespace {

using Parts = std::vector<Array>;

Result<Array> ConcatenateParts(const Type& type, const Parts& parts);

Result<OwnedBuffer> Allocate(int64_t count, int64_t width_bytes) {
  const auto size_bytes = CheckedMul(count, width_bytes);
  if (!size_bytes) {
    return Status::InvalidArgument("array of " + std::to_string(count) + " slots is too long");
  }
  return DefaultArena()->AllocateSized(static_cast<size_t>(*size_bytes));
}

Status DoesNotFit(const Type& type, int64_t size) {
  return Status::InvalidArgument(type.ToString() + " array cannot hold " + std::to_string(size) +
                                 " elements or bytes; use a type with wider offsets");
}

/// Joins the bit ranges of one buffer of all parts; an absent buffer counts as all set.
Result<Buffer> JoinBits(const Parts& parts, int64_t length, const std::function<const Buffer&(const Array&)>& bits_of) {
  TARACEA_TRY_ASSIGN(OwnedBuffer joined, Allocate(BitmapBytes(length), 1));
  if (joined.size() != 0) {
    joined.data()[joined.size() - 1] = std::byte{0};
  }
  int64_t at = 0;
  for (const Array& part : parts) {
    const Buffer& bits = bits_of(part);
    if (bits) {
      CopyBits(bits.data(), part.offset, part.length, joined.data(), at);
    } else {
      FillBits(joined.data(), at, part.length, true);
    }
    at += part.length;
  }
  return std::move(joined).Publish();
}

Status JoinValidity(const Parts& parts, Array& out) {
  out.null_count = 0;
  if (out.type.id == TypeId::kRunEndEncoded) {
    return {};
  }
  for (const Array& part : parts) {
    out.null_count += part.NullCount();
  }
  if (out.null_count != 0 && out.type.id != TypeId::kNull) {
    TARACEA_TRY_ASSIGN(out.validity,
                       JoinBits(parts, out.length, [](const Array& part) -> const Buffer& { return part.validity; }));
  }
  return {};
}

Status JoinFixed(const Parts& parts, int width, Array& out) {
  TARACEA_TRY_ASSIGN(OwnedBuffer joined, Allocate(out.length, width));
  std::byte* to = joined.data();
  for (const Array& part : parts) {
    const auto size_bytes = static_cast<size_t>(part.length * width);
    CopyBytes(to, part.buffers[0].data() + part.offset * width, size_bytes);
    to += size_bytes;
  }
  out.buffers.push_back(std::move(joined).Publish());
  return {};
}

Status JoinChild(const Parts& children, const Type& type, Array& out) {
  TARACEA_TRY_ASSIGN(Array child, ConcatenateParts(type, children));
  out.children.push_back(std::make_shared<const Array>(std::move(child)));
  return {};
}

/// Joins offsets, rebased to one another; returns what all parts cover together.
template <typename OffsetT>
Result<int64_t> JoinOffsets(const Parts& parts, Array& out) {
  TARACEA_TRY_ASSIGN(OwnedBuffer joined, Allocate(out.length + 1, sizeof(OffsetT)));
  auto* to = joined.as<OffsetT>();
  *to++ = 0;
  int64_t base = 0;
  for (const Array& part : parts) {
    const std::span<const OffsetT> offsets = part.Offsets<OffsetT>();
    const auto end = CheckedAdd<int64_t>(base, offsets.back() - offsets.front());
    if (!end || !Narrow<OffsetT>(*end)) {
      return DoesNotFit(out.type, base + (offsets.back() - offsets.front()));
    }
    const auto shift = static_cast<OffsetT>(base - offsets.front());
    for (size_t i = 1; i < offsets.size(); ++i) {
      *to++ = static_cast<OffsetT>(offsets[i] + shift);
    }
    base = *end;
  }
  out.buffers.push_back(std::move(joined).Publish());
  return base;
}

template <typename OffsetT>
Status JoinBinary(const Parts& parts, Array& out) {
  TARACEA_TRY_ASSIGN(const int64_t size_bytes, JoinOffsets<OffsetT>(parts, out));
  TARACEA_TRY_ASSIGN(OwnedBuffer joined, Allocate(size_bytes, 1));
  std::byte* to = joined.data();
  for (const Array& part : parts) {
    const std::span<const OffsetT> offsets = part.Offsets<OffsetT>();
    const auto part_bytes = static_cast<size_t>(offsets.back() - offsets.front());
    CopyBytes(to, part.buffers[1].data() + offsets.front(), part_bytes);
    to += part_bytes;
  }
  out.buffers.push_back(std::move(joined).Publish());
  return {};
}

template <typename OffsetT>
Status JoinList(const Parts& parts, Array& out) {
  TARACEA_TRY(JoinOffsets<OffsetT>(parts, out).status());
  Parts children;
  for (const Array& part : parts) {
    const std::span<const OffsetT> offsets = part.Offsets<OffsetT>();
    children.push_back(part.children[0]->Slice(offsets.front(), offsets.back() - offsets.front()));
  }
  return JoinChild(children, out.type.child(0).type, out);
}

/// The elements that the valid slots of a list view cover.
struct Extent {
  int64_t begin = std::numeric_limits<int64_t>::max();
  int64_t end = 0;
};

template <typename OffsetT>
Extent ListViewExtent(const Array& part, const OffsetT* offsets, const OffsetT* sizes) noexcept {
  Extent extent;
  for (int64_t i = 0; i < part.length; ++i) {
    if (part.IsValid(i) && sizes[i] > 0) {
      extent.begin = std::min<int64_t>(extent.begin, offsets[i]);
      extent.end = std::max<int64_t>(extent.end, static_cast<int64_t>(offsets[i]) + sizes[i]);
    }
  }
  extent.begin = std::min(extent.begin, extent.end);
  return extent;
}

template <typename OffsetT>
Status JoinListViews(const Parts& parts, Array& out) {
  TARACEA_TRY_ASSIGN(OwnedBuffer joined_offsets, Allocate(out.length, sizeof(OffsetT)));
  TARACEA_TRY_ASSIGN(OwnedBuffer joined_sizes, Allocate(out.length, sizeof(OffsetT)));
  auto* to_offset = joined_offsets.as<OffsetT>();
  auto* to_size = joined_sizes.as<OffsetT>();
  Parts children;
  int64_t base = 0;
  for (const Array& part : parts) {
    const auto* offsets = reinterpret_cast<const OffsetT*>(part.buffers[0].data()) + part.offset;
    const auto* sizes = reinterpret_cast<const OffsetT*>(part.buffers[1].data()) + part.offset;
    const Extent extent = ListViewExtent(part, offsets, sizes);
    if (!Narrow<OffsetT>(base + (extent.end - extent.begin))) {
      return DoesNotFit(out.type, base + (extent.end - extent.begin));
    }
    for (int64_t i = 0; i < part.length; ++i) {
      const bool holds = part.IsValid(i) && sizes[i] > 0;
      *to_offset++ = holds ? static_cast<OffsetT>(offsets[i] - extent.begin + base) : OffsetT{0};
      *to_size++ = holds ? sizes[i] : OffsetT{0};
    }
    children.push_back(part.children[0]->Slice(extent.begin, extent.end - extent.begin));
    base += extent.end - extent.begin;
  }
  out.buffers.push_back(std::move(joined_offsets).Publish());
  out.buffers.push_back(std::move(joined_sizes).Publish());
  return JoinChild(children, out.type.child(0).type, out);
}

bool SameDataBuffers(const Array& a, const Array& b) noexcept {
  return std::equal(a.buffers.begin() + 1, a.buffers.end(), b.buffers.begin() + 1, b.buffers.end(),
                    [](const Buffer& x, const Buffer& y) { return x.data() == y.data() && x.size() == y.size(); });
}

/// Views keep their data buffers, which are shared, not copied; only the numbers of the buffers change.
Status JoinViews(const Parts& parts, Array& out) {
  TARACEA_TRY_ASSIGN(OwnedBuffer joined, Allocate(out.length, kViewBytes));
  out.buffers.resize(1);
  std::byte* to = joined.data();
  const Array* last = nullptr;
  size_t base = 0;
  for (const Array& part : parts) {
    if (last == nullptr || !SameDataBuffers(*last, part)) {
      base = out.buffers.size() - 1;
      out.buffers.insert(out.buffers.end(), part.buffers.begin() + 1, part.buffers.end());
    }
    last = &part;
    if (!Narrow<int32_t>(out.buffers.size())) {
      return DoesNotFit(out.type, static_cast<int64_t>(out.buffers.size()));
    }
    const std::byte* from = part.buffers[0].data() + part.offset * kViewBytes;
    for (int64_t i = 0; i < part.length; ++i, from += kViewBytes, to += kViewBytes) {
      if (!part.IsValid(i)) {
        std::memset(to, 0, kViewBytes);
        continue;
      }
      std::memcpy(to, from, kViewBytes);
      if (static_cast<size_t>(Load<int32_t>(from)) > kInlineViewBytes) {
        Store(to + 8, static_cast<int32_t>(Load<int32_t>(from + 8) + static_cast<int32_t>(base)));
      }
    }
  }
  out.buffers[0] = std::move(joined).Publish();
  return {};
}

Status JoinFixedSizeLists(const Parts& parts, Array& out) {
  Parts children;
  const int64_t size = out.type.list_size;
  for (const Array& part : parts) {
    children.push_back(part.children[0]->Slice(part.offset * size, part.length * size));
  }
  return JoinChild(children, out.type.child(0).type, out);
}

Status JoinStructs(const Parts& parts, Array& out) {
  for (size_t i = 0; i < out.type.child_count(); ++i) {
    Parts children;
    for (const Array& part : parts) {
      children.push_back(part.children[i]->Slice(part.offset, part.length));
    }
    TARACEA_TRY(JoinChild(children, out.type.child(i).type, out));
  }
  return {};
}

template <typename IndexT>
Status ShiftIndices(const Parts& parts, const std::vector<int64_t>& bases, Array& out) {
  TARACEA_TRY_ASSIGN(OwnedBuffer joined, Allocate(out.length, sizeof(IndexT)));
  auto* to = joined.as<IndexT>();
  for (size_t p = 0; p < parts.size(); ++p) {
    const std::span<const IndexT> indices = parts[p].Values<IndexT>();
    for (size_t i = 0; i < indices.size(); ++i) {
      const bool is_valid = parts[p].IsValid(static_cast<int64_t>(i));
      *to++ = is_valid ? static_cast<IndexT>(indices[i] + static_cast<IndexT>(bases[p])) : IndexT{0};
    }
  }
  out.buffers.push_back(std::move(joined).Publish());
  return {};
}

Status ShiftIndicesByType(const Parts& parts, const std::vector<int64_t>& bases, Array& out) {
  switch (out.type.index_type) {
    case TypeId::kInt8: return ShiftIndices<int8_t>(parts, bases, out);
    case TypeId::kInt16: return ShiftIndices<int16_t>(parts, bases, out);
    case TypeId::kInt32: return ShiftIndices<int32_t>(parts, bases, out);
    case TypeId::kUint8: return ShiftIndices<uint8_t>(parts, bases, out);
    case TypeId::kUint16: return ShiftIndices<uint16_t>(parts, bases, out);
    case TypeId::kUint32: return ShiftIndices<uint32_t>(parts, bases, out);
    case TypeId::kInt64: return ShiftIndices<int64_t>(parts, bases, out);
    default: return ShiftIndices<uint64_t>(parts, bases, out);
  }
}

int64_t LargestIndex(TypeId index_type) noexcept {
  const int bits = ByteWidth(index_type) * 8;
  const bool is_unsigned = index_type >= TypeId::kUint8 && index_type <= TypeId::kUint32;
  return bits == 64 ? std::numeric_limits<int64_t>::max() : (int64_t{1} << (is_unsigned ? bits : bits - 1)) - 1;
}

/// Where all parts share a dictionary it stays; otherwise the dictionaries are joined one behind the other, each
/// distinct one once, and the indices shifted.
Status JoinDictionaries(const Parts& parts, Array& out) {
  std::vector<std::shared_ptr<const Array>> distinct;
  std::vector<int64_t> starts;
  std::vector<int64_t> bases;
  int64_t total = 0;
  for (const Array& part : parts) {
    size_t known = 0;
    while (known < distinct.size() && distinct[known] != part.dictionary &&
           !ValuesEqual(*distinct[known], *part.dictionary)) {
      ++known;
    }
    if (known == distinct.size()) {
      distinct.push_back(part.dictionary);
      starts.push_back(total);
      total += part.dictionary->length;
    }
    bases.push_back(starts[known]);
  }
  if (distinct.size() == 1) {
    out.dictionary = distinct.front();
    return JoinFixed(parts, ByteWidth(out.type.index_type), out);
  }
  if (out.type.ordered) {
    return Status::InvalidArgument("ordered dictionaries of different values cannot be joined");
  }
  if (total - 1 > LargestIndex(out.type.index_type)) {
    return Status::InvalidArgument("indices of type " + Type(out.type.index_type).ToString() + " cannot number " +
                                   std::to_string(total) + " dictionary values");
  }
  TARACEA_TRY_ASSIGN(Array joined, Concatenate(distinct));
  out.dictionary = std::make_shared<const Array>(std::move(joined));
  return ShiftIndicesByType(parts, bases, out);
}

template <typename RunEndT>
Status JoinRunEnds(const Parts& parts, Array& out) {
  if (!Narrow<RunEndT>(out.length)) {
    return DoesNotFit(out.type, out.length);
  }
  std::vector<RunEndT> ends;
  Parts values;
  int64_t base = 0;
  for (const Array& part : parts) {
    int64_t first = 0;
    int64_t run_count = 0;
    for (int64_t at = 0; at < part.length; ++run_count) {
      const PhysicalRun run = FindRun(part, at);
      first = run_count == 0 ? run.index : first;
      at += run.count;
      ends.push_back(static_cast<RunEndT>(base + at));
    }
    values.push_back(part.children[1]->Slice(first, run_count));
    base += part.length;
  }
  Array run_ends;
  run_ends.type = out.type.child(0).type;
  run_ends.length = static_cast<int64_t>(ends.size());
  run_ends.buffers.push_back(Buffer::CopyOf(BytesOf(ends.data(), ends.size())));
  out.children.push_back(std::make_shared<const Array>(std::move(run_ends)));
  return JoinChild(values, out.type.child(1).type, out);
}

Status JoinRuns(const Parts& parts, Array& out) {
  switch (out.type.child(0).type.id) {
    case TypeId::kInt16: return JoinRunEnds<int16_t>(parts, out);
    case TypeId::kInt32: return JoinRunEnds<int32_t>(parts, out);
    default: return JoinRunEnds<int64_t>(parts, out);
  }
}

Status JoinByType(const Parts& parts, Array& out) {
  switch (out.type.id) {
    case TypeId::kNull: return {};
    case TypeId::kBool: {
      TARACEA_TRY_ASSIGN(Buffer joined, JoinBits(parts, out.length,
                                                 [](const Array& part) -> const Buffer& { return part.buffers[0]; }));
      out.buffers.push_back(std::move(joined));
      return {};
    }
    case TypeId::kUtf8:
    case TypeId::kBinary: return JoinBinary<int32_t>(parts, out);
    case TypeId::kLargeUtf8:
    case TypeId::kLargeBinary: return JoinBinary<int64_t>(parts, out);
    case TypeId::kUtf8View:
    case TypeId::kBinaryView: return JoinViews(parts, out);
    case TypeId::kList:
    case TypeId::kMap: return JoinList<int32_t>(parts, out);
    case TypeId::kLargeList: return JoinList<int64_t>(parts, out);
    case TypeId::kListView: return JoinListViews<int32_t>(parts, out);
    case TypeId::kLargeListView: return JoinListViews<int64_t>(parts, out);
    case TypeId::kFixedSizeList: return JoinFixedSizeLists(parts, out);
    case TypeId::kStruct: return JoinStructs(parts, out);
    case TypeId::kDictionary: return JoinDictionaries(parts, out);
    case TypeId::kRunEndEncoded: return JoinRuns(parts, out);
    default: return JoinFixed(parts, ByteWidth(out.type), out);
  }
}

Result<Array> ConcatenateParts(const Type& type, const Parts& parts) {
  Array out;
  out.type = type;
  for (const Array& part : parts) {
    const auto sum = CheckedAdd(out.length, part.length);
    if (!sum) {
      return DoesNotFit(type, part.length);
    }
    out.length = *sum;
  }
  TARACEA_TRY(JoinValidity(parts, out));
  TARACEA_TRY(JoinByType(parts, out));
  return out;
}

}  // namespace

Result<Array> Concatenate(const std::vector<std::shared_ptr<const Array>>& parts) {
  if (parts.empty()) {
    return Status::InvalidArgument("expected at least one array to join, found none");
  }
  Parts all;
  for (const auto& part : parts) {
    if (!(part->type == parts.front()->type)) {
      return Status::InvalidArgument("arrays to join must have one type but have " + parts.front()->type.ToString() +
                                     " and " + part->type.ToString());
    }
    all.push_back(*part);
  }
  return ConcatenateParts(parts.front()->type, all);
}

}  // namespace taracea::array

#include "ipc/batch_encoder.h"

#include <algorithm>
#include <utility>

#include "array/bitmap.h"
#include "base/bytes.h"
#include "base/try.h"

namespace taracea::ipc {
namespace {

using array::Array;
using array::Type;
using array::TypeId;

class ColumnEncoder {
 public:
  ColumnEncoder(BodyCodec codec, const std::shared_ptr<Arena>& arena, EncodedBatch* out)
      : codec_(codec), arena_(arena), out_(*out) {}

  Status Append(const Array& array);

 private:
  Status AppendBuffer(Buffer buffer);
  Status AppendBits(const Buffer& bits, int64_t start, int64_t count);
  Status AppendSlots(const Array& array, size_t buffer, int width_bytes);
  Status AppendByType(const Array& array);
  Status AppendViews(const Array& array);
  template <typename OffsetT>
  Status AppendOffsets(const Array& array, OffsetT* first, OffsetT* last);
  template <typename OffsetT>
  Status AppendBinary(const Array& array);
  template <typename OffsetT>
  Status AppendList(const Array& array);
  template <typename RunEndT>
  Status AppendRuns(const Array& array);

  const BodyCodec codec_;
  const std::shared_ptr<Arena>& arena_;
  EncodedBatch& out_;
};

Status ColumnEncoder::AppendBuffer(Buffer buffer) {
  if (codec_ != BodyCodec::kNone && !buffer.empty()) {
    auto compressed = std::make_shared<std::vector<std::byte>>();
    TARACEA_TRY(CompressBody(codec_, buffer.bytes(), compressed.get()));
    const ConstBytes bytes(*compressed);
    buffer = Buffer(bytes, std::move(compressed));
  }
  const auto size = static_cast<int64_t>(buffer.size());
  out_.ranges.push_back({out_.body_length, size});
  out_.body_length += (size + 7) / 8 * 8;
  out_.pieces.push_back(std::move(buffer));
  return {};
}

Status ColumnEncoder::AppendBits(const Buffer& bits, int64_t start, int64_t count) {
  const auto size = static_cast<size_t>(array::BitmapBytes(count));
  if (start % 8 == 0) {
    return AppendBuffer(count == 0 ? Buffer() : bits.Slice(static_cast<size_t>(start / 8), size));
  }
  TARACEA_TRY_ASSIGN(OwnedBuffer shifted, arena_->AllocateSized(size));
  if (size != 0) {
    shifted.data()[size - 1] = std::byte{0};
    array::CopyBits(bits.data(), start, count, shifted.data(), 0);
  }
  return AppendBuffer(std::move(shifted).Publish());
}

Status ColumnEncoder::AppendSlots(const Array& array, size_t buffer, int width_bytes) {
  if (array.length == 0) {
    return AppendBuffer(Buffer());
  }
  const auto width = static_cast<size_t>(width_bytes);
  return AppendBuffer(array.buffers[buffer].Slice(static_cast<size_t>(array.offset) * width,
                                                  static_cast<size_t>(array.length) * width));
}

template <typename OffsetT>
Status ColumnEncoder::AppendOffsets(const Array& array, OffsetT* first, OffsetT* last) {
  static constexpr OffsetT kZero = 0;
  *first = *last = 0;
  if (array.length == 0) {
    return AppendBuffer(Buffer::Unowned(BytesOf(&kZero, 1)));
  }
  const std::span<const OffsetT> offsets = array.Offsets<OffsetT>();
  *first = offsets.front();
  *last = offsets.back();
  if (*first == 0) {
    return AppendSlots(Array{.type = array.type,
                             .length = array.length + 1,
                             .offset = array.offset,
                             .null_count = 0,
                             .validity = {},
                             .buffers = {array.buffers[0]},
                             .children = {},
                             .dictionary = nullptr},
                       0, sizeof(OffsetT));
  }
  TARACEA_TRY_ASSIGN(OwnedBuffer rebased, arena_->AllocateSized(offsets.size_bytes()));
  OffsetT* const to = rebased.as<OffsetT>();
  for (size_t i = 0; i < offsets.size(); ++i) {
    to[i] = static_cast<OffsetT>(offsets[i] - *first);
  }
  return AppendBuffer(std::move(rebased).Publish());
}

template <typename OffsetT>
Status ColumnEncoder::AppendBinary(const Array& array) {
  OffsetT first = 0;
  OffsetT last = 0;
  TARACEA_TRY(AppendOffsets(array, &first, &last));
  return AppendBuffer(
      first == last ? Buffer() : array.buffers[1].Slice(static_cast<size_t>(first), static_cast<size_t>(last - first)));
}

template <typename OffsetT>
Status ColumnEncoder::AppendList(const Array& array) {
  OffsetT first = 0;
  OffsetT last = 0;
  TARACEA_TRY(AppendOffsets(array, &first, &last));
  return Append(array.children[0]->Slice(first, last - first));
}

template <typename RunEndT>
Status ColumnEncoder::AppendRuns(const Array& array) {
  const std::span<const RunEndT> ends = array.children[0]->Values<RunEndT>();
  const auto begin = std::upper_bound(ends.begin(), ends.end(), array.offset);
  const auto last = std::lower_bound(begin, ends.end(), array.offset + array.length);
  const auto count = array.length == 0 ? size_t{0} : static_cast<size_t>(last - begin) + 1;
  const size_t start = static_cast<size_t>(begin - ends.begin());
  TARACEA_TRY_ASSIGN(OwnedBuffer rebased, arena_->AllocateSized(count * sizeof(RunEndT)));
  for (size_t i = 0; i < count; ++i) {
    const int64_t end = int64_t{ends[start + i]} - array.offset;
    rebased.as<RunEndT>()[i] = static_cast<RunEndT>(std::min(end, array.length));
  }
  out_.nodes.push_back({static_cast<int64_t>(count), 0});
  TARACEA_TRY(AppendBuffer(Buffer()));
  TARACEA_TRY(AppendBuffer(std::move(rebased).Publish()));
  return Append(array.children[1]->Slice(static_cast<int64_t>(count == 0 ? 0 : start), static_cast<int64_t>(count)));
}

Status ColumnEncoder::AppendViews(const Array& array) {
  TARACEA_TRY(AppendSlots(array, 0, 16));
  out_.variadic_counts.push_back(static_cast<int64_t>(array.buffers.size()) - 1);
  for (size_t i = 1; i < array.buffers.size(); ++i) {
    TARACEA_TRY(AppendBuffer(array.buffers[i]));
  }
  return {};
}

Status ColumnEncoder::AppendByType(const Array& array) {
  switch (array.type.id) {
    case TypeId::kBool: return AppendBits(array.buffers[0], array.offset, array.length);
    case TypeId::kUtf8:
    case TypeId::kBinary: return AppendBinary<int32_t>(array);
    case TypeId::kLargeUtf8:
    case TypeId::kLargeBinary: return AppendBinary<int64_t>(array);
    case TypeId::kUtf8View:
    case TypeId::kBinaryView: return AppendViews(array);
    case TypeId::kList:
    case TypeId::kMap: return AppendList<int32_t>(array);
    case TypeId::kLargeList: return AppendList<int64_t>(array);
    case TypeId::kListView:
    case TypeId::kLargeListView: {
      const int width = array.type.id == TypeId::kListView ? 4 : 8;
      TARACEA_TRY(AppendSlots(array, 0, width));
      TARACEA_TRY(AppendSlots(array, 1, width));
      return Append(*array.children[0]);
    }
    case TypeId::kFixedSizeList:
      return Append(array.children[0]->Slice(array.offset * array.type.list_size, array.length * array.type.list_size));
    case TypeId::kStruct:
      for (const std::shared_ptr<const Array>& child : array.children) {
        TARACEA_TRY(Append(child->Slice(array.offset, array.length)));
      }
      return {};
    case TypeId::kDictionary: return AppendSlots(array, 0, array::ByteWidth(Type(array.type.index_type)));
    default: return AppendSlots(array, 0, array::ByteWidth(array.type));
  }
}

Status ColumnEncoder::Append(const Array& array) {
  if (array.type.id == TypeId::kNull) {
    out_.nodes.push_back({array.length, array.length});
    return {};
  }
  if (array.type.id == TypeId::kRunEndEncoded) {
    out_.nodes.push_back({array.length, 0});
    switch (array.type.child(0).type.id) {
      case TypeId::kInt16: return AppendRuns<int16_t>(array);
      case TypeId::kInt32: return AppendRuns<int32_t>(array);
      default: return AppendRuns<int64_t>(array);
    }
  }
  const int64_t null_count = array.NullCount();
  out_.nodes.push_back({array.length, null_count});
  if (null_count == 0) {
    TARACEA_TRY(AppendBuffer(Buffer()));
  } else {
    TARACEA_TRY(AppendBits(array.validity, array.offset, array.length));
  }
  return AppendByType(array);
}

}  // namespace

Result<EncodedBatch> EncodeColumns(const std::vector<std::shared_ptr<const Array>>& columns, int64_t length,
                                   BodyCodec codec, const std::shared_ptr<Arena>& arena) {
  EncodedBatch out;
  out.length = length;
  ColumnEncoder encoder(codec, arena, &out);
  for (const std::shared_ptr<const Array>& column : columns) {
    TARACEA_TRY(encoder.Append(*column));
  }
  return out;
}

}  // namespace taracea::ipc

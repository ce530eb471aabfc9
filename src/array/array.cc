#include "array/array.h"

#include "array/bitmap.h"

namespace taracea::array {
namespace {

template <typename OffsetT>
std::string_view BinaryValueByOffsets(const Array& array, int64_t slot) noexcept {
  const auto* offsets = reinterpret_cast<const OffsetT*>(array.buffers[0].data()) + slot;
  const auto* data = reinterpret_cast<const char*>(array.buffers[1].data());
  return {data + offsets[0], static_cast<size_t>(offsets[1] - offsets[0])};
}

std::string_view BinaryValueByView(const Array& array, int64_t slot) noexcept {
  const std::byte* view = array.buffers[0].data() + slot * kViewBytes;
  const auto length = static_cast<size_t>(Load<int32_t>(view));
  if (length <= kInlineViewBytes) {
    return {reinterpret_cast<const char*>(view + 4), length};
  }
  const auto buffer = static_cast<size_t>(Load<int32_t>(view + 8));
  return {reinterpret_cast<const char*>(array.buffers[1 + buffer].data()) + Load<int32_t>(view + 12), length};
}

}  // namespace

Array Array::Slice(int64_t start, int64_t count) const {
  Array slice = *this;
  slice.offset += start;
  slice.length = count;
  if (null_count == length) {
    slice.null_count = count;
  } else if (null_count != 0 && count != length) {
    slice.null_count = -1;
  }
  return slice;
}

int64_t Array::NullCount() const {
  if (type.id == TypeId::kNull) {
    return length;
  }
  if (null_count >= 0) {
    return null_count;
  }
  return validity ? length - CountSetBits(validity.data(), offset, length) : 0;
}

bool Array::IsValid(int64_t i) const noexcept {
  if (type.id == TypeId::kNull) {
    return false;
  }
  return !validity || GetBit(validity.data(), offset + i);
}

std::string_view Array::BinaryValue(int64_t i) const noexcept {
  const int64_t slot = offset + i;
  if (IsView(type.id)) {
    return BinaryValueByView(*this, slot);
  }
  return HasOffsets64(type.id) ? BinaryValueByOffsets<int64_t>(*this, slot)
                               : BinaryValueByOffsets<int32_t>(*this, slot);
}

RecordBatch RecordBatch::Slice(int64_t start, int64_t count) const {
  RecordBatch slice = *this;
  slice.length = count;
  for (auto& column : slice.columns) {
    column = std::make_shared<const Array>(column->Slice(start, count));
  }
  return slice;
}

}  // namespace taracea::array

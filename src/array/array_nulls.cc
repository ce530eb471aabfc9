#include <limits>
#include <string>

#include "array/array.h"
#include "array/bitmap.h"
#include "base/arena.h"
#include "base/checked_math.h"
#include "base/try.h"

namespace taracea::array {
namespace {

Result<Buffer> Zeros(int64_t count, int64_t width_bytes) {
  const auto size_bytes = CheckedMul(count, width_bytes);
  if (!size_bytes) {
    return Status::InvalidArgument("array of " + std::to_string(count) + " slots is too long");
  }
  TARACEA_TRY_ASSIGN(OwnedBuffer zeros, DefaultArena()->AllocateSized(static_cast<size_t>(*size_bytes)));
  std::memset(zeros.data(), 0, zeros.size());
  return std::move(zeros).Publish();
}

Status AddZeros(Array& array, int64_t count, int64_t width_bytes) {
  TARACEA_TRY_ASSIGN(Buffer zeros, Zeros(count, width_bytes));
  array.buffers.push_back(std::move(zeros));
  return {};
}

Status AddChild(Array& array, size_t i, int64_t length) {
  TARACEA_TRY_ASSIGN(Array child, MakeNulls(array.type.child(i).type, length));
  array.children.push_back(std::make_shared<const Array>(std::move(child)));
  return {};
}

Status FillRunEnd(Array& array) {
  const Type& end_type = array.type.child(0).type;
  const int width = ByteWidth(end_type);
  const int64_t most = width == 2   ? std::numeric_limits<int16_t>::max()
                       : width == 4 ? std::numeric_limits<int32_t>::max()
                                    : std::numeric_limits<int64_t>::max();
  if (array.length > most) {
    return Status::InvalidArgument("run ends of type " + end_type.ToString() + " cannot hold length " +
                                   std::to_string(array.length));
  }
  Array run_ends;
  run_ends.type = end_type;
  run_ends.length = array.length > 0 ? 1 : 0;
  run_ends.buffers.push_back(Buffer::CopyOf(
      BytesOf(reinterpret_cast<const std::byte*>(&array.length), static_cast<size_t>(width * run_ends.length))));
  array.null_count = 0;
  array.children.push_back(std::make_shared<const Array>(std::move(run_ends)));
  return AddChild(array, 1, array.length > 0 ? 1 : 0);
}

Status FillFixedSizeList(Array& array) {
  const auto child_length = CheckedMul<int64_t>(array.length, array.type.list_size);
  if (!child_length) {
    return Status::InvalidArgument("array of " + std::to_string(array.length) + " lists is too long");
  }
  return AddChild(array, 0, *child_length);
}

Status FillBinary(Array& array, int64_t offset_bytes) {
  TARACEA_TRY(AddZeros(array, array.length + 1, offset_bytes));
  array.buffers.emplace_back();
  return {};
}

Status FillList(Array& array, int64_t offset_bytes) {
  TARACEA_TRY(AddZeros(array, array.length + 1, offset_bytes));
  return AddChild(array, 0, 0);
}

Status FillListView(Array& array, int64_t offset_bytes) {
  TARACEA_TRY(AddZeros(array, array.length, offset_bytes));
  TARACEA_TRY(AddZeros(array, array.length, offset_bytes));
  return AddChild(array, 0, 0);
}

Status FillByType(Array& array) {
  switch (array.type.id) {
    case TypeId::kNull: return {};
    case TypeId::kBool: return AddZeros(array, BitmapBytes(array.length), 1);
    case TypeId::kUtf8:
    case TypeId::kBinary: return FillBinary(array, 4);
    case TypeId::kLargeUtf8:
    case TypeId::kLargeBinary: return FillBinary(array, 8);
    case TypeId::kUtf8View:
    case TypeId::kBinaryView: return AddZeros(array, array.length, kViewBytes);
    case TypeId::kList:
    case TypeId::kMap: return FillList(array, 4);
    case TypeId::kLargeList: return FillList(array, 8);
    case TypeId::kListView: return FillListView(array, 4);
    case TypeId::kLargeListView: return FillListView(array, 8);
    case TypeId::kFixedSizeList: return FillFixedSizeList(array);
    case TypeId::kStruct:
      for (size_t i = 0; i < array.type.child_count(); ++i) {
        TARACEA_TRY(AddChild(array, i, array.length));
      }
      return {};
    case TypeId::kDictionary: {
      TARACEA_TRY(AddZeros(array, array.length, ByteWidth(array.type.index_type)));
      TARACEA_TRY_ASSIGN(Array values, MakeNulls(array.type.child(0).type, 0));
      array.dictionary = std::make_shared<const Array>(std::move(values));
      return {};
    }
    case TypeId::kRunEndEncoded: return FillRunEnd(array);
    default: return AddZeros(array, array.length, ByteWidth(array.type));
  }
}

}  // namespace

Result<Array> MakeNulls(const Type& type, int64_t length) {
  // Offsets have one entry more than there are slots.
  if (length < 0 || length > std::numeric_limits<int64_t>::max() / 64) {
    return Status::InvalidArgument("array length " + std::to_string(length) + " is out of range");
  }
  Array array;
  array.type = type;
  array.length = length;
  array.null_count = length;
  if (type.id != TypeId::kNull && type.id != TypeId::kRunEndEncoded && length > 0) {
    TARACEA_TRY_ASSIGN(array.validity, Zeros(BitmapBytes(length), 1));
  }
  TARACEA_TRY(FillByType(array));
  return array;
}

}  // namespace taracea::array

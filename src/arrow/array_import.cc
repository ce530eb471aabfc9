#include "arrow/array_import.h"

#include <optional>
#include <string>
#include <utility>

#include "array/bitmap.h"
#include "arrow/owned_c_struct.h"
#include "base/bytes.h"
#include "base/checked_math.h"
#include "base/guard.h"
#include "base/try.h"

namespace taracea::arrow {
namespace {

using array::Array;
using array::Field;
using array::RecordBatch;
using array::Type;
using array::TypeId;

constexpr size_t kAlignmentBytes = 8;
alignas(64) constexpr std::byte kZeroOffset[64] = {};

/// Reads one tree of C structs; all buffers take part in the ownership of the whole tree.
class ArrayWalk {
 public:
  ArrayWalk(std::shared_ptr<const void> owner, std::shared_ptr<Arena> arena)
      : owner_(std::move(owner)), arena_(std::move(arena)) {}

  Result<Array> Read(const ArrowArray* from, const Type& type);

 private:
  Result<Buffer> TakeBuffer(const ArrowArray& from, int64_t i, int64_t count, int64_t width_bytes);
  Status TakeValidity(const ArrowArray& from, Array* out);
  template <typename OffsetT>
  Result<OffsetT> TakeOffsets(const ArrowArray& from, Array* out);
  template <typename OffsetT>
  Status TakeBinary(const ArrowArray& from, Array* out);
  Status TakeViews(const ArrowArray& from, Array* out);
  Status TakeValues(const ArrowArray& from, Array* out);
  Status TakeChildren(const ArrowArray& from, Array* out);

  std::shared_ptr<const void> owner_;
  std::shared_ptr<Arena> arena_;
};

Status Malformed(const std::string& what) {
  return Status::InvalidArgument("Arrow array: " + what);
}

bool IsOffsetless(TypeId id) {
  return id == TypeId::kNull || id == TypeId::kRunEndEncoded;
}

/// Buffers of a type in the C data interface, validity included; -1: three or more (views).
int64_t BufferCountOf(TypeId id) {
  if (array::IsView(id)) {
    return -1;
  }
  if (array::IsBinaryLike(id)) {
    return 3;
  }
  switch (id) {
    case TypeId::kNull:
    case TypeId::kRunEndEncoded: return 0;
    case TypeId::kStruct:
    case TypeId::kFixedSizeList: return 1;
    case TypeId::kListView:
    case TypeId::kLargeListView: return 3;
    default: return 2;
  }
}

Status CheckFrame(const ArrowArray* from, const Type& type) {
  if (from == nullptr || from->release == nullptr) {
    return Malformed(from == nullptr ? "a null pointer" : "already released");
  }
  if (from->length < 0 || from->offset < 0 || from->null_count < -1 || from->null_count > from->length ||
      !CheckedAdd(from->length, from->offset).has_value()) {
    return Malformed("length " + std::to_string(from->length) + ", offset " + std::to_string(from->offset) +
                     " and null count " + std::to_string(from->null_count) + " do not go together");
  }
  const int64_t buffers = BufferCountOf(type.id);
  // Older producers hand out one empty buffer for types without any.
  const bool count_fits =
      buffers < 0 ? from->n_buffers >= 3 : from->n_buffers == buffers || (buffers == 0 && from->n_buffers == 1);
  if (!count_fits) {
    return Malformed((buffers < 0 ? "3 or more" : std::to_string(buffers)) + " buffers for " + type.ToString() +
                     " expected, found " + std::to_string(from->n_buffers));
  }
  const auto children = type.id == TypeId::kDictionary ? int64_t{0} : static_cast<int64_t>(type.child_count());
  if (from->n_children != children) {
    return Malformed(std::to_string(children) + " children for " + type.ToString() + " expected, found " +
                     std::to_string(from->n_children));
  }
  if ((from->n_buffers > 0 && from->buffers == nullptr) || (children > 0 && from->children == nullptr)) {
    return Malformed("no array of pointers to its buffers or children");
  }
  if ((from->dictionary != nullptr) != (type.id == TypeId::kDictionary)) {
    return Malformed(from->dictionary == nullptr ? "no dictionary" : "a dictionary for " + type.ToString());
  }
  return {};
}

/// Buffer `i` as `count` items; copied when it does not lie on a multiple of 8.
Result<Buffer> ArrayWalk::TakeBuffer(const ArrowArray& from, int64_t i, int64_t count, int64_t width_bytes) {
  const std::optional<int64_t> size = CheckedMul(count, width_bytes);
  // No allocation exceeds half of the address space, so a larger one is no more than a number.
  if (!size.has_value() || *size > (int64_t{1} << 62)) {
    return Malformed("a buffer of " + std::to_string(count) + " times " + std::to_string(width_bytes) + " bytes");
  }
  const auto* data = static_cast<const std::byte*>(from.buffers[i]);
  if (*size == 0) {
    return Buffer();
  }
  if (data == nullptr) {
    return Malformed("buffer " + std::to_string(i) + " of " + std::to_string(*size) + " bytes is a null pointer");
  }
  const ConstBytes bytes(data, static_cast<size_t>(*size));
  if (reinterpret_cast<uintptr_t>(data) % kAlignmentBytes == 0) {
    return Buffer(bytes, owner_);
  }
  TARACEA_TRY_ASSIGN(OwnedBuffer aligned, arena_->AllocateSized(bytes.size()));
  CopyBytes(aligned.data(), bytes.data(), bytes.size());
  return std::move(aligned).Publish();
}

Status ArrayWalk::TakeValidity(const ArrowArray& from, Array* out) {
  if (from.null_count == 0 || out->length == 0) {
    out->null_count = 0;
    return {};
  }
  if (from.buffers[0] == nullptr) {
    out->null_count = 0;
    return from.null_count > 0 ? Malformed(std::to_string(from.null_count) + " nulls without a validity bitmap")
                               : Status();
  }
  const int64_t bits = out->offset + out->length;
  TARACEA_TRY_ASSIGN(out->validity, TakeBuffer(from, 0, bits / 8 + (bits % 8 != 0 ? 1 : 0), 1));
  // Readers size memory by the count, so it is never taken on trust.
  out->null_count = -1;
  out->null_count = out->NullCount();
  if (from.null_count >= 0 && from.null_count != out->null_count) {
    return Malformed("null count " + std::to_string(from.null_count) + ", but the validity bitmap has " +
                     std::to_string(out->null_count));
  }
  return {};
}

/// Takes offsets and hands out the last one.
template <typename OffsetT>
Result<OffsetT> ArrayWalk::TakeOffsets(const ArrowArray& from, Array* out) {
  if (out->length == 0) {
    // Producers may leave the buffer out; one zero stands for it wherever the offset points.
    out->offset = 0;
    out->buffers.push_back(Buffer::Unowned(ConstBytes(kZeroOffset).first(sizeof(OffsetT))));
    return OffsetT{0};
  }
  const std::optional<int64_t> count = CheckedAdd(out->offset + out->length, int64_t{1});
  if (!count.has_value()) {
    return Malformed("length " + std::to_string(out->length));
  }
  TARACEA_TRY_ASSIGN(Buffer offsets, TakeBuffer(from, 1, *count, sizeof(OffsetT)));
  const OffsetT last = offsets.as<OffsetT>().back();
  if (last < 0) {
    return Malformed("negative offset " + std::to_string(last));
  }
  out->buffers.push_back(std::move(offsets));
  return last;
}

template <typename OffsetT>
Status ArrayWalk::TakeBinary(const ArrowArray& from, Array* out) {
  TARACEA_TRY_ASSIGN(const OffsetT size, TakeOffsets<OffsetT>(from, out));
  TARACEA_TRY_ASSIGN(Buffer data, TakeBuffer(from, 2, size, 1));
  out->buffers.push_back(std::move(data));
  return {};
}

Status ArrayWalk::TakeViews(const ArrowArray& from, Array* out) {
  constexpr int64_t kViewBytes = 16;
  TARACEA_TRY_ASSIGN(Buffer views, TakeBuffer(from, 1, out->offset + out->length, kViewBytes));
  out->buffers.push_back(std::move(views));
  const int64_t data_count = from.n_buffers - 3;
  TARACEA_TRY_ASSIGN(const Buffer sizes, TakeBuffer(from, from.n_buffers - 1, data_count, sizeof(int64_t)));
  for (int64_t i = 0; i < data_count; ++i) {
    const int64_t size = sizes.as<int64_t>()[static_cast<size_t>(i)];
    if (size < 0) {
      return Malformed("data buffer " + std::to_string(i) + " of a view array has " + std::to_string(size) + " bytes");
    }
    TARACEA_TRY_ASSIGN(Buffer data, TakeBuffer(from, 2 + i, size, 1));
    out->buffers.push_back(std::move(data));
  }
  return {};
}

Status ArrayWalk::TakeValues(const ArrowArray& from, Array* out) {
  const TypeId id = out->type.id;
  const int64_t end = out->offset + out->length;
  switch (id) {
    case TypeId::kNull:
    case TypeId::kRunEndEncoded:
    case TypeId::kStruct:
    case TypeId::kFixedSizeList: return {};
    case TypeId::kUtf8:
    case TypeId::kBinary: return TakeBinary<int32_t>(from, out);
    case TypeId::kLargeUtf8:
    case TypeId::kLargeBinary: return TakeBinary<int64_t>(from, out);
    case TypeId::kUtf8View:
    case TypeId::kBinaryView: return TakeViews(from, out);
    case TypeId::kList:
    case TypeId::kMap: return TakeOffsets<int32_t>(from, out).status();
    case TypeId::kLargeList: return TakeOffsets<int64_t>(from, out).status();
    case TypeId::kListView:
    case TypeId::kLargeListView:
      for (int64_t i = 1; i <= 2; ++i) {
        TARACEA_TRY_ASSIGN(Buffer numbers, TakeBuffer(from, i, end, id == TypeId::kListView ? 4 : 8));
        out->buffers.push_back(std::move(numbers));
      }
      return {};
    default: break;
  }
  const int64_t width = array::ByteWidth(id == TypeId::kDictionary ? Type(out->type.index_type) : out->type);
  const bool is_bool = id == TypeId::kBool;
  TARACEA_TRY_ASSIGN(Buffer values,
                     TakeBuffer(from, 1, is_bool ? end / 8 + (end % 8 != 0 ? 1 : 0) : end, is_bool ? 1 : width));
  out->buffers.push_back(std::move(values));
  return {};
}

Status ArrayWalk::TakeChildren(const ArrowArray& from, Array* out) {
  if (out->type.id == TypeId::kDictionary) {
    TARACEA_TRY_ASSIGN(Array values, Read(from.dictionary, out->type.child(0).type));
    out->dictionary = std::make_shared<const Array>(std::move(values));
    return {};
  }
  for (size_t i = 0; i < out->type.child_count(); ++i) {
    const Field& field = out->type.child(i);
    Result<Array> child = Read(from.children[i], field.type);
    if (!child) {
      Status status = std::move(child).error();
      return Status(status.code(), "child '" + field.name + "': " + status.message());
    }
    out->children.push_back(std::make_shared<const Array>(*std::move(child)));
  }
  return {};
}

Result<Array> ArrayWalk::Read(const ArrowArray* from, const Type& type) {
  TARACEA_TRY(CheckFrame(from, type));
  Array out;
  out.type = type;
  out.length = from->length;
  out.offset = from->offset;
  if (type.id == TypeId::kNull) {
    out.null_count = out.length;
  } else if (!IsOffsetless(type.id)) {
    TARACEA_TRY(TakeValidity(*from, &out));
  }
  TARACEA_TRY(TakeValues(*from, &out));
  TARACEA_TRY(TakeChildren(*from, &out));
  return out;
}

Result<Array> ImportAndCheck(ArrowArray* from, const Field& field, const ImportOptions& options) {
  if (from == nullptr || from->release == nullptr) {
    return Malformed(from == nullptr ? "a null pointer" : "already released");
  }
  // If this allocation fails, `from` is still whole and its guard in the caller releases it.
  const auto owner = std::make_shared<Owned<ArrowArray>>(from);
  ArrayWalk walk(owner, options.arena == nullptr ? DefaultArena() : options.arena);
  TARACEA_TRY_ASSIGN(Array out, walk.Read(owner->get(), field.type));
  TARACEA_TRY(array::Validate(out, options.validate_values));
  return out;
}

}  // namespace

Result<Array> ImportArray(ArrowArray* from, const Field& field, const ImportOptions& options) {
  Owned<ArrowArray> guard(from);
  Result<Array> out = Guard([&] { return ImportAndCheck(guard.get(), field, options); });
  if (!out) {
    return std::move(out).error().At({.column = field.name});
  }
  return out;
}

Result<RecordBatch> ImportBatch(ArrowArray* from, const ImportedSchema& schema, const ImportOptions& options) {
  Owned<ArrowArray> guard(from);
  Field root;
  root.type = TypeId::kStruct;
  root.type.children = schema.fields;
  TARACEA_TRY_ASSIGN(const Array whole, ImportArray(guard.get(), root, options));
  if (whole.null_count != 0) {
    return Malformed("a record batch with " + std::to_string(whole.null_count) +
                     " null rows; only its columns may have nulls");
  }
  return Guard([&]() -> Result<RecordBatch> {
    RecordBatch batch;
    batch.fields = schema.fields;
    batch.metadata = schema.metadata;
    batch.length = whole.length;
    batch.columns.reserve(whole.children.size());
    for (const std::shared_ptr<const Array>& child : whole.children) {
      const bool is_whole = whole.offset == 0 && whole.length == child->length;
      batch.columns.push_back(is_whole ? child
                                       : std::make_shared<const Array>(child->Slice(whole.offset, whole.length)));
    }
    return batch;
  });
}

}  // namespace taracea::arrow

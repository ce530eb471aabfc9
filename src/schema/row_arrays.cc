#include "schema/row_arrays.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "array/bitmap.h"
#include "base/try.h"
#include "base/utf8.h"
#include "schema/array_mapping.h"

namespace taracea {
namespace schema {
namespace {

using array::Array;
using array::Field;
using array::Type;
using array::TypeId;
using Kind = RowField::Kind;

Type TypeOf(const RowField& field) {
  switch (field.kind) {
    case Kind::kBool: return TypeId::kBool;
    case Kind::kInt8: return TypeId::kInt8;
    case Kind::kInt16: return TypeId::kInt16;
    case Kind::kInt32: return TypeId::kInt32;
    case Kind::kInt64: return TypeId::kInt64;
    case Kind::kUint8: return TypeId::kUint8;
    case Kind::kUint16: return TypeId::kUint16;
    case Kind::kUint32: return TypeId::kUint32;
    case Kind::kUint64: return TypeId::kUint64;
    case Kind::kFloat: return TypeId::kFloat;
    case Kind::kDouble: return TypeId::kDouble;
    case Kind::kText: return TypeId::kUtf8;
    case Kind::kBinary: return TypeId::kBinary;
    case Kind::kList:
      return field.children.size() == 1 ? Type::List(ArrayFieldsOf(field.children)[0]) : Type(TypeId::kList);
    case Kind::kStruct: return Type::Struct(ArrayFieldsOf(field.children));
  }
  return TypeId::kNull;
}

/// A buffer that takes a vector over.
template <typename T>
Buffer Own(std::vector<T> values) {
  auto owner = std::make_shared<const std::vector<T>>(std::move(values));
  const ConstBytes bytes{reinterpret_cast<const std::byte*>(owner->data()), owner->size() * sizeof(T)};
  return Buffer(bytes, std::move(owner));
}

/// Packs one byte a slot into one bit a slot.
template <typename T>
Buffer Packed(const std::vector<T>& flags) {
  std::vector<std::byte> bits(static_cast<size_t>(array::BitmapBytes(static_cast<int64_t>(flags.size()))));
  for (size_t i = 0; i < flags.size(); ++i) {
    bits[i / 8] |= static_cast<std::byte>((flags[i] != T{} ? 1U : 0U) << (i % 8));
  }
  return Own(std::move(bits));
}

Status CheckText(const RowColumn& column, const std::string& path) {
  const ConstBytes bytes = AsBytes({column.bytes.data(), column.bytes.size()});
  size_t fault = FindInvalidUtf8(bytes);
  for (const int32_t offset : column.offsets) {
    const auto at = static_cast<size_t>(offset);
    if (at < fault && at < bytes.size() && IsUtf8Continuation(bytes[at])) {
      fault = at;
    }
  }
  if (fault == kUtf8Valid) {
    return {};
  }
  size_t slot = 0;
  while (static_cast<size_t>(column.offsets[slot + 1]) <= fault) {
    ++slot;
  }
  return Status::InvalidArgument("field " + path + ": text must be UTF-8; value " + std::to_string(slot) + " is not");
}

class ArrayMaker {
 public:
  Result<std::shared_ptr<const Array>> Make(const RowField& field, RowColumn column, const std::string& path) {
    TARACEA_TRY(Check(field, column, path));
    Array out;
    out.type = TypeOf(field);
    out.length = static_cast<int64_t>(column.length);
    if (field.nullable) {
      out.null_count = 0;
      for (const uint8_t valid : column.valid) {
        out.null_count += valid == 0 ? 1 : 0;
      }
      out.validity = out.null_count == 0 ? Buffer() : Packed(column.valid);
    }
    switch (field.kind) {
      case Kind::kBool: out.buffers.push_back(Packed(column.values)); break;
      case Kind::kText: TARACEA_TRY(CheckText(column, path)); [[fallthrough]];
      case Kind::kBinary:
        out.buffers.push_back(Own(std::move(column.offsets)));
        out.buffers.push_back(Own(std::move(column.bytes)));
        break;
      case Kind::kList: out.buffers.push_back(Own(std::move(column.offsets))); break;
      case Kind::kStruct: break;
      default: out.buffers.push_back(Own(std::move(column.values))); break;
    }
    for (size_t i = 0; i < field.children.size(); ++i) {
      const RowField& child = field.children[i];
      TARACEA_TRY_ASSIGN(std::shared_ptr<const Array> array,
                         Make(child, std::move(column.children[i]), path + "." + child.name));
      out.children.push_back(std::move(array));
    }
    return std::make_shared<const Array>(std::move(out));
  }

 private:
  /// Holds what the templates promise: whoever fills RowColumns by hand gets an error, not a crash.
  static Status Check(const RowField& field, const RowColumn& column, const std::string& path) {
    if (column.is_full) {
      return Status::InvalidArgument("field " + path + ": the rows hold more than 2^31 - 1 bytes or elements");
    }
    const bool has_offsets = field.kind == Kind::kText || field.kind == Kind::kBinary || field.kind == Kind::kList;
    const bool is_flat = !has_offsets && field.kind != Kind::kStruct;
    const size_t width = field.kind == Kind::kBool ? 1 : static_cast<size_t>(array::ByteWidth(TypeOf(field)));
    const bool fits =
        (!field.nullable || column.valid.size() == column.length) && (!has_offsets || OffsetsFit(field, column)) &&
        (!is_flat || column.values.size() == column.length * width) &&
        column.children.size() == field.children.size() && (field.kind != Kind::kStruct || ChildrenFit(column));
    return fits ? Status() : Status::InvalidArgument("field " + path + ": its column does not fit its description");
  }

  static bool OffsetsFit(const RowField& field, const RowColumn& column) {
    if (column.offsets.size() != column.length + 1 || column.offsets[0] != 0 ||
        (field.kind == Kind::kList && column.children.size() != 1)) {
      return false;
    }
    for (size_t i = 0; i < column.length; ++i) {
      if (column.offsets[i + 1] < column.offsets[i]) {
        return false;
      }
    }
    const size_t size = field.kind == Kind::kList ? column.children[0].length : column.bytes.size();
    return static_cast<size_t>(column.offsets.back()) == size;
  }

  static bool ChildrenFit(const RowColumn& column) {
    for (const RowColumn& child : column.children) {
      if (child.length != column.length) {
        return false;
      }
    }
    return true;
  }
};

}  // namespace

std::vector<Field> ArrayFieldsOf(std::span<const RowField> fields) {
  std::vector<Field> out;
  out.reserve(fields.size());
  for (const RowField& field : fields) {
    out.push_back({field.name, TypeOf(field), field.nullable, {}});
  }
  return out;
}

Result<array::RecordBatch> BatchFromRows(RowColumns rows) {
  if (rows.columns.size() != rows.fields.size()) {
    return Status::InvalidArgument("rows need a column a field; got " + std::to_string(rows.columns.size()) + " for " +
                                   std::to_string(rows.fields.size()));
  }
  array::RecordBatch batch;
  batch.fields = std::make_shared<const std::vector<Field>>(ArrayFieldsOf(rows.fields));
  batch.length = static_cast<int64_t>(rows.row_count);
  for (size_t i = 0; i < rows.fields.size(); ++i) {
    const RowField& field = rows.fields[i];
    if (rows.columns[i].length != rows.row_count) {
      return Status::InvalidArgument("field " + field.name + ": expected " + std::to_string(rows.row_count) +
                                     " slots, found " + std::to_string(rows.columns[i].length));
    }
    TARACEA_TRY_ASSIGN(std::shared_ptr<const Array> array,
                       ArrayMaker().Make(field, std::move(rows.columns[i]), field.name));
    batch.columns.push_back(std::move(array));
  }
  return batch;
}

}  // namespace schema

namespace {

bool IsColumnFull(const RowColumn& column) {
  return column.is_full || std::any_of(column.children.begin(), column.children.end(), IsColumnFull);
}

}  // namespace

bool IsFull(const RowColumns& rows) {
  return std::any_of(rows.columns.begin(), rows.columns.end(), IsColumnFull);
}

Result<Schema> SchemaForRows(std::span<const RowField> fields, std::string root_name) {
  return schema::SchemaForFields(schema::ArrayFieldsOf(fields), std::move(root_name));
}

}  // namespace taracea

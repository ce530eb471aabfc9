#include "taracea/batch.h"

#include <algorithm>
#include <utility>

#include "api/batch_streams.h"
#include "array/array.h"
#include "array/bitmap.h"
#include "array/take.h"
#include "arrow/array_export.h"
#include "arrow/array_import.h"
#include "arrow/schema_export.h"
#include "arrow/schema_import.h"
#include "base/guard.h"
#include "base/try.h"

namespace taracea {
namespace {

using array::TypeId;

/// Whether the slots of an array type are values of T.
template <typename T>
bool Holds(const array::Type& type) {
  const TypeId id = type.id;
  if constexpr (std::is_same_v<T, int8_t>) {
    return id == TypeId::kInt8;
  } else if constexpr (std::is_same_v<T, int16_t>) {
    return id == TypeId::kInt16;
  } else if constexpr (std::is_same_v<T, int32_t>) {
    return id == TypeId::kInt32 || id == TypeId::kDate32 || id == TypeId::kTime32 || id == TypeId::kDecimal32 ||
           id == TypeId::kIntervalMonths;
  } else if constexpr (std::is_same_v<T, int64_t>) {
    return id == TypeId::kInt64 || id == TypeId::kDate64 || id == TypeId::kTime64 || id == TypeId::kTimestamp ||
           id == TypeId::kDuration || id == TypeId::kDecimal64;
  } else if constexpr (std::is_same_v<T, uint8_t>) {
    return id == TypeId::kUint8;
  } else if constexpr (std::is_same_v<T, uint16_t>) {
    return id == TypeId::kUint16 || id == TypeId::kHalfFloat;
  } else if constexpr (std::is_same_v<T, uint32_t>) {
    return id == TypeId::kUint32;
  } else if constexpr (std::is_same_v<T, uint64_t>) {
    return id == TypeId::kUint64;
  } else if constexpr (std::is_same_v<T, float>) {
    return id == TypeId::kFloat;
  } else {
    return id == TypeId::kDouble;
  }
}

template <typename T>
const char* NameOf() {
  if constexpr (std::is_floating_point_v<T>) {
    return sizeof(T) == 4 ? "float" : "double";
  } else {
    constexpr const char* kSigned[] = {"", "int8_t", "int16_t", "", "int32_t", "", "", "", "int64_t"};
    constexpr const char* kUnsigned[] = {"", "uint8_t", "uint16_t", "", "uint32_t", "", "", "", "uint64_t"};
    return std::is_signed_v<T> ? kSigned[sizeof(T)] : kUnsigned[sizeof(T)];
  }
}

Validity ValidityOf(const array::Array& array) {
  const int64_t nulls = array.NullCount();
  const std::byte* bits = nulls == 0 || !array.validity ? nullptr : array.validity.data();
  return {bits, array.offset, array.length, nulls};
}

Status WrongType(std::string_view path, const array::Array& array, const std::string& asked) {
  return Status::InvalidArgument("column '" + std::string(path) + "' is " + array.type.ToString() + ", asked for as " +
                                 asked);
}

const std::vector<array::Field>& FieldsOf(const array::RecordBatch& batch) {
  static const std::vector<array::Field> kNone;
  return batch.fields != nullptr ? *batch.fields : kNone;
}

}  // namespace

namespace api {

Result<std::shared_ptr<const array::Array>> FindArray(const Batch& batch, std::string_view path) {
  if (const int column = batch.FindColumn(path); column >= 0) {
    return batch.internal()->columns[static_cast<size_t>(column)];
  }
  const std::string_view head = path.substr(0, path.find('.'));
  const int column = batch.FindColumn(head);
  std::string_view rest = head.size() < path.size() ? path.substr(head.size() + 1) : std::string_view();
  std::shared_ptr<const array::Array> at;
  if (column >= 0) {
    at = batch.internal()->columns[static_cast<size_t>(column)];
  }
  while (at != nullptr && !rest.empty()) {
    const std::string_view name = rest.substr(0, rest.find('.'));
    rest = name.size() < rest.size() ? rest.substr(name.size() + 1) : std::string_view();
    std::shared_ptr<const array::Array> child;
    for (size_t i = 0; at->type.id == TypeId::kStruct && i < at->type.child_count(); ++i) {
      if (at->type.child(i).name == name) {
        child = std::make_shared<const array::Array>(at->children[i]->Slice(at->offset, at->length));
        break;
      }
    }
    at = std::move(child);
  }
  if (at == nullptr) {
    std::string names;
    for (int i = 0; i < std::min(batch.num_columns(), 20); ++i) {
      names += (i == 0 ? "" : ", ") + std::string(batch.column_name(i));
    }
    return Status::InvalidArgument("there is no column '" + std::string(path) + "'; the batch has: " + names);
  }
  return at;
}

}  // namespace api

std::string_view ColumnStrings::operator[](int64_t i) const noexcept {
  const auto* array = static_cast<const array::Array*>(array_.get());
  if (!validity_.is_valid(i)) {
    return {};
  }
  if (array->type.id != TypeId::kDictionary) {
    return array->BinaryValue(i);
  }
  const int width = array::ByteWidth(array::Type(array->type.index_type));
  const std::byte* index = array->buffers[0].data() + (array->offset + i) * width;
  uint64_t at = 0;
  std::memcpy(&at, index, static_cast<size_t>(width));
  return array->dictionary->BinaryValue(static_cast<int64_t>(at));
}

Batch::Batch() : batch_(std::make_shared<const array::RecordBatch>()) {}

Result<Batch> Batch::FromArrow(ArrowArray* array, ArrowSchema* schema) {
  return Guard([&]() -> Result<Batch> {
    Result<arrow::ImportedSchema> imported = arrow::ImportTableSchema(schema);
    if (!imported.ok()) {
      if (array != nullptr && array->release != nullptr) {
        array->release(array);
      }
      return std::move(imported).error();
    }
    TARACEA_TRY_ASSIGN(array::RecordBatch batch, arrow::ImportBatch(array, *imported));
    return Batch(std::make_shared<const array::RecordBatch>(std::move(batch)));
  });
}

int64_t Batch::num_rows() const noexcept {
  return batch_->length;
}
int Batch::num_columns() const noexcept {
  return static_cast<int>(batch_->columns.size());
}
std::string_view Batch::column_name(int i) const noexcept {
  return FieldsOf(*batch_)[static_cast<size_t>(i)].name;
}
std::string Batch::column_type(int i) const {
  return FieldsOf(*batch_)[static_cast<size_t>(i)].type.ToString();
}

int Batch::FindColumn(std::string_view name) const noexcept {
  const std::vector<array::Field>& fields = FieldsOf(*batch_);
  const auto found =
      std::find_if(fields.begin(), fields.end(), [name](const array::Field& field) { return field.name == name; });
  return found == fields.end() ? -1 : static_cast<int>(found - fields.begin());
}

template <typename T>
Result<ColumnValues<T>> Batch::column(std::string_view path) const {
  TARACEA_TRY_ASSIGN(const std::shared_ptr<const array::Array> array, api::FindArray(*this, path));
  if (!Holds<T>(array->type)) {
    return WrongType(path, *array, NameOf<T>());
  }
  return ColumnValues<T>(array->Values<T>(), ValidityOf(*array));
}

template Result<ColumnValues<int8_t>> Batch::column(std::string_view) const;
template Result<ColumnValues<int16_t>> Batch::column(std::string_view) const;
template Result<ColumnValues<int32_t>> Batch::column(std::string_view) const;
template Result<ColumnValues<int64_t>> Batch::column(std::string_view) const;
template Result<ColumnValues<uint8_t>> Batch::column(std::string_view) const;
template Result<ColumnValues<uint16_t>> Batch::column(std::string_view) const;
template Result<ColumnValues<uint32_t>> Batch::column(std::string_view) const;
template Result<ColumnValues<uint64_t>> Batch::column(std::string_view) const;
template Result<ColumnValues<float>> Batch::column(std::string_view) const;
template Result<ColumnValues<double>> Batch::column(std::string_view) const;

Result<std::vector<uint8_t>> Batch::bools(std::string_view path) const {
  TARACEA_TRY_ASSIGN(const std::shared_ptr<const array::Array> array, api::FindArray(*this, path));
  if (array->type.id != TypeId::kBool) {
    return WrongType(path, *array, "bool");
  }
  std::vector<uint8_t> out(static_cast<size_t>(array->length));
  for (int64_t i = 0; i < array->length; ++i) {
    out[static_cast<size_t>(i)] = array::GetBit(array->buffers[0].data(), array->offset + i) ? 1 : 0;
  }
  return out;
}

Result<ColumnStrings> Batch::strings(std::string_view path) const {
  TARACEA_TRY_ASSIGN(const std::shared_ptr<const array::Array> array, api::FindArray(*this, path));
  const bool encoded = array->type.id == TypeId::kDictionary && array::IsBinaryLike(array->type.child(0).type.id);
  if (!encoded && !array::IsBinaryLike(array->type.id)) {
    return WrongType(path, *array, "strings");
  }
  return ColumnStrings(array, ValidityOf(*array));
}

Result<Validity> Batch::validity(std::string_view path) const {
  TARACEA_TRY_ASSIGN(const std::shared_ptr<const array::Array> array, api::FindArray(*this, path));
  return ValidityOf(*array);
}

Batch Batch::Slice(int64_t start, int64_t count) const {
  return Batch(std::make_shared<const array::RecordBatch>(batch_->Slice(start, count)));
}

Result<Batch> Batch::Filter(std::span<const uint8_t> mask) const {
  return Guard([&]() -> Result<Batch> {
    if (static_cast<int64_t>(mask.size()) != num_rows()) {
      return Status::InvalidArgument("a mask must have one byte a row, found " + std::to_string(mask.size()) +
                                     " bytes for " + std::to_string(num_rows()) + " rows");
    }
    std::vector<int64_t> rows;
    for (size_t i = 0; i < mask.size(); ++i) {
      if (mask[i] != 0) {
        rows.push_back(static_cast<int64_t>(i));
      }
    }
    array::RecordBatch out = *batch_;
    out.length = static_cast<int64_t>(rows.size());
    for (std::shared_ptr<const array::Array>& column : out.columns) {
      TARACEA_TRY_ASSIGN(array::Array taken, array::Take(*column, rows));
      column = std::make_shared<const array::Array>(std::move(taken));
    }
    return Batch(std::make_shared<const array::RecordBatch>(std::move(out)));
  });
}

Result<Batch> Batch::Select(std::span<const std::string> names) const {
  return Guard([&]() -> Result<Batch> {
    array::RecordBatch out;
    out.length = num_rows();
    out.metadata = batch_->metadata;
    auto fields = std::make_shared<std::vector<array::Field>>();
    for (const std::string& name : names) {
      const int column = FindColumn(name);
      if (column < 0) {
        return Status::InvalidArgument("there is no column '" + name + "'");
      }
      fields->push_back(FieldsOf(*batch_)[static_cast<size_t>(column)]);
      out.columns.push_back(batch_->columns[static_cast<size_t>(column)]);
    }
    out.fields = std::move(fields);
    return Batch(std::make_shared<const array::RecordBatch>(std::move(out)));
  });
}

Status Batch::Export(ArrowArray* array, ArrowSchema* schema) const {
  return Guard([&]() -> Status {
    if (schema != nullptr) {
      TARACEA_TRY(arrow::ExportTableSchema(FieldsOf(*batch_), batch_->metadata, schema));
    }
    Status status = arrow::ExportBatch(*batch_, array);
    if (!status.ok() && schema != nullptr) {
      schema->release(schema);
    }
    return status;
  });
}

}  // namespace taracea

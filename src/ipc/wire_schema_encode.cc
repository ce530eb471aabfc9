#include <string>
#include <utility>

#include "base/try.h"
#include "ipc/wire_schema.h"

namespace taracea::ipc {
namespace {

using array::Field;
using array::Metadata;
using array::Type;
using array::TypeId;
using Builder = flatbuffers::FlatBufferBuilder;

struct WireType {
  wire::Type type;
  flatbuffers::Offset<void> table;
};

struct IntegerShape {
  int32_t bit_width;
  bool is_signed;
};

IntegerShape ShapeOf(TypeId id) {
  switch (id) {
    case TypeId::kInt8: return {8, true};
    case TypeId::kInt16: return {16, true};
    case TypeId::kInt32: return {32, true};
    case TypeId::kUint8: return {8, false};
    case TypeId::kUint16: return {16, false};
    case TypeId::kUint32: return {32, false};
    case TypeId::kUint64: return {64, false};
    default: return {64, true};
  }
}

wire::TimeUnit UnitToWire(TimeUnit unit) {
  switch (unit) {
    case TimeUnit::kSecond: return wire::TimeUnit::Second;
    case TimeUnit::kMicro: return wire::TimeUnit::Microsecond;
    case TimeUnit::kNano: return wire::TimeUnit::Nanosecond;
    default: return wire::TimeUnit::Millisecond;
  }
}

int32_t DecimalBits(TypeId id) {
  switch (id) {
    case TypeId::kDecimal32: return 32;
    case TypeId::kDecimal64: return 64;
    case TypeId::kDecimal256: return 256;
    default: return 128;
  }
}

WireType FloatToWire(Builder& builder, wire::Precision precision) {
  return {wire::Type::FloatingPoint, wire::CreateFloatingPoint(builder, precision).Union()};
}

WireType IntervalToWire(Builder& builder, wire::IntervalUnit unit) {
  return {wire::Type::Interval, wire::CreateInterval(builder, unit).Union()};
}

WireType TimestampToWire(Builder& builder, const Type& type) {
  flatbuffers::Offset<flatbuffers::String> timezone;
  if (!type.timezone.empty()) {
    timezone = builder.CreateString(type.timezone);
  }
  return {wire::Type::Timestamp, wire::CreateTimestamp(builder, UnitToWire(type.unit), timezone).Union()};
}

WireType NestedToWire(Builder& builder, const Type& type) {
  switch (type.id) {
    case TypeId::kList: return {wire::Type::List, wire::CreateList(builder).Union()};
    case TypeId::kLargeList: return {wire::Type::LargeList, wire::CreateLargeList(builder).Union()};
    case TypeId::kListView: return {wire::Type::ListView, wire::CreateListView(builder).Union()};
    case TypeId::kLargeListView: return {wire::Type::LargeListView, wire::CreateLargeListView(builder).Union()};
    case TypeId::kFixedSizeList:
      return {wire::Type::FixedSizeList, wire::CreateFixedSizeList(builder, type.list_size).Union()};
    case TypeId::kMap: return {wire::Type::Map, wire::CreateMap(builder, type.keys_sorted).Union()};
    case TypeId::kRunEndEncoded: return {wire::Type::RunEndEncoded, wire::CreateRunEndEncoded(builder).Union()};
    default: return {wire::Type::Struct, wire::CreateStruct(builder).Union()};
  }
}

WireType BinaryToWire(Builder& builder, const Type& type) {
  switch (type.id) {
    case TypeId::kUtf8: return {wire::Type::Utf8, wire::CreateUtf8(builder).Union()};
    case TypeId::kLargeUtf8: return {wire::Type::LargeUtf8, wire::CreateLargeUtf8(builder).Union()};
    case TypeId::kUtf8View: return {wire::Type::Utf8View, wire::CreateUtf8View(builder).Union()};
    case TypeId::kLargeBinary: return {wire::Type::LargeBinary, wire::CreateLargeBinary(builder).Union()};
    case TypeId::kBinaryView: return {wire::Type::BinaryView, wire::CreateBinaryView(builder).Union()};
    default: return {wire::Type::Binary, wire::CreateBinary(builder).Union()};
  }
}

WireType TypeToWire(Builder& builder, const Type& type) {
  if (array::IsBinaryLike(type.id)) {
    return BinaryToWire(builder, type);
  }
  switch (type.id) {
    case TypeId::kNull: return {wire::Type::Null, wire::CreateNull(builder).Union()};
    case TypeId::kBool: return {wire::Type::Bool, wire::CreateBool(builder).Union()};
    case TypeId::kHalfFloat: return FloatToWire(builder, wire::Precision::Half);
    case TypeId::kFloat: return FloatToWire(builder, wire::Precision::Single);
    case TypeId::kDouble: return FloatToWire(builder, wire::Precision::Double);
    case TypeId::kFixedSizeBinary:
      return {wire::Type::FixedSizeBinary, wire::CreateFixedSizeBinary(builder, type.byte_width).Union()};
    case TypeId::kDecimal32:
    case TypeId::kDecimal64:
    case TypeId::kDecimal128:
    case TypeId::kDecimal256:
      return {wire::Type::Decimal,
              wire::CreateDecimal(builder, type.precision, type.scale, DecimalBits(type.id)).Union()};
    case TypeId::kDate32: return {wire::Type::Date, wire::CreateDate(builder, wire::DateUnit::Day).Union()};
    case TypeId::kDate64: return {wire::Type::Date, wire::CreateDate(builder, wire::DateUnit::Millisecond).Union()};
    case TypeId::kTime32: return {wire::Type::Time, wire::CreateTime(builder, UnitToWire(type.unit), 32).Union()};
    case TypeId::kTime64: return {wire::Type::Time, wire::CreateTime(builder, UnitToWire(type.unit), 64).Union()};
    case TypeId::kTimestamp: return TimestampToWire(builder, type);
    case TypeId::kDuration: return {wire::Type::Duration, wire::CreateDuration(builder, UnitToWire(type.unit)).Union()};
    case TypeId::kIntervalMonths: return IntervalToWire(builder, wire::IntervalUnit::YearMonth);
    case TypeId::kIntervalDayTime: return IntervalToWire(builder, wire::IntervalUnit::DayTime);
    case TypeId::kIntervalMonthDayNano: return IntervalToWire(builder, wire::IntervalUnit::MonthDayNano);
    case TypeId::kList:
    case TypeId::kLargeList:
    case TypeId::kListView:
    case TypeId::kLargeListView:
    case TypeId::kFixedSizeList:
    case TypeId::kStruct:
    case TypeId::kMap:
    case TypeId::kRunEndEncoded: return NestedToWire(builder, type);
    default: {
      const IntegerShape shape = ShapeOf(type.id);
      return {wire::Type::Int, wire::CreateInt(builder, shape.bit_width, shape.is_signed).Union()};
    }
  }
}

using WireMetadata = flatbuffers::Offset<flatbuffers::Vector<flatbuffers::Offset<wire::KeyValue>>>;

WireMetadata MetadataToWire(Builder& builder, const Metadata& metadata) {
  if (metadata.empty()) {
    return {};
  }
  std::vector<flatbuffers::Offset<wire::KeyValue>> pairs;
  pairs.reserve(metadata.size());
  for (const auto& [key, value] : metadata) {
    const auto key_text = builder.CreateString(key);
    const auto value_text = builder.CreateString(value);
    pairs.push_back(wire::CreateKeyValue(builder, key_text, value_text));
  }
  return builder.CreateVector(pairs);
}

Result<flatbuffers::Offset<wire::Field>> FieldToWire(Builder& builder, const Field& field, const DictionaryIds& ids) {
  const bool is_dictionary = field.type.id == TypeId::kDictionary;
  const Type& type = is_dictionary ? field.type.child(0).type : field.type;
  if (is_dictionary && type.id == TypeId::kDictionary) {
    return Status::Unsupported("Arrow IPC cannot say that a dictionary's values are dictionary-encoded: field '" +
                               field.name + "'");
  }
  std::vector<flatbuffers::Offset<wire::Field>> children;
  for (size_t i = 0; i < type.child_count(); ++i) {
    TARACEA_TRY_ASSIGN(const auto child, FieldToWire(builder, type.child(i), ids.children[i]));
    children.push_back(child);
  }
  const auto name = builder.CreateString(field.name);
  const WireType wire_type = TypeToWire(builder, type);
  flatbuffers::Offset<wire::DictionaryEncoding> dictionary;
  if (is_dictionary) {
    const IntegerShape shape = ShapeOf(field.type.index_type);
    const auto index = wire::CreateInt(builder, shape.bit_width, shape.is_signed);
    dictionary = wire::CreateDictionaryEncoding(builder, ids.id, index, field.type.ordered);
  }
  const auto child_vector = builder.CreateVector(children);
  const WireMetadata metadata = MetadataToWire(builder, field.metadata);
  return wire::CreateField(builder, name, field.nullable, wire_type.type, wire_type.table, dictionary, child_vector,
                           metadata);
}

void NumberField(const Field& field, int64_t* next_id, DictionaryIds* ids) {
  const bool is_dictionary = field.type.id == TypeId::kDictionary;
  const Type& type = is_dictionary ? field.type.child(0).type : field.type;
  ids->children.resize(type.child_count());
  for (size_t i = 0; i < ids->children.size(); ++i) {
    NumberField(type.child(i), next_id, &ids->children[i]);
  }
  if (is_dictionary) {
    ids->id = (*next_id)++;
  }
}

}  // namespace

std::vector<DictionaryIds> NumberDictionaries(const std::vector<Field>& fields) {
  std::vector<DictionaryIds> ids(fields.size());
  int64_t next_id = 0;
  for (size_t i = 0; i < fields.size(); ++i) {
    NumberField(fields[i], &next_id, &ids[i]);
  }
  return ids;
}

Result<flatbuffers::Offset<wire::Schema>> SchemaToWire(Builder& builder, const std::vector<Field>& fields,
                                                       const Metadata& metadata,
                                                       const std::vector<DictionaryIds>& ids) {
  std::vector<flatbuffers::Offset<wire::Field>> offsets;
  offsets.reserve(fields.size());
  for (size_t i = 0; i < fields.size(); ++i) {
    TARACEA_TRY_ASSIGN(const auto field, FieldToWire(builder, fields[i], ids[i]));
    offsets.push_back(field);
  }
  const auto field_vector = builder.CreateVector(offsets);
  const WireMetadata wire_metadata = MetadataToWire(builder, metadata);
  return wire::CreateSchema(builder, wire::Endianness::Little, field_vector, wire_metadata);
}

}  // namespace taracea::ipc

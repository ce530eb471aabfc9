#include "ipc/wire_schema.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/try.h"

namespace taracea::ipc {
namespace {

using array::Field;
using array::Metadata;
using array::Type;
using array::TypeId;

/// Walks over the fields of one schema and keeps the account of its text.
class SchemaDecoder {
 public:
  SchemaDecoder(size_t text_budget_bytes, int depth_limit)
      : text_budget_bytes_(text_budget_bytes), depth_limit_(depth_limit) {}

  Result<Field> DecodeField(const wire::Field* field, int depth, DictionaryIds* ids);
  Result<Metadata> DecodeMetadata(const flatbuffers::Vector<flatbuffers::Offset<wire::KeyValue>>* pairs);

 private:
  Result<std::string> Text(const flatbuffers::String* text);
  Result<Type> DecodeType(const wire::Field& field, std::vector<Field> children);
  Result<Type> DecodeNested(const wire::Field& field, std::vector<Field> children);
  Result<Type> DecodeTemporal(const wire::Field& field);

  // Strings may be shared in the message, so that copies could outgrow it without end.
  size_t text_budget_bytes_;
  int depth_limit_;
};

std::string NameOf(const wire::Field& field) {
  return "field '" + (field.name() == nullptr ? std::string() : field.name()->str().substr(0, 200)) + "'";
}

Status Malformed(const wire::Field& field, const std::string& what) {
  return Status::Corrupt("Arrow schema, " + NameOf(field) + ": " + what);
}

Result<TypeId> IntegerId(int32_t bit_width, bool is_signed) {
  switch (bit_width) {
    case 8: return is_signed ? TypeId::kInt8 : TypeId::kUint8;
    case 16: return is_signed ? TypeId::kInt16 : TypeId::kUint16;
    case 32: return is_signed ? TypeId::kInt32 : TypeId::kUint32;
    case 64: return is_signed ? TypeId::kInt64 : TypeId::kUint64;
    default:
      return Status::Corrupt("Arrow schema: an integer of 8, 16, 32 or 64 bits expected, found " +
                             std::to_string(bit_width));
  }
}

Result<TimeUnit> UnitFromWire(const wire::Field& field, wire::TimeUnit unit) {
  switch (unit) {
    case wire::TimeUnit::Second: return TimeUnit::kSecond;
    case wire::TimeUnit::Millisecond: return TimeUnit::kMilli;
    case wire::TimeUnit::Microsecond: return TimeUnit::kMicro;
    case wire::TimeUnit::Nanosecond: return TimeUnit::kNano;
  }
  return Malformed(field, "a time unit of 0 to 3 expected, found " + std::to_string(static_cast<int>(unit)));
}

Result<Type> DecodeFloat(const wire::Field& field) {
  switch (field.type_as_FloatingPoint()->precision()) {
    case wire::Precision::Half: return Type(TypeId::kHalfFloat);
    case wire::Precision::Single: return Type(TypeId::kFloat);
    case wire::Precision::Double: return Type(TypeId::kDouble);
  }
  return Malformed(field, "unknown floating-point precision");
}

Result<Type> DecodeDecimal(const wire::Field& field) {
  const wire::Decimal& decimal = *field.type_as_Decimal();
  struct Width {
    int32_t bits;
    TypeId id;
    int32_t digits;
  };
  constexpr Width kWidths[] = {{32, TypeId::kDecimal32, 9},
                               {64, TypeId::kDecimal64, 18},
                               {128, TypeId::kDecimal128, 38},
                               {256, TypeId::kDecimal256, 76}};
  for (const Width& width : kWidths) {
    if (width.bits != decimal.bit_width()) {
      continue;
    }
    if (decimal.precision() < 1 || decimal.precision() > width.digits) {
      return Malformed(field, "a decimal precision of 1 to " + std::to_string(width.digits) + " expected, found " +
                                  std::to_string(decimal.precision()));
    }
    return Type::Decimal(width.id, decimal.precision(), decimal.scale());
  }
  return Malformed(field,
                   "a decimal of 32, 64, 128 or 256 bits expected, found " + std::to_string(decimal.bit_width()));
}

Status ExpectChildren(const wire::Field& field, const std::vector<Field>& children, size_t count) {
  if (children.size() != count) {
    return Malformed(field, std::to_string(count) + " children expected, found " + std::to_string(children.size()));
  }
  return {};
}

Result<Type> MakeMap(const wire::Field& field, std::vector<Field> children) {
  TARACEA_TRY(ExpectChildren(field, children, 1));
  if (children[0].type.id != TypeId::kStruct || children[0].type.child_count() != 2) {
    return Malformed(field, "the child of a map must be a struct of key and value");
  }
  Type type(TypeId::kMap);
  type.keys_sorted = field.type_as_Map()->keys_sorted();
  type.children = std::make_shared<const std::vector<Field>>(std::move(children));
  return type;
}

Result<Type> MakeRunEnd(const wire::Field& field, std::vector<Field> children) {
  TARACEA_TRY(ExpectChildren(field, children, 2));
  const TypeId run_ends = children[0].type.id;
  if (run_ends != TypeId::kInt16 && run_ends != TypeId::kInt32 && run_ends != TypeId::kInt64) {
    return Malformed(field, "run ends must be int16, int32 or int64");
  }
  Type type(TypeId::kRunEndEncoded);
  type.children = std::make_shared<const std::vector<Field>>(std::move(children));
  return type;
}

Result<std::string> SchemaDecoder::Text(const flatbuffers::String* text) {
  if (text == nullptr) {
    return std::string();
  }
  if (text->size() > text_budget_bytes_) {
    return Status::LimitExceeded("Arrow schema: its names and metadata repeat to more than the message could hold");
  }
  text_budget_bytes_ -= text->size();
  return text->str();
}

Result<Metadata> SchemaDecoder::DecodeMetadata(const flatbuffers::Vector<flatbuffers::Offset<wire::KeyValue>>* pairs) {
  Metadata metadata;
  if (pairs == nullptr) {
    return metadata;
  }
  metadata.reserve(pairs->size());
  for (const wire::KeyValue* pair : *pairs) {
    TARACEA_TRY_ASSIGN(std::string key, Text(pair->key()));
    TARACEA_TRY_ASSIGN(std::string value, Text(pair->value()));
    metadata.emplace_back(std::move(key), std::move(value));
  }
  return metadata;
}

Result<Type> SchemaDecoder::DecodeTemporal(const wire::Field& field) {
  switch (field.type_type()) {
    case wire::Type::Date:
      switch (field.type_as_Date()->unit()) {
        case wire::DateUnit::Day: return Type(TypeId::kDate32);
        case wire::DateUnit::Millisecond: return Type(TypeId::kDate64);
      }
      return Malformed(field, "unknown date unit");
    case wire::Type::Time: {
      TARACEA_TRY_ASSIGN(const TimeUnit unit, UnitFromWire(field, field.type_as_Time()->unit()));
      Type type = Type::Time(unit);
      if (field.type_as_Time()->bit_width() != (type.id == TypeId::kTime32 ? 32 : 64)) {
        return Malformed(field, "time unit and width do not go together");
      }
      return type;
    }
    case wire::Type::Timestamp: {
      TARACEA_TRY_ASSIGN(const TimeUnit unit, UnitFromWire(field, field.type_as_Timestamp()->unit()));
      TARACEA_TRY_ASSIGN(std::string timezone, Text(field.type_as_Timestamp()->timezone()));
      return Type::Timestamp(unit, std::move(timezone));
    }
    case wire::Type::Duration: {
      TARACEA_TRY_ASSIGN(const TimeUnit unit, UnitFromWire(field, field.type_as_Duration()->unit()));
      return Type::Duration(unit);
    }
    default:
      switch (field.type_as_Interval()->unit()) {
        case wire::IntervalUnit::YearMonth: return Type(TypeId::kIntervalMonths);
        case wire::IntervalUnit::DayTime: return Type(TypeId::kIntervalDayTime);
        case wire::IntervalUnit::MonthDayNano: return Type(TypeId::kIntervalMonthDayNano);
      }
      return Malformed(field, "unknown interval unit");
  }
}

Result<Type> SchemaDecoder::DecodeNested(const wire::Field& field, std::vector<Field> children) {
  const auto list = [&](TypeId id) -> Result<Type> {
    TARACEA_TRY(ExpectChildren(field, children, 1));
    return Type::List(std::move(children[0]), id);
  };
  switch (field.type_type()) {
    case wire::Type::List: return list(TypeId::kList);
    case wire::Type::LargeList: return list(TypeId::kLargeList);
    case wire::Type::ListView: return list(TypeId::kListView);
    case wire::Type::LargeListView: return list(TypeId::kLargeListView);
    case wire::Type::FixedSizeList: {
      TARACEA_TRY(ExpectChildren(field, children, 1));
      const int32_t list_size = field.type_as_FixedSizeList()->list_size();
      if (list_size < 0) {
        return Malformed(field, "negative list size " + std::to_string(list_size));
      }
      return Type::FixedSizeList(std::move(children[0]), list_size);
    }
    case wire::Type::Struct: return Type::Struct(std::move(children));
    case wire::Type::Map: return MakeMap(field, std::move(children));
    default: return MakeRunEnd(field, std::move(children));
  }
}

Result<Type> SchemaDecoder::DecodeType(const wire::Field& field, std::vector<Field> children) {
  if (field.type() == nullptr) {
    return Malformed(field, "the type is missing");
  }
  switch (field.type_type()) {
    case wire::Type::List:
    case wire::Type::LargeList:
    case wire::Type::ListView:
    case wire::Type::LargeListView:
    case wire::Type::FixedSizeList:
    case wire::Type::Struct:
    case wire::Type::Map:
    case wire::Type::RunEndEncoded: return DecodeNested(field, std::move(children));
    case wire::Type::Union: return Status::Unsupported("Arrow schema, " + NameOf(field) + ": union types");
    default: break;
  }
  TARACEA_TRY(ExpectChildren(field, children, 0));
  switch (field.type_type()) {
    case wire::Type::Null: return Type(TypeId::kNull);
    case wire::Type::Int: {
      TARACEA_TRY_ASSIGN(const TypeId id,
                         IntegerId(field.type_as_Int()->bit_width(), field.type_as_Int()->is_signed()));
      return Type(id);
    }
    case wire::Type::FloatingPoint: return DecodeFloat(field);
    case wire::Type::Binary: return Type(TypeId::kBinary);
    case wire::Type::Utf8: return Type(TypeId::kUtf8);
    case wire::Type::LargeBinary: return Type(TypeId::kLargeBinary);
    case wire::Type::LargeUtf8: return Type(TypeId::kLargeUtf8);
    case wire::Type::BinaryView: return Type(TypeId::kBinaryView);
    case wire::Type::Utf8View: return Type(TypeId::kUtf8View);
    case wire::Type::Bool: return Type(TypeId::kBool);
    case wire::Type::Decimal: return DecodeDecimal(field);
    case wire::Type::FixedSizeBinary: {
      const int32_t byte_width = field.type_as_FixedSizeBinary()->byte_width();
      if (byte_width < 0) {
        return Malformed(field, "negative byte width " + std::to_string(byte_width));
      }
      return Type::FixedSizeBinary(byte_width);
    }
    case wire::Type::Date:
    case wire::Type::Time:
    case wire::Type::Timestamp:
    case wire::Type::Duration:
    case wire::Type::Interval: return DecodeTemporal(field);
    default:
      return Status::Unsupported("Arrow schema, " + NameOf(field) + ": type number " +
                                 std::to_string(static_cast<int>(field.type_type())));
  }
}

Result<Field> SchemaDecoder::DecodeField(const wire::Field* field, int depth, DictionaryIds* ids) {
  if (depth > depth_limit_) {
    return Status::LimitExceeded("Arrow schema: nested deeper than max_schema_depth = " + std::to_string(depth_limit_));
  }
  std::vector<Field> children;
  if (field->children() != nullptr) {
    children.reserve(field->children()->size());
    ids->children.resize(field->children()->size());
    for (size_t i = 0; i < ids->children.size(); ++i) {
      const wire::Field* child = field->children()->Get(static_cast<flatbuffers::uoffset_t>(i));
      TARACEA_TRY_ASSIGN(Field decoded, DecodeField(child, depth + 1, &ids->children[i]));
      children.push_back(std::move(decoded));
    }
  }
  Field out;
  TARACEA_TRY_ASSIGN(out.name, Text(field->name()));
  out.nullable = field->nullable();
  TARACEA_TRY_ASSIGN(out.metadata, DecodeMetadata(field->custom_metadata()));
  TARACEA_TRY_ASSIGN(out.type, DecodeType(*field, std::move(children)));
  if (const wire::DictionaryEncoding* dictionary = field->dictionary(); dictionary != nullptr) {
    if (dictionary->id() < 0) {
      return Malformed(*field, "negative dictionary id " + std::to_string(dictionary->id()));
    }
    ids->id = dictionary->id();
    TypeId index = TypeId::kInt32;
    if (dictionary->index_type() != nullptr) {
      TARACEA_TRY_ASSIGN(index,
                         IntegerId(dictionary->index_type()->bit_width(), dictionary->index_type()->is_signed()));
    }
    out.type = Type::Dictionary(index, std::move(out.type), dictionary->is_ordered());
  }
  return out;
}

}  // namespace

Result<DecodedSchema> FieldsFromWire(const wire::Schema& schema, size_t metadata_size_bytes, const ReadLimits& limits) {
  if (schema.endianness() != wire::Endianness::Little) {
    return Status::Unsupported("Arrow schema: big-endian data");
  }
  constexpr size_t kTextFloorBytes = size_t{16} << 20;
  SchemaDecoder decoder(std::max(kTextFloorBytes, 4 * metadata_size_bytes), limits.max_schema_depth);
  DecodedSchema out;
  std::vector<Field> fields;
  if (schema.fields() != nullptr) {
    fields.reserve(schema.fields()->size());
    out.ids.resize(schema.fields()->size());
    for (size_t i = 0; i < out.ids.size(); ++i) {
      const wire::Field* field = schema.fields()->Get(static_cast<flatbuffers::uoffset_t>(i));
      TARACEA_TRY_ASSIGN(Field decoded, decoder.DecodeField(field, 1, &out.ids[i]));
      fields.push_back(std::move(decoded));
    }
  }
  TARACEA_TRY_ASSIGN(out.metadata, decoder.DecodeMetadata(schema.custom_metadata()));
  out.fields = std::make_shared<const std::vector<Field>>(std::move(fields));
  return out;
}

}  // namespace taracea::ipc

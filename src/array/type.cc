#include "array/type.h"

namespace taracea::array {
namespace {

std::shared_ptr<const std::vector<Field>> Children(std::vector<Field> fields) {
  return std::make_shared<const std::vector<Field>>(std::move(fields));
}

std::string_view PlainName(TypeId id) noexcept {
  switch (id) {
    case TypeId::kNull: return "null";
    case TypeId::kBool: return "bool";
    case TypeId::kInt8: return "int8";
    case TypeId::kInt16: return "int16";
    case TypeId::kInt32: return "int32";
    case TypeId::kInt64: return "int64";
    case TypeId::kUint8: return "uint8";
    case TypeId::kUint16: return "uint16";
    case TypeId::kUint32: return "uint32";
    case TypeId::kUint64: return "uint64";
    case TypeId::kHalfFloat: return "halffloat";
    case TypeId::kFloat: return "float";
    case TypeId::kDouble: return "double";
    case TypeId::kUtf8: return "utf8";
    case TypeId::kLargeUtf8: return "large_utf8";
    case TypeId::kUtf8View: return "utf8_view";
    case TypeId::kBinary: return "binary";
    case TypeId::kLargeBinary: return "large_binary";
    case TypeId::kBinaryView: return "binary_view";
    case TypeId::kFixedSizeBinary: return "fixed_size_binary";
    case TypeId::kDecimal32: return "decimal32";
    case TypeId::kDecimal64: return "decimal64";
    case TypeId::kDecimal128: return "decimal128";
    case TypeId::kDecimal256: return "decimal256";
    case TypeId::kDate32: return "date32[day]";
    case TypeId::kDate64: return "date64[ms]";
    case TypeId::kTime32: return "time32";
    case TypeId::kTime64: return "time64";
    case TypeId::kTimestamp: return "timestamp";
    case TypeId::kDuration: return "duration";
    case TypeId::kIntervalMonths: return "month_interval";
    case TypeId::kIntervalDayTime: return "day_time_interval";
    case TypeId::kIntervalMonthDayNano: return "month_day_nano_interval";
    case TypeId::kList: return "list";
    case TypeId::kLargeList: return "large_list";
    case TypeId::kListView: return "list_view";
    case TypeId::kLargeListView: return "large_list_view";
    case TypeId::kFixedSizeList: return "fixed_size_list";
    case TypeId::kStruct: return "struct";
    case TypeId::kMap: return "map";
    case TypeId::kDictionary: return "dictionary";
    case TypeId::kRunEndEncoded: return "run_end_encoded";
  }
  return "unknown";
}

std::string_view UnitName(TimeUnit unit) noexcept {
  switch (unit) {
    case TimeUnit::kSecond: return "s";
    case TimeUnit::kMilli: return "ms";
    case TimeUnit::kMicro: return "us";
    case TimeUnit::kNano: return "ns";
    case TimeUnit::kUnknown: return "?";
  }
  return "?";
}

std::string FieldText(const Field& field) {
  return field.name + ": " + field.type.ToString() + (field.nullable ? "" : " not null");
}

std::string FieldsText(const Type& type) {
  std::string text = "<";
  for (size_t i = 0; i < type.child_count(); ++i) {
    text += (i == 0 ? "" : ", ") + FieldText(type.child(i));
  }
  return text + ">";
}

std::string MapText(const Type& type) {
  const bool is_whole = type.child_count() == 1 && type.child(0).type.child_count() == 2;
  if (!is_whole) {
    return FieldsText(type);
  }
  const Type& entries = type.child(0).type;
  return "<" + entries.child(0).type.ToString() + ", " + entries.child(1).type.ToString() +
         (entries.child(1).nullable ? "" : " not null") + (type.keys_sorted ? ", keys_sorted>" : ">");
}

std::string DictionaryText(const Type& type) {
  const std::string values = type.child_count() == 1 ? type.child(0).type.ToString() : "?";
  return "<values=" + values + ", indices=" + std::string(PlainName(type.index_type)) +
         (type.ordered ? ", ordered>" : ">");
}

bool SameChildren(const Type& a, const Type& b) {
  if (a.children == b.children) {
    return true;
  }
  if (a.child_count() != b.child_count()) {
    return false;
  }
  for (size_t i = 0; i < a.child_count(); ++i) {
    if (!(a.child(i) == b.child(i))) {
      return false;
    }
  }
  return true;
}

}  // namespace

Type Type::FixedSizeBinary(int32_t byte_width) {
  Type type(TypeId::kFixedSizeBinary);
  type.byte_width = byte_width;
  return type;
}

Type Type::Decimal(TypeId id, int32_t precision, int32_t scale) {
  Type type(id);
  type.precision = precision;
  type.scale = scale;
  return type;
}

Type Type::Time(TimeUnit unit) {
  Type type(unit == TimeUnit::kSecond || unit == TimeUnit::kMilli ? TypeId::kTime32 : TypeId::kTime64);
  type.unit = unit;
  return type;
}

Type Type::Timestamp(TimeUnit unit, std::string timezone) {
  Type type(TypeId::kTimestamp);
  type.unit = unit;
  type.timezone = std::move(timezone);
  return type;
}

Type Type::Duration(TimeUnit unit) {
  Type type(TypeId::kDuration);
  type.unit = unit;
  return type;
}

Type Type::List(Field element, TypeId id) {
  Type type(id);
  type.children = Children({std::move(element)});
  return type;
}

Type Type::FixedSizeList(Field element, int32_t list_size) {
  Type type(TypeId::kFixedSizeList);
  type.list_size = list_size;
  type.children = Children({std::move(element)});
  return type;
}

Type Type::Struct(std::vector<Field> fields) {
  Type type(TypeId::kStruct);
  type.children = Children(std::move(fields));
  return type;
}

Type Type::Map(Field key, Field value, bool keys_sorted) {
  key.nullable = false;
  Type type(TypeId::kMap);
  type.keys_sorted = keys_sorted;
  type.children = Children({Field{"entries", Struct({std::move(key), std::move(value)}), false, {}}});
  return type;
}

Type Type::Dictionary(TypeId index_type, Type values, bool ordered) {
  Type type(TypeId::kDictionary);
  type.index_type = index_type;
  type.ordered = ordered;
  type.children = Children({Field{"values", std::move(values), true, {}}});
  return type;
}

Type Type::RunEndEncoded(TypeId run_end_type, Field values) {
  Type type(TypeId::kRunEndEncoded);
  type.children = Children({Field{"run_ends", run_end_type, false, {}}, std::move(values)});
  return type;
}

const Field& Type::child(size_t i) const {
  return (*children)[i];
}

size_t Type::child_count() const noexcept {
  return children == nullptr ? 0 : children->size();
}

bool Type::operator==(const Type& other) const {
  if (id != other.id) {
    return false;
  }
  switch (id) {
    case TypeId::kFixedSizeBinary: return byte_width == other.byte_width;
    case TypeId::kDecimal32:
    case TypeId::kDecimal64:
    case TypeId::kDecimal128:
    case TypeId::kDecimal256: return precision == other.precision && scale == other.scale;
    case TypeId::kTime32:
    case TypeId::kTime64:
    case TypeId::kDuration: return unit == other.unit;
    case TypeId::kTimestamp: return unit == other.unit && timezone == other.timezone;
    case TypeId::kFixedSizeList: return list_size == other.list_size && SameChildren(*this, other);
    case TypeId::kMap: return keys_sorted == other.keys_sorted && SameChildren(*this, other);
    case TypeId::kDictionary:
      return index_type == other.index_type && ordered == other.ordered && SameChildren(*this, other);
    default: return SameChildren(*this, other);
  }
}

std::string Type::ToString() const {
  std::string name(PlainName(id));
  switch (id) {
    case TypeId::kFixedSizeBinary: return name + "[" + std::to_string(byte_width) + "]";
    case TypeId::kDecimal32:
    case TypeId::kDecimal64:
    case TypeId::kDecimal128:
    case TypeId::kDecimal256: return name + "(" + std::to_string(precision) + ", " + std::to_string(scale) + ")";
    case TypeId::kTime32:
    case TypeId::kTime64:
    case TypeId::kDuration: return name + "[" + std::string(UnitName(unit)) + "]";
    case TypeId::kTimestamp:
      return name + "[" + std::string(UnitName(unit)) + (timezone.empty() ? "" : ", tz=" + timezone) + "]";
    case TypeId::kList:
    case TypeId::kLargeList:
    case TypeId::kListView:
    case TypeId::kLargeListView:
    case TypeId::kStruct:
    case TypeId::kRunEndEncoded: return name + FieldsText(*this);
    case TypeId::kFixedSizeList: return name + FieldsText(*this) + "[" + std::to_string(list_size) + "]";
    case TypeId::kMap: return name + MapText(*this);
    case TypeId::kDictionary: return name + DictionaryText(*this);
    default: return name;
  }
}

const std::string* Field::FindMetadata(std::string_view key) const {
  for (const auto& [entry, value] : metadata) {
    if (entry == key) {
      return &value;
    }
  }
  return nullptr;
}

int ByteWidth(const Type& type) noexcept {
  switch (type.id) {
    case TypeId::kInt8:
    case TypeId::kUint8: return 1;
    case TypeId::kInt16:
    case TypeId::kUint16:
    case TypeId::kHalfFloat: return 2;
    case TypeId::kInt32:
    case TypeId::kUint32:
    case TypeId::kFloat:
    case TypeId::kDecimal32:
    case TypeId::kDate32:
    case TypeId::kTime32:
    case TypeId::kIntervalMonths: return 4;
    case TypeId::kInt64:
    case TypeId::kUint64:
    case TypeId::kDouble:
    case TypeId::kDecimal64:
    case TypeId::kDate64:
    case TypeId::kTime64:
    case TypeId::kTimestamp:
    case TypeId::kDuration:
    case TypeId::kIntervalDayTime: return 8;
    case TypeId::kDecimal128:
    case TypeId::kIntervalMonthDayNano: return 16;
    case TypeId::kDecimal256: return 32;
    case TypeId::kFixedSizeBinary: return type.byte_width;
    default: return 0;
  }
}

bool IsBinaryLike(TypeId id) noexcept {
  return id >= TypeId::kUtf8 && id <= TypeId::kBinaryView;
}

bool IsUtf8(TypeId id) noexcept {
  return id >= TypeId::kUtf8 && id <= TypeId::kUtf8View;
}

bool HasOffsets64(TypeId id) noexcept {
  return id == TypeId::kLargeUtf8 || id == TypeId::kLargeBinary || id == TypeId::kLargeList;
}

bool IsView(TypeId id) noexcept {
  return id == TypeId::kUtf8View || id == TypeId::kBinaryView;
}

bool IsNested(TypeId id) noexcept {
  return id >= TypeId::kList && id <= TypeId::kMap;
}

}  // namespace taracea::array

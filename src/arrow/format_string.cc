#include "arrow/format_string.h"

#include <charconv>
#include <optional>
#include <utility>

namespace taracea::arrow {
namespace {

using array::Type;
using array::TypeId;

struct PlainFormat {
  TypeId id;
  std::string_view format;
};

// Every type whose format has no parameters.
constexpr PlainFormat kPlainFormats[] = {
    {TypeId::kNull, "n"},
    {TypeId::kBool, "b"},
    {TypeId::kInt8, "c"},
    {TypeId::kUint8, "C"},
    {TypeId::kInt16, "s"},
    {TypeId::kUint16, "S"},
    {TypeId::kInt32, "i"},
    {TypeId::kUint32, "I"},
    {TypeId::kInt64, "l"},
    {TypeId::kUint64, "L"},
    {TypeId::kHalfFloat, "e"},
    {TypeId::kFloat, "f"},
    {TypeId::kDouble, "g"},
    {TypeId::kBinary, "z"},
    {TypeId::kLargeBinary, "Z"},
    {TypeId::kBinaryView, "vz"},
    {TypeId::kUtf8, "u"},
    {TypeId::kLargeUtf8, "U"},
    {TypeId::kUtf8View, "vu"},
    {TypeId::kDate32, "tdD"},
    {TypeId::kDate64, "tdm"},
    {TypeId::kIntervalMonths, "tiM"},
    {TypeId::kIntervalDayTime, "tiD"},
    {TypeId::kIntervalMonthDayNano, "tin"},
    {TypeId::kList, "+l"},
    {TypeId::kLargeList, "+L"},
    {TypeId::kListView, "+vl"},
    {TypeId::kLargeListView, "+vL"},
    {TypeId::kStruct, "+s"},
    {TypeId::kMap, "+m"},
    {TypeId::kRunEndEncoded, "+r"},
};

struct DecimalWidth {
  TypeId id;
  int32_t bits;
  int32_t digits;
};
constexpr DecimalWidth kDecimalWidths[] = {{TypeId::kDecimal32, 32, 9},
                                           {TypeId::kDecimal64, 64, 18},
                                           {TypeId::kDecimal128, 128, 38},
                                           {TypeId::kDecimal256, 256, 76}};

char UnitLetter(TimeUnit unit) {
  switch (unit) {
    case TimeUnit::kSecond: return 's';
    case TimeUnit::kMicro: return 'u';
    case TimeUnit::kNano: return 'n';
    default: return 'm';
  }
}

std::optional<TimeUnit> UnitFromLetter(char letter) {
  switch (letter) {
    case 's': return TimeUnit::kSecond;
    case 'm': return TimeUnit::kMilli;
    case 'u': return TimeUnit::kMicro;
    case 'n': return TimeUnit::kNano;
    default: return std::nullopt;
  }
}

Status Malformed(std::string_view format) {
  return Status::InvalidArgument("Arrow format string expected, found '" + std::string(format.substr(0, 80)) + "'");
}

/// Takes a number off the front of `text`.
std::optional<int32_t> TakeNumber(std::string_view* text) {
  int32_t value = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (error != std::errc()) {
    return std::nullopt;
  }
  text->remove_prefix(static_cast<size_t>(end - text->data()));
  return value;
}

bool TakePrefix(std::string_view* text, std::string_view prefix) {
  if (!text->starts_with(prefix)) {
    return false;
  }
  text->remove_prefix(prefix.size());
  return true;
}

Result<Type> ParseDecimal(std::string_view format) {
  std::string_view rest = format.substr(2);
  const std::optional<int32_t> precision = TakeNumber(&rest);
  if (!precision.has_value() || !TakePrefix(&rest, ",")) {
    return Malformed(format);
  }
  const std::optional<int32_t> scale = TakeNumber(&rest);
  std::optional<int32_t> bits = 128;
  if (TakePrefix(&rest, ",")) {
    bits = TakeNumber(&rest);
  }
  if (!scale.has_value() || !bits.has_value() || !rest.empty()) {
    return Malformed(format);
  }
  for (const DecimalWidth& width : kDecimalWidths) {
    if (width.bits == *bits && *precision >= 1 && *precision <= width.digits) {
      return Type::Decimal(width.id, *precision, *scale);
    }
  }
  return Status::InvalidArgument(
      "a decimal of 32, 64, 128 or 256 bits and as many digits as these hold expected, found '" + std::string(format) +
      "'");
}

Result<Type> ParseSize(std::string_view format, size_t prefix, TypeId id) {
  std::string_view rest = format.substr(prefix);
  const std::optional<int32_t> size = TakeNumber(&rest);
  if (!size.has_value() || *size < 0 || !rest.empty()) {
    return Malformed(format);
  }
  Type type(id);
  (id == TypeId::kFixedSizeBinary ? type.byte_width : type.list_size) = *size;
  return type;
}

Result<Type> ParseTemporal(std::string_view format) {
  if (format.size() < 3) {
    return Malformed(format);
  }
  const std::optional<TimeUnit> unit = UnitFromLetter(format[2]);
  if (!unit.has_value()) {
    return Malformed(format);
  }
  if (format[1] == 's' && format.size() >= 4 && format[3] == ':') {
    return Type::Timestamp(*unit, std::string(format.substr(4)));
  }
  if (format.size() == 3 && format[1] == 't') {
    return Type::Time(*unit);
  }
  if (format.size() == 3 && format[1] == 'D') {
    return Type::Duration(*unit);
  }
  return Malformed(format);
}

}  // namespace

std::string FormatOf(const Type& type) {
  const TypeId id = type.id == TypeId::kDictionary ? type.index_type : type.id;
  for (const PlainFormat& plain : kPlainFormats) {
    if (plain.id == id) {
      return std::string(plain.format);
    }
  }
  switch (id) {
    case TypeId::kFixedSizeBinary: return "w:" + std::to_string(type.byte_width);
    case TypeId::kFixedSizeList: return "+w:" + std::to_string(type.list_size);
    case TypeId::kTime32:
    case TypeId::kTime64: return std::string("tt") + UnitLetter(type.unit);
    case TypeId::kTimestamp: return std::string("ts") + UnitLetter(type.unit) + ":" + type.timezone;
    case TypeId::kDuration: return std::string("tD") + UnitLetter(type.unit);
    default: break;
  }
  std::string format = "d:" + std::to_string(type.precision) + "," + std::to_string(type.scale);
  for (const DecimalWidth& width : kDecimalWidths) {
    if (width.id == id && width.bits != 128) {
      format += "," + std::to_string(width.bits);
    }
  }
  return format;
}

Result<Type> TypeFromFormat(std::string_view format) {
  for (const PlainFormat& plain : kPlainFormats) {
    if (plain.format == format) {
      return Type(plain.id);
    }
  }
  if (format.starts_with("d:")) {
    return ParseDecimal(format);
  }
  if (format.starts_with("w:")) {
    return ParseSize(format, 2, TypeId::kFixedSizeBinary);
  }
  if (format.starts_with("+w:")) {
    return ParseSize(format, 3, TypeId::kFixedSizeList);
  }
  if (format.starts_with("+u")) {
    return Status::Unsupported("Arrow union types");
  }
  if (format.starts_with("t")) {
    return ParseTemporal(format);
  }
  return Malformed(format);
}

int ChildCountOf(TypeId id) noexcept {
  switch (id) {
    case TypeId::kList:
    case TypeId::kLargeList:
    case TypeId::kListView:
    case TypeId::kLargeListView:
    case TypeId::kFixedSizeList:
    case TypeId::kMap: return 1;
    case TypeId::kRunEndEncoded: return 2;
    case TypeId::kStruct: return -1;
    default: return 0;
  }
}

}  // namespace taracea::arrow

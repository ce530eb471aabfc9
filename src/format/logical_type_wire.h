#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "taracea/types.h"
#include "thrift/field_table.h"

namespace taracea::format {

// The LogicalType and ColumnOrder unions as they are in parquet.thrift, member by member. Only the wire knows them; the
// rest of the library uses the flat types of taracea/types.h.

/// Any of the specification's structs without fields.
struct EmptyStruct {};
constexpr auto Fields(const EmptyStruct* /*self*/) {
  return thrift::Table("EmptyStruct");
}

/// Spec: parquet.thrift#TimeUnit
struct TimeUnitUnion {
  std::optional<EmptyStruct> millis;
  std::optional<EmptyStruct> micros;
  std::optional<EmptyStruct> nanos;
  int32_t unrecognised_id = 0;
  std::string unknown_fields;
};
constexpr auto Fields(const TimeUnitUnion* /*self*/) {
  using S = TimeUnitUnion;
  return thrift::Table("TimeUnit", thrift::Optional(1, &S::millis, "MILLIS"), thrift::Optional(2, &S::micros, "MICROS"),
                       thrift::Optional(3, &S::nanos, "NANOS"));
}

/// Spec: parquet.thrift#DecimalType
struct DecimalType {
  int32_t scale = 0;
  int32_t precision = 0;
};
constexpr auto Fields(const DecimalType* /*self*/) {
  using S = DecimalType;
  return thrift::Table("DecimalType", thrift::Required(1, &S::scale, "scale"),
                       thrift::Required(2, &S::precision, "precision"));
}

/// Spec: parquet.thrift#TimeType, parquet.thrift#TimestampType
struct TimeType {
  bool is_adjusted_to_utc = false;
  TimeUnitUnion unit;
};
constexpr auto Fields(const TimeType* /*self*/) {
  using S = TimeType;
  return thrift::Table("TimeType", thrift::Required(1, &S::is_adjusted_to_utc, "isAdjustedToUTC"),
                       thrift::Required(2, &S::unit, "unit"));
}

/// Spec: parquet.thrift#IntType
struct IntType {
  int8_t bit_width = 0;
  bool is_signed = false;
};
constexpr auto Fields(const IntType* /*self*/) {
  using S = IntType;
  return thrift::Table("IntType", thrift::Required(1, &S::bit_width, "bitWidth"),
                       thrift::Required(2, &S::is_signed, "isSigned"));
}

/// Spec: parquet.thrift#VariantType
struct VariantType {
  std::optional<int8_t> specification_version;
};
constexpr auto Fields(const VariantType* /*self*/) {
  return thrift::Table("VariantType",
                       thrift::Optional(1, &VariantType::specification_version, "specification_version"));
}

/// Spec: parquet.thrift#GeometryType
struct GeometryType {
  std::optional<std::string> crs;
};
constexpr auto Fields(const GeometryType* /*self*/) {
  return thrift::Table("GeometryType", thrift::Optional(1, &GeometryType::crs, "crs"));
}

/// Spec: parquet.thrift#GeographyType
struct GeographyType {
  std::optional<std::string> crs;
  std::optional<EdgeAlgorithm> algorithm;
};
constexpr auto Fields(const GeographyType* /*self*/) {
  using S = GeographyType;
  return thrift::Table("GeographyType", thrift::Optional(1, &S::crs, "crs"),
                       thrift::Optional(2, &S::algorithm, "algorithm"));
}

/// Spec: parquet.thrift#LogicalType
struct LogicalTypeUnion {
  std::optional<EmptyStruct> string;
  std::optional<EmptyStruct> map;
  std::optional<EmptyStruct> list;
  std::optional<EmptyStruct> enumeration;
  std::optional<DecimalType> decimal;
  std::optional<EmptyStruct> date;
  std::optional<TimeType> time;
  std::optional<TimeType> timestamp;
  std::optional<IntType> integer;
  std::optional<EmptyStruct> unknown;
  std::optional<EmptyStruct> json;
  std::optional<EmptyStruct> bson;
  std::optional<EmptyStruct> uuid;
  std::optional<EmptyStruct> float16;
  std::optional<VariantType> variant;
  std::optional<GeometryType> geometry;
  std::optional<GeographyType> geography;
  std::optional<EmptyStruct> file;
  int32_t unrecognised_id = 0;
  std::string unknown_fields;
};
constexpr auto Fields(const LogicalTypeUnion* /*self*/) {
  using S = LogicalTypeUnion;
  using thrift::Optional;
  return thrift::Table("LogicalType",                             //
                       Optional(1, &S::string, "STRING"),         //
                       Optional(2, &S::map, "MAP"),               //
                       Optional(3, &S::list, "LIST"),             //
                       Optional(4, &S::enumeration, "ENUM"),      //
                       Optional(5, &S::decimal, "DECIMAL"),       //
                       Optional(6, &S::date, "DATE"),             //
                       Optional(7, &S::time, "TIME"),             //
                       Optional(8, &S::timestamp, "TIMESTAMP"),   //
                       Optional(10, &S::integer, "INTEGER"),      //
                       Optional(11, &S::unknown, "UNKNOWN"),      //
                       Optional(12, &S::json, "JSON"),            //
                       Optional(13, &S::bson, "BSON"),            //
                       Optional(14, &S::uuid, "UUID"),            //
                       Optional(15, &S::float16, "FLOAT16"),      //
                       Optional(16, &S::variant, "VARIANT"),      //
                       Optional(17, &S::geometry, "GEOMETRY"),    //
                       Optional(18, &S::geography, "GEOGRAPHY"),  //
                       Optional(19, &S::file, "FILE"));
}

/// Spec: parquet.thrift#ColumnOrder
struct ColumnOrderUnion {
  std::optional<EmptyStruct> type_order;
  std::optional<EmptyStruct> ieee_754_total_order;
  std::optional<EmptyStruct> int96_timestamp_order;
  int32_t unrecognised_id = 0;
};
constexpr auto Fields(const ColumnOrderUnion* /*self*/) {
  using S = ColumnOrderUnion;
  return thrift::Table("ColumnOrder", thrift::Optional(1, &S::type_order, "TYPE_ORDER"),
                       thrift::Optional(2, &S::ieee_754_total_order, "IEEE_754_TOTAL_ORDER"),
                       thrift::Optional(3, &S::int96_timestamp_order, "INT96_TIMESTAMP_ORDER"));
}

}  // namespace taracea::format

namespace taracea::thrift {

template <>
struct AsWire<LogicalType> {
  using Wire = format::LogicalTypeUnion;
  /// A member that is newer than the table, or none at all, is kUnrecognised.
  static LogicalType FromWire(Wire&& wire);
  static Wire ToWire(const LogicalType& type);
  /// INTERVAL has no union member: only its ConvertedType is written.
  static bool IsEmpty(const LogicalType& type) noexcept {
    return type.kind == LogicalType::Kind::kNone || type.kind == LogicalType::Kind::kInterval;
  }
};

template <>
struct AsWire<ColumnOrder> {
  using Wire = format::ColumnOrderUnion;
  static ColumnOrder FromWire(Wire&& wire) noexcept;
  static Wire ToWire(ColumnOrder order) noexcept;
  static bool IsEmpty(ColumnOrder order) noexcept { return order == ColumnOrder::kUndefined; }
};

}  // namespace taracea::thrift

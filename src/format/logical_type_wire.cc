#include "format/logical_type_wire.h"

#include <array>
#include <utility>

#include "base/byte_cursor.h"

namespace taracea {
namespace {

using format::EmptyStruct;
using format::LogicalTypeUnion;
using Kind = LogicalType::Kind;

/// The kinds whose union member has no fields.
struct PlainKind {
  Kind kind;
  std::optional<EmptyStruct> LogicalTypeUnion::* member;
};
constexpr std::array kPlainKinds = {
    PlainKind{Kind::kString, &LogicalTypeUnion::string}, PlainKind{Kind::kMap, &LogicalTypeUnion::map},
    PlainKind{Kind::kList, &LogicalTypeUnion::list},     PlainKind{Kind::kEnum, &LogicalTypeUnion::enumeration},
    PlainKind{Kind::kDate, &LogicalTypeUnion::date},     PlainKind{Kind::kNull, &LogicalTypeUnion::unknown},
    PlainKind{Kind::kJson, &LogicalTypeUnion::json},     PlainKind{Kind::kBson, &LogicalTypeUnion::bson},
    PlainKind{Kind::kUuid, &LogicalTypeUnion::uuid},     PlainKind{Kind::kFloat16, &LogicalTypeUnion::float16},
    PlainKind{Kind::kFile, &LogicalTypeUnion::file},
};

constexpr int32_t kLastTimeUnitId = thrift::IdOf(&format::TimeUnitUnion::nanos);

/// Encodes a field that holds a struct without fields, for a union member of which only the id is known.
std::string EmptyMember(int32_t id) {
  std::string out(1, static_cast<char>(thrift::WireType::kStruct));
  uint64_t raw = ZigZagEncode(id);
  while (raw >= 0x80) {
    out.push_back(static_cast<char>((raw & 0x7F) | 0x80));
    raw >>= 7;
  }
  out.push_back(static_cast<char>(raw));
  out.push_back('\0');
  return out;
}

void TakeTime(const format::TimeType& wire, Kind kind, LogicalType* type) {
  type->kind = kind;
  type->is_adjusted_to_utc = wire.is_adjusted_to_utc;
  if (wire.unit.millis) {
    type->unit = TimeUnit::kMilli;
  } else if (wire.unit.micros) {
    type->unit = TimeUnit::kMicro;
  } else if (wire.unit.nanos) {
    type->unit = TimeUnit::kNano;
  } else {
    type->unit = TimeUnit::kUnknown;
    // A known unit of another wire type has no id to be written again by: it would come back as that unit.
    type->unrecognised_id = wire.unit.unrecognised_id > kLastTimeUnitId ? wire.unit.unrecognised_id : 0;
  }
}

format::TimeType TimeToWire(const LogicalType& type) {
  format::TimeType wire;
  wire.is_adjusted_to_utc = type.is_adjusted_to_utc;
  switch (type.unit) {
    case TimeUnit::kMilli: wire.unit.millis.emplace(); break;
    case TimeUnit::kMicro: wire.unit.micros.emplace(); break;
    case TimeUnit::kNano: wire.unit.nanos.emplace(); break;
    case TimeUnit::kSecond:
    case TimeUnit::kUnknown:
      if (type.unrecognised_id != 0) {
        wire.unit.unknown_fields = EmptyMember(type.unrecognised_id);
      }
  }
  return wire;
}

/// Takes over the members that have fields; false when none of them is set.
bool TakeParameters(LogicalTypeUnion& wire, LogicalType* type) {
  if (wire.decimal) {
    type->kind = Kind::kDecimal;
    type->scale = wire.decimal->scale;
    type->precision = wire.decimal->precision;
  } else if (wire.time) {
    TakeTime(*wire.time, Kind::kTime, type);
  } else if (wire.timestamp) {
    TakeTime(*wire.timestamp, Kind::kTimestamp, type);
  } else if (wire.integer) {
    type->kind = Kind::kInteger;
    type->bit_width = wire.integer->bit_width;
    type->is_signed = wire.integer->is_signed;
  } else if (wire.variant) {
    type->kind = Kind::kVariant;
    type->specification_version = wire.variant->specification_version.value_or(0);
  } else if (wire.geometry) {
    type->kind = Kind::kGeometry;
    type->crs = std::move(wire.geometry->crs).value_or(std::string());
  } else if (wire.geography) {
    type->kind = Kind::kGeography;
    type->crs = std::move(wire.geography->crs).value_or(std::string());
    type->has_algorithm = wire.geography->algorithm.has_value();
    type->algorithm = wire.geography->algorithm.value_or(EdgeAlgorithm::kSpherical);
  } else {
    return false;
  }
  return true;
}

std::optional<std::string> UnlessEmptyText(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

}  // namespace

namespace thrift {

LogicalType AsWire<LogicalType>::FromWire(Wire&& wire) {
  LogicalType type;
  for (const PlainKind& plain : kPlainKinds) {
    if (wire.*plain.member) {
      type.kind = plain.kind;
      return type;
    }
  }
  if (!TakeParameters(wire, &type)) {
    type.kind = Kind::kUnrecognised;
    type.unrecognised_id = wire.unrecognised_id;
    type.unrecognised_bytes = std::move(wire.unknown_fields);
  }
  return type;
}

AsWire<LogicalType>::Wire AsWire<LogicalType>::ToWire(const LogicalType& type) {
  Wire wire;
  for (const PlainKind& plain : kPlainKinds) {
    if (plain.kind == type.kind) {
      (wire.*plain.member).emplace();
      return wire;
    }
  }
  switch (type.kind) {
    case Kind::kDecimal: wire.decimal = format::DecimalType{type.scale, type.precision}; break;
    case Kind::kTime: wire.time = TimeToWire(type); break;
    case Kind::kTimestamp: wire.timestamp = TimeToWire(type); break;
    case Kind::kInteger: wire.integer = format::IntType{type.bit_width, type.is_signed}; break;
    case Kind::kVariant:
      wire.variant.emplace();
      if (type.specification_version != 0) {
        wire.variant->specification_version = type.specification_version;
      }
      break;
    case Kind::kGeometry: wire.geometry = format::GeometryType{UnlessEmptyText(type.crs)}; break;
    case Kind::kGeography:
      wire.geography = format::GeographyType{UnlessEmptyText(type.crs), std::nullopt};
      if (type.has_algorithm) {
        wire.geography->algorithm = type.algorithm;
      }
      break;
    default:
      wire.unknown_fields = type.unrecognised_bytes;
      if (type.unrecognised_bytes.empty() && type.unrecognised_id != 0) {
        wire.unknown_fields = EmptyMember(type.unrecognised_id);
      }
  }
  return wire;
}

ColumnOrder AsWire<ColumnOrder>::FromWire(Wire&& wire) noexcept {
  if (wire.type_order) {
    return ColumnOrder::kTypeDefined;
  }
  if (wire.ieee_754_total_order) {
    return ColumnOrder::kIeee754TotalOrder;
  }
  if (wire.int96_timestamp_order) {
    return ColumnOrder::kInt96Timestamp;
  }
  return wire.unrecognised_id != 0 ? ColumnOrder::kUnknown : ColumnOrder::kUndefined;
}

AsWire<ColumnOrder>::Wire AsWire<ColumnOrder>::ToWire(ColumnOrder order) noexcept {
  Wire wire;
  switch (order) {
    case ColumnOrder::kTypeDefined: wire.type_order.emplace(); break;
    case ColumnOrder::kIeee754TotalOrder: wire.ieee_754_total_order.emplace(); break;
    case ColumnOrder::kInt96Timestamp: wire.int96_timestamp_order.emplace(); break;
    case ColumnOrder::kUndefined:
    case ColumnOrder::kUnknown: break;
  }
  return wire;
}

}  // namespace thrift
}  // namespace taracea

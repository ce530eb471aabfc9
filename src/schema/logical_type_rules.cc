#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "schema/logical_type_rules.h"
#include "taracea/schema.h"

namespace taracea {
namespace {

using Kind = LogicalType::Kind;

Status Misfit(const LogicalType& logical_type, const std::string& expected, PhysicalType found, int32_t type_length) {
  std::string message = logical_type.ToString() + " needs " + expected + "; got " + ToString(found);
  if (found == PhysicalType::kFixedLenByteArray) {
    message += "(" + std::to_string(type_length) + ")";
  }
  return Status::InvalidArgument(std::move(message));
}

Status CheckPhysical(const LogicalType& logical_type, PhysicalType needed, PhysicalType found, int32_t type_length) {
  return needed == found ? Status() : Misfit(logical_type, ToString(needed), found, type_length);
}

Status CheckFixed(const LogicalType& logical_type, int32_t length, PhysicalType found, int32_t type_length) {
  if (found == PhysicalType::kFixedLenByteArray && type_length == length) {
    return {};
  }
  return Misfit(logical_type, "FIXED_LEN_BYTE_ARRAY(" + std::to_string(length) + ")", found, type_length);
}

Status CheckDecimal(const LogicalType& decimal, PhysicalType type, int32_t type_length) {
  if (decimal.precision < 1) {
    return Status::InvalidArgument("DECIMAL needs a precision of at least 1; got " + std::to_string(decimal.precision));
  }
  if (decimal.scale < 0 || decimal.scale > decimal.precision) {
    return Status::InvalidArgument("DECIMAL needs a scale from 0 to the precision; got precision " +
                                   std::to_string(decimal.precision) + ", scale " + std::to_string(decimal.scale));
  }
  int32_t largest = 0;
  switch (type) {
    case PhysicalType::kInt32: largest = 9; break;
    case PhysicalType::kInt64: largest = 18; break;
    case PhysicalType::kFixedLenByteArray: largest = schema::MaxDecimalPrecision(type_length); break;
    case PhysicalType::kByteArray: return {};
    default: return Misfit(decimal, "INT32, INT64, FIXED_LEN_BYTE_ARRAY or BYTE_ARRAY", type, type_length);
  }
  if (decimal.precision <= largest) {
    return {};
  }
  std::string carrier = ToString(type);
  if (type == PhysicalType::kFixedLenByteArray) {
    carrier += "(" + std::to_string(type_length) + ")";
  }
  return Status::InvalidArgument("DECIMAL on " + carrier + " has at most " + std::to_string(largest) +
                                 " digits; got precision " + std::to_string(decimal.precision));
}

Status CheckTemporal(const LogicalType& temporal, PhysicalType type, int32_t type_length) {
  switch (temporal.unit) {
    case TimeUnit::kMilli:
      return CheckPhysical(temporal, temporal.kind == Kind::kTime ? PhysicalType::kInt32 : PhysicalType::kInt64, type,
                           type_length);
    case TimeUnit::kMicro:
    case TimeUnit::kNano: return CheckPhysical(temporal, PhysicalType::kInt64, type, type_length);
    case TimeUnit::kSecond:
    case TimeUnit::kUnknown: break;
  }
  return Status::InvalidArgument("TIME and TIMESTAMP count MILLIS, MICROS or NANOS; got " + ToString(temporal.unit));
}

Status CheckInteger(const LogicalType& integer, PhysicalType type, int32_t type_length) {
  switch (integer.bit_width) {
    case 8:
    case 16:
    case 32: return CheckPhysical(integer, PhysicalType::kInt32, type, type_length);
    case 64: return CheckPhysical(integer, PhysicalType::kInt64, type, type_length);
    default:
      return Status::InvalidArgument("INTEGER has 8, 16, 32 or 64 bits; got " + std::to_string(integer.bit_width));
  }
}

struct IntegerPair {
  ConvertedType converted;
  int8_t bit_width;
  bool is_signed;
};

constexpr std::array<IntegerPair, 8> kIntegers{{{ConvertedType::kUint8, 8, false},
                                                {ConvertedType::kUint16, 16, false},
                                                {ConvertedType::kUint32, 32, false},
                                                {ConvertedType::kUint64, 64, false},
                                                {ConvertedType::kInt8, 8, true},
                                                {ConvertedType::kInt16, 16, true},
                                                {ConvertedType::kInt32, 32, true},
                                                {ConvertedType::kInt64, 64, true}}};

struct PlainPair {
  ConvertedType converted;
  Kind kind;
};

constexpr std::array<PlainPair, 9> kPlain{{{ConvertedType::kUtf8, Kind::kString},
                                           {ConvertedType::kMap, Kind::kMap},
                                           {ConvertedType::kList, Kind::kList},
                                           {ConvertedType::kEnum, Kind::kEnum},
                                           {ConvertedType::kDecimal, Kind::kDecimal},
                                           {ConvertedType::kDate, Kind::kDate},
                                           {ConvertedType::kJson, Kind::kJson},
                                           {ConvertedType::kBson, Kind::kBson},
                                           {ConvertedType::kInterval, Kind::kInterval}}};

LogicalType Temporal(Kind kind, TimeUnit unit) {
  LogicalType out;
  out.kind = kind;
  out.unit = unit;
  out.is_adjusted_to_utc = true;  // What the format defines for a ConvertedType without a LogicalType.
  return out;
}

}  // namespace

std::optional<ConvertedType> ConvertedTypeFor(const LogicalType& logical_type) {
  if (logical_type.kind == Kind::kTime || logical_type.kind == Kind::kTimestamp) {
    const bool is_time = logical_type.kind == Kind::kTime;
    if (logical_type.unit == TimeUnit::kMilli) {
      return is_time ? ConvertedType::kTimeMillis : ConvertedType::kTimestampMillis;
    }
    if (logical_type.unit == TimeUnit::kMicro) {
      return is_time ? ConvertedType::kTimeMicros : ConvertedType::kTimestampMicros;
    }
    return std::nullopt;
  }
  if (logical_type.kind == Kind::kInteger) {
    for (const IntegerPair& pair : kIntegers) {
      if (pair.bit_width == logical_type.bit_width && pair.is_signed == logical_type.is_signed) {
        return pair.converted;
      }
    }
    return std::nullopt;
  }
  for (const PlainPair& pair : kPlain) {
    if (pair.kind == logical_type.kind) {
      return pair.converted;
    }
  }
  return std::nullopt;
}

LogicalType LogicalTypeFor(ConvertedType converted, int32_t precision, int32_t scale) {
  LogicalType out;
  switch (converted) {
    case ConvertedType::kTimeMillis: return Temporal(Kind::kTime, TimeUnit::kMilli);
    case ConvertedType::kTimeMicros: return Temporal(Kind::kTime, TimeUnit::kMicro);
    case ConvertedType::kTimestampMillis: return Temporal(Kind::kTimestamp, TimeUnit::kMilli);
    case ConvertedType::kTimestampMicros: return Temporal(Kind::kTimestamp, TimeUnit::kMicro);
    case ConvertedType::kMapKeyValue: out.kind = Kind::kMap; return out;
    default: break;
  }
  if (schema::IsLegacyNull(converted)) {
    out.kind = Kind::kNull;
    return out;
  }
  for (const IntegerPair& pair : kIntegers) {
    if (pair.converted == converted) {
      out.kind = Kind::kInteger;
      out.bit_width = pair.bit_width;
      out.is_signed = pair.is_signed;
      return out;
    }
  }
  for (const PlainPair& pair : kPlain) {
    if (pair.converted == converted) {
      out.kind = pair.kind;
    }
  }
  if (out.kind == Kind::kDecimal) {
    out.precision = precision;
    out.scale = scale;
  }
  return out;
}

Status CheckLogicalType(const LogicalType& logical_type, PhysicalType physical_type, int32_t type_length) {
  switch (logical_type.kind) {
    case Kind::kNone:
    case Kind::kNull:
    case Kind::kUnrecognised: return {};
    case Kind::kString:
    case Kind::kEnum:
    case Kind::kJson:
    case Kind::kBson:
    case Kind::kGeometry:
    case Kind::kGeography: return CheckPhysical(logical_type, PhysicalType::kByteArray, physical_type, type_length);
    case Kind::kDecimal: return CheckDecimal(logical_type, physical_type, type_length);
    case Kind::kDate: return CheckPhysical(logical_type, PhysicalType::kInt32, physical_type, type_length);
    case Kind::kTime:
    case Kind::kTimestamp: return CheckTemporal(logical_type, physical_type, type_length);
    case Kind::kInteger: return CheckInteger(logical_type, physical_type, type_length);
    case Kind::kUuid: return CheckFixed(logical_type, 16, physical_type, type_length);
    case Kind::kFloat16: return CheckFixed(logical_type, 2, physical_type, type_length);
    case Kind::kInterval: return CheckFixed(logical_type, 12, physical_type, type_length);
    case Kind::kMap:
    case Kind::kList:
    case Kind::kVariant:
    case Kind::kFile: return Misfit(logical_type, "a group", physical_type, type_length);
  }
  return Status::InvalidArgument("unknown kind of logical type: " +
                                 std::to_string(static_cast<int>(logical_type.kind)));
}

namespace schema {

int32_t MaxDecimalPrecision(int32_t width_bytes) {
  if (width_bytes <= 0) {
    return 0;
  }
  // floor(log10(2^(8w - 1) - 1)): no power of two is a power of ten, so that the -1 does not matter.
  const double digits = std::floor((8.0 * width_bytes - 1) * std::log10(2.0));
  return static_cast<int32_t>(std::min(digits, double{std::numeric_limits<int32_t>::max()}));
}

int32_t DecimalWidthBytes(int32_t precision) {
  auto width = static_cast<int32_t>((precision / std::log10(2.0) + 1) / 8);
  while (MaxDecimalPrecision(width) < precision) {
    ++width;
  }
  return width;
}

bool IsLegacyNull(ConvertedType converted) {
  return static_cast<int32_t>(converted) == 24 || static_cast<int32_t>(converted) == 25;
}

}  // namespace schema
}  // namespace taracea

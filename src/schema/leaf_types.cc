#include "schema/leaf_types.h"

#include "schema/array_mapping.h"

namespace taracea::schema {
namespace {

using array::Type;
using array::TypeId;
using Kind = LogicalType::Kind;

Type PhysicalArrayType(const SchemaNode& leaf) {
  switch (*leaf.physical_type) {
    case PhysicalType::kBoolean: return TypeId::kBool;
    case PhysicalType::kInt32: return TypeId::kInt32;
    case PhysicalType::kInt64: return TypeId::kInt64;
    case PhysicalType::kInt96: return Type::Timestamp(TimeUnit::kMicro);
    case PhysicalType::kFloat: return TypeId::kFloat;
    case PhysicalType::kDouble: return TypeId::kDouble;
    case PhysicalType::kByteArray: return TypeId::kBinary;
    case PhysicalType::kFixedLenByteArray: return Type::FixedSizeBinary(leaf.type_length);
  }
  return TypeId::kBinary;
}

Type IntegerType(const LogicalType& integer) {
  switch (integer.bit_width) {
    case 8: return integer.is_signed ? TypeId::kInt8 : TypeId::kUint8;
    case 16: return integer.is_signed ? TypeId::kInt16 : TypeId::kUint16;
    case 32: return integer.is_signed ? TypeId::kInt32 : TypeId::kUint32;
    default: return integer.is_signed ? TypeId::kInt64 : TypeId::kUint64;
  }
}

Type DecimalType(const SchemaNode& leaf) {
  constexpr int32_t kDigits128 = 38;
  constexpr int32_t kDigits256 = 76;
  const LogicalType& decimal = leaf.logical_type;
  if (decimal.precision > kDigits256) {
    return PhysicalArrayType(leaf);
  }
  return Type::Decimal(decimal.precision <= kDigits128 ? TypeId::kDecimal128 : TypeId::kDecimal256, decimal.precision,
                       decimal.scale);
}

}  // namespace

array::Type LeafType(const SchemaNode& leaf) {
  const LogicalType& logical = leaf.logical_type;
  switch (logical.kind) {
    case Kind::kString:
    case Kind::kEnum:
    case Kind::kJson: return TypeId::kUtf8;
    case Kind::kDecimal: return DecimalType(leaf);
    case Kind::kDate: return TypeId::kDate32;
    case Kind::kTime: return Type::Time(logical.unit);
    case Kind::kTimestamp: return Type::Timestamp(logical.unit, logical.is_adjusted_to_utc ? "UTC" : "");
    case Kind::kInteger: return IntegerType(logical);
    case Kind::kNull: return TypeId::kNull;
    case Kind::kFloat16: return TypeId::kHalfFloat;
    case Kind::kInterval: return TypeId::kIntervalMonthDayNano;
    default: return PhysicalArrayType(leaf);
  }
}

Result<array::Type> DefaultLeafType(const SchemaNode& leaf) {
  if (!leaf.is_leaf()) {
    return Status::InvalidArgument("a leaf has a physical type; " + leaf.name + " is a group");
  }
  return LeafType(leaf);
}

}  // namespace taracea::schema

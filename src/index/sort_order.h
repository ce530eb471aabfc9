#pragma once

#include <compare>
#include <cstdint>

#include "taracea/buffer.h"
#include "taracea/schema.h"
#include "taracea/types.h"

namespace taracea::index {

/// How the values of a leaf are compared. Bounds are PLAIN-encoded values, byte arrays without a length.
/// Spec: parquet.thrift#ColumnOrder, LogicalTypes.md
enum class SortOrder : uint8_t {
  kNone,  ///< No order is defined, or none that this library knows: bounds are neither written nor used.
  kBoolean,
  kInt32,
  kInt64,
  kUint32,
  kUint64,
  kFloat,  ///< NaN has no place; -0.0 equals +0.0. Likewise the next two.
  kDouble,
  kFloat16,
  kTotalFloat,  ///< IEEE 754 totalOrder: -NaN < -inf < ... < -0.0 < +0.0 < ... < +inf < +NaN. Likewise the next two.
  kTotalDouble,
  kTotalFloat16,
  kUnsignedBytes,   ///< Lexicographic, bytes as unsigned numbers; a prefix comes first.
  kDecimalBytes,    ///< Big-endian two's complement numbers of any width; no bytes count as 0.
  kInt96Timestamp,  ///< Julian day as signed int32, then nanoseconds of the day as signed int64.
};

/// The order of a type under a column order. kUndefined and kUnknown give kNone, as do types without an order
/// (INT96, INTERVAL, GEOMETRY, GEOGRAPHY, VARIANT, UNKNOWN, unrecognised annotations) and orders that do not fit the
/// type.
SortOrder SortOrderOf(PhysicalType type, const LogicalType& logical_type, ColumnOrder column_order) noexcept;
/// The order of a leaf: its column_order applied to its type.
SortOrder SortOrderOf(const SchemaNode& leaf) noexcept;
/// The column order that this library writes for a leaf.
ColumnOrder ColumnOrderToWrite(const SchemaNode& leaf) noexcept;

bool IsFloatOrder(SortOrder order) noexcept;       ///< Any of the six orders of floating-point numbers.
bool IsTotalFloatOrder(SortOrder order) noexcept;  ///< Any of the three total orders.
/// Bytes of a value under orders of fixed width; 0 for kNone and the two orders of byte strings.
int OrderWidthBytes(SortOrder order) noexcept;

/// Whether `bound` has the size that a value of the order has. Byte strings of any size do.
bool IsWellFormedBound(SortOrder order, ConstBytes bound) noexcept;
/// Whether a well-formed bound is a NaN; false for orders of other types.
bool IsNanBound(SortOrder order, ConstBytes bound) noexcept;
/// Whether a well-formed bound is a zero of either sign of a floating-point order.
bool IsZeroBound(SortOrder order, ConstBytes bound) noexcept;

/// Compares two well-formed bounds. Under the orders without a place for NaN, NaNs compare as in the total order and
/// zeros are equal, so that the result is always usable. Precondition: the order is not kNone.
std::strong_ordering CompareBounds(SortOrder order, ConstBytes a, ConstBytes b) noexcept;

}  // namespace taracea::index

#pragma once

#include <cstdint>

#include "taracea/types.h"

namespace taracea::schema {

/// Decimal digits that a big-endian two's complement number of that width always holds; 0 for no bytes.
/// Spec: LogicalTypes.md#decimal
int32_t MaxDecimalPrecision(int32_t width_bytes);

/// The least number of bytes that hold every decimal of that precision.
int32_t DecimalWidthBytes(int32_t precision);

/// Whether the number is one of those that early writers used for "only nulls" before LogicalType had it.
bool IsLegacyNull(ConvertedType converted);

}  // namespace taracea::schema

#include "column/value_conversion.h"

#include <algorithm>
#include <string>

#include "base/bytes.h"
#include "base/checked_math.h"
#include "base/try.h"
#include "kernels/kernels.h"

namespace taracea::column {
namespace {

using array::TypeId;

constexpr int64_t kMillisPerDay = 86'400'000;
constexpr int64_t kJulianDayOfEpoch = 2'440'588;

Status OutOfRange(int64_t value, const array::Type& type) {
  return Status::InvalidArgument("a value does not fit " + type.ToString() + ": " + std::to_string(value));
}

Status NoConversion(const SchemaNode& leaf, const array::Type& type) {
  const std::string logical = leaf.logical_type.ToString();
  return Status::Unsupported("reading " + ToString(*leaf.physical_type) +
                             (logical.empty() ? "" : " (" + logical + ")") + " as " + type.ToString());
}

bool IsUnsignedLeaf(const SchemaNode& leaf) {
  return leaf.logical_type.kind == LogicalType::Kind::kInteger && !leaf.logical_type.is_signed;
}

/// Copies integers to another width; `In` carries the signedness of the column.
template <typename In, typename Out>
Status ConvertIntegers(const array::Type& type, const std::byte* in, int64_t count, std::byte* out) {
  bool fits = true;
  for (int64_t i = 0; i < count; ++i) {
    const In value = Load<In>(in + i * static_cast<int64_t>(sizeof(In)));
    fits &= std::in_range<Out>(value);
    Store(out + i * static_cast<int64_t>(sizeof(Out)), static_cast<Out>(value));
  }
  if (fits) {
    return {};
  }
  for (int64_t i = 0; i < count; ++i) {
    const In value = Load<In>(in + i * static_cast<int64_t>(sizeof(In)));
    if (!std::in_range<Out>(value)) {
      return OutOfRange(static_cast<int64_t>(value), type);
    }
  }
  return {};
}

template <typename In>
Status ConvertIntegersTo(const SchemaNode& leaf, const array::Type& type, const std::byte* in, int64_t count,
                         std::byte* out) {
  switch (type.id) {
    case TypeId::kInt8: return ConvertIntegers<In, int8_t>(type, in, count, out);
    case TypeId::kInt16: return ConvertIntegers<In, int16_t>(type, in, count, out);
    case TypeId::kInt32: return ConvertIntegers<In, int32_t>(type, in, count, out);
    case TypeId::kInt64: return ConvertIntegers<In, int64_t>(type, in, count, out);
    case TypeId::kUint8: return ConvertIntegers<In, uint8_t>(type, in, count, out);
    case TypeId::kUint16: return ConvertIntegers<In, uint16_t>(type, in, count, out);
    case TypeId::kUint32: return ConvertIntegers<In, uint32_t>(type, in, count, out);
    case TypeId::kUint64: return ConvertIntegers<In, uint64_t>(type, in, count, out);
    default: return NoConversion(leaf, type);
  }
}

/// value x factor or value / factor, exactly.
Result<int64_t> Scale(int64_t value, int64_t factor, bool divide, const array::Type& type) {
  if (divide) {
    if (value % factor != 0) {
      return Status::InvalidArgument("a value is finer than " + type.ToString() + ": " + std::to_string(value));
    }
    return value / factor;
  }
  const std::optional<int64_t> scaled = CheckedMul(value, factor);
  if (!scaled) {
    return OutOfRange(value, type);
  }
  return *scaled;
}

template <typename In, typename Out>
Status ConvertScaled(const array::Type& type, int64_t factor, bool divide, const std::byte* in, int64_t count,
                     std::byte* out) {
  for (int64_t i = 0; i < count; ++i) {
    const int64_t value = Load<In>(in + i * static_cast<int64_t>(sizeof(In)));
    TARACEA_TRY_ASSIGN(const int64_t scaled, Scale(value, factor, divide, type));
    if (!std::in_range<Out>(scaled)) {
      return OutOfRange(value, type);
    }
    Store(out + i * static_cast<int64_t>(sizeof(Out)), static_cast<Out>(scaled));
  }
  return {};
}

/// Sign-extends little-endian integers to a wider decimal.
template <typename In>
Status WidenToDecimal(const array::Type& type, const std::byte* in, int64_t count, std::byte* out) {
  const int width = array::ByteWidth(type);
  for (int64_t i = 0; i < count; ++i) {
    const In value = Load<In>(in + i * static_cast<int64_t>(sizeof(In)));
    if (width < static_cast<int>(sizeof(In)) && !std::in_range<int32_t>(value)) {
      return OutOfRange(value, type);
    }
    std::byte* slot = out + i * width;
    std::fill_n(slot, width, static_cast<std::byte>(value < 0 ? 0xFF : 0));
    std::memcpy(slot, &value, std::min(static_cast<size_t>(width), sizeof(In)));
  }
  return {};
}

bool IsDecimal(TypeId id) {
  return id == TypeId::kDecimal32 || id == TypeId::kDecimal64 || id == TypeId::kDecimal128 || id == TypeId::kDecimal256;
}

/// Whether the bytes that a narrower decimal loses are only sign.
bool HighBytesAreSign(const std::byte* big_endian, int width, int kept) {
  const auto sign = static_cast<std::byte>((big_endian[width - kept] & std::byte{0x80}) != std::byte{0} ? 0xFF : 0);
  return std::all_of(big_endian, big_endian + (width - kept), [sign](std::byte b) { return b == sign; });
}

Status ConvertFixedDecimals(const SchemaNode& leaf, const array::Type& type, const std::byte* in, int64_t count,
                            std::byte* out) {
  const int width = array::ByteWidth(type);
  for (int64_t i = 0; leaf.type_length > width && i < count; ++i) {
    if (!HighBytesAreSign(in + i * leaf.type_length, leaf.type_length, width)) {
      return Status::InvalidArgument("a decimal does not fit " + type.ToString());
    }
  }
  kernels::ActiveKernels().from_big_endian(in, leaf.type_length, count, out, width);
  return {};
}

/// INTERVAL: uint32 months, days and milliseconds.
Status ConvertIntervals(const array::Type& type, const std::byte* in, int64_t count, std::byte* out) {
  for (int64_t i = 0; i < count; ++i) {
    const auto months = Load<uint32_t>(in + i * 12);
    const auto days = Load<uint32_t>(in + i * 12 + 4);
    const auto millis = Load<uint32_t>(in + i * 12 + 8);
    const bool month_day_nano = type.id == TypeId::kIntervalMonthDayNano;
    const bool fits =
        std::in_range<int32_t>(months) && std::in_range<int32_t>(days) &&
        (month_day_nano || (type.id == TypeId::kIntervalDayTime ? months == 0 : days == 0 && millis == 0)) &&
        (type.id != TypeId::kIntervalDayTime || std::in_range<int32_t>(millis));
    if (!fits) {
      return Status::InvalidArgument("an interval does not fit " + type.ToString() + ": " + std::to_string(months) +
                                     " months, " + std::to_string(days) + " days, " + std::to_string(millis) + " ms");
    }
    if (month_day_nano) {
      Store(out + i * 16, static_cast<int32_t>(months));
      Store(out + i * 16 + 4, static_cast<int32_t>(days));
      Store(out + i * 16 + 8, static_cast<int64_t>(millis) * 1'000'000);
    } else if (type.id == TypeId::kIntervalDayTime) {
      Store(out + i * 8, static_cast<int32_t>(days));
      Store(out + i * 8 + 4, static_cast<int32_t>(millis));
    } else {
      Store(out + i * 4, static_cast<int32_t>(months));
    }
  }
  return {};
}

/// INT96: signed nanoseconds of the day, then the Julian day.
Status ConvertInt96(const array::Type& type, const std::byte* in, int64_t count, std::byte* out) {
  bool divide = false;
  const int64_t unit_nanos = UnitFactor(type.unit, TimeUnit::kNano, &divide);
  const int64_t units_per_day = kMillisPerDay * 1'000'000 / unit_nanos;
  for (int64_t i = 0; i < count; ++i) {
    const auto nanos = Load<int64_t>(in + i * 12);
    const int64_t day = int64_t{Load<int32_t>(in + i * 12 + 8)} - kJulianDayOfEpoch;
    if (nanos % unit_nanos != 0) {
      return Status::InvalidArgument("an INT96 time is finer than " + type.ToString() + ": " + std::to_string(nanos) +
                                     " ns of the day; ScanOptions::requested_schema can ask for timestamp[ns]");
    }
    const std::optional<int64_t> whole = CheckedMul(day, units_per_day);
    const std::optional<int64_t> value = whole ? CheckedAdd(*whole, nanos / unit_nanos) : std::nullopt;
    if (!value) {
      return Status::InvalidArgument("an INT96 time does not fit " + type.ToString() + ": day " + std::to_string(day) +
                                     " since 1970-01-01");
    }
    Store(out + i * 8, *value);
  }
  return {};
}

Status WidenFloats(const std::byte* in, int64_t count, std::byte* out) {
  for (int64_t i = 0; i < count; ++i) {
    Store(out + i * 8, static_cast<double>(Load<float>(in + i * 4)));
  }
  return {};
}

Status ConvertInt32(const SchemaNode& leaf, const array::Type& type, const std::byte* in, int64_t count,
                    std::byte* out) {
  if (IsDecimal(type.id)) {
    return WidenToDecimal<int32_t>(type, in, count, out);
  }
  bool divide = false;
  if (type.id == TypeId::kTime32) {
    const int64_t factor = UnitFactor(leaf.logical_type.unit, type.unit, &divide);
    return ConvertScaled<int32_t, int32_t>(type, factor, divide, in, count, out);
  }
  if (type.id == TypeId::kTime64) {
    const int64_t factor = UnitFactor(leaf.logical_type.unit, type.unit, &divide);
    return ConvertScaled<int32_t, int64_t>(type, factor, divide, in, count, out);
  }
  if (type.id == TypeId::kDate64) {
    return ConvertScaled<int32_t, int64_t>(type, kMillisPerDay, false, in, count, out);
  }
  return IsUnsignedLeaf(leaf) ? ConvertIntegersTo<uint32_t>(leaf, type, in, count, out)
                              : ConvertIntegersTo<int32_t>(leaf, type, in, count, out);
}

Status ConvertInt64(const SchemaNode& leaf, const array::Type& type, const std::byte* in, int64_t count,
                    std::byte* out) {
  if (IsDecimal(type.id)) {
    return WidenToDecimal<int64_t>(type, in, count, out);
  }
  bool divide = false;
  if (type.id == TypeId::kTimestamp || type.id == TypeId::kTime64) {
    const int64_t factor = UnitFactor(leaf.logical_type.unit, type.unit, &divide);
    return ConvertScaled<int64_t, int64_t>(type, factor, divide, in, count, out);
  }
  return IsUnsignedLeaf(leaf) ? ConvertIntegersTo<uint64_t>(leaf, type, in, count, out)
                              : ConvertIntegersTo<int64_t>(leaf, type, in, count, out);
}

}  // namespace

int64_t UnitFactor(TimeUnit from, TimeUnit to, bool* divide) {
  constexpr int64_t kPerSecond[] = {1, 1'000, 1'000'000, 1'000'000'000, 1};
  const int64_t a = kPerSecond[static_cast<size_t>(from)];
  const int64_t b = kPerSecond[static_cast<size_t>(to)];
  *divide = a > b;
  return *divide ? a / b : b / a;
}

bool SameBytes(const SchemaNode& leaf, const array::Type& type) {
  const LogicalType& logical = leaf.logical_type;
  const bool has_unit = logical.kind == LogicalType::Kind::kTime || logical.kind == LogicalType::Kind::kTimestamp;
  const bool same_unit = !has_unit || logical.unit == type.unit;
  const bool is_unsigned = IsUnsignedLeaf(leaf);
  switch (*leaf.physical_type) {
    case PhysicalType::kInt32:
      return (type.id == TypeId::kInt32 && !is_unsigned) || (type.id == TypeId::kUint32 && is_unsigned) ||
             type.id == TypeId::kDate32 || type.id == TypeId::kDecimal32 || (type.id == TypeId::kTime32 && same_unit);
    case PhysicalType::kInt64:
      return (type.id == TypeId::kInt64 && !is_unsigned) || (type.id == TypeId::kUint64 && is_unsigned) ||
             type.id == TypeId::kDuration || type.id == TypeId::kDecimal64 || type.id == TypeId::kDate64 ||
             ((type.id == TypeId::kTimestamp || type.id == TypeId::kTime64) && same_unit);
    case PhysicalType::kFloat: return type.id == TypeId::kFloat;
    case PhysicalType::kDouble: return type.id == TypeId::kDouble;
    case PhysicalType::kInt96: return type.id == TypeId::kFixedSizeBinary && type.byte_width == 12;
    case PhysicalType::kFixedLenByteArray:
      return (type.id == TypeId::kFixedSizeBinary && type.byte_width == leaf.type_length) ||
             (type.id == TypeId::kHalfFloat && leaf.type_length == 2);
    case PhysicalType::kBoolean:
    case PhysicalType::kByteArray: return false;
  }
  return false;
}

Status ConvertFixed(const SchemaNode& leaf, const array::Type& type, const std::byte* in, int64_t count,
                    std::byte* out) {
  switch (*leaf.physical_type) {
    case PhysicalType::kInt32: return ConvertInt32(leaf, type, in, count, out);
    case PhysicalType::kInt64: return ConvertInt64(leaf, type, in, count, out);
    case PhysicalType::kInt96:
      return type.id == TypeId::kTimestamp ? ConvertInt96(type, in, count, out) : NoConversion(leaf, type);
    case PhysicalType::kFloat:
      return type.id == TypeId::kDouble ? WidenFloats(in, count, out) : NoConversion(leaf, type);
    case PhysicalType::kFixedLenByteArray:
      if (IsDecimal(type.id) && leaf.type_length > 0) {
        return ConvertFixedDecimals(leaf, type, in, count, out);
      }
      if (leaf.type_length == 12 && (type.id == TypeId::kIntervalMonthDayNano || type.id == TypeId::kIntervalDayTime ||
                                     type.id == TypeId::kIntervalMonths)) {
        return ConvertIntervals(type, in, count, out);
      }
      return NoConversion(leaf, type);
    default: return NoConversion(leaf, type);
  }
}

Status ConvertBinaryDecimals(const array::Type& type, const int64_t* offsets, const std::byte* data, int64_t count,
                             std::byte* out) {
  const int width = array::ByteWidth(type);
  for (int64_t i = 0; i < count; ++i) {
    const std::byte* value = data + offsets[i];
    auto length = static_cast<int>(std::min<int64_t>(offsets[i + 1] - offsets[i], 1 << 20));
    if (length > width) {
      if (!HighBytesAreSign(value, length, width)) {
        return Status::Corrupt("a decimal of " + std::to_string(length) + " bytes does not fit " + type.ToString());
      }
      value += length - width;
      length = width;
    }
    std::byte* slot = out + i * width;
    const bool negative = length > 0 && (value[0] & std::byte{0x80}) != std::byte{0};
    std::fill_n(slot, width, static_cast<std::byte>(negative ? 0xFF : 0));
    std::reverse_copy(value, value + length, slot);
  }
  return {};
}

}  // namespace taracea::column

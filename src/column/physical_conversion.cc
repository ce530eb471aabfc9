#include "column/physical_conversion.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "base/bytes.h"
#include "base/checked_math.h"
#include "base/try.h"
#include "column/value_conversion.h"
#include "kernels/kernels.h"

namespace taracea::column {
namespace {

using array::TypeId;

constexpr int64_t kMillisPerDay = 86'400'000;
constexpr int64_t kNanosPerMilli = 1'000'000;

Status NoConversion(const array::Type& type, const SchemaNode& node) {
  const std::string logical = node.logical_type.ToString();
  return Status::Unsupported("writing " + type.ToString() + " to " + ToString(*node.physical_type) +
                             (logical.empty() ? "" : " (" + logical + ")"));
}

Status DoesNotFit(int64_t value, const SchemaNode& node) {
  return Status::InvalidArgument("a value does not fit column '" + node.name + "' of " + ToString(*node.physical_type) +
                                 ": " + std::to_string(value));
}

template <typename In, typename Out>
Status Widen(const SchemaNode& node, const std::byte* in, int64_t count, std::byte* out) {
  for (int64_t i = 0; i < count; ++i) {
    const In value = Load<In>(in + i * static_cast<int64_t>(sizeof(In)));
    if constexpr (sizeof(In) > sizeof(Out)) {
      if (!std::in_range<Out>(value)) {
        return DoesNotFit(static_cast<int64_t>(value), node);
      }
    }
    // Unsigned 32-bit numbers keep their bits: the annotation says how to read them.
    Store(out + i * static_cast<int64_t>(sizeof(Out)), static_cast<Out>(value));
  }
  return {};
}

template <typename Out>
Status ConvertIntegers(const array::Type& type, const SchemaNode& node, const std::byte* in, int64_t count,
                       std::byte* out) {
  switch (type.id) {
    case TypeId::kInt8: return Widen<int8_t, Out>(node, in, count, out);
    case TypeId::kInt16: return Widen<int16_t, Out>(node, in, count, out);
    case TypeId::kInt32: return Widen<int32_t, Out>(node, in, count, out);
    case TypeId::kInt64: return Widen<int64_t, Out>(node, in, count, out);
    case TypeId::kUint8: return Widen<uint8_t, Out>(node, in, count, out);
    case TypeId::kUint16: return Widen<uint16_t, Out>(node, in, count, out);
    case TypeId::kUint32: return Widen<uint32_t, Out>(node, in, count, out);
    default: return NoConversion(type, node);
  }
}

template <typename In, typename Out>
Status ConvertUnits(const SchemaNode& node, int64_t factor, bool divide, const std::byte* in, int64_t count,
                    std::byte* out) {
  for (int64_t i = 0; i < count; ++i) {
    const int64_t value = Load<In>(in + i * static_cast<int64_t>(sizeof(In)));
    if (divide && value % factor != 0) {
      return Status::InvalidArgument("a value is finer than column '" + node.name +
                                     "' can hold: " + std::to_string(value));
    }
    const std::optional<int64_t> scaled = divide ? std::optional<int64_t>(value / factor) : CheckedMul(value, factor);
    if (!scaled || !std::in_range<Out>(*scaled)) {
      return DoesNotFit(value, node);
    }
    Store(out + i * static_cast<int64_t>(sizeof(Out)), static_cast<Out>(*scaled));
  }
  return {};
}

bool IsDecimal(TypeId id) {
  return id == TypeId::kDecimal32 || id == TypeId::kDecimal64 || id == TypeId::kDecimal128 || id == TypeId::kDecimal256;
}

/// Whether bytes [kept, width) of a little-endian number only repeat the sign of what is kept.
bool HighBytesAreSign(const std::byte* little_endian, int width, int kept) {
  const bool negative = (little_endian[kept - 1] & std::byte{0x80}) != std::byte{0};
  const auto sign = static_cast<std::byte>(negative ? 0xFF : 0);
  return std::all_of(little_endian + kept, little_endian + width, [sign](std::byte b) { return b == sign; });
}

Status ConvertDecimals(const array::Type& type, const SchemaNode& node, const std::byte* in, int64_t count,
                       std::byte* out) {
  const int width = array::ByteWidth(type);
  const bool big_endian = *node.physical_type == PhysicalType::kFixedLenByteArray;
  const int out_width = big_endian ? node.type_length : FixedWidthBytes(*node.physical_type);
  for (int64_t i = 0; out_width < width && i < count; ++i) {
    if (!HighBytesAreSign(in + i * width, width, out_width)) {
      return Status::InvalidArgument("a decimal does not fit column '" + node.name + "' of " +
                                     std::to_string(out_width) + " bytes");
    }
  }
  if (big_endian) {
    kernels::ActiveKernels().to_big_endian(in, width, count, out, out_width);
    return {};
  }
  for (int64_t i = 0; i < count; ++i) {
    const std::byte* value = in + i * width;
    std::byte* slot = out + i * out_width;
    const bool negative = (value[width - 1] & std::byte{0x80}) != std::byte{0};
    std::fill_n(slot, out_width, static_cast<std::byte>(negative ? 0xFF : 0));
    std::memcpy(slot, value, static_cast<size_t>(std::min(width, out_width)));
  }
  return {};
}

/// INTERVAL holds unsigned months, days and milliseconds.
Status ConvertIntervals(const array::Type& type, const SchemaNode& node, const std::byte* in, int64_t count,
                        std::byte* out) {
  const int64_t width = array::ByteWidth(type);
  for (int64_t i = 0; i < count; ++i) {
    const std::byte* value = in + i * width;
    int64_t months = 0;
    int64_t days = 0;
    int64_t nanos = 0;
    if (type.id == TypeId::kIntervalMonths) {
      months = Load<int32_t>(value);
    } else if (type.id == TypeId::kIntervalDayTime) {
      days = Load<int32_t>(value);
      nanos = Load<int32_t>(value + 4) * kNanosPerMilli;
    } else {
      months = Load<int32_t>(value);
      days = Load<int32_t>(value + 4);
      nanos = Load<int64_t>(value + 8);
    }
    if (months < 0 || days < 0 || nanos < 0 || nanos % kNanosPerMilli != 0 ||
        !std::in_range<uint32_t>(nanos / kNanosPerMilli)) {
      return Status::InvalidArgument("an interval does not fit column '" + node.name +
                                     "': INTERVAL holds no negative " + "parts and whole milliseconds, found " +
                                     std::to_string(months) + " months, " + std::to_string(days) + " days, " +
                                     std::to_string(nanos) + " ns");
    }
    Store(out + i * 12, static_cast<uint32_t>(months));
    Store(out + i * 12 + 4, static_cast<uint32_t>(days));
    Store(out + i * 12 + 8, static_cast<uint32_t>(nanos / kNanosPerMilli));
  }
  return {};
}

Status ConvertToInt32(const array::Type& type, const SchemaNode& node, const std::byte* in, int64_t count,
                      std::byte* out) {
  bool divide = false;
  if (type.id == TypeId::kDate64) {
    return ConvertUnits<int64_t, int32_t>(node, kMillisPerDay, true, in, count, out);
  }
  if (type.id == TypeId::kTime32) {
    const int64_t factor = UnitFactor(type.unit, node.logical_type.unit, &divide);
    return ConvertUnits<int32_t, int32_t>(node, factor, divide, in, count, out);
  }
  if (type.id == TypeId::kTime64) {
    const int64_t factor = UnitFactor(type.unit, node.logical_type.unit, &divide);
    return ConvertUnits<int64_t, int32_t>(node, factor, divide, in, count, out);
  }
  return ConvertIntegers<int32_t>(type, node, in, count, out);
}

Status ConvertToInt64(const array::Type& type, const SchemaNode& node, const std::byte* in, int64_t count,
                      std::byte* out) {
  bool divide = false;
  if (type.id == TypeId::kTimestamp || type.id == TypeId::kTime64) {
    const int64_t factor = UnitFactor(type.unit, node.logical_type.unit, &divide);
    return ConvertUnits<int64_t, int64_t>(node, factor, divide, in, count, out);
  }
  if (type.id == TypeId::kTime32) {
    const int64_t factor = UnitFactor(type.unit, node.logical_type.unit, &divide);
    return ConvertUnits<int32_t, int64_t>(node, factor, divide, in, count, out);
  }
  return ConvertIntegers<int64_t>(type, node, in, count, out);
}

/// INT96 for readers that know nothing else: nanoseconds of the day and Julian day.
Status ConvertToInt96(const array::Type& type, const std::byte* in, int64_t count, std::byte* out) {
  constexpr int64_t kJulianDayOfEpoch = 2'440'588;
  bool divide = false;
  const int64_t unit_nanos = UnitFactor(type.unit, TimeUnit::kNano, &divide);
  const int64_t units_per_day = kMillisPerDay * kNanosPerMilli / unit_nanos;
  for (int64_t i = 0; i < count; ++i) {
    const auto value = Load<int64_t>(in + i * 8);
    const int64_t rest = ((value % units_per_day) + units_per_day) % units_per_day;
    const int64_t day = (value - rest) / units_per_day + kJulianDayOfEpoch;
    if (!std::in_range<int32_t>(day)) {
      return Status::InvalidArgument("a timestamp does not fit INT96: " + std::to_string(value));
    }
    Store(out + i * 12, rest * unit_nanos);
    Store(out + i * 12 + 8, static_cast<int32_t>(day));
  }
  return {};
}

}  // namespace

Status ConvertToPhysical(const array::Type& type, const SchemaNode& node, const std::byte* in, int64_t count,
                         std::byte* out) {
  const PhysicalType physical = *node.physical_type;
  if (IsDecimal(type.id) && (physical == PhysicalType::kInt32 || physical == PhysicalType::kInt64 ||
                             (physical == PhysicalType::kFixedLenByteArray && node.type_length > 0))) {
    return ConvertDecimals(type, node, in, count, out);
  }
  const bool is_interval = type.id == TypeId::kIntervalMonths || type.id == TypeId::kIntervalDayTime ||
                           type.id == TypeId::kIntervalMonthDayNano;
  if (is_interval && physical == PhysicalType::kFixedLenByteArray && node.type_length == 12) {
    return ConvertIntervals(type, node, in, count, out);
  }
  switch (physical) {
    case PhysicalType::kInt32: return ConvertToInt32(type, node, in, count, out);
    case PhysicalType::kInt64: return ConvertToInt64(type, node, in, count, out);
    case PhysicalType::kInt96:
      return type.id == TypeId::kTimestamp ? ConvertToInt96(type, in, count, out) : NoConversion(type, node);
    default: return NoConversion(type, node);
  }
}

}  // namespace taracea::column

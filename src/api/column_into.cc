#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "api/batch_streams.h"
#include "array/array.h"
#include "array/bitmap.h"
#include "array/take.h"
#include "base/guard.h"
#include "base/try.h"
#include "taracea/reader.h"

namespace taracea {
namespace {

using array::TypeId;

/// Copies one number to another type; false when that would change it.
template <typename From, typename To>
bool CopyExactly(From from, To* to) {
  if constexpr (std::is_integral_v<From> && std::is_integral_v<To>) {
    *to = static_cast<To>(from);
    return std::in_range<To>(from);
  } else if constexpr (std::is_integral_v<From>) {
    *to = static_cast<To>(from);
    // A floating-point number holds every integer of its mantissa's size; beyond, only those that come back the same.
    constexpr int kDigits = std::numeric_limits<To>::digits;
    if constexpr (std::numeric_limits<From>::digits <= kDigits) {
      return true;
    } else {
      const auto limit = static_cast<To>(uint64_t{1} << 63);
      return *to < limit && *to >= -limit && static_cast<From>(*to) == from;
    }
  } else if constexpr (std::is_floating_point_v<To>) {
    *to = static_cast<To>(from);
    return std::isnan(from) || static_cast<From>(*to) == from;
  } else {
    return false;  // Fractions have no place in integers.
  }
}

/// Where the numbers of a column go.
template <typename T>
struct Target {
  std::span<T> values;
  std::span<uint8_t> valid;  ///< Empty: not wanted.
  OnNull on_null = OnNull::kError;
  std::string_view path;
};

template <typename T>
T NullValue() {
  if constexpr (std::is_floating_point_v<T>) {
    return std::numeric_limits<T>::quiet_NaN();
  } else {
    return T{};
  }
}

/// Copies one batch's slots to target rows [first, ...); `get(slot, out)` is false for a value that T cannot hold.
template <typename T, typename Get>
Status CopySlots(const array::Array& array, int64_t first, const Target<T>& target, Get get) {
  for (int64_t i = 0; i < array.length; ++i) {
    const auto row = static_cast<size_t>(first + i);
    const bool valid = array.null_count == 0 || array.IsValid(i);
    if (!target.valid.empty()) {
      target.valid[row] = valid ? 1 : 0;
    }
    if (!valid) {
      if (target.valid.empty() && target.on_null == OnNull::kError) {
        return Status::InvalidArgument("column '" + std::string(target.path) + "' is null in row " +
                                       std::to_string(row));
      }
      target.values[row] = NullValue<T>();
    } else if (!get(i, &target.values[row])) {
      return Status::InvalidArgument("column '" + std::string(target.path) + "' of " + array.type.ToString() +
                                     " has a value in row " + std::to_string(row) +
                                     " that the type asked for cannot hold");
    }
  }
  return {};
}

template <typename From, typename T>
Status CopyNumbers(const array::Array& array, int64_t first, const Target<T>& target) {
  const std::span<const From> values = array.Values<From>();
  return CopySlots<T>(array, first, target,
                      [&](int64_t i, T* out) { return CopyExactly(values[static_cast<size_t>(i)], out); });
}

template <typename T>
Status CopyColumn(const array::Array& array, int64_t first, const Target<T>& target) {
  if constexpr (std::is_same_v<T, std::string>) {
    if (array::IsBinaryLike(array.type.id)) {
      return CopySlots<T>(array, first, target, [&](int64_t i, T* out) {
        *out = array.BinaryValue(i);
        return true;
      });
    }
  } else {
    switch (array.type.id) {
      case TypeId::kBool:
        return CopySlots<T>(array, first, target, [&](int64_t i, T* out) {
          *out = array::GetBit(array.buffers[0].data(), array.offset + i) ? T{1} : T{0};
          return true;
        });
      case TypeId::kInt8: return CopyNumbers<int8_t>(array, first, target);
      case TypeId::kInt16: return CopyNumbers<int16_t>(array, first, target);
      case TypeId::kInt32:
      case TypeId::kDate32:
      case TypeId::kTime32: return CopyNumbers<int32_t>(array, first, target);
      case TypeId::kInt64:
      case TypeId::kDate64:
      case TypeId::kTime64:
      case TypeId::kTimestamp:
      case TypeId::kDuration: return CopyNumbers<int64_t>(array, first, target);
      case TypeId::kUint8: return CopyNumbers<uint8_t>(array, first, target);
      case TypeId::kUint16: return CopyNumbers<uint16_t>(array, first, target);
      case TypeId::kUint32: return CopyNumbers<uint32_t>(array, first, target);
      case TypeId::kUint64: return CopyNumbers<uint64_t>(array, first, target);
      case TypeId::kFloat: return CopyNumbers<float>(array, first, target);
      case TypeId::kDouble: return CopyNumbers<double>(array, first, target);
      default: break;
    }
  }
  return Status::InvalidArgument("column '" + std::string(target.path) + "' is " + array.type.ToString() +
                                 ", which the type asked for cannot hold");
}

/// Calls use(array) for the column in each batch.
template <typename Use>
Status ScanColumn(const File& file, std::string_view path, Use use) {
  TARACEA_TRY_ASSIGN(Scanner scanner, file.Scan({.columns = {std::string(path)}}));
  while (true) {
    TARACEA_TRY_ASSIGN(const std::optional<Batch> batch, scanner.Next());
    if (!batch) {
      return {};
    }
    TARACEA_TRY_ASSIGN(std::shared_ptr<const array::Array> column, api::FindArray(*batch, path));
    TARACEA_TRY_ASSIGN(column, array::UnpackEncoded(column));
    TARACEA_TRY(use(*column));
  }
}

}  // namespace

template <typename T>
Status File::ReadColumn(std::string_view path, std::vector<T>* out, OnNull on_null) const {
  return Guard([&]() -> Status {
    out->clear();
    // The vector grows with what was read: the footer's count of rows may be a lie.
    return ScanColumn(*this, path, [&](const array::Array& column) -> Status {
      const auto first = static_cast<int64_t>(out->size());
      out->resize(out->size() + static_cast<size_t>(column.length));
      return CopyColumn<T>(column, first, {*out, {}, on_null, path});
    });
  });
}

template <typename T>
Status File::ReadInto(std::string_view path, std::span<T> values, std::span<uint8_t> valid) const {
  return Guard([&]() -> Status {
    if (static_cast<int64_t>(values.size()) != num_rows() || (!valid.empty() && valid.size() != values.size())) {
      return Status::InvalidArgument("values must have one slot a row, found " + std::to_string(values.size()) +
                                     " slots and " + std::to_string(valid.size()) + " valid for " +
                                     std::to_string(num_rows()) + " rows");
    }
    int64_t first = 0;
    Status scanned = ScanColumn(*this, path, [&](const array::Array& column) -> Status {
      if (first + column.length > static_cast<int64_t>(values.size())) {
        return Status::Corrupt("the row groups hold more rows than the footer says: " + std::to_string(values.size()));
      }
      TARACEA_TRY(CopyColumn<T>(column, first, {values, valid, OnNull::kError, path}));
      first += column.length;
      return {};
    });
    if (scanned.ok() && first < static_cast<int64_t>(values.size())) {
      return Status::Corrupt("the row groups hold fewer rows than the footer says: " + std::to_string(first) + " < " +
                             std::to_string(values.size()));
    }
    return scanned;
  });
}

template Status File::ReadColumn(std::string_view, std::vector<int8_t>*, OnNull) const;
template Status File::ReadColumn(std::string_view, std::vector<int16_t>*, OnNull) const;
template Status File::ReadColumn(std::string_view, std::vector<int32_t>*, OnNull) const;
template Status File::ReadColumn(std::string_view, std::vector<int64_t>*, OnNull) const;
template Status File::ReadColumn(std::string_view, std::vector<uint8_t>*, OnNull) const;
template Status File::ReadColumn(std::string_view, std::vector<uint16_t>*, OnNull) const;
template Status File::ReadColumn(std::string_view, std::vector<uint32_t>*, OnNull) const;
template Status File::ReadColumn(std::string_view, std::vector<uint64_t>*, OnNull) const;
template Status File::ReadColumn(std::string_view, std::vector<float>*, OnNull) const;
template Status File::ReadColumn(std::string_view, std::vector<double>*, OnNull) const;
template Status File::ReadColumn(std::string_view, std::vector<std::string>*, OnNull) const;
template Status File::ReadInto(std::string_view, std::span<int8_t>, std::span<uint8_t>) const;
template Status File::ReadInto(std::string_view, std::span<int16_t>, std::span<uint8_t>) const;
template Status File::ReadInto(std::string_view, std::span<int32_t>, std::span<uint8_t>) const;
template Status File::ReadInto(std::string_view, std::span<int64_t>, std::span<uint8_t>) const;
template Status File::ReadInto(std::string_view, std::span<uint8_t>, std::span<uint8_t>) const;
template Status File::ReadInto(std::string_view, std::span<uint16_t>, std::span<uint8_t>) const;
template Status File::ReadInto(std::string_view, std::span<uint32_t>, std::span<uint8_t>) const;
template Status File::ReadInto(std::string_view, std::span<uint64_t>, std::span<uint8_t>) const;
template Status File::ReadInto(std::string_view, std::span<float>, std::span<uint8_t>) const;
template Status File::ReadInto(std::string_view, std::span<double>, std::span<uint8_t>) const;

}  // namespace taracea

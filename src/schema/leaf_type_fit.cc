#include <algorithm>

#include "schema/leaf_types.h"
#include "schema/type_shape.h"

namespace taracea::schema {
namespace {

using array::Type;
using array::TypeId;

bool IsInteger(TypeId id) noexcept {
  return id >= TypeId::kInt8 && id <= TypeId::kUint64;
}
bool IsFloat(TypeId id) noexcept {
  return id == TypeId::kHalfFloat || id == TypeId::kFloat || id == TypeId::kDouble;
}
bool IsDecimal(TypeId id) noexcept {
  return id >= TypeId::kDecimal32 && id <= TypeId::kDecimal256;
}
bool IsTime(TypeId id) noexcept {
  return id == TypeId::kTime32 || id == TypeId::kTime64;
}
bool IsInterval(TypeId id) noexcept {
  return id >= TypeId::kIntervalMonths && id <= TypeId::kIntervalMonthDayNano;
}
bool IsBinary(TypeId id) noexcept {
  return array::IsBinaryLike(id) && !array::IsUtf8(id);
}

int32_t DecimalDigits(TypeId id) noexcept {
  switch (id) {
    case TypeId::kDecimal32: return 9;
    case TypeId::kDecimal64: return 18;
    case TypeId::kDecimal128: return 38;
    default: return 76;
  }
}

std::optional<Type> When(bool fits, const Type& type) {
  return fits ? std::optional<Type>(type) : std::nullopt;
}

std::optional<Type> FitDecimal(const Type& stored, const Type& wanted, FitPurpose purpose) {
  if (!IsDecimal(wanted.id) || wanted.scale != stored.scale || wanted.precision < 1 ||
      wanted.precision > DecimalDigits(wanted.id)) {
    return std::nullopt;
  }
  switch (purpose) {
    case FitPurpose::kStored: return When(wanted.precision == stored.precision, wanted);
    case FitPurpose::kRequested: return When(wanted.precision >= stored.precision, wanted);
    case FitPurpose::kWritten: return When(wanted.precision <= stored.precision, wanted);
  }
  return std::nullopt;
}

/// A stored hint in seconds: the format has no such unit, its writer multiplied by 1000.
bool IsSecondsInMillis(const Type& stored, const Type& wanted) noexcept {
  return stored.unit == TimeUnit::kMilli && wanted.unit == TimeUnit::kSecond;
}

std::optional<Type> FitTimestamp(const SchemaNode& leaf, const Type& stored, const Type& wanted, FitPurpose purpose) {
  // INT96 has no zone of its own: what the hint or the caller says about it holds.
  const bool is_int96 = *leaf.physical_type == PhysicalType::kInt96;
  if (wanted.id != TypeId::kTimestamp || (wanted.timezone.empty() != stored.timezone.empty() && !is_int96)) {
    return std::nullopt;
  }
  if (purpose != FitPurpose::kStored || is_int96 || wanted.unit == stored.unit || IsSecondsInMillis(stored, wanted)) {
    return wanted;
  }
  return Type::Timestamp(stored.unit, wanted.timezone);
}

std::optional<Type> FitTime(const Type& stored, const Type& wanted, FitPurpose purpose) {
  if (!IsTime(wanted.id)) {
    return std::nullopt;
  }
  return When(purpose != FitPurpose::kStored || wanted.unit == stored.unit || IsSecondsInMillis(stored, wanted),
              wanted);
}

std::optional<Type> FitInteger(const Type& stored, const Type& wanted, FitPurpose purpose) {
  if (wanted.id == TypeId::kDuration) {
    return When(stored.id == TypeId::kInt64, wanted);
  }
  return When(wanted.id == stored.id || (purpose != FitPurpose::kStored && IsInteger(wanted.id)), wanted);
}

std::optional<Type> FitFloat(const Type& stored, const Type& wanted, FitPurpose purpose) {
  if (!IsFloat(wanted.id)) {
    return std::nullopt;
  }
  // The three ids ascend with their width; only widening keeps every value.
  switch (purpose) {
    case FitPurpose::kStored: return When(wanted.id == stored.id, wanted);
    case FitPurpose::kRequested: return When(wanted.id >= stored.id, wanted);
    case FitPurpose::kWritten: return When(wanted.id <= stored.id, wanted);
  }
  return std::nullopt;
}

std::optional<Type> FitBytes(const Type& stored, const Type& wanted, FitPurpose purpose) {
  if (array::IsUtf8(stored.id)) {
    // Bytes that nobody checked must not become text.
    return When(array::IsUtf8(wanted.id) || (purpose == FitPurpose::kRequested && IsBinary(wanted.id)), wanted);
  }
  return When(IsBinary(wanted.id) || (purpose != FitPurpose::kStored && array::IsUtf8(wanted.id)), wanted);
}

std::optional<Type> FitFlat(const SchemaNode& leaf, const Type& wanted, FitPurpose purpose) {
  const Type stored = LeafType(leaf);
  if (wanted == stored) {
    return wanted;
  }
  if (wanted.id == TypeId::kNull) {
    return When(purpose == FitPurpose::kWritten && leaf.repetition == Repetition::kOptional, wanted);
  }
  if (IsDecimal(stored.id)) {
    return FitDecimal(stored, wanted, purpose);
  }
  if (stored.id == TypeId::kTimestamp) {
    return FitTimestamp(leaf, stored, wanted, purpose);
  }
  if (IsTime(stored.id)) {
    return FitTime(stored, wanted, purpose);
  }
  if (IsInteger(stored.id)) {
    return FitInteger(stored, wanted, purpose);
  }
  if (IsFloat(stored.id)) {
    return FitFloat(stored, wanted, purpose);
  }
  if (array::IsBinaryLike(stored.id)) {
    return FitBytes(stored, wanted, purpose);
  }
  if (IsInterval(stored.id)) {
    return When(IsInterval(wanted.id), wanted);
  }
  return When(stored.id == TypeId::kDate32 && wanted.id == TypeId::kDate64, wanted);
}

}  // namespace

std::optional<Type> FitLeafType(const SchemaNode& leaf, const Type& wanted, FitPurpose purpose) {
  if (!HasItsChildren(wanted)) {
    return std::nullopt;
  }
  if (wanted.id == TypeId::kDictionary) {
    const Type& values = wanted.child(0).type;
    const bool values_allowed = purpose == FitPurpose::kWritten || array::IsBinaryLike(values.id);
    const std::optional<Type> fit = FitFlat(leaf, values, purpose);
    return When(values_allowed && fit && *fit == values, wanted);
  }
  if (wanted.id == TypeId::kRunEndEncoded) {
    const Type& values = wanted.child(1).type;
    const std::optional<Type> fit = FitFlat(leaf, values, purpose);
    return When(fit && *fit == values, wanted);
  }
  return FitFlat(leaf, wanted, purpose);
}

}  // namespace taracea::schema

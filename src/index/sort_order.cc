#include "index/sort_order.h"

#include "base/bytes.h"
#include "index/value_order.h"

namespace taracea::index {
namespace {

SortOrder OrderOfByteArray(const LogicalType& logical_type) {
  using Kind = LogicalType::Kind;
  switch (logical_type.kind) {
    case Kind::kNone:
    case Kind::kString:
    case Kind::kEnum:
    case Kind::kJson:
    case Kind::kBson:
    case Kind::kUuid: return SortOrder::kUnsignedBytes;
    case Kind::kDecimal: return SortOrder::kDecimalBytes;
    default: return SortOrder::kNone;
  }
}

SortOrder OrderOfInteger(const LogicalType& logical_type, SortOrder with_sign, SortOrder without_sign) {
  using Kind = LogicalType::Kind;
  switch (logical_type.kind) {
    case Kind::kNone:
    case Kind::kDecimal:
    case Kind::kDate:
    case Kind::kTime:
    case Kind::kTimestamp: return with_sign;
    case Kind::kInteger: return logical_type.is_signed ? with_sign : without_sign;
    default: return SortOrder::kNone;
  }
}

SortOrder TypeDefinedOrder(PhysicalType type, const LogicalType& logical_type) {
  const bool plain = logical_type.kind == LogicalType::Kind::kNone;
  switch (type) {
    case PhysicalType::kBoolean: return plain ? SortOrder::kBoolean : SortOrder::kNone;
    case PhysicalType::kInt32: return OrderOfInteger(logical_type, SortOrder::kInt32, SortOrder::kUint32);
    case PhysicalType::kInt64: return OrderOfInteger(logical_type, SortOrder::kInt64, SortOrder::kUint64);
    case PhysicalType::kFloat: return plain ? SortOrder::kFloat : SortOrder::kNone;
    case PhysicalType::kDouble: return plain ? SortOrder::kDouble : SortOrder::kNone;
    case PhysicalType::kByteArray: return OrderOfByteArray(logical_type);
    case PhysicalType::kFixedLenByteArray:
      return logical_type.kind == LogicalType::Kind::kFloat16 ? SortOrder::kFloat16 : OrderOfByteArray(logical_type);
    case PhysicalType::kInt96: return SortOrder::kNone;
  }
  return SortOrder::kNone;
}

SortOrder TotalOrder(SortOrder type_defined) {
  switch (type_defined) {
    case SortOrder::kFloat: return SortOrder::kTotalFloat;
    case SortOrder::kDouble: return SortOrder::kTotalDouble;
    case SortOrder::kFloat16: return SortOrder::kTotalFloat16;
    default: return SortOrder::kNone;
  }
}

template <typename T>
std::strong_ordering CompareAs(ConstBytes a, ConstBytes b) {
  return Load<T>(a.data()) <=> Load<T>(b.data());
}

template <typename Signed>
std::strong_ordering CompareTotal(ConstBytes a, ConstBytes b) {
  return TotalOrderKey(Load<Signed>(a.data())) <=> TotalOrderKey(Load<Signed>(b.data()));
}

template <typename Signed>
std::strong_ordering CompareNumbers(ConstBytes a, ConstBytes b) {
  constexpr Signed kWithoutSign = std::numeric_limits<Signed>::max();
  const auto x = Load<Signed>(a.data());
  const auto y = Load<Signed>(b.data());
  if ((x & kWithoutSign) == 0 && (y & kWithoutSign) == 0) {
    return std::strong_ordering::equal;
  }
  return TotalOrderKey(x) <=> TotalOrderKey(y);
}

}  // namespace

SortOrder SortOrderOf(PhysicalType type, const LogicalType& logical_type, ColumnOrder column_order) noexcept {
  switch (column_order) {
    case ColumnOrder::kTypeDefined: return TypeDefinedOrder(type, logical_type);
    case ColumnOrder::kIeee754TotalOrder: return TotalOrder(TypeDefinedOrder(type, logical_type));
    case ColumnOrder::kInt96Timestamp:
      return type == PhysicalType::kInt96 ? SortOrder::kInt96Timestamp : SortOrder::kNone;
    case ColumnOrder::kUndefined:
    case ColumnOrder::kUnknown: return SortOrder::kNone;
  }
  return SortOrder::kNone;
}

SortOrder SortOrderOf(const SchemaNode& leaf) noexcept {
  return leaf.physical_type ? SortOrderOf(*leaf.physical_type, leaf.logical_type, leaf.column_order) : SortOrder::kNone;
}

ColumnOrder ColumnOrderToWrite(const SchemaNode& leaf) noexcept {
  return leaf.column_order == ColumnOrder::kUndefined || leaf.column_order == ColumnOrder::kUnknown
             ? ColumnOrder::kTypeDefined
             : leaf.column_order;
}

bool IsFloatOrder(SortOrder order) noexcept {
  return order >= SortOrder::kFloat && order <= SortOrder::kTotalFloat16;
}

bool IsTotalFloatOrder(SortOrder order) noexcept {
  return order >= SortOrder::kTotalFloat && order <= SortOrder::kTotalFloat16;
}

int OrderWidthBytes(SortOrder order) noexcept {
  switch (order) {
    case SortOrder::kBoolean: return 1;
    case SortOrder::kFloat16:
    case SortOrder::kTotalFloat16: return 2;
    case SortOrder::kInt32:
    case SortOrder::kUint32:
    case SortOrder::kFloat:
    case SortOrder::kTotalFloat: return 4;
    case SortOrder::kInt64:
    case SortOrder::kUint64:
    case SortOrder::kDouble:
    case SortOrder::kTotalDouble: return 8;
    case SortOrder::kInt96Timestamp: return 12;
    case SortOrder::kNone:
    case SortOrder::kUnsignedBytes:
    case SortOrder::kDecimalBytes: return 0;
  }
  return 0;
}

bool IsWellFormedBound(SortOrder order, ConstBytes bound) noexcept {
  if (order == SortOrder::kUnsignedBytes || order == SortOrder::kDecimalBytes) {
    return true;
  }
  return order != SortOrder::kNone && bound.size() == static_cast<size_t>(OrderWidthBytes(order));
}

bool IsNanBound(SortOrder order, ConstBytes bound) noexcept {
  switch (order) {
    case SortOrder::kFloat:
    case SortOrder::kTotalFloat: return IsNanKey(TotalOrderKey(Load<int32_t>(bound.data())));
    case SortOrder::kDouble:
    case SortOrder::kTotalDouble: return IsNanKey(TotalOrderKey(Load<int64_t>(bound.data())));
    case SortOrder::kFloat16:
    case SortOrder::kTotalFloat16: return IsNanKey(TotalOrderKey(Load<int16_t>(bound.data())));
    default: return false;
  }
}

bool IsZeroBound(SortOrder order, ConstBytes bound) noexcept {
  if (!IsFloatOrder(order)) {
    return false;
  }
  const bool has_no_magnitude = (bound.back() & std::byte{0x7F}) == std::byte{0};
  return has_no_magnitude &&
         std::ranges::all_of(bound.first(bound.size() - 1), [](std::byte b) { return b == std::byte{0}; });
}

std::strong_ordering CompareBounds(SortOrder order, ConstBytes a, ConstBytes b) noexcept {
  switch (order) {
    case SortOrder::kBoolean: return CompareAs<uint8_t>(a, b);
    case SortOrder::kInt32: return CompareAs<int32_t>(a, b);
    case SortOrder::kInt64: return CompareAs<int64_t>(a, b);
    case SortOrder::kUint32: return CompareAs<uint32_t>(a, b);
    case SortOrder::kUint64: return CompareAs<uint64_t>(a, b);
    case SortOrder::kFloat: return CompareNumbers<int32_t>(a, b);
    case SortOrder::kDouble: return CompareNumbers<int64_t>(a, b);
    case SortOrder::kFloat16: return CompareNumbers<int16_t>(a, b);
    case SortOrder::kTotalFloat: return CompareTotal<int32_t>(a, b);
    case SortOrder::kTotalDouble: return CompareTotal<int64_t>(a, b);
    case SortOrder::kTotalFloat16: return CompareTotal<int16_t>(a, b);
    case SortOrder::kUnsignedBytes: return CompareUnsignedBytes(a, b);
    case SortOrder::kDecimalBytes: return CompareDecimalBytes(a, b);
    case SortOrder::kInt96Timestamp: return LoadInt96(a.data()) <=> LoadInt96(b.data());
    case SortOrder::kNone: break;
  }
  return std::strong_ordering::equal;
}

}  // namespace taracea::index

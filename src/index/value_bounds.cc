#include "index/value_bounds.h"

#include <algorithm>
#include <limits>

#include "base/bytes.h"
#include "index/byte_extremes.h"
#include "index/value_order.h"

namespace taracea::index {
namespace {

using encoding::Values;

void Assign(std::string* to, ConstBytes bytes) {
  to->assign(AsText(bytes));
}

/// Zeros of both signs are told apart while bounds are collected, so that the result never depends on batch borders.
SortOrder CollectingOrder(SortOrder order) {
  switch (order) {
    case SortOrder::kFloat: return SortOrder::kTotalFloat;
    case SortOrder::kDouble: return SortOrder::kTotalDouble;
    case SortOrder::kFloat16: return SortOrder::kTotalFloat16;
    default: return order;
  }
}

void WidenMin(SortOrder order, ConstBytes min, bool cut, ValueBounds* bounds) {
  const std::strong_ordering compared =
      bounds->any ? CompareBounds(CollectingOrder(order), min, AsBytes(bounds->min)) : std::strong_ordering::less;
  if (compared < 0) {
    Assign(&bounds->min, min);
    bounds->min_cut = cut;
  } else if (compared == 0) {
    bounds->min_cut &= cut;
  }
}

void WidenMax(SortOrder order, ConstBytes max, bool cut, ValueBounds* bounds) {
  const std::strong_ordering compared =
      bounds->any ? CompareBounds(CollectingOrder(order), max, AsBytes(bounds->max)) : std::strong_ordering::greater;
  if (compared > 0) {
    Assign(&bounds->max, max);
    bounds->max_cut = cut;
  } else if (compared == 0) {
    bounds->max_cut |= cut;
  }
}

void WidenByFixed(SortOrder order, ConstBytes min, ConstBytes max, ValueBounds* bounds) {
  WidenMin(order, min, false, bounds);
  WidenMax(order, max, false, bounds);
  bounds->any = true;
}

void WidenNans(SortOrder order, ConstBytes min, ConstBytes max, ValueBounds* bounds) {
  if (!bounds->any_nan || CompareBounds(order, min, AsBytes(bounds->min_nan)) < 0) {
    Assign(&bounds->min_nan, min);
  }
  if (!bounds->any_nan || CompareBounds(order, max, AsBytes(bounds->max_nan)) > 0) {
    Assign(&bounds->max_nan, max);
  }
  bounds->any_nan = true;
}

template <typename T>
void WidenIntegers(SortOrder order, const Values& values, ValueBounds* bounds) {
  T min = std::numeric_limits<T>::max();
  T max = std::numeric_limits<T>::min();
  for (int64_t i = 0; i < values.count; ++i) {
    const T value = Load<T>(values.data + static_cast<size_t>(i) * sizeof(T));
    min = value < min ? value : min;
    max = value > max ? value : max;
  }
  WidenByFixed(order, BytesOf(&min, 1), BytesOf(&max, 1), bounds);
}

template <typename Signed>
void WidenFloatNans(SortOrder order, const Values& values, ValueBounds* bounds) {
  for (int64_t i = 0; i < values.count; ++i) {
    const ConstBytes value(values.data + static_cast<size_t>(i) * sizeof(Signed), sizeof(Signed));
    if (IsNanBound(order, value)) {
      WidenNans(order, value, value, bounds);
    }
  }
}

/// Works on integer keys in total order, where NaNs are the outermost: integer loops vectorise and have no corner
/// cases.
template <typename Signed>
void WidenFloats(SortOrder order, const Values& values, ValueBounds* bounds) {
  constexpr Signed kLowest = std::numeric_limits<Signed>::min();
  constexpr Signed kHighest = std::numeric_limits<Signed>::max();
  Signed min = kHighest;
  Signed max = kLowest;
  int64_t nan_count = 0;
  for (int64_t i = 0; i < values.count; ++i) {
    const Signed key = TotalOrderKey(Load<Signed>(values.data + static_cast<size_t>(i) * sizeof(Signed)));
    const bool is_nan = IsNanKey(key);
    const Signed low = is_nan ? kHighest : key;
    const Signed high = is_nan ? kLowest : key;
    min = low < min ? low : min;
    max = high > max ? high : max;
    nan_count += is_nan ? 1 : 0;
  }
  bounds->nan_count += nan_count;
  if (nan_count != values.count) {
    min = TotalOrderKey(min);
    max = TotalOrderKey(max);
    WidenByFixed(order, BytesOf(&min, 1), BytesOf(&max, 1), bounds);
  }
  if (nan_count != 0 && IsTotalFloatOrder(order)) {
    WidenFloatNans<Signed>(order, values, bounds);
  }
}

void WidenInt96(const Values& values, ValueBounds* bounds) {
  constexpr size_t kWidth = 12;
  const std::byte* min = values.data;
  const std::byte* max = values.data;
  for (int64_t i = 1; i < values.count; ++i) {
    const std::byte* at = values.data + static_cast<size_t>(i) * kWidth;
    min = LoadInt96(at) < LoadInt96(min) ? at : min;
    max = LoadInt96(at) > LoadInt96(max) ? at : max;
  }
  WidenByFixed(SortOrder::kInt96Timestamp, {min, kWidth}, {max, kWidth}, bounds);
}

// Byte strings: one accessor per kind of Values; readable_end() bounds how far a prefix may be read.

struct FixedAccess {
  const std::byte* data;
  size_t width;
  const std::byte* end;
  ConstBytes value(int64_t i) const noexcept { return {data + static_cast<size_t>(i) * width, width}; }
  const std::byte* readable_end(ConstBytes) const noexcept { return end; }
};

template <typename Offset>
struct OffsetAccess {
  const Offset* offsets;
  const std::byte* data;
  const std::byte* end;
  ConstBytes value(int64_t i) const noexcept {
    return {data + offsets[i], static_cast<size_t>(offsets[i + 1] - offsets[i])};
  }
  const std::byte* readable_end(ConstBytes) const noexcept { return end; }
};

struct SpanAccess {
  const ConstBytes* spans;
  ConstBytes value(int64_t i) const noexcept { return spans[i]; }
  const std::byte* readable_end(ConstBytes value) const noexcept { return value.data() + value.size(); }
};

/// Calls `work` with the accessor of the values.
template <typename Work>
void WithAccess(const Values& values, const Work& work) {
  const size_t slack = values.slack_after_bytes;
  switch (values.kind) {
    case Values::Kind::kFixed: {
      const auto width = static_cast<size_t>(values.width_bytes);
      work(FixedAccess{values.data, width, values.data + static_cast<size_t>(values.count) * width + slack});
      break;
    }
    case Values::Kind::kOffsets32:
      work(OffsetAccess<int32_t>{values.offsets32, values.data, values.data + values.offsets32[values.count] + slack});
      break;
    case Values::Kind::kOffsets64:
      work(OffsetAccess<int64_t>{values.offsets64, values.data, values.data + values.offsets64[values.count] + slack});
      break;
    case Values::Kind::kSpans: work(SpanAccess{values.spans}); break;
  }
}

struct Extremes {
  ConstBytes min;
  ConstBytes max;
};

template <typename Access>
Extremes FindExtremes(const Access& access, int64_t count, bool is_decimal) {
  ByteExtremes found(access.value(0), is_decimal);
  for (int64_t i = 1; i < count; ++i) {
    const ByteExtremes glance = found;
    while (i < count && glance.IsInside(access.value(i), access.readable_end(access.value(i)))) {
      ++i;
    }
    if (i < count) {
      found.Widen(access.value(i));
    }
  }
  return {found.min(), found.max()};
}

template <typename Access>
Extremes FindDecimals(const Access& access, int64_t count) {
  Extremes found{access.value(0), access.value(0)};
  for (int64_t i = 1; i < count; ++i) {
    const ConstBytes value = access.value(i);
    if (CompareDecimalBytes(value, found.min) < 0) {
      found.min = value;
    } else if (CompareDecimalBytes(value, found.max) > 0) {
      found.max = value;
    }
  }
  return found;
}

/// Cuts a bound to what is kept. With values that are prefixes of others, comparing cut bounds stays right: a cut min
/// is never above, and a value above a cut max is either above the whole one or has the same cut.
ConstBytes Cut(ConstBytes bytes, bool* cut) {
  *cut = bytes.size() > kKeptBoundBytes;
  return bytes.first(std::min(bytes.size(), kKeptBoundBytes));
}

void WidenByBytes(SortOrder order, const Extremes& found, ValueBounds* bounds) {
  if (order == SortOrder::kDecimalBytes && std::max(found.min.size(), found.max.size()) > kKeptBoundBytes) {
    bounds->unusable = true;
    return;
  }
  bool cut = false;
  const ConstBytes min = Cut(found.min, &cut);
  WidenMin(order, min, cut, bounds);
  const ConstBytes max = Cut(found.max, &cut);
  WidenMax(order, max, cut, bounds);
  bounds->any = true;
}

void WidenByteStrings(SortOrder order, const Values& values, ValueBounds* bounds) {
  const bool one_width = values.kind == Values::Kind::kFixed;
  WithAccess(values, [&](const auto& access) {
    if (order == SortOrder::kDecimalBytes && !one_width) {
      WidenByBytes(order, FindDecimals(access, values.count), bounds);
    } else {
      WidenByBytes(order, FindExtremes(access, values.count, order == SortOrder::kDecimalBytes), bounds);
    }
  });
}

}  // namespace

void WidenBounds(SortOrder order, const Values& values, ValueBounds* bounds) {
  if (values.count == 0) {
    return;
  }
  switch (order) {
    case SortOrder::kNone: break;
    case SortOrder::kBoolean: WidenIntegers<uint8_t>(order, values, bounds); break;
    case SortOrder::kInt32: WidenIntegers<int32_t>(order, values, bounds); break;
    case SortOrder::kInt64: WidenIntegers<int64_t>(order, values, bounds); break;
    case SortOrder::kUint32: WidenIntegers<uint32_t>(order, values, bounds); break;
    case SortOrder::kUint64: WidenIntegers<uint64_t>(order, values, bounds); break;
    case SortOrder::kFloat:
    case SortOrder::kTotalFloat: WidenFloats<int32_t>(order, values, bounds); break;
    case SortOrder::kDouble:
    case SortOrder::kTotalDouble: WidenFloats<int64_t>(order, values, bounds); break;
    case SortOrder::kFloat16:
    case SortOrder::kTotalFloat16: WidenFloats<int16_t>(order, values, bounds); break;
    case SortOrder::kUnsignedBytes:
    case SortOrder::kDecimalBytes: WidenByteStrings(order, values, bounds); break;
    case SortOrder::kInt96Timestamp: WidenInt96(values, bounds); break;
  }
}

void WidenBounds(SortOrder order, const ValueBounds& other, ValueBounds* bounds) {
  bounds->unusable |= other.unusable;
  bounds->nan_count += other.nan_count;
  if (other.any_nan) {
    WidenNans(order, AsBytes(other.min_nan), AsBytes(other.max_nan), bounds);
  }
  if (!other.any) {
    return;
  }
  WidenMin(order, AsBytes(other.min), other.min_cut, bounds);
  WidenMax(order, AsBytes(other.max), other.max_cut, bounds);
  bounds->any = true;
}

}  // namespace taracea::index

#include "array/indirection.h"

#include <algorithm>

namespace taracea::array {
namespace {

template <typename RunEndT>
PhysicalRun FindRunAs(const Array& array, int64_t i) noexcept {
  const std::span<const RunEndT> ends = array.children[0]->Values<RunEndT>();
  const int64_t slot = array.offset + i;
  const auto at = std::upper_bound(ends.begin(), ends.end(), slot,
                                   [](int64_t wanted, RunEndT end) { return wanted < static_cast<int64_t>(end); });
  return {at - ends.begin(), std::min<int64_t>(*at, array.offset + array.length) - slot};
}

template <typename IndexT>
int64_t IndexAs(const Array& array, int64_t i) noexcept {
  return static_cast<int64_t>(array.Values<IndexT>()[static_cast<size_t>(i)]);
}

}  // namespace

PhysicalRun FindRun(const Array& array, int64_t i) noexcept {
  switch (array.children[0]->type.id) {
    case TypeId::kInt16: return FindRunAs<int16_t>(array, i);
    case TypeId::kInt32: return FindRunAs<int32_t>(array, i);
    default: return FindRunAs<int64_t>(array, i);
  }
}

int64_t DictionaryIndex(const Array& array, int64_t i) noexcept {
  switch (array.type.index_type) {
    case TypeId::kInt8: return IndexAs<int8_t>(array, i);
    case TypeId::kInt16: return IndexAs<int16_t>(array, i);
    case TypeId::kInt32: return IndexAs<int32_t>(array, i);
    case TypeId::kUint8: return IndexAs<uint8_t>(array, i);
    case TypeId::kUint16: return IndexAs<uint16_t>(array, i);
    case TypeId::kUint32: return IndexAs<uint32_t>(array, i);
    default: return IndexAs<int64_t>(array, i);
  }
}

}  // namespace taracea::array

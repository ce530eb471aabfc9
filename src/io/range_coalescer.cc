#include "io/range_coalescer.h"

#include <algorithm>
#include <numeric>

namespace taracea {
namespace {

/// A merged range in the making, with the holes in it so far.
struct Growing {
  MergedRange merged;
  int64_t waste_bytes = 0;
};

bool TryExtend(Growing& growing, const ByteRange& next, const CoalescingLimits& limits) noexcept {
  ByteRange& range = growing.merged.range;
  const int64_t gap = std::max<int64_t>(0, next.offset - range.end());
  const int64_t merged_bytes = std::max(range.end(), next.end()) - range.offset;
  const int64_t waste_bytes = growing.waste_bytes + gap;
  const bool is_inside = next.end() <= range.end();
  if (!is_inside && next.size_bytes != 0 &&
      (gap > limits.max_gap_bytes || merged_bytes > limits.max_merged_bytes ||
       waste_bytes >
           merged_bytes / 100 * limits.max_waste_percent + merged_bytes % 100 * limits.max_waste_percent / 100)) {
    return false;
  }
  if (next.size_bytes != 0) {
    range.size_bytes = merged_bytes;
    growing.waste_bytes = waste_bytes;
  }
  ++growing.merged.count;
  return true;
}

}  // namespace

Coalesced CoalesceRanges(std::span<const ByteRange> ranges, const CoalescingLimits& limits) {
  Coalesced out;
  out.order.resize(ranges.size());
  std::iota(out.order.begin(), out.order.end(), size_t{0});
  std::sort(out.order.begin(), out.order.end(), [&](size_t a, size_t b) {
    return ranges[a].offset != ranges[b].offset ? ranges[a].offset < ranges[b].offset : a < b;
  });
  Growing growing;
  for (size_t i = 0; i < out.order.size(); ++i) {
    const ByteRange& next = ranges[out.order[i]];
    if (i != 0 && TryExtend(growing, next, limits)) {
      continue;
    }
    if (i != 0) {
      out.merged.push_back(growing.merged);
    }
    growing = {{next, i, 1}, 0};
  }
  if (!out.order.empty()) {
    out.merged.push_back(growing.merged);
  }
  return out;
}

}  // namespace taracea

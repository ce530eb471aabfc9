#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace taracea {

/// Bytes [offset, offset + size_bytes) of a source.
struct ByteRange {
  int64_t offset = 0;
  int64_t size_bytes = 0;

  int64_t end() const noexcept { return offset + size_bytes; }
  bool operator==(const ByteRange&) const = default;
};

/// When two ranges are better fetched as one. What a fetch of its own costs, in bytes of transfer, is a good gap:
/// a few KiB for a local disk, about a MiB for a remote store.
struct CoalescingLimits {
  /// Largest hole between two neighbours that is read and thrown away.
  int64_t max_gap_bytes = int64_t{4} << 10;
  /// Largest merged range; one range that is larger stays whole, alone.
  int64_t max_merged_bytes = int64_t{16} << 20;
  /// Bound on all holes of a merged range together, in percent of its size.
  int64_t max_waste_percent = 25;
};

/// One fetch and the ranges that it serves.
struct MergedRange {
  ByteRange range;
  /// The ranges served: Coalesced::order[first, first + count).
  size_t first = 0;
  size_t count = 0;
};

struct Coalesced {
  /// Positions of the given ranges, by ascending offset (by position where equal).
  std::vector<size_t> order;
  /// By ascending offset; each given range lies within exactly one.
  std::vector<MergedRange> merged;
};

/// Merges near and overlapping ranges. Empty ranges join the range before them. Precondition: offsets and sizes are
/// not negative and their sums fit. Cost: a sort.
Coalesced CoalesceRanges(std::span<const ByteRange> ranges, const CoalescingLimits& limits);

}  // namespace taracea

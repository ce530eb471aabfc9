#pragma once

#include <cstdint>
#include <optional>

#include "index/size_statistics.h"
#include "index/sort_order.h"
#include "index/statistics.h"
#include "taracea/metadata.h"

namespace taracea::index {

/// Puts together the column index of a chunk, a data page at a time.
/// Thread safety: one thread at a time. Spec: PageIndex.md, parquet.thrift#ColumnIndex
class ColumnIndexBuilder {
 public:
  explicit ColumnIndexBuilder(SortOrder order, int64_t truncate_bytes = kDefaultTruncateBytes)
      : order_(order), truncate_bytes_(truncate_bytes) {}

  /// Adds the next page. `sizes` is null where no histograms are wanted, for every page alike.
  void AddPage(const StatisticsCollector& page, const SizeStatisticsCollector* sizes);
  /// The index; nothing when there is no page, or one with values but without two usable bounds: of an order that is
  /// not defined, with nothing but NaN where the order has no place for it, or too long. Leaves the builder as new.
  std::optional<ColumnIndex> Finish();

 private:
  BoundaryOrder FindBoundaryOrder() const;

  SortOrder order_;
  int64_t truncate_bytes_;
  bool unusable_ = false;
  ColumnIndex index_;
};

}  // namespace taracea::index

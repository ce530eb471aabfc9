#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "index/created_by.h"
#include "index/sort_order.h"
#include "taracea/metadata.h"
#include "taracea/schema.h"

namespace taracea::index {

/// What of stored statistics may be believed. Every value that is neither null nor NaN lies within [min, max] by
/// `order`; absent parts are not known. Whether a page or chunk holds NaN is known from nan_count alone.
struct UsableStatistics {
  SortOrder order = SortOrder::kNone;
  std::optional<std::string> min;
  std::optional<std::string> max;
  bool is_min_exact = false;  ///< Some value equals the bound; false: not known.
  bool is_max_exact = false;
  std::optional<int64_t> null_count;
  std::optional<int64_t> nan_count;  ///< 0 for types without NaN.
  std::optional<int64_t> distinct_count;
  bool from_deprecated = false;  ///< The bounds are from the deprecated fields.
  std::string_view why_ignored;  ///< Why there are no bounds though the file has some; empty: no such case.
};

/// Judges the statistics of a chunk or page of `num_values` level entries.
///
/// min_value and max_value count under the column order of the leaf, the deprecated min and max only where their signed
/// order is the type's own or both are equal, and not from writers that filled them wrongly. Bounds of a wrong size,
/// out of order, or with a NaN outside of total orders are ignored; zeros of floats are widened to both signs; counts
/// below zero or above num_values are not known. Spec: parquet.thrift#Statistics, parquet.thrift#ColumnOrder
UsableStatistics JudgeStatistics(const Statistics& statistics, const SchemaNode& leaf, const CreatedBy& created_by,
                                 int64_t num_values);

/// Judges the entry of one page in a column index that CheckColumnIndex has passed. The same rules hold.
UsableStatistics JudgePage(const ColumnIndex& index, size_t page, const SchemaNode& leaf);

}  // namespace taracea::index

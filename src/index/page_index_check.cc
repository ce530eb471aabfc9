#include "index/page_index_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/checked_math.h"
#include "base/try.h"
#include "index/sort_order.h"

namespace taracea::index {
namespace {

bool AnyNegative(const std::vector<int64_t>& counts) {
  return std::ranges::any_of(counts, [](int64_t count) { return count < 0; });
}

/// Checks an optional list with `per_page` counts for each page.
Status CheckCounts(std::string_view name, const std::vector<int64_t>& counts, size_t page_count, size_t per_page) {
  if (counts.empty()) {
    return {};
  }
  if (counts.size() % per_page != 0 || counts.size() / per_page != page_count) {
    return Status::Corrupt(
        fmt::format("page index: expected {} x {} {}, found {}", page_count, per_page, name, counts.size()));
  }
  if (AnyNegative(counts)) {
    return Status::Corrupt(fmt::format("page index: a number below zero among {}", name));
  }
  return {};
}

Status CheckBound(const std::string& bound, SortOrder order, const SchemaNode& leaf, size_t page) {
  const bool too_long = leaf.physical_type == PhysicalType::kFixedLenByteArray &&
                        bound.size() > static_cast<size_t>(std::max(leaf.type_length, 0));
  if (too_long || !IsWellFormedBound(order, AsBytes(bound))) {
    return Status::Corrupt(
        fmt::format("column index: bound of page {} has {} bytes, which does not fit its type", page, bound.size()));
  }
  if (IsNanBound(order, AsBytes(bound)) && !IsTotalFloatOrder(order)) {
    return Status::Corrupt(fmt::format("column index: bound of page {} is NaN, which has no place in its order", page));
  }
  return {};
}

/// Checks two neighbours against the stated order.
Status CheckStep(const ColumnIndex& index, SortOrder order, size_t previous, size_t page) {
  for (const std::vector<std::string>* bounds : {&index.min_values, &index.max_values}) {
    const std::strong_ordering step = CompareBounds(order, AsBytes((*bounds)[previous]), AsBytes((*bounds)[page]));
    if ((index.boundary_order == BoundaryOrder::kAscending && step > 0) ||
        (index.boundary_order == BoundaryOrder::kDescending && step < 0)) {
      return Status::Corrupt(
          fmt::format("column index: pages {} and {} are not in the order that it states", previous, page));
    }
  }
  return {};
}

/// Checks the bounds of each page, and those of neighbours against the stated order; null pages do not count.
Status CheckBounds(const ColumnIndex& index, SortOrder order, const SchemaNode& leaf) {
  size_t previous = index.null_pages.size();
  for (size_t page = 0; page < index.null_pages.size(); ++page) {
    if (index.null_pages[page]) {
      continue;
    }
    TARACEA_TRY(CheckBound(index.min_values[page], order, leaf, page));
    TARACEA_TRY(CheckBound(index.max_values[page], order, leaf, page));
    if (CompareBounds(order, AsBytes(index.min_values[page]), AsBytes(index.max_values[page])) > 0) {
      return Status::Corrupt(fmt::format("column index: min of page {} is above its max", page));
    }
    if (previous != index.null_pages.size()) {
      TARACEA_TRY(CheckStep(index, order, previous, page));
    }
    previous = page;
  }
  return {};
}

}  // namespace

Status CheckOffsetIndex(const OffsetIndex& index, const ChunkExtent& chunk) {
  if (index.page_locations.empty() != (chunk.row_count == 0)) {
    return Status::Corrupt(
        fmt::format("offset index: {} pages for {} rows", index.page_locations.size(), chunk.row_count));
  }
  const std::optional<int64_t> chunk_end = CheckedAdd(chunk.offset, chunk.size_bytes);
  int64_t end = chunk.offset;
  int64_t row = -1;
  for (size_t page = 0; page < index.page_locations.size(); ++page) {
    const PageLocation& location = index.page_locations[page];
    if (!chunk_end || location.offset < end || location.compressed_page_size <= 0 ||
        !RangeFits(location.offset, location.compressed_page_size, *chunk_end)) {
      return Status::Corrupt(
          fmt::format("offset index: page {} at {} of {} bytes does not fit behind {} in a chunk at "
                      "{} of {} bytes",
                      page, location.offset, location.compressed_page_size, end, chunk.offset, chunk.size_bytes));
    }
    const bool rises = page == 0 ? location.first_row_index == 0 : location.first_row_index > row;
    if (!rises || location.first_row_index >= chunk.row_count) {
      return Status::Corrupt(fmt::format("offset index: page {} begins at row {}, behind {}, of {}", page,
                                         location.first_row_index, row, chunk.row_count));
    }
    end = location.offset + location.compressed_page_size;
    row = location.first_row_index;
  }
  return CheckCounts("byte array sizes", index.unencoded_byte_array_data_bytes, index.page_locations.size(), 1);
}

Status CheckColumnIndex(const ColumnIndex& index, size_t page_count, const SchemaNode& leaf) {
  if (index.null_pages.size() != page_count || index.min_values.size() != page_count ||
      index.max_values.size() != page_count) {
    return Status::Corrupt(fmt::format("column index: expected {} entries, found {} null pages, {} mins, {} maxes",
                                       page_count, index.null_pages.size(), index.min_values.size(),
                                       index.max_values.size()));
  }
  TARACEA_TRY(CheckCounts("null counts", index.null_counts, page_count, 1));
  TARACEA_TRY(CheckCounts("NaN counts", index.nan_counts, page_count, 1));
  TARACEA_TRY(CheckCounts("repetition level counts", index.repetition_level_histograms, page_count,
                          size_t{leaf.max_repetition_level} + 1));
  TARACEA_TRY(CheckCounts("definition level counts", index.definition_level_histograms, page_count,
                          size_t{leaf.max_definition_level} + 1));
  const SortOrder order = SortOrderOf(leaf);
  return order == SortOrder::kNone ? Status() : CheckBounds(index, order, leaf);
}

}  // namespace taracea::index

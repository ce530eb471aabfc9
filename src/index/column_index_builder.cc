#include "index/column_index_builder.h"

#include <utility>

namespace taracea::index {

void ColumnIndexBuilder::AddPage(const StatisticsCollector& page, const SizeStatisticsCollector* sizes) {
  if (unusable_) {
    return;
  }
  const bool null_page = page.value_count() == 0;
  EncodedBounds bounds = page.EncodeBounds(truncate_bytes_);
  if (!null_page && (!bounds.min || !bounds.max)) {
    unusable_ = true;
    index_ = ColumnIndex();
    return;
  }
  index_.null_pages.push_back(null_page);
  index_.min_values.push_back(std::move(bounds.min).value_or(std::string()));
  index_.max_values.push_back(std::move(bounds.max).value_or(std::string()));
  index_.null_counts.push_back(page.null_count());
  if (IsFloatOrder(order_)) {
    index_.nan_counts.push_back(page.nan_count());
  }
  if (sizes == nullptr) {
    return;
  }
  const auto append = [](const std::vector<int64_t>& from, size_t least_size, std::vector<int64_t>* to) {
    if (from.size() >= least_size) {
      to->insert(to->end(), from.begin(), from.end());
    }
  };
  append(sizes->repetition_levels(), 2, &index_.repetition_level_histograms);
  append(sizes->definition_levels(), 3, &index_.definition_level_histograms);
}

BoundaryOrder ColumnIndexBuilder::FindBoundaryOrder() const {
  bool ascending = true;
  bool descending = true;
  size_t previous = index_.null_pages.size();
  for (size_t page = 0; page < index_.null_pages.size(); ++page) {
    if (index_.null_pages[page]) {
      continue;
    }
    if (previous != index_.null_pages.size()) {
      const auto compare = [&](const std::vector<std::string>& bounds) {
        return CompareBounds(order_, AsBytes(bounds[previous]), AsBytes(bounds[page]));
      };
      const std::strong_ordering min = compare(index_.min_values);
      const std::strong_ordering max = compare(index_.max_values);
      ascending = ascending && min <= 0 && max <= 0;
      descending = descending && min >= 0 && max >= 0;
    }
    previous = page;
  }
  return ascending ? BoundaryOrder::kAscending : descending ? BoundaryOrder::kDescending : BoundaryOrder::kUnordered;
}

std::optional<ColumnIndex> ColumnIndexBuilder::Finish() {
  const bool usable = !unusable_ && !index_.null_pages.empty();
  if (usable) {
    index_.boundary_order = FindBoundaryOrder();
  }
  unusable_ = false;
  ColumnIndex index = std::exchange(index_, ColumnIndex());
  return usable ? std::optional(std::move(index)) : std::nullopt;
}

}  // namespace taracea::index

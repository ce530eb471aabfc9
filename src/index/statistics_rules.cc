#include "index/statistics_rules.h"

#include <utility>

#include "base/bytes.h"
#include "index/writer_bugs.h"

namespace taracea::index {
namespace {

/// Bounds on their way through the rules.
struct Candidate {
  SortOrder order = SortOrder::kNone;
  std::optional<std::string> min;
  std::optional<std::string> max;
};

std::optional<int64_t> CheckedCount(const std::optional<int64_t>& count, int64_t most) {
  return count && *count >= 0 && *count <= most ? count : std::nullopt;
}

/// Why the deprecated fields of this file do not count; empty when they do.
std::string_view WhyDeprecatedIgnored(const Statistics& statistics, const SchemaNode& leaf, const CreatedBy& created_by,
                                      SortOrder order) {
  const bool is_binary =
      leaf.physical_type == PhysicalType::kByteArray || leaf.physical_type == PhysicalType::kFixedLenByteArray;
  if (is_binary && HasBug(created_by, WriterBug::kCorruptBinaryBounds)) {
    return "the writer filled the deprecated bounds of byte arrays wrongly (PARQUET-251)";
  }
  switch (order) {
    case SortOrder::kBoolean:
    case SortOrder::kInt32:
    case SortOrder::kInt64:
    case SortOrder::kFloat:
    case SortOrder::kDouble: return {};
    case SortOrder::kNone: return "no order is defined for the type";
    default: break;
  }
  // Whatever the order was, equal ends leave room for one value only.
  return statistics.min && statistics.min == statistics.max
             ? std::string_view()
             : "the deprecated bounds are in signed order, the type is not (PARQUET-686)";
}

/// Chooses the pair of fields that counts.
Candidate Choose(const Statistics& statistics, const SchemaNode& leaf, const CreatedBy& created_by,
                 UsableStatistics* out) {
  const SortOrder order = SortOrderOf(leaf);
  const bool has_new = statistics.min_value || statistics.max_value;
  if (has_new && order != SortOrder::kNone) {
    return {.order = order, .min = statistics.min_value, .max = statistics.max_value};
  }
  if (has_new) {
    out->why_ignored = leaf.column_order == ColumnOrder::kUndefined ? "the file states no column order"
                                                                    : "no known order is defined for the column";
  }
  if (!statistics.min && !statistics.max) {
    return {};
  }
  const SortOrder deprecated_order = SortOrderOf(*leaf.physical_type, leaf.logical_type, ColumnOrder::kTypeDefined);
  out->why_ignored = WhyDeprecatedIgnored(statistics, leaf, created_by, deprecated_order);
  if (!out->why_ignored.empty()) {
    return {};
  }
  out->from_deprecated = true;
  return {.order = deprecated_order, .min = statistics.min, .max = statistics.max};
}

bool HasFittingSize(const Candidate& candidate, const SchemaNode& leaf, const std::optional<std::string>& bound) {
  if (!bound) {
    return true;
  }
  if (!IsWellFormedBound(candidate.order, AsBytes(*bound))) {
    return false;
  }
  if (candidate.order == SortOrder::kBoolean) {
    return (*bound)[0] == 0 || (*bound)[0] == 1;
  }
  // Shorter ones are bounds that a writer cut, or decimals without their leading bytes.
  return leaf.physical_type != PhysicalType::kFixedLenByteArray ||
         bound->size() <= static_cast<size_t>(std::max(leaf.type_length, 0));
}

bool IsNan(const Candidate& candidate, const std::optional<std::string>& bound) {
  return bound && IsNanBound(candidate.order, AsBytes(*bound));
}

/// Why bounds that were chosen cannot be right; empty when they can.
std::string_view WhyWrong(const Candidate& candidate, const SchemaNode& leaf) {
  if (!HasFittingSize(candidate, leaf, candidate.min) || !HasFittingSize(candidate, leaf, candidate.max)) {
    return "a bound has the wrong size for its type";
  }
  if (IsNan(candidate, candidate.min) || IsNan(candidate, candidate.max)) {
    return "a bound is NaN";
  }
  if (candidate.min && candidate.max &&
      CompareBounds(candidate.order, AsBytes(*candidate.min), AsBytes(*candidate.max)) > 0) {
    return "min is above max";
  }
  return {};
}

/// Writers differ in which zero they keep: a bound of either sign stands for both.
void WidenZeros(Candidate* candidate) {
  if (!IsFloatOrder(candidate->order) || IsTotalFloatOrder(candidate->order)) {
    return;
  }
  if (candidate->min && IsZeroBound(candidate->order, AsBytes(*candidate->min))) {
    candidate->min->back() = static_cast<char>(0x80);
  }
  if (candidate->max && IsZeroBound(candidate->order, AsBytes(*candidate->max))) {
    candidate->max->back() = '\0';
  }
}

void SetBounds(Candidate candidate, const SchemaNode& leaf, UsableStatistics* out) {
  out->order = candidate.order;
  if (!candidate.min && !candidate.max) {
    return;
  }
  const std::string_view why_wrong = WhyWrong(candidate, leaf);
  if (!why_wrong.empty()) {
    out->why_ignored = why_wrong;
    return;
  }
  WidenZeros(&candidate);
  out->why_ignored = {};
  out->min = std::move(candidate.min);
  out->max = std::move(candidate.max);
}

/// Whether values of the leaf may be NaN, whatever is known about its order.
bool MayHoldNan(const SchemaNode& leaf) {
  return IsFloatOrder(SortOrderOf(*leaf.physical_type, leaf.logical_type, ColumnOrder::kTypeDefined));
}

}  // namespace

UsableStatistics JudgeStatistics(const Statistics& statistics, const SchemaNode& leaf, const CreatedBy& created_by,
                                 int64_t num_values) {
  UsableStatistics out;
  out.null_count = CheckedCount(statistics.null_count, num_values);
  const int64_t most_values = num_values - out.null_count.value_or(0);
  out.nan_count = MayHoldNan(leaf) ? CheckedCount(statistics.nan_count, most_values) : 0;
  out.distinct_count = CheckedCount(statistics.distinct_count, most_values);
  SetBounds(Choose(statistics, leaf, created_by, &out), leaf, &out);
  // The flags belong to the newer fields; the older ones were never shortened, but nobody promised it.
  out.is_min_exact = out.min && !out.from_deprecated && statistics.is_min_value_exact.value_or(false);
  out.is_max_exact = out.max && !out.from_deprecated && statistics.is_max_value_exact.value_or(false);
  return out;
}

UsableStatistics JudgePage(const ColumnIndex& index, size_t page, const SchemaNode& leaf) {
  UsableStatistics out;
  if (!index.null_counts.empty()) {
    out.null_count = index.null_counts[page];
  }
  if (!MayHoldNan(leaf)) {
    out.nan_count = 0;
  } else if (!index.nan_counts.empty()) {
    out.nan_count = index.nan_counts[page];
  }
  Candidate candidate{.order = SortOrderOf(leaf), .min = {}, .max = {}};
  if (candidate.order != SortOrder::kNone && !index.null_pages[page]) {
    candidate.min = index.min_values[page];
    candidate.max = index.max_values[page];
  }
  SetBounds(std::move(candidate), leaf, &out);
  return out;
}

}  // namespace taracea::index

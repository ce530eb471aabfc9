#include "index/statistics.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/bytes.h"
#include "index/bound_truncation.h"

namespace taracea::index {
namespace {

bool IsText(const LogicalType& logical_type) {
  using Kind = LogicalType::Kind;
  return logical_type.kind == Kind::kString || logical_type.kind == Kind::kEnum || logical_type.kind == Kind::kJson;
}

/// Whether readers that know only the deprecated fields compare as this order does.
bool IsLegacyOrder(SortOrder order) {
  return order == SortOrder::kBoolean || order == SortOrder::kInt32 || order == SortOrder::kInt64 ||
         order == SortOrder::kFloat || order == SortOrder::kDouble;
}

void SetSign(std::string* zero, bool negative) {
  zero->back() = negative ? static_cast<char>(0x80) : '\0';
}

}  // namespace

StatisticsCollector::StatisticsCollector(const SchemaNode& leaf)
    : order_(SortOrderOf(*leaf.physical_type, leaf.logical_type, ColumnOrderToWrite(leaf))),
      type_(*leaf.physical_type),
      is_text_(IsText(leaf.logical_type)) {}

void StatisticsCollector::Update(const encoding::Values& values, int64_t null_count) {
  null_count_ += null_count;
  value_count_ += values.count;
  distinct_count_.reset();
  WidenBounds(order_, values, &bounds_);
}

void StatisticsCollector::UpdateFromDictionary(const encoding::Values& entries, std::span<const uint32_t> indices,
                                               int64_t null_count) {
  null_count_ += null_count;
  value_count_ += static_cast<int64_t>(indices.size());
  distinct_count_.reset();
  if (order_ != SortOrder::kNone && !indices.empty()) {
    CollectUsedEntries(entries, indices);
  }
}

void StatisticsCollector::CollectUsedEntries(const encoding::Values& entries, std::span<const uint32_t> indices) {
  if (++mark_ == 0) {
    std::ranges::fill(marks_, 0);
    mark_ = 1;
  }
  if (marks_.size() < static_cast<size_t>(entries.count)) {
    marks_.resize(static_cast<size_t>(entries.count), 0);
  }
  const bool fixed = entries.kind == encoding::Values::Kind::kFixed;
  const bool every_use = IsFloatOrder(order_);  // NaNs are counted as often as they occur.
  const auto width = static_cast<size_t>(entries.width_bytes);
  fixed_.clear();
  spans_.clear();
  int64_t used = 0;
  for (const uint32_t index : indices) {
    if (marks_[index] == mark_ && !every_use) {
      continue;
    }
    marks_[index] = mark_;
    ++used;
    if (fixed) {
      const std::byte* value = entries.data + index * width;
      fixed_.insert(fixed_.end(), value, value + width);
    } else {
      spans_.push_back(entries.Value(index));
    }
  }
  WidenBounds(
      order_,
      fixed ? encoding::Values::Fixed(fixed_.data(), entries.width_bytes, used) : encoding::Values::Spans(spans_),
      &bounds_);
}

void StatisticsCollector::Merge(const StatisticsCollector& other) {
  null_count_ += other.null_count_;
  value_count_ += other.value_count_;
  distinct_count_.reset();
  WidenBounds(order_, other.bounds_, &bounds_);
}

void StatisticsCollector::Reset() noexcept {
  null_count_ = 0;
  value_count_ = 0;
  distinct_count_.reset();
  bounds_ = ValueBounds();
}

bool StatisticsCollector::can_truncate() const noexcept {
  // A shortened value of a fixed-length column would be none of its type.
  return order_ == SortOrder::kUnsignedBytes && type_ == PhysicalType::kByteArray;
}

void StatisticsCollector::EncodeMin(size_t limit_bytes, EncodedBounds* out) const {
  if (bounds_.min.size() <= limit_bytes && !bounds_.min_cut) {
    out->min = bounds_.min;
  } else if (can_truncate()) {
    out->min = TruncateMin(AsBytes(bounds_.min), limit_bytes, is_text_);
    out->is_min_exact = false;
  }
}

void StatisticsCollector::EncodeMax(size_t limit_bytes, EncodedBounds* out) const {
  if (bounds_.max.size() <= limit_bytes && !bounds_.max_cut) {
    out->max = bounds_.max;
    return;
  }
  if (!can_truncate()) {
    return;
  }
  // What was cut when it was collected has one byte more than is kept, of any value.
  std::string whole = bounds_.max;
  if (bounds_.max_cut) {
    whole.push_back('\0');
  }
  out->max = TruncateMax(AsBytes(whole), limit_bytes, is_text_);
  out->is_max_exact = !out->max && !bounds_.max_cut;
  if (out->is_max_exact) {
    out->max = bounds_.max;
  }
}

EncodedBounds StatisticsCollector::EncodeBounds(int64_t truncate_bytes) const {
  EncodedBounds out;
  if (order_ == SortOrder::kNone || bounds_.unusable) {
    return out;
  }
  if (!bounds_.any) {
    if (bounds_.any_nan) {
      out.min = bounds_.min_nan;
      out.max = bounds_.max_nan;
    }
    return out;
  }
  const bool limited = can_truncate() && truncate_bytes > 0 && truncate_bytes < static_cast<int64_t>(kKeptBoundBytes);
  const size_t limit_bytes = limited ? static_cast<size_t>(truncate_bytes) : kKeptBoundBytes;
  EncodeMin(limit_bytes, &out);
  EncodeMax(limit_bytes, &out);
  if (IsFloatOrder(order_) && !IsTotalFloatOrder(order_)) {
    if (IsZeroBound(order_, AsBytes(*out.min))) {
      SetSign(&*out.min, true);
    }
    if (IsZeroBound(order_, AsBytes(*out.max))) {
      SetSign(&*out.max, false);
    }
  }
  return out;
}

Statistics StatisticsCollector::Encode(int64_t truncate_bytes) const {
  Statistics out;
  out.null_count = null_count_;
  out.distinct_count = distinct_count_;
  if (IsFloatOrder(order_)) {
    out.nan_count = bounds_.nan_count;
  }
  EncodedBounds bounds = EncodeBounds(truncate_bytes);
  if (bounds.min) {
    out.is_min_value_exact = bounds.is_min_exact;
  }
  if (bounds.max) {
    out.is_max_value_exact = bounds.is_max_exact;
  }
  if (IsLegacyOrder(order_)) {
    out.min = bounds.min;
    out.max = bounds.max;
  }
  out.min_value = std::move(bounds.min);
  out.max_value = std::move(bounds.max);
  return out;
}

}  // namespace taracea::index

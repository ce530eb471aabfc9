#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "encoding/encoder.h"
#include "index/sort_order.h"
#include "index/value_bounds.h"
#include "taracea/metadata.h"
#include "taracea/schema.h"

namespace taracea::index {

/// The default of WriteOptions::statistics_truncate_bytes.
inline constexpr int64_t kDefaultTruncateBytes = 64;

/// Bounds as they are written; absent ones cannot be given.
struct EncodedBounds {
  std::optional<std::string> min;
  std::optional<std::string> max;
  bool is_min_exact = true;
  bool is_max_exact = true;

  bool operator==(const EncodedBounds&) const = default;
};

/// Collects the statistics of one leaf for a page or a chunk: one collector a page, merged into one a chunk.
/// The result depends on the multiset of values alone, not on how it was split over calls, pages or entry points.
/// Cost: one pass over the values of each call; no allocation per value. Thread safety: one thread at a time.
/// Spec: parquet.thrift#Statistics, parquet.thrift#ColumnOrder
class StatisticsCollector {
 public:
  /// Collects in the order that is written for the leaf: see ColumnOrderToWrite.
  explicit StatisticsCollector(const SchemaNode& leaf);

  /// Adds dense values and a number of nulls beside them.
  void Update(const encoding::Values& values, int64_t null_count);
  /// Adds the values entries[indices[i]]; every index must be below entries.count. Each entry is looked at once a call.
  void UpdateFromDictionary(const encoding::Values& entries, std::span<const uint32_t> indices, int64_t null_count);
  void AddNulls(int64_t null_count) noexcept { null_count_ += null_count; }
  /// Adds all that another collector of the same leaf has seen.
  void Merge(const StatisticsCollector& other);
  /// States how many different values there are; forgotten with the next update, merge or reset.
  void SetDistinctCount(int64_t distinct_count) noexcept { distinct_count_ = distinct_count; }
  void Reset() noexcept;

  SortOrder order() const noexcept { return order_; }
  int64_t null_count() const noexcept { return null_count_; }
  /// Values that are not null, NaNs included.
  int64_t value_count() const noexcept { return value_count_; }
  int64_t nan_count() const noexcept { return bounds_.nan_count; }

  /// The bounds in PLAIN encoding. Byte strings longer than `truncate_bytes` are shortened (<= 0: only those beyond
  /// kKeptBoundBytes); a max that cannot be raised after that stays whole up to kKeptBoundBytes. Under orders without a
  /// place for NaN: NaNs are left out, a zero min becomes -0.0 and a zero max +0.0. Under total orders the bounds of
  /// values that are all NaN are NaNs.
  EncodedBounds EncodeBounds(int64_t truncate_bytes = kDefaultTruncateBytes) const;
  /// The whole struct: null_count always, nan_count for floating-point types, the deprecated min and max where the
  /// order of old readers gives the same.
  Statistics Encode(int64_t truncate_bytes = kDefaultTruncateBytes) const;

 private:
  bool can_truncate() const noexcept;
  void EncodeMin(size_t limit_bytes, EncodedBounds* out) const;
  void EncodeMax(size_t limit_bytes, EncodedBounds* out) const;
  void CollectUsedEntries(const encoding::Values& entries, std::span<const uint32_t> indices);

  SortOrder order_;
  PhysicalType type_;
  bool is_text_;
  int64_t null_count_ = 0;
  int64_t value_count_ = 0;
  std::optional<int64_t> distinct_count_;
  ValueBounds bounds_;
  // Scratch of UpdateFromDictionary: entry i is in use where marks_[i] == mark_.
  std::vector<uint32_t> marks_;
  uint32_t mark_ = 0;
  std::vector<std::byte> fixed_;
  std::vector<ConstBytes> spans_;
};

}  // namespace taracea::index

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "encoding/encoder.h"
#include "taracea/metadata.h"
#include "taracea/schema.h"

namespace taracea::index {

/// Collects the size statistics of one leaf for a page or a chunk: one collector a page, merged into one a chunk.
/// Thread safety: one thread at a time. Spec: parquet.thrift#SizeStatistics
class SizeStatisticsCollector {
 public:
  explicit SizeStatisticsCollector(const SchemaNode& leaf);

  /// Counts level entries. A pointer may be null where the leaf's maximum is 0: all entries have level 0 then.
  void AddLevels(const uint16_t* repetition_levels, const uint16_t* definition_levels, int64_t count) noexcept;
  /// Counts entries that all have the same two levels.
  void AddRun(uint16_t repetition_level, uint16_t definition_level, int64_t count) noexcept;
  /// Adds the bytes of values without their lengths; counted for BYTE_ARRAY only.
  void AddValues(const encoding::Values& values) noexcept;
  void AddValueBytes(int64_t size_bytes) noexcept { value_bytes_ += is_byte_array_ ? size_bytes : 0; }
  void Merge(const SizeStatisticsCollector& other) noexcept;
  void Reset() noexcept;

  /// Bytes of the values of a BYTE_ARRAY leaf; nothing for others.
  std::optional<int64_t> value_bytes() const noexcept;
  /// Entries per level, from 0 to the leaf's maximum.
  const std::vector<int64_t>& repetition_levels() const noexcept { return repetition_levels_; }
  const std::vector<int64_t>& definition_levels() const noexcept { return definition_levels_; }

  /// The struct, without the histograms that say nothing (repetition: maximum 0; definition: maximum 0 or 1, where the
  /// null count says the same); nothing when nothing is left.
  std::optional<SizeStatistics> Encode() const;

 private:
  bool is_byte_array_;
  int64_t value_bytes_ = 0;
  std::vector<int64_t> repetition_levels_;
  std::vector<int64_t> definition_levels_;
};

}  // namespace taracea::index

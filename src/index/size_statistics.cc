#include "index/size_statistics.h"

#include <algorithm>
#include <array>

namespace taracea::index {
namespace {

/// Counts levels of a maximum of 1 by adding them up: no table, so that the loop vectorises.
void CountBinaryLevels(const uint16_t* levels, int64_t count, std::vector<int64_t>* histogram) {
  int64_t ones = 0;
  for (int64_t i = 0; i < count; ++i) {
    ones += levels[i];
  }
  (*histogram)[0] += count - ones;
  (*histogram)[1] += ones;
}

/// Two tables in turn, since equal neighbours would wait for one another.
void CountSmallLevels(const uint16_t* levels, int64_t count, std::vector<int64_t>* histogram) {
  constexpr size_t kTableSize = 64;
  std::array<std::array<int64_t, kTableSize>, 2> tables{};
  int64_t i = 0;
  for (; i + 1 < count; i += 2) {
    ++tables[0][levels[i] % kTableSize];
    ++tables[1][levels[i + 1] % kTableSize];
  }
  if (i < count) {
    ++tables[0][levels[i] % kTableSize];
  }
  for (size_t level = 0; level < histogram->size(); ++level) {
    (*histogram)[level] += tables[0][level] + tables[1][level];
  }
}

void CountLevels(const uint16_t* levels, int64_t count, std::vector<int64_t>* histogram) {
  if (histogram->size() == 1 || levels == nullptr) {
    (*histogram)[0] += count;
  } else if (histogram->size() == 2) {
    CountBinaryLevels(levels, count, histogram);
  } else if (histogram->size() <= 64) {
    CountSmallLevels(levels, count, histogram);
  } else {
    for (int64_t i = 0; i < count; ++i) {
      ++(*histogram)[levels[i]];
    }
  }
}

void AddUp(const std::vector<int64_t>& from, std::vector<int64_t>* to) {
  std::ranges::transform(from, *to, to->begin(), [](int64_t a, int64_t b) { return a + b; });
}

}  // namespace

SizeStatisticsCollector::SizeStatisticsCollector(const SchemaNode& leaf)
    : is_byte_array_(leaf.physical_type == PhysicalType::kByteArray),
      repetition_levels_(size_t{leaf.max_repetition_level} + 1),
      definition_levels_(size_t{leaf.max_definition_level} + 1) {}

void SizeStatisticsCollector::AddLevels(const uint16_t* repetition_levels, const uint16_t* definition_levels,
                                        int64_t count) noexcept {
  CountLevels(repetition_levels, count, &repetition_levels_);
  CountLevels(definition_levels, count, &definition_levels_);
}

void SizeStatisticsCollector::AddRun(uint16_t repetition_level, uint16_t definition_level, int64_t count) noexcept {
  repetition_levels_[repetition_level] += count;
  definition_levels_[definition_level] += count;
}

void SizeStatisticsCollector::AddValues(const encoding::Values& values) noexcept {
  if (is_byte_array_ && values.count != 0) {
    value_bytes_ += values.PayloadBytes();
  }
}

void SizeStatisticsCollector::Merge(const SizeStatisticsCollector& other) noexcept {
  value_bytes_ += other.value_bytes_;
  AddUp(other.repetition_levels_, &repetition_levels_);
  AddUp(other.definition_levels_, &definition_levels_);
}

void SizeStatisticsCollector::Reset() noexcept {
  value_bytes_ = 0;
  std::ranges::fill(repetition_levels_, 0);
  std::ranges::fill(definition_levels_, 0);
}

std::optional<int64_t> SizeStatisticsCollector::value_bytes() const noexcept {
  return is_byte_array_ ? std::optional(value_bytes_) : std::nullopt;
}

std::optional<SizeStatistics> SizeStatisticsCollector::Encode() const {
  SizeStatistics out;
  out.unencoded_byte_array_data_bytes = value_bytes();
  if (repetition_levels_.size() > 1) {
    out.repetition_level_histogram = repetition_levels_;
  }
  if (definition_levels_.size() > 2) {
    out.definition_level_histogram = definition_levels_;
  }
  return out == SizeStatistics() ? std::nullopt : std::optional(std::move(out));
}

}  // namespace taracea::index

#include "io/range_coalescer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace taracea {
namespace {

std::vector<ByteRange> Merge(const std::vector<ByteRange>& ranges, const CoalescingLimits& limits) {
  std::vector<ByteRange> merged;
  for (const MergedRange& range : CoalesceRanges(ranges, limits).merged) {
    merged.push_back(range.range);
  }
  return merged;
}

using Ranges = std::vector<ByteRange>;
constexpr CoalescingLimits kLimits{.max_gap_bytes = 10, .max_merged_bytes = 100, .max_waste_percent = 25};

TEST(RangeCoalescerTest, MergesNeighboursAndSmallHoles) {
  EXPECT_EQ(Merge({}, kLimits), Ranges{});
  EXPECT_EQ(Merge({{5, 7}}, kLimits), (Ranges{{5, 7}}));
  EXPECT_EQ(Merge({{0, 10}, {10, 10}}, kLimits), (Ranges{{0, 20}}));
  EXPECT_EQ(Merge({{20, 30}, {0, 15}}, kLimits), (Ranges{{0, 50}}));
  EXPECT_EQ(Merge({{0, 30}, {41, 30}}, kLimits), (Ranges{{0, 30}, {41, 30}}));
}

TEST(RangeCoalescerTest, BoundsWasteAndSize) {
  // A hole of 10 in 19 bytes is more than a quarter.
  EXPECT_EQ(Merge({{0, 5}, {15, 4}}, kLimits), (Ranges{{0, 5}, {15, 4}}));
  EXPECT_EQ(Merge({{0, 60}, {60, 41}}, kLimits), (Ranges{{0, 60}, {60, 41}}));
  EXPECT_EQ(Merge({{0, 60}, {60, 40}}, kLimits), (Ranges{{0, 100}}));
  EXPECT_EQ(Merge({{0, 500}, {500, 10}}, kLimits), (Ranges{{0, 500}, {500, 10}}));
}

TEST(RangeCoalescerTest, KeepsOverlapsTogether) {
  EXPECT_EQ(Merge({{0, 50}, {10, 5}, {40, 20}, {0, 50}}, kLimits), (Ranges{{0, 60}}));
  EXPECT_EQ(Merge({{0, 500}, {100, 10}}, kLimits), (Ranges{{0, 500}}));
  EXPECT_EQ(Merge({{5, 0}, {5, 3}}, kLimits), (Ranges{{5, 3}}));
}

TEST(RangeCoalescerTest, CoversEachRangeOnceWithinItsLimits) {
  std::mt19937 random(5);
  for (int round = 0; round < 2000; ++round) {
    Ranges ranges(random() % 20);
    for (ByteRange& range : ranges) {
      range = {static_cast<int64_t>(random() % 400), static_cast<int64_t>(random() % 40)};
    }
    const Coalesced coalesced = CoalesceRanges(ranges, kLimits);
    std::vector<int> seen(ranges.size());
    size_t at = 0;
    for (const MergedRange& merged : coalesced.merged) {
      ASSERT_EQ(merged.first, at);
      at += merged.count;
      std::vector<bool> used(500);
      for (size_t i = merged.first; i < at; ++i) {
        const ByteRange& range = ranges[coalesced.order[i]];
        ++seen[coalesced.order[i]];
        if (range.size_bytes != 0) {
          ASSERT_GE(range.offset, merged.range.offset);
          ASSERT_LE(range.end(), merged.range.end());
        }
        std::fill_n(used.begin() + range.offset, range.size_bytes, true);
      }
      const int64_t waste = merged.range.size_bytes - std::count(used.begin(), used.end(), true);
      ASSERT_LE(waste * 100, merged.range.size_bytes * kLimits.max_waste_percent);
      ASSERT_LE(merged.range.size_bytes, kLimits.max_merged_bytes);
    }
    ASSERT_EQ(at, ranges.size());
    ASSERT_TRUE(std::all_of(seen.begin(), seen.end(), [](int count) { return count == 1; }));
  }
}

}  // namespace
}  // namespace taracea

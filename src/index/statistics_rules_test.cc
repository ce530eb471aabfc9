#include "index/statistics_rules.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "index/statistics.h"

namespace taracea::index {
namespace {

using Kind = LogicalType::Kind;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

SchemaNode Leaf(PhysicalType type, Kind kind = Kind::kNone, ColumnOrder order = ColumnOrder::kTypeDefined,
                int32_t type_length = 0) {
  SchemaNode leaf;
  leaf.physical_type = type;
  leaf.logical_type.kind = kind;
  leaf.type_length = type_length;
  leaf.column_order = order;
  return leaf;
}

template <typename T>
std::string Plain(T value) {
  return std::string(AsText(BytesOf(&value, 1)));
}

Statistics New(std::string min, std::string max) {
  Statistics out;
  out.min_value = std::move(min);
  out.max_value = std::move(max);
  return out;
}

Statistics Deprecated(std::string min, std::string max) {
  Statistics out;
  out.min = std::move(min);
  out.max = std::move(max);
  return out;
}

UsableStatistics Judge(const Statistics& statistics, const SchemaNode& leaf,
                       std::string_view created_by = "parquet-mr version 1.12.3") {
  return JudgeStatistics(statistics, leaf, ParseCreatedBy(created_by), 100);
}

bool HasBounds(const UsableStatistics& statistics) {
  EXPECT_EQ(statistics.min.has_value(), statistics.max.has_value());
  EXPECT_TRUE(!statistics.min || statistics.why_ignored.empty());
  return statistics.min.has_value();
}

TEST(StatisticsRules, UsesNewBoundsUnderTheTypeDefinedOrder) {
  const UsableStatistics out = Judge(New("a", "\xC3\xA9"), Leaf(PhysicalType::kByteArray, Kind::kString));
  EXPECT_EQ(out.min, "a");
  EXPECT_EQ(out.max, "\xC3\xA9");
  EXPECT_EQ(out.order, SortOrder::kUnsignedBytes);
  EXPECT_FALSE(out.from_deprecated);
}

TEST(StatisticsRules, IgnoresNewBoundsWithoutAKnownColumnOrder) {
  for (const ColumnOrder order : {ColumnOrder::kUndefined, ColumnOrder::kUnknown}) {
    const UsableStatistics out = Judge(New(Plain(1), Plain(2)), Leaf(PhysicalType::kInt32, Kind::kNone, order));
    EXPECT_FALSE(HasBounds(out));
    EXPECT_FALSE(out.why_ignored.empty());
  }
}

TEST(StatisticsRules, FallsBackToDeprecatedBoundsWhereNewOnesHaveNoOrder) {
  Statistics both = New(Plain(1), Plain(2));
  both.min = Plain(-5);
  both.max = Plain(5);
  const UsableStatistics out = Judge(both, Leaf(PhysicalType::kInt32, Kind::kNone, ColumnOrder::kUndefined));
  EXPECT_EQ(out.min, Plain(-5));
  EXPECT_TRUE(out.from_deprecated);
}

TEST(StatisticsRules, PrefersNewBounds) {
  Statistics both = New(Plain(1), Plain(2));
  both.min = Plain(-5);
  both.max = Plain(5);
  EXPECT_EQ(Judge(both, Leaf(PhysicalType::kInt32)).min, Plain(1));
}

TEST(StatisticsRules, UsesDeprecatedBoundsOfSignedTypesOnly) {
  const ColumnOrder undefined = ColumnOrder::kUndefined;
  EXPECT_TRUE(HasBounds(Judge(Deprecated(Plain(-1), Plain(1)), Leaf(PhysicalType::kInt32, Kind::kNone, undefined))));
  EXPECT_TRUE(HasBounds(Judge(Deprecated(Plain(-1), Plain(1)), Leaf(PhysicalType::kInt32, Kind::kDate, undefined))));
  EXPECT_TRUE(
      HasBounds(Judge(Deprecated(Plain(-1.0), Plain(1.0)), Leaf(PhysicalType::kDouble, Kind::kNone, undefined))));
  EXPECT_FALSE(HasBounds(Judge(Deprecated(Plain(1), Plain(2)), Leaf(PhysicalType::kInt32, Kind::kInteger, undefined))));
  const UsableStatistics text =
      Judge(Deprecated("\xC3\xA9", "z"), Leaf(PhysicalType::kByteArray, Kind::kString, undefined));
  EXPECT_FALSE(HasBounds(text));
  EXPECT_NE(text.why_ignored.find("PARQUET-686"), std::string_view::npos);
  EXPECT_FALSE(HasBounds(Judge(Deprecated("\1", "\2"), Leaf(PhysicalType::kByteArray, Kind::kDecimal))));
}

TEST(StatisticsRules, UsesDeprecatedBoundsOfAnyOrderWhenBothAreEqual) {
  EXPECT_TRUE(HasBounds(Judge(Deprecated("\xC3\xA9", "\xC3\xA9"), Leaf(PhysicalType::kByteArray, Kind::kString))));
  EXPECT_TRUE(HasBounds(Judge(Deprecated(Plain(7), Plain(7)), Leaf(PhysicalType::kInt32, Kind::kInteger))));
}

TEST(StatisticsRules, IgnoresDeprecatedBoundsOfByteArraysFromFaultyWriters) {
  const SchemaNode leaf = Leaf(PhysicalType::kByteArray, Kind::kString);
  for (const std::string_view writer : {"parquet-mr version 1.7.0", "", "parquet-mr"}) {
    EXPECT_FALSE(HasBounds(Judge(Deprecated("a", "a"), leaf, writer))) << writer;
    EXPECT_TRUE(HasBounds(Judge(Deprecated(Plain(1), Plain(2)), Leaf(PhysicalType::kInt32), writer))) << writer;
  }
  EXPECT_FALSE(HasBounds(Judge(Deprecated("aa", "aa"),
                               Leaf(PhysicalType::kFixedLenByteArray, Kind::kNone, ColumnOrder::kUndefined, 2),
                               "parquet-mr version 1.7.0")));
}

TEST(StatisticsRules, IgnoresBoundsOfTypesWithoutOrder) {
  EXPECT_FALSE(
      HasBounds(Judge(New(std::string(12, 'a'), std::string(12, 'b')),
                      Leaf(PhysicalType::kFixedLenByteArray, Kind::kInterval, ColumnOrder::kTypeDefined, 12))));
  EXPECT_FALSE(HasBounds(Judge(New("a", "b"), Leaf(PhysicalType::kByteArray, Kind::kGeometry))));
  EXPECT_FALSE(HasBounds(Judge(New(std::string(12, 'a'), std::string(12, 'b')), Leaf(PhysicalType::kInt96))));
  EXPECT_FALSE(HasBounds(Judge(Deprecated(std::string(12, 'a'), std::string(12, 'a')), Leaf(PhysicalType::kInt96))));
}

TEST(StatisticsRules, UsesInt96BoundsUnderTheirOwnOrder) {
  const SchemaNode leaf = Leaf(PhysicalType::kInt96, Kind::kNone, ColumnOrder::kInt96Timestamp);
  EXPECT_TRUE(
      HasBounds(Judge(New(Plain<int64_t>(9) + Plain<int32_t>(1), Plain<int64_t>(0) + Plain<int32_t>(2)), leaf)));
}

TEST(StatisticsRules, IgnoresBoundsOfAWrongSize) {
  for (const std::string& bad : {std::string(), std::string("abc"), std::string("abcde")}) {
    EXPECT_FALSE(HasBounds(Judge(New(bad, "zzzz"), Leaf(PhysicalType::kInt32))));
    EXPECT_FALSE(HasBounds(Judge(New("aaaa", bad), Leaf(PhysicalType::kInt32))));
  }
  EXPECT_FALSE(HasBounds(Judge(New(std::string(1, '\0'), "\2"), Leaf(PhysicalType::kBoolean))));
  const SchemaNode fixed = Leaf(PhysicalType::kFixedLenByteArray, Kind::kNone, ColumnOrder::kTypeDefined, 3);
  EXPECT_FALSE(HasBounds(Judge(New("aaa", "zzzz"), fixed)));
  EXPECT_TRUE(HasBounds(Judge(New("aa", "zz"), fixed)));
}

TEST(StatisticsRules, UsesDecimalsOfMinimalWidth) {
  const SchemaNode leaf = Leaf(PhysicalType::kFixedLenByteArray, Kind::kDecimal, ColumnOrder::kTypeDefined, 16);
  const UsableStatistics out = Judge(New("\xFF", std::string(15, '\0') + "\5"), leaf);
  EXPECT_TRUE(HasBounds(out));
  EXPECT_EQ(out.order, SortOrder::kDecimalBytes);
}

TEST(StatisticsRules, IgnoresBoundsInTheWrongOrder) {
  EXPECT_FALSE(HasBounds(Judge(New(Plain(2), Plain(1)), Leaf(PhysicalType::kInt32))));
  EXPECT_FALSE(HasBounds(Judge(New("b", "a"), Leaf(PhysicalType::kByteArray))));
}

TEST(StatisticsRules, IgnoresNanBounds) {
  for (const ColumnOrder order : {ColumnOrder::kTypeDefined, ColumnOrder::kIeee754TotalOrder}) {
    const SchemaNode leaf = Leaf(PhysicalType::kDouble, Kind::kNone, order);
    EXPECT_FALSE(HasBounds(Judge(New(Plain(kNan), Plain(1.0)), leaf)));
    EXPECT_FALSE(HasBounds(Judge(New(Plain(1.0), Plain(kNan)), leaf)));
    EXPECT_FALSE(HasBounds(Judge(New(Plain(kNan), Plain(kNan)), leaf)));
  }
  EXPECT_FALSE(HasBounds(Judge(Deprecated(Plain(kNan), Plain(1.0)), Leaf(PhysicalType::kDouble))));
}

TEST(StatisticsRules, WidensZerosOutsideOfTotalOrders) {
  const UsableStatistics out = Judge(New(Plain(0.0), Plain(-0.0)), Leaf(PhysicalType::kDouble));
  EXPECT_EQ(out.min, Plain(-0.0));
  EXPECT_EQ(out.max, Plain(0.0));
  const UsableStatistics total =
      Judge(New(Plain(0.0), Plain(0.0)), Leaf(PhysicalType::kDouble, Kind::kNone, ColumnOrder::kIeee754TotalOrder));
  EXPECT_EQ(total.min, Plain(0.0));
}

TEST(StatisticsRules, TreatsAbsentAndImpossibleCountsAsNotKnown) {
  Statistics statistics;
  EXPECT_EQ(Judge(statistics, Leaf(PhysicalType::kInt32)).null_count, std::nullopt);
  EXPECT_EQ(Judge(statistics, Leaf(PhysicalType::kInt32)).nan_count, 0);
  EXPECT_EQ(Judge(statistics, Leaf(PhysicalType::kFloat)).nan_count, std::nullopt);
  statistics.null_count = -1;
  statistics.nan_count = -1;
  statistics.distinct_count = -1;
  EXPECT_EQ(Judge(statistics, Leaf(PhysicalType::kFloat)).null_count, std::nullopt);
  EXPECT_EQ(Judge(statistics, Leaf(PhysicalType::kFloat)).nan_count, std::nullopt);
  EXPECT_EQ(Judge(statistics, Leaf(PhysicalType::kFloat)).distinct_count, std::nullopt);
  statistics.null_count = 101;
  EXPECT_EQ(Judge(statistics, Leaf(PhysicalType::kFloat)).null_count, std::nullopt);
  statistics.null_count = 100;
  statistics.nan_count = 1;
  EXPECT_EQ(Judge(statistics, Leaf(PhysicalType::kFloat)).null_count, 100);
  EXPECT_EQ(Judge(statistics, Leaf(PhysicalType::kFloat)).nan_count, std::nullopt);
}

TEST(StatisticsRules, TrustsExactnessOnlyWhenStated) {
  Statistics statistics = New(Plain(1), Plain(2));
  EXPECT_FALSE(Judge(statistics, Leaf(PhysicalType::kInt32)).is_min_exact);
  statistics.is_min_value_exact = true;
  statistics.is_max_value_exact = false;
  EXPECT_TRUE(Judge(statistics, Leaf(PhysicalType::kInt32)).is_min_exact);
  EXPECT_FALSE(Judge(statistics, Leaf(PhysicalType::kInt32)).is_max_exact);
}

TEST(StatisticsRules, BoundEveryValueThatTheCollectorSaw) {
  std::mt19937_64 random(17);
  for (const ColumnOrder order : {ColumnOrder::kTypeDefined, ColumnOrder::kIeee754TotalOrder}) {
    const SchemaNode leaf = Leaf(PhysicalType::kDouble, Kind::kNone, order);
    for (int round = 0; round < 2000; ++round) {
      const double pool[] = {0.0, -0.0, kNan, 1.5, -1.5, std::numeric_limits<double>::infinity()};
      std::vector<double> values(1 + random() % 6);
      for (double& value : values) {
        value = pool[random() % 6];
      }
      StatisticsCollector collector(leaf);
      collector.Update(
          encoding::Values::Fixed(BytesOf(values.data(), 1).data(), 8, static_cast<int64_t>(values.size())), 0);
      const UsableStatistics usable =
          JudgeStatistics(collector.Encode(), leaf, ParseCreatedBy("taracea"), static_cast<int64_t>(values.size()));
      int64_t nan_count = 0;
      for (const double value : values) {
        nan_count += std::isnan(value) ? 1 : 0;
        if (!std::isnan(value)) {
          ASSERT_TRUE(HasBounds(usable));
          ASSERT_LE(Load<double>(AsBytes(*usable.min).data()), value);
          ASSERT_GE(Load<double>(AsBytes(*usable.max).data()), value);
          ASSERT_TRUE(CompareBounds(SortOrder::kTotalDouble, AsBytes(*usable.min), AsBytes(Plain(value))) <= 0);
          ASSERT_TRUE(CompareBounds(SortOrder::kTotalDouble, AsBytes(*usable.max), AsBytes(Plain(value))) >= 0);
        }
      }
      ASSERT_EQ(usable.nan_count, nan_count);
    }
  }
}

}  // namespace
}  // namespace taracea::index

#include "index/statistics.h"

#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "base/bytes.h"

namespace taracea::index {
namespace {

using Kind = LogicalType::Kind;

SchemaNode Leaf(PhysicalType type, Kind kind = Kind::kNone, ColumnOrder order = ColumnOrder::kUndefined,
                int32_t type_length = 0) {
  SchemaNode leaf;
  leaf.physical_type = type;
  leaf.logical_type.kind = kind;
  leaf.type_length = type_length;
  leaf.column_order = order;
  return leaf;
}

/// PLAIN values of one leaf, in memory of their own.
struct Column {
  SchemaNode leaf;
  std::vector<std::string> values;

  size_t width() const {
    const auto fixed = static_cast<size_t>(FixedWidthBytes(*leaf.physical_type));
    return fixed != 0 ? fixed : static_cast<size_t>(leaf.type_length);
  }
  bool is_byte_array() const { return leaf.physical_type == PhysicalType::kByteArray; }
};

/// Feeds values [begin, end) of a column, in one of the kinds that encoding::Values has.
void Feed(const Column& column, size_t begin, size_t end, size_t kind, StatisticsCollector* out) {
  std::string data;
  std::vector<int32_t> offsets32 = {0};
  std::vector<int64_t> offsets64 = {0};
  std::vector<ConstBytes> spans;
  for (size_t i = begin; i < end; ++i) {
    data += column.values[i];
    offsets32.push_back(static_cast<int32_t>(data.size()));
    offsets64.push_back(static_cast<int64_t>(data.size()));
    spans.push_back(AsBytes(column.values[i]));
  }
  const std::vector<std::byte> exact(AsBytes(data).begin(), AsBytes(data).end());
  const auto count = static_cast<int64_t>(end - begin);
  if (!column.is_byte_array()) {
    out->Update(encoding::Values::Fixed(exact.data(), static_cast<int>(column.width()), count), 0);
  } else if (kind % 3 == 0) {
    out->Update(encoding::Values::Binary32(offsets32.data(), exact.data(), count), 0);
  } else if (kind % 3 == 1) {
    out->Update(encoding::Values::Binary64(offsets64.data(), exact.data(), count), 0);
  } else {
    out->Update(encoding::Values::Spans(spans), 0);
  }
}

/// The bounds by the definition: every value against every bound so far.
struct BruteForce {
  explicit BruteForce(const Column& column, size_t begin, size_t end) {
    const StatisticsCollector empty(column.leaf);
    const SortOrder order = empty.order();
    for (size_t i = begin; i < end; ++i) {
      const std::string& value = column.values[i];
      if (IsNanBound(order, AsBytes(value))) {
        ++nan_count;
        continue;
      }
      if (!min || CompareBounds(order, AsBytes(value), AsBytes(*min)) < 0) {
        min = value;
      }
      if (!max || CompareBounds(order, AsBytes(value), AsBytes(*max)) > 0) {
        max = value;
      }
    }
  }
  std::optional<std::string> min;
  std::optional<std::string> max;
  int64_t nan_count = 0;
};

std::string RandomValue(const Column& column, std::mt19937_64& random) {
  std::string value(column.is_byte_array() ? random() % 30 : column.width(), '\0');
  if (column.leaf.physical_type == PhysicalType::kBoolean) {
    value[0] = static_cast<char>(random() % 2);
    return value;
  }
  // Few different bytes, so that prefixes are shared; often all ones or zeros, so that NaN, inf and zeros occur.
  const char pool[] = {'\0', '\x01', '\x7F', '\x80', '\xFF', 'a'};
  for (char& byte : value) {
    byte = pool[random() % 6];
  }
  // Prefixes that go beyond one word, now and then left.
  const size_t shared = random() % 50 == 0 ? 0 : static_cast<size_t>(column.leaf.type_length + 17) % 19;
  std::fill_n(value.begin(), std::min(value.size() / 2, shared), 'p');
  if (IsFloatOrder(StatisticsCollector(column.leaf).order())) {
    value.back() = "\x7F\xFF\0\x80\x3F"[random() % 5];
    if (random() % 4 == 0) {
      value.assign(value.size(), '\0');
      value.back() = random() % 2 == 0 ? '\0' : '\x80';
    }
  }
  return value;
}

std::vector<SchemaNode> AllLeaves() {
  using enum PhysicalType;
  std::vector<SchemaNode> leaves = {
      Leaf(kBoolean),
      Leaf(kInt32),
      Leaf(kInt64),
      Leaf(kFloat),
      Leaf(kDouble),
      Leaf(kFloat, Kind::kNone, ColumnOrder::kIeee754TotalOrder),
      Leaf(kDouble, Kind::kNone, ColumnOrder::kIeee754TotalOrder),
      Leaf(kFixedLenByteArray, Kind::kFloat16, ColumnOrder::kUndefined, 2),
      Leaf(kFixedLenByteArray, Kind::kFloat16, ColumnOrder::kIeee754TotalOrder, 2),
      Leaf(kInt96, Kind::kNone, ColumnOrder::kInt96Timestamp),
      Leaf(kByteArray),
      Leaf(kByteArray, Kind::kString),
      Leaf(kByteArray, Kind::kDecimal),
      Leaf(kFixedLenByteArray, Kind::kDecimal, ColumnOrder::kUndefined, 3),
      Leaf(kFixedLenByteArray, Kind::kDecimal, ColumnOrder::kUndefined, 16),
      Leaf(kFixedLenByteArray, Kind::kUuid, ColumnOrder::kUndefined, 16),
      Leaf(kFixedLenByteArray, Kind::kNone, ColumnOrder::kUndefined, 0),
      Leaf(kInt32, Kind::kInteger),
      Leaf(kInt64, Kind::kInteger),
  };
  return leaves;
}

TEST(StatisticsCollector, AgreesWithBruteForceOnEveryTypeSplitAndEntryPoint) {
  std::mt19937_64 random(42);
  for (const SchemaNode& leaf : AllLeaves()) {
    for (int round = 0; round < 300; ++round) {
      Column column{leaf, {}};
      const size_t count = random() % (round % 10 == 0 ? 300 : 12);
      for (size_t i = 0; i < count; ++i) {
        column.values.push_back(RandomValue(column, random));
      }
      StatisticsCollector whole(leaf);
      Feed(column, 0, count, random(), &whole);
      // The same in pieces of any size, each through a collector of its own or not.
      StatisticsCollector pieces(leaf);
      for (size_t begin = 0; begin < count;) {
        const size_t end = std::min(count, begin + 1 + random() % 40);
        if (random() % 2 == 0) {
          Feed(column, begin, end, random(), &pieces);
        } else {
          StatisticsCollector page(leaf);
          Feed(column, begin, end, random(), &page);
          pieces.Merge(page);
        }
        begin = end;
      }
      const Statistics encoded = whole.Encode(0);
      ASSERT_EQ(pieces.Encode(0), encoded);
      ASSERT_EQ(pieces.value_count(), static_cast<int64_t>(count));

      const BruteForce expected(column, 0, count);
      ASSERT_EQ(whole.nan_count(), expected.nan_count);
      if (!expected.min) {
        ASSERT_EQ(encoded.min_value.has_value(), expected.nan_count != 0 && IsTotalFloatOrder(whole.order()));
        continue;
      }
      ASSERT_TRUE(encoded.min_value && encoded.max_value);
      ASSERT_EQ(CompareBounds(whole.order(), AsBytes(*encoded.min_value), AsBytes(*expected.min)),
                std::strong_ordering::equal);
      ASSERT_EQ(CompareBounds(whole.order(), AsBytes(*encoded.max_value), AsBytes(*expected.max)),
                std::strong_ordering::equal);
    }
  }
}

TEST(StatisticsCollector, SeesThroughADictionary) {
  std::mt19937_64 random(43);
  for (const SchemaNode& leaf : AllLeaves()) {
    StatisticsCollector through_dictionary(leaf);
    StatisticsCollector through_values(leaf);
    for (int round = 0; round < 100; ++round) {
      Column dictionary{leaf, {}};
      for (size_t i = 0; i < 1 + random() % 30; ++i) {
        dictionary.values.push_back(RandomValue(dictionary, random));
      }
      std::vector<uint32_t> indices;
      Column column{leaf, {}};
      for (size_t i = random() % 50; i > 0; --i) {
        indices.push_back(static_cast<uint32_t>(random() % dictionary.values.size()));
        column.values.push_back(dictionary.values[indices.back()]);
      }
      std::string data;
      std::vector<int64_t> offsets = {0};
      for (const std::string& value : dictionary.values) {
        data += value;
        offsets.push_back(static_cast<int64_t>(data.size()));
      }
      const auto count = static_cast<int64_t>(dictionary.values.size());
      const encoding::Values entries =
          dictionary.is_byte_array()
              ? encoding::Values::Binary64(offsets.data(), AsBytes(data).data(), count)
              : encoding::Values::Fixed(AsBytes(data).data(), static_cast<int>(dictionary.width()), count);
      through_dictionary.Reset();
      through_dictionary.UpdateFromDictionary(entries, indices, 3);
      through_values.Reset();
      Feed(column, 0, column.values.size(), 2, &through_values);
      through_values.AddNulls(3);
      ASSERT_EQ(through_dictionary.Encode(), through_values.Encode());
      ASSERT_EQ(through_dictionary.value_count(), through_values.value_count());
    }
  }
}

TEST(StatisticsCollector, WritesNullCountAlwaysAndDistinctCountOnlyWhenTold) {
  StatisticsCollector statistics(Leaf(PhysicalType::kInt32));
  EXPECT_EQ(statistics.Encode().null_count, 0);
  EXPECT_EQ(statistics.Encode().min_value, std::nullopt);
  statistics.AddNulls(7);
  EXPECT_EQ(statistics.Encode().null_count, 7);
  EXPECT_EQ(statistics.Encode().distinct_count, std::nullopt);
  statistics.SetDistinctCount(2);
  EXPECT_EQ(statistics.Encode().distinct_count, 2);
  const int32_t value = 5;
  statistics.Update(encoding::Values::Fixed(BytesOf(&value, 1).data(), 4, 1), 0);
  EXPECT_EQ(statistics.Encode().distinct_count, std::nullopt);
}

template <typename T>
StatisticsCollector Collect(const SchemaNode& leaf, const std::vector<T>& values) {
  StatisticsCollector out(leaf);
  out.Update(encoding::Values::Fixed(BytesOf(values.data(), values.size()).data(), sizeof(T),
                                     static_cast<int64_t>(values.size())),
             0);
  return out;
}

template <typename T>
T As(const std::optional<std::string>& bound) {
  EXPECT_EQ(bound.value_or("").size(), sizeof(T));
  return Load<T>(AsBytes(*bound).data());
}

TEST(StatisticsCollector, LeavesNanOutAndCountsIt) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Statistics out = Collect<double>(Leaf(PhysicalType::kDouble), {nan, 3, -nan, -2, nan}).Encode();
  EXPECT_EQ(As<double>(out.min_value), -2);
  EXPECT_EQ(As<double>(out.max_value), 3);
  EXPECT_EQ(out.nan_count, 3);
}

TEST(StatisticsCollector, HasNoBoundsForNothingButNanInTheTypeDefinedOrder) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const Statistics out = Collect<float>(Leaf(PhysicalType::kFloat), {nan, nan}).Encode();
  EXPECT_EQ(out.min_value, std::nullopt);
  EXPECT_EQ(out.max_value, std::nullopt);
  EXPECT_EQ(out.nan_count, 2);
}

TEST(StatisticsCollector, BoundsNothingButNanByItsExtremesInTheTotalOrder) {
  const SchemaNode leaf = Leaf(PhysicalType::kFloat, Kind::kNone, ColumnOrder::kIeee754TotalOrder);
  const auto low = std::bit_cast<float>(0xFFC00001);
  const auto high = std::bit_cast<float>(0x7FC00007);
  const auto middle = std::bit_cast<float>(0x7FC00001);
  const Statistics out = Collect<float>(leaf, {middle, high, low}).Encode();
  EXPECT_EQ(As<uint32_t>(out.min_value), 0xFFC00001);
  EXPECT_EQ(As<uint32_t>(out.max_value), 0x7FC00007);
  const Statistics mixed = Collect<float>(leaf, {middle, high, low, 1.5F}).Encode();
  EXPECT_EQ(As<float>(mixed.min_value), 1.5F);
  EXPECT_EQ(As<float>(mixed.max_value), 1.5F);
  EXPECT_EQ(mixed.nan_count, 3);
}

TEST(StatisticsCollector, WidensZerosInTheTypeDefinedOrderOnly) {
  const Statistics positive = Collect<double>(Leaf(PhysicalType::kDouble), {0.0, 0.0}).Encode();
  EXPECT_EQ(As<uint64_t>(positive.min_value), uint64_t{1} << 63);
  EXPECT_EQ(As<uint64_t>(positive.max_value), 0u);
  const Statistics negative = Collect<double>(Leaf(PhysicalType::kDouble), {-0.0}).Encode();
  EXPECT_EQ(As<uint64_t>(negative.min_value), uint64_t{1} << 63);
  EXPECT_EQ(As<uint64_t>(negative.max_value), 0u);
  const SchemaNode total = Leaf(PhysicalType::kDouble, Kind::kNone, ColumnOrder::kIeee754TotalOrder);
  EXPECT_EQ(As<uint64_t>(Collect<double>(total, {0.0}).Encode().min_value), 0u);
  EXPECT_EQ(As<uint64_t>(Collect<double>(total, {-0.0}).Encode().max_value), uint64_t{1} << 63);
}

TEST(StatisticsCollector, WritesDeprecatedBoundsOnlyWhereSignedOrderIsTheSame) {
  const auto has_legacy = [](const SchemaNode& leaf, size_t width) {
    Column column{leaf, {std::string(width, '\1')}};
    StatisticsCollector statistics(leaf);
    Feed(column, 0, 1, 0, &statistics);
    const Statistics out = statistics.Encode();
    EXPECT_TRUE(out.min_value.has_value());
    EXPECT_EQ(out.min.has_value(), out.max.has_value());
    EXPECT_TRUE(!out.min || out.min == out.min_value);
    return out.min.has_value();
  };
  EXPECT_TRUE(has_legacy(Leaf(PhysicalType::kInt32), 4));
  EXPECT_TRUE(has_legacy(Leaf(PhysicalType::kInt64), 8));
  EXPECT_TRUE(has_legacy(Leaf(PhysicalType::kDouble), 8));
  EXPECT_TRUE(has_legacy(Leaf(PhysicalType::kBoolean), 1));
  EXPECT_FALSE(has_legacy(Leaf(PhysicalType::kInt32, Kind::kInteger), 4));
  EXPECT_FALSE(has_legacy(Leaf(PhysicalType::kByteArray, Kind::kString), 4));
  EXPECT_FALSE(has_legacy(Leaf(PhysicalType::kByteArray, Kind::kDecimal), 4));
  EXPECT_FALSE(has_legacy(Leaf(PhysicalType::kFixedLenByteArray, Kind::kUuid, ColumnOrder::kUndefined, 16), 16));
}

TEST(StatisticsCollector, WritesNoBoundsForTypesWithoutOrder) {
  const SchemaNode interval = Leaf(PhysicalType::kFixedLenByteArray, Kind::kInterval, ColumnOrder::kUndefined, 12);
  Column column{interval, {std::string(12, 'x')}};
  StatisticsCollector statistics(interval);
  Feed(column, 0, 1, 0, &statistics);
  EXPECT_EQ(statistics.Encode().min_value, std::nullopt);
  EXPECT_EQ(statistics.Encode().null_count, 0);
  EXPECT_EQ(statistics.value_count(), 1);
}

Statistics CollectText(const std::vector<std::string>& values, int64_t truncate_bytes, Kind kind = Kind::kString) {
  Column column{Leaf(PhysicalType::kByteArray, kind), values};
  StatisticsCollector statistics(column.leaf);
  Feed(column, 0, values.size(), 0, &statistics);
  return statistics.Encode(truncate_bytes);
}

TEST(StatisticsCollector, CountsTheEmptyStringAsAValue) {
  const Statistics out = CollectText({"b", "", "a"}, 64);
  EXPECT_EQ(out.min_value, "");
  EXPECT_EQ(out.max_value, "b");
}

TEST(StatisticsCollector, ShortensLongBoundsAndSaysSo) {
  const Statistics out = CollectText({"aaaaaaaa", "zzzzzzzz"}, 4);
  EXPECT_EQ(out.min_value, "aaaa");
  EXPECT_EQ(out.is_min_value_exact, false);
  EXPECT_EQ(out.max_value, "zzz{");
  EXPECT_EQ(out.is_max_value_exact, false);
  const Statistics exact = CollectText({"aaaa", "zzzz"}, 4);
  EXPECT_EQ(exact.is_min_value_exact, true);
  EXPECT_EQ(exact.is_max_value_exact, true);
}

TEST(StatisticsCollector, KeepsAMaxWholeThatCannotBeRaised) {
  const std::string ones(100, '\xFF');
  const Statistics out = CollectText({"a", ones}, 64, Kind::kNone);
  EXPECT_EQ(out.max_value, ones);
  EXPECT_EQ(out.is_max_value_exact, true);
}

TEST(StatisticsCollector, OmitsAMaxThatIsTooLongAndCannotBeRaised) {
  const Statistics out = CollectText({"a", std::string(5000, '\xFF')}, 64, Kind::kNone);
  EXPECT_EQ(out.min_value, "a");
  EXPECT_EQ(out.max_value, std::nullopt);
  EXPECT_EQ(out.is_max_value_exact, std::nullopt);
}

TEST(StatisticsCollector, BoundsValuesBeyondWhatIsKept) {
  // Equal up to the border; what decides lies behind it.
  const std::string common(kKeptBoundBytes, 'm');
  for (const std::vector<std::string>& values :
       {std::vector<std::string>{common + "a", common}, {common, common + "a"}, {common + "b", common + "a"}}) {
    Column column{Leaf(PhysicalType::kByteArray, Kind::kString), values};
    StatisticsCollector statistics(column.leaf);
    Feed(column, 0, 1, 0, &statistics);
    Feed(column, 1, 2, 0, &statistics);
    const Statistics out = statistics.Encode(0);
    EXPECT_LE(*out.min_value, std::min(values[0], values[1]));
    EXPECT_GE(*out.max_value, std::max(values[0], values[1]));
    EXPECT_EQ(out.is_max_value_exact, false);
    EXPECT_EQ(out.is_min_value_exact, values[0] == common || values[1] == common);
  }
}

TEST(StatisticsCollector, OmitsBoundsOfDecimalsThatAreTooLongToKeep) {
  const Statistics out = CollectText({std::string(5000, '\1'), "a"}, 64, Kind::kDecimal);
  EXPECT_EQ(out.min_value, std::nullopt);
  EXPECT_EQ(out.max_value, std::nullopt);
}

TEST(StatisticsCollector, NeverShortensFixedLengthValues) {
  Column column{Leaf(PhysicalType::kFixedLenByteArray, Kind::kNone, ColumnOrder::kUndefined, 100),
                {std::string(100, 'x')}};
  StatisticsCollector statistics(column.leaf);
  Feed(column, 0, 1, 0, &statistics);
  EXPECT_EQ(statistics.Encode(8).min_value, std::string(100, 'x'));
  EXPECT_EQ(statistics.Encode(8).is_max_value_exact, true);
}

}  // namespace
}  // namespace taracea::index

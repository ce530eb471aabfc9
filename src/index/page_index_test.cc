#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "index/column_index_builder.h"
#include "index/offset_index_builder.h"
#include "index/page_index_check.h"
#include "index/size_statistics.h"
#include "index/statistics_rules.h"

namespace taracea::index {
namespace {

using Kind = LogicalType::Kind;

SchemaNode Leaf(PhysicalType type, Kind kind = Kind::kNone, ColumnOrder order = ColumnOrder::kTypeDefined) {
  SchemaNode leaf;
  leaf.physical_type = type;
  leaf.logical_type.kind = kind;
  leaf.column_order = order;
  leaf.max_definition_level = 2;
  leaf.max_repetition_level = 1;
  return leaf;
}

template <typename T>
std::string Plain(T value) {
  return std::string(AsText(BytesOf(&value, 1)));
}

template <typename T>
void AddPage(const SchemaNode& leaf, const std::vector<T>& values, int64_t null_count, ColumnIndexBuilder* builder,
             const SizeStatisticsCollector* sizes = nullptr) {
  StatisticsCollector page(leaf);
  page.Update(encoding::Values::Fixed(BytesOf(values.data(), values.size()).data(), sizeof(T),
                                      static_cast<int64_t>(values.size())),
              null_count);
  builder->AddPage(page, sizes);
}

void AddTextPage(const SchemaNode& leaf, const std::vector<std::string>& values, ColumnIndexBuilder* builder) {
  std::vector<ConstBytes> spans;
  for (const std::string& value : values) {
    spans.push_back(AsBytes(value));
  }
  StatisticsCollector page(leaf);
  page.Update(encoding::Values::Spans(spans), 0);
  builder->AddPage(page, nullptr);
}

std::optional<ColumnIndex> IntegerIndex(const std::vector<std::vector<int32_t>>& pages) {
  const SchemaNode leaf = Leaf(PhysicalType::kInt32);
  ColumnIndexBuilder builder(SortOrderOf(leaf));
  for (const std::vector<int32_t>& page : pages) {
    AddPage(leaf, page, 1, &builder);
  }
  return builder.Finish();
}

TEST(ColumnIndexBuilder, ListsBoundsAndCountsOfPages) {
  const std::optional<ColumnIndex> index = IntegerIndex({{3, 1}, {}, {7, 9, 8}});
  ASSERT_TRUE(index);
  EXPECT_EQ(index->null_pages, (std::vector<bool>{false, true, false}));
  EXPECT_EQ(index->min_values, (std::vector<std::string>{Plain(1), "", Plain(7)}));
  EXPECT_EQ(index->max_values, (std::vector<std::string>{Plain(3), "", Plain(9)}));
  EXPECT_EQ(index->null_counts, (std::vector<int64_t>{1, 1, 1}));
  EXPECT_TRUE(index->nan_counts.empty());
  EXPECT_TRUE(index->definition_level_histograms.empty());
  EXPECT_TRUE(CheckColumnIndex(*index, 3, Leaf(PhysicalType::kInt32)).ok());
}

TEST(ColumnIndexBuilder, FindsTheBoundaryOrder) {
  EXPECT_EQ(IntegerIndex({{1, 2}, {2, 3}, {}, {3, 3}})->boundary_order, BoundaryOrder::kAscending);
  EXPECT_EQ(IntegerIndex({{3, 9}, {}, {2, 8}, {2, 2}})->boundary_order, BoundaryOrder::kDescending);
  EXPECT_EQ(IntegerIndex({{1, 9}, {2, 3}})->boundary_order, BoundaryOrder::kUnordered);
  EXPECT_EQ(IntegerIndex({{5}, {5}})->boundary_order, BoundaryOrder::kAscending);
  EXPECT_EQ(IntegerIndex({{}, {}})->boundary_order, BoundaryOrder::kAscending);
  EXPECT_EQ(IntegerIndex({{-1}, {1}})->boundary_order, BoundaryOrder::kAscending) << "signed";
}

TEST(ColumnIndexBuilder, GivesNoIndexWithoutPages) {
  EXPECT_EQ(IntegerIndex({}), std::nullopt);
}

TEST(ColumnIndexBuilder, GivesNoIndexWhenAPageHasNothingButNan) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const SchemaNode leaf = Leaf(PhysicalType::kDouble);
  ColumnIndexBuilder builder(SortOrderOf(leaf));
  AddPage<double>(leaf, {1.0}, 0, &builder);
  AddPage<double>(leaf, {nan, nan}, 0, &builder);
  AddPage<double>(leaf, {2.0}, 0, &builder);
  EXPECT_EQ(builder.Finish(), std::nullopt);
  AddPage<double>(leaf, {1.0, nan}, 0, &builder);
  const std::optional<ColumnIndex> index = builder.Finish();
  ASSERT_TRUE(index) << "must be as new after Finish";
  EXPECT_EQ(index->nan_counts, (std::vector<int64_t>{1}));
}

TEST(ColumnIndexBuilder, BoundsAPageOfNothingButNanInTheTotalOrder) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const SchemaNode leaf = Leaf(PhysicalType::kDouble, Kind::kNone, ColumnOrder::kIeee754TotalOrder);
  ColumnIndexBuilder builder(SortOrderOf(leaf));
  AddPage<double>(leaf, {1.0}, 0, &builder);
  AddPage<double>(leaf, {nan, nan}, 0, &builder);
  const std::optional<ColumnIndex> index = builder.Finish();
  ASSERT_TRUE(index);
  EXPECT_EQ(index->min_values[1], Plain(nan));
  EXPECT_EQ(index->nan_counts, (std::vector<int64_t>{0, 2}));
  EXPECT_TRUE(CheckColumnIndex(*index, 2, leaf).ok());
  EXPECT_EQ(JudgePage(*index, 1, leaf).min, std::nullopt);
  EXPECT_EQ(JudgePage(*index, 1, leaf).nan_count, 2);
  EXPECT_EQ(JudgePage(*index, 0, leaf).min, Plain(1.0));
}

TEST(ColumnIndexBuilder, GivesNoIndexForTypesWithoutOrderUnlessAllIsNull) {
  SchemaNode leaf = Leaf(PhysicalType::kFixedLenByteArray, Kind::kInterval);
  leaf.type_length = 12;
  ColumnIndexBuilder builder(SortOrderOf(leaf));
  AddPage<std::array<char, 12>>(leaf, {{}}, 0, &builder);
  EXPECT_EQ(builder.Finish(), std::nullopt);
  AddPage<std::array<char, 12>>(leaf, {}, 3, &builder);
  EXPECT_TRUE(builder.Finish());
}

TEST(ColumnIndexBuilder, ShortensBoundsOfText) {
  const SchemaNode leaf = Leaf(PhysicalType::kByteArray, Kind::kString);
  ColumnIndexBuilder builder(SortOrderOf(leaf), 4);
  AddTextPage(leaf, {"aaaaaa", "bbbbbb"}, &builder);
  AddTextPage(leaf, {"cccccc", ""}, &builder);
  const std::optional<ColumnIndex> index = builder.Finish();
  ASSERT_TRUE(index);
  EXPECT_EQ(index->min_values, (std::vector<std::string>{"aaaa", ""}));
  EXPECT_EQ(index->max_values, (std::vector<std::string>{"bbbc", "cccd"}));
  EXPECT_EQ(index->boundary_order, BoundaryOrder::kUnordered);
}

TEST(ColumnIndexBuilder, GivesNoIndexWhenABoundIsTooLong) {
  const SchemaNode leaf = Leaf(PhysicalType::kByteArray);
  ColumnIndexBuilder builder(SortOrderOf(leaf));
  AddTextPage(leaf, {std::string(5000, '\xFF')}, &builder);
  EXPECT_EQ(builder.Finish(), std::nullopt);
}

TEST(ColumnIndexBuilder, JoinsHistogramsOfPages) {
  const SchemaNode leaf = Leaf(PhysicalType::kInt32);
  ColumnIndexBuilder builder(SortOrderOf(leaf));
  for (int page = 0; page < 2; ++page) {
    SizeStatisticsCollector sizes(leaf);
    const std::vector<uint16_t> repetition = {0, 1, 1};
    const std::vector<uint16_t> definition = {2, 2, static_cast<uint16_t>(page)};
    sizes.AddLevels(repetition.data(), definition.data(), 3);
    AddPage<int32_t>(leaf, {1, 2}, 1, &builder, &sizes);
  }
  const std::optional<ColumnIndex> index = builder.Finish();
  ASSERT_TRUE(index);
  EXPECT_EQ(index->repetition_level_histograms, (std::vector<int64_t>{1, 2, 1, 2}));
  EXPECT_EQ(index->definition_level_histograms, (std::vector<int64_t>{1, 0, 2, 0, 1, 2}));
  EXPECT_TRUE(CheckColumnIndex(*index, 2, leaf).ok());
}

TEST(SizeStatisticsCollector, CountsLevelsAndBytes) {
  SchemaNode leaf = Leaf(PhysicalType::kByteArray);
  SizeStatisticsCollector sizes(leaf);
  EXPECT_EQ(sizes.Encode()->unencoded_byte_array_data_bytes, 0);
  sizes.AddRun(0, 2, 10);
  const std::vector<uint16_t> repetition = {0, 1, 0};
  const std::vector<uint16_t> definition = {0, 1, 2};
  sizes.AddLevels(repetition.data(), definition.data(), 3);
  const std::vector<ConstBytes> values = {AsBytes("abc"), AsBytes("")};
  sizes.AddValues(encoding::Values::Spans(values));
  sizes.AddValueBytes(10);
  SizeStatisticsCollector chunk(leaf);
  chunk.Merge(sizes);
  chunk.Merge(sizes);
  const SizeStatistics out = *chunk.Encode();
  EXPECT_EQ(out.unencoded_byte_array_data_bytes, 26);
  EXPECT_EQ(out.repetition_level_histogram, (std::vector<int64_t>{24, 2}));
  EXPECT_EQ(out.definition_level_histogram, (std::vector<int64_t>{2, 2, 22}));
  chunk.Reset();
  EXPECT_EQ(chunk.Encode()->definition_level_histogram, (std::vector<int64_t>{0, 0, 0}));
}

TEST(SizeStatisticsCollector, CountsLevelsOfAnyMaximumAndLength) {
  for (const int max_level : {0, 1, 2, 3, 63, 64, 100, 65535}) {
    for (size_t count = 0; count < 40; ++count) {
      SchemaNode leaf = Leaf(PhysicalType::kInt32);
      leaf.max_definition_level = static_cast<uint16_t>(max_level);
      leaf.max_repetition_level = 0;
      SizeStatisticsCollector sizes(leaf);
      std::vector<uint16_t> levels(count);
      std::vector<int64_t> expected(static_cast<size_t>(max_level) + 1);
      for (size_t i = 0; i < count; ++i) {
        levels[i] = static_cast<uint16_t>(i * 40503 % expected.size());
        ++expected[levels[i]];
      }
      sizes.AddLevels(nullptr, max_level == 0 ? nullptr : levels.data(), static_cast<int64_t>(count));
      ASSERT_EQ(sizes.definition_levels(), expected) << max_level;
      ASSERT_EQ(sizes.repetition_levels(), (std::vector<int64_t>{static_cast<int64_t>(count)}));
    }
  }
}

TEST(SizeStatisticsCollector, LeavesOutWhatSaysNothing) {
  SchemaNode leaf = Leaf(PhysicalType::kInt32);
  leaf.max_repetition_level = 0;
  leaf.max_definition_level = 1;
  EXPECT_EQ(SizeStatisticsCollector(leaf).Encode(), std::nullopt);
  leaf.max_definition_level = 2;
  EXPECT_TRUE(SizeStatisticsCollector(leaf).Encode());
}

TEST(OffsetIndexBuilder, MovesPagesToWhereTheChunkLies) {
  OffsetIndexBuilder builder;
  builder.AddPage(30, 100, 0, 5);
  builder.AddPage(130, 50, 20, 7);
  EXPECT_EQ(builder.page_count(), 2);
  const Result<OffsetIndex> index = builder.Finish(1000);
  ASSERT_TRUE(index.ok());
  EXPECT_EQ(index->page_locations, (std::vector<PageLocation>{{1030, 100, 0}, {1130, 50, 20}}));
  EXPECT_EQ(index->unencoded_byte_array_data_bytes, (std::vector<int64_t>{5, 7}));
  EXPECT_EQ(builder.page_count(), 0);
}

TEST(OffsetIndexBuilder, RefusesPagesThatDoNotRise) {
  OffsetIndexBuilder builder;
  builder.AddPage(0, 100, 0, {});
  builder.AddPage(100, 100, 0, {});
  EXPECT_EQ(builder.Finish(0).error().code(), ErrorCode::kInternal);
  builder.AddPage(0, 100, 0, {});
  builder.AddPage(99, 100, 1, {});
  EXPECT_EQ(builder.Finish(0).error().code(), ErrorCode::kInternal);
}

const ChunkExtent kChunk{.offset = 100, .size_bytes = 300, .row_count = 50};

OffsetIndex GoodOffsets() {
  OffsetIndex index;
  index.page_locations = {{120, 80, 0}, {200, 100, 20}, {300, 100, 30}};
  return index;
}

TEST(PageIndexCheck, PassesAnOffsetIndexThatFits) {
  EXPECT_TRUE(CheckOffsetIndex(GoodOffsets(), kChunk).ok());
  EXPECT_TRUE(CheckOffsetIndex(OffsetIndex(), {.offset = 4, .size_bytes = 0, .row_count = 0}).ok());
}

TEST(PageIndexCheck, RefusesAnOffsetIndexThatDoesNotFit) {
  const auto refuses = [](size_t page, const PageLocation& location) {
    OffsetIndex index = GoodOffsets();
    index.page_locations[page] = location;
    return CheckOffsetIndex(index, kChunk).code() == ErrorCode::kCorrupt;
  };
  EXPECT_TRUE(refuses(0, {99, 80, 0}));
  EXPECT_TRUE(refuses(0, {120, 81, 0}));
  EXPECT_TRUE(refuses(0, {120, 0, 0}));
  EXPECT_TRUE(refuses(0, {120, -1, 0}));
  EXPECT_TRUE(refuses(0, {-1, 80, 0}));
  EXPECT_TRUE(refuses(0, {120, 80, 1}));
  EXPECT_TRUE(refuses(1, {200, 100, 0}));
  EXPECT_TRUE(refuses(1, {200, 100, 31}));
  EXPECT_TRUE(refuses(2, {300, 101, 30}));
  EXPECT_TRUE(refuses(2, {300, 100, 50}));
  EXPECT_TRUE(refuses(2, {std::numeric_limits<int64_t>::max(), 100, 30}));
  EXPECT_FALSE(CheckOffsetIndex(OffsetIndex(), kChunk).ok());
  OffsetIndex sizes = GoodOffsets();
  sizes.unencoded_byte_array_data_bytes = {1, 2};
  EXPECT_FALSE(CheckOffsetIndex(sizes, kChunk).ok());
  sizes.unencoded_byte_array_data_bytes = {1, 2, -3};
  EXPECT_FALSE(CheckOffsetIndex(sizes, kChunk).ok());
}

TEST(PageIndexCheck, SurvivesAChunkBehindTheEndOfAllNumbers) {
  EXPECT_FALSE(CheckOffsetIndex(GoodOffsets(), {.offset = std::numeric_limits<int64_t>::max(),
                                                .size_bytes = std::numeric_limits<int64_t>::max(),
                                                .row_count = 50})
                   .ok());
}

TEST(PageIndexCheck, RefusesColumnIndexesThatDoNotFit) {
  const SchemaNode leaf = Leaf(PhysicalType::kInt32);
  const ColumnIndex good = *IntegerIndex({{1, 2}, {}, {3, 4}});
  const auto refuses = [&](auto change) {
    ColumnIndex index = good;
    change(index);
    return CheckColumnIndex(index, 3, leaf).code() == ErrorCode::kCorrupt;
  };
  EXPECT_FALSE(refuses([](ColumnIndex&) {}));
  EXPECT_FALSE(refuses([](ColumnIndex& index) { index.null_counts.clear(); }));
  EXPECT_FALSE(CheckColumnIndex(good, 2, leaf).ok());
  EXPECT_TRUE(refuses([](ColumnIndex& index) { index.min_values.pop_back(); }));
  EXPECT_TRUE(refuses([](ColumnIndex& index) { index.max_values.emplace_back(); }));
  EXPECT_TRUE(refuses([](ColumnIndex& index) { index.null_pages.pop_back(); }));
  EXPECT_TRUE(refuses([](ColumnIndex& index) { index.null_counts = {1}; }));
  EXPECT_TRUE(refuses([](ColumnIndex& index) { index.null_counts[1] = -1; }));
  EXPECT_TRUE(refuses([](ColumnIndex& index) { index.definition_level_histograms = {1, 2, 3}; }));
  EXPECT_TRUE(refuses([](ColumnIndex& index) { index.min_values[0] = "abc"; }));
  EXPECT_TRUE(refuses([](ColumnIndex& index) { std::swap(index.min_values[0], index.max_values[0]); }));
  EXPECT_TRUE(refuses([](ColumnIndex& index) { index.boundary_order = BoundaryOrder::kDescending; }));
  EXPECT_TRUE(refuses([](ColumnIndex& index) { index.null_pages[1] = false; }));
}

TEST(PageIndexCheck, RefusesNanBoundsOutsideOfTotalOrders) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const SchemaNode total = Leaf(PhysicalType::kDouble, Kind::kNone, ColumnOrder::kIeee754TotalOrder);
  ColumnIndexBuilder builder(SortOrderOf(total));
  AddPage<double>(total, {nan}, 0, &builder);
  const ColumnIndex index = *builder.Finish();
  EXPECT_TRUE(CheckColumnIndex(index, 1, total).ok());
  EXPECT_FALSE(CheckColumnIndex(index, 1, Leaf(PhysicalType::kDouble)).ok());
}

TEST(PageIndexCheck, LeavesBoundsOfUnknownOrderAlone) {
  ColumnIndex index = *IntegerIndex({{1, 2}, {3, 4}});
  index.min_values[0] = "any";
  const SchemaNode leaf = Leaf(PhysicalType::kInt32, Kind::kNone, ColumnOrder::kUnknown);
  EXPECT_TRUE(CheckColumnIndex(index, 2, leaf).ok());
  EXPECT_EQ(JudgePage(index, 0, leaf).min, std::nullopt);
  EXPECT_EQ(JudgePage(index, 0, leaf).null_count, 1);
}

}  // namespace
}  // namespace taracea::index

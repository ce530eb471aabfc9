#include "taracea/batch_readers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace taracea {
namespace {

constexpr int64_t kRows = 100;

struct Change {
  int64_t row = -1;  ///< Whose value of "number" is another; -1: none.
};

Batch MakeBatch(int64_t begin, int64_t end, Change change = {}) {
  std::vector<int64_t> numbers(static_cast<size_t>(end - begin));
  std::iota(numbers.begin(), numbers.end(), begin);
  if (change.row >= begin && change.row < end) {
    numbers[static_cast<size_t>(change.row - begin)] = -1;
  }
  std::vector<std::string> texts;
  std::vector<uint8_t> valid;
  for (int64_t row = begin; row < end; ++row) {
    texts.push_back("row " + std::to_string(row));
    valid.push_back(row % 7 == 0 ? 0 : 1);
  }
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  BatchBuilder builder;
  builder.Add("number", std::span<const int64_t>(numbers)).AddStrings("text", views, valid);
  return builder.Finish().value();
}

/// Rows [0, rows), cut into batches of `step`.
std::unique_ptr<BatchReader> MakeReader(int64_t rows, int64_t step, Change change = {}) {
  std::vector<Batch> batches;
  for (int64_t row = 0; row < rows; row += step) {
    batches.push_back(MakeBatch(row, std::min(row + step, rows), change));
  }
  return ReadBatches(std::move(batches));
}

std::vector<int64_t> NumbersOf(BatchReader& reader) {
  std::vector<int64_t> out;
  while (true) {
    const Result<std::optional<Batch>> batch = reader.Next();
    EXPECT_TRUE(batch.ok()) << batch.status().ToString();
    if (!batch.ok() || !*batch) {
      return out;
    }
    const auto numbers = (*batch)->column<int64_t>("number")->values();
    out.insert(out.end(), numbers.begin(), numbers.end());
  }
}

std::vector<int64_t> Range(int64_t begin, int64_t end) {
  std::vector<int64_t> out(static_cast<size_t>(end - begin));
  std::iota(out.begin(), out.end(), begin);
  return out;
}

TEST(SelectRows, KeepsARangeOverAllBatches) {
  for (const int64_t step : {1, 7, 33, 100}) {
    for (const RowRange rows : {RowRange{0, 0}, RowRange{0, 100}, RowRange{5, 6}, RowRange{30, 71}, RowRange{99, 500},
                                RowRange{200, INT64_MAX}}) {
      const auto reader = SelectRows(MakeReader(kRows, step), rows);
      const int64_t begin = std::min(rows.begin, kRows);
      EXPECT_EQ(NumbersOf(*reader), Range(begin, std::min(rows.end, kRows))) << step << " " << rows.begin;
    }
  }
}

TEST(SelectColumns, KeepsTheOrderAskedForAndNamesNearColumns) {
  const auto reader = SelectColumns(MakeReader(kRows, 30), {"text", "number"}).value();
  const Batch batch = **reader->Next();
  EXPECT_EQ(batch.column_name(0), "text");
  EXPECT_EQ(batch.column_name(1), "number");
  const auto unknown = SelectColumns(MakeReader(kRows, 30), {"numbr"});
  ASSERT_EQ(unknown.error().code(), ErrorCode::kInvalidArgument);
  EXPECT_NE(unknown.error().message().find("number"), std::string::npos);
}

TEST(JoinReaders, HandsOutOneAfterTheOther) {
  std::vector<std::unique_ptr<BatchReader>> readers;
  readers.push_back(MakeReader(3, 2));
  readers.push_back(MakeReader(2, 1));
  const auto joined = JoinReaders(std::move(readers)).value();
  EXPECT_EQ(NumbersOf(*joined), (std::vector<int64_t>{0, 1, 2, 0, 1}));
}

TEST(JoinReaders, RefusesOtherColumns) {
  EXPECT_EQ(JoinReaders({}).error().code(), ErrorCode::kInvalidArgument);
  std::vector<std::unique_ptr<BatchReader>> readers;
  readers.push_back(MakeReader(3, 2));
  readers.push_back(SelectColumns(MakeReader(3, 2), {"number"}).value());
  EXPECT_NE(JoinReaders(std::move(readers)).error().message().find("text is missing"), std::string::npos);
}

TEST(CompareReaders, FindsEqualRowsEqualHoweverTheyAreCut) {
  for (const int64_t step : {1, 7, 33, 100}) {
    const CompareReport report = CompareReaders(*MakeReader(kRows, step), *MakeReader(kRows, 31)).value();
    EXPECT_TRUE(report.equal());
    EXPECT_EQ(report.rows, kRows);
    EXPECT_EQ(report.values, 2 * kRows);
  }
}

TEST(CompareReaders, NamesTheValueThatDiffers) {
  for (const int64_t row : {0, 1, 30, 31, 98, 99}) {
    const CompareReport report = CompareReaders(*MakeReader(kRows, 31), *MakeReader(kRows, 7, {row})).value();
    ASSERT_EQ(report.different_values, 1);
    ASSERT_EQ(report.differences.size(), 1U);
    EXPECT_EQ(report.differences[0].row, row);
    EXPECT_EQ(report.differences[0].column, "number");
    EXPECT_EQ(report.differences[0].left, std::to_string(row));
    EXPECT_EQ(report.differences[0].right, "-1");
  }
}

TEST(CompareReaders, CountsRowsThatOneSideLacks) {
  for (const bool left_is_longer : {true, false}) {
    const auto longer = MakeReader(kRows, 31);
    const auto shorter = MakeReader(kRows - 3, 31);
    const CompareReport report =
        CompareReaders(left_is_longer ? *longer : *shorter, left_is_longer ? *shorter : *longer).value();
    EXPECT_EQ(report.different_values, 3);
    EXPECT_FALSE(report.equal());
  }
}

TEST(CompareReaders, CountsAllDifferencesAndKeepsTheFirst) {
  std::vector<Batch> others;
  others.push_back(MakeBatch(1000, 1000 + kRows));
  const CompareReport report = CompareReaders(*MakeReader(kRows, 31), *ReadBatches(std::move(others)), 5).value();
  EXPECT_GE(report.different_values, kRows);
  ASSERT_EQ(report.differences.size(), 5U);
  EXPECT_EQ(report.differences[0].row, 0);
}

TEST(CompareReaders, RefusesOtherColumns) {
  const auto one = SelectColumns(MakeReader(kRows, 31), {"number"}).value();
  EXPECT_EQ(CompareReaders(*one, *MakeReader(kRows, 31)).error().code(), ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace taracea

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "array/array.h"
#include "support/every_type.h"
#include "support/file_bytes.h"
#include "taracea/reader.h"
#include "taracea/verify.h"

namespace taracea {
namespace {

/// What Parquet has no place for, and says so.
bool CannotBeWritten(const Status& status) {
  return status.code() == ErrorCode::kInvalidArgument;
}

void ExpectColumn(const std::vector<std::byte>& bytes, const array::Array& expected, int64_t batch_rows) {
  const Result<File> file = File::Open(Buffer::CopyOf(bytes));
  ASSERT_TRUE(file.ok()) << file.status().ToString();
  ScanOptions options;
  options.batch_rows = batch_rows;
  Result<Scanner> scanner = file->Scan(options);
  ASSERT_TRUE(scanner.ok()) << scanner.status().ToString();
  int64_t row = 0;
  for (const Result<Batch>& batch : *scanner) {
    ASSERT_TRUE(batch.ok()) << batch.status().ToString();
    const array::Array& column = *batch->internal()->columns.front();
    const Status valid = array::Validate(column, true);
    ASSERT_TRUE(valid.ok()) << valid.ToString();
    EXPECT_TRUE(array::ValuesEqual(column, expected.Slice(row, column.length)))
        << expected.type.ToString() << " read as " << column.type.ToString() << " from row " << row;
    row += column.length;
  }
  EXPECT_EQ(row, expected.length);
}

class EveryTypeRoundTrip : public ::testing::TestWithParam<DataPageVersion> {};

TEST_P(EveryTypeRoundTrip, GivesBackTypeAndValues) {
  int written = 0;
  for (const array::Array& column : testing::EveryType()) {
    SCOPED_TRACE(column.type.ToString());
    WriteOptions options;
    options.data_page_version = GetParam();
    options.data_page_rows = 4;
    options.row_group_rows = 13;
    const Result<std::vector<std::byte>> bytes = testing::FileBytes({testing::OneColumnBatch(column)}, options);
    if (!bytes.ok()) {
      EXPECT_TRUE(CannotBeWritten(bytes.status())) << bytes.status().ToString();
      continue;
    }
    ++written;
    for (const int64_t batch_rows : {1, 5, 100}) {
      ExpectColumn(*bytes, column, batch_rows);
    }
    const Result<VerifyReport> report = Verify(MakeMemorySource(Buffer::CopyOf(*bytes)));
    ASSERT_TRUE(report.ok()) << report.status().ToString();
    for (const Finding& finding : report->findings) {
      ADD_FAILURE() << finding.ToString();
    }
  }
  EXPECT_GT(written, 45);
}

TEST_P(EveryTypeRoundTrip, WritesSlicesLikeCopies) {
  for (const array::Array& column : testing::EveryType()) {
    SCOPED_TRACE(column.type.ToString());
    WriteOptions options;
    options.data_page_version = GetParam();
    const array::Array slice = column.Slice(3, 11);
    const Result<std::vector<std::byte>> bytes = testing::FileBytes({testing::OneColumnBatch(slice)}, options);
    if (!bytes.ok()) {
      EXPECT_TRUE(CannotBeWritten(bytes.status())) << bytes.status().ToString();
      continue;
    }
    ExpectColumn(*bytes, slice, 100);
  }
}

INSTANTIATE_TEST_SUITE_P(PageVersions, EveryTypeRoundTrip,
                         ::testing::Values(DataPageVersion::kV1, DataPageVersion::kV2));

}  // namespace
}  // namespace taracea

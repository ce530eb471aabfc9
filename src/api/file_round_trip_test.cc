#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "array/array.h"
#include "taracea/reader.h"
#include "taracea/writer.h"

namespace taracea {
namespace {

/// A batch of every builder column, some with nulls; the content follows from the row number alone.
Batch MakeBatch(int64_t first, int64_t rows) {
  std::vector<int32_t> ids;
  std::vector<int64_t> repeats;
  std::vector<double> doubles;
  std::vector<std::string> texts;
  std::vector<uint8_t> flags;
  std::vector<uint8_t> valid;
  for (int64_t row = first; row < first + rows; ++row) {
    ids.push_back(static_cast<int32_t>(row));
    repeats.push_back(row % 7);
    doubles.push_back(std::sqrt(static_cast<double>(row)));
    texts.push_back(row % 3 == 0 ? "common" : "text " + std::to_string(row * 37));
    flags.push_back(row % 5 == 0 ? 1 : 0);
    valid.push_back(row % 11 == 0 ? 0 : 1);
  }
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  BatchBuilder builder;
  builder.Add("id", std::span<const int32_t>(ids));
  builder.Add("repeat", std::span<const int64_t>(repeats), valid);
  builder.Add("root", std::span<const double>(doubles), valid);
  builder.AddStrings("text", views);
  builder.AddStrings("maybe", views, valid);
  builder.AddBools("flag", flags, valid);
  return builder.Finish().value();
}

std::vector<std::byte> WriteFile(int64_t rows, int64_t batch_rows, const WriteOptions& options) {
  ArrowArray array{};
  ArrowSchema schema{};
  EXPECT_TRUE(MakeBatch(0, 1).Export(&array, &schema).ok());
  array.release(&array);
  auto sink = std::make_unique<MemorySink>();
  std::vector<std::byte> bytes;
  SinkCallbacks callbacks;
  callbacks.write = [&bytes](std::span<const ConstBytes> pieces) {
    for (const ConstBytes piece : pieces) {
      bytes.insert(bytes.end(), piece.begin(), piece.end());
    }
    return Status();
  };
  Writer writer = Writer::Create(MakeCallbackSink(std::move(callbacks)).value(), &schema, options).value();
  for (int64_t row = 0; row < rows; row += batch_rows) {
    const Status status = writer.Write(MakeBatch(row, std::min(batch_rows, rows - row)));
    EXPECT_TRUE(status.ok()) << status.ToString();
  }
  const Result<WriteReport> report = writer.Close();
  EXPECT_TRUE(report.ok()) << report.status().ToString();
  EXPECT_EQ(report->rows, rows);
  return bytes;
}

void ExpectSameRows(const File& file, int64_t rows, const ScanOptions& options) {
  const Batch expected = MakeBatch(0, rows);
  Scanner scanner = file.Scan(options).value();
  int64_t row = 0;
  for (const Result<Batch>& batch : scanner) {
    ASSERT_TRUE(batch.ok()) << batch.status().ToString();
    const Batch want = expected.Slice(row, batch->num_rows());
    ASSERT_EQ(batch->num_columns(), want.num_columns());
    for (int i = 0; i < want.num_columns(); ++i) {
      const auto at = static_cast<size_t>(i);
      EXPECT_TRUE(array::ValuesEqual(*batch->internal()->columns[at], *want.internal()->columns[at]))
          << "column " << want.column_name(i) << " from row " << row;
    }
    row += batch->num_rows();
  }
  EXPECT_EQ(row, rows);
}

TEST(FileRoundTrip, GivesBackWhatWasWrittenInEveryCodecAndPageVersion) {
  constexpr int64_t kRows = 50000;
  for (const Codec codec :
       {Codec::kUncompressed, Codec::kSnappy, Codec::kGzip, Codec::kZstd, Codec::kLz4Raw, Codec::kBrotli}) {
    for (const DataPageVersion version : {DataPageVersion::kV1, DataPageVersion::kV2}) {
      WriteOptions options;
      options.codec = codec;
      options.data_page_version = version;
      options.row_group_rows = 20000;
      options.data_page_rows = 3000;
      std::vector<std::byte> bytes = WriteFile(kRows, 4096, options);
      const Result<File> file = File::Open(Buffer::CopyOf(bytes));
      ASSERT_TRUE(file.ok()) << file.status().ToString();
      EXPECT_EQ(file->num_rows(), kRows);
      EXPECT_EQ(file->metadata().row_group_count(), 3);
      ScanOptions scan;
      scan.batch_rows = 7777;
      ExpectSameRows(*file, kRows, scan);
    }
  }
}

TEST(FileRoundTrip, WritesTheSameBytesForEverySplitAndThreadCount) {
  WriteOptions options;
  options.row_group_rows = 30000;
  const std::vector<std::byte> whole = WriteFile(70000, 70000, options);
  EXPECT_EQ(WriteFile(70000, 1000, options), whole);
  EXPECT_EQ(WriteFile(70000, 16385, options), whole);
  options.executor = MakeThreadPool(3);
  EXPECT_EQ(WriteFile(70000, 9999, options), whole);
}

TEST(FileRoundTrip, ReadsRowRangesAndSingleRows) {
  WriteOptions options;
  options.row_group_rows = 10000;
  options.data_page_rows = 1000;
  const File file = File::Open(Buffer::CopyOf(WriteFile(35000, 5000, options))).value();
  ScanOptions scan;
  scan.rows = RowRange{12345, 31234};
  Scanner scanner = file.Scan(scan).value();
  int64_t next = 12345;
  for (const Result<Batch>& batch : scanner) {
    ASSERT_TRUE(batch.ok()) << batch.status().ToString();
    for (const int32_t id : batch->column<int32_t>("id")->values()) {
      ASSERT_EQ(id, next++);
    }
  }
  EXPECT_EQ(next, 31234);
  EXPECT_GT(scanner.counters().skipped_pages, 0);

  const std::vector<int64_t> rows = {34999, 0, 17, 17, 20000, 9999};
  const Result<Batch> taken = file.Take(rows);
  ASSERT_TRUE(taken.ok()) << taken.status().ToString();
  const auto ids = taken->column<int32_t>("id")->values();
  EXPECT_EQ(std::vector<int64_t>(ids.begin(), ids.end()), rows);
}

TEST(FileRoundTrip, ReadsOneColumnIntoAVector) {
  const File file = File::Open(Buffer::CopyOf(WriteFile(1000, 1000, {}))).value();
  std::vector<double> ids;
  ASSERT_TRUE(file.ReadColumn("id", &ids).ok());
  ASSERT_EQ(ids.size(), 1000U);
  EXPECT_EQ(ids[999], 999.0);
  std::vector<int64_t> repeats;
  EXPECT_EQ(file.ReadColumn("repeat", &repeats).code(), ErrorCode::kInvalidArgument);
  ASSERT_TRUE(file.ReadColumn("repeat", &repeats, OnNull::kDefault).ok());
  EXPECT_EQ(repeats[13], 6);
}

}  // namespace
}  // namespace taracea

// Memory stays within the budget whatever the size of the file, and the file does not depend on how rows came.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/array_builder.h"
#include "support/file_bytes.h"
#include "taracea/reader.h"
#include "taracea/writer.h"

namespace taracea {
namespace {

constexpr int64_t kMebibyte = int64_t{1} << 20;

/// Counts and drops what is written, or keeps it.
struct Kept {
  int64_t size_bytes = 0;
  std::vector<std::byte> bytes;
  bool keep = true;

  std::unique_ptr<ByteSink> Sink() {
    SinkCallbacks callbacks;
    callbacks.write = [this](std::span<const ConstBytes> pieces) {
      for (const ConstBytes piece : pieces) {
        size_bytes += static_cast<int64_t>(piece.size());
        if (keep) {
          bytes.insert(bytes.end(), piece.begin(), piece.end());
        }
      }
      return Status();
    };
    return MakeCallbackSink(std::move(callbacks)).value();
  }
};

/// Texts of `text_bytes` that compress well and differ from one another.
std::shared_ptr<array::RecordBatch> Texts(int64_t first, int64_t rows, size_t text_bytes) {
  std::vector<std::optional<std::string>> texts;
  for (int64_t row = first; row < first + rows; ++row) {
    std::string text(text_bytes, static_cast<char>('a' + row % 26));
    const std::string number = std::to_string(row);
    text.replace(0, number.size(), number);
    texts.emplace_back(std::move(text));
  }
  return std::make_shared<array::RecordBatch>(testing::OneColumnBatch(testing::Utf8Array(texts)));
}

Writer MakeWriter(Kept* kept, const WriteOptions& options) {
  ArrowSchema schema{};
  ArrowArray array{};
  EXPECT_TRUE(Batch(Texts(0, 1, 8)).Export(&array, &schema).ok());
  array.release(&array);
  return Writer::Create(kept->Sink(), &schema, options).value();
}

/// Writes rows of texts, the same 512 over and over; returns the writer's counters before it was closed.
WriteCounters WriteTexts(int64_t rows, int64_t batch_rows, size_t text_bytes, const WriteOptions& options, Kept* kept) {
  Writer writer = MakeWriter(kept, options);
  const std::shared_ptr<array::RecordBatch> some = Texts(0, std::min<int64_t>(rows, 512), text_bytes);
  for (int64_t row = 0; row < rows;) {
    const int64_t from = row % some->length;
    const int64_t count = std::min({batch_rows, some->length - from, rows - row});
    const Status status = writer.Write(Batch(std::make_shared<const array::RecordBatch>(some->Slice(from, count))));
    EXPECT_TRUE(status.ok()) << status.ToString();
    row += count;
  }
  EXPECT_TRUE(writer.FlushRowGroup().ok());
  const WriteCounters counters = writer.counters();
  EXPECT_TRUE(writer.Close().ok());
  return counters;
}

WriteOptions PlainOptions(Codec codec, int64_t budget_bytes) {
  WriteOptions options;
  options.codec = codec;
  options.dictionary = false;
  options.statistics = false;
  options.page_index = false;
  options.memory_budget_bytes = budget_bytes;
  return options;
}

/// Scans a file of Texts rows with a budget; returns the batches' rows.
std::vector<int64_t> ScanTexts(const File& file, size_t text_bytes, int64_t budget_bytes) {
  const std::shared_ptr<array::RecordBatch> some = Texts(0, 512, text_bytes);
  Scanner scanner = file.Scan().value();
  std::vector<int64_t> batches;
  int64_t row = 0;
  for (const Result<Batch>& batch : scanner) {
    EXPECT_TRUE(batch.ok()) << batch.status().ToString();
    if (!batch.ok()) {
      break;
    }
    batches.push_back(batch->num_rows());
    const array::Array& column = *batch->internal()->columns[0];
    for (int64_t i = 0; i < column.length; ++i, ++row) {
      EXPECT_EQ(column.BinaryValue(i), some->columns[0]->BinaryValue(row % 512));
    }
  }
  EXPECT_EQ(row, file.num_rows());
  EXPECT_LE(scanner.counters().peak_memory_bytes, budget_bytes);
  return batches;
}

OpenOptions Budget(int64_t budget_bytes) {
  OpenOptions options;
  options.limits.memory_budget_bytes = budget_bytes;
  return options;
}

TEST(MemoryBound, HoldsForOneHugeRowGroup) {
  // 384 MiB of texts of 8 KiB each in one row group, through a source that lends no memory.
  constexpr size_t kTextBytes = 8192;
  constexpr int64_t kRows = 48 * 1024;
  constexpr int64_t kBudget = 16 * kMebibyte;
  for (const DataPageVersion version : {DataPageVersion::kV1, DataPageVersion::kV2}) {
    WriteOptions options = PlainOptions(Codec::kZstd, 64 * kMebibyte);
    options.data_page_version = version;
    Kept kept;
    const WriteCounters written = WriteTexts(kRows, 100, kTextBytes, options, &kept);
    EXPECT_LT(written.peak_memory_bytes, 16 * kMebibyte) << "what is retained is compressed";
    SourceCallbacks callbacks;
    callbacks.size = [&] { return static_cast<int64_t>(kept.bytes.size()); };
    callbacks.read_ranges = [&](std::span<const ReadRequest> requests) {
      for (const ReadRequest& request : requests) {
        std::copy_n(kept.bytes.begin() + request.offset, request.out.size(), request.out.begin());
      }
      return Status();
    };
    const File file = File::Open(MakeCallbackSource(std::move(callbacks)).value(), Budget(kBudget)).value();
    ASSERT_EQ(file.metadata().row_group_count(), 1);
    const std::vector<int64_t> batches = ScanTexts(file, kTextBytes, kBudget);
    EXPECT_GT(batches.size(), 60U) << "a batch has at most a quarter of the budget";
    EXPECT_LT(batches.size(), 200U);
  }
}

TEST(MemoryBound, EndsRowGroupsBeforeTheBudgetIsPassed) {
  // Nothing compresses and row groups may be as large as they like: only the budget ends them.
  constexpr size_t kTextBytes = size_t{100} << 10;
  constexpr int64_t kBudget = 16 * kMebibyte;
  WriteOptions options = PlainOptions(Codec::kUncompressed, kBudget);
  options.row_group_bytes = int64_t{1} << 40;
  std::vector<std::byte> first;
  for (const int64_t batch_rows : {int64_t{1}, int64_t{7}, int64_t{512}}) {
    Kept kept;
    const WriteCounters written = WriteTexts(1000, batch_rows, kTextBytes, options, &kept);
    EXPECT_LE(written.peak_memory_bytes, kBudget);
    const File file = File::Open(Buffer::CopyOf(kept.bytes)).value();
    EXPECT_GE(file.metadata().row_group_count(), 19);
    EXPECT_LE(file.metadata().row_group_count(), 25);
    if (first.empty()) {
      first = kept.bytes;
    }
    EXPECT_TRUE(kept.bytes == first) << "the file depends on the batches";
  }
}

TEST(MemoryBound, NamesWhatIsWantedWhenOneRowIsTooLarge) {
  WriteOptions options = PlainOptions(Codec::kUncompressed, kMebibyte);
  Kept kept;
  Writer writer = MakeWriter(&kept, options);
  const Status status = writer.Write(Batch(Texts(0, 1, size_t{2} << 20)));
  EXPECT_EQ(status.code(), ErrorCode::kOutOfMemory);
  EXPECT_NE(status.message().find("memory budget of 1048576 bytes"), std::string::npos) << status.ToString();
  EXPECT_EQ(writer.Write(Batch(Texts(0, 1, 1))), status);
  EXPECT_EQ(writer.Close().status(), status);

  Kept large;
  WriteTexts(3, 1, size_t{2} << 20, PlainOptions(Codec::kZstd, 0), &large);
  const File file = File::Open(Buffer::CopyOf(large.bytes), Budget(kMebibyte)).value();
  Scanner scanner = file.Scan().value();
  const Status read = scanner.Next().status();
  EXPECT_EQ(read.code(), ErrorCode::kOutOfMemory);
  EXPECT_NE(read.message().find("memory budget of 1048576 bytes"), std::string::npos) << read.ToString();
  EXPECT_EQ(read.place().column, "x");
  EXPECT_EQ(read.place().row_group, 0);
  EXPECT_EQ(read.place().page, 0);
}

TEST(MemoryBound, UnpacksDictionariesSliceBySlice) {
  // One text of 64 KiB that stands for a gigabyte.
  const array::Array column = testing::DictionaryArray(std::vector<std::optional<int32_t>>(16384, 0),
                                                       testing::Utf8Array({std::string(size_t{64} << 10, 'x')}));
  const Batch batch(std::make_shared<const array::RecordBatch>(testing::OneColumnBatch(column)));
  ArrowSchema schema{};
  ArrowArray array{};
  ASSERT_TRUE(batch.Export(&array, &schema).ok());
  array.release(&array);
  Kept kept;
  WriteOptions options;
  options.memory_budget_bytes = 64 * kMebibyte;
  Writer writer = Writer::Create(kept.Sink(), &schema, options).value();
  const Status status = writer.Write(batch);
  EXPECT_TRUE(status.ok()) << status.ToString();
  EXPECT_TRUE(writer.Close().ok());
  EXPECT_LT(kept.size_bytes, kMebibyte);
}

/// Columns of every kind that may be cut, in rows of different sizes.
array::RecordBatch CutColumns(int64_t rows) {
  std::vector<std::optional<std::string>> texts;
  std::vector<std::optional<int64_t>> numbers;
  std::vector<std::optional<int64_t>> sizes;
  std::vector<std::optional<std::string>> elements;
  for (int64_t row = 0; row < rows; ++row) {
    const auto length = static_cast<size_t>(row * 37 % 1500);
    texts.push_back(row % 9 == 4 ? std::nullopt : std::optional<std::string>(std::string(length, 'x')));
    numbers.push_back(row % 5 == 1 ? std::nullopt : std::optional<int64_t>(row));
    sizes.push_back(row % 11 == 3 ? std::nullopt : std::optional<int64_t>(row % 11));
    for (int64_t i = 0; i < sizes.back().value_or(0); ++i) {
      elements.push_back(i == 2 ? std::nullopt : std::optional<std::string>(std::string(length / 4, 'y')));
    }
  }
  array::RecordBatch batch;
  auto fields = std::make_shared<std::vector<array::Field>>();
  const array::Array lists = testing::ListArray(sizes, testing::Utf8Array(elements));
  for (const array::Array& column : {testing::Utf8Array(texts), testing::Int64Array(numbers), lists,
                                     testing::StructArray({{"l", lists}, {"n", testing::Int64Array(numbers)}})}) {
    fields->push_back({std::string(1, static_cast<char>('a' + fields->size())), column.type, true, {}});
    batch.columns.push_back(testing::Share(column));
  }
  batch.fields = std::move(fields);
  batch.length = rows;
  return batch;
}

/// Scans rows of a file of `batch` and compares them; returns the number of batches.
int64_t CompareRows(const File& file, const array::RecordBatch& batch, const ScanOptions& scan) {
  Scanner scanner = file.Scan(scan).value();
  int64_t row = scan.rows->begin;
  int64_t batches = 0;
  for (const Result<Batch>& read : scanner) {
    if (!read.ok()) {
      ADD_FAILURE() << read.status().ToString();
      break;
    }
    ++batches;
    for (size_t i = 0; i < batch.columns.size(); ++i) {
      EXPECT_TRUE(array::ValuesEqual(*read->internal()->columns[i], batch.columns[i]->Slice(row, read->num_rows())))
          << "column " << i << " from row " << row;
    }
    row += read->num_rows();
  }
  EXPECT_EQ(row, scan.rows->end);
  return batches;
}

TEST(MemoryBound, CutsBatchesAtRowsWhateverTheColumns) {
  constexpr int64_t kRows = 3000;
  const array::RecordBatch batch = CutColumns(kRows);
  ScanOptions scan;
  scan.batch_rows = 900;
  scan.rows = RowRange{10, kRows - 5};
  for (const DataPageVersion version : {DataPageVersion::kV1, DataPageVersion::kV2}) {
    WriteOptions options;
    options.data_page_version = version;
    options.data_page_rows = 170;
    options.dictionary = version == DataPageVersion::kV2;
    options.dictionary_page_bytes = int64_t{64} << 10;
    const Buffer bytes = Buffer::CopyOf(testing::FileBytes({batch}, options).value());
    for (const int64_t budget : {2 * kMebibyte, 4 * kMebibyte, int64_t{0}}) {
      const File file = File::Open(bytes, Budget(budget)).value();
      scan.executor = nullptr;
      const int64_t batches = CompareRows(file, batch, scan);
      EXPECT_EQ(batches > 4, budget > 0) << batches << " batches with a budget of " << budget;
      scan.executor = MakeThreadPool(3);
      EXPECT_EQ(CompareRows(file, batch, scan), batches);
    }
  }
}

}  // namespace
}  // namespace taracea

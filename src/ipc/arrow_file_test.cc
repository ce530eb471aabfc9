#include "ipc/arrow_file.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <vector>

#include "ipc/stream_reader.h"
#include "ipc/stream_writer.h"
#include "support/every_type.h"

namespace taracea::ipc {
namespace {

using array::Array;
using array::Field;
using array::RecordBatch;
using testing::DictionaryArray;
using testing::Utf8Array;

constexpr WriteOptions::Container kFile = WriteOptions::Container::kFile;

RecordBatch OneColumn(Array column) {
  RecordBatch batch;
  batch.length = column.length;
  batch.fields = std::make_shared<const std::vector<Field>>(std::vector<Field>{{"d", column.type, true, {}}});
  batch.columns = {testing::Share(std::move(column))};
  return batch;
}

std::vector<std::byte> Written(const std::vector<RecordBatch>& batches, BodyCodec codec = BodyCodec::kNone) {
  MemorySink sink;
  auto writer =
      StreamWriter::Create(sink, batches[0].fields, batches[0].metadata, {.container = kFile, .codec = codec}).value();
  for (const RecordBatch& batch : batches) {
    EXPECT_TRUE(writer->Write(batch).ok());
  }
  EXPECT_TRUE(writer->Close().ok());
  return std::move(sink).Take();
}

Result<std::vector<RecordBatch>> Read(ConstBytes bytes, const ReadOptions& options = {}) {
  auto stream = OpenFileOrStream(MakeMemorySource(Buffer::Unowned(bytes)), options);
  if (!stream) {
    return std::move(stream).error();
  }
  std::vector<RecordBatch> out;
  while (true) {
    auto batch = (*stream)->Next();
    if (!batch) {
      return std::move(batch).error();
    }
    if (!batch->has_value()) {
      return out;
    }
    out.push_back(**batch);
  }
}

void ExpectSame(const RecordBatch& a, const RecordBatch& b) {
  ASSERT_EQ(a.length, b.length);
  ASSERT_EQ(*a.fields, *b.fields);
  EXPECT_EQ(a.metadata, b.metadata);
  for (size_t i = 0; i < a.columns.size(); ++i) {
    EXPECT_TRUE(array::ValuesEqual(*a.columns[i], *b.columns[i])) << (*a.fields)[i].type.ToString();
  }
}

TEST(ArrowFileTest, ReturnsEveryTypeAsItWas) {
  const RecordBatch batch = testing::EveryTypeBatch();
  for (const BodyCodec codec : {BodyCodec::kNone, BodyCodec::kLz4Frame, BodyCodec::kZstd}) {
    const std::vector<std::byte> bytes = Written({batch, batch.Slice(5, 3)}, codec);
    const auto read = Read(bytes);
    ASSERT_TRUE(read.has_value()) << read.error().ToString();
    ASSERT_EQ(read->size(), 2U);
    ExpectSame(batch, read->at(0));
    ExpectSame(batch.Slice(5, 3), read->at(1));
  }
}

TEST(ArrowFileTest, SharesTheBytesOfASourceInMemory) {
  const std::vector<std::byte> bytes = Written({OneColumn(testing::Int64Array({1, 2, 3}))});
  const auto read = Read(bytes);
  const std::byte* const values = read.value()[0].columns[0]->buffers[0].data();
  EXPECT_TRUE(values >= bytes.data() && values < bytes.data() + bytes.size());
}

TEST(ArrowFileTest, GathersTheDeltasOfADictionary) {
  const RecordBatch first = OneColumn(DictionaryArray({0, 1}, Utf8Array({"a", "b"})));
  const RecordBatch grown = OneColumn(DictionaryArray({2, 1}, Utf8Array({"a", "b", "c"})));
  const std::vector<std::byte> bytes = Written({first, grown});
  const auto read = Read(bytes);
  ASSERT_TRUE(read.has_value()) << read.error().ToString();
  ExpectSame(first, read->at(0));
  ExpectSame(grown, read->at(1));
}

TEST(ArrowFileTest, RefusesToReplaceADictionary) {
  MemorySink sink;
  const RecordBatch first = OneColumn(DictionaryArray({0}, Utf8Array({"a"})));
  auto writer = StreamWriter::Create(sink, first.fields, {}, {.container = kFile}).value();
  EXPECT_TRUE(writer->Write(first).ok());
  EXPECT_EQ(writer->Write(OneColumn(DictionaryArray({0}, Utf8Array({"b"})))).code(), ErrorCode::kUnsupported);
}

TEST(ArrowFileTest, ReadsAFileWithoutBatches) {
  MemorySink sink;
  const auto fields = std::make_shared<const std::vector<Field>>();
  auto writer = StreamWriter::Create(sink, fields, {}, {.container = kFile}).value();
  EXPECT_TRUE(writer->Close().ok());
  EXPECT_TRUE(Read(sink.bytes()).value().empty());
}

TEST(ArrowFileTest, KeepsTheRowsOfABatchWithoutColumns) {
  MemorySink sink;
  RecordBatch batch;
  batch.fields = std::make_shared<const std::vector<Field>>();
  batch.length = 17;
  auto writer = StreamWriter::Create(sink, batch.fields, {}, {.container = kFile}).value();
  EXPECT_TRUE(writer->Write(batch).ok());
  EXPECT_TRUE(writer->Close().ok());
  EXPECT_EQ(Read(sink.bytes()).value()[0].length, 17);
}

TEST(ArrowFileTest, TellsFilesFromStreams) {
  const RecordBatch batch = OneColumn(Utf8Array({"a"}));
  MemorySink sink;
  auto writer = StreamWriter::Create(sink, batch.fields).value();
  EXPECT_TRUE(writer->Write(batch).ok());
  EXPECT_TRUE(writer->Close().ok());
  ExpectSame(batch, Read(sink.bytes()).value()[0]);
  EXPECT_EQ(OpenFile(MakeMemorySource(Buffer::Unowned(sink.bytes()))).error().code(), ErrorCode::kCorrupt);
  EXPECT_EQ(Read({}).error().code(), ErrorCode::kCorrupt);
}

TEST(ArrowFileTest, RejectsEveryTruncation) {
  const std::vector<std::byte> bytes = Written({testing::EveryTypeBatch().Slice(0, 5)});
  for (size_t size = 0; size < bytes.size(); ++size) {
    const auto read = Read(ConstBytes(bytes).first(size));
    ASSERT_FALSE(read.has_value()) << size;
    // The first five bytes alone look like the length of a stream's message.
    EXPECT_EQ(read.error().code(), size == 4 || size == 5 ? ErrorCode::kLimitExceeded : ErrorCode::kCorrupt);
  }
}

TEST(ArrowFileTest, SurvivesDamagedBytes) {
  const std::vector<std::byte> bytes = Written({testing::EveryTypeBatch().Slice(0, 5)});
  ReadOptions options;
  options.limits.memory_budget_bytes = 64 << 20;
  std::mt19937 random(2);
  for (size_t at = 0; at < bytes.size(); at += 1 + random() % 5) {
    std::vector<std::byte> damaged = bytes;
    damaged[at] ^= static_cast<std::byte>(1U << (random() % 8));
    const auto read = Read(damaged, options);
    if (read.has_value() && !read->empty()) {
      for (const auto& column : read->at(0).columns) {
        ASSERT_TRUE(array::Validate(*column, true).ok());
      }
    }
  }
}

}  // namespace
}  // namespace taracea::ipc

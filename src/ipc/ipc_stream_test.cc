#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <vector>

#include "ipc/stream_reader.h"
#include "ipc/stream_writer.h"
#include "support/every_type.h"

namespace taracea::ipc {
namespace {

using array::Array;
using array::BatchStream;
using array::Field;
using array::RecordBatch;
using array::Type;
using array::TypeId;
using testing::DictionaryArray;
using testing::EveryTypeBatch;
using testing::Share;
using testing::Utf8Array;

class VectorSink final : public ByteSink {
 public:
  Status Write(std::span<const ConstBytes> pieces) override {
    for (const ConstBytes piece : pieces) {
      bytes.insert(bytes.end(), piece.begin(), piece.end());
    }
    return {};
  }
  Status Flush() override { return {}; }
  Status Close() override { return {}; }
  void Abort() noexcept override {}
  std::string Name() const override { return "<vector>"; }

  std::vector<std::byte> bytes;
};

std::vector<std::byte> Written(const std::vector<RecordBatch>& batches, const WriteOptions& options = {}) {
  VectorSink sink;
  auto writer = StreamWriter::Create(sink, batches[0].fields, batches[0].metadata, options);
  EXPECT_TRUE(writer.has_value()) << writer.error().ToString();
  for (const RecordBatch& batch : batches) {
    const Status status = (*writer)->Write(batch);
    EXPECT_TRUE(status.ok()) << status.ToString();
  }
  EXPECT_TRUE((*writer)->Close().ok());
  return std::move(sink.bytes);
}

/// Hands out at most `step` bytes a call, as pipes do.
ReadFunction ReadFrom(ConstBytes bytes, size_t step = SIZE_MAX) {
  return [bytes, step](MutableBytes out) mutable -> Result<size_t> {
    const size_t size = std::min({out.size(), bytes.size(), step});
    std::copy_n(bytes.begin(), size, out.begin());
    bytes = bytes.subspan(size);
    return size;
  };
}

Result<std::vector<RecordBatch>> ReadAll(BatchStream& stream) {
  std::vector<RecordBatch> out;
  while (true) {
    auto batch = stream.Next();
    if (!batch) {
      return std::move(batch).error();
    }
    if (!batch->has_value()) {
      return out;
    }
    out.push_back(**batch);
  }
}

Result<std::vector<RecordBatch>> ReadStream(ConstBytes bytes, size_t step = SIZE_MAX, const ReadOptions& options = {}) {
  auto stream = OpenStream(ReadFrom(bytes, step), options);
  if (!stream) {
    return std::move(stream).error();
  }
  return ReadAll(**stream);
}

void ExpectSame(const RecordBatch& a, const RecordBatch& b) {
  ASSERT_EQ(a.length, b.length);
  EXPECT_EQ(a.metadata, b.metadata);
  ASSERT_EQ(*a.fields, *b.fields);
  for (size_t i = 0; i < a.columns.size(); ++i) {
    EXPECT_TRUE(array::ValuesEqual(*a.columns[i], *b.columns[i])) << (*a.fields)[i].type.ToString();
    EXPECT_TRUE(array::Validate(*b.columns[i], true).ok());
  }
}

RecordBatch OneColumn(Array column) {
  RecordBatch batch;
  batch.length = column.length;
  batch.fields = std::make_shared<const std::vector<Field>>(std::vector<Field>{{"d", column.type, true, {}}});
  batch.columns = {Share(std::move(column))};
  return batch;
}

TEST(IpcStreamTest, ReturnsEveryTypeAsItWas) {
  const RecordBatch batch = EveryTypeBatch();
  for (const BodyCodec codec : {BodyCodec::kNone, BodyCodec::kLz4Frame, BodyCodec::kZstd}) {
    for (const size_t step : {size_t{1}, size_t{7}, SIZE_MAX}) {
      const auto read = ReadStream(Written({batch, batch}, {.codec = codec}), step);
      ASSERT_TRUE(read.has_value()) << read.error().ToString();
      ASSERT_EQ(read->size(), 2U);
      ExpectSame(batch, (*read)[0]);
      ExpectSame(batch, (*read)[1]);
    }
  }
}

TEST(IpcStreamTest, RebasesSlicesOfEveryType) {
  const RecordBatch batch = EveryTypeBatch();
  for (int64_t start = 0; start <= batch.length; ++start) {
    for (const int64_t count : {int64_t{0}, int64_t{1}, int64_t{9}, batch.length}) {
      if (count > batch.length - start) {
        continue;
      }
      const RecordBatch slice = batch.Slice(start, count);
      const auto read = ReadStream(Written({slice}));
      ASSERT_TRUE(read.has_value()) << read.error().ToString();
      ExpectSame(slice, read->at(0));
      EXPECT_EQ(read->at(0).columns[5]->offset, 0);
    }
  }
}

TEST(IpcStreamTest, ReadsAStreamThatEndsWithoutItsMark) {
  std::vector<std::byte> bytes = Written({EveryTypeBatch()});
  bytes.resize(bytes.size() - 8);
  EXPECT_EQ(ReadStream(bytes).value().size(), 1U);
}

TEST(IpcStreamTest, SendsAGrownDictionaryAsADelta) {
  const RecordBatch first = OneColumn(DictionaryArray({0, 1, std::nullopt}, Utf8Array({"a", "b"})));
  const RecordBatch grown = OneColumn(DictionaryArray({2, 1}, Utf8Array({"a", "b", "a much longer value"})));
  const std::vector<std::byte> bytes = Written({first, first, grown});
  const auto read = ReadStream(bytes);
  ASSERT_TRUE(read.has_value()) << read.error().ToString();
  ExpectSame(first, read->at(0));
  ExpectSame(first, read->at(1));
  ExpectSame(grown, read->at(2));
  EXPECT_EQ(read->at(0).columns[0]->dictionary, read->at(1).columns[0]->dictionary);
  EXPECT_EQ(read->at(0).columns[0]->dictionary->length, 2);
  // A delta holds the new value alone.
  EXPECT_LT(bytes.size(), Written({first, first, grown, first}).size());
}

TEST(IpcStreamTest, ReplacesADictionaryThatChanged) {
  const RecordBatch first = OneColumn(DictionaryArray({0, 1}, Utf8Array({"a", "b"})));
  const RecordBatch second = OneColumn(DictionaryArray({0, 1}, Utf8Array({"c", "b"})));
  const auto read = ReadStream(Written({first, second, first}));
  ASSERT_TRUE(read.has_value()) << read.error().ToString();
  ExpectSame(first, read->at(0));
  ExpectSame(second, read->at(1));
  ExpectSame(first, read->at(2));
}

TEST(IpcStreamTest, SendsDictionariesInsideOfDictionaries) {
  const Array inner = DictionaryArray({1, 0, 1}, Utf8Array({"a", "b"}));
  const Array other = DictionaryArray({1, 0, 1}, Utf8Array({"x", "y"}));
  const auto nested = [](const Array& values) {
    return OneColumn(DictionaryArray({2, 0}, testing::StructArray({{"v", values}})));
  };
  const auto read = ReadStream(Written({nested(inner), nested(other)}));
  ASSERT_TRUE(read.has_value()) << read.error().ToString();
  ExpectSame(nested(inner), read->at(0));
  ExpectSame(nested(other), read->at(1));
}

TEST(IpcStreamTest, RejectsABatchOfOtherColumns) {
  VectorSink sink;
  const RecordBatch batch = OneColumn(Utf8Array({"a"}));
  auto writer = StreamWriter::Create(sink, batch.fields).value();
  EXPECT_EQ(writer->Write(OneColumn(testing::Int32Array({1}))).code(), ErrorCode::kInvalidArgument);
  RecordBatch none = batch;
  none.columns.clear();
  EXPECT_EQ(writer->Write(none).code(), ErrorCode::kInvalidArgument);
}

TEST(IpcStreamTest, RejectsADictionaryOfDictionaries) {
  VectorSink sink;
  const RecordBatch batch = OneColumn(DictionaryArray({0}, DictionaryArray({0}, Utf8Array({"a"}))));
  EXPECT_EQ(StreamWriter::Create(sink, batch.fields).error().code(), ErrorCode::kUnsupported);
}

TEST(IpcStreamTest, ReportsTheSameErrorAgain) {
  std::vector<std::byte> bytes = Written({EveryTypeBatch()});
  bytes.resize(bytes.size() - 100);
  auto stream = OpenStream(ReadFrom(bytes)).value();
  const Status first = stream->Next().error();
  EXPECT_EQ(first.code(), ErrorCode::kCorrupt);
  EXPECT_EQ(stream->Next().error(), first);
}

TEST(IpcStreamTest, RejectsEveryTruncation) {
  const std::vector<std::byte> bytes = Written({EveryTypeBatch()}, {.codec = BodyCodec::kZstd});
  std::vector<size_t> borders;
  for (size_t size = 0; size < bytes.size(); ++size) {
    const auto read = ReadStream(ConstBytes(bytes).first(size));
    if (read.has_value()) {
      borders.push_back(size);
    } else {
      EXPECT_EQ(read.error().code(), ErrorCode::kCorrupt) << size << ": " << read.error().ToString();
    }
  }
  // After the schema, three dictionaries and the batch; with the last, the mark of the end can be cut by its word.
  EXPECT_LE(borders.size(), 6U);
}

TEST(IpcStreamTest, SurvivesDamagedBytes) {
  for (const BodyCodec codec : {BodyCodec::kNone, BodyCodec::kLz4Frame}) {
    const std::vector<std::byte> bytes = Written({EveryTypeBatch().Slice(1, 9)}, {.codec = codec});
    ReadOptions options;
    options.limits.memory_budget_bytes = 64 << 20;
    std::mt19937 random(1);
    for (size_t at = 0; at < bytes.size(); at += 1 + random() % 5) {
      std::vector<std::byte> damaged = bytes;
      damaged[at] ^= static_cast<std::byte>(1U << (random() % 8));
      const auto read = ReadStream(damaged, SIZE_MAX, options);
      if (read.has_value() && !read->empty()) {
        for (const auto& column : read->at(0).columns) {
          ASSERT_TRUE(array::Validate(*column, true).ok());
        }
      }
    }
  }
}

TEST(IpcStreamTest, BelievesNoAnnouncedLength) {
  // Metadata of 1 GiB and a body of 2^60 bytes are announced in a few bytes.
  std::vector<std::byte> bytes(8);
  Store(bytes.data(), int32_t{-1});
  Store(bytes.data() + 4, int32_t{1} << 29);
  ReadOptions options;
  options.limits.memory_budget_bytes = 4 << 20;
  EXPECT_EQ(ReadStream(bytes, SIZE_MAX, options).error().code(), ErrorCode::kCorrupt);
  Store(bytes.data() + 4, int32_t{-5});
  EXPECT_EQ(ReadStream(bytes, SIZE_MAX, options).error().code(), ErrorCode::kCorrupt);
}

TEST(IpcStreamTest, HandsOnTheErrorOfItsSource) {
  const auto stream = OpenStream([](MutableBytes) -> Result<size_t> { return Status::Io("gone"); });
  EXPECT_EQ(stream.error(), Status::Io("gone"));
}

}  // namespace
}  // namespace taracea::ipc

// Sinks that fail: one error, a writer that stays with it, and nothing that looks whole and is not.
#include "support/failing_sink.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "support/array_builder.h"
#include "support/every_type.h"
#include "support/file_bytes.h"
#include "support/temporary_folder.h"
#include "taracea/reader.h"
#include "taracea/writer.h"

namespace taracea {
namespace {

using testing::FailingSink;

/// A batch of flat and nested columns, the same rows each time.
Batch SomeBatch() {
  const array::Array numbers = testing::NumberedArray<int64_t>(array::TypeId::kInt64);
  const array::Array texts = testing::Utf8Array(testing::NumberedTexts());
  std::vector<array::Array> columns = {
      numbers, texts, testing::ListArray(testing::ListSizes(), texts),
      testing::StructArray({{"n", numbers}, {"l", testing::ListArray(testing::ListSizes(), numbers)}})};
  auto batch = std::make_shared<array::RecordBatch>();
  auto fields = std::make_shared<std::vector<array::Field>>();
  for (size_t i = 0; i < columns.size(); ++i) {
    fields->push_back({std::string(1, static_cast<char>('a' + i)), columns[i].type, true, {}});
    batch->length = columns[i].length;
    batch->columns.push_back(testing::Share(std::move(columns[i])));
  }
  batch->fields = std::move(fields);
  return Batch(std::move(batch));
}

struct Way {
  std::string name;
  WriteOptions options;
};

std::vector<Way> EveryWay() {
  std::vector<Way> ways;
  for (const DataPageVersion version : {DataPageVersion::kV1, DataPageVersion::kV2}) {
    for (const int threads : {1, 3}) {
      Way way;
      way.name = (version == DataPageVersion::kV1 ? "V1, " : "V2, ") + std::to_string(threads) + " threads";
      way.options.data_page_version = version;
      way.options.codec = version == DataPageVersion::kV1 ? Codec::kSnappy : Codec::kUncompressed;
      way.options.data_page_rows = 10;
      way.options.row_group_rows = 30;  // Three row groups, not in step with the batches.
      way.options.store_arrow_schema = false;
      way.options.executor = threads > 1 ? MakeThreadPool(threads) : nullptr;
      ways.push_back(std::move(way));
    }
  }
  return ways;
}

Result<Writer> MakeWriter(std::unique_ptr<ByteSink> sink, const WriteOptions& options) {
  ArrowSchema schema{};
  ArrowArray array{};
  EXPECT_TRUE(SomeBatch().Export(&array, &schema).ok());
  array.release(&array);
  return Writer::Create(std::move(sink), &schema, options);
}

/// Writes four batches and closes; returns every status that came, Close's last.
std::vector<Status> WriteAll(Writer& writer) {
  std::vector<Status> statuses;
  for (int i = 0; i < 4; ++i) {
    statuses.push_back(writer.Write(SomeBatch()));
  }
  statuses.push_back(writer.Close().status());
  return statuses;
}

/// Holds that the statuses are OK up to some point and one and the same error from there on; returns that error.
Status OneError(const std::vector<Status>& statuses) {
  Status failure;
  for (const Status& status : statuses) {
    if (failure.ok()) {
      failure = status;
    } else {
      EXPECT_EQ(status, failure);
    }
  }
  return failure;
}

TEST(FailingSink, FailsTheWriterOnceAndLeavesNoWholeFileWhateverByteItFailsAt) {
  const std::vector<Way> ways = EveryWay();
  for (const Way& way : ways) {
    SCOPED_TRACE(way.name);
    auto whole_sink = std::make_unique<FailingSink>();
    const auto whole = whole_sink->log();
    Writer whole_writer = MakeWriter(std::move(whole_sink), way.options).value();
    ASSERT_TRUE(OneError(WriteAll(whole_writer)).ok());
    ASSERT_EQ(File::Open(Buffer::CopyOf(whole->bytes)).value().metadata().row_group_count(), 3);
    const size_t step = &way == &ways.front() ? 1 : 13;
    for (size_t room = 0; room < whole->bytes.size(); room += step) {
      auto sink = std::make_unique<FailingSink>(static_cast<int64_t>(room));
      const auto log = sink->log();
      Writer writer = MakeWriter(std::move(sink), way.options).value();
      const Status failure = OneError(WriteAll(writer));
      ASSERT_EQ(failure.code(), ErrorCode::kIo) << "room for " << room << " bytes";
      ASSERT_EQ(failure.message(), "no room behind byte " + std::to_string(room));
      ASSERT_EQ(failure.place().file, "<failing>");
      ASSERT_EQ(log->writes_after_failure, 0);
      ASSERT_EQ(log->aborts, 1);
      ASSERT_EQ(log->closes, 0);
      // What was written is the beginning of the file: its pages can be salvaged, and no reader takes it for whole.
      ASSERT_TRUE(std::equal(log->bytes.begin(), log->bytes.end(), whole->bytes.begin()));
      ASSERT_EQ(log->bytes.size(), room);
      ASSERT_FALSE(File::Open(Buffer::CopyOf(log->bytes)).ok());
    }
  }
}

TEST(FailingSink, FailsTheWriterWhenItCannotBeClosed) {
  auto sink = std::make_unique<FailingSink>(FailingSink::kNever, true);
  const auto log = sink->log();
  Writer writer = MakeWriter(std::move(sink), {}).value();
  const Status failure = OneError(WriteAll(writer));
  EXPECT_EQ(failure.code(), ErrorCode::kIo);
  EXPECT_EQ(failure.message(), "cannot close");
  EXPECT_EQ(log->aborts, 1);
}

TEST(FailingSink, MayThrow) {
  for (int failing_call = 0; failing_call < 8; ++failing_call) {
    int calls = 0;
    int aborts = 0;
    SinkCallbacks callbacks;
    callbacks.name = "<throwing>";
    callbacks.write = [&](std::span<const ConstBytes>) -> Status {
      if (calls++ == failing_call) {
        throw std::runtime_error("out of paper");
      }
      return {};
    };
    callbacks.abort = [&] { ++aborts; };
    Writer writer = MakeWriter(MakeCallbackSink(std::move(callbacks)).value(), {.row_group_rows = 30}).value();
    const Status failure = OneError(WriteAll(writer));
    EXPECT_EQ(failure.code(), ErrorCode::kInternal);
    EXPECT_NE(failure.message().find("out of paper"), std::string::npos);
    EXPECT_EQ(failure.place().file, "<throwing>");
    EXPECT_EQ(calls, failing_call + 1);
    EXPECT_EQ(aborts, 1);
  }
}

TEST(FailingSink, IsTheFullDiskOfLinux) {
  if (::access("/dev/full", W_OK) != 0) {
    GTEST_SKIP() << "there is no /dev/full";
  }
  Writer writer = MakeWriter(CreateFileSink("/dev/full", {.overwrite = true}).value(), {}).value();
  const Status failure = OneError(WriteAll(writer));
  EXPECT_EQ(failure.code(), ErrorCode::kIo);
  EXPECT_EQ(failure.place().file, "/dev/full");
}

TEST(FailingSink, IsAPipeThatNobodyReads) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.File("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const int reader = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  ASSERT_GE(reader, 0);
  Writer writer = MakeWriter(CreateFileSink(path, {.overwrite = true}).value(), {}).value();
  ::close(reader);
  const Status failure = OneError(WriteAll(writer));  // And no SIGPIPE, which would end the process.
  EXPECT_EQ(failure.code(), ErrorCode::kIo);
  EXPECT_EQ(failure.place().file, path);
}

TEST(FailingSink, LeavesNothingBehindWhereAFileIsWrittenUnderATemporaryName) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.Write("out.parquet", "what was there before");
  {
    Writer writer = MakeWriter(CreateFileSink(path, {.overwrite = true}).value(), {.row_group_rows = 30}).value();
    ASSERT_TRUE(writer.Write(SomeBatch()).ok());
    ASSERT_TRUE(writer.Write(SomeBatch()).ok());
    EXPECT_EQ(folder.Read("out.parquet"), "what was there before");
  }
  EXPECT_EQ(folder.Read("out.parquet"), "what was there before");
  EXPECT_EQ(folder.List(), std::vector<std::string>{"out.parquet"});
  Writer writer = MakeWriter(CreateFileSink(path, {.overwrite = true}).value(), {}).value();
  EXPECT_TRUE(OneError(WriteAll(writer)).ok());
  EXPECT_TRUE(File::Open(path).ok());
  EXPECT_EQ(folder.List(), std::vector<std::string>{"out.parquet"});
}

TEST(FailingWriter, StaysWithTheErrorOfItsProgressCallback) {
  int64_t calls = 0;
  auto sink = std::make_unique<FailingSink>();
  const auto log = sink->log();
  WriteOptions options;
  options.progress = [&](int64_t, int64_t) { return ++calls < 2; };
  Writer writer = MakeWriter(std::move(sink), options).value();
  EXPECT_EQ(OneError(WriteAll(writer)).code(), ErrorCode::kCancelled);
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(log->aborts, 1);

  auto other_sink = std::make_unique<FailingSink>();
  const auto other_log = other_sink->log();
  options.progress = [](int64_t, int64_t) -> bool { throw std::runtime_error("tired"); };
  Writer throwing = MakeWriter(std::move(other_sink), options).value();
  EXPECT_EQ(OneError(WriteAll(throwing)).code(), ErrorCode::kInternal);
  EXPECT_EQ(other_log->aborts, 1);
  EXPECT_EQ(other_log->closes, 0);
}

}  // namespace
}  // namespace taracea

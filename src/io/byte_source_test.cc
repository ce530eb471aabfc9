#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <random>
#include <stdexcept>
#include <thread>

#include "io/counting_source.h"
#include "support/failing_source.h"
#include "support/temporary_folder.h"
#include "taracea/io.h"

namespace taracea {
namespace {

using testing::TemporaryFolder;

std::string RandomText(size_t size) {
  std::mt19937 random(11);
  std::string text(size, '\0');
  for (char& c : text) {
    c = static_cast<char>(random());
  }
  return text;
}

std::shared_ptr<ByteSource> Callback(const std::string& text) {
  SourceCallbacks callbacks;
  callbacks.size = [size = text.size()]() -> Result<int64_t> { return static_cast<int64_t>(size); };
  callbacks.read_ranges = [text](std::span<const ReadRequest> requests) {
    for (const ReadRequest& request : requests) {
      text.copy(reinterpret_cast<char*>(request.out.data()), request.out.size(), static_cast<size_t>(request.offset));
    }
    return Status();
  };
  return *MakeCallbackSource(std::move(callbacks));
}

/// Every kind of source over the same bytes.
std::vector<std::shared_ptr<ByteSource>> EverySource(const TemporaryFolder& folder, const std::string& text) {
  const std::string path = folder.Write("file", text);
  return {
      *OpenFileSource(path),
      *OpenFileSource(path, {.memory_map = true}),
      MakeMemorySource(Buffer::CopyOf(AsBytes(text))),
      Callback(text),
      std::make_shared<CountingSource>(*OpenFileSource(path)),
  };
}

TEST(ByteSourceTest, ReadsAnyRange) {
  const TemporaryFolder folder;
  const std::string text = RandomText(10000);
  for (const auto& source : EverySource(folder, text)) {
    EXPECT_EQ(*source->Size(), 10000);
    std::mt19937 random(3);
    for (int round = 0; round < 200; ++round) {
      const size_t offset = random() % 10001;
      std::string out(random() % (10001 - offset), '\0');
      const MutableBytes target{reinterpret_cast<std::byte*>(out.data()), out.size()};
      ASSERT_TRUE(source->ReadAt(static_cast<int64_t>(offset), target).ok());
      ASSERT_EQ(out, text.substr(offset, out.size())) << source->Name();
    }
  }
}

TEST(ByteSourceTest, RejectsRangesOutsideOfItself) {
  const TemporaryFolder folder;
  for (const size_t size : {size_t{0}, size_t{100}}) {
    for (const auto& source : EverySource(folder, RandomText(size))) {
      std::byte out[8];
      const auto end = static_cast<int64_t>(size);
      for (const int64_t offset : {int64_t{-1}, end - 7, end, end + 1, std::numeric_limits<int64_t>::max(),
                                   std::numeric_limits<int64_t>::min()}) {
        const Status status = source->ReadAt(offset, out);
        EXPECT_EQ(status.code(), ErrorCode::kCorrupt) << source->Name() << offset;
        EXPECT_FALSE(status.place().file.empty());
        EXPECT_FALSE(source->View(offset, 8).has_value());
        const ReadRequest request{offset, out};
        EXPECT_FALSE(source->ReadRanges({&request, 1}).ok());
      }
      EXPECT_FALSE(source->View(0, -1).has_value());
      EXPECT_TRUE(source->ReadAt(end, {}).ok());
      EXPECT_TRUE(source->ReadRanges({}).ok());
    }
  }
}

TEST(ByteSourceTest, ServesVectoredReadsInAnyOrderWithHolesAndOverlaps) {
  const TemporaryFolder folder;
  const std::string text = RandomText(60000);
  for (const auto& source : EverySource(folder, text)) {
    std::mt19937 random(17);
    for (int round = 0; round < 60; ++round) {
      // Some rounds need more pieces than one call of the system takes.
      const size_t count = round == 0 ? 3000 : random() % 40;
      std::vector<std::string> outs(count);
      std::vector<ReadRequest> requests;
      for (std::string& out : outs) {
        const size_t offset = random() % text.size();
        out.resize(std::min<size_t>(random() % 300, text.size() - offset));
        requests.push_back({static_cast<int64_t>(offset), {reinterpret_cast<std::byte*>(out.data()), out.size()}});
      }
      ASSERT_TRUE(source->ReadRanges(requests).ok());
      for (size_t i = 0; i < count; ++i) {
        ASSERT_EQ(outs[i], text.substr(static_cast<size_t>(requests[i].offset), outs[i].size())) << source->Name();
      }
    }
  }
}

TEST(ByteSourceTest, ViewsShareMemoryAndOutliveTheSource) {
  const TemporaryFolder folder;
  const std::string text = RandomText(5000);
  const std::string path = folder.Write("file", text);
  for (auto source : {*OpenFileSource(path, {.memory_map = true}), MakeMemorySource(Buffer::CopyOf(AsBytes(text)))}) {
    const Buffer view = *source->View(100, 50);
    const Buffer again = *source->View(110, 10);
    EXPECT_EQ(again.data(), view.data() + 10);
    const Buffer tail = *source->View(4990, 10);
    source.reset();
    EXPECT_EQ(AsText(view.bytes()), text.substr(100, 50));
    EXPECT_GE(view.slack(), 4850U);
    // All of the promised slack can be read.
    const volatile std::byte last = *(tail.data() + tail.size() + tail.slack() - 1);
    static_cast<void>(last);
  }
  EXPECT_FALSE((*OpenFileSource(path))->View(0, 1).has_value());
}

TEST(ByteSourceTest, ThreadsReadAtOnce) {
  const TemporaryFolder folder;
  const std::string text = RandomText(20000);
  for (const auto& source : EverySource(folder, text)) {
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < 4; ++t) {
      threads.emplace_back([&, t] {
        std::mt19937 random(t);
        std::string out(100, '\0');
        for (int round = 0; round < 100; ++round) {
          const size_t offset = random() % 19900;
          ASSERT_TRUE(
              source->ReadAt(static_cast<int64_t>(offset), {reinterpret_cast<std::byte*>(out.data()), 100}).ok());
          ASSERT_EQ(out, text.substr(offset, 100));
          static_cast<void>(source->View(static_cast<int64_t>(offset), 100));
        }
      });
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
  }
}

TEST(FileSourceTest, SaysInTheSystemsWordsWhyItCannotOpen) {
  const TemporaryFolder folder;
  for (const bool memory_map : {false, true}) {
    const auto missing = OpenFileSource(folder.File("missing"), {.memory_map = memory_map});
    EXPECT_EQ(missing.error().code(), ErrorCode::kIo);
    EXPECT_EQ(missing.error().message(), "cannot open: No such file or directory");
    EXPECT_EQ(missing.error().place().file, folder.File("missing"));
    const auto directory = OpenFileSource(folder.path(), {.memory_map = memory_map});
    EXPECT_EQ(directory.error().message(), "cannot open: Is a directory");
    EXPECT_EQ(OpenFileSource("/dev/null", {.memory_map = memory_map}).error().code(), ErrorCode::kIo);
    EXPECT_EQ(OpenFileSource("", {.memory_map = memory_map}).error().code(), ErrorCode::kIo);
  }
  ASSERT_EQ(::mkfifo(folder.File("pipe").c_str(), 0600), 0);
  EXPECT_NE(OpenFileSource(folder.File("pipe")).error().message().find("not a regular file"), std::string::npos);
}

TEST(FileSourceTest, NoticesThatTheFileWasShortened) {
  const TemporaryFolder folder;
  const std::string path = folder.Write("file", RandomText(1000));
  const auto source = *OpenFileSource(path);
  ASSERT_EQ(::truncate(path.c_str(), 500), 0);
  std::byte out[300];
  EXPECT_TRUE(source->ReadAt(200, out).ok());
  const Status status = source->ReadAt(300, out);
  EXPECT_EQ(status.code(), ErrorCode::kCorrupt);
  EXPECT_NE(status.message().find("shortened"), std::string::npos);
  EXPECT_EQ(status.place().offset, 500);
}

TEST(CallbackSourceTest, NeedsBothCallbacksAndBelievesNeither) {
  EXPECT_EQ(MakeCallbackSource({}).error().code(), ErrorCode::kInvalidArgument);
  SourceCallbacks callbacks;
  callbacks.size = []() -> Result<int64_t> { return -5; };
  callbacks.read_ranges = [](std::span<const ReadRequest>) -> Status { throw std::runtime_error("boom"); };
  callbacks.name = "mine";
  const auto negative = *MakeCallbackSource(callbacks);
  EXPECT_EQ(negative->Size().error().code(), ErrorCode::kInvalidArgument);
  callbacks.size = []() -> Result<int64_t> { return 5; };
  std::byte out[2];
  const Status thrown = (*MakeCallbackSource(callbacks))->ReadAt(0, out);
  EXPECT_EQ(thrown.code(), ErrorCode::kInternal);
  EXPECT_EQ(thrown.place().file, "mine");
  callbacks.size = []() -> Result<int64_t> { return Status::Io("gone"); };
  EXPECT_EQ((*MakeCallbackSource(callbacks))->ReadAt(0, out).message(), "gone");
}

TEST(CountingSourceTest, CountsWhatIsAskedFor) {
  CountingSource source(MakeMemorySource(Buffer::CopyOf(AsBytes("0123456789"))));
  std::byte out[4];
  ASSERT_TRUE(source.ReadAt(3, out).ok());
  const ReadRequest requests[] = {{0, MutableBytes(out, 2)}, {5, MutableBytes(out + 2, 2)}};
  ASSERT_TRUE(source.ReadRanges(requests).ok());
  ASSERT_TRUE(source.View(1, 5).has_value());
  ASSERT_FALSE(source.View(8, 5).has_value());
  const CountingSource::Counts counts = source.counts();
  EXPECT_EQ(counts.calls, 2);
  EXPECT_EQ(counts.requests, 3);
  EXPECT_EQ(counts.read_bytes, 8);
  EXPECT_EQ(counts.views, 1);
  EXPECT_EQ(counts.viewed_bytes, 5);
  EXPECT_EQ(source.ranges(), (std::vector<ByteRange>{{3, 4}, {0, 2}, {5, 2}, {1, 5}}));
  source.Reset();
  EXPECT_EQ(source.counts().calls, 0);
  EXPECT_TRUE(source.ranges().empty());
}

TEST(FailingSourceTest, FailsFromTheGivenReadOn) {
  const testing::FailingSource source(MakeMemorySource(Buffer::CopyOf(AsBytes("0123456789"))), 2);
  std::byte out[1];
  EXPECT_TRUE(source.ReadAt(0, out).ok());
  EXPECT_TRUE(source.ReadAt(0, out).ok());
  EXPECT_EQ(source.ReadAt(0, out).code(), ErrorCode::kIo);
  EXPECT_EQ(source.ReadAt(0, out).code(), ErrorCode::kIo);
}

}  // namespace
}  // namespace taracea

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <thread>

#include "io/gather_write.h"
#include "support/failing_sink.h"
#include "support/temporary_folder.h"
#include "taracea/io.h"

namespace taracea {
namespace {

using testing::TemporaryFolder;

Status WriteText(ByteSink& sink, std::string_view text) {
  const ConstBytes piece = AsBytes(text);
  return sink.Write({&piece, 1});
}

std::unique_ptr<ByteSink> Create(const std::string& path, const FileSinkOptions& options = {}) {
  Result<std::unique_ptr<ByteSink>> sink = CreateFileSink(path, options);
  EXPECT_TRUE(sink.ok()) << sink.status().ToString();
  return *std::move(sink);
}

TEST(FileSinkTest, AppearsUnderItsNameOnlyWhenClosed) {
  const TemporaryFolder folder;
  for (const bool sync : {false, true}) {
    const std::string name = sync ? "synced" : "plain";
    const auto sink = Create(folder.File(name), {.sync = sync});
    EXPECT_TRUE(WriteText(*sink, "hello ").ok());
    EXPECT_TRUE(sink->Flush().ok());
    EXPECT_TRUE(WriteText(*sink, "world").ok());
    EXPECT_FALSE(std::filesystem::exists(folder.File(name)));
    const std::string temporary = folder.List().front().starts_with(".") ? folder.List().front() : folder.List().back();
    EXPECT_TRUE(temporary.starts_with("." + name + ".tmp-" + std::to_string(::getpid()) + "-")) << temporary;
    EXPECT_TRUE(sink->Close().ok());
    EXPECT_EQ(folder.Read(name), "hello world");
    EXPECT_EQ(sink->Close().code(), ErrorCode::kInvalidArgument);
    EXPECT_EQ(WriteText(*sink, "more").code(), ErrorCode::kInvalidArgument);
    sink->Abort();
    EXPECT_EQ(folder.Read(name), "hello world");
  }
  EXPECT_EQ(folder.List().size(), 2U);
}

TEST(FileSinkTest, LeavesNothingWhenAbortedOrDropped) {
  const TemporaryFolder folder;
  {
    const auto aborted = Create(folder.File("a"));
    EXPECT_TRUE(WriteText(*aborted, "x").ok());
    aborted->Abort();
    aborted->Abort();
    EXPECT_FALSE(aborted->Close().ok());
    const auto dropped = Create(folder.File("b"));
    EXPECT_TRUE(WriteText(*dropped, "x").ok());
    EXPECT_EQ(folder.List().size(), 1U);
  }
  EXPECT_TRUE(folder.List().empty());
}

TEST(FileSinkTest, WritesManyPiecesEmptyOnesToo) {
  const TemporaryFolder folder;
  std::vector<std::string> texts;
  std::vector<ConstBytes> pieces;
  std::string whole;
  for (int i = 0; i < 5000; ++i) {
    texts.push_back(i % 7 == 0 ? "" : std::string(static_cast<size_t>(i % 50), static_cast<char>('a' + i % 26)));
    whole += texts.back();
  }
  for (const std::string& text : texts) {
    pieces.push_back(AsBytes(text));
  }
  const auto sink = Create(folder.File("f"));
  EXPECT_TRUE(sink->Write(pieces).ok());
  EXPECT_TRUE(sink->Write({}).ok());
  EXPECT_TRUE(sink->Close().ok());
  EXPECT_EQ(folder.Read("f"), whole);
}

TEST(FileSinkTest, ReplacesOnlyWhenAskedTo) {
  const TemporaryFolder folder;
  folder.Write("f", "old");
  const auto refused = CreateFileSink(folder.File("f"));
  EXPECT_EQ(refused.error().code(), ErrorCode::kInvalidArgument);
  EXPECT_NE(refused.error().message().find("overwrite"), std::string::npos);
  ASSERT_EQ(::chmod(folder.File("f").c_str(), 0640), 0);
  const auto sink = Create(folder.File("f"), {.overwrite = true});
  EXPECT_TRUE(WriteText(*sink, "new").ok());
  EXPECT_EQ(folder.Read("f"), "old");
  EXPECT_TRUE(sink->Close().ok());
  EXPECT_EQ(folder.Read("f"), "new");
  struct stat facts{};
  ASSERT_EQ(::stat(folder.File("f").c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777U, 0640U);
}

TEST(FileSinkTest, DoesNotReplaceAFileThatAppearedMeanwhile) {
  const TemporaryFolder folder;
  const auto sink = Create(folder.File("f"));
  EXPECT_TRUE(WriteText(*sink, "mine").ok());
  folder.Write("f", "theirs");
  EXPECT_EQ(sink->Close().code(), ErrorCode::kInvalidArgument);
  EXPECT_EQ(folder.Read("f"), "theirs");
  EXPECT_EQ(folder.List().size(), 1U);
}

TEST(FileSinkTest, ExactlyOneOfManyCloseAtOnceWins) {
  const TemporaryFolder folder;
  std::vector<std::unique_ptr<ByteSink>> sinks;
  for (int i = 0; i < 8; ++i) {
    sinks.push_back(Create(folder.File("f")));
    ASSERT_TRUE(WriteText(*sinks.back(), std::to_string(i)).ok());
  }
  std::atomic<int> winners{0};
  std::vector<std::thread> threads;
  for (const auto& sink : sinks) {
    threads.emplace_back([&] { winners += sink->Close().ok() ? 1 : 0; });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(winners.load(), 1);
  EXPECT_EQ(folder.List().size(), 1U);
}

TEST(FileSinkTest, FollowsSymbolicLinks) {
  const TemporaryFolder folder;
  folder.Write("target", "old");
  std::filesystem::create_symlink(folder.File("target"), folder.File("link"));
  const auto sink = Create(folder.File("link"), {.overwrite = true});
  EXPECT_TRUE(WriteText(*sink, "new").ok());
  EXPECT_TRUE(sink->Close().ok());
  EXPECT_TRUE(std::filesystem::is_symlink(folder.File("link")));
  EXPECT_EQ(folder.Read("target"), "new");
}

TEST(FileSinkTest, RejectsPathsThatCannotBeFiles) {
  const TemporaryFolder folder;
  EXPECT_EQ(CreateFileSink("").error().code(), ErrorCode::kInvalidArgument);
  EXPECT_EQ(CreateFileSink(folder.path()).error().code(), ErrorCode::kInvalidArgument);
  EXPECT_EQ(CreateFileSink(folder.path() + "/", {.overwrite = true}).error().code(), ErrorCode::kInvalidArgument);
  const auto missing = CreateFileSink(folder.File("no/such/folder"));
  EXPECT_EQ(missing.error().code(), ErrorCode::kIo);
  EXPECT_EQ(missing.error().message(), "cannot create: No such file or directory");
}

TEST(FileSinkTest, TakesNamesAsLongAsTheSystemDoes) {
  const TemporaryFolder folder;
  const std::string name(255, 'n');
  const auto sink = Create(folder.File(name));
  EXPECT_TRUE(sink->Close().ok());
  EXPECT_TRUE(std::filesystem::exists(folder.File(name)));
}

TEST(FileSinkTest, WritesDevicesAndPipesDirectly) {
  const auto device = Create("/dev/null");
  EXPECT_TRUE(WriteText(*device, "x").ok());
  EXPECT_TRUE(device->Close().ok());
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(FileSinkTest, ReportsAFullDiskOnceAndLeavesNothing) {
  if (!std::filesystem::exists("/dev/full")) {
    GTEST_SKIP() << "no /dev/full";
  }
  const auto full = Create("/dev/full");
  const Status status = WriteText(*full, "x");
  EXPECT_EQ(status.code(), ErrorCode::kIo);
  EXPECT_NE(status.message().find("No space left"), std::string::npos);
  EXPECT_EQ(WriteText(*full, "y"), status);
  EXPECT_EQ(full->Close(), status);
}

TEST(FileSinkTest, ReportsTheLimitOfAFilesSizeAndLeavesNothing) {
  const TemporaryFolder folder;
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 1000;
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const auto sink = Create(folder.File("f"));
  const Status status = WriteText(*sink, std::string(3000, 'x'));
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(status.code(), ErrorCode::kIo);
  EXPECT_EQ(sink->Close(), status);
  sink->Abort();
  EXPECT_TRUE(folder.List().empty());
}

TEST(GatherWriteTest, AClosedPipeIsAnErrorNotASignal) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ::close(ends[0]);
  const ConstBytes piece = AsBytes("x");
  for (int i = 0; i < 3; ++i) {
    const Status status = GatherWrite(ends[1], {&piece, 1}, "pipe");
    EXPECT_EQ(status.code(), ErrorCode::kIo);
    EXPECT_NE(status.message().find("Broken pipe"), std::string::npos);
  }
  ::close(ends[1]);
  sigset_t pending;
  sigpending(&pending);
  EXPECT_EQ(sigismember(&pending, SIGPIPE), 0);
}

TEST(GatherWriteTest, FinishesWhenThePipeTakesLittleAtATime) {
  for (const bool blocks : {true, false}) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    if (!blocks) {
      ASSERT_EQ(::fcntl(ends[1], F_SETFL, O_NONBLOCK), 0);
    }
    std::string whole;
    std::vector<std::string> texts;
    for (int i = 0; i < 3000; ++i) {
      texts.emplace_back(static_cast<size_t>(i % 300), static_cast<char>('a' + i % 26));
      whole += texts.back();
    }
    const std::vector<ConstBytes> pieces = [&] {
      std::vector<ConstBytes> views;
      for (const std::string& text : texts) {
        views.push_back(AsBytes(text));
      }
      return views;
    }();
    std::string got;
    std::thread reader([&] {
      char chunk[777];
      for (ssize_t count = 0; (count = ::read(ends[0], chunk, sizeof(chunk))) > 0;) {
        got.append(chunk, static_cast<size_t>(count));
      }
    });
    EXPECT_TRUE(GatherWrite(ends[1], pieces, "pipe").ok());
    ::close(ends[1]);
    reader.join();
    ::close(ends[0]);
    EXPECT_EQ(got, whole);
  }
}

TEST(FileSinkTest, DashIsStandardOutput) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const int saved = ::dup(STDOUT_FILENO);
  ::fflush(stdout);
  ASSERT_EQ(::dup2(ends[1], STDOUT_FILENO), STDOUT_FILENO);
  const auto sink = Create("-");
  const Status written = WriteText(*sink, "to the pipe");
  const Status closed = sink->Close();
  ASSERT_EQ(::dup2(saved, STDOUT_FILENO), STDOUT_FILENO);
  ::close(saved);
  ::close(ends[1]);
  char got[64];
  const ssize_t count = ::read(ends[0], got, sizeof(got));
  ::close(ends[0]);
  EXPECT_TRUE(written.ok());
  EXPECT_TRUE(closed.ok());
  EXPECT_EQ(std::string_view(got, static_cast<size_t>(count)), "to the pipe");
}

TEST(MemorySinkTest, CollectsPieces) {
  MemorySink sink;
  const ConstBytes pieces[] = {AsBytes("a"), {}, AsBytes("bc")};
  EXPECT_TRUE(sink.Write(pieces).ok());
  EXPECT_TRUE(sink.Flush().ok());
  EXPECT_TRUE(sink.Close().ok());
  EXPECT_EQ(AsText(sink.bytes()), "abc");
  EXPECT_EQ(std::move(sink).Take().size(), 3U);
}

TEST(CallbackSinkTest, PassesOnWhatIsGiven) {
  EXPECT_EQ(MakeCallbackSink({}).error().code(), ErrorCode::kInvalidArgument);
  SinkCallbacks callbacks;
  std::string got;
  int aborts = 0;
  callbacks.write = [&](std::span<const ConstBytes> pieces) {
    for (const ConstBytes piece : pieces) {
      got += AsText(piece);
    }
    return got.size() > 3 ? Status::Io("full") : Status();
  };
  const auto plain = *MakeCallbackSink(callbacks);
  EXPECT_TRUE(WriteText(*plain, "abc").ok());
  EXPECT_EQ(WriteText(*plain, "d").message(), "full");
  EXPECT_TRUE(plain->Flush().ok());
  EXPECT_TRUE(plain->Close().ok());
  plain->Abort();
  callbacks.close = []() -> Status { throw std::runtime_error("boom"); };
  callbacks.abort = [&] {
    ++aborts;
    throw std::runtime_error("boom");
  };
  const auto throwing = *MakeCallbackSink(callbacks);
  EXPECT_EQ(throwing->Close().code(), ErrorCode::kInternal);
  throwing->Abort();
  EXPECT_EQ(aborts, 1);
}

TEST(FailingSinkTest, TakesItsRoomAndFails) {
  testing::FailingSink sink(5);
  const auto log = sink.log();
  const ConstBytes pieces[] = {AsBytes("abc"), AsBytes("def")};
  EXPECT_EQ(sink.Write(pieces).code(), ErrorCode::kIo);
  EXPECT_EQ(AsText(log->bytes), "abcde");
  EXPECT_EQ(log->writes_after_failure, 0);
  EXPECT_FALSE(WriteText(sink, "x").ok());
  EXPECT_EQ(log->writes_after_failure, 1);
  EXPECT_TRUE(sink.Close().ok());
  EXPECT_FALSE(testing::FailingSink(5, true).Close().ok());
}

}  // namespace
}  // namespace taracea

#include "taracea/executor.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <stdexcept>
#include <thread>
#include <vector>

namespace taracea {
namespace {

TEST(ExecutorTest, OneThreadRunsTasksAtOnceInTheCaller) {
  const auto executor = MakeThreadPool(1);
  EXPECT_EQ(executor->Concurrency(), 1);
  std::thread::id seen;
  executor->Submit([&] { seen = std::this_thread::get_id(); });
  EXPECT_EQ(seen, std::this_thread::get_id());
  EXPECT_EQ(MakeThreadPool(-3)->Concurrency(), 1);
}

TEST(ExecutorTest, RunsEverySubmittedTaskBeforeThePoolEnds) {
  std::atomic<int> ran{0};
  {
    const auto executor = MakeThreadPool(4);
    EXPECT_EQ(executor->Concurrency(), 4);
    for (int i = 0; i < 1000; ++i) {
      executor->Submit([&] { ran.fetch_add(1); });
    }
  }
  EXPECT_EQ(ran.load(), 1000);
}

TEST(ExecutorTest, TaskMayDropTheLastReferenceToItsPool) {
  auto executor = MakeThreadPool(2);
  std::promise<void> dropped;
  std::promise<void> go;
  executor->Submit([&dropped, future = go.get_future().share(), held = executor]() mutable {
    future.wait();
    held.reset();
    dropped.set_value();
  });
  executor.reset();
  go.set_value();
  dropped.get_future().wait();
}

TEST(ParallelForTest, RunsEveryIndexOnceWithAWorkerOfItsOwn) {
  for (const int threads : {0, 1, 2, 4, 9}) {
    const auto executor = MakeThreadPool(threads);
    std::vector<std::atomic<int>> ran(1000);
    std::vector<std::atomic<int>> busy(static_cast<size_t>(executor->Concurrency()));
    const Status status = ParallelFor(executor.get(), 1000, [&](int64_t index, int worker) {
      auto& mine = busy.at(static_cast<size_t>(worker));
      EXPECT_EQ(mine.fetch_add(1), 0);
      ran[static_cast<size_t>(index)].fetch_add(1);
      mine.fetch_sub(1);
      return Status();
    });
    EXPECT_TRUE(status.ok());
    for (const auto& count : ran) {
      EXPECT_EQ(count.load(), 1);
    }
  }
}

TEST(ParallelForTest, RunsInlineWithoutAnExecutor) {
  int64_t sum = 0;
  EXPECT_TRUE(ParallelFor(nullptr, 10, [&](int64_t index, int worker) {
                EXPECT_EQ(worker, 0);
                sum += index;
                return Status();
              }).ok());
  EXPECT_EQ(sum, 45);
  EXPECT_TRUE(ParallelFor(nullptr, 0, [](int64_t, int) { return Status::Internal("never"); }).ok());
}

TEST(ParallelForTest, ReturnsTheErrorOfTheSmallestFailingIndex) {
  const auto executor = MakeThreadPool(4);
  for (int round = 0; round < 200; ++round) {
    const Status status = ParallelFor(executor.get(), 500, [&](int64_t index, int) {
      return index >= 37 ? Status::Corrupt(std::to_string(index)) : Status();
    });
    ASSERT_EQ(status, Status::Corrupt("37"));
  }
}

TEST(ParallelForTest, StartsNothingNewAfterAnError) {
  std::atomic<int64_t> started{0};
  const auto executor = MakeThreadPool(3);
  const Status status = ParallelFor(executor.get(), int64_t{1} << 40, [&](int64_t index, int) {
    started.fetch_add(1);
    return index == 100 ? Status::Cancelled("enough") : Status();
  });
  EXPECT_EQ(status.code(), ErrorCode::kCancelled);
  EXPECT_GE(started.load(), 101);
}

TEST(ParallelForTest, NestsDeeperThanThereAreThreads) {
  const auto executor = MakeThreadPool(2);
  std::atomic<int> leaves{0};
  const std::function<Status(int)> descend = [&](int depth) -> Status {
    if (depth == 0) {
      leaves.fetch_add(1);
      return {};
    }
    return ParallelFor(executor.get(), 3, [&, depth](int64_t, int) { return descend(depth - 1); });
  };
  EXPECT_TRUE(descend(6).ok());
  EXPECT_EQ(leaves.load(), 729);
}

TEST(ParallelForTest, DoesNotWaitForHelpersThatNeverStart) {
  const auto executor = MakeThreadPool(2);
  std::promise<void> release;
  const auto released = release.get_future().share();
  for (int i = 0; i < 2; ++i) {
    executor->Submit([released] { released.wait(); });
  }
  int64_t sum = 0;  // Only this thread can run the loop.
  EXPECT_TRUE(ParallelFor(executor.get(), 10, [&](int64_t index, int) {
                sum += index;
                return Status();
              }).ok());
  EXPECT_EQ(sum, 45);
  release.set_value();
}

TEST(ParallelForTest, TurnsExceptionsIntoErrors) {
  const auto executor = MakeThreadPool(2);
  const auto throwing = [](int64_t index, int) -> Status {
    if (index == 5) {
      throw std::runtime_error("five");
    }
    return {};
  };
  EXPECT_EQ(ParallelFor(executor.get(), 10, throwing).code(), ErrorCode::kInternal);
  EXPECT_EQ(ParallelFor(nullptr, 10, throwing).code(), ErrorCode::kInternal);
}

/// Runs each task inside Submit, as an executor of a user's may.
class EagerExecutor final : public Executor {
 public:
  void Submit(std::function<void()> task) override { task(); }
  int Concurrency() const override { return 8; }
};

TEST(ParallelForTest, WorksWithExecutorsThatRunTasksInsideSubmit) {
  EagerExecutor executor;
  int64_t sum = 0;
  EXPECT_TRUE(ParallelFor(&executor, 100, [&](int64_t index, int) {
                sum += index;
                return Status();
              }).ok());
  EXPECT_EQ(sum, 4950);
}

}  // namespace
}  // namespace taracea

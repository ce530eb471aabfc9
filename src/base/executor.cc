#include "taracea/executor.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <limits>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/guard.h"

namespace taracea {
namespace {

class InlineExecutor final : public Executor {
 public:
  void Submit(std::function<void()> task) override { task(); }
  int Concurrency() const override { return 1; }
};

/// What the threads of a pool share; they hold it, so that a task may drop the last reference to its own pool.
struct TaskQueue {
  std::mutex mutex;
  std::condition_variable ready;
  std::deque<std::function<void()>> tasks;
  bool closed = false;

  void Work() {
    std::unique_lock lock(mutex);
    for (;;) {
      ready.wait(lock, [this] { return closed || !tasks.empty(); });
      if (tasks.empty()) {
        return;
      }
      std::function<void()> task = std::move(tasks.front());
      tasks.pop_front();
      lock.unlock();
      task();
      task = nullptr;
      lock.lock();
    }
  }
};

class ThreadPool final : public Executor {
 public:
  explicit ThreadPool(int thread_count) : queue_(std::make_shared<TaskQueue>()) {
    threads_.reserve(static_cast<size_t>(thread_count));
    for (int i = 0; i < thread_count; ++i) {
      try {
        threads_.emplace_back([queue = queue_] { queue->Work(); });
      } catch (const std::system_error&) {
        break;  // The system has no more threads: work with those there are.
      }
    }
  }
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  ~ThreadPool() override {
    {
      const std::scoped_lock lock(queue_->mutex);
      queue_->closed = true;
    }
    queue_->ready.notify_all();
    for (std::thread& thread : threads_) {
      if (thread.get_id() == std::this_thread::get_id()) {
        thread.detach();
      } else {
        thread.join();
      }
    }
  }

  void Submit(std::function<void()> task) override {
    if (threads_.empty()) {
      task();
      return;
    }
    {
      const std::scoped_lock lock(queue_->mutex);
      queue_->tasks.push_back(std::move(task));
    }
    queue_->ready.notify_one();
  }

  int Concurrency() const override { return std::max(1, static_cast<int>(threads_.size())); }

 private:
  std::shared_ptr<TaskQueue> queue_;
  std::vector<std::thread> threads_;
};

/// One running ParallelFor. Helpers that the executor starts only after the call has returned find it closed and never
/// touch `fn`, so the caller waits for started helpers alone: a full queue cannot block it.
class Loop {
 public:
  Loop(int64_t count, const std::function<Status(int64_t, int)>& fn) : count_(count), fn_(&fn) {}

  void Run(int worker) {
    for (;;) {
      const int64_t index = next_.fetch_add(1, std::memory_order_relaxed);
      if (index >= count_) {
        return;
      }
      Status status = Guard([&] { return (*fn_)(index, worker); });
      if (!status.ok()) {
        Fail(index, std::move(status));
        return;
      }
    }
  }

  void Help(int worker) {
    {
      const std::scoped_lock lock(mutex_);
      if (closed_) {
        return;
      }
      ++active_;
    }
    Run(worker);
    const std::scoped_lock lock(mutex_);
    if (--active_ == 0) {
      idle_.notify_all();
    }
  }

  Status Finish() {
    std::unique_lock lock(mutex_);
    closed_ = true;
    idle_.wait(lock, [this] { return active_ == 0; });
    return std::move(error_);
  }

 private:
  // Indices start in ascending order, so every index below a failing one has started and will report before the end.
  void Fail(int64_t index, Status status) {
    next_.store(count_, std::memory_order_relaxed);
    const std::scoped_lock lock(mutex_);
    if (index < error_index_) {
      error_index_ = index;
      error_ = std::move(status);
    }
  }

  const int64_t count_;
  const std::function<Status(int64_t, int)>* fn_;
  std::atomic<int64_t> next_{0};
  std::mutex mutex_;
  std::condition_variable idle_;
  int active_ = 0;
  bool closed_ = false;
  int64_t error_index_ = std::numeric_limits<int64_t>::max();
  Status error_;
};

}  // namespace

std::shared_ptr<Executor> MakeThreadPool(int thread_count) {
  if (thread_count <= 1) {
    return std::make_shared<InlineExecutor>();
  }
  return std::make_shared<ThreadPool>(thread_count);
}

Status ParallelFor(Executor* executor, int64_t count, const std::function<Status(int64_t index, int worker)>& fn) {
  const int64_t workers = executor == nullptr ? 1 : std::min<int64_t>(executor->Concurrency(), count);
  if (workers <= 1) {
    for (int64_t index = 0; index < count; ++index) {
      Status status = Guard([&] { return fn(index, 0); });
      if (!status.ok()) {
        return status;
      }
    }
    return {};
  }
  const auto loop = std::make_shared<Loop>(count, fn);
  const Status submitted = Guard([&] {
    for (int worker = 1; worker < workers; ++worker) {
      executor->Submit([loop, worker] { loop->Help(worker); });
    }
    return Status();
  });
  if (submitted.ok() || submitted.code() == ErrorCode::kOutOfMemory) {
    loop->Run(0);  // Fewer helpers than wished for are no reason to fail.
    return loop->Finish();
  }
  const Status ended = loop->Finish();
  return ended.ok() ? submitted : ended;
}

}  // namespace taracea

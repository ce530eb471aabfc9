#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "taracea/status.h"

namespace taracea {

/// Runs tasks for readers and writers. Implement it to use threads of your own.
/// Thread safety: Submit from any thread. Tasks never block on one another without helping.
class Executor {
 public:
  virtual ~Executor() = default;
  /// Runs `task` some time, on any thread, or at once on this one.
  virtual void Submit(std::function<void()> task) = 0;
  /// How many tasks may run at the same time; at least 1.
  virtual int Concurrency() const = 0;
};

/// An executor with `thread_count` threads of its own; 1 or less runs every task at once in the calling thread.
std::shared_ptr<Executor> MakeThreadPool(int thread_count);

/// Runs fn(index, worker) for every index in [0, count) with at most executor->Concurrency() at a time; the calling
/// thread takes part, so that it works inside a task too. `worker` is in [0, Concurrency()) and names scratch that no
/// other running call uses. Returns the error of the smallest failing index; after an error no new index is started.
/// `executor` may be null: inline.
Status ParallelFor(Executor* executor, int64_t count, const std::function<Status(int64_t index, int worker)>& fn);

/// Told about progress; returns false to cancel (the work then ends with kCancelled).
/// Called from one thread at a time; done and total are in rows.
using ProgressCallback = std::function<bool(int64_t done, int64_t total)>;

}  // namespace taracea

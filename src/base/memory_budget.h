#pragma once

#include <atomic>
#include <cstdint>

#include "taracea/status.h"

namespace taracea {

/// Counts bytes against a limit before they are allocated. Thread safety: all methods from any thread.
class MemoryBudget {
 public:
  /// `limit_bytes` <= 0: no limit.
  explicit MemoryBudget(int64_t limit_bytes) noexcept : limit_bytes_(limit_bytes) {}

  /// Takes `bytes` or fails with kOutOfMemory naming the budget, what is in use and what was asked for.
  Status Take(int64_t bytes);
  /// Gives back what Take took.
  void Give(int64_t bytes) noexcept { used_bytes_.fetch_sub(bytes, std::memory_order_relaxed); }

  int64_t limit_bytes() const noexcept { return limit_bytes_; }
  int64_t used_bytes() const noexcept { return used_bytes_.load(std::memory_order_relaxed); }
  int64_t peak_bytes() const noexcept { return peak_bytes_.load(std::memory_order_relaxed); }

 private:
  const int64_t limit_bytes_;
  std::atomic<int64_t> used_bytes_{0};
  std::atomic<int64_t> peak_bytes_{0};
};

}  // namespace taracea

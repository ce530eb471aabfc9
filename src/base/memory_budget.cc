#include "base/memory_budget.h"

#include <string>

namespace taracea {

Status MemoryBudget::Take(int64_t bytes) {
  int64_t used = used_bytes_.load(std::memory_order_relaxed);
  for (;;) {
    if (bytes < 0 || (limit_bytes_ > 0 && (bytes > limit_bytes_ || used > limit_bytes_ - bytes))) {
      return Status::OutOfMemory("memory budget of " + std::to_string(limit_bytes_) + " bytes has " +
                                 std::to_string(used) + " in use and no room for " + std::to_string(bytes) + " more");
    }
    if (used_bytes_.compare_exchange_weak(used, used + bytes, std::memory_order_relaxed)) {
      break;
    }
  }
  const int64_t now = used + bytes;
  int64_t peak = peak_bytes_.load(std::memory_order_relaxed);
  while (peak < now && !peak_bytes_.compare_exchange_weak(peak, now, std::memory_order_relaxed)) {
  }
  return {};
}

}  // namespace taracea

#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "taracea/io.h"

namespace taracea::cli {

/// Draws one line on standard error: how far a long work is, its rate, the time left. Thread safety: one thread at a
/// time.
class ProgressMeter {
 public:
  explicit ProgressMeter(bool shown) : shown_(shown), begin_(std::chrono::steady_clock::now()) {}
  ProgressMeter(const ProgressMeter&) = delete;
  ProgressMeter& operator=(const ProgressMeter&) = delete;
  ~ProgressMeter() { Erase(); }

  /// Begins another part of the work. `total`: 0 when nobody knows.
  void Begin(std::string what, int64_t total, bool in_bytes);
  void Add(int64_t count) { Set(done_ + count); }
  /// Draws at most ten times a second.
  void Set(int64_t done);
  /// Removes the line.
  void Erase();
  double seconds() const;

 private:
  void Draw();

  bool shown_;
  bool drawn_ = false;
  bool in_bytes_ = false;
  std::string what_;
  int64_t done_ = 0;
  int64_t total_ = 0;
  std::chrono::steady_clock::time_point begin_;
  std::chrono::steady_clock::time_point last_drawn_;
};

/// How reading a source counts: from front to back, maybe several times, or here and there, each byte about once.
enum class ReadingOrder : uint8_t { kPasses, kAnywhere };

/// Tells a meter about every byte that is read from a source; fails with kCancelled after Ctrl-C.
std::shared_ptr<ByteSource> MeterSource(std::shared_ptr<ByteSource> source, std::shared_ptr<ProgressMeter> meter,
                                        ReadingOrder order);

}  // namespace taracea::cli

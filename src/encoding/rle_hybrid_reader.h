#pragma once

#include <cstdint>

#include "encoding/rle_run.h"
#include "kernels/kernels.h"
#include "taracea/buffer.h"
#include "taracea/status.h"

namespace taracea::encoding {

/// Reads values of one width out of an RLE / bit-packed hybrid section.
///
/// Wire:   runs one after another, no length prefix, no bit width byte.
/// Shape:  any number of values of 0..32 bits; at width 0 every value is 0 and no byte is read.
/// Errors: kCorrupt when the runs end early. Values are not compared with any bound.
/// Cost:   0.05 ns a value and about 1 ns a run.
/// State:  the run in progress; copying a reader remembers a position.
/// Spec:   Encodings.md#RLE
class RleHybridReader {
 public:
  explicit RleHybridReader(const kernels::Kernels& kernels) noexcept : kernels_(&kernels) {}

  /// Starts a section; `slack_after_bytes` may be read behind it.
  void Reset(ConstBytes bytes, int bit_width, size_t slack_after_bytes) noexcept;
  /// Writes the next `count` values.
  Status Read(int64_t count, uint32_t* out);
  /// Passes over the next `count` values.
  Status Skip(int64_t count);

  /// Makes sure that a run is in progress, so that the three below mean something.
  Status EnsureRun() { return run_at_ < run_.count ? Status() : NextRun(); }
  const RleRun& run() const noexcept { return run_; }
  /// Values of the run already consumed, and still to come.
  int64_t run_at() const noexcept { return run_at_; }
  int64_t run_left() const noexcept { return run_.count - run_at_; }
  /// Consumes `count` <= run_left() values of the run.
  void Advance(int64_t count) noexcept { run_at_ += count; }

 private:
  Status NextRun();
  /// Takes a run whose header is one byte, as most are; false, and nothing is done, for any other.
  bool TakeShortRun() noexcept;
  void ReadPacked(int64_t count, uint32_t* out) const noexcept;

  const kernels::Kernels* kernels_;
  ConstBytes rest_;
  const std::byte* readable_end_ = nullptr;
  int bit_width_ = 0;
  RleRun run_;
  int64_t run_at_ = 0;
};

}  // namespace taracea::encoding

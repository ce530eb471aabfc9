#pragma once

#include <cstdint>

#include <memory>

#include "base/arena.h"
#include "encoding/rle_hybrid_writer.h"
#include "kernels/kernels.h"
#include "taracea/status.h"

namespace taracea::encoding {

/// Encodes repetition or definition levels of one page after another as RLE / bit-packed hybrid, without a length
/// prefix (V1 pages add it in the page layer).
///
/// Wire:   see RleHybridWriter; the width is that of max_level.
/// Shape:  levels 0..max_level; the bytes depend only on their sequence, not on how it was split over calls or on
///         which of the three Append was used.
/// Units:  levels as uint16, as runs, or as bits where max_level is 1; sizes in bytes.
/// Errors: kOutOfMemory.
/// Cost:   constant for a run; memory is that of the encoded bytes.
/// State:  the page in progress; as new after Flush or Reset. Thread safety: one thread at a time.
/// Spec:   Encodings.md#RLE
class LevelEncoder {
 public:
  /// A null arena stands for DefaultArena().
  LevelEncoder(uint16_t max_level, const std::shared_ptr<Arena>& arena,
               const kernels::Kernels& kernels = kernels::ActiveKernels());

  Status Append(const uint16_t* levels, int64_t count);
  /// The same level `count` times.
  Status AppendRun(uint16_t level, int64_t count);
  /// For max_level 1: levels from bits [bit_start, bit_start + count).
  Status AppendBits(const std::byte* bits, int64_t bit_start, int64_t count);
  int64_t entry_count() const noexcept { return entry_count_; }
  /// Upper bound of what Flush would write now; never falls while levels are appended.
  int64_t EstimatedSize() const noexcept;
  /// Appends the encoded levels of the page to *out and starts the next page. max_level 0 writes nothing.
  Status Flush(OwnedBuffer* out);
  void Reset() noexcept;

 private:
  Status EnsureBuffer();

  uint16_t max_level_;
  int64_t entry_count_ = 0;
  std::shared_ptr<Arena> arena_;
  const kernels::Kernels* kernels_;
  RleHybridWriter writer_;
  OwnedBuffer written_;  // encoded so far; the writer holds back less than a group and an open run
};

}  // namespace taracea::encoding

#pragma once

#include <cstdint>

#include "base/arena.h"
#include "taracea/status.h"

namespace taracea::encoding {

/// Encodes repetition or definition levels of one page after another as RLE / bit-packed hybrid, without a length
/// prefix (V1 pages add it in the page layer).
///
/// Wire:   runs of one level, or bit-packed groups of eight; the width is that of max_level.
/// Shape:  in: one level a level entry; out: the bytes of one page's levels.
/// Units:  level entries.
/// Errors: kOutOfMemory.
/// Cost:   one pass; memory is kept from page to page.
/// State:  the runs of the current page; Flush starts the next.
/// Spec:   Encodings.md#RLE
class LevelEncoder {
 public:
  LevelEncoder(uint16_t max_level, std::shared_ptr<Arena> arena);
  Status Append(const uint16_t* levels, int64_t count);
  /// The same level `count` times.
  Status AppendRun(uint16_t level, int64_t count);
  /// For max_level 1: levels from bits [bit_start, bit_start + count).
  Status AppendBits(const std::byte* bits, int64_t bit_start, int64_t count);
  int64_t entry_count() const noexcept { return entry_count_; }
  /// Upper bound of what Flush would write now.
  int64_t EstimatedSize() const noexcept;
  /// Appends the encoded levels of the page to *out and starts the next page. max_level 0 writes nothing.
  Status Flush(OwnedBuffer* out);
  void Reset() noexcept;

 private:
  uint16_t max_level_;
  int64_t entry_count_ = 0;
  OwnedBuffer pending_;  // implementation's choice: see level_encoder.cc
  int64_t pending_run_ = 0;
  uint16_t pending_level_ = 0;
};

}  // namespace taracea::encoding

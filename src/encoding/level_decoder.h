#pragma once

#include <cstdint>

#include "taracea/buffer.h"
#include "taracea/status.h"
#include "taracea/types.h"

namespace taracea::encoding {

/// Decodes repetition or definition levels of one page.
///
/// Wire:   RLE / bit-packed hybrid without its length prefix (the page layer has taken that off), or BIT_PACKED
///         (deprecated, most significant bit first).
/// Shape:  in: the bytes of one page's levels; out: one level a level entry.
/// Units:  level entries.
/// Errors: kCorrupt when the bytes end early or a level exceeds max_level.
/// Cost:   one step a run, no allocation; bit-packed runs are unpacked in groups.
/// State:  the place in the current run; Reset starts anew.
/// Spec:   Encodings.md#RLE, Encodings.md#BITPACKED
class LevelDecoder {
 public:
  /// Starts a page of `entry_count` level entries. max_level 0: nothing is read, every level is 0.
  Status Reset(Encoding encoding, uint16_t max_level, ConstBytes bytes, int64_t entry_count);
  /// Writes the next `count` levels.
  Status Decode(int64_t count, uint16_t* levels);
  /// For max_level 1: writes the next `count` levels as bits [bit_start, bit_start + count) and adds the number of ones
  /// to *ones. Bits before bit_start keep their value.
  Status DecodeBits(int64_t count, std::byte* bits, int64_t bit_start, int64_t* ones);
  /// Passes over `count` levels and adds to *at_max how many equal max_level.
  Status Skip(int64_t count, int64_t* at_max);
  /// Length of the run of equal levels that starts here, and its level; at least 1 while entries remain, so that a page
  /// without nulls costs one call. Does not consume.
  Status PeekRun(int64_t* count, uint16_t* level);
  int64_t remaining() const noexcept { return remaining_; }

 private:
  Status NextRun();

  ConstBytes rest_;
  Encoding encoding_ = Encoding::kRle;
  uint16_t max_level_ = 0;
  int bit_width_ = 0;
  int64_t remaining_ = 0;
  // The run in progress: repeated (run_packed_ false) or bit-packed with its next value at bit run_bit_.
  int64_t run_left_ = 0;
  bool run_packed_ = false;
  uint16_t run_level_ = 0;
  ConstBytes run_bytes_;
  int64_t run_bit_ = 0;
};

}  // namespace taracea::encoding

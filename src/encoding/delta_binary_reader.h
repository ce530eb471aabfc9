#pragma once

#include <array>
#include <cstdint>

#include "kernels/kernels.h"
#include "taracea/buffer.h"
#include "taracea/status.h"

namespace taracea::encoding {

/// Reads the numbers of one DELTA_BINARY_PACKED section; T is uint32_t or uint64_t, arithmetic wraps.
///
/// Wire:   varints: block size, miniblocks a block, count, zigzag first value; blocks: zigzag smallest delta, a byte of
///         width for each miniblock, miniblocks of packed differences to the smallest delta.
/// Shape:  any block size and miniblock count that leave miniblocks of a multiple of 8 values.
/// Units:  counts are numbers; no memory depends on the counts of the section.
/// Errors: kCorrupt for other shapes, widths above the type's, or bytes that end early. The widths of miniblocks
///         without numbers are not looked at; they have no body.
/// Cost:   0.2 ns a number.
/// State:  the place in the miniblock, and up to kStep numbers read ahead; copying a reader remembers a position.
/// Spec:   Encodings.md#DELTAENC
template <typename T>
class DeltaBinaryReader {
 public:
  explicit DeltaBinaryReader(const kernels::Kernels& kernels) noexcept : kernels_(&kernels) {}

  /// Starts a section at the front of `bytes`; `slack_after_bytes` may be read behind them.
  Status Reset(ConstBytes bytes, size_t slack_after_bytes);
  /// Numbers that the section says it holds, and those still to come.
  int64_t total_count() const noexcept { return total_count_; }
  int64_t remaining() const noexcept { return remaining_; }
  /// Writes the next `count` <= remaining() numbers.
  Status Read(int64_t count, T* out);
  /// Finds the bytes behind the section by its headers alone; for a reader that has read nothing yet. Here the last
  /// miniblock must be whole.
  Status FindEnd(ConstBytes* rest) const;

 private:
  static constexpr int64_t kStep = 256;

  Status ReadHeader();
  /// Starts the next miniblock, and those behind it in the block that have its width.
  Status NextMiniblocks(bool need_whole);
  Status Unpack(int64_t count, T* out);

  const kernels::Kernels* kernels_;
  ConstBytes rest_;
  const std::byte* readable_end_ = nullptr;
  uint64_t miniblock_count_ = 0;  // a block
  int64_t miniblock_size_ = 0;    // numbers
  int64_t total_count_ = 0;
  int64_t remaining_ = 0;
  int64_t undecoded_ = 0;  // remaining_ without those read ahead
  bool first_pending_ = false;
  T last_ = 0;

  ConstBytes widths_;  // of the block's miniblocks still to come
  T smallest_delta_ = 0;
  int bit_width_ = 0;
  int64_t miniblock_left_ = 0;  // numbers of the miniblocks at hand
  ConstBytes body_;             // theirs, from the next number on

  std::array<T, kStep> ahead_;
  int64_t ahead_at_ = 0;
  int64_t ahead_end_ = 0;
};

}  // namespace taracea::encoding

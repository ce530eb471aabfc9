#pragma once

#include <cstdint>

#include "encoding/rle_hybrid_reader.h"
#include "kernels/kernels.h"
#include "taracea/buffer.h"
#include "taracea/status.h"
#include "taracea/types.h"

namespace taracea::encoding {

/// Which bit of a byte comes first in BIT_PACKED levels.
enum class BitOrder : uint8_t { kHighBitFirst, kLowBitFirst };

/// Decodes repetition or definition levels of one page.
///
/// Wire:   RLE / bit-packed hybrid without its length prefix (the page layer has taken that off), or BIT_PACKED
///         (deprecated, most significant bit first).
/// Shape:  in: the bytes of one page's levels; out: one level a level entry.
/// Units:  levels as uint16, or one bit each where max_level is 1.
/// Errors: kCorrupt when the bytes end early or a level exceeds max_level; kInvalidArgument when more is asked for than
///         remains. After an error only Reset may follow.
/// Cost:   0.1 ns a level; runs are filled or copied, never walked.
/// State:  the run in progress. Thread safety: one thread at a time.
/// Spec:   Encodings.md#RLE, Encodings.md#BITPACKED
class LevelDecoder {
 public:
  explicit LevelDecoder(const kernels::Kernels& kernels = kernels::ActiveKernels()) noexcept
      : kernels_(&kernels), reader_(kernels) {}

  /// Starts a page of `entry_count` level entries. max_level 0: nothing is read, every level is 0.
  /// `bit_order`: of BIT_PACKED levels; the specification's unless the writer is known to have used the other.
  Status Reset(Encoding encoding, uint16_t max_level, ConstBytes bytes, int64_t entry_count,
               BitOrder bit_order = BitOrder::kHighBitFirst);
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
  Status CheckCount(int64_t count) const;
  Status ReadRle(int64_t count, uint16_t* levels);
  void ReadBitPacked(int64_t count, uint16_t* levels) noexcept;
  unsigned BitPackedBit(int64_t bit) const noexcept;
  Status CheckRepeated() const;
  Status TooLarge(uint32_t level) const;
  int64_t PackedRunLength() const noexcept;
  /// Hands RLE levels of one bit on: packed ones as words(word, bits) with 64 at most, repeated ones as same(bit,
  /// bits).
  template <typename Words, typename Same>
  Status VisitBits(int64_t count, Words words, Same same);

  const kernels::Kernels* kernels_;
  RleHybridReader reader_;
  Encoding encoding_ = Encoding::kRle;
  BitOrder bit_order_ = BitOrder::kHighBitFirst;
  uint16_t max_level_ = 0;
  int bit_width_ = 0;
  int64_t remaining_ = 0;
  ConstBytes bit_packed_;      // BIT_PACKED: the whole section
  int64_t bit_packed_at_ = 0;  // its levels consumed
};

}  // namespace taracea::encoding

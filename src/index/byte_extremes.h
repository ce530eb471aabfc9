#pragma once

#include <algorithm>
#include <cstdint>

#include "base/bytes.h"
#include "index/value_order.h"

namespace taracea::index {

/// The smallest and the largest of the byte strings that it was widened to.
///
/// What lies between two values shares their common prefix, so that only the 8 bytes behind it are compared, as one
/// number; whole comparisons are left to new extremes and to ties. Views the values: they must stay where they are.
class ByteExtremes {
 public:
  /// `is_decimal`: two's complement numbers, all of one width; otherwise unsigned bytes of any length.
  ByteExtremes(ConstBytes first, bool is_decimal) noexcept : min_(first), max_(first), is_decimal_(is_decimal) {
    FindBase();
  }

  /// Whether a value is known at a glance to change nothing. Memory up to `readable_end`, which is at or behind the
  /// value's end, may be read. Loops call this on a copy, whose members the compiler then keeps in registers.
  [[gnu::always_inline]] bool IsInside(ConstBytes value, const std::byte* readable_end) const noexcept {
    if (value.size() < base_ || !EqualWords(value.data(), min_.data(), base_)) {
      return false;
    }
    const size_t rest = value.size() - base_;
    const uint64_t word = WordOf(value.subspan(base_), readable_end) ^ flip_;
    // Without branches between them: equal words of equal short rests are equal values.
    const bool within = (word >= min_word_) & (word <= max_word_);
    const bool min_tie = (word == min_word_) & ((value.size() != min_.size()) | (rest > 8));
    const bool max_tie = (word == max_word_) & ((value.size() != max_.size()) | (rest > 8));
    return within & !min_tie & !max_tie;
  }

  /// Takes a value in.
  void Widen(ConstBytes value) noexcept {
    if (Compare(value, min_) < 0) {
      min_ = value;
      FindBase();
    } else if (Compare(value, max_) > 0) {
      max_ = value;
      FindBase();
    }
  }

  ConstBytes min() const noexcept { return min_; }
  ConstBytes max() const noexcept { return max_; }

 private:
  /// The first 8 bytes as a big-endian number, zeros behind a shorter value: unequal words compare as the values do.
  [[gnu::always_inline]] static uint64_t WordOf(ConstBytes value, const std::byte* readable_end) noexcept {
    const size_t size = std::min<size_t>(value.size(), 8);
    if (size == 0) {
      return 0;
    }
    if (readable_end - value.data() >= 8) {
      return __builtin_bswap64(Load<uint64_t>(value.data())) & (~uint64_t{0} << (64 - 8 * size));
    }
    uint64_t word = 0;
    for (size_t i = 0; i < size; ++i) {
      word |= std::to_integer<uint64_t>(value[i]) << (56 - 8 * i);
    }
    return word;
  }

  /// Whether the first `size` bytes, a multiple of 8, are equal.
  [[gnu::always_inline]] static bool EqualWords(const std::byte* a, const std::byte* b, size_t size) noexcept {
    for (size_t i = 0; i < size; i += 8) {
      if (Load<uint64_t>(a + i) != Load<uint64_t>(b + i)) {
        return false;
      }
    }
    return true;
  }

  std::strong_ordering Compare(ConstBytes a, ConstBytes b) const noexcept {
    return is_decimal_ ? CompareDecimalBytes(a, b) : CompareUnsignedBytes(a, b);
  }

  void FindBase() noexcept {
    const size_t most = std::min({min_.size(), max_.size(), kMostShared}) & ~size_t{7};
    base_ = 0;
    while (base_ < most && Load<uint64_t>(min_.data() + base_) == Load<uint64_t>(max_.data() + base_)) {
      base_ += 8;
    }
    flip_ = is_decimal_ && base_ == 0 ? uint64_t{1} << 63 : 0;
    min_word_ = WordOf(min_.subspan(base_), min_.data() + min_.size()) ^ flip_;
    max_word_ = WordOf(max_.subspan(base_), max_.data() + max_.size()) ^ flip_;
  }

  /// Behind this, a library's comparison is faster.
  static constexpr size_t kMostShared = 64;

  ConstBytes min_;
  ConstBytes max_;
  size_t base_ = 0;  ///< Bytes, a multiple of 8, that min and max share.
  uint64_t min_word_ = 0;
  uint64_t max_word_ = 0;
  uint64_t flip_ = 0;  ///< The sign bit where words begin with it and numbers have one.
  bool is_decimal_;
};

}  // namespace taracea::index

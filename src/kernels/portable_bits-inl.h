// Bit packing, bitmaps and levels in plain loops: part of portable-inl.h.

namespace taracea::kernels {
namespace {

// Bit packing --------------------------------------------------------------------------------------------------------

inline uint64_t LowMask(int bit_width) noexcept {
  return bit_width >= 64 ? ~uint64_t{0} : (uint64_t{1} << bit_width) - 1;
}

/// Loads up to 8 bytes as a little-endian number; bytes that are not readable count as zero.
inline uint64_t LoadUpTo8(const std::byte* from, size_t readable_bytes) noexcept {
  uint64_t word = 0;
  std::memcpy(&word, from, readable_bytes < 8 ? readable_bytes : 8);
  return word;
}

void Unpack32(const std::byte* packed, size_t readable_bytes, int64_t count, int bit_width, uint32_t* out) noexcept {
  const uint64_t mask = LowMask(bit_width);
  const auto width = static_cast<uint64_t>(bit_width);
  const auto total = static_cast<uint64_t>(count);
  // A whole load at value i reads bytes [i x width / 8, + 8).
  uint64_t whole = readable_bytes < 8 ? 0 : (readable_bytes - 8) * 8 / width;
  whole = whole < total ? whole : total;
  uint64_t i = 0;
  for (; i < whole; ++i) {
    const uint64_t bit = i * width;
    out[i] = static_cast<uint32_t>((Load<uint64_t>(packed + (bit >> 3)) >> (bit & 7)) & mask);
  }
  for (; i < total; ++i) {
    const uint64_t bit = i * width;
    const uint64_t word = LoadUpTo8(packed + (bit >> 3), readable_bytes - (bit >> 3));
    out[i] = static_cast<uint32_t>((word >> (bit & 7)) & mask);
  }
}

void Pack32(const uint32_t* values, int64_t count, int bit_width, std::byte* out) noexcept {
  uint64_t word = 0;
  int filled = 0;
  for (int64_t i = 0; i < count; ++i) {
    word |= static_cast<uint64_t>(values[i]) << filled;
    filled += bit_width;
    if (filled >= 32) {
      Store(out, static_cast<uint32_t>(word));
      out += 4;
      word >>= 32;
      filled -= 32;
    }
  }
  for (; filled > 0; filled -= 8) {
    *out++ = static_cast<std::byte>(word & 0xFF);
    word >>= 8;
  }
}

void Unpack64(const std::byte* packed, size_t readable_bytes, int64_t count, int bit_width, uint64_t* out) noexcept {
  const uint64_t mask = LowMask(bit_width);
  const auto width = static_cast<uint64_t>(bit_width);
  for (uint64_t i = 0; i < static_cast<uint64_t>(count); ++i) {
    const uint64_t byte = i * width >> 3;
    const auto shift = static_cast<int>(i * width & 7);
    const size_t readable = readable_bytes - byte;
    uint64_t word = (readable >= 8 ? Load<uint64_t>(packed + byte) : LoadUpTo8(packed + byte, readable)) >> shift;
    if (shift + bit_width > 64) {
      word |= static_cast<uint64_t>(packed[byte + 8]) << (64 - shift);
    }
    out[i] = word & mask;
  }
}

void Pack64(const uint64_t* values, int64_t count, int bit_width, std::byte* out) noexcept {
  uint64_t word = 0;
  int filled = 0;
  for (int64_t i = 0; i < count; ++i) {
    word |= values[i] << filled;
    if (filled + bit_width < 64) {
      filled += bit_width;
      continue;
    }
    Store(out, word);
    out += 8;
    word = filled == 0 ? 0 : values[i] >> (64 - filled);
    filled += bit_width - 64;
  }
  for (; filled > 0; filled -= 8) {
    *out++ = static_cast<std::byte>(word & 0xFF);
    word >>= 8;
  }
}

template <typename Delta, typename Sum>
void SumDeltas(const Delta* deltas, int64_t count, Sum step, Sum start, Sum* out) noexcept {
  for (int64_t i = 0; i < count; ++i) {
    start += deltas[i] + step;
    out[i] = start;
  }
}

template <typename T>
std::make_signed_t<T> Deltas(const std::byte* values, int64_t count, T before, T* deltas) noexcept {
  using Signed = std::make_signed_t<T>;
  deltas[0] = Load<T>(values) - before;
  auto smallest = static_cast<Signed>(deltas[0]);
  for (int64_t i = 1; i < count; ++i) {
    const std::byte* const at = values + static_cast<size_t>(i) * sizeof(T);
    deltas[i] = Load<T>(at) - Load<T>(at - sizeof(T));
    const auto delta = static_cast<Signed>(deltas[i]);
    smallest = delta < smallest ? delta : smallest;
  }
  return smallest;
}

template <typename T>
void Subtract(T* numbers, int64_t count, T base, T* bits) noexcept {
  for (; count > 0; count -= 32, numbers += 32) {
    T set = 0;
    for (int k = 0; k < 32; ++k) {
      numbers[k] -= base;
      set |= numbers[k];
    }
    *bits++ = set;
  }
}

uint64_t SumU32(const uint32_t* values, int64_t count) noexcept {
  uint64_t sum = 0;
  for (int64_t i = 0; i < count; ++i) {
    sum += values[i];
  }
  return sum;
}

void UnpackBits(const std::byte* bits, int64_t bit_start, int64_t count, uint8_t* out) noexcept {
  const std::byte* at = bits + (bit_start >> 3);
  int64_t i = 0;
  for (int64_t bit = bit_start & 7; bit != 0 && bit < 8 && i < count; ++bit) {
    out[i++] = static_cast<uint8_t>(static_cast<uint8_t>(*at) >> bit & 1);
  }
  at += (bit_start & 7) != 0 ? 1 : 0;
  for (; i + 8 <= count; i += 8, ++at) {
    // A copy of the byte in each lane, one bit kept in each; adding 0x7F moves any bit to the top without a carry.
    const uint64_t spread = static_cast<uint64_t>(*at) * 0x0101010101010101U & 0x8040201008040201U;
    const uint64_t lanes = (spread + 0x7F7F7F7F7F7F7F7FU) >> 7 & 0x0101010101010101U;
    std::memcpy(out + i, &lanes, 8);
  }
  for (int64_t bit = 0; i < count; ++i, ++bit) {
    out[i] = static_cast<uint8_t>(static_cast<uint8_t>(*at) >> bit & 1);
  }
}

void PackBits(const uint8_t* bytes, int64_t count, std::byte* bits, int64_t bit_start) noexcept {
  std::byte* at = bits + (bit_start >> 3);
  auto bit = static_cast<int>(bit_start & 7);
  unsigned open = bit == 0 ? 0U : static_cast<uint8_t>(*at) & ((1U << bit) - 1);
  int64_t i = 0;
  for (; i < count && bit != 0; ++i) {
    open |= static_cast<unsigned>(bytes[i] != 0) << bit;
    if (++bit == 8) {
      *at++ = static_cast<std::byte>(open);
      bit = 0;
      open = 0;
    }
  }
  for (; i + 8 <= count; i += 8) {
    unsigned byte = 0;
    for (int k = 0; k < 8; ++k) {
      byte |= static_cast<unsigned>(bytes[i + k] != 0) << k;
    }
    *at++ = static_cast<std::byte>(byte);
  }
  for (; i < count; ++i) {
    open |= static_cast<unsigned>(bytes[i] != 0) << bit++;
  }
  if (bit != 0) {
    *at = static_cast<std::byte>(open);
  }
}

// Levels -------------------------------------------------------------------------------------------------------------

/// Appends bits to a bitmap from any bit on, a word at a time.
class BitAppender {
 public:
  BitAppender(std::byte* bits, int64_t bit_start) noexcept
      : at_(bits + (bit_start >> 3)), filled_(static_cast<int>(bit_start & 7)) {
    open_ = filled_ == 0 ? 0 : static_cast<uint8_t>(*at_) & LowMask(filled_);
  }
  /// Appends the low `count` (1..64) bits of `word`, the others of which are zero.
  void Append(uint64_t word, int count) noexcept {
    open_ |= word << filled_;
    if (filled_ + count < 64) {
      filled_ += count;
      return;
    }
    Store(at_, open_);
    at_ += 8;
    open_ = filled_ == 0 ? 0 : word >> (64 - filled_);
    filled_ += count - 64;
  }
  void Finish() noexcept {
    for (; filled_ > 0; filled_ -= 8) {
      *at_++ = static_cast<std::byte>(open_ & 0xFF);
      open_ >>= 8;
    }
  }

 private:
  std::byte* at_;
  int filled_;
  uint64_t open_;
};

int64_t LevelsAtLeast(const uint16_t* levels, int64_t count, uint16_t threshold, std::byte* bits,
                      int64_t bit_start) noexcept {
  BitAppender appender(bits, bit_start);
  int64_t ones = 0;
  for (int64_t i = 0; i < count; i += 64) {
    const int step = count - i < 64 ? static_cast<int>(count - i) : 64;
    uint64_t word = 0;
    for (int k = 0; k < step; ++k) {
      word |= static_cast<uint64_t>(levels[i + k] >= threshold ? 1 : 0) << k;
    }
    ones += std::popcount(word);
    appender.Append(word, step);
  }
  appender.Finish();
  return ones;
}

}  // namespace
}  // namespace taracea::kernels

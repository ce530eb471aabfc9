// Kernels that pay with AVX-512 and VBMI2. Included inside a target region, behind portable-inl.h and
// packing_bmi2-inl.h.

namespace taracea::kernels {
namespace {

/// How 16 values of up to 25 bits, or 8 wider ones, get out of one 64-byte load.
struct UnpackSteps16 {
  std::array<uint8_t, 64> permute;
  std::array<uint32_t, 16> shift;  // of 64-bit lanes in pairs {shift, 0}
};

constexpr std::array<UnpackSteps16, 33> MakeUnpackSteps16() {
  std::array<UnpackSteps16, 33> steps{};
  for (unsigned width = 1; width <= 32; ++width) {
    const unsigned lane_bytes = width <= kMaxWidthIn32 ? 4 : 8;
    for (unsigned i = 0; i < 64 / lane_bytes; ++i) {
      const unsigned bit = i * width;
      for (unsigned k = 0; k < lane_bytes; ++k) {
        steps[width].permute[lane_bytes * i + k] = static_cast<uint8_t>((bit / 8 + k) % 64);
      }
      steps[width].shift[i * lane_bytes / 4] = bit % 8;
    }
  }
  return steps;
}

/// Mask of the low `count` (0..64) bits.
inline uint64_t FirstLanes(size_t count) noexcept {
  return _bzhi_u64(~uint64_t{0}, static_cast<unsigned>(count < 64 ? count : 64));
}

void Unpack32Avx512(const std::byte* packed, size_t readable_bytes, int64_t count, int bit_width,
                    uint32_t* out) noexcept {
  static constexpr std::array<UnpackSteps16, 33> kSteps = MakeUnpackSteps16();
  const UnpackSteps16& steps = kSteps[static_cast<size_t>(bit_width)];
  const __m512i permute = _mm512_loadu_si512(steps.permute.data());
  const __m512i shift = _mm512_loadu_si512(steps.shift.data());
  const auto width = static_cast<size_t>(bit_width);
  if (bit_width > kMaxWidthIn32) {
    const __m512i mask = _mm512_set1_epi64(static_cast<int64_t>(LowMask(bit_width)));
    for (; count > 0; count -= 8, out += 8, packed += width) {
      const __m512i raw = _mm512_maskz_loadu_epi8(FirstLanes(readable_bytes), packed);
      const __m512i lanes = _mm512_srlv_epi64(_mm512_permutexvar_epi8(permute, raw), shift);
      const auto stored = static_cast<__mmask8>(FirstLanes(static_cast<size_t>(count)));
      _mm256_mask_storeu_epi32(out, stored, _mm512_cvtepi64_epi32(_mm512_and_si512(lanes, mask)));
      readable_bytes -= readable_bytes < width ? readable_bytes : width;
    }
    return;
  }
  const __m512i mask = _mm512_set1_epi32(static_cast<int>(LowMask(bit_width)));
  const auto unpack = [&](__m512i raw) {
    return _mm512_and_si512(_mm512_srlv_epi32(_mm512_permutexvar_epi8(permute, raw), shift), mask);
  };
  for (; count >= 32 && readable_bytes >= 2 * width + 64; count -= 32, out += 32) {
    _mm512_storeu_si512(out, unpack(_mm512_loadu_si512(packed)));
    _mm512_storeu_si512(out + 16, unpack(_mm512_loadu_si512(packed + 2 * width)));
    packed += 4 * width;
    readable_bytes -= 4 * width;
  }
  for (; count > 0; count -= 16, out += 16, packed += 2 * width) {
    const __m512i raw = _mm512_maskz_loadu_epi8(FirstLanes(readable_bytes), packed);
    _mm512_mask_storeu_epi32(out, static_cast<__mmask16>(FirstLanes(static_cast<size_t>(count))), unpack(raw));
    readable_bytes -= readable_bytes < 2 * width ? readable_bytes : 2 * width;
  }
}

/// Adds to each lane the sum of the lanes before it, in steps of 1, 2, 4 and 8 lanes.
inline __m512i SumLanes32(__m512i lanes) noexcept {
  const __m512i zero = _mm512_setzero_si512();
  lanes = _mm512_add_epi32(lanes, _mm512_alignr_epi32(lanes, zero, 15));
  lanes = _mm512_add_epi32(lanes, _mm512_alignr_epi32(lanes, zero, 14));
  lanes = _mm512_add_epi32(lanes, _mm512_alignr_epi32(lanes, zero, 12));
  return _mm512_add_epi32(lanes, _mm512_alignr_epi32(lanes, zero, 8));
}
inline __m512i SumLanes64(__m512i lanes) noexcept {
  const __m512i zero = _mm512_setzero_si512();
  lanes = _mm512_add_epi64(lanes, _mm512_alignr_epi64(lanes, zero, 7));
  lanes = _mm512_add_epi64(lanes, _mm512_alignr_epi64(lanes, zero, 6));
  return _mm512_add_epi64(lanes, _mm512_alignr_epi64(lanes, zero, 4));
}

void SumDeltas32Avx512(const uint32_t* deltas, int64_t count, uint32_t step, uint32_t start, uint32_t* out) noexcept {
  const __m512i steps = _mm512_set1_epi32(static_cast<int>(step));
  const __m512i last = _mm512_set1_epi32(15);
  __m512i carry = _mm512_set1_epi32(static_cast<int>(start));
  for (; count >= 16; count -= 16, deltas += 16, out += 16) {
    const __m512i sums = SumLanes32(_mm512_add_epi32(_mm512_loadu_si512(deltas), steps));
    _mm512_storeu_si512(out, _mm512_add_epi32(sums, carry));
    // Only this addition waits for the group before.
    carry = _mm512_add_epi32(carry, _mm512_permutexvar_epi32(last, sums));
  }
  SumDeltas<uint32_t, uint32_t>(deltas, count, step,
                                static_cast<uint32_t>(_mm_cvtsi128_si32(_mm512_castsi512_si128(carry))), out);
}

template <typename Delta>
void SumDeltas64Avx512(const Delta* deltas, int64_t count, uint64_t step, uint64_t start, uint64_t* out) noexcept {
  const __m512i steps = _mm512_set1_epi64(static_cast<int64_t>(step));
  const __m512i last = _mm512_set1_epi64(7);
  __m512i carry = _mm512_set1_epi64(static_cast<int64_t>(start));
  for (; count >= 8; count -= 8, deltas += 8, out += 8) {
    __m512i wide;
    if constexpr (sizeof(Delta) == 4) {
      wide = _mm512_cvtepu32_epi64(Load256(deltas));
    } else {
      wide = _mm512_loadu_si512(deltas);
    }
    const __m512i sums = SumLanes64(_mm512_add_epi64(wide, steps));
    _mm512_storeu_si512(out, _mm512_add_epi64(sums, carry));
    carry = _mm512_add_epi64(carry, _mm512_permutexvar_epi64(last, sums));
  }
  SumDeltas<Delta, uint64_t>(deltas, count, step,
                             static_cast<uint64_t>(_mm_cvtsi128_si64(_mm512_castsi512_si128(carry))), out);
}

void UnpackBitsAvx512(const std::byte* bits, int64_t bit_start, int64_t count, uint8_t* out) noexcept {
  const int64_t head = bit_start % 8 == 0 ? 0 : 8 - bit_start % 8;
  if (count < head + 64) {
    return UnpackBits(bits, bit_start, count, out);
  }
  UnpackBits(bits, bit_start, head, out);
  const std::byte* at = bits + (bit_start + head) / 8;
  out += head;
  for (count -= head; count >= 64; count -= 64, at += 8, out += 64) {
    _mm512_storeu_si512(out, _mm512_maskz_set1_epi8(Load<uint64_t>(at), 1));
  }
  UnpackBits(at, 0, count, out);
}

int64_t LevelsAtLeastAvx512(const uint16_t* levels, int64_t count, uint16_t threshold, std::byte* bits,
                            int64_t bit_start) noexcept {
  const __m512i bound = _mm512_set1_epi16(static_cast<int16_t>(threshold));
  BitAppender appender(bits, bit_start);
  int64_t ones = 0;
  for (; count > 0; count -= 64, levels += 64) {
    const uint64_t lanes = FirstLanes(static_cast<size_t>(count));
    const auto low_lanes = static_cast<__mmask32>(lanes);
    const auto high_lanes = static_cast<__mmask32>(lanes >> 32);
    const __m512i low = _mm512_maskz_loadu_epi16(low_lanes, levels);
    const __m512i high = _mm512_maskz_loadu_epi16(high_lanes, levels + 32);
    const uint64_t word = static_cast<uint64_t>(_mm512_mask_cmpge_epu16_mask(high_lanes, high, bound)) << 32 |
                          _mm512_mask_cmpge_epu16_mask(low_lanes, low, bound);
    ones += std::popcount(word);
    appender.Append(word, count < 64 ? static_cast<int>(count) : 64);
  }
  appender.Finish();
  return ones;
}

// Nulls --------------------------------------------------------------------------------------------------------------

/// Bits [bit_start, bit_start + count) as the low bits of a word; count is 1..64. Reads no byte outside.
inline uint64_t BitsAt(const std::byte* bits, int64_t bit_start, int64_t count) noexcept {
  const std::byte* at = bits + (bit_start >> 3);
  const auto shift = static_cast<int>(bit_start & 7);
  const auto bytes = static_cast<size_t>((shift + count + 7) / 8);
  uint64_t word = LoadUpTo8(at, bytes) >> shift;
  if (bytes > 8) {
    word |= static_cast<uint64_t>(at[8]) << (64 - shift);
  }
  return word & FirstLanes(static_cast<size_t>(count));
}

/// Lanes of one width: how to load, spread, gather and store up to a register of them.
struct Lanes1 {
  static constexpr int64_t kCount = 64;
  static __m512i Load(uint64_t lanes, const std::byte* from) noexcept { return _mm512_maskz_loadu_epi8(lanes, from); }
  static __m512i Spread(uint64_t set, __m512i dense) noexcept { return _mm512_maskz_expand_epi8(set, dense); }
  static __m512i Gather(uint64_t set, __m512i slots) noexcept { return _mm512_maskz_compress_epi8(set, slots); }
  static void Store(uint64_t lanes, std::byte* to, __m512i v) noexcept { _mm512_mask_storeu_epi8(to, lanes, v); }
};
struct Lanes2 {
  static constexpr int64_t kCount = 32;
  using Mask = __mmask32;
  static __m512i Load(uint64_t lanes, const std::byte* from) noexcept {
    return _mm512_maskz_loadu_epi16(static_cast<Mask>(lanes), from);
  }
  static __m512i Spread(uint64_t set, __m512i dense) noexcept {
    return _mm512_maskz_expand_epi16(static_cast<Mask>(set), dense);
  }
  static __m512i Gather(uint64_t set, __m512i slots) noexcept {
    return _mm512_maskz_compress_epi16(static_cast<Mask>(set), slots);
  }
  static void Store(uint64_t lanes, std::byte* to, __m512i v) noexcept {
    _mm512_mask_storeu_epi16(to, static_cast<Mask>(lanes), v);
  }
};
struct Lanes4 {
  static constexpr int64_t kCount = 16;
  using Mask = __mmask16;
  static __m512i Load(uint64_t lanes, const std::byte* from) noexcept {
    return _mm512_maskz_loadu_epi32(static_cast<Mask>(lanes), from);
  }
  static __m512i Spread(uint64_t set, __m512i dense) noexcept {
    return _mm512_maskz_expand_epi32(static_cast<Mask>(set), dense);
  }
  static __m512i Gather(uint64_t set, __m512i slots) noexcept {
    return _mm512_maskz_compress_epi32(static_cast<Mask>(set), slots);
  }
  static void Store(uint64_t lanes, std::byte* to, __m512i v) noexcept {
    _mm512_mask_storeu_epi32(to, static_cast<Mask>(lanes), v);
  }
};
struct Lanes8 {
  static constexpr int64_t kCount = 8;
  using Mask = __mmask8;
  static __m512i Load(uint64_t lanes, const std::byte* from) noexcept {
    return _mm512_maskz_loadu_epi64(static_cast<Mask>(lanes), from);
  }
  static __m512i Spread(uint64_t set, __m512i dense) noexcept {
    return _mm512_maskz_expand_epi64(static_cast<Mask>(set), dense);
  }
  static __m512i Gather(uint64_t set, __m512i slots) noexcept {
    return _mm512_maskz_compress_epi64(static_cast<Mask>(set), slots);
  }
  static void Store(uint64_t lanes, std::byte* to, __m512i v) noexcept {
    _mm512_mask_storeu_epi64(to, static_cast<Mask>(lanes), v);
  }
};
/// Values of 16 bytes are two lanes of 8.
struct Lanes16 {
  static constexpr int64_t kCount = 4;
  static uint64_t Twice(uint64_t lanes) noexcept { return _pdep_u64(lanes, 0x55) * 3; }
  static __m512i Load(uint64_t lanes, const std::byte* from) noexcept { return Lanes8::Load(Twice(lanes), from); }
  static __m512i Spread(uint64_t set, __m512i dense) noexcept { return Lanes8::Spread(Twice(set), dense); }
  static __m512i Gather(uint64_t set, __m512i slots) noexcept { return Lanes8::Gather(Twice(set), slots); }
  static void Store(uint64_t lanes, std::byte* to, __m512i v) noexcept { Lanes8::Store(Twice(lanes), to, v); }
};

/// Expands a register of slots at a time from the back; a word of bits serves several.
template <typename Lanes>
void ExpandLanes(std::byte* values, const std::byte* bits, int64_t bit_start, int64_t count, int64_t dense) noexcept {
  constexpr int64_t kWidth = 64 / Lanes::kCount;
  int64_t slot = count;
  while (slot > 0 && dense < slot) {
    // Whole words, so that only the first slots form a shorter one.
    const int64_t in_word = slot % 64 == 0 ? 64 : slot % 64;
    const uint64_t word = BitsAt(bits, bit_start + slot - in_word, in_word);
    for (int64_t end = in_word; end > 0;) {
      const int64_t step = end % Lanes::kCount == 0 ? Lanes::kCount : end % Lanes::kCount;
      end -= step;
      const uint64_t lanes = FirstLanes(static_cast<size_t>(step));
      const uint64_t set = word >> end & lanes;
      dense -= std::popcount(set);
      const __m512i values_here =
          Lanes::Load(FirstLanes(static_cast<size_t>(std::popcount(set))), values + dense * kWidth);
      Lanes::Store(lanes, values + (slot - in_word + end) * kWidth, Lanes::Spread(set, values_here));
    }
    slot -= in_word;
  }
}

void ExpandAvx512(std::byte* values, int width_bytes, const std::byte* bits, int64_t bit_start, int64_t count,
                  int64_t set_count) noexcept {
  switch (width_bytes) {
    case 1: return ExpandLanes<Lanes1>(values, bits, bit_start, count, set_count);
    case 2: return ExpandLanes<Lanes2>(values, bits, bit_start, count, set_count);
    case 4: return ExpandLanes<Lanes4>(values, bits, bit_start, count, set_count);
    case 8: return ExpandLanes<Lanes8>(values, bits, bit_start, count, set_count);
    case 16: return ExpandLanes<Lanes16>(values, bits, bit_start, count, set_count);
    default: return Expand(values, width_bytes, bits, bit_start, count, set_count);
  }
}

template <typename Lanes>
int64_t CompactLanes(const std::byte* values, const std::byte* bits, int64_t bit_start, int64_t count,
                     std::byte* out) noexcept {
  constexpr int64_t kWidth = 64 / Lanes::kCount;
  int64_t kept = 0;
  for (int64_t slot = 0; slot < count; slot += 64) {
    const int64_t in_word = count - slot < 64 ? count - slot : 64;
    const uint64_t word = BitsAt(bits, bit_start + slot, in_word);
    for (int64_t start = 0; start < in_word; start += Lanes::kCount) {
      const uint64_t lanes = FirstLanes(static_cast<size_t>(in_word - start)) & FirstLanes(Lanes::kCount);
      const uint64_t set = word >> start & lanes;
      const __m512i slots = Lanes::Load(lanes, values + (slot + start) * kWidth);
      // A whole register is stored; storing lanes by mask is slow on some machines.
      _mm512_storeu_si512(out + kept * kWidth, Lanes::Gather(set, slots));
      kept += std::popcount(set);
    }
  }
  return kept;
}

int64_t CompactAvx512(const std::byte* values, int width_bytes, const std::byte* bits, int64_t bit_start, int64_t count,
                      std::byte* out) noexcept {
  switch (width_bytes) {
    case 1: return CompactLanes<Lanes1>(values, bits, bit_start, count, out);
    case 2: return CompactLanes<Lanes2>(values, bits, bit_start, count, out);
    case 4: return CompactLanes<Lanes4>(values, bits, bit_start, count, out);
    case 8: return CompactLanes<Lanes8>(values, bits, bit_start, count, out);
    case 16: return CompactLanes<Lanes16>(values, bits, bit_start, count, out);
    default: return Compact(values, width_bytes, bits, bit_start, count, out);
  }
}

}  // namespace
}  // namespace taracea::kernels

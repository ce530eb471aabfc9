// Kernels that pay with AVX2. Included inside a target region, behind portable-inl.h and packing_bmi2-inl.h.

namespace taracea::kernels {
namespace {

/// How 8 values of a width get out of two 16-byte loads, the second one at half of the group's bits.
struct UnpackSteps8 {
  std::array<uint8_t, 32> shuffle;
  std::array<uint32_t, 8> shift;
};

constexpr std::array<UnpackSteps8, kMaxWidthIn32 + 1> MakeUnpackSteps8() {
  std::array<UnpackSteps8, kMaxWidthIn32 + 1> steps{};
  for (unsigned width = 1; width <= kMaxWidthIn32; ++width) {
    for (unsigned i = 0; i < 8; ++i) {
      const unsigned bit = i < 4 ? i * width : i * width - 4 * width / 8 * 8;
      for (unsigned k = 0; k < 4; ++k) {
        steps[width].shuffle[4 * i + k] = static_cast<uint8_t>(bit / 8 + k);
      }
      steps[width].shift[i] = bit % 8;
    }
  }
  return steps;
}

inline __m128i Load128(const void* from) noexcept {
  return _mm_loadu_si128(static_cast<const __m128i*>(from));
}
inline void Store256(void* to, __m256i value) noexcept {
  _mm256_storeu_si256(static_cast<__m256i*>(to), value);
}

void Unpack32Avx2(const std::byte* packed, size_t readable_bytes, int64_t count, int bit_width,
                  uint32_t* out) noexcept {
  static constexpr std::array<UnpackSteps8, kMaxWidthIn32 + 1> kSteps = MakeUnpackSteps8();
  if (bit_width > kMaxWidthIn32) {
    return Unpack32(packed, readable_bytes, count, bit_width, out);
  }
  const UnpackSteps8& steps = kSteps[static_cast<size_t>(bit_width)];
  const __m256i shuffle = Load256(steps.shuffle.data());
  const __m256i shift = Load256(steps.shift.data());
  const __m256i mask = _mm256_set1_epi32(static_cast<int>(LowMask(bit_width)));
  const size_t half_bytes = static_cast<size_t>(bit_width) / 2;
  const auto group_bytes = static_cast<size_t>(bit_width);
  for (; count >= 8 && readable_bytes >= half_bytes + 16; count -= 8) {
    const __m256i raw =
        _mm256_inserti128_si256(_mm256_castsi128_si256(Load128(packed)), Load128(packed + half_bytes), 1);
    const __m256i lanes = _mm256_shuffle_epi8(raw, shuffle);
    Store256(out, _mm256_and_si256(_mm256_srlv_epi32(lanes, shift), mask));
    packed += group_bytes;
    readable_bytes -= group_bytes;
    out += 8;
  }
  Unpack32(packed, readable_bytes, count, bit_width, out);
}

void UnpackBitsAvx2(const std::byte* bits, int64_t bit_start, int64_t count, uint8_t* out) noexcept {
  const int64_t head = bit_start % 8 == 0 ? 0 : 8 - bit_start % 8;
  if (count < head + 32) {
    return UnpackBits(bits, bit_start, count, out);
  }
  UnpackBits(bits, bit_start, head, out);
  const std::byte* at = bits + (bit_start + head) / 8;
  out += head;
  count -= head;
  const __m256i spread = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1,  //
                                          2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3);
  const __m256i one_bit = _mm256_set1_epi64x(static_cast<int64_t>(0x8040201008040201U));
  for (; count >= 32; count -= 32, at += 4, out += 32) {
    const __m256i copies = _mm256_shuffle_epi8(_mm256_set1_epi32(Load<int32_t>(at)), spread);
    const __m256i set = _mm256_cmpeq_epi8(_mm256_and_si256(copies, one_bit), one_bit);
    Store256(out, _mm256_and_si256(set, _mm256_set1_epi8(1)));
  }
  UnpackBits(at, 0, count, out);
}

int64_t LevelsAtLeastAvx2(const uint16_t* levels, int64_t count, uint16_t threshold, std::byte* bits,
                          int64_t bit_start) noexcept {
  const __m256i bound = _mm256_set1_epi16(static_cast<int16_t>(threshold));
  const auto at_least = [&bound](const uint16_t* from) {
    const __m256i value = Load256(from);
    return _mm256_cmpeq_epi16(_mm256_max_epu16(value, bound), value);
  };
  BitAppender appender(bits, bit_start);
  int64_t ones = 0;
  for (; count >= 32; count -= 32, levels += 32) {
    // Packing works within halves; put the quarters back in order.
    const __m256i bytes =
        _mm256_permute4x64_epi64(_mm256_packs_epi16(at_least(levels), at_least(levels + 16)), 0b11011000);
    const uint64_t word = static_cast<uint32_t>(_mm256_movemask_epi8(bytes));
    ones += std::popcount(word);
    appender.Append(word, 32);
  }
  if (count > 0) {
    uint64_t word = 0;
    for (int k = 0; k < static_cast<int>(count); ++k) {
      word |= static_cast<uint64_t>(levels[k] >= threshold ? 1 : 0) << k;
    }
    ones += std::popcount(word);
    appender.Append(word, static_cast<int>(count));
  }
  appender.Finish();
  return ones;
}

}  // namespace
}  // namespace taracea::kernels

// Kernels that both x86 levels use: packing with AVX2 and BMI2. Included inside a target region, behind portable-inl.h.

namespace taracea::kernels {
namespace {

/// Widths whose values lie within the four bytes from their first bit's on.
constexpr int kMaxWidthIn32 = 25;

inline __m256i Load256(const void* from) noexcept {
  return _mm256_loadu_si256(static_cast<const __m256i*>(from));
}

// Packing ------------------------------------------------------------------------------------------------------------

/// Packs groups of 8 values of 1..8 bits: a byte each, then the bits of the bytes next to each other.
const uint32_t* PackBytes(const uint32_t* values, int64_t groups, int bit_width, std::byte* out) noexcept {
  const uint64_t bits = LowMask(bit_width) * 0x0101010101010101U;
  const __m256i low_bytes = _mm256_setr_epi8(0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,  //
                                             0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
  for (; groups > 0; --groups, values += 8, out += bit_width) {
    const __m256i lanes = _mm256_shuffle_epi8(Load256(values), low_bytes);
    const auto low = static_cast<uint32_t>(_mm256_extract_epi32(lanes, 0));
    const auto high = static_cast<uint32_t>(_mm256_extract_epi32(lanes, 4));
    Store(out, _pext_u64(static_cast<uint64_t>(high) << 32 | low, bits));
  }
  return values;
}

/// The same for 9..16 bits, two bytes each.
const uint32_t* PackWords(const uint32_t* values, int64_t groups, int bit_width, std::byte* out) noexcept {
  const uint64_t bits = LowMask(bit_width) * 0x0001000100010001U;
  const __m256i low_words = _mm256_setr_epi8(0, 1, 4, 5, 8, 9, 12, 13, -1, -1, -1, -1, -1, -1, -1, -1,  //
                                             0, 1, 4, 5, 8, 9, 12, 13, -1, -1, -1, -1, -1, -1, -1, -1);
  const int half_bits = 4 * bit_width;
  for (; groups > 0; --groups, values += 8, out += bit_width) {
    const __m256i lanes = _mm256_shuffle_epi8(Load256(values), low_words);
    const uint64_t low = _pext_u64(static_cast<uint64_t>(_mm256_extract_epi64(lanes, 0)), bits);
    const uint64_t high = _pext_u64(static_cast<uint64_t>(_mm256_extract_epi64(lanes, 2)), bits);
    Store(out, half_bits == 64 ? low : low | high << half_bits);
    Store(out + 8, high >> (64 - half_bits));
  }
  return values;
}

/// The same for 17..32 bits, in pairs of 34..64 bits that follow each other in a stream of words.
const uint32_t* PackPairs(const uint32_t* values, int64_t groups, int bit_width, std::byte* out) noexcept {
  const uint64_t bits = LowMask(bit_width) * 0x0000000100000001U;
  const int pair_bits = 2 * bit_width;
  uint64_t word = 0;
  int filled = 0;
  for (int64_t pairs = 4 * groups; pairs > 0; --pairs, values += 2) {
    const uint64_t pair = _pext_u64(Load<uint64_t>(reinterpret_cast<const std::byte*>(values)), bits);
    word |= pair << filled;
    if (filled + pair_bits >= 64) {
      Store(out, word);
      out += 8;
      word = filled == 0 ? 0 : pair >> (64 - filled);
      filled -= 64;
    }
    filled += pair_bits;
  }
  Store(out, word);
  return values;
}

void Pack32Avx2(const uint32_t* values, int64_t count, int bit_width, std::byte* out) noexcept {
  const int64_t groups = count / 8;
  const uint32_t* rest = bit_width <= 8    ? PackBytes(values, groups, bit_width, out)
                         : bit_width <= 16 ? PackWords(values, groups, bit_width, out)
                                           : PackPairs(values, groups, bit_width, out);
  Pack32(rest, count % 8, bit_width, out + groups * bit_width);
}

void PackBitsAvx2(const uint8_t* bytes, int64_t count, std::byte* bits, int64_t bit_start) noexcept {
  const int64_t head = bit_start % 8 == 0 ? 0 : 8 - bit_start % 8;
  if (count < head + 32) {
    return PackBits(bytes, count, bits, bit_start);
  }
  PackBits(bytes, head, bits, bit_start);
  std::byte* at = bits + (bit_start + head) / 8;
  bytes += head;
  count -= head;
  for (; count >= 32; count -= 32, at += 4, bytes += 32) {
    const __m256i zero = _mm256_cmpeq_epi8(Load256(bytes), _mm256_setzero_si256());
    Store(at, ~static_cast<uint32_t>(_mm256_movemask_epi8(zero)));
  }
  PackBits(bytes, count, at, 0);
}

}  // namespace
}  // namespace taracea::kernels

// Byte strings with AVX-512: masked loads touch no byte outside, so that short strings need no branches. Included
// inside a target region, behind portable-inl.h and avx512-inl.h.

namespace taracea::kernels {
namespace {

inline __mmask32 FirstBytes32(uint32_t size) noexcept {
  return static_cast<__mmask32>(_bzhi_u64(0xFFFFFFFFU, size));
}

void HashBytesAvx512(const ByteStrings& strings, int64_t count, const HashKeys& keys, uint32_t* hashes) noexcept {
  const auto [starts, sizes] = strings;
  const __m256i lane_keys = Load256(keys.lanes);
  const uint64_t fold = keys.fold;
  for (int64_t i = 0; i < count; ++i) {
    const std::byte* at = starts[i];
    uint32_t size = sizes[i];
    uint64_t hash = size;
    if (size > kHashBlockBytes) [[unlikely]] {
      hash = HashWholeBlocks(&at, &size, keys);
    }
    const __m256i words = _mm256_maskz_loadu_epi8(FirstBytes32(size), at);
    const __m256i mixed = _mm256_add_epi64(words, lane_keys);
    const __m256i products = _mm256_mul_epu32(mixed, _mm256_srli_epi64(mixed, 32));
    const __m256i sums = _mm256_add_epi64(products, words);
    const __m128i pair = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    const __m128i sum = _mm_add_epi64(pair, _mm_unpackhi_epi64(pair, pair));
    hashes[i] = static_cast<uint32_t>(FoldedProduct(hash + static_cast<uint64_t>(_mm_cvtsi128_si64(sum)), fold));
  }
}

uint64_t SameBytesAvx512(const ByteStrings& strings, const EntryBytes& entries, const uint32_t* ids,
                         int64_t count) noexcept {
  const auto [starts, sizes] = strings;
  const auto [offsets, bytes] = entries;
  uint64_t same = 0;
  for (int64_t i = 0; i < count; ++i) {
    const uint32_t size = sizes[i];
    const int64_t start = offsets[ids[i]];
    const bool same_size = offsets[size_t{ids[i]} + 1] - start == size;
    if (size > 64) [[unlikely]] {
      same |= static_cast<uint64_t>(same_size && std::memcmp(starts[i], bytes + start, size) == 0 ? 1 : 0) << i;
      continue;
    }
    const uint64_t lanes = FirstLanes(same_size ? size : 0);
    const __m512i a = _mm512_maskz_loadu_epi8(lanes, starts[i]);
    const __m512i b = _mm512_maskz_loadu_epi8(lanes, bytes + start);
    const uint64_t different = _mm512_cmpneq_epi8_mask(a, b);
    same |= static_cast<uint64_t>(same_size && different == 0 ? 1 : 0) << i;
  }
  return same;
}

/// Mask of the low `count` (0..64) bits; count is known to be in range.
inline uint64_t LowLanes(size_t count) noexcept {
  return _bzhi_u64(~uint64_t{0}, count);
}

/// Stores up to 64 bytes; with slack also those behind.
template <bool kWriteSlack>
inline void StoreShort(std::byte* out, __m512i value, size_t size) noexcept {
  if constexpr (!kWriteSlack) {
    _mm512_mask_storeu_epi8(out, LowLanes(size), value);
    return;
  }
  // Half a register crosses fewer cache lines.
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm512_castsi512_si256(value));
  if (size > 32) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + 32), _mm512_extracti64x4_epi64(value, 1));
  }
}

template <bool kWriteSlack>
std::byte* JoinShortPrefixes(const PrefixedStrings& strings, int64_t count, const std::byte* last,
                             std::byte* out) noexcept {
  auto [prefixes, suffixes, body] = strings;
  // The value before, as far as the first value needs it.
  __m512i value = _mm512_maskz_loadu_epi8(FirstLanes(prefixes[0]), last);
  for (int64_t i = 0; i < count; ++i) {
    const size_t prefix = prefixes[i];
    const size_t suffix = suffixes[i];
    const size_t size = prefix + suffix;
    if (size <= 64) [[likely]] {
      // The suffix is loaded to its place behind the prefix; lanes before it are not touched.
      value = _mm512_mask_loadu_epi8(value, LowLanes(size) & ~LowLanes(prefix), body - prefix);
      StoreShort<kWriteSlack>(out, value, size);
    } else {
      CopyBytes(out, last, prefix);
      CopyBytes(out + prefix, body, suffix);
      value = _mm512_loadu_si512(out);
    }
    last = out;
    out += size;
    body += suffix;
  }
  return out - (prefixes[count - 1] + suffixes[count - 1]);
}

std::byte* JoinPrefixesAvx512(const PrefixedStrings& strings, int64_t count, const std::byte* last, std::byte* out,
                              bool write_slack) noexcept {
  return write_slack ? JoinShortPrefixes<true>(strings, count, last, out)
                     : JoinShortPrefixes<false>(strings, count, last, out);
}

std::byte* SplitPrefixesAvx512(const ByteStrings& strings, int64_t count, uint32_t* prefixes, uint32_t* suffixes,
                               std::byte* out) noexcept {
  const auto [starts, sizes] = strings;
  uint32_t before_size = sizes[0];
  // Values are loaded once, up to 64 bytes with zeros behind, and compared with the register of the one before.
  __m512i before = _mm512_maskz_loadu_epi8(FirstLanes(before_size), starts[0]);
  for (int64_t i = 0; i < count; ++i) {
    const uint32_t size = sizes[i + 1];
    const std::byte* const value = starts[i + 1];
    const uint32_t shared = before_size < size ? before_size : size;
    const __m512i bytes = _mm512_maskz_loadu_epi8(size > 64 ? ~uint64_t{0} : LowLanes(size), value);
    const auto same = static_cast<uint32_t>(_tzcnt_u64(_mm512_cmpneq_epi8_mask(bytes, before)));
    uint32_t prefix = same < shared ? same : shared;
    if (prefix == 64) [[unlikely]] {
      prefix = CommonPrefix(starts[i], value, 64, shared);
    }
    const uint32_t suffix = size - prefix;
    prefixes[i] = prefix;
    suffixes[i] = suffix;
    if (suffix <= 32) [[likely]] {
      // Half a register crosses fewer cache lines.
      const auto lanes = static_cast<__mmask32>(LowLanes(suffix));
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm256_maskz_loadu_epi8(lanes, value + prefix));
    } else {
      std::memcpy(out, value + prefix, suffix);
    }
    out += suffix;
    before = bytes;
    before_size = size;
  }
  return out;
}

// Streams ------------------------------------------------------------------------------------------------------------

/// Splits 8 values of 8 bytes a step: one permutation brings their bytes next to each other.
void SplitStreamsAvx512(const std::byte* values, int width_bytes, int64_t count, std::byte* streams) noexcept {
  if (width_bytes != 8) {
    return SplitStreams(values, width_bytes, count, streams);
  }
  alignas(64) static constexpr std::array<uint8_t, 64> kTransposed = [] {
    std::array<uint8_t, 64> from{};
    for (size_t i = 0; i < 64; ++i) {
      from[i] = static_cast<uint8_t>(i % 8 * 8 + i / 8);
    }
    return from;
  }();
  const __m512i transposed = _mm512_load_si512(kTransposed.data());
  int64_t i = 0;
  for (; i + 8 <= count; i += 8) {
    const __m512i bytes = _mm512_permutexvar_epi8(transposed, _mm512_loadu_si512(values + 8 * i));
    alignas(64) uint64_t words[8];
    _mm512_store_si512(words, bytes);
    for (int k = 0; k < 8; ++k) {
      Store(streams + k * count + i, words[k]);
    }
  }
  for (; i < count; ++i) {
    for (int k = 0; k < 8; ++k) {
      streams[k * count + i] = values[8 * i + k];
    }
  }
}

}  // namespace
}  // namespace taracea::kernels

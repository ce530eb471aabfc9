#pragma once

#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace taracea::text {

/// Bytes looked at by one FindStructural; that many must be readable.
inline constexpr size_t kStructuralBlockBytes = 64;

/// The characters that can end or change a cell of delimited text.
struct StructuralSet {
  char delimiter;
  char quote;  ///< The delimiter again when there is none.
};

/// Bit i is set where text[i] is the delimiter, the quote, CR or LF; 64 bytes are read.
inline uint64_t FindStructural(const char* text, StructuralSet set) noexcept {
  uint64_t mask = 0;
#if defined(__SSE2__)
  const __m128i delimiter = _mm_set1_epi8(set.delimiter);
  const __m128i quote = _mm_set1_epi8(set.quote);
  const __m128i line_feed = _mm_set1_epi8('\n');
  const __m128i carriage_return = _mm_set1_epi8('\r');
  for (int part = 0; part < 4; ++part) {
    __m128i bytes;
    std::memcpy(&bytes, text + part * 16, sizeof(bytes));
    const __m128i separators = _mm_or_si128(_mm_cmpeq_epi8(bytes, delimiter), _mm_cmpeq_epi8(bytes, quote));
    const __m128i line_ends = _mm_or_si128(_mm_cmpeq_epi8(bytes, line_feed), _mm_cmpeq_epi8(bytes, carriage_return));
    const int bits = _mm_movemask_epi8(_mm_or_si128(separators, line_ends));
    mask |= static_cast<uint64_t>(static_cast<uint32_t>(bits)) << (part * 16);
  }
#else
  for (size_t i = 0; i < kStructuralBlockBytes; ++i) {
    const char c = text[i];
    const bool hit = c == set.delimiter || c == set.quote || c == '\n' || c == '\r';
    mask |= static_cast<uint64_t>(hit) << i;
  }
#endif
  return mask;
}

}  // namespace taracea::text

// Hashes, comparisons and prefixes of byte strings in plain loops: part of portable-inl.h.

namespace taracea::kernels {
namespace {

/// Folds the 128-bit product of two numbers.
inline uint64_t FoldedProduct(uint64_t a, uint64_t b) noexcept {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

/// The sum over words of the product of their halves, each half mixed with a key: two strings that differ collide with
/// a chance of 2^-32 over the keys.
inline uint64_t HalfProducts(const uint64_t (&words)[4], const HashKeys& keys) noexcept {
  uint64_t sum = 0;
  for (int k = 0; k < 4; ++k) {
    const uint64_t mixed = words[k] + keys.lanes[k];
    sum += (mixed & 0xFFFFFFFFU) * (mixed >> 32);
    sum += words[k];
  }
  return sum;
}

constexpr uint32_t kHashBlockBytes = 32;

/// Hashes all blocks but the last one, which has 0 to 32 bytes and is left in *at and *size.
inline uint64_t HashWholeBlocks(const std::byte** at, uint32_t* size, const HashKeys& keys) noexcept {
  uint64_t hash = *size;
  for (; *size > kHashBlockBytes; *size -= kHashBlockBytes, *at += kHashBlockBytes) {
    uint64_t words[4];
    std::memcpy(words, *at, sizeof(words));
    hash = FoldedProduct(hash + HalfProducts(words, keys), keys.fold);
  }
  return hash;
}

void HashBytes(const ByteStrings& strings, int64_t count, const HashKeys& keys, uint32_t* hashes) noexcept {
  for (int64_t i = 0; i < count; ++i) {
    const std::byte* at = strings.at[i];
    uint32_t size = strings.sizes[i];
    const uint64_t hash = HashWholeBlocks(&at, &size, keys);
    uint64_t words[4] = {};
    uint32_t k = 0;
    for (; size >= 8; size -= 8, at += 8) {
      words[k++] = Load<uint64_t>(at);
    }
    if (size > 0) {
      words[k] = LoadUpTo8(at, size);
    }
    hashes[i] = static_cast<uint32_t>(FoldedProduct(hash + HalfProducts(words, keys), keys.fold));
  }
}

/// Compares in loads of 8 bytes that overlap at the end; short strings are the usual ones.
inline bool SameRange(const std::byte* a, const std::byte* b, size_t size) noexcept {
  if (size < 8) {
    return size == 0 || LoadUpTo8(a, size) == LoadUpTo8(b, size);
  }
  if (size > 32) {
    return std::memcmp(a, b, size) == 0;
  }
  uint64_t different = Load<uint64_t>(a + size - 8) ^ Load<uint64_t>(b + size - 8);
  for (size_t i = 0; i + 8 < size; i += 8) {
    different |= Load<uint64_t>(a + i) ^ Load<uint64_t>(b + i);
  }
  return different == 0;
}

uint64_t SameBytes(const ByteStrings& strings, const EntryBytes& entries, const uint32_t* ids, int64_t count) noexcept {
  uint64_t same = 0;
  for (int64_t i = 0; i < count; ++i) {
    const int64_t* const offsets = entries.offsets + ids[i];
    const bool equal = offsets[1] - offsets[0] == strings.sizes[i] &&
                       SameRange(entries.bytes + offsets[0], strings.at[i], strings.sizes[i]);
    same |= static_cast<uint64_t>(equal ? 1 : 0) << i;
  }
  return same;
}

PrefixedSizes MeasurePrefixed(const PrefixedStrings& strings, int64_t count, uint32_t last_size,
                              uint32_t* sizes) noexcept {
  uint64_t suffix_bytes = 0;
  uint64_t value_bytes = 0;
  uint32_t longer = 0;
  for (int64_t i = 0; i < count; ++i) {
    const uint32_t size = strings.prefixes[i] + strings.suffixes[i];
    sizes[i] = size;
    suffix_bytes += strings.suffixes[i];
    value_bytes += size;
  }
  longer |= static_cast<uint32_t>(count > 0 && strings.prefixes[0] > last_size ? 1 : 0);
  for (int64_t i = 1; i < count; ++i) {
    longer |= static_cast<uint32_t>(strings.prefixes[i] > sizes[i - 1] ? 1 : 0);
  }
  return {static_cast<int64_t>(suffix_bytes), static_cast<int64_t>(value_bytes), longer == 0};
}

std::byte* JoinPrefixes(const PrefixedStrings& strings, int64_t count, const std::byte* last, std::byte* out,
                        bool /*write_slack*/) noexcept {
  const std::byte* body = strings.body;
  std::byte* value = out;
  for (int64_t i = 0; i < count; ++i) {
    CopyBytes(out, last, strings.prefixes[i]);
    CopyBytes(out + strings.prefixes[i], body, strings.suffixes[i]);
    value = out;
    last = out;
    out += strings.prefixes[i] + strings.suffixes[i];
    body += strings.suffixes[i];
  }
  return value;
}

/// Bytes from `start` on that two strings share, at most up to `size`.
inline uint32_t CommonPrefix(const std::byte* a, const std::byte* b, uint32_t start, uint32_t size) noexcept {
  uint32_t i = start;
  for (; i + 8 <= size; i += 8) {
    const uint64_t different = Load<uint64_t>(a + i) ^ Load<uint64_t>(b + i);
    if (different != 0) {
      return i + static_cast<uint32_t>(std::countr_zero(different)) / 8;
    }
  }
  if (i == size) {
    return size;
  }
  // The rest: the last 8 bytes, some of which are known to be the same, or all of a short string.
  const uint32_t last = size < 8 ? 0 : size - 8;
  const uint64_t different =
      size < 8 ? LoadUpTo8(a, size) ^ LoadUpTo8(b, size) : Load<uint64_t>(a + last) ^ Load<uint64_t>(b + last);
  return different == 0 ? size : last + static_cast<uint32_t>(std::countr_zero(different)) / 8;
}

std::byte* SplitPrefixes(const ByteStrings& strings, int64_t count, uint32_t* prefixes, uint32_t* suffixes,
                         std::byte* out) noexcept {
  for (int64_t i = 0; i < count; ++i) {
    const uint32_t before_size = strings.sizes[i];
    const uint32_t size = strings.sizes[i + 1];
    const std::byte* const value = strings.at[i + 1];
    const uint32_t prefix = CommonPrefix(strings.at[i], value, 0, before_size < size ? before_size : size);
    prefixes[i] = prefix;
    suffixes[i] = size - prefix;
    CopyBytes(out, value + prefix, size - prefix);
    out += size - prefix;
  }
  return out;
}

}  // namespace
}  // namespace taracea::kernels

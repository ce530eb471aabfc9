// Values, byte arrays and nulls in plain loops: part of portable-inl.h.

namespace taracea::kernels {
namespace {

// Byte arrays --------------------------------------------------------------------------------------------------------

int64_t PlainMeasure(const std::byte* bytes, int64_t size_bytes, int64_t count) noexcept {
  const std::byte* at = bytes;
  const std::byte* const end = bytes + size_bytes;
  for (int64_t i = 0; i < count; ++i) {
    if (end - at < 4) {
      return -1;
    }
    const auto length = static_cast<int64_t>(Load<uint32_t>(at));
    at += 4;
    if (length > end - at) {
      return -1;
    }
    at += length;
  }
  return at - bytes;
}

constexpr int64_t kMaxShortCopyBytes = 64;
constexpr int64_t kMediumCopyBytes = 512;

/// Copies `size_bytes` in steps of kStep; reads and writes up to kStep - 1 bytes too many, at least kStep in all. Long
/// strings are copied exactly.
template <int64_t kStep>
inline void CopyInSteps(std::byte* to, const std::byte* from, int64_t size_bytes) noexcept {
  if (size_bytes > kMediumCopyBytes) [[unlikely]] {
    std::memcpy(to, from, static_cast<size_t>(size_bytes));
    return;
  }
  std::memcpy(to, from, kStep);
  int64_t i = kStep;
  if (kStep == kMaxShortCopyBytes && size_bytes > 2 * kStep) {
    // Stores that cross no cache line are worth an overlap.
    i -= static_cast<int64_t>(reinterpret_cast<uintptr_t>(to) % kStep);
  }
  for (; i < size_bytes; i += kStep) {
    std::memcpy(to + i, from + i, kStep);
  }
}

/// The step that suits strings of that mean size: one step for most of them.
template <typename Function>
auto WithCopyStep(int64_t total_bytes, int64_t count, const Function& function) noexcept {
  return total_bytes <= 24 * count ? function(std::integral_constant<int64_t, 32>())
                                   : function(std::integral_constant<int64_t, kMaxShortCopyBytes>());
}

template <int64_t kStep, typename Offset>
int64_t PlainDecodeInSteps(const PlainInput& input, int64_t count, Offset* offsets, std::byte* data,
                           bool write_slack) noexcept {
  // What the values may take when each has a length word. It also keeps every length word within the input.
  int64_t room = input.size_bytes - 4 * count;
  if (room < 0) {
    return -1;
  }
  const std::byte* at = input.bytes;
  const std::byte* const readable_end = at + input.size_bytes + input.read_slack_bytes;
  int64_t i = 0;
  auto offset = static_cast<int64_t>(offsets[0]);
  while (write_slack && i < count) {
    const auto length = static_cast<int64_t>(Load<uint32_t>(at));
    if (length > room || readable_end - at < 4 + kStep + length) [[unlikely]] {
      break;
    }
    room -= length;
    CopyInSteps<kStep>(data + offset, at + 4, length);
    at += 4 + length;
    offset += length;
    offsets[++i] = static_cast<Offset>(offset);
  }
  for (; i < count; ++i) {
    const auto length = static_cast<int64_t>(Load<uint32_t>(at));
    if (length > room) {
      return -1;
    }
    room -= length;
    CopyBytes(data + offset, at + 4, static_cast<size_t>(length));
    at += 4 + length;
    offset += length;
    offsets[i + 1] = static_cast<Offset>(offset);
  }
  return at - input.bytes;
}

template <typename Offset>
int64_t PlainDecode(const PlainInput& input, int64_t count, Offset* offsets, std::byte* data,
                    bool write_slack) noexcept {
  return WithCopyStep(input.size_bytes - 4 * count, count, [&](auto step) {
    return PlainDecodeInSteps<step.value>(input, count, offsets, data, write_slack);
  });
}

template <int64_t kStep, typename Offset>
std::byte* PlainEncodeInSteps(const Offset* offsets, const std::byte* data, size_t read_slack_bytes, int64_t count,
                              std::byte* out) noexcept {
  const auto end = static_cast<int64_t>(offsets[count]) + static_cast<int64_t>(read_slack_bytes);
  int64_t i = 0;
  for (; i < count && end - static_cast<int64_t>(offsets[i + 1]) >= kStep; ++i) {
    const auto start = static_cast<int64_t>(offsets[i]);
    const int64_t length = static_cast<int64_t>(offsets[i + 1]) - start;
    Store(out, static_cast<uint32_t>(length));
    CopyInSteps<kStep>(out + 4, data + start, length);
    out += 4 + length;
  }
  for (; i < count; ++i) {
    const auto start = static_cast<int64_t>(offsets[i]);
    const int64_t length = static_cast<int64_t>(offsets[i + 1]) - start;
    Store(out, static_cast<uint32_t>(length));
    CopyBytes(out + 4, data + start, static_cast<size_t>(length));
    out += 4 + length;
  }
  return out;
}

template <typename Offset>
std::byte* PlainEncode(const Offset* offsets, const std::byte* data, size_t read_slack_bytes, int64_t count,
                       std::byte* out) noexcept {
  return WithCopyStep(static_cast<int64_t>(offsets[count]) - static_cast<int64_t>(offsets[0]), count, [&](auto step) {
    return PlainEncodeInSteps<step.value>(offsets, data, read_slack_bytes, count, out);
  });
}

// Gathering from dictionaries ----------------------------------------------------------------------------------------

template <size_t kWidth>
void GatherWidth(const std::byte* entries, const uint32_t* indices, int64_t count, std::byte* out) noexcept {
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(out + static_cast<size_t>(i) * kWidth, entries + size_t{indices[i]} * kWidth, kWidth);
  }
}

void GatherFixed(const std::byte* entries, int width_bytes, const uint32_t* indices, int64_t count,
                 std::byte* out) noexcept {
  switch (width_bytes) {
    case 1: return GatherWidth<1>(entries, indices, count, out);
    case 2: return GatherWidth<2>(entries, indices, count, out);
    case 4: return GatherWidth<4>(entries, indices, count, out);
    case 8: return GatherWidth<8>(entries, indices, count, out);
    case 12: return GatherWidth<12>(entries, indices, count, out);
    case 16: return GatherWidth<16>(entries, indices, count, out);
    default: break;
  }
  const auto width = static_cast<size_t>(width_bytes);
  for (int64_t i = 0; i < count; ++i) {
    CopyBytes(out + static_cast<size_t>(i) * width, entries + indices[i] * width, width);
  }
}

int64_t GatherMeasure(const int64_t* entry_offsets, const uint32_t* indices, int64_t count) noexcept {
  int64_t sum = 0;
  for (int64_t i = 0; i < count; ++i) {
    sum += entry_offsets[size_t{indices[i]} + 1] - entry_offsets[indices[i]];
  }
  return sum;
}

template <typename Offset>
void GatherBinary(const EntryBytes& entries, const uint32_t* indices, int64_t count, Offset* offsets, std::byte* data,
                  bool write_slack) noexcept {
  auto offset = static_cast<int64_t>(offsets[0]);
  for (int64_t i = 0; i < count; ++i) {
    const int64_t start = entries.offsets[indices[i]];
    const int64_t length = entries.offsets[size_t{indices[i]} + 1] - start;
    if (write_slack) {
      CopyInSteps<32>(data + offset, entries.bytes + start, length);
    } else {
      CopyBytes(data + offset, entries.bytes + start, static_cast<size_t>(length));
    }
    offset += length;
    offsets[i + 1] = static_cast<Offset>(offset);
  }
}

// Reductions and runs ------------------------------------------------------------------------------------------------

template <typename T>
T Max(const T* values, int64_t count) noexcept {
  T max = 0;
  for (int64_t i = 0; i < count; ++i) {
    max = values[i] > max ? values[i] : max;
  }
  return max;
}

template <typename T>
MinMax<T> MinMaxOfIntegers(const T* values, int64_t count) noexcept {
  T min = values[0];
  T max = values[0];
  for (int64_t i = 1; i < count; ++i) {
    min = values[i] < min ? values[i] : min;
    max = values[i] > max ? values[i] : max;
  }
  return {min, max, 0};
}

template <typename T>
MinMax<T> MinMaxOfFloats(const T* values, int64_t count) noexcept {
  // Lanes of their own, because the order of float comparisons may not be changed by the compiler. A NaN compares
  // false, so it never replaces a lane.
  constexpr int kLanes = 64 / static_cast<int>(sizeof(T));
  T min[static_cast<size_t>(kLanes)];
  T max[static_cast<size_t>(kLanes)];
  int64_t nan[static_cast<size_t>(kLanes)] = {};
  for (int k = 0; k < kLanes; ++k) {
    min[k] = std::numeric_limits<T>::infinity();
    max[k] = -std::numeric_limits<T>::infinity();
  }
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    for (int k = 0; k < kLanes; ++k) {
      const T value = values[i + k];
      min[k] = value < min[k] ? value : min[k];
      max[k] = value > max[k] ? value : max[k];
      nan[k] += value != value ? 1 : 0;
    }
  }
  for (; i < count; ++i) {
    min[0] = values[i] < min[0] ? values[i] : min[0];
    max[0] = values[i] > max[0] ? values[i] : max[0];
    nan[0] += values[i] != values[i] ? 1 : 0;
  }
  MinMax<T> all{min[0], max[0], nan[0]};
  for (int k = 1; k < kLanes; ++k) {
    all.min = min[k] < all.min ? min[k] : all.min;
    all.max = max[k] > all.max ? max[k] : all.max;
    all.nan_count += nan[k];
  }
  return all;
}

template <typename T>
int64_t Run(const T* values, int64_t count) noexcept {
  constexpr int64_t kStep = 64 / static_cast<int64_t>(sizeof(T));
  const T first = values[0];
  int64_t i = 1;
  // Most runs are short: look at a few values before whole steps.
  for (const int64_t near = count < 8 ? count : 8; i < near; ++i) {
    if (values[i] != first) {
      return i;
    }
  }
  for (; i + kStep <= count; i += kStep) {
    T different = 0;
    for (int64_t k = 0; k < kStep; ++k) {
      different = static_cast<T>(different | (values[i + k] ^ first));
    }
    if (different != 0) {
      break;
    }
  }
  while (i < count && values[i] == first) {
    ++i;
  }
  return i;
}

// Nulls --------------------------------------------------------------------------------------------------------------

inline bool BitAt(const std::byte* bits, int64_t i) noexcept {
  return (static_cast<uint8_t>(bits[i >> 3]) >> (i & 7) & 1) != 0;
}

/// Expands slots [0, count), the last ones first; `dense` of them are set. Returns nothing: all slots are final.
template <size_t kWidth>
void ExpandWidth(std::byte* values, const std::byte* bits, int64_t bit_start, int64_t count, int64_t dense) noexcept {
  std::byte zeros[kWidth] = {};
  for (int64_t i = count - 1; i >= 0 && dense <= i; --i) {
    const bool set = BitAt(bits, bit_start + i);
    dense -= set ? 1 : 0;
    std::byte value[kWidth];
    std::memcpy(value, set ? values + static_cast<size_t>(dense) * kWidth : zeros, kWidth);
    std::memcpy(values + static_cast<size_t>(i) * kWidth, value, kWidth);
  }
}

void ExpandAny(std::byte* values, size_t width, const std::byte* bits, int64_t bit_start, int64_t count,
               int64_t dense) noexcept {
  for (int64_t i = count - 1; i >= 0 && dense <= i; --i) {
    std::byte* const slot = values + static_cast<size_t>(i) * width;
    if (BitAt(bits, bit_start + i)) {
      --dense;
      std::memmove(slot, values + static_cast<size_t>(dense) * width, width);
    } else {
      std::memset(slot, 0, width);
    }
  }
}

void Expand(std::byte* values, int width_bytes, const std::byte* bits, int64_t bit_start, int64_t count,
            int64_t set_count) noexcept {
  switch (width_bytes) {
    case 0: return;
    case 1: return ExpandWidth<1>(values, bits, bit_start, count, set_count);
    case 2: return ExpandWidth<2>(values, bits, bit_start, count, set_count);
    case 4: return ExpandWidth<4>(values, bits, bit_start, count, set_count);
    case 8: return ExpandWidth<8>(values, bits, bit_start, count, set_count);
    case 12: return ExpandWidth<12>(values, bits, bit_start, count, set_count);
    case 16: return ExpandWidth<16>(values, bits, bit_start, count, set_count);
    default: return ExpandAny(values, static_cast<size_t>(width_bytes), bits, bit_start, count, set_count);
  }
}

template <size_t kWidth>
int64_t CompactWidth(const std::byte* values, const std::byte* bits, int64_t bit_start, int64_t count,
                     std::byte* out) noexcept {
  std::byte* at = out;
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(at, values + static_cast<size_t>(i) * kWidth, kWidth);
    at += BitAt(bits, bit_start + i) ? kWidth : 0;
  }
  return (at - out) / static_cast<int64_t>(kWidth);
}

int64_t Compact(const std::byte* values, int width_bytes, const std::byte* bits, int64_t bit_start, int64_t count,
                std::byte* out) noexcept {
  switch (width_bytes) {
    case 1: return CompactWidth<1>(values, bits, bit_start, count, out);
    case 2: return CompactWidth<2>(values, bits, bit_start, count, out);
    case 4: return CompactWidth<4>(values, bits, bit_start, count, out);
    case 8: return CompactWidth<8>(values, bits, bit_start, count, out);
    case 12: return CompactWidth<12>(values, bits, bit_start, count, out);
    case 16: return CompactWidth<16>(values, bits, bit_start, count, out);
    default: break;
  }
  const auto width = static_cast<size_t>(width_bytes);
  int64_t kept = 0;
  for (int64_t i = 0; i < count; ++i) {
    if (BitAt(bits, bit_start + i)) {
      CopyBytes(out + static_cast<size_t>(kept++) * width, values + static_cast<size_t>(i) * width, width);
    }
  }
  return kept;
}

// Byte streams -------------------------------------------------------------------------------------------------------

template <int kWidth>
void JoinWidth(const std::byte* streams, int64_t stride_bytes, int64_t count, std::byte* out) noexcept {
  for (int64_t i = 0; i < count; ++i) {
    for (int k = 0; k < kWidth; ++k) {
      out[i * kWidth + k] = streams[k * stride_bytes + i];
    }
  }
}

void JoinStreams(const std::byte* streams, int64_t stride_bytes, int width_bytes, int64_t count,
                 std::byte* out) noexcept {
  switch (width_bytes) {
    case 2: return JoinWidth<2>(streams, stride_bytes, count, out);
    case 4: return JoinWidth<4>(streams, stride_bytes, count, out);
    case 8: return JoinWidth<8>(streams, stride_bytes, count, out);
    case 16: return JoinWidth<16>(streams, stride_bytes, count, out);
    default: break;
  }
  for (int k = 0; k < width_bytes; ++k) {
    for (int64_t i = 0; i < count; ++i) {
      out[i * width_bytes + k] = streams[k * stride_bytes + i];
    }
  }
}

template <int kWidth>
void SplitWidth(const std::byte* values, int64_t count, std::byte* streams) noexcept {
  for (int64_t i = 0; i < count; ++i) {
    for (int k = 0; k < kWidth; ++k) {
      streams[k * count + i] = values[i * kWidth + k];
    }
  }
}

void SplitStreams(const std::byte* values, int width_bytes, int64_t count, std::byte* streams) noexcept {
  switch (width_bytes) {
    case 2: return SplitWidth<2>(values, count, streams);
    case 4: return SplitWidth<4>(values, count, streams);
    case 8: return SplitWidth<8>(values, count, streams);
    case 16: return SplitWidth<16>(values, count, streams);
    default: break;
  }
  for (int k = 0; k < width_bytes; ++k) {
    for (int64_t i = 0; i < count; ++i) {
      streams[k * count + i] = values[i * width_bytes + k];
    }
  }
}

// Big-endian numbers -------------------------------------------------------------------------------------------------

void FromBigEndianBytes(const std::byte* in, int in_width, int64_t count, std::byte* out, int out_width) noexcept {
  const int shared = in_width < out_width ? in_width : out_width;
  for (int64_t i = 0; i < count; ++i, in += in_width, out += out_width) {
    for (int k = 0; k < shared; ++k) {
      out[k] = in[in_width - 1 - k];
    }
    const bool negative = in_width > 0 && (static_cast<uint8_t>(in[0]) & 0x80) != 0;
    std::memset(out + shared, negative ? 0xFF : 0, static_cast<size_t>(out_width - shared));
  }
}

/// Numbers of up to 16 bytes, in two words; `kOut` is 4, 8 or 16.
template <int kOut>
void FromBigEndianWords(const std::byte* in, int in_width, int64_t count, std::byte* out) noexcept {
  // A number of up to 8 bytes is loaded with what follows it and shifted down; the last ones have nothing behind them.
  const int64_t exact = in_width >= 8 ? 0 : (8 + in_width - 1) / in_width;
  int64_t i = 0;
  for (; i < count - exact; ++i, in += in_width, out += kOut) {
    const auto first = static_cast<int64_t>(__builtin_bswap64(Load<uint64_t>(in)));
    int64_t low = 0;
    int64_t high = 0;
    if (in_width <= 8) {
      low = first >> (8 * (8 - in_width));
      high = low >> 63;
    } else {
      low = static_cast<int64_t>(__builtin_bswap64(Load<uint64_t>(in + in_width - 8)));
      high = first >> (8 * (16 - in_width));
    }
    std::memcpy(out, &low, kOut < 8 ? kOut : 8);
    if constexpr (kOut == 16) {
      std::memcpy(out + 8, &high, 8);
    }
  }
  FromBigEndianBytes(in, in_width, count - i, out, kOut);
}

void FromBigEndian(const std::byte* in, int in_width, int64_t count, std::byte* out, int out_width) noexcept {
  if (in_width < 1 || in_width > 16) {
    return FromBigEndianBytes(in, in_width, count, out, out_width);
  }
  switch (out_width) {
    case 4: return FromBigEndianWords<4>(in, in_width, count, out);
    case 8: return FromBigEndianWords<8>(in, in_width, count, out);
    case 16: return FromBigEndianWords<16>(in, in_width, count, out);
    default: return FromBigEndianBytes(in, in_width, count, out, out_width);
  }
}

void ToBigEndian(const std::byte* in, int in_width, int64_t count, std::byte* out, int out_width) noexcept {
  const int shared = in_width < out_width ? in_width : out_width;
  for (int64_t i = 0; i < count; ++i, in += in_width, out += out_width) {
    const bool negative = in_width > 0 && (static_cast<uint8_t>(in[in_width - 1]) & 0x80) != 0;
    std::memset(out, negative ? 0xFF : 0, static_cast<size_t>(out_width - shared));
    for (int k = 0; k < shared; ++k) {
      out[out_width - 1 - k] = in[k];
    }
  }
}

}  // namespace
}  // namespace taracea::kernels

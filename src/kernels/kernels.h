#pragma once

#include <cstddef>
#include <cstdint>

#include "base/cpu.h"

namespace taracea::kernels {

/// Smallest and largest value of a run of numbers. Floats: NaN left out; without any number min is +inf, max is -inf.
template <typename T>
struct MinMax {
  T min;
  T max;
  int64_t nan_count;  ///< Floats only; else 0.
};

/// PLAIN byte arrays, one after another.
struct PlainInput {
  const std::byte* bytes;
  int64_t size_bytes;
  size_t read_slack_bytes;  ///< Readable behind the end.
};

/// Byte arrays joined: entry i is bytes[offsets[i], offsets[i + 1]).
struct EntryBytes {
  const int64_t* offsets;
  const std::byte* bytes;
};

/// What the lengths of PrefixedStrings come to.
struct PrefixedSizes {
  int64_t suffix_bytes;
  int64_t value_bytes;
  bool fit;  ///< No prefix is longer than the value before.
};

/// Byte strings anywhere in memory.
struct ByteStrings {
  const std::byte* const* at;
  const uint32_t* sizes;
};

/// Secret numbers that hashes depend on.
struct HashKeys {
  uint64_t lanes[4];
  uint64_t fold;  ///< Odd.
};

/// Values of DELTA_BYTE_ARRAY: value i is the first prefixes[i] bytes of the value before and the next suffixes[i]
/// bytes of `body`.
struct PrefixedStrings {
  const uint32_t* prefixes;
  const uint32_t* suffixes;
  const std::byte* body;
};

/// Loops over raw memory, one function pointer each, for one CPU level. None allocates, fails or checks its arguments;
/// those that meet unchecked lengths say so. Counts are >= 0; pointers may be unaligned unless typed.
///
/// Slack, named in each contract: `readable` bytes are those that may be read from the start of the input (never their
/// value used); `kWriteSlackBytes` behind the output may be overwritten with anything where a contract says so.
struct Kernels {
  CpuLevel level;

  /// Unpacks `count` values of `bit_width` (1..32) bits, least significant bit first. Reads `readable_bytes` at most,
  /// which hold all values; writes exactly `count`.
  void (*unpack_32)(const std::byte* packed, size_t readable_bytes, int64_t count, int bit_width,
                    uint32_t* out) noexcept;
  /// Packs `count` values that fit in `bit_width` (1..32) bits; writes ceil(count x bit_width / 8) bytes with zero
  /// padding, and up to kWriteSlackBytes behind.
  void (*pack_32)(const uint32_t* values, int64_t count, int bit_width, std::byte* out) noexcept;
  /// The same for 1..64 bits.
  void (*unpack_64)(const std::byte* packed, size_t readable_bytes, int64_t count, int bit_width,
                    uint64_t* out) noexcept;
  void (*pack_64)(const uint64_t* values, int64_t count, int bit_width, std::byte* out) noexcept;
  /// Writes out[i] = start + the sum of deltas[0..i] + (i + 1) x step, all modulo 2^32 or 2^64; `out` may be `deltas`.
  void (*sum_deltas_32)(const uint32_t* deltas, int64_t count, uint32_t step, uint32_t start, uint32_t* out) noexcept;
  void (*sum_deltas_64)(const uint64_t* deltas, int64_t count, uint64_t step, uint64_t start, uint64_t* out) noexcept;
  /// The same with deltas of 32 bits, unsigned; `out` does not overlap them.
  void (*sum_deltas_32_to_64)(const uint32_t* deltas, int64_t count, uint64_t step, uint64_t start,
                              uint64_t* out) noexcept;
  /// Writes deltas[i] = values[i] - the value before it, the first one's being `before`, modulo 2^32 or 2^64; `values`
  /// are bytes because a caller's may be unaligned. Returns the smallest, as a signed number; count >= 1.
  int32_t (*deltas_32)(const std::byte* values, int64_t count, uint32_t before, uint32_t* deltas) noexcept;
  int64_t (*deltas_64)(const std::byte* values, int64_t count, uint64_t before, uint64_t* deltas) noexcept;
  /// Subtracts `base` from each number in place. `bits`: for each 32 of them what they have set, joined; count is a
  /// multiple of 32.
  void (*subtract_32)(uint32_t* numbers, int64_t count, uint32_t base, uint32_t* bits) noexcept;
  void (*subtract_64)(uint64_t* numbers, int64_t count, uint64_t base, uint64_t* bits) noexcept;
  /// Adds up numbers, with 64 bits.
  uint64_t (*sum_u32)(const uint32_t* values, int64_t count) noexcept;
  /// Writes bits [bit_start, bit_start + count) as bytes 0 or 1.
  void (*unpack_bits)(const std::byte* bits, int64_t bit_start, int64_t count, uint8_t* out) noexcept;
  /// Writes bytes (not 0: one) as bits [bit_start, bit_start + count); bits before keep their value, bits behind in the
  /// last byte become zero.
  void (*pack_bits)(const uint8_t* bytes, int64_t count, std::byte* bits, int64_t bit_start) noexcept;

  /// Adds up the lengths of `count` PLAIN byte arrays. Returns the bytes they take with their length words, or -1 when
  /// they do not fit in `size_bytes`.
  int64_t (*plain_measure)(const std::byte* bytes, int64_t size_bytes, int64_t count) noexcept;
  /// Copies `count` PLAIN byte arrays to data + offsets[0] on, and writes offsets[1..count]. Returns the bytes
  /// consumed, or -1 when the lengths do not fit in the input (what was written until then is undefined, but no more
  /// than size_bytes - 4 x count). With `write_slack` kWriteSlackBytes behind the last value are overwritten.
  int64_t (*plain_decode_offsets32)(const PlainInput& input, int64_t count, int32_t* offsets, std::byte* data,
                                    bool write_slack) noexcept;
  int64_t (*plain_decode_offsets64)(const PlainInput& input, int64_t count, int64_t* offsets, std::byte* data,
                                    bool write_slack) noexcept;
  /// Writes `count` byte arrays given by offsets as PLAIN: the reverse. Writes their bytes + 4 x count, and up to
  /// kWriteSlackBytes behind. `read_slack_bytes` are readable behind the last value. Returns the end of the output.
  std::byte* (*plain_encode_offsets32)(const int32_t* offsets, const std::byte* data, size_t read_slack_bytes,
                                       int64_t count, std::byte* out) noexcept;
  std::byte* (*plain_encode_offsets64)(const int64_t* offsets, const std::byte* data, size_t read_slack_bytes,
                                       int64_t count, std::byte* out) noexcept;

  /// Writes entries[index] for each index; all are below the number of entries.
  void (*gather_fixed)(const std::byte* entries, int width_bytes, const uint32_t* indices, int64_t count,
                       std::byte* out) noexcept;
  /// Adds up the lengths of the entries that `indices` name.
  int64_t (*gather_measure)(const int64_t* entry_offsets, const uint32_t* indices, int64_t count) noexcept;
  /// Copies the named entries to data + offsets[0] on and writes offsets[1..count]. With `write_slack` the
  /// entries have kReadSlackBytes behind them, and kWriteSlackBytes behind the last value are overwritten.
  void (*gather_offsets32)(const EntryBytes& entries, const uint32_t* indices, int64_t count, int32_t* offsets,
                           std::byte* data, bool write_slack) noexcept;
  void (*gather_offsets64)(const EntryBytes& entries, const uint32_t* indices, int64_t count, int64_t* offsets,
                           std::byte* data, bool write_slack) noexcept;

  /// Hashes `count` byte strings to 32 bits each; the same bytes and keys give the same hash, on every level.
  void (*hash_bytes)(const ByteStrings& strings, int64_t count, const HashKeys& keys, uint32_t* hashes) noexcept;
  /// Sets bit i of the result when string i is entry ids[i]; count <= 64.
  uint64_t (*same_bytes)(const ByteStrings& strings, const EntryBytes& entries, const uint32_t* ids,
                         int64_t count) noexcept;
  /// Writes sizes[i] = prefixes[i] + suffixes[i], modulo 2^32, and adds them up; `last_size` is that of the value
  /// before the first one.
  PrefixedSizes (*measure_prefixed)(const PrefixedStrings& strings, int64_t count, uint32_t last_size,
                                    uint32_t* sizes) noexcept;
  /// Joins `count` >= 1 values to `out`, each behind the other; `last` is the value before the first one, and does not
  /// lie in the output. Lengths have been checked. With `write_slack` kWriteSlackBytes behind the last value are
  /// overwritten. Returns the start of the last value.
  std::byte* (*join_prefixes)(const PrefixedStrings& strings, int64_t count, const std::byte* last, std::byte* out,
                              bool write_slack) noexcept;
  /// The reverse for strings 1..count, count >= 1; string 0 is the value before. Copies the suffixes to `out`, each
  /// behind the other, and writes up to kWriteSlackBytes behind. Returns their end.
  std::byte* (*split_prefixes)(const ByteStrings& strings, int64_t count, uint32_t* prefixes, uint32_t* suffixes,
                               std::byte* out) noexcept;

  /// Largest value; 0 when there are none.
  uint32_t (*max_u32)(const uint32_t* values, int64_t count) noexcept;
  uint16_t (*max_u16)(const uint16_t* values, int64_t count) noexcept;
  MinMax<int32_t> (*min_max_i32)(const int32_t* values, int64_t count) noexcept;  ///< count >= 1, likewise below
  MinMax<int64_t> (*min_max_i64)(const int64_t* values, int64_t count) noexcept;
  MinMax<uint32_t> (*min_max_u32)(const uint32_t* values, int64_t count) noexcept;
  MinMax<uint64_t> (*min_max_u64)(const uint64_t* values, int64_t count) noexcept;
  /// Which of -0 and +0 comes out where both are extreme is not defined.
  MinMax<float> (*min_max_f32)(const float* values, int64_t count) noexcept;
  MinMax<double> (*min_max_f64)(const double* values, int64_t count) noexcept;

  /// Number of leading values that equal values[0]; count >= 1.
  int64_t (*run_u32)(const uint32_t* values, int64_t count) noexcept;
  int64_t (*run_u16)(const uint16_t* values, int64_t count) noexcept;

  /// Moves the dense values at `values` to the slots whose bit is set, in place from the back, and zeroes the other
  /// slots. `set_count` bits of [bit_start, bit_start + count) are set. Memory: count slots.
  void (*expand)(std::byte* values, int width_bytes, const std::byte* bits, int64_t bit_start, int64_t count,
                 int64_t set_count) noexcept;
  /// Copies the values of slots whose bit is set, without gaps, to `out`, which may not overlap; writes up to
  /// kWriteSlackBytes behind. Returns how many.
  int64_t (*compact)(const std::byte* values, int width_bytes, const std::byte* bits, int64_t bit_start, int64_t count,
                     std::byte* out) noexcept;

  /// Writes bit bit_start + i = levels[i] >= threshold, keeps the bits before, zeroes those behind in the last byte.
  /// Returns the number of ones.
  int64_t (*levels_at_least)(const uint16_t* levels, int64_t count, uint16_t threshold, std::byte* bits,
                             int64_t bit_start) noexcept;

  /// Puts byte k of `count` values, which stand one after another at streams + k x stride_bytes, together to values of
  /// `width_bytes`.
  void (*join_streams)(const std::byte* streams, int64_t stride_bytes, int width_bytes, int64_t count,
                       std::byte* out) noexcept;
  /// The reverse, with a stride of `count` bytes.
  void (*split_streams)(const std::byte* values, int width_bytes, int64_t count, std::byte* streams) noexcept;

  /// Turns big-endian two's complement numbers of `in_width` bytes (>= 0) into little-endian ones of `out_width` bytes:
  /// sign-extended, or cut to the low bytes.
  void (*from_big_endian)(const std::byte* in, int in_width, int64_t count, std::byte* out, int out_width) noexcept;
  /// The reverse.
  void (*to_big_endian)(const std::byte* in, int in_width, int64_t count, std::byte* out, int out_width) noexcept;
};

inline constexpr size_t kReadSlackBytes = 64;
inline constexpr size_t kWriteSlackBytes = 64;

/// The kernels of a level; the scalar ones when this build or machine lacks it.
/// Owner: the program. Thread safety: immutable.
const Kernels& KernelsFor(CpuLevel level) noexcept;

/// KernelsFor(ActiveCpuLevel()).
const Kernels& ActiveKernels() noexcept;

}  // namespace taracea::kernels

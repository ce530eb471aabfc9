// The definition of every kernel in plain loops. Included once in each *_kernels.cc, inside its target region, so that
// the compiler vectorises it for that level; the scalar table uses all of it, the others replace some.
// No include guard, and no headers but its parts: the including file brings them, before its region.

#include "kernels/portable_bits-inl.h"

#include "kernels/portable_values-inl.h"

#include "kernels/portable_strings-inl.h"

namespace taracea::kernels {
namespace {

/// The table of this level with nothing replaced.
constexpr Kernels PortableKernels(CpuLevel level) noexcept {
  return {
      .level = level,
      .unpack_32 = Unpack32,
      .pack_32 = Pack32,
      .unpack_64 = Unpack64,
      .pack_64 = Pack64,
      .sum_deltas_32 = SumDeltas<uint32_t, uint32_t>,
      .sum_deltas_64 = SumDeltas<uint64_t, uint64_t>,
      .sum_deltas_32_to_64 = SumDeltas<uint32_t, uint64_t>,
      .deltas_32 = Deltas<uint32_t>,
      .deltas_64 = Deltas<uint64_t>,
      .subtract_32 = Subtract<uint32_t>,
      .subtract_64 = Subtract<uint64_t>,
      .sum_u32 = SumU32,
      .unpack_bits = UnpackBits,
      .pack_bits = PackBits,
      .plain_measure = PlainMeasure,
      .plain_decode_offsets32 = PlainDecode<int32_t>,
      .plain_decode_offsets64 = PlainDecode<int64_t>,
      .plain_encode_offsets32 = PlainEncode<int32_t>,
      .plain_encode_offsets64 = PlainEncode<int64_t>,
      .gather_fixed = GatherFixed,
      .gather_measure = GatherMeasure,
      .gather_offsets32 = GatherBinary<int32_t>,
      .gather_offsets64 = GatherBinary<int64_t>,
      .hash_bytes = HashBytes,
      .same_bytes = SameBytes,
      .measure_prefixed = MeasurePrefixed,
      .join_prefixes = JoinPrefixes,
      .split_prefixes = SplitPrefixes,
      .max_u32 = Max<uint32_t>,
      .max_u16 = Max<uint16_t>,
      .min_max_i32 = MinMaxOfIntegers<int32_t>,
      .min_max_i64 = MinMaxOfIntegers<int64_t>,
      .min_max_u32 = MinMaxOfIntegers<uint32_t>,
      .min_max_u64 = MinMaxOfIntegers<uint64_t>,
      .min_max_f32 = MinMaxOfFloats<float>,
      .min_max_f64 = MinMaxOfFloats<double>,
      .run_u32 = Run<uint32_t>,
      .run_u16 = Run<uint16_t>,
      .expand = Expand,
      .compact = Compact,
      .levels_at_least = LevelsAtLeast,
      .join_streams = JoinStreams,
      .split_streams = SplitStreams,
      .from_big_endian = FromBigEndian,
      .to_big_endian = ToBigEndian,
  };
}

}  // namespace
}  // namespace taracea::kernels

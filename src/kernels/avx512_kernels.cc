#if defined(__x86_64__)

#if !defined(__clang__)
// The compiler's own intrinsics hand an undefined register to instructions that ignore it.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

#include <immintrin.h>

#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <type_traits>

#include "base/bytes.h"
#include "kernels/kernel_tables.h"
#include "kernels/kernels.h"

#if defined(__clang__)
#pragma clang attribute push(                                                                                        \
    __attribute__((target("avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,bmi,bmi2,lzcnt,popcnt"))), \
    apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,bmi,bmi2,lzcnt,popcnt")
#endif

#include "kernels/portable-inl.h"

#include "kernels/packing_bmi2-inl.h"

#include "kernels/avx512-inl.h"

#include "kernels/avx512_strings-inl.h"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

namespace taracea::kernels {

const Kernels& Avx512Kernels() noexcept {
  static constexpr Kernels kTable = [] {
    Kernels table = PortableKernels(CpuLevel::kAvx512);
    table.unpack_32 = Unpack32Avx512;
    table.pack_32 = Pack32Avx2;
    table.sum_deltas_32 = SumDeltas32Avx512;
    table.sum_deltas_64 = SumDeltas64Avx512<uint64_t>;
    table.sum_deltas_32_to_64 = SumDeltas64Avx512<uint32_t>;
    table.unpack_bits = UnpackBitsAvx512;
    table.pack_bits = PackBitsAvx2;
    table.levels_at_least = LevelsAtLeastAvx512;
    table.hash_bytes = HashBytesAvx512;
    table.same_bytes = SameBytesAvx512;
    table.join_prefixes = JoinPrefixesAvx512;
    table.split_prefixes = SplitPrefixesAvx512;
    table.split_streams = SplitStreamsAvx512;
    table.expand = ExpandAvx512;
    table.compact = CompactAvx512;
    return table;
  }();
  return kTable;
}

}  // namespace taracea::kernels

#endif

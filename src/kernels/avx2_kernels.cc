#if defined(__x86_64__)

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
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")
#endif

#include "kernels/portable-inl.h"

#include "kernels/packing_bmi2-inl.h"

#include "kernels/avx2-inl.h"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

namespace taracea::kernels {

const Kernels& Avx2Kernels() noexcept {
  static constexpr Kernels kTable = [] {
    Kernels table = PortableKernels(CpuLevel::kAvx2);
    table.unpack_32 = Unpack32Avx2;
    table.pack_32 = Pack32Avx2;
    table.unpack_bits = UnpackBitsAvx2;
    table.pack_bits = PackBitsAvx2;
    table.levels_at_least = LevelsAtLeastAvx2;
    return table;
  }();
  return kTable;
}

}  // namespace taracea::kernels

#endif

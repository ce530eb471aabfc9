#if defined(__x86_64__)

#include <immintrin.h>

#include <array>
#include <bit>
#include <cstring>
#include <limits>

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

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

namespace taracea::kernels {

const Kernels& Avx512Kernels() noexcept {
  static constexpr Kernels kTable = PortableKernels(CpuLevel::kAvx512);
  return kTable;
}

}  // namespace taracea::kernels

#endif

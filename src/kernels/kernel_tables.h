#pragma once

#include "kernels/kernels.h"

namespace taracea::kernels {

/// Returns the table that defines what every kernel does.
const Kernels& ScalarKernels() noexcept;

#if defined(__x86_64__)
/// Returns the tables for x86 levels; only for machines that run the level.
const Kernels& Avx2Kernels() noexcept;
const Kernels& Avx512Kernels() noexcept;
#endif

}  // namespace taracea::kernels

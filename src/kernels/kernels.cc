#include "kernels/kernels.h"

#include "kernels/kernel_tables.h"

namespace taracea::kernels {

const Kernels& KernelsFor(CpuLevel level) noexcept {
#if defined(__x86_64__)
  if (level == CpuLevel::kAvx512 && CpuSupports(level)) {
    return Avx512Kernels();
  }
  if (level == CpuLevel::kAvx2 && CpuSupports(level)) {
    return Avx2Kernels();
  }
#endif
  return ScalarKernels();
}

const Kernels& ActiveKernels() noexcept {
  static const Kernels& active = KernelsFor(ActiveCpuLevel());
  return active;
}

}  // namespace taracea::kernels

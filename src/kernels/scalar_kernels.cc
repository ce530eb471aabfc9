#include <bit>
#include <cstring>
#include <limits>
#include <type_traits>

#include "base/bytes.h"
#include "kernels/kernel_tables.h"
#include "kernels/kernels.h"

#include "kernels/portable-inl.h"

namespace taracea::kernels {

const Kernels& ScalarKernels() noexcept {
  static constexpr Kernels kTable = PortableKernels(CpuLevel::kScalar);
  return kTable;
}

}  // namespace taracea::kernels

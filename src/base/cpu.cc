#include "base/cpu.h"

#include <cstdlib>

namespace taracea {
namespace {

CpuLevel ReadForcedLevel() noexcept {
  const CpuLevel best = DetectCpuLevel();
  const char* forced = std::getenv("TARACEA_FORCE_CPU");
  if (forced == nullptr) {
    return best;
  }
  for (const CpuLevel level : {CpuLevel::kScalar, CpuLevel::kAvx2, CpuLevel::kAvx512, CpuLevel::kNeon}) {
    if (CpuLevelName(level) == forced && CpuSupports(level)) {
      return level;
    }
  }
  return best;
}

}  // namespace

CpuLevel DetectCpuLevel() noexcept {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2")) {
    return CpuLevel::kScalar;
  }
  const bool has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                          __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                          __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2");
  return has_avx512 ? CpuLevel::kAvx512 : CpuLevel::kAvx2;
#elif defined(__aarch64__)
  return CpuLevel::kNeon;
#else
  return CpuLevel::kScalar;
#endif
}

CpuLevel ActiveCpuLevel() noexcept {
  static const CpuLevel level = ReadForcedLevel();
  return level;
}

bool CpuSupports(CpuLevel level) noexcept {
  const CpuLevel best = DetectCpuLevel();
  switch (level) {
    case CpuLevel::kScalar: return true;
    case CpuLevel::kAvx2: return best == CpuLevel::kAvx2 || best == CpuLevel::kAvx512;
    case CpuLevel::kAvx512:
    case CpuLevel::kNeon: return best == level;
  }
  return false;
}

std::string_view CpuLevelName(CpuLevel level) noexcept {
  switch (level) {
    case CpuLevel::kScalar: return "scalar";
    case CpuLevel::kAvx2: return "avx2";
    case CpuLevel::kAvx512: return "avx512";
    case CpuLevel::kNeon: return "neon";
  }
  return "unknown";
}

}  // namespace taracea

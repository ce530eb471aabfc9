#pragma once

#include <cstdint>
#include <string_view>

namespace taracea {

/// Instruction sets that kernels are built for, weakest first.
/// kAvx2 stands for AVX2 + BMI2; kAvx512 for AVX-512 F, BW, DQ, VL, VBMI, VBMI2 and BMI2.
enum class CpuLevel : uint8_t { kScalar, kAvx2, kAvx512, kNeon };

/// The best level that this machine runs.
CpuLevel DetectCpuLevel() noexcept;
/// DetectCpuLevel(), or what TARACEA_FORCE_CPU=scalar|avx2|avx512|neon asks for where the machine can; read once.
CpuLevel ActiveCpuLevel() noexcept;
bool CpuSupports(CpuLevel level) noexcept;
std::string_view CpuLevelName(CpuLevel level) noexcept;

}  // namespace taracea

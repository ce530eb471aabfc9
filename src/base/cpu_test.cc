#include "base/cpu.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string_view>

namespace taracea {
namespace {

TEST(CpuTest, SupportsScalarAndWhatItDetects) {
  EXPECT_TRUE(CpuSupports(CpuLevel::kScalar));
  EXPECT_TRUE(CpuSupports(DetectCpuLevel()));
  EXPECT_TRUE(CpuSupports(ActiveCpuLevel()));
  EXPECT_FALSE(CpuSupports(CpuLevel::kNeon) && CpuSupports(CpuLevel::kAvx2));
}

TEST(CpuTest, FollowsTheForcedLevelWhereTheMachineCan) {
  const char* forced = std::getenv("TARACEA_FORCE_CPU");
  if (forced != nullptr && std::string_view(forced) == "scalar") {
    EXPECT_EQ(ActiveCpuLevel(), CpuLevel::kScalar);
  }
  if (forced == nullptr) {
    EXPECT_EQ(ActiveCpuLevel(), DetectCpuLevel());
  }
}

TEST(CpuTest, NamesAreThoseOfTheEnvironmentVariable) {
  EXPECT_EQ(CpuLevelName(CpuLevel::kScalar), "scalar");
  EXPECT_EQ(CpuLevelName(CpuLevel::kAvx2), "avx2");
  EXPECT_EQ(CpuLevelName(CpuLevel::kAvx512), "avx512");
  EXPECT_EQ(CpuLevelName(CpuLevel::kNeon), "neon");
}

}  // namespace
}  // namespace taracea

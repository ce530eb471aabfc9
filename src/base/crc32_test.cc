#include "base/crc32.h"

#include <gtest/gtest.h>

#include <string>

namespace taracea {
namespace {

TEST(Crc32, MatchesThePublishedCheckValue) {
  EXPECT_EQ(Crc32(AsBytes("123456789")), 0xCBF43926u);
}

TEST(Crc32, OfNothingIsZeroAndLeavesAPreviousValueAlone) {
  EXPECT_EQ(Crc32({}), 0u);
  EXPECT_EQ(Crc32({}, 0x12345678u), 0x12345678u);
}

TEST(Crc32, OfPiecesEqualsThatOfTheWhole) {
  std::string text;
  for (int i = 0; i < 500; ++i) {
    text.push_back(static_cast<char>(i * 31));
  }
  const uint32_t whole = Crc32(AsBytes(text));
  for (size_t cut = 0; cut <= text.size(); ++cut) {
    const std::string_view view = text;
    EXPECT_EQ(Crc32(AsBytes(view.substr(cut)), Crc32(AsBytes(view.substr(0, cut)))), whole) << cut;
  }
}

}  // namespace
}  // namespace taracea

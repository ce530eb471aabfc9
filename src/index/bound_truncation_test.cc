#include "index/bound_truncation.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "base/utf8.h"

namespace taracea::index {
namespace {

std::string Min(std::string_view value, size_t limit, bool is_text) {
  return TruncateMin(AsBytes(value), limit, is_text);
}
std::optional<std::string> Max(std::string_view value, size_t limit, bool is_text) {
  return TruncateMax(AsBytes(value), limit, is_text);
}

TEST(BoundTruncation, LeavesShortValuesAlone) {
  EXPECT_EQ(Min("abc", 3, true), "abc");
  EXPECT_EQ(Max("abc", 3, true), "abc");
  EXPECT_EQ(Max("\xFF\xFF\xFF", 3, false), "\xFF\xFF\xFF");
}

TEST(BoundTruncation, ShortensBytes) {
  EXPECT_EQ(Min("abcd", 3, false), "abc");
  EXPECT_EQ(Max("abcd", 3, false), "abd");
  EXPECT_EQ(Max("ab\xFF\xFF", 3, false), "ac");
  EXPECT_EQ(Max("\xFF\xFF\xFF\xFF", 3, false), std::nullopt);
}

TEST(BoundTruncation, ShortensTextAtCodePoints) {
  EXPECT_EQ(Min("a\xC3\xA9x", 2, true), "a");
  EXPECT_EQ(Max("a\xC3\xA9x", 2, true), "b");
  EXPECT_EQ(Min("a\xC3\xA9x", 3, true), "a\xC3\xA9");
  EXPECT_EQ(Max("a\xC3\xA9x", 3, true), "a\xC3\xAA");
}

TEST(BoundTruncation, RaisesTheLastCodePointThatHasASuccessorOfItsLength) {
  EXPECT_EQ(Max("a\x7F\x7Fx", 3, true), "b");
  EXPECT_EQ(Max("a\xDF\xBFx", 3, true), "b");                  // U+07FF
  EXPECT_EQ(Max("\xED\x9F\xBFx", 3, true), "\xEE\x80\x80");    // U+D7FF: over the surrogates
  EXPECT_EQ(Max("\xEF\xBF\xBFx", 3, true), std::nullopt);      // U+FFFF
  EXPECT_EQ(Max("\xF4\x8F\xBF\xBFx", 4, true), std::nullopt);  // U+10FFFF
  EXPECT_EQ(Max("\xF0\x90\x80\xBFx", 4, true), "\xF0\x90\x81\x80");
  EXPECT_EQ(Max("\xC3\xA9", 1, true), std::nullopt);
}

TEST(BoundTruncation, TreatsTextThatIsNoneAsBytes) {
  EXPECT_EQ(Min("\x80\x80\x80\x80\x80", 3, true), "\x80\x80\x80");
  EXPECT_EQ(Max("a\xFF\xFFz", 3, true), "b");
  EXPECT_EQ(Min("\xC3xyz", 2, true), "\xC3x");
}

TEST(BoundTruncation, BoundsAnyValueAndKeepsTextText) {
  std::mt19937 random(5);
  for (int round = 0; round < 20000; ++round) {
    const bool is_text = round % 2 == 0;
    std::string value;
    const char* pieces[] = {"a", "\x7F", "\xC3\xA9", "\xDF\xBF", "\xED\x9F\xBF", "\xEF\xBF\xBF", "\xF4\x8F\xBF\xBF"};
    for (size_t i = random() % 12; i > 0; --i) {
      value += is_text ? std::string(pieces[random() % 7])
                       : std::string(1, static_cast<char>(random() % 3 == 0 ? 255 : random()));
    }
    const size_t limit = 1 + random() % 8;
    const std::string min = Min(value, limit, is_text);
    ASSERT_LE(min.size(), limit);
    ASSERT_LE(min, value);
    ASSERT_TRUE(!is_text || IsValidUtf8(AsBytes(min)));
    const std::optional<std::string> max = Max(value, limit, is_text);
    if (max) {
      ASSERT_LE(max->size(), limit);
      ASSERT_GE(*max, value);
      ASSERT_TRUE(!is_text || IsValidUtf8(AsBytes(*max)));
    }
  }
}

}  // namespace
}  // namespace taracea::index

#include "base/utf8.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace taracea {
namespace {

size_t Find(std::string_view text) {
  return FindInvalidUtf8(AsBytes(text));
}

TEST(Utf8Test, AcceptsTheEdgesOfEveryLength) {
  EXPECT_EQ(Find(""), kUtf8Valid);
  EXPECT_EQ(Find(std::string_view("\0", 1)), kUtf8Valid);
  EXPECT_EQ(Find("\x7F"), kUtf8Valid);
  EXPECT_EQ(Find("\xC2\x80\xDF\xBF"), kUtf8Valid);
  EXPECT_EQ(Find("\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF"), kUtf8Valid);
  EXPECT_EQ(Find("\xF0\x90\x80\x80\xF4\x8F\xBF\xBF"), kUtf8Valid);
}

TEST(Utf8Test, RejectsOverlongFormsSurrogatesAndTooLargeNumbers) {
  for (const std::string_view bad :
       {"\x80", "\xBF", "\xC0\x80", "\xC1\xBF", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xED\xBF\xBF", "\xF0\x8F\xBF\xBF",
        "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF", "\xFE", "\xC2", "\xE2\x82", "\xF0\x9F\x98", "\xC2 ",
        "\xE2\x82 ", "\xF0\x9F\x98 "}) {
    EXPECT_EQ(Find(bad), 0U);
    for (const size_t ascii : {1U, 7U, 8U, 9U, 31U, 32U, 33U, 40U, 63U}) {
      EXPECT_EQ(Find(std::string(ascii, 'a') + std::string(bad) + std::string(20, 'b')), ascii);
      EXPECT_EQ(Find(std::string(ascii, 'a') + std::string(bad)), ascii);
    }
  }
}

/// The definition, byte by byte, with no fast path: decode and compare with the shortest form.
size_t FindSlowly(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<uint32_t>(static_cast<unsigned char>(text[i])); };
  for (size_t i = 0; i < text.size();) {
    const uint32_t first = byte(i);
    const size_t length = first < 0x80   ? 1
                          : first < 0xC0 ? 0
                          : first < 0xE0 ? 2
                          : first < 0xF0 ? 3
                          : first < 0xF8 ? 4
                                         : 0;
    if (length == 0 || i + length > text.size()) {
      return i;
    }
    uint32_t code_point = length == 1 ? first : first & (0x7FU >> length);
    for (size_t k = 1; k < length; ++k) {
      if ((byte(i + k) & 0xC0) != 0x80) {
        return i;
      }
      code_point = code_point << 6 | (byte(i + k) & 0x3F);
    }
    const size_t shortest = code_point < 0x80 ? 1 : code_point < 0x800 ? 2 : code_point < 0x10000 ? 3 : 4;
    if (shortest != length || code_point > 0x10FFFF || (code_point >= 0xD800 && code_point <= 0xDFFF)) {
      return i;
    }
    i += length;
  }
  return kUtf8Valid;
}

TEST(Utf8Test, AgreesWithTheDefinitionOnRandomText) {
  std::mt19937 random(20240611);
  const std::string_view pieces[] = {"a",
                                     "plain ascii of some length ",
                                     "\xC3\xA9",
                                     "\xE2\x82\xAC",
                                     "\xF0\x9F\x98\x80",
                                     "\xED\x9F\xBF",
                                     "0123456789abcdefghijklmnopqrstuvwxyz"};
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    const size_t count = random() % 12;
    for (size_t i = 0; i < count; ++i) {
      text += pieces[random() % std::size(pieces)];
    }
    ASSERT_EQ(Find(text), kUtf8Valid);
    if (!text.empty()) {
      text[random() % text.size()] = static_cast<char>(random());
      ASSERT_EQ(Find(text), FindSlowly(text));
      text.resize(random() % text.size());
      ASSERT_EQ(Find(text), FindSlowly(text));
    }
  }
}

TEST(Utf8Test, AgreesWithTheDefinitionOnAllPairsAndTriplesOfLeadingBytes) {
  for (uint32_t i = 0; i < 0x10000; ++i) {
    const char bytes[4] = {static_cast<char>(i >> 8), static_cast<char>(i), '\x80', '\xBF'};
    for (size_t size = 1; size <= 4; ++size) {
      ASSERT_EQ(Find({bytes, size}), FindSlowly({bytes, size}));
    }
  }
}

}  // namespace
}  // namespace taracea

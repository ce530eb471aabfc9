// The referee itself, against bytes worked out by hand from Encodings.md.
#include <gtest/gtest.h>

#include "reference/referee.h"

namespace taracea::reference {
namespace {

std::vector<std::byte> Bytes(std::initializer_list<int> numbers) {
  std::vector<std::byte> bytes;
  for (const int number : numbers) {
    bytes.push_back(static_cast<std::byte>(number));
  }
  return bytes;
}

TEST(Referee, ReadsPlainByteArrays) {
  const std::vector<std::byte> page = Bytes({2, 0, 0, 0, 'a', 'b', 0, 0, 0, 0});
  EXPECT_EQ(DecodePlain(page, PhysicalType::kByteArray, 0, 2), (std::vector<Value>{"ab", ""}));
  EXPECT_FALSE(DecodePlain(page, PhysicalType::kByteArray, 0, 3));
}

TEST(Referee, ReadsPlainBooleansFromTheLeastSignificantBit) {
  const std::vector<Value> expected = {Value(1, '\1'), Value(1, '\0'), Value(1, '\1')};
  EXPECT_EQ(DecodePlain(Bytes({0b101}), PhysicalType::kBoolean, 0, 3), expected);
}

TEST(Referee, ReadsThePackedNumbersOfTheSpecification) {
  // 0 to 7 in three bits each.
  const std::vector<std::byte> runs = Bytes({3, 0b10001000, 0b11000110, 0b11111010});
  EXPECT_EQ(DecodeHybrid(runs, 3, 8), (std::vector<uint32_t>{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(Referee, ReadsRepeatedRunsAndRefusesWhatIsMissing) {
  EXPECT_EQ(DecodeHybrid(Bytes({6, 4}), 3, 3), (std::vector<uint32_t>{4, 4, 4}));
  EXPECT_FALSE(DecodeHybrid(Bytes({6, 4}), 3, 4));
  EXPECT_FALSE(DecodeHybrid(Bytes({6, 8}), 3, 3));
}

TEST(Referee, ReadsBitPackedLevelsFromTheMostSignificantBit) {
  const std::vector<std::byte> levels = Bytes({0b00000101, 0b00111001, 0b01110111});
  EXPECT_EQ(DecodeBitPackedLevels(levels, 3, 8), (std::vector<uint16_t>{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(Referee, ReadsTheDeltasOfTheSpecification) {
  std::vector<std::byte> section = Bytes({0x80, 0x01, 4, 8, 14, 3, 2, 0, 0, 0, 0b11000000, 0b00111111});
  section.resize(section.size() + 6 + 2);
  size_t end = 0;
  EXPECT_EQ(DecodeDeltaBinaryPacked(section, 32, &end), (std::vector<int64_t>{7, 5, 3, 1, 2, 3, 4, 5}));
  EXPECT_EQ(end, section.size() - 2);
}

TEST(Referee, ReadsPrefixesAndSuffixes) {
  // "axis", "axle": prefix lengths 0 2, suffixes "axis" "le" of lengths 4 2.
  const std::vector<std::byte> page =
      Bytes({0x80, 0x01, 4, 2, 0, 4, 0, 0, 0, 0, 0x80, 0x01, 4, 2, 8, 3, 0, 0, 0, 0, 'a', 'x', 'i', 's', 'l', 'e'});
  EXPECT_EQ(DecodeDeltaByteArray(page), (std::vector<Value>{"axis", "axle"}));
}

TEST(Referee, ReadsByteStreams) {
  EXPECT_EQ(DecodeByteStreamSplit(Bytes({'a', 'b', 'c', 'd'}), 2, 2), (std::vector<Value>{"ac", "bd"}));
}

}  // namespace
}  // namespace taracea::reference

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "array/bitmap.h"
#include "encoding/level_decoder.h"
#include "encoding/level_encoder.h"

namespace taracea::encoding {
namespace {

/// Levels in runs of random lengths, short and long.
std::vector<uint16_t> RandomLevels(std::mt19937& random, uint16_t max_level, int64_t count) {
  std::vector<uint16_t> levels;
  while (static_cast<int64_t>(levels.size()) < count) {
    const auto level = static_cast<uint16_t>(random() % (max_level + 1U));
    const size_t run = random() % 4 == 0 ? random() % 300 : 1 + random() % 3;
    levels.insert(levels.end(), std::min(run, static_cast<size_t>(count) - levels.size()), level);
  }
  return levels;
}

OwnedBuffer NewBuffer() {
  return DefaultArena()->Allocate(64).value();
}

OwnedBuffer Encode(const std::vector<uint16_t>& levels, uint16_t max_level) {
  LevelEncoder encoder(max_level, nullptr);
  OwnedBuffer out = NewBuffer();
  EXPECT_TRUE(encoder.Append(levels.data(), static_cast<int64_t>(levels.size())).ok());
  EXPECT_TRUE(encoder.Flush(&out).ok());
  return out;
}

TEST(LevelRoundTrip, GivesTheSameLevelsForAllWidthsAndCounts) {
  std::mt19937 random(1);
  for (const uint16_t max_level : std::vector<uint16_t>{1, 2, 3, 4, 7, 8, 100, 255, 256, 1000, 65535}) {
    for (int64_t count = 0; count <= 130; ++count) {
      const std::vector<uint16_t> levels = RandomLevels(random, max_level, count);
      const OwnedBuffer bytes = Encode(levels, max_level);
      LevelDecoder decoder;
      ASSERT_TRUE(decoder.Reset(Encoding::kRle, max_level, bytes.bytes(), count).ok());
      std::vector<uint16_t> back(levels.size());
      for (int64_t done = 0; done < count;) {
        const auto step = std::min<int64_t>(count - done, 1 + static_cast<int64_t>(random() % 20));
        ASSERT_TRUE(decoder.Decode(step, back.data() + done).ok());
        done += step;
      }
      ASSERT_EQ(levels, back) << max_level << " " << count;
      ASSERT_EQ(decoder.remaining(), 0);
    }
  }
}

TEST(LevelRoundTrip, DecodesToBitsFromAnyBitOn) {
  std::mt19937 random(2);
  for (int64_t count = 0; count < 700; count += 13) {
    const std::vector<uint16_t> levels = RandomLevels(random, 1, count);
    const OwnedBuffer bytes = Encode(levels, 1);
    LevelDecoder decoder;
    ASSERT_TRUE(decoder.Reset(Encoding::kRle, 1, bytes.bytes(), count).ok());
    const auto start = static_cast<int64_t>(random() % 17);
    std::vector<std::byte> bits(200, std::byte{0xA5});
    int64_t ones = 0;
    const int64_t first = count / 3;
    ASSERT_TRUE(decoder.DecodeBits(first, bits.data(), start, &ones).ok());
    ASSERT_TRUE(decoder.DecodeBits(count - first, bits.data(), start + first, &ones).ok());
    for (int64_t i = 0; i < start; ++i) {
      ASSERT_EQ(array::GetBit(bits.data(), i), (0xA5 >> (i & 7) & 1) != 0);
    }
    int64_t expected = 0;
    for (size_t i = 0; i < levels.size(); ++i) {
      ASSERT_EQ(array::GetBit(bits.data(), start + static_cast<int64_t>(i)), levels[i] == 1);
      expected += levels[i];
    }
    ASSERT_EQ(ones, expected);
  }
}

/// Appends some of the levels from `done` on by one of the three ways; returns how many.
int64_t AppendSome(std::mt19937& random, const std::vector<uint16_t>& levels, const std::vector<std::byte>& bits,
                   int64_t done, LevelEncoder* encoder) {
  const auto count = static_cast<int64_t>(levels.size());
  int64_t step = std::min<int64_t>(count - done, 1 + static_cast<int64_t>(random() % 90));
  const auto first = levels.begin() + done;
  switch (random() % 3) {
    case 0: EXPECT_TRUE(encoder->AppendBits(bits.data(), done, step).ok()); break;
    case 1:
      step = std::find_if(first, levels.end(), [first](uint16_t level) { return level != *first; }) - first;
      EXPECT_TRUE(encoder->AppendRun(*first, step).ok());
      break;
    default: EXPECT_TRUE(encoder->Append(levels.data() + done, step).ok());
  }
  return step;
}

TEST(LevelRoundTrip, GivesTheSameBytesForRunsBitsAndSplits) {
  std::mt19937 random(3);
  for (int64_t count = 0; count < 900; count += 7) {
    const std::vector<uint16_t> levels = RandomLevels(random, 1, count);
    const OwnedBuffer whole = Encode(levels, 1);
    std::vector<std::byte> bits(200);
    for (size_t i = 0; i < levels.size(); ++i) {
      if (levels[i] != 0) {
        array::SetBit(bits.data(), static_cast<int64_t>(i));
      }
    }
    LevelEncoder encoder(1, nullptr);
    int64_t estimate = encoder.EstimatedSize();
    for (int64_t done = 0; done < count;) {
      done += AppendSome(random, levels, bits, done, &encoder);
      ASSERT_GE(encoder.EstimatedSize(), estimate);
      estimate = encoder.EstimatedSize();
    }
    OwnedBuffer out = NewBuffer();
    ASSERT_TRUE(encoder.Flush(&out).ok());
    ASSERT_EQ(AsText(out.bytes()), AsText(whole.bytes())) << count;
    ASSERT_GE(estimate, static_cast<int64_t>(out.size()));
  }
}

TEST(LevelRoundTrip, SkipCountsLevelsAtTheMaximumAndPeekTellsTheRun) {
  std::mt19937 random(4);
  for (const uint16_t max_level : std::vector<uint16_t>{1, 2, 5}) {
    const std::vector<uint16_t> levels = RandomLevels(random, max_level, 2000);
    const OwnedBuffer bytes = Encode(levels, max_level);
    LevelDecoder decoder;
    ASSERT_TRUE(decoder.Reset(Encoding::kRle, max_level, bytes.bytes(), 2000).ok());
    for (int64_t done = 0; done < 2000;) {
      const auto step = std::min<int64_t>(2000 - done, static_cast<int64_t>(random() % 400));
      int64_t at_max = 0;
      ASSERT_TRUE(decoder.Skip(step, &at_max).ok());
      ASSERT_EQ(at_max, std::count(levels.begin() + done, levels.begin() + done + step, max_level));
      done += step;
      int64_t run = 0;
      uint16_t level = 0;
      ASSERT_TRUE(decoder.PeekRun(&run, &level).ok());
      ASSERT_EQ(run == 0, done == 2000);
      for (int64_t i = 0; i < run; ++i) {
        ASSERT_EQ(levels[static_cast<size_t>(done + i)], level);
      }
    }
  }
}

TEST(LevelRoundTrip, WritesOneRunForAPageOfEqualLevels) {
  LevelEncoder encoder(3, nullptr);
  ASSERT_TRUE(encoder.AppendRun(3, 1000000).ok());
  OwnedBuffer out = NewBuffer();
  ASSERT_TRUE(encoder.Flush(&out).ok());
  EXPECT_EQ(out.size(), 4U);
  LevelDecoder decoder;
  ASSERT_TRUE(decoder.Reset(Encoding::kRle, 3, out.bytes(), 1000000).ok());
  int64_t run = 0;
  uint16_t level = 0;
  ASSERT_TRUE(decoder.PeekRun(&run, &level).ok());
  EXPECT_EQ(run, 1000000);
  EXPECT_EQ(level, 3);
}

TEST(LevelDecoder, ReadsBitPackedLevelsMostSignificantBitFirst) {
  // 0 1 2 3 4 5 6 7 of three bits each, the example of the specification.
  const std::byte bytes[] = {std::byte{0b00000101}, std::byte{0b00111001}, std::byte{0b01110111}};
  LevelDecoder decoder;
  ASSERT_TRUE(decoder.Reset(Encoding::kBitPacked, 7, bytes, 8).ok());
  std::vector<uint16_t> levels(8);
  ASSERT_TRUE(decoder.Decode(3, levels.data()).ok());
  ASSERT_TRUE(decoder.Decode(5, levels.data() + 3).ok());
  EXPECT_EQ(levels, (std::vector<uint16_t>{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(decoder.Reset(Encoding::kBitPacked, 7, bytes, 9).code(), ErrorCode::kCorrupt);
}

TEST(LevelDecoder, IgnoresTheEncodingWhereMaxLevelIsZero) {
  LevelDecoder decoder;
  ASSERT_TRUE(decoder.Reset(Encoding::kBitPacked, 0, {}, 5).ok());
  std::vector<uint16_t> levels(5, 9);
  ASSERT_TRUE(decoder.Decode(5, levels.data()).ok());
  EXPECT_EQ(levels, std::vector<uint16_t>(5, 0));
}

TEST(LevelDecoder, RefusesLevelsAboveTheMaximum) {
  const std::byte repeated[] = {std::byte{8 << 1}, std::byte{3}};
  const std::byte packed[] = {std::byte{3}, std::byte{0xFF}, std::byte{0xFF}};
  for (const ConstBytes bytes : {ConstBytes(repeated), ConstBytes(packed)}) {
    LevelDecoder decoder;
    ASSERT_TRUE(decoder.Reset(Encoding::kRle, 2, bytes, 8).ok());
    std::vector<uint16_t> levels(8);
    EXPECT_EQ(decoder.Decode(8, levels.data()).code(), ErrorCode::kCorrupt);
  }
}

TEST(LevelDecoder, PassesOverRunsOfLengthZeroAndReadsACutLastGroup) {
  // Zero-length repeated and packed runs, a run of 2 ones, then one packed group of width 2 cut to one byte.
  const std::byte bytes[] = {std::byte{0}, std::byte{1}, std::byte{1},         std::byte{4},
                             std::byte{1}, std::byte{3}, std::byte{0b11100100}};
  LevelDecoder decoder;
  ASSERT_TRUE(decoder.Reset(Encoding::kRle, 3, bytes, 6).ok());
  std::vector<uint16_t> levels(6);
  ASSERT_TRUE(decoder.Decode(6, levels.data()).ok());
  EXPECT_EQ(levels, (std::vector<uint16_t>{1, 1, 0, 1, 2, 3}));
  ASSERT_TRUE(decoder.Reset(Encoding::kRle, 3, bytes, 7).ok());
  levels.resize(7);
  EXPECT_EQ(decoder.Decode(7, levels.data()).code(), ErrorCode::kCorrupt);
}

}  // namespace
}  // namespace taracea::encoding

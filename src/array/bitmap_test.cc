#include "array/bitmap.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace taracea::array {
namespace {

std::vector<std::byte> RandomBytes(std::mt19937& random, size_t size) {
  std::vector<std::byte> bytes(size);
  for (std::byte& byte : bytes) {
    byte = static_cast<std::byte>(random());
  }
  return bytes;
}

/// As many bytes as the bits need, so that a sanitizer sees any byte touched beyond them.
std::vector<std::byte> Exactly(const std::vector<std::byte>& bytes, int64_t bit_count) {
  return {bytes.begin(), bytes.begin() + BitmapBytes(bit_count)};
}

TEST(BitmapTest, CountsEveryRange) {
  std::mt19937 random(1);
  const auto bytes = RandomBytes(random, 64);
  for (int64_t start = 0; start < 20; ++start) {
    int64_t expected = 0;
    for (int64_t count = 0; count < 300; ++count) {
      const auto exact = Exactly(bytes, start + count);
      ASSERT_EQ(CountSetBits(exact.data(), start, count), expected) << start << " " << count;
      expected += GetBit(bytes.data(), start + count) ? 1 : 0;
    }
  }
}

TEST(BitmapTest, CopiesBetweenAllAlignmentsAndKeepsTheRest) {
  std::mt19937 random(2);
  for (int64_t from_start = 0; from_start < 17; ++from_start) {
    for (int64_t to_start = 0; to_start < 17; ++to_start) {
      for (int64_t count = 0; count < 150; ++count) {
        const auto from = Exactly(RandomBytes(random, 32), from_start + count);
        const auto before = Exactly(RandomBytes(random, 32), to_start + count);
        auto to = before;
        CopyBits(from.data(), from_start, count, to.data(), to_start);
        for (int64_t i = 0; i < static_cast<int64_t>(to.size()) * 8; ++i) {
          const bool inside = i >= to_start && i < to_start + count;
          const bool expected = inside ? GetBit(from.data(), from_start + i - to_start) : GetBit(before.data(), i);
          ASSERT_EQ(GetBit(to.data(), i), expected) << from_start << " " << to_start << " " << count << " " << i;
        }
      }
    }
  }
}

TEST(BitmapTest, FillsAndKeepsTheRest) {
  std::mt19937 random(3);
  for (int64_t start = 0; start < 17; ++start) {
    for (int64_t count = 0; count < 150; ++count) {
      const bool value = count % 2 == 0;
      const auto before = Exactly(RandomBytes(random, 32), start + count);
      auto bits = before;
      FillBits(bits.data(), start, count, value);
      for (int64_t i = 0; i < static_cast<int64_t>(bits.size()) * 8; ++i) {
        const bool inside = i >= start && i < start + count;
        ASSERT_EQ(GetBit(bits.data(), i), inside ? value : GetBit(before.data(), i));
      }
    }
  }
}

TEST(BitmapTest, ComparesAllAlignmentsAndSeesEachBit) {
  std::mt19937 random(6);
  for (int64_t a_start = 0; a_start < 10; ++a_start) {
    for (int64_t count = 0; count < 150; ++count) {
      const auto b_start = static_cast<int64_t>(random() % 17);
      const auto a = Exactly(RandomBytes(random, 32), a_start + count);
      auto b = Exactly(RandomBytes(random, 32), b_start + count);
      CopyBits(a.data(), a_start, count, b.data(), b_start);
      ASSERT_TRUE(BitsEqual(a.data(), a_start, b.data(), b_start, count));
      if (count != 0) {
        const int64_t flipped = b_start + static_cast<int64_t>(random()) % count;
        b[static_cast<size_t>(flipped >> 3)] ^= static_cast<std::byte>(1 << (flipped & 7));
        ASSERT_FALSE(BitsEqual(a.data(), a_start, b.data(), b_start, count));
      }
    }
  }
}

TEST(BitmapTest, RunsCoverExactlyTheSetBits) {
  std::mt19937 random(4);
  for (int round = 0; round < 3000; ++round) {
    const auto start = static_cast<int64_t>(random() % 20);
    const auto count = static_cast<int64_t>(random() % 400);
    std::vector<std::byte> bits(static_cast<size_t>(BitmapBytes(start + count)));
    for (int64_t at = 0; at < start + count;) {
      const int64_t run =
          std::min(start + count - at, static_cast<int64_t>(random() % (random() % 3 == 0 ? 150 : 5)) + 1);
      FillBits(bits.data(), at, run, random() % 2 == 0);
      at += run;
    }
    std::vector<std::byte> rebuilt(bits.size());
    SetBitRuns runs(bits.data(), start, count);
    BitRun run{};
    int64_t last_end = -1;
    while (runs.Next(&run)) {
      ASSERT_GT(run.count, 0);
      ASSERT_GT(run.start, last_end);
      last_end = run.start + run.count;
      FillBits(rebuilt.data(), start + run.start, run.count, true);
    }
    for (int64_t i = start; i < start + count; ++i) {
      ASSERT_EQ(GetBit(rebuilt.data(), i), GetBit(bits.data(), i));
    }
  }
}

TEST(BitmapTest, AnAbsentBitmapIsOneRun) {
  SetBitRuns runs(nullptr, 5, 9);
  BitRun run{};
  ASSERT_TRUE(runs.Next(&run));
  EXPECT_EQ(run.start, 0);
  EXPECT_EQ(run.count, 9);
  EXPECT_FALSE(runs.Next(&run));
  SetBitRuns none(nullptr, 0, 0);
  EXPECT_FALSE(none.Next(&run));
}

}  // namespace
}  // namespace taracea::array

#include "kernels/kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

#include "base/bytes.h"

namespace taracea::kernels {
namespace {

constexpr int64_t kMaxCount = 130;

/// Bytes at a chosen misalignment, exactly sized, so that a sanitizer sees a step outside.
class Memory {
 public:
  Memory(size_t size, size_t misalignment, int fill = 0xCC)
      : size_(size), offset_(misalignment), bytes_(std::make_unique<std::byte[]>(size + misalignment)) {
    std::memset(bytes_.get(), fill, size + misalignment);
  }
  std::byte* data() { return bytes_.get() + offset_; }
  std::vector<std::byte> First(size_t size) { return {data(), data() + size}; }
  void Randomise(std::mt19937_64& random) {
    std::generate_n(data(), size_, [&random] { return static_cast<std::byte>(random()); });
  }

 private:
  size_t size_;
  size_t offset_;
  std::unique_ptr<std::byte[]> bytes_;
};

class KernelLevels : public testing::TestWithParam<CpuLevel> {
 protected:
  void SetUp() override {
    if (!CpuSupports(GetParam())) {
      GTEST_SKIP() << "this machine does not run " << CpuLevelName(GetParam());
    }
    ASSERT_EQ(kernels_.level, GetParam());
  }

  std::mt19937_64 random_{42};
  const Kernels& kernels_ = KernelsFor(GetParam());
  const Kernels& scalar_ = KernelsFor(CpuLevel::kScalar);
};

INSTANTIATE_TEST_SUITE_P(All, KernelLevels, testing::Values(CpuLevel::kScalar, CpuLevel::kAvx2, CpuLevel::kAvx512),
                         [](const auto& level) { return std::string(CpuLevelName(level.param)); });

TEST_P(KernelLevels, UnpacksAndPacksEveryWidthAndCount) {
  for (int width = 1; width <= 32; ++width) {
    for (int64_t count = 0; count <= kMaxCount; ++count) {
      const auto size = static_cast<size_t>((count * width + 7) / 8);
      const size_t misalignment = random_() % 5;
      const size_t slack = random_() % 3 * 40;
      Memory packed(size + slack, misalignment);
      packed.Randomise(random_);
      std::vector<uint32_t> values(static_cast<size_t>(count));
      kernels_.unpack_32(packed.data(), size + slack, count, width, values.data());
      for (int64_t i = 0; i < count; ++i) {
        uint64_t expected = 0;
        for (int k = 0; k < width; ++k) {
          const int64_t bit = i * width + k;
          expected |= static_cast<uint64_t>(static_cast<unsigned>(packed.data()[bit / 8]) >> (bit % 8) & 1) << k;
        }
        ASSERT_EQ(values[static_cast<size_t>(i)], expected) << width << " " << count << " " << i;
      }
      Memory out(size + kWriteSlackBytes, misalignment);
      kernels_.pack_32(values.data(), count, width, out.data());
      std::vector<std::byte> expected = packed.First(size);
      if (count * width % 8 != 0) {
        expected.back() &= static_cast<std::byte>((1 << (count * width % 8)) - 1);
      }
      ASSERT_EQ(out.First(size), expected) << width << " " << count;
    }
  }
}

TEST_P(KernelLevels, UnpacksAndPacksEveryWidthOf64Bits) {
  for (int width = 1; width <= 64; ++width) {
    for (int64_t count = 0; count <= kMaxCount; ++count) {
      const auto size = static_cast<size_t>((count * width + 7) / 8);
      Memory packed(size, random_() % 5);
      std::vector<uint64_t> values(static_cast<size_t>(count));
      std::generate(values.begin(), values.end(), [&] { return random_() >> (64 - width); });
      Memory out(size + kWriteSlackBytes, random_() % 5);
      kernels_.pack_64(values.data(), count, width, out.data());
      for (int64_t bit = 0; bit < count * width; ++bit) {
        const bool set = (static_cast<unsigned>(out.data()[bit / 8]) >> (bit % 8) & 1) != 0;
        ASSERT_EQ(set, (values[static_cast<size_t>(bit / width)] >> (bit % width) & 1) != 0) << width << " " << count;
      }
      CopyBytes(packed.data(), out.data(), size);
      std::vector<uint64_t> back(values.size());
      kernels_.unpack_64(packed.data(), size, count, width, back.data());
      ASSERT_EQ(back, values) << width << " " << count;
    }
  }
}

TEST_P(KernelLevels, SumsDeltas) {
  for (int64_t count = 0; count <= kMaxCount; ++count) {
    std::vector<uint32_t> narrow(static_cast<size_t>(count));
    std::vector<uint64_t> wide(static_cast<size_t>(count));
    std::generate(narrow.begin(), narrow.end(), [&] { return static_cast<uint32_t>(random_()); });
    std::generate(wide.begin(), wide.end(), [&] { return random_(); });
    std::vector<uint64_t> widened(narrow.begin(), narrow.end());
    std::vector<uint64_t> from_narrow(narrow.size());
    const uint64_t step = random_();
    const uint64_t start = random_();
    kernels_.sum_deltas_32_to_64(narrow.data(), count, step, start, from_narrow.data());
    const auto expect = [&](const std::vector<uint64_t>& deltas, const auto& found, uint64_t mask) {
      uint64_t sum = start;
      for (size_t i = 0; i < deltas.size(); ++i) {
        sum += deltas[i] + step;
        ASSERT_EQ(found[i], sum & mask);
      }
    };
    expect(widened, from_narrow, ~uint64_t{0});
    kernels_.sum_deltas_32(narrow.data(), count, static_cast<uint32_t>(step), static_cast<uint32_t>(start),
                           narrow.data());
    expect(widened, narrow, 0xFFFFFFFFU);
    const std::vector<uint64_t> deltas = wide;
    kernels_.sum_deltas_64(wide.data(), count, step, start, wide.data());
    expect(deltas, wide, ~uint64_t{0});
  }
}

TEST_P(KernelLevels, SplitsValuesIntoByteStreamsAndJoinsThem) {
  for (const int width : {0, 1, 2, 3, 4, 7, 8, 12, 16, 19}) {
    for (int64_t count = 0; count <= kMaxCount; ++count) {
      const auto size = static_cast<size_t>(count * width);
      Memory values(size, random_() % 3);
      values.Randomise(random_);
      Memory streams(size, random_() % 3);
      kernels_.split_streams(values.data(), width, count, streams.data());
      for (int64_t i = 0; i < count * width; ++i) {
        ASSERT_EQ(streams.data()[i % width * count + i / width], values.data()[i]);
      }
      Memory back(size, random_() % 3);
      const int64_t first = count / 3;
      kernels_.join_streams(streams.data(), count, width, first, back.data());
      kernels_.join_streams(streams.data() + first, count, width, count - first, back.data() + first * width);
      ASSERT_EQ(back.First(size), values.First(size));
    }
  }
}

TEST_P(KernelLevels, UnpacksAndPacksBitsFromAnyBitOn) {
  for (int64_t count = 0; count <= kMaxCount; ++count) {
    for (int64_t start = 0; start < 17; ++start) {
      const auto size = static_cast<size_t>((start + count + 7) / 8);
      Memory bits(size, random_() % 3);
      bits.Randomise(random_);
      std::vector<uint8_t> bytes(static_cast<size_t>(count));
      kernels_.unpack_bits(bits.data(), start, count, bytes.data());
      for (int64_t i = 0; i < count; ++i) {
        const int64_t bit = start + i;
        ASSERT_EQ(bytes[static_cast<size_t>(i)], static_cast<unsigned>(bits.data()[bit / 8]) >> (bit % 8) & 1);
        bytes[static_cast<size_t>(i)] = static_cast<uint8_t>(bytes[static_cast<size_t>(i)] * (1 + random_() % 255));
      }
      Memory out(size, 1);
      std::memcpy(out.data(), bits.data(), static_cast<size_t>(start + 7) / 8);
      kernels_.pack_bits(bytes.data(), count, out.data(), start);
      std::vector<std::byte> expected = bits.First(size);
      if (count > 0 && (start + count) % 8 != 0) {
        expected.back() &= static_cast<std::byte>((1 << ((start + count) % 8)) - 1);
      }
      if (count > 0) {
        ASSERT_EQ(out.First(size), expected) << start << " " << count;
      }
    }
  }
}

template <typename T, typename Deltas, typename Subtract>
void DifferencesOf(std::mt19937_64& random, Deltas deltas, Subtract subtract) {
  for (int64_t count = 1; count <= kMaxCount; ++count) {
    Memory values(static_cast<size_t>(count) * sizeof(T), random() % 3);
    values.Randomise(random);
    const T before = static_cast<T>(random());
    std::vector<T> expected;
    for (int64_t i = 0; i < count; ++i) {
      const std::byte* const at = values.data() + static_cast<size_t>(i) * sizeof(T);
      expected.push_back(static_cast<T>(Load<T>(at) - (i == 0 ? before : Load<T>(at - sizeof(T)))));
    }
    using Signed = std::make_signed_t<T>;
    const auto less = [](T a, T b) { return static_cast<Signed>(a) < static_cast<Signed>(b); };
    std::vector<T> found(expected.size());
    ASSERT_EQ(deltas(values.data(), count, before, found.data()),
              static_cast<Signed>(*std::min_element(expected.begin(), expected.end(), less)));
    ASSERT_EQ(found, expected);

    found.resize((found.size() + 31) / 32 * 32);
    expected = found;
    const T base = static_cast<T>(random());
    std::vector<T> bits(found.size() / 32);
    std::vector<T> expected_bits(bits.size());
    for (size_t i = 0; i < expected.size(); ++i) {
      expected[i] -= base;
      expected_bits[i / 32] |= expected[i];
    }
    subtract(found.data(), static_cast<int64_t>(found.size()), base, bits.data());
    ASSERT_EQ(found, expected);
    ASSERT_EQ(bits, expected_bits);
  }
}

TEST_P(KernelLevels, TakesDifferencesAndAddsUp) {
  DifferencesOf<uint32_t>(random_, kernels_.deltas_32, kernels_.subtract_32);
  DifferencesOf<uint64_t>(random_, kernels_.deltas_64, kernels_.subtract_64);
  for (int64_t count = 0; count <= kMaxCount; ++count) {
    std::vector<uint32_t> values(static_cast<size_t>(count));
    std::generate(values.begin(), values.end(), [this] { return static_cast<uint32_t>(random_() | 0x80000000U); });
    ASSERT_EQ(kernels_.sum_u32(values.data(), count), std::accumulate(values.begin(), values.end(), uint64_t{0}));
  }
}

TEST_P(KernelLevels, TurnsLevelsIntoBits) {
  for (int64_t count = 0; count <= kMaxCount; ++count) {
    for (int64_t start = 0; start < 67; start += 1 + static_cast<int64_t>(random_() % 5)) {
      std::vector<uint16_t> levels(static_cast<size_t>(count));
      std::generate(levels.begin(), levels.end(), [this] { return static_cast<uint16_t>(random_() % 4 * 21845); });
      for (const uint16_t threshold : std::vector<uint16_t>{0, 1, 21845, 43690, 65535}) {
        const auto size = static_cast<size_t>((start + count + 7) / 8);
        Memory bits(size, 0, 0xFF);
        const int64_t ones = kernels_.levels_at_least(levels.data(), count, threshold, bits.data(), start);
        int64_t expected = 0;
        for (int64_t i = 0; i < static_cast<int64_t>(8 * size); ++i) {
          const bool set = (static_cast<unsigned>(bits.data()[i / 8]) >> (i % 8) & 1) != 0;
          const bool inside = i >= start && i < start + count;
          const bool wanted = inside ? levels[static_cast<size_t>(i - start)] >= threshold : i < start;
          ASSERT_EQ(set, wanted) << start << " " << count << " " << i;
          expected += inside && wanted ? 1 : 0;
        }
        ASSERT_EQ(ones, expected);
      }
    }
  }
}

TEST_P(KernelLevels, ExpandsInPlaceAndCompactsBack) {
  for (const int width : {0, 1, 2, 3, 4, 5, 8, 12, 16, 17, 32}) {
    for (int64_t count = 0; count <= kMaxCount; ++count) {
      const auto start = static_cast<int64_t>(random_() % 19);
      const uint64_t chance = std::vector<uint64_t>{0, 1, 5, 9, 10}[random_() % 5];
      std::vector<std::byte> bits(static_cast<size_t>(start + count + 7) / 8);
      std::vector<std::byte> spaced(static_cast<size_t>(count * width));
      Memory values(spaced.size(), random_() % 3);
      int64_t set_count = 0;
      for (int64_t i = 0; i < count; ++i) {
        if (random_() % 10 >= chance) {
          continue;
        }
        bits[static_cast<size_t>((start + i) / 8)] |= static_cast<std::byte>(1 << ((start + i) % 8));
        for (int k = 0; k < width; ++k) {
          spaced[static_cast<size_t>(i * width + k)] = static_cast<std::byte>(random_() | 1);
          values.data()[set_count * width + k] = spaced[static_cast<size_t>(i * width + k)];
        }
        ++set_count;
      }
      const std::vector<std::byte> dense = values.First(static_cast<size_t>(set_count * width));
      kernels_.expand(values.data(), width, bits.data(), start, count, set_count);
      ASSERT_EQ(values.First(spaced.size()), spaced) << width << " " << count;
      Memory back(dense.size() + kWriteSlackBytes, random_() % 3);
      ASSERT_EQ(kernels_.compact(spaced.data(), width, bits.data(), start, count, back.data()), set_count);
      ASSERT_EQ(back.First(dense.size()), dense) << width << " " << count;
    }
  }
}

template <typename Offset, typename Decode, typename Encode>
void PlainRoundTrip(std::mt19937_64& random, const Kernels& kernels, Decode decode, Encode encode) {
  for (int64_t count = 0; count <= kMaxCount; ++count) {
    const size_t longest = random() % 2 == 0 ? 12 : 100;
    std::vector<std::byte> plain;
    std::vector<std::byte> joined;
    std::vector<Offset> offsets = {5};
    for (int64_t i = 0; i < count; ++i) {
      const auto length = static_cast<uint32_t>(random() % longest);
      const ConstBytes length_bytes = BytesOf(&length, 1);
      plain.insert(plain.end(), length_bytes.begin(), length_bytes.end());
      for (uint32_t k = 0; k < length; ++k) {
        joined.push_back(static_cast<std::byte>(random()));
        plain.push_back(joined.back());
      }
      offsets.push_back(static_cast<Offset>(joined.size() + 5));
    }
    const size_t misalignment = random() % 3;
    for (const size_t slack : {size_t{0}, kWriteSlackBytes}) {
      Memory in(plain.size() + slack, misalignment);
      CopyBytes(in.data(), plain.data(), plain.size());
      const auto size = static_cast<int64_t>(plain.size());
      ASSERT_EQ(kernels.plain_measure(in.data(), size, count), size);
      Memory out(joined.size() + 5 + slack, misalignment);
      std::vector<Offset> found(offsets.size(), 5);
      ASSERT_EQ(decode({in.data(), size, slack}, count, found.data(), out.data(), slack != 0), size);
      ASSERT_EQ(found, offsets);
      ASSERT_TRUE(std::equal(joined.begin(), joined.end(), out.data() + 5));
      Memory again(plain.size() + kWriteSlackBytes, misalignment);
      ASSERT_EQ(encode(offsets.data(), out.data(), slack, count, again.data()), again.data() + size);
      ASSERT_EQ(again.First(plain.size()), plain);
      if (count > 0) {
        ASSERT_EQ(kernels.plain_measure(in.data(), size - 1, count), -1);
        ASSERT_EQ(decode({in.data(), size - 1, slack}, count, found.data(), out.data(), slack != 0), -1);
      }
    }
  }
}

TEST_P(KernelLevels, DecodesMeasuresAndEncodesPlainByteArrays) {
  PlainRoundTrip<int32_t>(random_, kernels_, kernels_.plain_decode_offsets32, kernels_.plain_encode_offsets32);
  PlainRoundTrip<int64_t>(random_, kernels_, kernels_.plain_decode_offsets64, kernels_.plain_encode_offsets64);
}

TEST_P(KernelLevels, RefusesHugeLengths) {
  for (const uint32_t length : {0x7FFFFFFFU, 0x80000000U, 0xFFFFFFFCU, 0xFFFFFFFFU}) {
    std::vector<std::byte> in(100);
    Store(in.data(), length);
    std::vector<std::byte> out(200);
    int32_t offsets[2] = {0, 0};
    EXPECT_EQ(kernels_.plain_measure(in.data(), 100, 1), -1);
    EXPECT_EQ(kernels_.plain_decode_offsets32({in.data(), 100, 0}, 1, offsets, out.data(), true), -1);
    EXPECT_EQ(kernels_.plain_decode_offsets32({in.data(), 100, 0}, 1, offsets, out.data(), false), -1);
  }
}

TEST_P(KernelLevels, RefusesLengthsThatLeaveNoRoomForThoseBehind) {
  // The first value takes all: the other 99 length words do not fit, and nothing is written behind size - 4 x count.
  for (const bool write_slack : {false, true}) {
    std::vector<std::byte> in(1000);
    Store(in.data(), 996U);
    std::vector<std::byte> out(600 + (write_slack ? kWriteSlackBytes : 0));
    std::vector<int64_t> offsets(101);
    EXPECT_EQ(kernels_.plain_decode_offsets64({in.data(), 1000, 0}, 100, offsets.data(), out.data(), write_slack), -1);
    EXPECT_EQ(kernels_.plain_decode_offsets64({in.data(), 399, 0}, 100, offsets.data(), out.data(), write_slack), -1);
  }
}

TEST_P(KernelLevels, GathersFixedWidthEntries) {
  for (const int width : {0, 1, 2, 3, 4, 8, 12, 16, 20}) {
    for (int64_t count = 0; count <= kMaxCount; ++count) {
      const auto entry_count = static_cast<uint32_t>(1 + random_() % 50);
      Memory entries(entry_count * static_cast<size_t>(width), random_() % 3);
      entries.Randomise(random_);
      std::vector<uint32_t> indices(static_cast<size_t>(count));
      std::generate(indices.begin(), indices.end(), [&] { return static_cast<uint32_t>(random_() % entry_count); });
      Memory out(static_cast<size_t>(count * width), random_() % 3);
      kernels_.gather_fixed(entries.data(), width, indices.data(), count, out.data());
      for (int64_t i = 0; i < count; ++i) {
        const std::byte* entry = entries.data() + indices[static_cast<size_t>(i)] * static_cast<uint32_t>(width);
        ASSERT_TRUE(std::equal(entry, entry + width, out.data() + i * width));
      }
    }
  }
}

TEST_P(KernelLevels, GathersByteArrays) {
  for (int64_t count = 0; count <= kMaxCount; ++count) {
    std::vector<int64_t> entry_offsets = {0};
    for (uint64_t i = random_() % 40 + 1; i > 0; --i) {
      entry_offsets.push_back(entry_offsets.back() + static_cast<int64_t>(random_() % 70));
    }
    std::vector<uint32_t> indices(static_cast<size_t>(count));
    std::generate(indices.begin(), indices.end(),
                  [&] { return static_cast<uint32_t>(random_() % (entry_offsets.size() - 1)); });
    std::vector<std::byte> expected;
    std::vector<int64_t> expected_offsets = {3};
    for (const size_t slack : {size_t{0}, kWriteSlackBytes}) {
      Memory entries(static_cast<size_t>(entry_offsets.back()) + slack, random_() % 3);
      entries.Randomise(random_);
      expected.clear();
      expected_offsets.resize(1);
      for (const uint32_t index : indices) {
        expected.insert(expected.end(), entries.data() + entry_offsets[index],
                        entries.data() + entry_offsets[index + 1]);
        expected_offsets.push_back(static_cast<int64_t>(expected.size()) + 3);
      }
      ASSERT_EQ(kernels_.gather_measure(entry_offsets.data(), indices.data(), count),
                static_cast<int64_t>(expected.size()));
      Memory out(expected.size() + 3 + slack, random_() % 3);
      std::vector<int64_t> offsets(expected_offsets.size(), 3);
      const EntryBytes from{entry_offsets.data(), entries.data()};
      kernels_.gather_offsets64(from, indices.data(), count, offsets.data(), out.data(), slack != 0);
      ASSERT_EQ(offsets, expected_offsets);
      ASSERT_TRUE(std::equal(expected.begin(), expected.end(), out.data() + 3));
      std::vector<int32_t> narrow(offsets.size(), 3);
      kernels_.gather_offsets32(from, indices.data(), count, narrow.data(), out.data(), slack != 0);
      ASSERT_TRUE(std::equal(narrow.begin(), narrow.end(), expected_offsets.begin()));
      ASSERT_TRUE(std::equal(expected.begin(), expected.end(), out.data() + 3));
    }
  }
}

template <typename T, typename Kernel>
void CheckMinMax(std::mt19937_64& random, Kernel kernel) {
  for (int64_t count = 1; count <= kMaxCount; ++count) {
    std::vector<T> values(static_cast<size_t>(count));
    std::generate(values.begin(), values.end(), [&random] {
      T value = static_cast<T>(random());
      if constexpr (std::is_floating_point_v<T>) {
        const uint64_t kind = random() % 8;
        value = kind == 0   ? std::numeric_limits<T>::quiet_NaN()
                : kind == 1 ? -std::numeric_limits<T>::infinity()
                            : static_cast<T>(static_cast<double>(random()) - 1e18);
      }
      return value;
    });
    const MinMax<T> found = kernel(values.data(), count);
    std::vector<T> numbers;
    std::copy_if(values.begin(), values.end(), std::back_inserter(numbers), [](T v) { return v == v; });
    ASSERT_EQ(found.nan_count, count - static_cast<int64_t>(numbers.size()));
    if (!numbers.empty()) {
      ASSERT_EQ(found.min, *std::min_element(numbers.begin(), numbers.end()));
      ASSERT_EQ(found.max, *std::max_element(numbers.begin(), numbers.end()));
    } else {
      ASSERT_GT(found.min, found.max);
    }
  }
}

TEST_P(KernelLevels, FindsMinimumAndMaximum) {
  CheckMinMax<int32_t>(random_, kernels_.min_max_i32);
  CheckMinMax<int64_t>(random_, kernels_.min_max_i64);
  CheckMinMax<uint32_t>(random_, kernels_.min_max_u32);
  CheckMinMax<uint64_t>(random_, kernels_.min_max_u64);
  CheckMinMax<float>(random_, kernels_.min_max_f32);
  CheckMinMax<double>(random_, kernels_.min_max_f64);
}

TEST_P(KernelLevels, LeavesNanOutWhereAllAreNan) {
  const std::vector<double> values(37, std::numeric_limits<double>::quiet_NaN());
  const MinMax<double> found = kernels_.min_max_f64(values.data(), 37);
  EXPECT_EQ(found.nan_count, 37);
  EXPECT_EQ(found.min, std::numeric_limits<double>::infinity());
  EXPECT_EQ(found.max, -std::numeric_limits<double>::infinity());
}

TEST_P(KernelLevels, MeasuresRunsAndMaxima) {
  for (int64_t count = 1; count <= kMaxCount; ++count) {
    for (int64_t run = 1; run <= count; run += 1 + static_cast<int64_t>(random_() % 4)) {
      std::vector<uint32_t> wide(static_cast<size_t>(count), 7);
      std::vector<uint16_t> narrow(static_cast<size_t>(count), 7);
      for (auto i = static_cast<size_t>(run); i < wide.size(); ++i) {
        narrow[i] = static_cast<uint16_t>(i == static_cast<size_t>(run) ? 0x8007 : random_());
        wide[i] = i == static_cast<size_t>(run) ? 0x80000007U : static_cast<uint32_t>(random_());
      }
      ASSERT_EQ(kernels_.run_u32(wide.data(), count), run);
      ASSERT_EQ(kernels_.run_u16(narrow.data(), count), run);
      ASSERT_EQ(kernels_.max_u32(wide.data(), count), *std::max_element(wide.begin(), wide.end()));
      ASSERT_EQ(kernels_.max_u16(narrow.data(), count), *std::max_element(narrow.begin(), narrow.end()));
    }
  }
  EXPECT_EQ(kernels_.max_u32(nullptr, 0), 0U);
}

TEST_P(KernelLevels, TurnsBigEndianNumbersAroundAndBack) {
  for (int in_width = 0; in_width <= 18; ++in_width) {
    for (const int out_width : {4, 8, 16, 32}) {
      const auto count = static_cast<int64_t>(random_() % 20);
      Memory in(static_cast<size_t>(count * in_width), 1);
      in.Randomise(random_);
      Memory out(static_cast<size_t>(count * out_width), 1);
      kernels_.from_big_endian(in.data(), in_width, count, out.data(), out_width);
      for (int64_t i = 0; i < count; ++i) {
        const bool negative = in_width > 0 && (static_cast<unsigned>(in.data()[i * in_width]) & 0x80) != 0;
        for (int k = 0; k < out_width; ++k) {
          const std::byte expected = k < in_width ? in.data()[i * in_width + in_width - 1 - k]
                                                  : std::byte{negative ? uint8_t{0xFF} : uint8_t{0}};
          ASSERT_EQ(out.data()[i * out_width + k], expected) << in_width << " " << out_width;
        }
      }
      if (in_width <= out_width) {
        Memory back(static_cast<size_t>(count * in_width), 2);
        kernels_.to_big_endian(out.data(), out_width, count, back.data(), in_width);
        ASSERT_EQ(back.First(static_cast<size_t>(count * in_width)), in.First(static_cast<size_t>(count * in_width)));
      }
    }
  }
}

TEST(KernelsFor, FallsBackToScalarForALevelThatIsMissing) {
  EXPECT_EQ(KernelsFor(CpuSupports(CpuLevel::kNeon) ? CpuLevel::kAvx2 : CpuLevel::kNeon).level, CpuLevel::kScalar);
  EXPECT_TRUE(CpuSupports(ActiveKernels().level));
}

}  // namespace
}  // namespace taracea::kernels

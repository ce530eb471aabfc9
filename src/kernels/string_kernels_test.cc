#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "kernels/kernels.h"

namespace taracea::kernels {
namespace {

/// Byte strings, each in memory of its own.
struct Strings {
  std::vector<std::vector<std::byte>> bytes;
  std::vector<const std::byte*> at;
  std::vector<uint32_t> sizes;

  explicit Strings(const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
      bytes.emplace_back(AsBytes(text).begin(), AsBytes(text).end());
    }
    for (const std::vector<std::byte>& each : bytes) {
      at.push_back(each.data());
      sizes.push_back(static_cast<uint32_t>(each.size()));
    }
  }
  ByteStrings view() const { return {at.data(), sizes.data()}; }
};

class StringKernels : public testing::TestWithParam<CpuLevel> {
 protected:
  void SetUp() override {
    if (!CpuSupports(GetParam())) {
      GTEST_SKIP() << "this machine does not run " << CpuLevelName(GetParam());
    }
  }
  std::string RandomText(size_t longest) {
    std::string text(random_() % (longest + 1), ' ');
    std::generate(text.begin(), text.end(), [this] { return static_cast<char>(random_() % 3); });
    return text;
  }

  std::mt19937 random_{9};
  const Kernels& kernels_ = KernelsFor(GetParam());
};

INSTANTIATE_TEST_SUITE_P(All, StringKernels, testing::Values(CpuLevel::kScalar, CpuLevel::kAvx2, CpuLevel::kAvx512),
                         [](const auto& level) { return std::string(CpuLevelName(level.param)); });

TEST_P(StringKernels, HashAlikeOnEveryLevelAndByContentAlone) {
  const HashKeys keys{{0x9E3779B97F4A7C15U, 0xD1B54A32D192ED03U, 0x8CB92BA72F3D8DD7U, 0x123456789ABCDEFU}, 0xABCDEF1};
  std::vector<std::string> texts;
  for (size_t size = 0; size <= 130; ++size) {
    texts.emplace_back(size, 'a');
    texts.push_back(RandomText(130));
  }
  const Strings strings(texts);
  const Strings again(texts);
  const auto count = static_cast<int64_t>(texts.size());
  std::vector<uint32_t> expected(texts.size());
  std::vector<uint32_t> found(texts.size());
  KernelsFor(CpuLevel::kScalar).hash_bytes(strings.view(), count, keys, expected.data());
  kernels_.hash_bytes(again.view(), count, keys, found.data());
  EXPECT_EQ(found, expected);
  // Lengths and trailing zeros count.
  const Strings zeros({"", std::string(1, '\0'), std::string(2, '\0'), std::string(32, '\0'), std::string(33, '\0')});
  kernels_.hash_bytes(zeros.view(), 5, keys, found.data());
  std::sort(found.begin(), found.begin() + 5);
  EXPECT_EQ(std::unique(found.begin(), found.begin() + 5), found.begin() + 5);
}

TEST_P(StringKernels, TellWhichStringsAreTheirEntries) {
  for (int64_t count = 0; count <= 64; ++count) {
    std::vector<std::string> entries;
    std::vector<int64_t> offsets = {0};
    std::string joined;
    for (uint64_t i = 0; i < 20; ++i) {
      entries.push_back(RandomText(i % 4 == 0 ? 90 : 4));
      joined += entries.back();
      offsets.push_back(static_cast<int64_t>(joined.size()));
    }
    const std::vector<std::byte> bytes(AsBytes(joined).begin(), AsBytes(joined).end());
    std::vector<std::string> texts;
    std::vector<uint32_t> ids;
    uint64_t expected = 0;
    for (int64_t i = 0; i < count; ++i) {
      ids.push_back(static_cast<uint32_t>(random_() % entries.size()));
      texts.push_back(random_() % 2 == 0 ? entries[ids.back()] : RandomText(4));
      if (random_() % 4 == 0 && !texts.back().empty()) {
        texts.back().back() ^= 1;
      }
      expected |= static_cast<uint64_t>(texts.back() == entries[ids.back()] ? 1 : 0) << i;
    }
    const Strings strings(texts);
    EXPECT_EQ(kernels_.same_bytes(strings.view(), {offsets.data(), bytes.data()}, ids.data(), count), expected);
  }
}

/// Values that share prefixes, and what DELTA_BYTE_ARRAY makes of them.
struct Prefixed {
  std::string before;
  std::vector<std::string> values;
  std::vector<uint32_t> prefixes;
  std::vector<uint32_t> suffixes;
  std::string joined;
  std::string body;

  /// `shared`: whether a prefix is all that a value shares with the one before; else any part of it.
  void Add(size_t prefix, const std::string& suffix, bool shared) {
    const std::string& last = values.empty() ? before : values.back();
    std::string value = last.substr(0, prefix) + suffix;
    if (shared) {
      const size_t longest = std::min(last.size(), value.size());
      prefix = static_cast<size_t>(
          std::mismatch(last.begin(), last.begin() + static_cast<int64_t>(longest), value.begin()).first -
          last.begin());
    }
    prefixes.push_back(static_cast<uint32_t>(prefix));
    suffixes.push_back(static_cast<uint32_t>(value.size() - prefix));
    body += value.substr(prefix);
    joined += value;
    values.push_back(std::move(value));
  }
};

TEST_P(StringKernels, JoinPrefixesAndSuffixes) {
  for (int64_t count = 1; count <= 130; ++count) {
    const size_t longest = count % 2 == 0 ? 20 : 90;
    Prefixed strings{RandomText(longest), {}, {}, {}, {}, {}};
    for (int64_t i = 0; i < count; ++i) {
      const size_t last = strings.values.empty() ? strings.before.size() : strings.values.back().size();
      strings.Add(random_() % (last + 1), RandomText(longest), false);
    }
    const std::vector<std::byte> first(AsBytes(strings.before).begin(), AsBytes(strings.before).end());
    const std::vector<std::byte> tail(AsBytes(strings.body).begin(), AsBytes(strings.body).end());
    const PrefixedStrings prefixed{strings.prefixes.data(), strings.suffixes.data(), tail.data()};
    for (const bool write_slack : {false, true}) {
      std::vector<std::byte> out(strings.joined.size() + (write_slack ? kWriteSlackBytes : 0));
      const std::byte* last = kernels_.join_prefixes(prefixed, count, first.data(), out.data(), write_slack);
      EXPECT_EQ(AsText(out).substr(0, strings.joined.size()), strings.joined);
      EXPECT_EQ(last, out.data() + strings.joined.size() - strings.values.back().size());
    }
    std::vector<uint32_t> sizes(strings.values.size());
    const PrefixedSizes sums =
        kernels_.measure_prefixed(prefixed, count, static_cast<uint32_t>(strings.before.size()), sizes.data());
    EXPECT_TRUE(sums.fit);
    EXPECT_EQ(sums.suffix_bytes, static_cast<int64_t>(strings.body.size()));
    EXPECT_EQ(sums.value_bytes, static_cast<int64_t>(strings.joined.size()));
    EXPECT_TRUE(std::equal(sizes.begin(), sizes.end(), strings.values.begin(),
                           [](uint32_t size, const std::string& value) { return size == value.size(); }));
    // One prefix longer than the value before it.
    const auto at = static_cast<size_t>(random_() % static_cast<uint64_t>(count));
    strings.prefixes[at] = static_cast<uint32_t>((at == 0 ? strings.before : strings.values[at - 1]).size() + 1 +
                                                 random_() % 2 * 0x80000000U);
    EXPECT_FALSE(
        kernels_.measure_prefixed(prefixed, count, static_cast<uint32_t>(strings.before.size()), sizes.data()).fit);
  }
}

TEST_P(StringKernels, SplitPrefixesFromSuffixes) {
  for (int64_t count = 1; count <= 200; ++count) {
    const size_t longest = std::vector<size_t>{8, 20, 70, 200}[static_cast<size_t>(count % 4)];
    Prefixed strings{RandomText(longest), {}, {}, {}, {}, {}};
    for (int64_t i = 0; i < count; ++i) {
      const size_t last = strings.values.empty() ? strings.before.size() : strings.values.back().size();
      strings.Add(random_() % 4 == 0 ? last : random_() % (last + 1), random_() % 4 == 0 ? "" : RandomText(longest),
                  true);
    }
    std::vector<std::string> all = {strings.before};
    all.insert(all.end(), strings.values.begin(), strings.values.end());
    const Strings input(all);
    std::vector<uint32_t> prefixes(strings.values.size());
    std::vector<uint32_t> suffixes(strings.values.size());
    std::vector<std::byte> out(strings.body.size() + kWriteSlackBytes);
    const std::byte* end = kernels_.split_prefixes(input.view(), count, prefixes.data(), suffixes.data(), out.data());
    ASSERT_EQ(prefixes, strings.prefixes);
    ASSERT_EQ(suffixes, strings.suffixes);
    ASSERT_EQ(end, out.data() + strings.body.size());
    ASSERT_EQ(AsText(out).substr(0, strings.body.size()), strings.body);
  }
}

}  // namespace
}  // namespace taracea::kernels

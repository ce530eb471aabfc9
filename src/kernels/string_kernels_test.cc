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

TEST_P(StringKernels, JoinPrefixesAndSuffixes) {
  for (int64_t count = 1; count <= 130; ++count) {
    const size_t longest = count % 2 == 0 ? 20 : 90;
    const std::string before = RandomText(longest);
    std::string last = before;
    std::string body;
    std::string expected;
    std::vector<uint32_t> prefixes;
    std::vector<uint32_t> suffixes;
    for (int64_t i = 0; i < count; ++i) {
      prefixes.push_back(static_cast<uint32_t>(random_() % (last.size() + 1)));
      const std::string suffix = RandomText(longest);
      suffixes.push_back(static_cast<uint32_t>(suffix.size()));
      body += suffix;
      last = last.substr(0, prefixes.back()) + suffix;
      expected += last;
    }
    const std::vector<std::byte> first(AsBytes(before).begin(), AsBytes(before).end());
    const std::vector<std::byte> tail(AsBytes(body).begin(), AsBytes(body).end());
    std::vector<std::byte> out(expected.size());
    const std::byte* end =
        kernels_.join_prefixes({prefixes.data(), suffixes.data(), tail.data()}, count, first.data(), out.data());
    EXPECT_EQ(AsText(out), expected);
    EXPECT_EQ(end, out.data() + out.size() - last.size());
  }
}

}  // namespace
}  // namespace taracea::kernels

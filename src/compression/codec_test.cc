#include "compression/codec.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "compression/codec_registry.h"
#include "compression/worker_codecs.h"

namespace taracea::compression {
namespace {

enum class Content { kZeros, kText, kNoise, kMixed };

std::vector<std::byte> MakeContent(Content content, size_t size, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<std::byte> bytes(size);
  for (size_t i = 0; i < size; ++i) {
    const bool noise = content == Content::kNoise || (content == Content::kMixed && (i / 1000) % 2 == 0);
    const bool text = content == Content::kText || (content == Content::kMixed && !noise);
    bytes[i] = noise  ? static_cast<std::byte>(random())
               : text ? static_cast<std::byte>("the quick brown fox "[(i * i / 7 + i) % 20])
                      : std::byte{0};
  }
  return bytes;
}

/// An exactly sized copy on the heap, so that a read or write behind it is seen by the address sanitizer.
std::vector<std::byte> Exact(ConstBytes bytes) {
  return {bytes.begin(), bytes.end()};
}

class EveryCodec : public ::testing::TestWithParam<Codec> {
 protected:
  void SetUp() override {
    compressor_ = *MakeCompressor(*CodecRegistry::BuiltIn(), GetParam());
    decompressor_ = *MakeDecompressor(*CodecRegistry::BuiltIn(), GetParam());
  }

  std::vector<std::byte> Compressed(ConstBytes in) {
    OwnedBuffer out = *DefaultArena()->Allocate(0);
    const Status status = compressor_->Compress(in, &out);
    EXPECT_TRUE(status.ok()) << status.ToString();
    EXPECT_LE(out.size(), compressor_->MaxCompressedSize(in.size()));
    return Exact(out.bytes());
  }

  std::unique_ptr<Compressor> compressor_;
  std::unique_ptr<Decompressor> decompressor_;
};

std::string CodecTestName(const ::testing::TestParamInfo<Codec>& info) {
  return ToString(info.param);
}

INSTANTIATE_TEST_SUITE_P(Codec, EveryCodec,
                         ::testing::Values(Codec::kUncompressed, Codec::kSnappy, Codec::kGzip, Codec::kBrotli,
                                           Codec::kZstd, Codec::kLz4Raw),
                         CodecTestName);

TEST_P(EveryCodec, GivesBackEverySizeAndContent) {
  std::vector<size_t> sizes;
  for (size_t size = 0; size <= 70; ++size) {
    sizes.push_back(size);
  }
  for (const int size : {255, 256, 257, 4095, 65535, 65536, 65537, 100003, 1 << 20}) {
    sizes.push_back(static_cast<size_t>(size));
  }
  for (const size_t size : sizes) {
    for (const Content content : {Content::kZeros, Content::kText, Content::kNoise, Content::kMixed}) {
      const std::vector<std::byte> in = MakeContent(content, size, static_cast<uint32_t>(size));
      const std::vector<std::byte> compressed = Compressed(in);
      std::vector<std::byte> out(size);
      const Status status = decompressor_->Decompress(compressed, out);
      ASSERT_TRUE(status.ok()) << status.ToString() << " at size " << size;
      ASSERT_EQ(out, in) << "size " << size;
    }
  }
}

TEST_P(EveryCodec, WritesTheSameBytesForTheSamePageWhateverCameBefore) {
  const std::vector<std::byte> page = MakeContent(Content::kMixed, 50000, 7);
  const std::vector<std::byte> first = Compressed(page);
  Compressed(MakeContent(Content::kNoise, 300000, 8));
  Compressed(MakeContent(Content::kText, 17, 9));
  Compressed({});
  EXPECT_EQ(Compressed(page), first);
}

TEST_P(EveryCodec, AppendsBehindWhatTheOutputHolds) {
  const std::vector<std::byte> page = MakeContent(Content::kText, 3000, 1);
  OwnedBuffer out = *DefaultArena()->Allocate(0);
  ASSERT_TRUE(out.Append(AsBytes("head")).ok());
  ASSERT_TRUE(compressor_->Compress(page, &out).ok());
  EXPECT_EQ(AsText(out.bytes().first(4)), "head");
  std::vector<std::byte> back(page.size());
  ASSERT_TRUE(decompressor_->Decompress(out.bytes().subspan(4), back).ok());
  EXPECT_EQ(back, page);
}

TEST_P(EveryCodec, RefusesAnotherSizeThanExpected) {
  const std::vector<std::byte> page = MakeContent(Content::kMixed, 5000, 3);
  const std::vector<std::byte> compressed = Compressed(page);
  for (const size_t size : {size_t{0}, size_t{1}, size_t{2500}, page.size() - 1, page.size() + 1, page.size() * 2}) {
    std::vector<std::byte> out(size);
    EXPECT_EQ(decompressor_->Decompress(compressed, out).code(), ErrorCode::kCorrupt) << size;
  }
}

TEST_P(EveryCodec, AcceptsNothingForNothingAndRefusesNothingForSomething) {
  std::vector<std::byte> out(1);
  EXPECT_TRUE(decompressor_->Decompress({}, {}).ok());
  EXPECT_EQ(decompressor_->Decompress({}, out).code(), ErrorCode::kCorrupt);
  EXPECT_TRUE(decompressor_->Decompress(Compressed({}), {}).ok());
}

TEST_P(EveryCodec, RefusesEveryTruncation) {
  const std::vector<std::byte> page = MakeContent(Content::kMixed, 2500, 4);
  const std::vector<std::byte> compressed = Compressed(page);
  std::vector<std::byte> out(page.size());
  for (size_t size = 0; size < compressed.size(); ++size) {
    const std::vector<std::byte> cut = Exact(ConstBytes(compressed).first(size));
    const Status status = decompressor_->Decompress(cut, out);
    // A block that ends in an empty piece still yields all bytes without it.
    ASSERT_TRUE(status.code() == ErrorCode::kCorrupt || (status.ok() && out == page)) << size << status.ToString();
  }
}

TEST_P(EveryCodec, SurvivesEveryByteFlip) {
  const std::vector<std::byte> page = MakeContent(Content::kMixed, 1500, 5);
  const std::vector<std::byte> compressed = Compressed(page);
  std::vector<std::byte> out(page.size());
  for (size_t at = 0; at < compressed.size(); ++at) {
    for (const int flip : {0x01, 0x10, 0x80, 0xFF}) {
      std::vector<std::byte> damaged = compressed;
      damaged[at] ^= static_cast<std::byte>(flip);
      const Status status = decompressor_->Decompress(damaged, out);
      ASSERT_TRUE(status.ok() || status.code() == ErrorCode::kCorrupt) << status.ToString();
    }
  }
  ASSERT_TRUE(decompressor_->Decompress(compressed, out).ok()) << "must be usable after errors";
  EXPECT_EQ(out, page);
}

TEST_P(EveryCodec, SurvivesNoise) {
  std::mt19937 random(11);
  for (int i = 0; i < 2000; ++i) {
    const std::vector<std::byte> in = MakeContent(Content::kNoise, random() % 200, static_cast<uint32_t>(random()));
    std::vector<std::byte> out(random() % 1000);
    const Status status = decompressor_->Decompress(in, out);
    ASSERT_TRUE(status.ok() || status.code() == ErrorCode::kCorrupt) << status.ToString();
  }
}

TEST_P(EveryCodec, NeverProducesMoreThanAskedForFromABomb) {
  const std::vector<std::byte> compressed = Compressed(std::vector<std::byte>(size_t{8} << 20));
  std::vector<std::byte> out(1000);
  EXPECT_EQ(decompressor_->Decompress(compressed, out).code(), ErrorCode::kCorrupt);
}

TEST_P(EveryCodec, WorksAtBothEndsOfItsLevels) {
  const std::optional<LevelRange> levels = CodecRegistry::BuiltIn()->Levels(GetParam());
  if (!levels) {
    EXPECT_EQ(MakeCompressor(*CodecRegistry::BuiltIn(), GetParam(), 1).error().code(), ErrorCode::kInvalidArgument);
    return;
  }
  const std::vector<std::byte> page = MakeContent(Content::kMixed, 20000, 6);
  for (const int level : {levels->minimum, levels->default_level, levels->maximum}) {
    Result<std::unique_ptr<Compressor>> compressor = MakeCompressor(*CodecRegistry::BuiltIn(), GetParam(), level);
    ASSERT_TRUE(compressor.ok()) << compressor.error().ToString();
    OwnedBuffer compressed = *DefaultArena()->Allocate(0);
    ASSERT_TRUE((*compressor)->Compress(page, &compressed).ok());
    std::vector<std::byte> out(page.size());
    ASSERT_TRUE(decompressor_->Decompress(compressed.bytes(), out).ok()) << level;
    EXPECT_EQ(out, page);
  }
  for (const int level : {levels->minimum - 1, levels->maximum + 1}) {
    EXPECT_EQ(MakeCompressor(*CodecRegistry::BuiltIn(), GetParam(), level).error().code(), ErrorCode::kInvalidArgument);
  }
}

}  // namespace
}  // namespace taracea::compression

#include "compression/codec_registry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "compression/worker_codecs.h"

namespace taracea::compression {
namespace {

/// Stores each byte plus the level.
class ShiftCodec final : public UserCodec {
 public:
  explicit ShiftCodec(LevelRange levels = {.minimum = 1, .maximum = 9, .default_level = 3}) : levels_(levels) {}
  std::string Name() const override { return "SHIFT"; }
  std::optional<LevelRange> Levels() const override { return levels_; }
  size_t MaxCompressedSize(size_t size_bytes) const override { return size_bytes > 1000 ? 0 : size_bytes + 1; }
  Result<size_t> Compress(ConstBytes in, int level, MutableBytes out) const override {
    out[0] = static_cast<std::byte>(level);
    std::ranges::transform(in, out.begin() + 1,
                           [&](std::byte b) { return static_cast<std::byte>(std::to_integer<int>(b) + level); });
    return in.size() + 1;
  }
  Result<size_t> Decompress(ConstBytes in, MutableBytes out) const override {
    if (in[0] == std::byte{0xFF}) {
      return out.size() + 1;
    }
    const size_t count = std::min(in.size() - 1, out.size());
    std::ranges::transform(in.subspan(1, count), out.begin(), [&](std::byte b) {
      return static_cast<std::byte>(std::to_integer<int>(b) - std::to_integer<int>(in[0]));
    });
    return count;
  }

 private:
  LevelRange levels_;
};

constexpr Codec kOwnNumber = static_cast<Codec>(1000);

Result<std::shared_ptr<const CodecRegistry>> WithShift(Codec number) {
  return CodecRegistry::With({{number, std::make_shared<ShiftCodec>()}});
}

TEST(CodecRegistry, NamesWhatItLacks) {
  const CodecRegistry& registry = *CodecRegistry::BuiltIn();
  const Status lzo = MakeDecompressor(registry, Codec::kLzo).error();
  EXPECT_EQ(lzo.code(), ErrorCode::kUnsupported);
  EXPECT_NE(lzo.message().find("LZO"), std::string::npos) << lzo.message();
  const Status unknown = MakeDecompressor(registry, static_cast<Codec>(77)).error();
  EXPECT_EQ(unknown.code(), ErrorCode::kUnsupported);
  EXPECT_NE(unknown.message().find("77"), std::string::npos) << unknown.message();
  EXPECT_EQ(MakeDecompressor(registry, static_cast<Codec>(-1)).error().code(), ErrorCode::kUnsupported);
  EXPECT_EQ(MakeCompressor(registry, Codec::kLzo).error().code(), ErrorCode::kUnsupported);
}

TEST(CodecRegistry, ReadsButDoesNotWriteTheDeprecatedLz4) {
  EXPECT_TRUE(MakeDecompressor(*CodecRegistry::BuiltIn(), Codec::kLz4).ok());
  EXPECT_EQ(MakeCompressor(*CodecRegistry::BuiltIn(), Codec::kLz4).error().code(), ErrorCode::kUnsupported);
}

TEST(CodecRegistry, TakesCodecsOfTheCallersOwnByNumber) {
  for (const Codec number : {kOwnNumber, Codec::kLzo, Codec::kSnappy}) {
    Result<std::shared_ptr<const CodecRegistry>> registry = WithShift(number);
    ASSERT_TRUE(registry.ok());
    EXPECT_EQ((*registry)->Name(number), "SHIFT");
    OwnedBuffer compressed = *DefaultArena()->Allocate(0);
    ASSERT_TRUE((*MakeCompressor(**registry, number))->Compress(AsBytes("abc"), &compressed).ok());
    EXPECT_EQ(AsText(compressed.bytes()),
              "\x03"
              "def");
    std::array<std::byte, 3> back{};
    ASSERT_TRUE((*MakeDecompressor(**registry, number))->Decompress(compressed.bytes(), back).ok());
    EXPECT_EQ(AsText(back), "abc");
  }
}

TEST(CodecRegistry, ChecksWhatAUserCodecAnswers) {
  std::unique_ptr<Decompressor> decompressor = *MakeDecompressor(**WithShift(kOwnNumber), kOwnNumber);
  std::array<std::byte, 3> out{};
  EXPECT_EQ(decompressor->Decompress(AsBytes("\xFFzz"), out).code(), ErrorCode::kInternal);
  EXPECT_EQ(decompressor->Decompress(AsBytes("\x01zz"), out).code(), ErrorCode::kCorrupt);
}

TEST(CodecRegistry, PassesOnThatAnInputIsTooLarge) {
  std::unique_ptr<Compressor> compressor = *MakeCompressor(**WithShift(kOwnNumber), kOwnNumber);
  OwnedBuffer out = *DefaultArena()->Allocate(0);
  EXPECT_EQ(compressor->Compress(AsBytes(std::string(1001, 'a')), &out).code(), ErrorCode::kLimitExceeded);
  EXPECT_EQ(out.size(), 0u);
}

TEST(CodecRegistry, ChecksLevelsOfUserCodecs) {
  const std::shared_ptr<const CodecRegistry> registry = *WithShift(kOwnNumber);
  EXPECT_TRUE(MakeCompressor(*registry, kOwnNumber, 9).ok());
  EXPECT_EQ(MakeCompressor(*registry, kOwnNumber, 10).error().code(), ErrorCode::kInvalidArgument);
}

TEST(CodecRegistry, RefusesWrongRegistrations) {
  const auto shift = std::make_shared<ShiftCodec>();
  const auto bad_levels = std::make_shared<ShiftCodec>(LevelRange{.minimum = 3, .maximum = 2, .default_level = 2});
  EXPECT_EQ(CodecRegistry::With({{kOwnNumber, nullptr}}).error().code(), ErrorCode::kInvalidArgument);
  EXPECT_EQ(CodecRegistry::With({{Codec::kUncompressed, shift}}).error().code(), ErrorCode::kInvalidArgument);
  EXPECT_EQ(CodecRegistry::With({{kOwnNumber, shift}, {kOwnNumber, shift}}).error().code(),
            ErrorCode::kInvalidArgument);
  EXPECT_EQ(CodecRegistry::With({{kOwnNumber, bad_levels}}).error().code(), ErrorCode::kInvalidArgument);
}

TEST(WorkerCodecs, KeepsOneContextPerCodecAndLevel) {
  WorkerCodecs codecs;
  Compressor* one = *codecs.CompressorFor(Codec::kZstd, 1);
  Compressor* nine = *codecs.CompressorFor(Codec::kZstd, 9);
  EXPECT_NE(one, nine);
  for (int level = 2; level < 9; ++level) {
    ASSERT_TRUE(codecs.CompressorFor(Codec::kZstd, level).ok());
  }
  EXPECT_EQ(*codecs.CompressorFor(Codec::kZstd, 1), one);
  EXPECT_EQ(*codecs.CompressorFor(Codec::kZstd, 9), nine);
  Decompressor* zstd = *codecs.DecompressorFor(Codec::kZstd);
  EXPECT_NE(*codecs.DecompressorFor(Codec::kGzip), zstd);
  EXPECT_EQ(*codecs.DecompressorFor(Codec::kZstd), zstd);
}

TEST(WorkerCodecs, HandsErrorsOn) {
  WorkerCodecs codecs;
  EXPECT_EQ(codecs.CompressorFor(Codec::kZstd, 23).error().code(), ErrorCode::kInvalidArgument);
  EXPECT_EQ(codecs.DecompressorFor(Codec::kLzo).error().code(), ErrorCode::kUnsupported);
}

}  // namespace
}  // namespace taracea::compression

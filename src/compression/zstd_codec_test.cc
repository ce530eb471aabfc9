#include "compression/zstd_codec.h"

#include <gtest/gtest.h>
#include <zstd.h>

#include <string>
#include <vector>

namespace taracea::compression {
namespace {

std::string Frame(std::string_view text, bool with_content_size) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, with_content_size ? 1 : 0);
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress2(context, out.data(), out.size(), text.data(), text.size()));
  ZSTD_freeCCtx(context);
  return out;
}

std::string Unzstd(std::string_view in, size_t size) {
  std::vector<std::byte> out(size);
  const Status status = (*MakeZstdDecompressor())->Decompress(AsBytes(in), out);
  return status.ok() ? std::string(AsText(out)) : std::string(ErrorCodeName(status.code()));
}

TEST(ZstdCodec, ReadsAFrameWithoutContentSize) {
  const std::string text(1000, 'q');
  const std::string frame = Frame(text, false);
  ASSERT_EQ(ZSTD_getFrameContentSize(frame.data(), frame.size()), ZSTD_CONTENTSIZE_UNKNOWN);
  EXPECT_EQ(Unzstd(frame, text.size()), text);
  EXPECT_EQ(Unzstd(frame, text.size() - 1), "corrupt");
}

TEST(ZstdCodec, ReadsSeveralFramesAndSkippableOnes) {
  const std::string skippable("\x50\x2a\x4d\x18\x03\0\0\0xyz", 11);
  EXPECT_EQ(Unzstd(Frame("one ", true) + skippable + Frame("two", false), 7), "one two");
}

TEST(ZstdCodec, RefusesBytesBehindTheLastFrame) {
  EXPECT_EQ(Unzstd(Frame("one", true) + "x", 3), "corrupt");
}

TEST(ZstdCodec, RefusesAWrongChecksum) {
  std::string frame = Frame("checked", true);
  frame.back() = static_cast<char>(frame.back() ^ 1);
  EXPECT_EQ(Unzstd(frame, 7), "corrupt");
}

TEST(ZstdCodec, WritesTheContentSize) {
  OwnedBuffer out = *DefaultArena()->Allocate(0);
  ASSERT_TRUE((*MakeZstdCompressor(3))->Compress(AsBytes("sized"), &out).ok());
  EXPECT_EQ(ZSTD_getFrameContentSize(out.data(), out.size()), 5u);
}

}  // namespace
}  // namespace taracea::compression

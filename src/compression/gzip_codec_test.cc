#include "compression/gzip_codec.h"

#include <gtest/gtest.h>
#include <libdeflate.h>

#include <string>
#include <vector>

namespace taracea::compression {
namespace {

std::string Gzip(std::string_view text, int level = 6) {
  OwnedBuffer out = *DefaultArena()->Allocate(0);
  EXPECT_TRUE((*MakeGzipCompressor(level))->Compress(AsBytes(text), &out).ok());
  return std::string(AsText(out.bytes()));
}

std::string Zlib(std::string_view text) {
  libdeflate_compressor* context = libdeflate_alloc_compressor(6);
  std::string out(libdeflate_zlib_compress_bound(context, text.size()), '\0');
  out.resize(libdeflate_zlib_compress(context, text.data(), text.size(), out.data(), out.size()));
  libdeflate_free_compressor(context);
  return out;
}

/// What decompressing gives, or the name of the error's code.
std::string Gunzip(std::string_view in, size_t size) {
  std::vector<std::byte> out(size);
  const Status status = (*MakeGzipDecompressor())->Decompress(AsBytes(in), out);
  return status.ok() ? std::string(AsText(out)) : std::string(ErrorCodeName(status.code()));
}

TEST(GzipCodec, WritesOneMemberWithTheMagicNumber) {
  const std::string member = Gzip("abc");
  EXPECT_EQ(member.substr(0, 3), "\x1f\x8b\x08");
  EXPECT_EQ(member.substr(member.size() - 4), std::string_view("\x03\0\0\0", 4));
}

TEST(GzipCodec, ReadsSeveralMembersInARow) {
  EXPECT_EQ(Gunzip(Gzip("one ") + Gzip("two ", 0) + Gzip("three"), 13), "one two three");
}

TEST(GzipCodec, ReadsEmptyMembersBetweenAndBehindOthers) {
  EXPECT_EQ(Gunzip(Gzip("") + Gzip("one") + Gzip("") + Gzip(""), 3), "one");
}

TEST(GzipCodec, IgnoresZeroPaddingBehindTheLastMember) {
  EXPECT_EQ(Gunzip(Gzip("one") + std::string(1, '\0'), 3), "one");
  EXPECT_EQ(Gunzip(Gzip("one") + Gzip("two") + std::string(511, '\0'), 6), "onetwo");
}

TEST(GzipCodec, RefusesOtherBytesBehindTheLastMember) {
  EXPECT_EQ(Gunzip(Gzip("one") + "x", 3), "corrupt");
  EXPECT_EQ(Gunzip(Gzip("one") + std::string("\0\0x", 3), 3), "corrupt");
}

TEST(GzipCodec, RefusesMembersThatHoldMoreThanExpected) {
  EXPECT_EQ(Gunzip(Gzip("one") + Gzip("two"), 5), "corrupt");
}

TEST(GzipCodec, RefusesMembersThatHoldLessThanExpected) {
  EXPECT_EQ(Gunzip(Gzip("one") + Gzip("two"), 7), "corrupt");
}

TEST(GzipCodec, ReadsAZlibStream) {
  EXPECT_EQ(Gunzip(Zlib("as zlib"), 7), "as zlib");
  EXPECT_EQ(Gunzip(Zlib("as zlib") + std::string(3, '\0'), 7), "as zlib");
}

TEST(GzipCodec, RefusesAWrongChecksum) {
  std::string member = Gzip("checked");
  member[member.size() - 6] ^= 1;
  EXPECT_EQ(Gunzip(member, 7), "corrupt");
}

}  // namespace
}  // namespace taracea::compression

#include "compression/lz4_codec.h"

#include <gtest/gtest.h>
#include <lz4frame.h>

#include <string>
#include <vector>

#include "compression/lz4_raw_codec.h"

namespace taracea::compression {
namespace {

std::string Text(size_t size) {
  std::string text;
  for (size_t i = 0; text.size() < size; ++i) {
    text += "value " + std::to_string(i * 7919 % 1000) + ";";
  }
  text.resize(size);
  return text;
}

std::string Block(std::string_view text) {
  OwnedBuffer out = *DefaultArena()->Allocate(0);
  EXPECT_TRUE(MakeLz4RawCompressor(1)->Compress(AsBytes(text), &out).ok());
  return std::string(AsText(out.bytes()));
}

std::string BigEndian(size_t number) {
  std::string out;
  for (int shift = 24; shift >= 0; shift -= 8) {
    out.push_back(static_cast<char>(number >> shift));
  }
  return out;
}

std::string Piece(std::string_view text) {
  const std::string block = Block(text);
  return BigEndian(block.size()) + block;
}

std::string FrameOf(std::string_view text) {
  std::string out(LZ4F_compressFrameBound(text.size(), nullptr), '\0');
  out.resize(LZ4F_compressFrame(out.data(), out.size(), text.data(), text.size(), nullptr));
  return out;
}

std::string Unlz4(std::string_view in, size_t size) {
  std::vector<std::byte> out(size);
  const Status status = MakeLz4Decompressor()->Decompress(AsBytes(in), out);
  return status.ok() ? std::string(AsText(out)) : std::string(ErrorCodeName(status.code()));
}

TEST(Lz4Codec, ReadsOneHadoopBlock) {
  const std::string text = Text(1000);
  EXPECT_EQ(Unlz4(BigEndian(1000) + Piece(text), 1000), text);
}

TEST(Lz4Codec, ReadsSeveralHadoopBlocks) {
  const std::string text = Text(1000);
  EXPECT_EQ(Unlz4(BigEndian(400) + Piece(text.substr(0, 400)) + BigEndian(600) + Piece(text.substr(400)), 1000), text);
}

TEST(Lz4Codec, ReadsAHadoopBlockOfSeveralPieces) {
  const std::string text = Text(1000);
  EXPECT_EQ(
      Unlz4(BigEndian(1000) + Piece(text.substr(0, 300)) + Piece(text.substr(300, 1)) + Piece(text.substr(301)), 1000),
      text);
}

TEST(Lz4Codec, ReadsAnEmptyHadoopBlock) {
  EXPECT_EQ(Unlz4(BigEndian(0), 0), "");
  EXPECT_EQ(Unlz4(BigEndian(3) + Piece("abc") + BigEndian(0), 3), "abc");
}

TEST(Lz4Codec, ReadsABareBlock) {
  const std::string text = Text(1000);
  EXPECT_EQ(Unlz4(Block(text), 1000), text);
}

TEST(Lz4Codec, ReadsFrames) {
  const std::string text = Text(1000);
  EXPECT_EQ(Unlz4(FrameOf(text), 1000), text);
  EXPECT_EQ(Unlz4(FrameOf(text) + FrameOf("more"), 1004), text + "more");
}

TEST(Lz4Codec, RefusesHadoopLengthsThatLie) {
  const std::string text = Text(1000);
  const std::string piece = Piece(text);
  EXPECT_EQ(Unlz4(BigEndian(999) + piece, 1000), "corrupt");
  EXPECT_EQ(Unlz4(BigEndian(1001) + piece, 1000), "corrupt");
  EXPECT_EQ(Unlz4(BigEndian(0xFFFFFFFF) + piece, 1000), "corrupt");
  EXPECT_EQ(Unlz4(BigEndian(1000) + BigEndian(0xFFFFFFFF) + piece.substr(4), 1000), "corrupt");
  EXPECT_EQ(Unlz4(BigEndian(1000) + piece, 999), "corrupt");
  EXPECT_EQ(Unlz4(BigEndian(1000) + piece + "x", 1000), "corrupt");
}

TEST(Lz4Codec, RefusesCutAndSurvivesFlippedInputOfEachForm) {
  const std::string text = Text(300);
  for (const std::string& whole :
       {BigEndian(300) + Piece(text.substr(0, 100)) + Piece(text.substr(100)), FrameOf(text), Block(text)}) {
    for (size_t size = 0; size < whole.size(); ++size) {
      const std::string got = Unlz4(whole.substr(0, size), 300);
      EXPECT_TRUE(got == "corrupt" || got == text) << size;
    }
    for (size_t at = 0; at < whole.size(); ++at) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ 0x41);
      const std::string got = Unlz4(damaged, 300);
      EXPECT_TRUE(got == "corrupt" || got.size() == 300) << at;
    }
    EXPECT_EQ(Unlz4(whole, 300), text);
  }
}

}  // namespace
}  // namespace taracea::compression

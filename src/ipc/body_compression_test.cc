#include "ipc/body_compression.h"

#include <gtest/gtest.h>

#include <random>

#include "base/bytes.h"
#include "base/memory_budget.h"

namespace taracea::ipc {
namespace {

std::vector<std::byte> Bytes(size_t size, bool random) {
  std::mt19937 engine(3);
  std::vector<std::byte> out(size);
  for (size_t i = 0; i < size; ++i) {
    out[i] = static_cast<std::byte>(random ? engine() : i / 100);
  }
  return out;
}

TEST(BodyCompressionTest, ReturnsBytesOfAllSizes) {
  for (const BodyCodec codec : {BodyCodec::kLz4Frame, BodyCodec::kZstd}) {
    for (const bool random : {false, true}) {
      for (const size_t size : {1U, 7U, 8U, 100U, 70000U, 300000U}) {
        const std::vector<std::byte> bytes = Bytes(size, random);
        std::vector<std::byte> compressed;
        ASSERT_TRUE(CompressBody(codec, bytes, &compressed).ok());
        EXPECT_LE(compressed.size(), size + 8);
        const auto back = DecompressBody(codec, Buffer::CopyOf(compressed), DefaultArena());
        ASSERT_TRUE(back.has_value()) << back.error().ToString();
        EXPECT_TRUE(std::ranges::equal(back->bytes(), bytes));
      }
    }
    EXPECT_TRUE(DecompressBody(codec, Buffer(), DefaultArena()).value().empty());
  }
}

TEST(BodyCompressionTest, RejectsTruncationsAndWrongLengths) {
  for (const BodyCodec codec : {BodyCodec::kLz4Frame, BodyCodec::kZstd}) {
    std::vector<std::byte> compressed;
    ASSERT_TRUE(CompressBody(codec, Bytes(1000, false), &compressed).ok());
    for (size_t size = 1; size < compressed.size(); ++size) {
      const auto back = DecompressBody(codec, Buffer::CopyOf(ConstBytes(compressed).first(size)), DefaultArena());
      ASSERT_FALSE(back.has_value()) << size;
      EXPECT_EQ(back.error().code(), ErrorCode::kCorrupt);
    }
    for (const int64_t length : {int64_t{999}, int64_t{1001}, int64_t{-2}, int64_t{1} << 60, INT64_MAX, INT64_MIN}) {
      Store(compressed.data(), length);
      EXPECT_EQ(DecompressBody(codec, Buffer::CopyOf(compressed), DefaultArena()).error().code(), ErrorCode::kCorrupt);
    }
  }
}

TEST(BodyCompressionTest, KeepsToTheBudget) {
  std::vector<std::byte> compressed;
  ASSERT_TRUE(CompressBody(BodyCodec::kZstd, Bytes(1 << 20, false), &compressed).ok());
  const auto arena = Arena::Create(std::make_shared<MemoryBudget>(1 << 16));
  EXPECT_EQ(DecompressBody(BodyCodec::kZstd, Buffer::CopyOf(compressed), arena).error().code(),
            ErrorCode::kOutOfMemory);
}

}  // namespace
}  // namespace taracea::ipc

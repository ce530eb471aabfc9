#include <gtest/gtest.h>

#include <vector>

#include "base/bytes.h"
#include "encoding/decoder.h"
#include "encoding/encoder.h"

namespace taracea::encoding {
namespace {

std::vector<std::byte> Bytes(std::initializer_list<int> numbers) {
  std::vector<std::byte> bytes;
  for (const int number : numbers) {
    bytes.push_back(static_cast<std::byte>(number));
  }
  return bytes;
}

template <typename T>
Status DecodeNumbers(const std::vector<std::byte>& page, int64_t count, std::vector<T>* values, int64_t skip = 0) {
  const PhysicalType type = sizeof(T) == 4 ? PhysicalType::kInt32 : PhysicalType::kInt64;
  const auto decoder = MakeDecoder(Encoding::kDeltaBinaryPacked, {.type = type}).value();
  Status status = decoder->Reset({.bytes = page, .value_count = count});
  if (status.ok() && skip > 0) {
    status = decoder->Skip(skip);
  }
  values->resize(static_cast<size_t>(count - skip));
  return status.ok() ? decoder->Decode(count - skip, Output::Fixed(reinterpret_cast<std::byte*>(values->data()), 0))
                     : status;
}

Status DecodeTexts(Encoding encoding, const std::vector<std::byte>& page, int64_t count) {
  const auto decoder = MakeDecoder(encoding, {.type = PhysicalType::kByteArray}).value();
  Status status = decoder->Reset({.bytes = page, .value_count = count});
  if (status.ok()) {
    status = decoder->Measure(count).status();
  }
  return status;
}

// Varints of the section headers: block size 128 is 0x80 0x01.

TEST(DeltaBinaryPacked, ReadsTheExampleOfTheSpecification) {
  // 7 5 3 1 2 3 4 5: deltas -2 -2 -2 1 1 1 1, smallest -2, differences 0 0 0 3 3 3 3 of two bits.
  std::vector<std::byte> page = Bytes({0x80, 0x01, 4, 8, 14, 3, 2, 0, 0, 0, 0b11000000, 0b00111111});
  page.resize(page.size() + 6);
  std::vector<int32_t> values;
  ASSERT_TRUE(DecodeNumbers(page, 8, &values).ok());
  EXPECT_EQ(values, (std::vector<int32_t>{7, 5, 3, 1, 2, 3, 4, 5}));
}

TEST(DeltaBinaryPacked, IgnoresTheWidthsOfMiniblocksThatAreNotNeeded) {
  std::vector<std::byte> page = Bytes({0x80, 0x01, 4, 3, 0, 2, 0, 165, 165, 255});
  std::vector<int32_t> values;
  ASSERT_TRUE(DecodeNumbers(page, 3, &values).ok());
  EXPECT_EQ(values, (std::vector<int32_t>{0, 1, 2}));
}

TEST(DeltaBinaryPacked, SkipsOverMiniblocksOfAnySize) {
  // One block of 2048 in 8 miniblocks of 256, all of width 0: a row of numbers.
  const std::vector<std::byte> page = Bytes({0x80, 0x10, 8, 0xE8, 0x07, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0});
  std::vector<int64_t> values;
  ASSERT_TRUE(DecodeNumbers(page, 1000, &values, 300).ok());
  for (size_t i = 0; i < values.size(); ++i) {
    ASSERT_EQ(values[i], static_cast<int64_t>(300 + i));
  }
}

TEST(DeltaBinaryPacked, WrapsAroundBetweenTheExtremes) {
  const std::vector<int32_t> narrow = {INT32_MIN, INT32_MAX, INT32_MIN, 0, INT32_MAX, -1};
  const auto encoder = MakeEncoder(Encoding::kDeltaBinaryPacked, {.type = PhysicalType::kInt32}).value();
  ASSERT_TRUE(encoder->Append(Values::Fixed(reinterpret_cast<const std::byte*>(narrow.data()), 4, 6)).ok());
  OwnedBuffer out = DefaultArena()->Allocate(1).value();
  ASSERT_TRUE(encoder->Flush(&out).ok());
  std::vector<int32_t> back;
  ASSERT_TRUE(DecodeNumbers({out.data(), out.data() + out.size()}, 6, &back).ok());
  EXPECT_EQ(back, narrow);
}

TEST(DeltaBinaryPacked, AcceptsAMiniblockThatEndsBehindItsLastNumber) {
  const std::vector<std::byte> page = Bytes({0x80, 0x01, 4, 4, 0, 0, 8, 0, 0, 0, 1, 2, 3});
  std::vector<int32_t> values;
  ASSERT_TRUE(DecodeNumbers(page, 4, &values).ok());
  EXPECT_EQ(values, (std::vector<int32_t>{0, 1, 3, 6}));
}

TEST(DeltaBinaryPacked, RefusesShapesAndCountsThatCannotBe) {
  std::vector<int32_t> values;
  const std::vector<std::vector<std::byte>> pages = {
      Bytes({0, 4, 2, 0, 0}),                                            // no block size
      Bytes({0x80, 0x01, 0, 2, 0, 0}),                                   // no miniblocks
      Bytes({0x80, 0x01, 3, 2, 0, 0}),                                   // not a divisor
      Bytes({0x80, 0x01, 32, 2, 0, 0}),                                  // miniblocks of 4
      Bytes({0x80, 0x01, 4, 3, 0, 0, 0, 0, 0, 0}),                       // another count than the page's
      Bytes({0x80, 0x01, 4, 2, 0, 0, 33, 0, 0, 0, 0, 0, 0, 0, 0, 0}),    // too wide for INT32
      Bytes({0x80, 0x01, 4, 2, 0, 0, 8, 0, 0, 0}),                       // no body
      Bytes({0x80, 0x01, 4, 2, 0}),                                      // no block
      Bytes({0x80, 0x01, 4}),                                            // cut header
      Bytes({0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1}),  // huge block
  };
  for (const std::vector<std::byte>& page : pages) {
    EXPECT_EQ(DecodeNumbers(page, 2, &values).code(), ErrorCode::kCorrupt);
  }
}

TEST(DeltaLengthByteArray, RefusesNegativeLengthsAndLengthsBeyondThePage) {
  // One length: -1, then 4, with three bytes behind it.
  EXPECT_EQ(DecodeTexts(Encoding::kDeltaLengthByteArray, Bytes({0x80, 0x01, 4, 1, 1, 'a', 'b', 'c'}), 1).code(),
            ErrorCode::kCorrupt);
  EXPECT_EQ(DecodeTexts(Encoding::kDeltaLengthByteArray, Bytes({0x80, 0x01, 4, 1, 8, 'a', 'b', 'c'}), 1).code(),
            ErrorCode::kCorrupt);
  EXPECT_TRUE(DecodeTexts(Encoding::kDeltaLengthByteArray, Bytes({0x80, 0x01, 4, 1, 6, 'a', 'b', 'c'}), 1).ok());
}

TEST(DeltaByteArray, RefusesAPrefixLongerThanTheValueBefore) {
  // The first value may share nothing: prefix 1, suffix "a".
  EXPECT_EQ(DecodeTexts(Encoding::kDeltaByteArray, Bytes({0x80, 0x01, 4, 1, 2, 0x80, 0x01, 4, 1, 2, 'a'}), 1).code(),
            ErrorCode::kCorrupt);
  EXPECT_EQ(DecodeTexts(Encoding::kDeltaByteArray, Bytes({0x80, 0x01, 4, 1, 1, 0x80, 0x01, 4, 1, 2, 'a'}), 1).code(),
            ErrorCode::kCorrupt);
}

TEST(DeltaByteArray, CarriesTheLastValueOverPagesWhereAskedTo) {
  const std::vector<std::byte> first = Bytes({0x80, 0x01, 4, 1, 0, 0x80, 0x01, 4, 1, 6, 'a', 'b', 'c'});
  const std::vector<std::byte> second = Bytes({0x80, 0x01, 4, 1, 4, 0x80, 0x01, 4, 1, 2, 'x'});
  for (const bool carries : {false, true}) {
    DecoderSpec spec;
    spec.type = PhysicalType::kByteArray;
    spec.carries_last_value = carries;
    const auto decoder = MakeDecoder(Encoding::kDeltaByteArray, spec).value();
    ASSERT_TRUE(decoder->Reset({.bytes = first, .value_count = 1}).ok());
    int32_t offsets[2] = {0, 0};
    std::byte data[16];
    ASSERT_TRUE(decoder->Decode(1, Output::Binary32(offsets, data, 0)).ok());
    ASSERT_TRUE(decoder->Reset({.bytes = second, .value_count = 1}).ok());
    const Result<int64_t> size = decoder->Measure(1);
    ASSERT_EQ(size.ok(), carries);
    if (carries) {
      ASSERT_TRUE(decoder->Decode(1, Output::Binary32(offsets, data, 0)).ok());
      EXPECT_EQ(AsText({data, 3}), "abx");
    }
  }
}

TEST(DeltaByteArray, RefusesFixedLengthValuesOfAnotherLength) {
  const std::vector<std::byte> page = Bytes({0x80, 0x01, 4, 1, 0, 0x80, 0x01, 4, 1, 6, 'a', 'b', 'c'});
  for (const int32_t type_length : {2, 3, 4}) {
    const auto decoder =
        MakeDecoder(Encoding::kDeltaByteArray, {.type = PhysicalType::kFixedLenByteArray, .type_length = type_length})
            .value();
    ASSERT_TRUE(decoder->Reset({.bytes = page, .value_count = 1}).ok());
    std::byte data[16];
    EXPECT_EQ(decoder->Decode(1, Output::Fixed(data, 0)).ok(), type_length == 3);
  }
}

TEST(ByteStreamSplit, TakesTheStrideFromAPaddedPage) {
  const std::vector<std::byte> page = Bytes({1, 2, 0, 3, 4, 0, 5, 6, 0, 7, 8, 0});
  const auto decoder = MakeDecoder(Encoding::kByteStreamSplit, {.type = PhysicalType::kInt32}).value();
  ASSERT_TRUE(decoder->Reset({.bytes = page, .value_count = 2}).ok());
  std::vector<uint32_t> values(2);
  ASSERT_TRUE(decoder->Decode(2, Output::Fixed(reinterpret_cast<std::byte*>(values.data()), 0)).ok());
  EXPECT_EQ(values, (std::vector<uint32_t>{0x07050301, 0x08060402}));
  EXPECT_EQ(decoder->Reset({.bytes = page, .value_count = 4}).code(), ErrorCode::kCorrupt);
}

TEST(BooleanRle, RefusesARepeatedValueThatIsNoBit) {
  const auto decoder = MakeDecoder(Encoding::kRle, {.type = PhysicalType::kBoolean}).value();
  for (const int value : {0, 1, 2, 255}) {
    const std::vector<std::byte> page = Bytes({2, 0, 0, 0, 16, value});
    ASSERT_TRUE(decoder->Reset({.bytes = page, .value_count = 8}).ok());
    std::byte out[8];
    EXPECT_EQ(decoder->Decode(8, Output::Fixed(out, 0)).ok(), value < 2);
  }
  EXPECT_EQ(decoder->Reset({.bytes = Bytes({9, 0, 0, 0, 16, 1}), .value_count = 8}).code(), ErrorCode::kCorrupt);
}

}  // namespace
}  // namespace taracea::encoding

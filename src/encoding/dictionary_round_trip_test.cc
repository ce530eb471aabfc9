#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "encoding/decoder.h"
#include "encoding/encoder.h"

namespace taracea::encoding {
namespace {

OwnedBuffer NewBuffer() {
  return DefaultArena()->Allocate(64).value();
}

std::vector<ConstBytes> SpansOf(const std::vector<std::string>& texts) {
  std::vector<ConstBytes> spans;
  for (const std::string& text : texts) {
    spans.push_back(AsBytes(text));
  }
  return spans;
}

std::shared_ptr<const Dictionary> DictionaryOf(const DictionaryEncoder& encoder, PhysicalType type, int32_t length) {
  OwnedBuffer page = NewBuffer();
  EXPECT_TRUE(encoder.WriteDictionary(&page).ok());
  EXPECT_EQ(static_cast<int64_t>(page.size()), encoder.dictionary_size_bytes());
  return DecodeDictionary({.bytes = page.bytes(), .value_count = encoder.entry_count()}, type, length, nullptr).value();
}

TEST(DictionaryEncoder, NumbersEntriesInOrderOfFirstOccurrence) {
  const std::vector<std::string> texts = {"", "a",  "foo", std::string(1, '\0'), std::string("\0trailing", 9),
                                          "", "foo"};
  const std::vector<ConstBytes> spans = SpansOf(texts);
  const auto encoder = MakeDictionaryEncoder({.type = PhysicalType::kByteArray}).value();
  std::vector<uint32_t> indices(texts.size());
  ASSERT_TRUE(encoder->Insert(Values::Spans(spans), indices.data()).ok());
  EXPECT_EQ(indices, (std::vector<uint32_t>{0, 1, 2, 3, 4, 0, 2}));
  EXPECT_EQ(encoder->entry_count(), 5);
  const auto dictionary = DictionaryOf(*encoder, PhysicalType::kByteArray, 0);
  for (size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(dictionary->Entry(static_cast<int64_t>(i)), texts[i]);
    EXPECT_EQ(AsText(encoder->Entries(0, 5).Value(static_cast<int64_t>(i))), texts[i]);
  }
}

TEST(DictionaryEncoder, GivesBackWhatWentInOverSeveralPages) {
  std::mt19937 random(5);
  const auto encoder = MakeDictionaryEncoder({.type = PhysicalType::kByteArray}).value();
  std::vector<std::string> texts;
  std::vector<OwnedBuffer> pages;
  std::vector<int64_t> counts = {1, 5, 0, 3000, 100};
  for (const int64_t count : counts) {
    std::vector<std::string> page;
    for (int64_t i = 0; i < count; ++i) {
      page.push_back(std::string(random() % 40, 'x') + std::to_string(random() % 700));
    }
    const std::vector<ConstBytes> spans = SpansOf(page);
    ASSERT_TRUE(encoder->Append(Values::Spans(spans)).ok());
    texts.insert(texts.end(), page.begin(), page.end());
    const int64_t estimate = encoder->EstimatedIndicesSize();
    pages.push_back(NewBuffer());
    ASSERT_TRUE(encoder->FlushIndices(&pages.back()).ok());
    ASSERT_GE(estimate, static_cast<int64_t>(pages.back().size()));
  }
  const DecoderSpec spec{.type = PhysicalType::kByteArray,
                         .dictionary = DictionaryOf(*encoder, PhysicalType::kByteArray, 0)};
  const auto decoder = MakeDecoder(Encoding::kRleDictionary, spec).value();
  std::vector<std::string> back;
  for (size_t p = 0; p < pages.size(); ++p) {
    ASSERT_TRUE(decoder->Reset({.bytes = pages[p].bytes(), .value_count = counts[p]}).ok());
    while (decoder->remaining() > 0) {
      const auto step = std::min<int64_t>(decoder->remaining(), 1 + static_cast<int64_t>(random() % 1500));
      const int64_t size = decoder->Measure(step).value();
      std::vector<int32_t> offsets(static_cast<size_t>(step) + 1, 7);
      std::vector<std::byte> data(static_cast<size_t>(7 + size));
      ASSERT_TRUE(decoder->Decode(step, Output::Binary32(offsets.data(), data.data(), 0)).ok());
      for (size_t i = 0; i < static_cast<size_t>(step); ++i) {
        back.emplace_back(reinterpret_cast<const char*>(data.data()) + offsets[i],
                          static_cast<size_t>(offsets[i + 1] - offsets[i]));
      }
    }
  }
  EXPECT_EQ(texts, back);
}

TEST(DictionaryEncoder, KeepsFloatsApartByTheirBits) {
  const std::vector<uint64_t> bits = {0x7FF8000000000000U, 0x7FF8000000000001U, 0, 0x8000000000000000U, 0};
  const auto encoder = MakeDictionaryEncoder({.type = PhysicalType::kDouble}).value();
  const auto* data = reinterpret_cast<const std::byte*>(bits.data());
  ASSERT_TRUE(encoder->Append(Values::Fixed(data, 8, 5)).ok());
  const std::span<const uint32_t> pending = encoder->PendingIndices();
  EXPECT_EQ(std::vector<uint32_t>(pending.begin(), pending.end()), (std::vector<uint32_t>{0, 1, 2, 3, 2}));
}

TEST(DictionaryDecoder, AcceptsWidthZeroWithAndWithoutRuns) {
  const int32_t entry = 42;
  const auto dictionary =
      DecodeDictionary({.bytes = BytesOf(&entry, 1), .value_count = 1}, PhysicalType::kInt32, 0, nullptr).value();
  const auto decoder =
      MakeDecoder(Encoding::kPlainDictionary, {.type = PhysicalType::kInt32, .dictionary = dictionary}).value();
  const std::byte with_run[] = {std::byte{0}, std::byte{20}};
  for (const size_t size : {size_t{1}, size_t{2}}) {
    ASSERT_TRUE(decoder->Reset({.bytes = {with_run, size}, .value_count = 10}).ok());
    std::vector<int32_t> values(10);
    ASSERT_TRUE(decoder->Decode(10, Output::Fixed(reinterpret_cast<std::byte*>(values.data()), 0)).ok());
    EXPECT_EQ(values, std::vector<int32_t>(10, 42));
  }
}

TEST(DictionaryDecoder, RefusesIndicesOutsideTheDictionary) {
  const int32_t entry = 42;
  const auto dictionary =
      DecodeDictionary({.bytes = BytesOf(&entry, 1), .value_count = 1}, PhysicalType::kInt32, 0, nullptr).value();
  const auto decoder =
      MakeDecoder(Encoding::kRleDictionary, {.type = PhysicalType::kInt32, .dictionary = dictionary}).value();
  for (const uint32_t index : {1U, 0x7FFFFFFFU, 0x80000000U, 0xFFFFFFFFU}) {
    std::vector<std::byte> repeated = {std::byte{32}, std::byte{2}};
    std::vector<std::byte> packed = {std::byte{32}, std::byte{3}};
    const ConstBytes index_bytes = BytesOf(&index, 1);
    repeated.insert(repeated.end(), index_bytes.begin(), index_bytes.end());
    packed.insert(packed.end(), index_bytes.begin(), index_bytes.end());
    for (const auto& bytes : {repeated, packed}) {
      ASSERT_TRUE(decoder->Reset({.bytes = bytes, .value_count = 1}).ok());
      int32_t value = 0;
      EXPECT_EQ(decoder->Decode(1, Output::Fixed(reinterpret_cast<std::byte*>(&value), 0)).code(), ErrorCode::kCorrupt);
      ASSERT_TRUE(decoder->Reset({.bytes = bytes, .value_count = 1}).ok());
      uint32_t raw = 0;
      EXPECT_EQ(decoder->Decode(1, Output::Indices(&raw)).code(), ErrorCode::kCorrupt);
    }
  }
}

TEST(DictionaryDecoder, RefusesWidthsAbove32AndAMissingWidth) {
  const auto dictionary = DecodeDictionary({}, PhysicalType::kInt32, 0, nullptr).value();
  const auto decoder =
      MakeDecoder(Encoding::kRleDictionary, {.type = PhysicalType::kInt32, .dictionary = dictionary}).value();
  for (const auto width : {std::byte{33}, std::byte{255}}) {
    EXPECT_EQ(decoder->Reset({.bytes = {&width, 1}, .value_count = 1}).code(), ErrorCode::kCorrupt);
  }
  EXPECT_EQ(decoder->Reset({.bytes = {}, .value_count = 1}).code(), ErrorCode::kCorrupt);
  EXPECT_TRUE(decoder->Reset({.bytes = {}, .value_count = 0}).ok());
}

TEST(MakeDecoder, NamesTheMissingDictionary) {
  const auto decoder = MakeDecoder(Encoding::kRleDictionary, {.type = PhysicalType::kInt32});
  EXPECT_EQ(decoder.error().code(), ErrorCode::kCorrupt);
}

}  // namespace
}  // namespace taracea::encoding

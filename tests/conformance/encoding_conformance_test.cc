#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "conformance/encoding_case.h"

namespace taracea::conformance {
namespace {

constexpr int64_t kChunks[] = {1, 2, 7, 8, 31, 32, 33, 255, 256, 257, 511, 512, 513};

std::vector<int64_t> AllCounts() {
  std::vector<int64_t> counts(131);
  std::iota(counts.begin(), counts.end(), 0);
  counts.insert(counts.end(), {255, 256, 257, 511, 512, 513, 1023, 1024, 1025, 3000});
  return counts;
}

int64_t Count(const std::vector<Value>& values) {
  return static_cast<int64_t>(values.size());
}

encoding::PageValues PageOf(const std::string& bytes, int64_t count) {
  return {.bytes = AsBytes(bytes), .value_count = count, .slack_before_bytes = 0, .slack_after_bytes = 0};
}

class EncodingConformance : public testing::TestWithParam<EncodingCase> {
 protected:
  const EncodingCase& encoding_case() const { return GetParam(); }
  std::vector<Value> SomeValues(int64_t count, Shape shape = Shape::kFewDistinct) const {
    return MakeValues(encoding_case(), shape, count, 7);
  }
  /// Decodes the values [0, count) of a page in chunks.
  std::optional<std::vector<Value>> DecodeInChunks(encoding::Decoder* decoder, int64_t count, int64_t chunk,
                                                   size_t slack_bytes) const {
    std::vector<Value> all;
    while (Count(all) < count) {
      const int64_t step = std::min(chunk, count - Count(all));
      const std::optional<std::vector<Value>> next = DecodeNext(encoding_case(), decoder, step, slack_bytes);
      if (!next) {
        return std::nullopt;
      }
      all.insert(all.end(), next->begin(), next->end());
    }
    return all;
  }
};

INSTANTIATE_TEST_SUITE_P(All, EncodingConformance, testing::ValuesIn(AllEncodingCases()),
                         [](const auto& encoding_case) { return encoding_case.param.Name(); });

TEST_P(EncodingConformance, GivesTheSameValuesBackAndToTheReferee) {
  for (const Shape shape : kShapes) {
    for (const int64_t count : AllCounts()) {
      const std::vector<Value> values = MakeValues(encoding_case(), shape, count, static_cast<uint32_t>(count));
      const EncodedPage page = EncodePage(encoding_case(), values);
      ASSERT_EQ(DecodeByReferee(encoding_case(), page, AsBytes(page.bytes), count), values) << count;
      const auto decoder = NewDecoder(encoding_case(), page);
      ASSERT_TRUE(decoder->Reset(PageOf(page.bytes, count)).ok());
      ASSERT_EQ(DecodeNext(encoding_case(), decoder.get(), count, count % 3 == 0 ? 64 : 0), values) << count;
      ASSERT_EQ(decoder->remaining(), 0);
    }
  }
}

TEST_P(EncodingConformance, GivesTheSameBytesHoweverTheValuesAreSplit) {
  for (const Shape shape : kShapes) {
    const std::vector<Value> values = SomeValues(1300, shape);
    const EncodedPage whole = EncodePage(encoding_case(), values);
    const ValueColumns columns(encoding_case(), values);
    const encoding::Values all = columns.As(columns.Kinds()[0]);
    for (const int64_t chunk : kChunks) {
      PageEncoder encoder(encoding_case(), kernels::ActiveKernels());
      int64_t estimate = encoder.EstimatedSize();
      for (int64_t done = 0; done < all.count; done += chunk) {
        ASSERT_TRUE(encoder.Append(all.Slice(done, std::min(chunk, all.count - done))).ok());
        ASSERT_GE(encoder.EstimatedSize(), estimate);
        estimate = encoder.EstimatedSize();
      }
      ASSERT_EQ(encoder.value_count(), all.count);
      const EncodedPage page = encoder.Flush();
      ASSERT_EQ(page, whole) << chunk;
      ASSERT_GE(estimate, static_cast<int64_t>(page.bytes.size()));
    }
  }
}

TEST_P(EncodingConformance, EstimatesNoLessThanItWrites) {
  for (const Shape shape : kShapes) {
    for (const int64_t count : AllCounts()) {
      const std::vector<Value> values = MakeValues(encoding_case(), shape, count, 3);
      const ValueColumns columns(encoding_case(), values);
      PageEncoder encoder(encoding_case(), kernels::ActiveKernels());
      ASSERT_TRUE(encoder.Append(columns.As(columns.Kinds()[0])).ok());
      const int64_t estimate = encoder.EstimatedSize();
      ASSERT_GE(estimate, static_cast<int64_t>(encoder.Flush().bytes.size())) << count;
    }
  }
}

TEST_P(EncodingConformance, GivesTheSameBytesFromEveryEntryPoint) {
  for (const Shape shape : kShapes) {
    for (const int64_t count : {0, 1, 5, 64, 1000}) {
      const std::vector<Value> values = SomeValues(count, shape);
      const EncodedPage expected = EncodePage(encoding_case(), values);
      for (const size_t slack : {size_t{0}, size_t{64}}) {
        const ValueColumns columns(encoding_case(), values, slack);
        for (const encoding::Values::Kind kind : columns.Kinds()) {
          PageEncoder encoder(encoding_case(), kernels::ActiveKernels());
          ASSERT_TRUE(encoder.Append(columns.As(kind)).ok());
          ASSERT_EQ(encoder.Flush(), expected) << count;
        }
      }
    }
  }
}

TEST_P(EncodingConformance, IsAsNewAfterFlushAndAfterReset) {
  const std::vector<Value> first = SomeValues(777, Shape::kRandom);
  const std::vector<Value> second = SomeValues(300, Shape::kRising);
  const EncodedPage expected = EncodePage(encoding_case(), second);
  const ValueColumns first_columns(encoding_case(), first);
  const ValueColumns second_columns(encoding_case(), second);
  PageEncoder encoder(encoding_case(), kernels::ActiveKernels());
  for (int round = 0; round < 4; ++round) {
    ASSERT_TRUE(encoder.Append(first_columns.As(first_columns.Kinds()[0])).ok());
    if (round % 2 == 0) {
      encoder.Flush();
    } else {
      encoder.Reset();
    }
    ASSERT_EQ(encoder.value_count(), 0);
    ASSERT_TRUE(encoder.Append(second_columns.As(second_columns.Kinds()[0])).ok());
    ASSERT_EQ(encoder.Flush(), expected);
  }
}

TEST_P(EncodingConformance, KeepsNoReferenceToTheCallersMemory) {
  const std::vector<Value> values = SomeValues(100, Shape::kRising);
  PageEncoder encoder(encoding_case(), kernels::ActiveKernels());
  for (const int64_t start : {0, 50}) {
    // The columns are gone before the next call.
    const std::vector<Value> half(values.begin() + start, values.begin() + start + 50);
    const ValueColumns columns(encoding_case(), half);
    ASSERT_TRUE(encoder.Append(columns.As(columns.Kinds()[0])).ok());
  }
  ASSERT_EQ(encoder.Flush(), EncodePage(encoding_case(), values));
}

TEST_P(EncodingConformance, WritesALegalPageOfNothing) {
  PageEncoder encoder(encoding_case(), kernels::ActiveKernels());
  const EncodedPage page = encoder.Flush();
  const auto decoder = NewDecoder(encoding_case(), page);
  for (const std::string& bytes : {page.bytes, std::string()}) {
    ASSERT_TRUE(decoder->Reset(PageOf(bytes, 0)).ok());
    EXPECT_EQ(decoder->remaining(), 0);
    EXPECT_EQ(DecodeNext(encoding_case(), decoder.get(), 0, 0), std::vector<Value>());
    EXPECT_EQ(decoder->Skip(1).code(), ErrorCode::kInvalidArgument);
  }
  EXPECT_EQ(DecodeByReferee(encoding_case(), page, AsBytes(page.bytes), 0), std::vector<Value>());
}

TEST_P(EncodingConformance, DecodesTheSameInChunksOfAnySize) {
  for (const Shape shape : kShapes) {
    const std::vector<Value> values = SomeValues(1300, shape);
    const EncodedPage page = EncodePage(encoding_case(), values);
    const auto decoder = NewDecoder(encoding_case(), page);
    for (const int64_t chunk : kChunks) {
      ASSERT_TRUE(decoder->Reset(PageOf(page.bytes, 1300)).ok());
      ASSERT_EQ(DecodeInChunks(decoder.get(), 1300, chunk, chunk % 2 == 0 ? 64 : 0), values) << chunk;
    }
  }
}

TEST_P(EncodingConformance, SkipsAsIfDecodedAndDropped) {
  std::mt19937 random(11);
  for (const Shape shape : kShapes) {
    const std::vector<Value> values = SomeValues(2500, shape);
    const EncodedPage page = EncodePage(encoding_case(), values);
    const auto decoder = NewDecoder(encoding_case(), page);
    for (int round = 0; round < 10; ++round) {
      ASSERT_TRUE(decoder->Reset(PageOf(page.bytes, 2500)).ok());
      int64_t at = 0;
      while (at < 2500) {
        const auto step = std::min<int64_t>(static_cast<int64_t>(random() % (round % 2 == 0 ? 40 : 1500)), 2500 - at);
        if (random() % 4 == 0) {
          // Looking ahead changes nothing, however far.
          ASSERT_TRUE(decoder->Measure(static_cast<int64_t>(random() % static_cast<uint64_t>(2501 - at))).ok());
        }
        if (random() % 2 == 0) {
          ASSERT_TRUE(decoder->Skip(step).ok());
        } else {
          const std::vector<Value> expected(values.begin() + at, values.begin() + at + step);
          ASSERT_EQ(DecodeNext(encoding_case(), decoder.get(), step, 64), expected) << at << " " << step;
        }
        at += step;
        ASSERT_EQ(decoder->remaining(), 2500 - at);
      }
    }
  }
}

TEST_P(EncodingConformance, RefusesToGoBeyondThePage) {
  const std::vector<Value> values = SomeValues(10);
  const EncodedPage page = EncodePage(encoding_case(), values);
  const auto decoder = NewDecoder(encoding_case(), page);
  ASSERT_TRUE(decoder->Reset(PageOf(page.bytes, 10)).ok());
  EXPECT_EQ(decoder->Measure(11).error().code(), ErrorCode::kInvalidArgument);
  EXPECT_EQ(decoder->Skip(-1).code(), ErrorCode::kInvalidArgument);
  EXPECT_EQ(decoder->Decode(11, {}).code(), ErrorCode::kInvalidArgument);
  EXPECT_EQ(decoder->Reset(PageOf(page.bytes, -1)).code(), ErrorCode::kCorrupt);
  EXPECT_EQ(decoder->encoding(), encoding_case().encoding);
}

TEST_P(EncodingConformance, SurvivesEveryTruncation) {
  for (const Shape shape : kShapes) {
    const std::vector<Value> values = SomeValues(90, shape);
    const EncodedPage page = EncodePage(encoding_case(), values);
    const auto decoder = NewDecoder(encoding_case(), page);
    for (size_t size = 0; size < page.bytes.size(); ++size) {
      // A copy of its own, so that a read behind the end is seen.
      const std::vector<std::byte> bytes(AsBytes(page.bytes).begin(),
                                         AsBytes(page.bytes).begin() + static_cast<int64_t>(size));
      if (!decoder->Reset({.bytes = bytes, .value_count = 90}).ok()) {
        continue;
      }
      const std::optional<std::vector<Value>> found = DecodeInChunks(decoder.get(), 90, size % 2 == 0 ? 90 : 13, 0);
      // Only padding may be missing.
      ASSERT_TRUE(!found || found == values) << size;
    }
    ASSERT_TRUE(decoder->Reset(PageOf(page.bytes, 90)).ok());
    ASSERT_EQ(DecodeInChunks(decoder.get(), 90, 90, 0), values);
  }
}

TEST_P(EncodingConformance, SurvivesEveryChangeOfAByte) {
  for (const Shape shape : kShapes) {
    const std::vector<Value> values = SomeValues(90, shape);
    const EncodedPage page = EncodePage(encoding_case(), values);
    const auto decoder = NewDecoder(encoding_case(), page);
    for (size_t i = 0; i < page.bytes.size(); ++i) {
      for (const int change : {0x01, 0x02, 0x10, 0x80, 0xFF}) {
        std::vector<std::byte> bytes(AsBytes(page.bytes).begin(), AsBytes(page.bytes).end());
        bytes[i] ^= static_cast<std::byte>(change);
        std::optional<std::vector<Value>> found;
        if (decoder->Reset({.bytes = bytes, .value_count = 90}).ok()) {
          found = DecodeInChunks(decoder.get(), 90, change == 1 ? 13 : 90, 0);
        }
        const std::optional<std::vector<Value>> expected = DecodeByReferee(encoding_case(), page, bytes, 90);
        // Both may refuse; what only one of them takes is padding that is not there.
        ASSERT_TRUE(!found || !expected || found == expected) << i << " " << change;
        ASSERT_TRUE(found || !expected) << i << " " << change;
      }
    }
  }
}

TEST(PlainByteArrays, StayWithinTheBoundOfTheirPageWhateverItsBytes) {
  const EncodingCase plain{Encoding::kPlain, PhysicalType::kByteArray};
  const EncodedPage page = EncodePage(plain, MakeValues(plain, Shape::kRandom, 90, 7));
  const auto decoder = NewDecoder(plain, page);
  for (size_t i = 0; i < page.bytes.size(); ++i) {
    for (const int change : {0x00, 0x01, 0x10, 0x80, 0xFF}) {
      std::vector<std::byte> bytes(AsBytes(page.bytes).begin(), AsBytes(page.bytes).end());
      bytes[i] ^= static_cast<std::byte>(change);
      ASSERT_TRUE(decoder->Reset({.bytes = bytes, .value_count = 90}).ok());
      const size_t slack = change == 1 ? 0 : 64;
      std::vector<std::byte> data(static_cast<size_t>(decoder->MeasureBound(90)) + slack);
      std::vector<int32_t> offsets(91);
      const Status status = decoder->Decode(90, encoding::Output::Binary32(offsets.data(), data.data(), slack));
      ASSERT_TRUE(status.ok() || status.code() == ErrorCode::kCorrupt);
      ASSERT_TRUE(status.ok() || change != 0);
    }
  }
}

TEST_P(EncodingConformance, GivesTheSameBytesAndValuesOnEveryCpuLevel) {
  for (const CpuLevel level : {CpuLevel::kScalar, CpuLevel::kAvx2, CpuLevel::kAvx512, CpuLevel::kNeon}) {
    if (!CpuSupports(level)) {
      continue;
    }
    for (const Shape shape : kShapes) {
      for (const int64_t count : {1, 100, 2000}) {
        const std::vector<Value> values = SomeValues(count, shape);
        const EncodedPage expected = EncodePage(encoding_case(), values, kernels::KernelsFor(CpuLevel::kScalar));
        ASSERT_EQ(EncodePage(encoding_case(), values, kernels::KernelsFor(level)), expected);
        const auto decoder = NewDecoder(encoding_case(), expected, kernels::KernelsFor(level));
        ASSERT_TRUE(decoder->Reset(PageOf(expected.bytes, count)).ok());
        ASSERT_EQ(DecodeInChunks(decoder.get(), count, 700, 64), values);
      }
    }
  }
}

}  // namespace
}  // namespace taracea::conformance

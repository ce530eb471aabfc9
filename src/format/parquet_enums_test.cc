#include <gtest/gtest.h>

#include "format/legal_encodings.h"
#include "format/magic.h"
#include "taracea/types.h"

namespace taracea::format {
namespace {

TEST(ParquetEnums, HaveTheNamesOfTheSpecification) {
  EXPECT_EQ(ToString(PhysicalType::kFixedLenByteArray), "FIXED_LEN_BYTE_ARRAY");
  EXPECT_EQ(ToString(Encoding::kDeltaByteArray), "DELTA_BYTE_ARRAY");
  EXPECT_EQ(ToString(Codec::kLz4Raw), "LZ4_RAW");
  EXPECT_EQ(ToString(Repetition::kRepeated), "REPEATED");
  EXPECT_EQ(ToString(PageType::kDataPageV2), "DATA_PAGE_V2");
  EXPECT_EQ(ToString(BoundaryOrder::kDescending), "DESCENDING");
  EXPECT_EQ(ToString(ConvertedType::kInterval), "INTERVAL");
  EXPECT_EQ(ToString(ColumnOrder::kInt96Timestamp), "INT96_TIMESTAMP_ORDER");
  EXPECT_EQ(ToString(TimeUnit::kMicro), "MICROS");
  EXPECT_EQ(ToString(EdgeAlgorithm::kKarney), "KARNEY");
}

TEST(ParquetEnums, NameNumbersThatTheyDoNotKnow) {
  EXPECT_EQ(ToString(static_cast<Encoding>(17)), "UNKNOWN(17)");
  EXPECT_EQ(ToString(static_cast<Codec>(-1)), "UNKNOWN(-1)");
}

TEST(ParquetEnums, ReadBackTheirNames) {
  for (int i = 0; i < 8; ++i) {
    const auto codec = static_cast<Codec>(i);
    // "lz4" asks for the codec that replaced the deprecated one.
    EXPECT_EQ(CodecFromName(ToString(codec)), codec == Codec::kLz4 ? Codec::kLz4Raw : codec);
  }
  for (int i = 0; i < 11; ++i) {
    EXPECT_EQ(EncodingFromName(ToString(static_cast<Encoding>(i))), static_cast<Encoding>(i));
  }
  EXPECT_EQ(CodecFromName("zstd"), Codec::kZstd);
  EXPECT_EQ(CodecFromName("None"), Codec::kUncompressed);
  EXPECT_EQ(EncodingFromName("delta_Binary_packed"), Encoding::kDeltaBinaryPacked);
  EXPECT_FALSE(CodecFromName("zst"));
  EXPECT_FALSE(EncodingFromName(""));
}

TEST(LogicalTypeText, ShowsParameters) {
  using Kind = LogicalType::Kind;
  LogicalType type;
  EXPECT_EQ(type.ToString(), "");
  type.kind = Kind::kDecimal;
  type.precision = 12;
  type.scale = 2;
  EXPECT_EQ(type.ToString(), "DECIMAL(12,2)");
  type.kind = Kind::kTimestamp;
  type.unit = TimeUnit::kMicro;
  type.is_adjusted_to_utc = true;
  EXPECT_EQ(type.ToString(), "TIMESTAMP(MICROS,true)");
  type.kind = Kind::kInteger;
  type.bit_width = 16;
  type.is_signed = true;
  EXPECT_EQ(type.ToString(), "INTEGER(16,true)");
  type.kind = Kind::kGeography;
  EXPECT_EQ(type.ToString(), "GEOGRAPHY");
  type.kind = Kind::kUnrecognised;
  type.unrecognised_id = 40;
  EXPECT_EQ(type.ToString(), "UNRECOGNISED(40)");
}

TEST(LegalEncodings, FollowTheTableOfTheSpecification) {
  for (int type = 0; type < kPhysicalTypeCount; ++type) {
    const auto physical = static_cast<PhysicalType>(type);
    EXPECT_TRUE(IsLegalToWrite(Encoding::kPlain, physical));
    EXPECT_TRUE(IsLegalToRead(Encoding::kPlainDictionary, physical));
    EXPECT_FALSE(IsLegalToWrite(Encoding::kPlainDictionary, physical));
    EXPECT_TRUE(IsLegalToRead(Encoding::kRleDictionary, physical));
    EXPECT_FALSE(IsLegalToRead(Encoding::kBitPacked, physical));
    EXPECT_EQ(IsLegalToRead(Encoding::kRle, physical), physical == PhysicalType::kBoolean);
  }
  EXPECT_TRUE(IsLegalToWrite(Encoding::kDeltaBinaryPacked, PhysicalType::kInt64));
  EXPECT_FALSE(IsLegalToRead(Encoding::kDeltaBinaryPacked, PhysicalType::kByteArray));
  EXPECT_TRUE(IsLegalToWrite(Encoding::kDeltaByteArray, PhysicalType::kFixedLenByteArray));
  EXPECT_FALSE(IsLegalToRead(Encoding::kDeltaLengthByteArray, PhysicalType::kFixedLenByteArray));
  EXPECT_FALSE(IsLegalToRead(Encoding::kByteStreamSplit, PhysicalType::kByteArray));
  EXPECT_FALSE(IsLegalToWrite(Encoding::kAlp, PhysicalType::kDouble));
  EXPECT_FALSE(IsLegalToRead(static_cast<Encoding>(11), PhysicalType::kInt32));
  EXPECT_FALSE(IsLegalToRead(static_cast<Encoding>(-1), PhysicalType::kInt32));
  EXPECT_FALSE(IsLegalToRead(Encoding::kPlain, static_cast<PhysicalType>(8)));
}

TEST(FooterTail, FindsTheFooter) {
  for (const bool is_encrypted : {false, true}) {
    const auto tail = MakeFooterTail(100, is_encrypted);
    EXPECT_EQ(ParseFooterTail(tail, 112, ReadLimits()).value(), (FooterTail{4, 100, is_encrypted}));
  }
}

TEST(FooterTail, RejectsWhatIsNotAParquetFile) {
  EXPECT_EQ(ParseFooterTail({}, 0, ReadLimits()).error().message(),
            "not a Parquet file: expected at least 12 bytes, found 0");
  const Result<FooterTail> text = ParseFooterTail(AsBytes("a,b\n1,2\n"), 800, ReadLimits());
  EXPECT_EQ(text.error().message(), R"(not a Parquet file: expected "PAR1" or "PARE" at its end, found "1,2\x0a")");
}

TEST(FooterTail, RejectsLengthsThatLie) {
  EXPECT_EQ(ParseFooterTail(MakeFooterTail(101, false), 112, ReadLimits()).error().code(), ErrorCode::kCorrupt);
  EXPECT_EQ(ParseFooterTail(MakeFooterTail(0xFFFFFFFF, false), 112, ReadLimits()).error().code(), ErrorCode::kCorrupt);
  ReadLimits limits;
  limits.max_footer_bytes = 99;
  EXPECT_EQ(ParseFooterTail(MakeFooterTail(100, false), 112, limits).error().code(), ErrorCode::kLimitExceeded);
}

}  // namespace
}  // namespace taracea::format

#include "format/file_metadata.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "format/metadata_json.h"
#include "format/page_header.h"
#include "format/page_index.h"
#include "support/sample_metadata.h"

namespace taracea::format {
namespace {

OwnedBuffer NewBuffer() {
  return *DefaultArena()->Allocate(0);
}

/// Writes a value, reads it back and compares; returns the bytes.
template <typename T>
std::string RoundTrip(const T& value, Status (*write)(const T&, OwnedBuffer*),
                      Result<T> (*read)(ConstBytes, const ReadLimits&, size_t*)) {
  OwnedBuffer out = NewBuffer();
  EXPECT_TRUE(write(value, &out).ok());
  size_t consumed = 0;
  const Result<T> again = read(out.bytes(), ReadLimits(), &consumed);
  EXPECT_TRUE(again.ok()) << again.error().ToString();
  EXPECT_TRUE(again.ok() && *again == value);
  EXPECT_EQ(consumed, out.size());
  return std::string(AsText(out.bytes()));
}

TEST(FileMetaDataCodec, ReadsBackEveryFieldOfTheFooter) {
  RoundTrip(test::FullFileMetaData(), WriteFileMetaData, ReadFileMetaData);
  RoundTrip(FileMetaData(), WriteFileMetaData, ReadFileMetaData);
  RoundTrip(test::FullColumnChunk(), WriteColumnChunk, ReadColumnChunk);
  RoundTrip(ColumnChunk(), WriteColumnChunk, ReadColumnChunk);
  RoundTrip(ColumnMetaData(), WriteColumnMetaData, ReadColumnMetaData);
  RoundTrip(RowGroup(), WriteRowGroup, ReadRowGroup);
  FileCryptoMetaData crypto;
  RoundTrip(crypto, WriteFileCryptoMetaData, ReadFileCryptoMetaData);
  crypto.encryption_algorithm.aes_gcm_ctr_v1 = AesGcmCtrV1{"p", {}, false};
  crypto.key_metadata = "k";
  RoundTrip(crypto, WriteFileCryptoMetaData, ReadFileCryptoMetaData);
}

TEST(FileMetaDataCodec, ReadsBackEveryFieldOfIndexesAndHeaders) {
  OffsetIndex offsets;
  RoundTrip(offsets, WriteOffsetIndex, ReadOffsetIndex);
  for (int i = 0; i < 100; ++i) {
    offsets.page_locations.push_back({int64_t{i} << 33, i * 1000, int64_t{i} * 20000});
    offsets.unencoded_byte_array_data_bytes.push_back(i);
  }
  RoundTrip(offsets, WriteOffsetIndex, ReadOffsetIndex);
  ColumnIndex index;
  RoundTrip(index, WriteColumnIndex, ReadColumnIndex);
  index.null_pages = {true, false, false};
  index.min_values = {"", "a", "b"};
  index.max_values = {"", "aa", std::string("\0", 1)};
  index.boundary_order = BoundaryOrder::kDescending;
  index.null_counts = {5, 0, 1};
  index.repetition_level_histograms = {1, 2, 3, 4, 5, 6};
  index.definition_level_histograms = {6, 5, 4};
  index.nan_counts = {0, 0, 9};
  RoundTrip(index, WriteColumnIndex, ReadColumnIndex);
  BloomFilterHeader bloom;
  RoundTrip(bloom, WriteBloomFilterHeader, ReadBloomFilterHeader);
  bloom.num_bytes = 32;
  bloom.algorithm.block.emplace();
  bloom.hash.xxhash.emplace();
  bloom.compression.uncompressed.emplace();
  RoundTrip(bloom, WriteBloomFilterHeader, ReadBloomFilterHeader);
  EXPECT_EQ(ToJson(bloom),
            R"({"numBytes":32,"algorithm":{"BLOCK":{}},"hash":{"XXHASH":{}},"compression":{"UNCOMPRESSED":{}}})");
}

TEST(FileMetaDataCodec, ReadsBackEveryLogicalType) {
  using Kind = LogicalType::Kind;
  std::vector<LogicalType> types;
  for (const Kind kind :
       {Kind::kNone, Kind::kString, Kind::kMap, Kind::kList, Kind::kEnum, Kind::kDate, Kind::kNull, Kind::kJson,
        Kind::kBson, Kind::kUuid, Kind::kFloat16, Kind::kVariant, Kind::kGeometry, Kind::kGeography, Kind::kFile}) {
    types.emplace_back().kind = kind;
  }
  for (const TimeUnit unit : {TimeUnit::kMilli, TimeUnit::kMicro, TimeUnit::kNano, TimeUnit::kUnknown}) {
    for (const bool utc : {false, true}) {
      for (const Kind kind : {Kind::kTime, Kind::kTimestamp}) {
        LogicalType& type = types.emplace_back();
        type.kind = kind;
        type.unit = unit;
        type.is_adjusted_to_utc = utc;
        type.unrecognised_id = unit == TimeUnit::kUnknown ? 200 : 0;
      }
    }
  }
  LogicalType& decimal = types.emplace_back();
  decimal.kind = Kind::kDecimal;
  decimal.precision = 38;
  decimal.scale = 10;
  LogicalType& integer = types.emplace_back();
  integer.kind = Kind::kInteger;
  integer.bit_width = 64;
  integer.is_signed = true;
  LogicalType& variant = types.emplace_back();
  variant.kind = Kind::kVariant;
  variant.specification_version = 1;
  LogicalType& geometry = types.emplace_back();
  geometry.kind = Kind::kGeometry;
  geometry.crs = "srid:5070";
  LogicalType& geography = types.emplace_back();
  geography.kind = Kind::kGeography;
  geography.has_algorithm = true;
  geography.algorithm = EdgeAlgorithm::kKarney;
  types.emplace_back().kind = Kind::kUnrecognised;
  FileMetaData file;
  for (const LogicalType& type : types) {
    file.schema.emplace_back().logical_type = type;
  }
  RoundTrip(file, WriteFileMetaData, ReadFileMetaData);
}

TEST(FileMetaDataCodec, WritesAnUnrecognisedLogicalTypeAgainAsItWas) {
  SchemaElement element;
  element.name = "x";
  element.logical_type.kind = LogicalType::Kind::kUnrecognised;
  element.logical_type.unrecognised_id = 2555;
  FileMetaData file;
  file.schema = {element};
  OwnedBuffer out = NewBuffer();
  ASSERT_TRUE(WriteFileMetaData(file, &out).ok());
  const FileMetaData again = ReadFileMetaData(out.bytes(), ReadLimits()).value();
  EXPECT_EQ(again.schema[0].logical_type.unrecognised_id, 2555);
  EXPECT_FALSE(again.schema[0].logical_type.unrecognised_bytes.empty());
  RoundTrip(again, WriteFileMetaData, ReadFileMetaData);
}

TEST(FileMetaDataCodec, NeverTurnsAnUnknownTimeUnitIntoAKnownOne) {
  // A schema of one element named t: TIME(isAdjustedToUTC = true, unit = member 3 as i32 instead of a struct).
  const std::string footer("\x15\x02\x19\x1C\x48\x01t\x6C\x7C\x11\x1C\x35\x00\x00\x00\x00\x00\x16\x00\x19\x0C\x00", 22);
  const FileMetaData file = ReadFileMetaData(AsBytes(footer), ReadLimits()).value();
  EXPECT_EQ(file.schema[0].logical_type.unit, TimeUnit::kUnknown);
  OwnedBuffer out = NewBuffer();
  ASSERT_TRUE(WriteFileMetaData(file, &out).ok());
  EXPECT_EQ(ReadFileMetaData(out.bytes(), ReadLimits()).value(), file);
}

TEST(FileMetaDataCodec, LeavesIntervalToTheConvertedType) {
  FileMetaData file;
  file.schema.emplace_back().logical_type.kind = LogicalType::Kind::kInterval;
  OwnedBuffer out = NewBuffer();
  ASSERT_TRUE(WriteFileMetaData(file, &out).ok());
  const FileMetaData again = ReadFileMetaData(out.bytes(), ReadLimits()).value();
  EXPECT_EQ(again.schema[0].logical_type.kind, LogicalType::Kind::kNone);
}

TEST(FileMetaDataCodec, KeepsExtensionFieldsOfEveryLevel) {
  // Field 32767, binary, two bytes.
  const std::string extension = {'\x08', '\xFE', '\xFF', '\x03', '\x02', '\xDE', '\xAD'};
  FileMetaData file = test::FullFileMetaData(1);
  file.unknown_fields = extension;
  file.schema[1].unknown_fields = extension;
  file.row_groups[0].unknown_fields = extension;
  file.row_groups[0].columns[0].unknown_fields = extension;
  file.row_groups[0].columns[0].meta_data->unknown_fields = extension;
  file.row_groups[0].columns[0].meta_data->statistics->unknown_fields = extension;
  file.row_groups[0].columns[0].meta_data->size_statistics->unknown_fields = extension;
  RoundTrip(file, WriteFileMetaData, ReadFileMetaData);
}

TEST(FileMetaDataCodec, FailsCleanlyOnEveryTruncationOfAFooter) {
  const std::string footer = RoundTrip(test::FullFileMetaData(1), WriteFileMetaData, ReadFileMetaData);
  for (size_t cut = 0; cut < footer.size(); ++cut) {
    const Result<FileMetaData> read = ReadFileMetaData(AsBytes(footer.substr(0, cut)), ReadLimits(), nullptr);
    ASSERT_FALSE(read.ok()) << cut;
    EXPECT_EQ(read.error().code(), ErrorCode::kCorrupt);
    EXPECT_NE(read.error().message().find(" at byte "), std::string::npos);
  }
}

TEST(PageHeaderCodec, ReadsBackEveryField) {
  for (const PageHeader& header : {test::FullPageHeader(), PageHeader()}) {
    OwnedBuffer out = NewBuffer();
    ASSERT_TRUE(WritePageHeader(header, &out).ok());
    size_t consumed = 0;
    const auto again = ReadPageHeader(out.bytes(), ReadLimits(), &consumed);
    ASSERT_TRUE(again.ok());
    ASSERT_TRUE(again->has_value());
    EXPECT_EQ(**again, header);
    EXPECT_EQ(consumed, out.size());
  }
}

TEST(PageHeaderCodec, AsksForMoreBytesUntilItHasTheWholeHeader) {
  OwnedBuffer out = NewBuffer();
  ASSERT_TRUE(WritePageHeader(test::FullPageHeader(), &out).ok());
  for (size_t cut = 0; cut < out.size(); ++cut) {
    const auto read = ReadPageHeader(out.bytes().first(cut), ReadLimits());
    ASSERT_TRUE(read.ok()) << cut << ": " << read.error().ToString();
    EXPECT_FALSE(read->has_value());
  }
}

TEST(PageHeaderCodec, TellsCorruptFromCutShort) {
  // The type (field 1) is missing.
  const auto missing = ReadPageHeader(AsBytes(std::string("\x25\x02\x00", 3)), ReadLimits());
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().code(), ErrorCode::kCorrupt);
  EXPECT_NE(missing.error().message().find("PageHeader lacks its required field type (1)"), std::string::npos);
  // 15 is no wire type.
  EXPECT_FALSE(ReadPageHeader(AsBytes("\x1F\x02"), ReadLimits()).ok());
}

TEST(PageHeaderCodec, StopsAskingAtTheLimit) {
  OwnedBuffer out = NewBuffer();
  ASSERT_TRUE(WritePageHeader(test::FullPageHeader(), &out).ok());
  ReadLimits limits;
  limits.max_page_header_bytes = 100;
  ASSERT_GT(out.size(), 100u);
  const auto read = ReadPageHeader(out.bytes(), limits);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().code(), ErrorCode::kLimitExceeded);
  EXPECT_TRUE(ReadPageHeader(out.bytes().first(99), limits).ok());
}

TEST(PageHeaderCodec, KeepsPageTypesItDoesNotKnow) {
  PageHeader header;
  header.type = static_cast<PageType>(4);
  OwnedBuffer out = NewBuffer();
  ASSERT_TRUE(WritePageHeader(header, &out).ok());
  EXPECT_EQ(ReadPageHeader(out.bytes(), ReadLimits()).value()->type, static_cast<PageType>(4));
}

TEST(PageHeaderCodec, SurvivesEveryChangeOfOneByte) {
  OwnedBuffer out = NewBuffer();
  ASSERT_TRUE(WritePageHeader(test::FullPageHeader(), &out).ok());
  std::string damaged(AsText(out.bytes()));
  for (char& byte : damaged) {
    for (int change = 1; change < 256; ++change) {
      const char before = byte;
      byte = static_cast<char>(byte ^ change);
      const auto read = ReadPageHeader(AsBytes(damaged), ReadLimits());
      EXPECT_TRUE(read.ok() || read.error().code() == ErrorCode::kCorrupt ||
                  read.error().code() == ErrorCode::kLimitExceeded);
      byte = before;
    }
  }
}

TEST(MetadataJson, PrintsAFooterByTheNamesOfTheSpecification) {
  const std::string json = ToJson(test::FullFileMetaData(1));
  for (const char* part :
       {R"("version":2)", R"("logicalType":{"DECIMAL":{"scale":3,"precision":30}})",
        R"("logicalType":{"TIMESTAMP":{"isAdjustedToUTC":true,"unit":{"NANOS":{}}}})",
        R"json("encodings":["PLAIN","RLE_DICTIONARY","UNKNOWN(99)"])json", R"("path_in_schema":["a","list","b.c"])",
        R"("min":"AP8=")", R"("column_orders":[{"TYPE_ORDER":{}},{"IEEE_754_TOTAL_ORDER":{}}])",
        R"("key_value_metadata":[{"key":"ARROW:schema","value":"abc"},{"key":""},{"key":"","value":""}])"}) {
    EXPECT_NE(json.find(part), std::string::npos) << part << " in " << json;
  }
}

}  // namespace
}  // namespace taracea::format

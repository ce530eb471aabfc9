#include "format/footer_index.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "format/file_metadata.h"
#include "format/magic.h"
#include "support/sample_metadata.h"

namespace taracea::format {
namespace {

std::string Write(const FileMetaData& file) {
  OwnedBuffer out = *DefaultArena()->Allocate(0);
  EXPECT_TRUE(WriteFileMetaData(file, &out).ok());
  return std::string(AsText(out.bytes()));
}

Result<FooterIndex> Parse(std::string_view footer, const ReadLimits& limits = {}) {
  return FooterIndex::Parse(Buffer::CopyOf(AsBytes(footer)), limits);
}

/// A footer as above whose chunks can all be read.
FileMetaData ReadableFile() {
  FileMetaData file = test::FullFileMetaData(3);
  for (RowGroup& row_group : file.row_groups) {
    for (ColumnChunk& chunk : row_group.columns) {
      chunk.crypto_metadata.reset();
      chunk.encrypted_column_metadata.reset();
    }
  }
  return file;
}

void ExpectSameMetaData(const FooterIndex& index, const IndexedChunk& chunk, const ColumnMetaData& meta) {
  ASSERT_TRUE(chunk.meta_data.has_value());
  EXPECT_EQ(chunk.meta_data->type, meta.type);
  EXPECT_EQ(chunk.meta_data->codec, meta.codec);
  EXPECT_EQ(chunk.meta_data->num_values, meta.num_values);
  EXPECT_EQ(chunk.meta_data->total_uncompressed_size, meta.total_uncompressed_size);
  EXPECT_EQ(chunk.meta_data->total_compressed_size, meta.total_compressed_size);
  EXPECT_EQ(chunk.meta_data->data_page_offset, meta.data_page_offset);
  EXPECT_EQ(chunk.meta_data->dictionary_page_offset, meta.dictionary_page_offset.value_or(-1));
  EXPECT_EQ(chunk.meta_data->bloom_filter_offset, meta.bloom_filter_offset.value_or(-1));
  EXPECT_EQ(chunk.meta_data->bloom_filter_length, meta.bloom_filter_length.value_or(0));
  for (const Encoding encoding : meta.encodings) {
    EXPECT_TRUE(chunk.meta_data->encodings.Has(encoding));
  }
  EXPECT_EQ(index.DecodePath(chunk).value(), meta.path_in_schema);
  EXPECT_EQ(index.DecodeStatistics(chunk).value(), meta.statistics);
  EXPECT_EQ(index.DecodeSizeStatistics(chunk).value(), meta.size_statistics);
  EXPECT_EQ(index.DecodeGeospatialStatistics(chunk).value(), meta.geospatial_statistics);
  EXPECT_EQ(index.DecodeEncodingStats(chunk).value(), meta.encoding_stats);
  EXPECT_EQ(index.DecodeKeyValueMetadata(chunk).value(), meta.key_value_metadata);
}

/// Compares the index with the full decoding of the same footer.
void ExpectSame(const FooterIndex& index, const FileMetaData& file) {
  EXPECT_EQ(index.version(), file.version);
  EXPECT_EQ(index.num_rows(), file.num_rows);
  EXPECT_EQ(index.schema(), file.schema);
  EXPECT_EQ(index.key_value_metadata(), file.key_value_metadata);
  EXPECT_EQ(index.created_by(), file.created_by);
  EXPECT_EQ(index.column_orders(), file.column_orders);
  EXPECT_EQ(index.encryption_algorithm(), file.encryption_algorithm);
  EXPECT_EQ(index.footer_signing_key_metadata(), file.footer_signing_key_metadata);
  EXPECT_EQ(index.unknown_fields(), file.unknown_fields);
  ASSERT_EQ(index.row_groups().size(), file.row_groups.size());
  for (size_t i = 0; i < file.row_groups.size(); ++i) {
    const IndexedRowGroup& entry = index.row_groups()[i];
    const RowGroup& row_group = file.row_groups[i];
    EXPECT_EQ(entry.num_rows, row_group.num_rows);
    EXPECT_EQ(entry.total_byte_size, row_group.total_byte_size);
    EXPECT_EQ(entry.total_compressed_size, row_group.total_compressed_size.value_or(-1));
    EXPECT_EQ(index.DecodeSortingColumns(entry).value(), row_group.sorting_columns);
    EXPECT_EQ(index.DecodeRowGroup(entry).value(), row_group);
    ASSERT_EQ(entry.chunk_count, row_group.columns.size());
    for (size_t j = 0; j < row_group.columns.size(); ++j) {
      const IndexedChunk& chunk = index.chunk(i, j);
      const ColumnChunk& full = row_group.columns[j];
      EXPECT_EQ(index.DecodeColumnChunk(chunk).value(), full);
      EXPECT_EQ(chunk.offset_index_offset, full.offset_index_offset.value_or(-1));
      EXPECT_EQ(chunk.offset_index_length, full.offset_index_length.value_or(0));
      EXPECT_EQ(chunk.column_index_offset, full.column_index_offset.value_or(-1));
      EXPECT_EQ(chunk.column_index_length, full.column_index_length.value_or(0));
      if (full.meta_data) {
        ExpectSameMetaData(index, chunk, *full.meta_data);
      }
    }
  }
}

TEST(FooterIndex, AgreesWithTheFullDecoding) {
  for (const FileMetaData& file : {test::FullFileMetaData(3), ReadableFile(), FileMetaData()}) {
    const Result<FooterIndex> index = Parse(Write(file));
    ASSERT_TRUE(index.ok()) << index.error().ToString();
    ExpectSame(*index, file);
    EXPECT_EQ(index->DecodeAll().value(), file);
  }
}

TEST(FooterIndex, SaysHowManyBytesTheFooterTook) {
  const std::string footer = Write(ReadableFile());
  size_t consumed = 0;
  ASSERT_TRUE(FooterIndex::Parse(Buffer::CopyOf(AsBytes(footer + std::string(28, 's'))), ReadLimits(), &consumed).ok());
  EXPECT_EQ(consumed, footer.size());
}

TEST(FooterIndex, FindsEveryChunkUsableWhereNothingIsWrong) {
  const FooterIndex index = Parse(Write(ReadableFile())).value();
  EXPECT_EQ(index.chunks().size(), 6u);
  for (const IndexedChunk& chunk : index.chunks()) {
    EXPECT_TRUE(chunk.is_usable);
    EXPECT_TRUE(index.CheckChunk(chunk).ok());
  }
}

TEST(FooterIndex, LosesOnlyTheChunkWithoutMetaData) {
  FileMetaData file = ReadableFile();
  file.row_groups[1].columns[0].meta_data.reset();
  const FooterIndex index = Parse(Write(file)).value();
  for (size_t i = 0; i < index.chunks().size(); ++i) {
    EXPECT_EQ(index.chunks()[i].is_usable, i != 2);
  }
  EXPECT_EQ(index.CheckChunk(index.chunk(1, 0)).code(), ErrorCode::kCorrupt);
}

TEST(FooterIndex, LosesOnlyTheChunkThatLacksARequiredField) {
  FileMetaData file = ReadableFile();
  std::string footer = Write(file);
  // Field 5 (num_values, i64) of the second column's metadata follows the codec: make it an i32.
  const std::string before = {'\x15', '\x0C', '\x16', '\x9A', '\x01'};  // codec 6, num_values 77
  const size_t at = footer.find(before);
  ASSERT_NE(at, std::string::npos);
  footer[at + 2] = '\x15';
  const Result<FooterIndex> index = Parse(footer);
  ASSERT_TRUE(index.ok()) << index.error().ToString();
  EXPECT_TRUE(index->chunk(0, 0).is_usable);
  EXPECT_FALSE(index->chunk(0, 1).is_usable);
  EXPECT_TRUE(index->chunk(1, 1).is_usable);
  const Status status = index->CheckChunk(index->chunk(0, 1));
  EXPECT_EQ(status.code(), ErrorCode::kCorrupt);
  EXPECT_NE(status.message().find("ColumnMetaData lacks its required field num_values (5)"), std::string::npos)
      << status.ToString();
  EXPECT_FALSE(index->DecodeColumnChunk(index->chunk(0, 1)).ok());
  EXPECT_FALSE(index->DecodeRowGroup(index->row_groups()[0]).ok());
  EXPECT_TRUE(index->DecodeRowGroup(index->row_groups()[1]).ok());
}

TEST(FooterIndex, RefusesChunksOfOtherFiles) {
  FileMetaData file = ReadableFile();
  file.row_groups[0].columns[0].file_path = "elsewhere.parquet";
  file.row_groups[0].columns[1].file_path = "";
  const FooterIndex index = Parse(Write(file)).value();
  EXPECT_FALSE(index.chunk(0, 0).is_usable);
  EXPECT_TRUE(index.chunk(0, 1).is_usable);
  const Status status = index.CheckChunk(index.chunk(0, 0));
  EXPECT_EQ(status.code(), ErrorCode::kUnsupported);
  EXPECT_NE(status.message().find("file_path"), std::string::npos);
}

TEST(FooterIndex, RefusesChunksWithEncryptedMetadata) {
  FileMetaData file = test::FullFileMetaData(1);
  file.row_groups[0].columns[0].meta_data.reset();
  const FooterIndex index = Parse(Write(file)).value();
  EXPECT_FALSE(index.chunk(0, 0).is_usable);
  EXPECT_EQ(index.CheckChunk(index.chunk(0, 0)).code(), ErrorCode::kUnsupported);
  EXPECT_TRUE(index.chunk(0, 0).encrypted_column_metadata.present());
}

TEST(FooterIndex, TakesColumnsWithoutPath) {
  FileMetaData file = ReadableFile();
  file.row_groups[0].columns[0].meta_data->path_in_schema.clear();
  const FooterIndex index = Parse(Write(file)).value();
  EXPECT_TRUE(index.chunk(0, 0).is_usable);
  EXPECT_TRUE(index.DecodePath(index.chunk(0, 0)).value().empty());
}

TEST(FooterIndex, FailsCleanlyOnEveryTruncation) {
  const std::string footer = Write(test::FullFileMetaData(2));
  for (size_t cut = 0; cut < footer.size(); ++cut) {
    const Result<FooterIndex> index = Parse(std::string_view(footer).substr(0, cut));
    ASSERT_FALSE(index.ok()) << cut;
    EXPECT_EQ(index.error().code(), ErrorCode::kCorrupt);
  }
}

/// Asks for everything that an index can decode; only errors may come of it.
void DecodeEverything(const FooterIndex& index) {
  for (const IndexedChunk& chunk : index.chunks()) {
    EXPECT_EQ(index.CheckChunk(chunk).ok(), chunk.is_usable);
    static_cast<void>(index.DecodePath(chunk).ok());
    static_cast<void>(index.DecodeStatistics(chunk).ok());
    static_cast<void>(index.DecodeSizeStatistics(chunk).ok());
    static_cast<void>(index.DecodeGeospatialStatistics(chunk).ok());
    static_cast<void>(index.DecodeEncodingStats(chunk).ok());
    static_cast<void>(index.DecodeKeyValueMetadata(chunk).ok());
    static_cast<void>(index.DecodeColumnChunk(chunk).ok());
  }
  for (const IndexedRowGroup& row_group : index.row_groups()) {
    static_cast<void>(index.DecodeSortingColumns(row_group).ok());
    static_cast<void>(index.DecodeRowGroup(row_group).ok());
  }
}

TEST(FooterIndex, SurvivesEveryChangeOfOneByte) {
  std::string footer = Write(test::FullFileMetaData(1));
  for (char& byte : footer) {
    for (const int change : {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xFF}) {
      const char before = byte;
      byte = static_cast<char>(byte ^ change);
      if (const Result<FooterIndex> index = Parse(footer); index.ok()) {
        DecodeEverything(*index);
        // What decodes as a whole agrees with the index.
        if (const Result<FileMetaData> file = index->DecodeAll(); file.ok()) {
          ExpectSame(*index, *file);
        }
      }
      byte = before;
    }
  }
}

TEST(FooterIndex, BoundsTheMemoryThatCountsAskFor) {
  // A million column chunks of one byte each.
  FileMetaData file;
  file.row_groups.emplace_back();
  std::string footer = Write(file);
  const size_t columns = footer.find(std::string("\x19\x0C", 2), 8);
  ASSERT_NE(columns, std::string::npos);
  footer.replace(columns + 1, 1, std::string("\xFC\xC0\x84\x3D", 4) + std::string(1000000, '\0'));
  ReadLimits limits;
  limits.memory_budget_bytes = 16 << 20;
  const Result<FooterIndex> index = Parse(footer, limits);
  ASSERT_FALSE(index.ok());
  EXPECT_EQ(index.error().code(), ErrorCode::kLimitExceeded) << index.error().ToString();
  limits.max_footer_bytes = 1000;
  EXPECT_EQ(Parse(footer, limits).error().code(), ErrorCode::kLimitExceeded);
}

/// Footers that hold what this library does not know, made from one healthy file of the columns a and b.
class FooterMutation : public testing::Test {
 protected:
  void SetUp() override {
    const char* const corpus = std::getenv("TARACEA_CORPUS");
    const std::filesystem::path folder = std::filesystem::path(corpus == nullptr ? "" : corpus) / ".." / "mutations";
    if (corpus == nullptr || !std::filesystem::is_directory(folder)) {
      GTEST_SKIP() << "TARACEA_CORPUS names no folder with mutations beside it";
    }
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() == ".parquet") {
        files_.push_back(entry.path());
      }
    }
    ASSERT_FALSE(files_.empty());
  }

  static FooterIndex Open(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const FooterTail tail = ParseFooterTail(AsBytes(bytes), static_cast<int64_t>(bytes.size()), ReadLimits()).value();
    return Parse(std::string_view(bytes).substr(static_cast<size_t>(tail.footer_offset),
                                                static_cast<size_t>(tail.footer_size_bytes)))
        .value();
  }

  FooterIndex OpenByNumber(const std::string& number) {
    for (const auto& path : files_) {
      if (path.filename().string().starts_with(number)) {
        return Open(path);
      }
    }
    ADD_FAILURE() << number;
    return {};
  }

  std::vector<std::filesystem::path> files_;
};

TEST_F(FooterMutation, LeavesTheHealthyColumnUsable) {
  for (const auto& path : files_) {
    SCOPED_TRACE(path.filename().string());
    const FooterIndex index = Open(path);
    EXPECT_EQ(index.num_rows(), 5120);
    ASSERT_EQ(index.row_groups().size(), 1u);
    EXPECT_TRUE(index.CheckChunk(index.chunk(0, 1)).ok());
    const bool is_elsewhere = path.filename().string().starts_with("19");
    EXPECT_EQ(index.chunk(0, 0).is_usable, !is_elsewhere);
    EXPECT_TRUE(index.DecodeAll().ok());
  }
}

TEST_F(FooterMutation, IsKeptAsItIs) {
  EXPECT_TRUE(OpenByNumber("01").chunk(0, 0).meta_data->encodings.Has(Encoding::kAlp));
  EXPECT_EQ(static_cast<int>(OpenByNumber("03").chunk(0, 0).meta_data->codec), 9);
  EXPECT_EQ(OpenByNumber("05").column_orders()[0], ColumnOrder::kIeee754TotalOrder);
  EXPECT_EQ(OpenByNumber("06").column_orders()[0], ColumnOrder::kInt96Timestamp);
  EXPECT_EQ(OpenByNumber("07").column_orders()[0], ColumnOrder::kUnknown);
  EXPECT_FALSE(OpenByNumber("08").unknown_fields().empty());
  const FooterIndex extended_column = OpenByNumber("09");
  EXPECT_FALSE(extended_column.DecodeColumnChunk(extended_column.chunk(0, 0))->meta_data->unknown_fields.empty());
  EXPECT_EQ(OpenByNumber("10").schema()[1].logical_type.kind, LogicalType::Kind::kUnrecognised);
  EXPECT_EQ(OpenByNumber("10").schema()[1].logical_type.unrecognised_id, 40);
  EXPECT_EQ(OpenByNumber("11").schema()[1].logical_type.kind, LogicalType::Kind::kFile);
  EXPECT_EQ(OpenByNumber("12").schema()[1].logical_type.kind, LogicalType::Kind::kTimestamp);
  EXPECT_EQ(OpenByNumber("12").schema()[1].logical_type.unit, TimeUnit::kUnknown);
  EXPECT_EQ(OpenByNumber("14").version(), 3);
  EXPECT_EQ(OpenByNumber("16").chunk(0, 0).meta_data->bloom_filter_length, 0);
  EXPECT_EQ(static_cast<int>(*OpenByNumber("18").schema()[1].converted_type), 55);
}

}  // namespace
}  // namespace taracea::format

#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "taracea/metadata.h"

namespace taracea::test {

// Metadata in which every field is set, for tests of what is written and read back.

inline SizeStatistics FullSizeStatistics() {
  return {.unencoded_byte_array_data_bytes = 12345,
          .repetition_level_histogram = {1, 2, 3},
          .definition_level_histogram = {0, 100000, -1},
          .unknown_fields = {}};
}

inline GeospatialStatistics FullGeospatialStatistics() {
  return {
      .bbox =
          BoundingBox{.xmin = -180, .xmax = 180, .ymin = -90, .ymax = 90, .zmin = 1, .zmax = 2, .mmin = 3, .mmax = 4},
      .geospatial_types = {1, 2, 3001}};
}

inline Statistics FullStatistics() {
  return {.max = "zz",
          .min = std::string("\0\xFF", 2),
          .null_count = 3,
          .distinct_count = std::numeric_limits<int64_t>::max(),
          .max_value = std::string(300, 'z'),
          .min_value = "",
          .is_max_value_exact = false,
          .is_min_value_exact = true,
          .nan_count = 0,
          .unknown_fields = {}};
}

inline PageHeader FullPageHeader() {
  PageHeader header;
  header.type = PageType::kDataPageV2;
  header.uncompressed_page_size = std::numeric_limits<int32_t>::max();
  header.compressed_page_size = 1000;
  header.crc = -559038737;
  header.data_page_header = DataPageHeader{.num_values = 1,
                                           .encoding = Encoding::kRleDictionary,
                                           .definition_level_encoding = Encoding::kBitPacked,
                                           .repetition_level_encoding = Encoding::kRle,
                                           .statistics = FullStatistics()};
  header.index_page_header.emplace();
  header.dictionary_page_header =
      DictionaryPageHeader{.num_values = 2, .encoding = Encoding::kPlain, .is_sorted = true};
  header.data_page_header_v2 = DataPageHeaderV2{.num_values = 10,
                                                .num_nulls = 2,
                                                .num_rows = 5,
                                                .encoding = Encoding::kDeltaByteArray,
                                                .definition_levels_byte_length = 7,
                                                .repetition_levels_byte_length = 8,
                                                .is_compressed = false,
                                                .statistics = FullStatistics()};
  return header;
}

inline ColumnChunk FullColumnChunk() {
  ColumnMetaData meta;
  meta.type = PhysicalType::kByteArray;
  meta.encodings = {Encoding::kPlain, Encoding::kRleDictionary, static_cast<Encoding>(99)};
  meta.path_in_schema = {"a", "list", "b.c"};
  meta.codec = Codec::kZstd;
  meta.num_values = 1000;
  meta.total_uncompressed_size = 65536;
  meta.total_compressed_size = 4096;
  meta.key_value_metadata = {{"k", "v"}, {"only key", {}}};
  meta.data_page_offset = 300;
  meta.index_page_offset = 5;
  meta.dictionary_page_offset = 4;
  meta.statistics = FullStatistics();
  meta.encoding_stats = {{PageType::kDataPage, Encoding::kRleDictionary, 7},
                         {PageType::kDictionaryPage, Encoding::kPlain, 1}};
  meta.bloom_filter_offset = int64_t{1} << 40;
  meta.bloom_filter_length = 1024;
  meta.size_statistics = FullSizeStatistics();
  meta.geospatial_statistics = FullGeospatialStatistics();
  ColumnChunk chunk;
  chunk.file_offset = 17;
  chunk.meta_data = meta;
  chunk.offset_index_offset = 5000;
  chunk.offset_index_length = 50;
  chunk.column_index_offset = 6000;
  chunk.column_index_length = 60;
  chunk.crypto_metadata = ColumnCryptoMetaData{
      .encryption_with_footer_key = {},
      .encryption_with_column_key = EncryptionWithColumnKey{.path_in_schema = {"a"}, .key_metadata = "key"},
      .unrecognised_id = 0};
  chunk.encrypted_column_metadata = "secret";
  return chunk;
}

/// A footer of two columns and `row_group_count` row groups.
inline FileMetaData FullFileMetaData(int row_group_count = 2) {
  FileMetaData file;
  file.version = 2;
  SchemaElement root;
  root.name = "schema";
  root.num_children = 2;
  SchemaElement a;
  a.type = PhysicalType::kFixedLenByteArray;
  a.type_length = 16;
  a.repetition_type = Repetition::kOptional;
  a.name = "a";
  a.num_children = 0;
  a.converted_type = ConvertedType::kDecimal;
  a.scale = 3;
  a.precision = 30;
  a.field_id = -7;
  a.logical_type.kind = LogicalType::Kind::kDecimal;
  a.logical_type.precision = 30;
  a.logical_type.scale = 3;
  SchemaElement b;
  b.type = PhysicalType::kInt64;
  b.repetition_type = Repetition::kRequired;
  b.name = "b";
  b.logical_type.kind = LogicalType::Kind::kTimestamp;
  b.logical_type.unit = TimeUnit::kNano;
  b.logical_type.is_adjusted_to_utc = true;
  file.schema = {root, a, b};
  file.num_rows = 2000;
  for (int i = 0; i < row_group_count; ++i) {
    RowGroup row_group;
    ColumnChunk plain = FullColumnChunk();
    plain.meta_data->statistics.reset();
    plain.meta_data->num_values = 77 + i;
    plain.crypto_metadata.reset();
    plain.encrypted_column_metadata.reset();
    row_group.columns = {FullColumnChunk(), plain};
    row_group.total_byte_size = 131072;
    row_group.num_rows = 1000;
    row_group.sorting_columns = {{1, true, false}, {0, false, true}};
    row_group.file_offset = 4;
    row_group.total_compressed_size = 8192;
    row_group.ordinal = static_cast<int16_t>(i);
    file.row_groups.push_back(row_group);
  }
  file.key_value_metadata = {{"ARROW:schema", "abc"}, {"", {}}, {"", ""}};
  file.created_by = "taracea version 0.1.0";
  file.column_orders = {ColumnOrder::kTypeDefined, ColumnOrder::kIeee754TotalOrder};
  file.encryption_algorithm =
      EncryptionAlgorithm{.aes_gcm_v1 = AesGcmV1{"prefix", "unique", true}, .aes_gcm_ctr_v1 = {}, .unrecognised_id = 0};
  file.footer_signing_key_metadata = "sign";
  return file;
}

}  // namespace taracea::test

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "taracea/types.h"

namespace taracea {

// The structs of parquet.thrift, in the order of the specification and with its field names in snake_case. They are
// plain values: comparing, copying and filling them in is all there is. An optional field is a std::optional; an
// optional list that is absent is an empty vector; text and binary are both std::string and hold any bytes.
// `unknown_fields` holds the Thrift encodings of fields that are newer than this library (and of extension field
// 32767), as they are to be written again; leave it alone to keep them, clear it to drop them.

/// Describes how large the values of a chunk or page are once decoded.
/// Units: bytes of BYTE_ARRAY values without their lengths; histograms count level entries per level, from 0.
/// Spec: parquet.thrift#SizeStatistics
struct SizeStatistics {
  std::optional<int64_t> unencoded_byte_array_data_bytes;
  std::vector<int64_t> repetition_level_histogram;
  std::vector<int64_t> definition_level_histogram;
  std::string unknown_fields;

  bool operator==(const SizeStatistics&) const = default;
};

/// Bounds the coordinates of geometries. xmin > xmax means a box that wraps around the antimeridian.
/// Spec: parquet.thrift#BoundingBox
struct BoundingBox {
  double xmin = 0;
  double xmax = 0;
  double ymin = 0;
  double ymax = 0;
  std::optional<double> zmin;
  std::optional<double> zmax;
  std::optional<double> mmin;
  std::optional<double> mmax;

  bool operator==(const BoundingBox&) const = default;
};

/// Describes the geometries of a GEOMETRY or GEOGRAPHY column. No types listed: not known.
/// Spec: parquet.thrift#GeospatialStatistics
struct GeospatialStatistics {
  std::optional<BoundingBox> bbox;
  std::vector<int32_t> geospatial_types;

  bool operator==(const GeospatialStatistics&) const = default;
};

/// Bounds and counts of the values of a chunk or page. `max` and `min` are the deprecated signed-order bounds; the
/// order of `max_value` and `min_value` is that of FileMetaData::column_orders. Bounds are PLAIN-encoded values, byte
/// arrays without a length. An absent count is unknown, never zero.
/// Spec: parquet.thrift#Statistics
struct Statistics {
  std::optional<std::string> max;
  std::optional<std::string> min;
  std::optional<int64_t> null_count;
  std::optional<int64_t> distinct_count;
  std::optional<std::string> max_value;
  std::optional<std::string> min_value;
  std::optional<bool> is_max_value_exact;
  std::optional<bool> is_min_value_exact;
  std::optional<int64_t> nan_count;
  std::string unknown_fields;

  bool operator==(const Statistics&) const = default;
};

/// One node of the schema tree, which a footer lists depth first, root first. A leaf has a `type`, a group has
/// `num_children`. `logical_type` is kNone when the element has none.
/// Spec: parquet.thrift#SchemaElement
struct SchemaElement {
  std::optional<PhysicalType> type;
  std::optional<int32_t> type_length;
  std::optional<Repetition> repetition_type;
  std::string name;
  std::optional<int32_t> num_children;
  std::optional<ConvertedType> converted_type;
  std::optional<int32_t> scale;
  std::optional<int32_t> precision;
  std::optional<int32_t> field_id;
  LogicalType logical_type;
  std::string unknown_fields;

  bool operator==(const SchemaElement&) const = default;
};

/// Spec: parquet.thrift#DataPageHeader
struct DataPageHeader {
  int32_t num_values = 0;  ///< Level entries, nulls included.
  Encoding encoding = Encoding::kPlain;
  Encoding definition_level_encoding = Encoding::kRle;
  Encoding repetition_level_encoding = Encoding::kRle;
  std::optional<Statistics> statistics;

  bool operator==(const DataPageHeader&) const = default;
};

/// Has no fields; pages of this kind are skipped.
/// Spec: parquet.thrift#IndexPageHeader
struct IndexPageHeader {
  bool operator==(const IndexPageHeader&) const = default;
};

/// Spec: parquet.thrift#DictionaryPageHeader
struct DictionaryPageHeader {
  int32_t num_values = 0;
  Encoding encoding = Encoding::kPlain;
  std::optional<bool> is_sorted;

  bool operator==(const DictionaryPageHeader&) const = default;
};

/// Spec: parquet.thrift#DataPageHeaderV2
struct DataPageHeaderV2 {
  int32_t num_values = 0;  ///< Level entries, nulls included.
  int32_t num_nulls = 0;
  int32_t num_rows = 0;
  Encoding encoding = Encoding::kPlain;
  int32_t definition_levels_byte_length = 0;
  int32_t repetition_levels_byte_length = 0;
  std::optional<bool> is_compressed;  ///< Absent means true.
  std::optional<Statistics> statistics;

  bool operator==(const DataPageHeaderV2&) const = default;
};

/// Spec: parquet.thrift#SplitBlockAlgorithm
struct SplitBlockAlgorithm {
  bool operator==(const SplitBlockAlgorithm&) const = default;
};

/// A union: one member, or the field id of a member that is newer than this library.
/// Spec: parquet.thrift#BloomFilterAlgorithm
struct BloomFilterAlgorithm {
  std::optional<SplitBlockAlgorithm> block;
  int32_t unrecognised_id = 0;

  bool operator==(const BloomFilterAlgorithm&) const = default;
};

/// Spec: parquet.thrift#XxHash
struct XxHash {
  bool operator==(const XxHash&) const = default;
};

/// A union, as BloomFilterAlgorithm.
/// Spec: parquet.thrift#BloomFilterHash
struct BloomFilterHash {
  std::optional<XxHash> xxhash;
  int32_t unrecognised_id = 0;

  bool operator==(const BloomFilterHash&) const = default;
};

/// Spec: parquet.thrift#Uncompressed
struct Uncompressed {
  bool operator==(const Uncompressed&) const = default;
};

/// A union, as BloomFilterAlgorithm.
/// Spec: parquet.thrift#BloomFilterCompression
struct BloomFilterCompression {
  std::optional<Uncompressed> uncompressed;
  int32_t unrecognised_id = 0;

  bool operator==(const BloomFilterCompression&) const = default;
};

/// Stands in front of the bit set of a Bloom filter.
/// Spec: parquet.thrift#BloomFilterHeader, BloomFilter.md
struct BloomFilterHeader {
  int32_t num_bytes = 0;
  BloomFilterAlgorithm algorithm;
  BloomFilterHash hash;
  BloomFilterCompression compression;

  bool operator==(const BloomFilterHeader&) const = default;
};

/// Stands in front of every page. `type` says which of the four headers is set; readers skip a page of another type
/// by its compressed size. Units: bytes of the page body, this header excluded.
/// Spec: parquet.thrift#PageHeader
struct PageHeader {
  PageType type = PageType::kDataPage;
  int32_t uncompressed_page_size = 0;
  int32_t compressed_page_size = 0;
  std::optional<int32_t> crc;  ///< CRC-32 of the body as it lies in the file.
  std::optional<DataPageHeader> data_page_header;
  std::optional<IndexPageHeader> index_page_header;
  std::optional<DictionaryPageHeader> dictionary_page_header;
  std::optional<DataPageHeaderV2> data_page_header_v2;

  bool operator==(const PageHeader&) const = default;
};

/// Spec: parquet.thrift#KeyValue
struct KeyValue {
  std::string key;
  std::optional<std::string> value;

  bool operator==(const KeyValue&) const = default;
};

/// Spec: parquet.thrift#SortingColumn
struct SortingColumn {
  int32_t column_idx = 0;  ///< Ordinal of the leaf.
  bool descending = false;
  bool nulls_first = false;

  bool operator==(const SortingColumn&) const = default;
};

/// Spec: parquet.thrift#PageEncodingStats
struct PageEncodingStats {
  PageType page_type = PageType::kDataPage;
  Encoding encoding = Encoding::kPlain;
  int32_t count = 0;  ///< Pages.

  bool operator==(const PageEncodingStats&) const = default;
};

/// Describes one column chunk. Sizes are bytes of all its pages, headers included; offsets are from the start of the
/// file. `path_in_schema` may be empty: newer writers leave it out, columns are known by their ordinal.
/// Spec: parquet.thrift#ColumnMetaData
struct ColumnMetaData {
  PhysicalType type = PhysicalType::kBoolean;
  std::vector<Encoding> encodings;
  std::vector<std::string> path_in_schema;
  Codec codec = Codec::kUncompressed;
  int64_t num_values = 0;  ///< Level entries, nulls included.
  int64_t total_uncompressed_size = 0;
  int64_t total_compressed_size = 0;
  std::vector<KeyValue> key_value_metadata;
  int64_t data_page_offset = 0;
  std::optional<int64_t> index_page_offset;
  std::optional<int64_t> dictionary_page_offset;
  std::optional<Statistics> statistics;
  std::vector<PageEncodingStats> encoding_stats;
  std::optional<int64_t> bloom_filter_offset;
  std::optional<int32_t> bloom_filter_length;
  std::optional<SizeStatistics> size_statistics;
  std::optional<GeospatialStatistics> geospatial_statistics;
  std::string unknown_fields;

  bool operator==(const ColumnMetaData&) const = default;
};

/// Spec: parquet.thrift#EncryptionWithFooterKey
struct EncryptionWithFooterKey {
  bool operator==(const EncryptionWithFooterKey&) const = default;
};

/// Spec: parquet.thrift#EncryptionWithColumnKey
struct EncryptionWithColumnKey {
  std::vector<std::string> path_in_schema;
  std::optional<std::string> key_metadata;

  bool operator==(const EncryptionWithColumnKey&) const = default;
};

/// A union, as BloomFilterAlgorithm.
/// Spec: parquet.thrift#ColumnCryptoMetaData
struct ColumnCryptoMetaData {
  std::optional<EncryptionWithFooterKey> encryption_with_footer_key;
  std::optional<EncryptionWithColumnKey> encryption_with_column_key;
  int32_t unrecognised_id = 0;

  bool operator==(const ColumnCryptoMetaData&) const = default;
};

/// Says where a column chunk and its indexes are. `file_offset` is deprecated and never to be trusted; a `file_path`
/// means that the bytes are in another file.
/// Spec: parquet.thrift#ColumnChunk
struct ColumnChunk {
  std::optional<std::string> file_path;
  int64_t file_offset = 0;
  std::optional<ColumnMetaData> meta_data;
  std::optional<int64_t> offset_index_offset;
  std::optional<int32_t> offset_index_length;
  std::optional<int64_t> column_index_offset;
  std::optional<int32_t> column_index_length;
  std::optional<ColumnCryptoMetaData> crypto_metadata;
  std::optional<std::string> encrypted_column_metadata;
  std::string unknown_fields;

  bool operator==(const ColumnChunk&) const = default;
};

/// One row group: a column chunk for each leaf of the schema, in its order. `total_byte_size` counts uncompressed
/// bytes.
/// Spec: parquet.thrift#RowGroup
struct RowGroup {
  std::vector<ColumnChunk> columns;
  int64_t total_byte_size = 0;
  int64_t num_rows = 0;
  std::vector<SortingColumn> sorting_columns;
  std::optional<int64_t> file_offset;
  std::optional<int64_t> total_compressed_size;
  std::optional<int16_t> ordinal;
  std::string unknown_fields;

  bool operator==(const RowGroup&) const = default;
};

/// Spec: parquet.thrift#PageLocation
struct PageLocation {
  int64_t offset = 0;                ///< From the start of the file, to the page's header.
  int32_t compressed_page_size = 0;  ///< Header included.
  int64_t first_row_index = 0;       ///< Within the row group.

  bool operator==(const PageLocation&) const = default;
};

/// Locates the data pages of a chunk; dictionary pages are not listed.
/// Spec: parquet.thrift#OffsetIndex, PageIndex.md
struct OffsetIndex {
  std::vector<PageLocation> page_locations;
  std::vector<int64_t> unencoded_byte_array_data_bytes;  ///< One per page, or none.

  bool operator==(const OffsetIndex&) const = default;
};

/// Bounds and counts of the data pages of a chunk, one entry per page. The bounds of a page that has only nulls are
/// empty strings. The histograms of the pages follow one another; absent lists are empty.
/// Spec: parquet.thrift#ColumnIndex, PageIndex.md
struct ColumnIndex {
  std::vector<bool> null_pages;
  std::vector<std::string> min_values;
  std::vector<std::string> max_values;
  BoundaryOrder boundary_order = BoundaryOrder::kUnordered;
  std::vector<int64_t> null_counts;
  std::vector<int64_t> repetition_level_histograms;
  std::vector<int64_t> definition_level_histograms;
  std::vector<int64_t> nan_counts;

  bool operator==(const ColumnIndex&) const = default;
};

/// Spec: parquet.thrift#AesGcmV1, Encryption.md
struct AesGcmV1 {
  std::optional<std::string> aad_prefix;
  std::optional<std::string> aad_file_unique;
  std::optional<bool> supply_aad_prefix;

  bool operator==(const AesGcmV1&) const = default;
};

/// Spec: parquet.thrift#AesGcmCtrV1, Encryption.md
struct AesGcmCtrV1 {
  std::optional<std::string> aad_prefix;
  std::optional<std::string> aad_file_unique;
  std::optional<bool> supply_aad_prefix;

  bool operator==(const AesGcmCtrV1&) const = default;
};

/// A union, as BloomFilterAlgorithm.
/// Spec: parquet.thrift#EncryptionAlgorithm
struct EncryptionAlgorithm {
  std::optional<AesGcmV1> aes_gcm_v1;
  std::optional<AesGcmCtrV1> aes_gcm_ctr_v1;
  int32_t unrecognised_id = 0;

  bool operator==(const EncryptionAlgorithm&) const = default;
};

/// The footer of a file. `column_orders` has one entry per leaf or is empty. An order that this library does not know
/// reads as kUnknown; kUnknown and kUndefined are written as a union without a member.
/// Spec: parquet.thrift#FileMetaData
struct FileMetaData {
  int32_t version = 1;
  std::vector<SchemaElement> schema;
  int64_t num_rows = 0;
  std::vector<RowGroup> row_groups;
  std::vector<KeyValue> key_value_metadata;
  std::optional<std::string> created_by;
  std::vector<ColumnOrder> column_orders;
  std::optional<EncryptionAlgorithm> encryption_algorithm;
  std::optional<std::string> footer_signing_key_metadata;
  std::string unknown_fields;

  bool operator==(const FileMetaData&) const = default;
};

/// Stands in front of an encrypted footer.
/// Spec: parquet.thrift#FileCryptoMetaData, Encryption.md
struct FileCryptoMetaData {
  EncryptionAlgorithm encryption_algorithm;
  std::optional<std::string> key_metadata;

  bool operator==(const FileCryptoMetaData&) const = default;
};

}  // namespace taracea

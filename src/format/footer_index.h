#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "taracea/buffer.h"
#include "taracea/limits.h"
#include "taracea/metadata.h"
#include "taracea/status.h"
#include "thrift/compact_reader.h"
#include "thrift/field_table.h"

namespace taracea::format {

/// Where the value of a field lies in the footer, for decoding it when it is asked for. Units: bytes.
template <thrift::WireType kType>
struct FooterRange {
  static constexpr thrift::WireType kWireType = kType;
  uint32_t offset = 0;
  uint32_t size_bytes = 0;  ///< 0: the field is absent; no value is empty.

  bool present() const noexcept { return size_bytes != 0; }
  thrift::FieldOutcome ReadFrom(thrift::CompactReader& reader) {
    const size_t start = reader.position();
    if (!reader.Skip(kType)) {
      return thrift::FieldOutcome::kFailed;
    }
    offset = static_cast<uint32_t>(start);
    size_bytes = static_cast<uint32_t>(reader.position() - start);
    return thrift::FieldOutcome::kRead;
  }
};
using StructRange = FooterRange<thrift::WireType::kStruct>;
using ListRange = FooterRange<thrift::WireType::kList>;
using BinaryRange = FooterRange<thrift::WireType::kBinary>;

/// The encodings of a chunk as bits: bit i for encoding i; the highest for all numbers that have no bit of their own.
struct EncodingMask {
  static constexpr thrift::WireType kWireType = thrift::WireType::kList;
  static constexpr int kOtherBit = 31;
  uint32_t bits = 0;

  bool Has(Encoding encoding) const noexcept {
    const auto number = static_cast<uint32_t>(encoding);
    return (bits >> (number < kOtherBit ? number : uint32_t{kOtherBit}) & 1) != 0;
  }
  thrift::FieldOutcome ReadFrom(thrift::CompactReader& reader);
};

/// What reading a chunk needs of its ColumnMetaData. An absent offset is -1, an absent length 0; present ones are as in
/// the file and may be anything.
struct IndexedMetaData {
  int64_t num_values = 0;
  int64_t total_uncompressed_size = 0;
  int64_t total_compressed_size = 0;
  int64_t data_page_offset = 0;
  int64_t dictionary_page_offset = -1;
  int64_t bloom_filter_offset = -1;
  int32_t bloom_filter_length = 0;
  PhysicalType type = PhysicalType::kBoolean;
  Codec codec = Codec::kUncompressed;
  EncodingMask encodings;
  ListRange path_in_schema;
  ListRange key_value_metadata;
  ListRange encoding_stats;
  StructRange statistics;
  StructRange size_statistics;
  StructRange geospatial_statistics;
};

/// Decodes a ColumnMetaData that stood encrypted in the footer. What is decoded on demand from the footer is left out:
/// it is not there. Errors: as FooterIndex::Parse.
Result<IndexedMetaData> ReadIndexedMetaData(ConstBytes bytes, const ReadLimits& limits);

/// One column chunk of the index: plain numbers, no memory of its own.
struct IndexedChunk {
  std::optional<IndexedMetaData> meta_data;  ///< Set where the chunk is usable.
  int64_t offset_index_offset = -1;
  int64_t column_index_offset = -1;
  int32_t offset_index_length = 0;
  int32_t column_index_length = 0;
  BinaryRange file_path;
  StructRange crypto_metadata;
  BinaryRange encrypted_column_metadata;
  StructRange whole;
  bool is_usable = false;  ///< Otherwise FooterIndex::CheckChunk says why, and only `whole` can be relied on.
};

/// One row group of the index.
struct IndexedRowGroup {
  int64_t num_rows = 0;
  int64_t total_byte_size = 0;
  int64_t total_compressed_size = -1;  ///< -1: absent.
  int32_t ordinal = -1;                ///< -1: absent.
  size_t first_chunk = 0;              ///< Of FooterIndex::chunks().
  size_t chunk_count = 0;
  ListRange sorting_columns;
  StructRange whole;
};

/// A footer read in one pass into flat arrays, so that opening a file of many columns stays cheap; the rich structs are
/// decoded from their bytes when asked for. What is broken or unknown in one column chunk costs that chunk alone.
///
/// Wire:   the FileMetaData struct of parquet.thrift.
/// Shape:  in: the footer's bytes; anything may follow the struct.  out: schema, key-values and orders decoded; an
///         entry for every row group and column chunk.
/// Units:  offsets and sizes in bytes; ranges count from the start of the footer.
/// Errors: kCorrupt and kLimitExceeded for what loses the whole footer; CheckChunk for what loses one chunk.
/// Cost:   one pass; no allocation for a chunk beyond its entry.
/// State:  immutable.
/// Spec:   parquet.thrift#FileMetaData, README.md#error-recovery
/// Owner: shares the footer's buffer; moves are cheap. Thread safety: as a value; all methods from any thread.
class FooterIndex {
 public:
  /// `consumed`, when not null, gets the size of the FileMetaData struct.
  static Result<FooterIndex> Parse(Buffer footer, const ReadLimits& limits, size_t* consumed = nullptr);

  int32_t version() const noexcept { return version_; }
  int64_t num_rows() const noexcept { return num_rows_; }
  const std::vector<SchemaElement>& schema() const noexcept { return schema_; }
  const std::vector<KeyValue>& key_value_metadata() const noexcept { return key_value_metadata_; }
  const std::optional<std::string>& created_by() const noexcept { return created_by_; }
  /// One per leaf, or empty; kUnknown where the footer names an order that is newer than this library.
  const std::vector<ColumnOrder>& column_orders() const noexcept { return column_orders_; }
  const std::optional<EncryptionAlgorithm>& encryption_algorithm() const noexcept { return encryption_algorithm_; }
  const std::optional<std::string>& footer_signing_key_metadata() const noexcept {
    return footer_signing_key_metadata_;
  }
  /// Thrift encodings of the footer's own unknown fields, as FileMetaData::unknown_fields.
  const std::string& unknown_fields() const noexcept { return unknown_fields_; }
  const Buffer& footer() const noexcept { return footer_; }

  const std::vector<IndexedRowGroup>& row_groups() const noexcept { return row_groups_; }
  const std::vector<IndexedChunk>& chunks() const noexcept { return chunks_; }
  /// Precondition: row_group and column are in range; a row group may have more or fewer chunks than the schema leaves.
  const IndexedChunk& chunk(size_t row_group, size_t column) const noexcept {
    return chunks_[row_groups_[row_group].first_chunk + column];
  }

  /// Says why a chunk cannot be read: OK when it is usable; kCorrupt where its metadata breaks the format or is
  /// missing; kUnsupported where its bytes are in another file or its metadata is encrypted.
  Status CheckChunk(const IndexedChunk& chunk) const;

  // Decode parts on demand. An absent part is an empty list or no value. Errors: as Parse.
  Result<std::vector<std::string>> DecodePath(const IndexedChunk& chunk) const;
  Result<std::optional<Statistics>> DecodeStatistics(const IndexedChunk& chunk) const;
  Result<std::optional<SizeStatistics>> DecodeSizeStatistics(const IndexedChunk& chunk) const;
  Result<std::optional<GeospatialStatistics>> DecodeGeospatialStatistics(const IndexedChunk& chunk) const;
  Result<std::vector<PageEncodingStats>> DecodeEncodingStats(const IndexedChunk& chunk) const;
  Result<std::vector<KeyValue>> DecodeKeyValueMetadata(const IndexedChunk& chunk) const;
  Result<std::optional<ColumnCryptoMetaData>> DecodeCryptoMetaData(const IndexedChunk& chunk) const;
  /// The bytes of `encrypted_column_metadata`; nothing when there are none.
  std::optional<ConstBytes> EncryptedMetaData(const IndexedChunk& chunk) const noexcept;
  Result<ColumnChunk> DecodeColumnChunk(const IndexedChunk& chunk) const;
  Result<std::vector<SortingColumn>> DecodeSortingColumns(const IndexedRowGroup& row_group) const;
  /// Fails when one of its chunks is broken.
  Result<RowGroup> DecodeRowGroup(const IndexedRowGroup& row_group) const;
  /// Decodes everything; fails when one chunk is broken.
  Result<FileMetaData> DecodeAll() const;

 private:
  template <thrift::WireType kType>
  ConstBytes BytesOf(const FooterRange<kType>& range) const noexcept {
    return footer_.bytes().subspan(range.offset, range.size_bytes);
  }

  Buffer footer_;
  ReadLimits limits_;
  int32_t version_ = 0;
  int64_t num_rows_ = 0;
  std::vector<SchemaElement> schema_;
  std::vector<KeyValue> key_value_metadata_;
  std::optional<std::string> created_by_;
  std::vector<ColumnOrder> column_orders_;
  std::optional<EncryptionAlgorithm> encryption_algorithm_;
  std::optional<std::string> footer_signing_key_metadata_;
  std::string unknown_fields_;
  std::vector<IndexedRowGroup> row_groups_;
  std::vector<IndexedChunk> chunks_;
};

}  // namespace taracea::format

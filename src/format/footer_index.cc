#include "format/footer_index.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "base/byte_cursor.h"
#include "base/try.h"
#include "format/file_metadata.h"
#include "format/footer_fields.h"
#include "thrift/struct_reader.h"

namespace taracea::format {
namespace {

using thrift::CompactReader;
using thrift::Defaulted;
using thrift::FieldOutcome;
using thrift::IdOf;
using thrift::Optional;
using thrift::Required;
using thrift::Table;
using thrift::UnlessEmpty;
using thrift::WireType;

/// Fewest bytes of a column chunk that has all its required fields; bounds what a list reserves.
constexpr size_t kSmallestChunkBytes = 16;
/// Nesting of a column chunk in the footer: the footer, its row groups, one of them, its columns.
constexpr int32_t kChunkDepth = 4;

/// Reads the chunks of a row group into the index, each on its own.
struct ChunkList {
  static constexpr WireType kWireType = WireType::kList;
  std::vector<IndexedChunk>* chunks = nullptr;
  size_t first = 0;
  FieldOutcome ReadFrom(CompactReader& reader);
};

/// RowGroup as the index reads it.
struct RowGroupReader {
  ChunkList columns;
  int64_t total_byte_size = 0;
  int64_t num_rows = 0;
  ListRange sorting_columns;
  int64_t total_compressed_size = -1;
  int16_t ordinal = -1;
};
constexpr auto Fields(const RowGroupReader* /*self*/) {
  using S = RowGroupReader;
  using W = RowGroup;
  return Table("RowGroup",                                                                    //
               Required(IdOf(&W::columns), &S::columns, "columns"),                           //
               Required(IdOf(&W::total_byte_size), &S::total_byte_size, "total_byte_size"),   //
               Required(IdOf(&W::num_rows), &S::num_rows, "num_rows"),                        //
               Defaulted(IdOf(&W::sorting_columns), &S::sorting_columns, "sorting_columns"),  //
               Defaulted(IdOf(&W::total_compressed_size), &S::total_compressed_size, "total_compressed_size"),
               Defaulted(IdOf(&W::ordinal), &S::ordinal, "ordinal"));
}

struct RowGroupList {
  static constexpr WireType kWireType = WireType::kList;
  std::vector<IndexedRowGroup> row_groups;
  std::vector<IndexedChunk> chunks;
  FieldOutcome ReadFrom(CompactReader& reader);
  bool ReadRowGroup(CompactReader& reader);
};

/// FileMetaData as the index reads it.
struct FooterReader {
  int32_t version = 0;
  std::vector<SchemaElement> schema;
  int64_t num_rows = 0;
  RowGroupList row_groups;
  std::vector<KeyValue> key_value_metadata;
  std::optional<std::string> created_by;
  std::vector<ColumnOrder> column_orders;
  std::optional<EncryptionAlgorithm> encryption_algorithm;
  std::optional<std::string> footer_signing_key_metadata;
  std::string unknown_fields;
};
constexpr auto Fields(const FooterReader* /*self*/) {
  using S = FooterReader;
  using W = FileMetaData;
  return Table(
      "FileMetaData",                                                                              //
      Required(IdOf(&W::version), &S::version, "version"),                                         //
      Required(IdOf(&W::schema), &S::schema, "schema"),                                            //
      Required(IdOf(&W::num_rows), &S::num_rows, "num_rows"),                                      //
      Required(IdOf(&W::row_groups), &S::row_groups, "row_groups"),                                //
      UnlessEmpty(IdOf(&W::key_value_metadata), &S::key_value_metadata, "key_value_metadata"),     //
      Optional(IdOf(&W::created_by), &S::created_by, "created_by"),                                //
      UnlessEmpty(IdOf(&W::column_orders), &S::column_orders, "column_orders"),                    //
      Optional(IdOf(&W::encryption_algorithm), &S::encryption_algorithm, "encryption_algorithm"),  //
      Optional(IdOf(&W::footer_signing_key_metadata), &S::footer_signing_key_metadata, "footer_signing_key_metadata"));
}

}  // namespace

constexpr auto Fields(const IndexedMetaData* /*self*/) {
  using S = IndexedMetaData;
  using W = ColumnMetaData;
  return Table("ColumnMetaData",                                                                                     //
               Required(IdOf(&W::type), &S::type, "type"),                                                           //
               Required(IdOf(&W::encodings), &S::encodings, "encodings"),                                            //
               Defaulted(IdOf(&W::path_in_schema), &S::path_in_schema, "path_in_schema"),                            //
               Required(IdOf(&W::codec), &S::codec, "codec"),                                                        //
               Required(IdOf(&W::num_values), &S::num_values, "num_values"),                                         //
               Required(IdOf(&W::total_uncompressed_size), &S::total_uncompressed_size, "total_uncompressed_size"),  //
               Required(IdOf(&W::total_compressed_size), &S::total_compressed_size, "total_compressed_size"),        //
               Defaulted(IdOf(&W::key_value_metadata), &S::key_value_metadata, "key_value_metadata"),                //
               Required(IdOf(&W::data_page_offset), &S::data_page_offset, "data_page_offset"),                       //
               Defaulted(IdOf(&W::dictionary_page_offset), &S::dictionary_page_offset, "dictionary_page_offset"),    //
               Defaulted(IdOf(&W::statistics), &S::statistics, "statistics"),                                        //
               Defaulted(IdOf(&W::encoding_stats), &S::encoding_stats, "encoding_stats"),                            //
               Defaulted(IdOf(&W::bloom_filter_offset), &S::bloom_filter_offset, "bloom_filter_offset"),             //
               Defaulted(IdOf(&W::bloom_filter_length), &S::bloom_filter_length, "bloom_filter_length"),             //
               Defaulted(IdOf(&W::size_statistics), &S::size_statistics, "size_statistics"),                         //
               Defaulted(IdOf(&W::geospatial_statistics), &S::geospatial_statistics, "geospatial_statistics"));
}

constexpr auto Fields(const IndexedChunk* /*self*/) {
  using S = IndexedChunk;
  using W = ColumnChunk;
  return Table(
      "ColumnChunk",                                                                             //
      Defaulted(IdOf(&W::file_path), &S::file_path, "file_path"),                                //
      Optional(IdOf(&W::meta_data), &S::meta_data, "meta_data"),                                 //
      Defaulted(IdOf(&W::offset_index_offset), &S::offset_index_offset, "offset_index_offset"),  //
      Defaulted(IdOf(&W::offset_index_length), &S::offset_index_length, "offset_index_length"),  //
      Defaulted(IdOf(&W::column_index_offset), &S::column_index_offset, "column_index_offset"),  //
      Defaulted(IdOf(&W::column_index_length), &S::column_index_length, "column_index_length"),  //
      Defaulted(IdOf(&W::crypto_metadata), &S::crypto_metadata, "crypto_metadata"),              //
      Defaulted(IdOf(&W::encrypted_column_metadata), &S::encrypted_column_metadata, "encrypted_column_metadata"));
}

FieldOutcome EncodingMask::ReadFrom(CompactReader& reader) {
  WireType element;
  size_t count;
  if (!reader.ReadListHeader(&element, &count)) {
    return FieldOutcome::kFailed;
  }
  if (count != 0 && element != WireType::kI32) {
    return reader.SkipElements(element, count) ? FieldOutcome::kSkipped : FieldOutcome::kFailed;
  }
  for (size_t i = 0; i < count; ++i) {
    int32_t number = 0;
    if (!reader.ReadInteger(&number)) {
      return FieldOutcome::kFailed;
    }
    bits |= uint32_t{1} << (number >= 0 && number < kOtherBit ? number : kOtherBit);
  }
  return FieldOutcome::kRead;
}

namespace {

/// Whether the file path is there and not the empty string, whose range is its length alone.
bool IsInAnotherFile(const IndexedChunk& chunk) noexcept {
  return chunk.file_path.size_bytes > 1;
}

FieldOutcome ChunkList::ReadFrom(CompactReader& reader) {
  WireType element;
  size_t count;
  if (!reader.ReadListHeader(&element, &count)) {
    return FieldOutcome::kFailed;
  }
  if (count != 0 && element != WireType::kStruct) {
    return reader.SkipElements(element, count) ? FieldOutcome::kSkipped : FieldOutcome::kFailed;
  }
  if (!reader.Enter() || !reader.Charge(count, sizeof(IndexedChunk))) {
    return FieldOutcome::kFailed;
  }
  first = chunks->size();
  for (size_t i = 0; i < count; ++i) {
    const size_t start = reader.position();
    const int32_t depth = reader.depth();
    IndexedChunk& chunk = chunks->emplace_back();
    chunk.is_usable = thrift::ReadStruct(reader, &chunk) && chunk.meta_data && !IsInAnotherFile(chunk);
    if (!reader.status().ok()) {
      // As long as the bytes can be walked over, the damage stays with this chunk.
      reader.Rewind(start, depth);
      if (!reader.Skip(WireType::kStruct)) {
        return FieldOutcome::kFailed;
      }
      chunk = IndexedChunk();
    }
    chunk.whole = {static_cast<uint32_t>(start), static_cast<uint32_t>(reader.position() - start)};
  }
  reader.Leave();
  return FieldOutcome::kRead;
}

bool RowGroupList::ReadRowGroup(CompactReader& reader) {
  const size_t start = reader.position();
  RowGroupReader row_group;
  row_group.columns.chunks = &chunks;
  if (!thrift::ReadStruct(reader, &row_group)) {
    return false;
  }
  row_groups.push_back({.num_rows = row_group.num_rows,
                        .total_byte_size = row_group.total_byte_size,
                        .total_compressed_size = row_group.total_compressed_size,
                        .ordinal = row_group.ordinal,
                        .first_chunk = row_group.columns.first,
                        .chunk_count = chunks.size() - row_group.columns.first,
                        .sorting_columns = row_group.sorting_columns,
                        .whole = {static_cast<uint32_t>(start), static_cast<uint32_t>(reader.position() - start)}});
  return true;
}

FieldOutcome RowGroupList::ReadFrom(CompactReader& reader) {
  WireType element;
  size_t count;
  if (!reader.ReadListHeader(&element, &count)) {
    return FieldOutcome::kFailed;
  }
  if (count != 0 && element != WireType::kStruct) {
    return reader.SkipElements(element, count) ? FieldOutcome::kSkipped : FieldOutcome::kFailed;
  }
  if (!reader.Enter() || !reader.Charge(count, sizeof(IndexedRowGroup))) {
    return FieldOutcome::kFailed;
  }
  row_groups.clear();
  chunks.clear();
  for (size_t i = 0; i < count; ++i) {
    if (!ReadRowGroup(reader)) {
      return FieldOutcome::kFailed;
    }
    // Row groups are alike: the first one tells how many chunks there will be.
    if (i == 0 && chunks.size() <= reader.remaining() / kSmallestChunkBytes / count) {
      chunks.reserve(chunks.size() * count);
    }
  }
  reader.Leave();
  return FieldOutcome::kRead;
}

/// Decodes the bytes of a list of structs or strings.
template <typename E>
Result<std::vector<E>> DecodeList(ConstBytes bytes, const ReadLimits& limits) {
  std::vector<E> list;
  if (bytes.empty()) {
    return list;
  }
  CompactReader reader(bytes, limits);
  switch (thrift::ReadList(reader, &list)) {
    case thrift::FieldOutcome::kRead: return list;
    case thrift::FieldOutcome::kFailed: return reader.status();
    case thrift::FieldOutcome::kSkipped:
    case thrift::FieldOutcome::kUnlisted: break;
  }
  // A list of another type counts as absent.
  return std::vector<E>();
}

template <typename T>
Result<std::optional<T>> DecodeStruct(ConstBytes bytes, const ReadLimits& limits) {
  if (bytes.empty()) {
    return std::optional<T>();
  }
  TARACEA_TRY_ASSIGN(T value, thrift::ReadMessage<T>(bytes, limits));
  return std::optional<T>(std::move(value));
}

}  // namespace

Result<IndexedMetaData> ReadIndexedMetaData(ConstBytes bytes, const ReadLimits& limits) {
  TARACEA_TRY_ASSIGN(IndexedMetaData out, thrift::ReadMessage<IndexedMetaData>(bytes, limits));
  // Ranges would be taken for such of the footer.
  out.path_in_schema = out.key_value_metadata = out.encoding_stats = {};
  out.statistics = out.size_statistics = out.geospatial_statistics = {};
  return out;
}

Result<FooterIndex> FooterIndex::Parse(Buffer footer, const ReadLimits& limits, size_t* consumed) {
  if (footer.size() > static_cast<uint64_t>(limits.max_footer_bytes) ||
      footer.size() > std::numeric_limits<uint32_t>::max()) {
    return Status::LimitExceeded(
        fmt::format("the footer's length is above max_footer_bytes of {}: {}", limits.max_footer_bytes, footer.size()));
  }
  CompactReader reader(footer.bytes(), limits);
  FooterReader parsed;
  if (!thrift::ReadStruct(reader, &parsed)) {
    return reader.status();
  }
  if (consumed != nullptr) {
    *consumed = reader.position();
  }
  FooterIndex index;
  index.footer_ = std::move(footer);
  index.limits_ = limits;
  index.version_ = parsed.version;
  index.num_rows_ = parsed.num_rows;
  index.schema_ = std::move(parsed.schema);
  index.key_value_metadata_ = std::move(parsed.key_value_metadata);
  index.created_by_ = std::move(parsed.created_by);
  index.column_orders_ = std::move(parsed.column_orders);
  index.encryption_algorithm_ = std::move(parsed.encryption_algorithm);
  index.footer_signing_key_metadata_ = std::move(parsed.footer_signing_key_metadata);
  index.unknown_fields_ = std::move(parsed.unknown_fields);
  index.row_groups_ = std::move(parsed.row_groups.row_groups);
  index.chunks_ = std::move(parsed.row_groups.chunks);
  return index;
}

Status FooterIndex::CheckChunk(const IndexedChunk& chunk) const {
  if (chunk.is_usable) {
    return {};
  }
  CompactReader reader(footer_.bytes(), limits_);
  reader.Rewind(chunk.whole.offset, kChunkDepth);
  IndexedChunk again;
  if (!thrift::ReadStruct(reader, &again)) {
    return reader.status();
  }
  if (IsInAnotherFile(again)) {
    const ConstBytes path = BytesOf(again.file_path);
    return Status::Unsupported(
        fmt::format("column chunk in another file: file_path is set, {} bytes long", path.size() - 1));
  }
  if (again.encrypted_column_metadata.present()) {
    return Status::Unsupported("column chunk with encrypted metadata");
  }
  return Status::Corrupt(
      fmt::format("ColumnChunk lacks its meta_data (3), at byte {} of the message", chunk.whole.offset));
}

Result<std::vector<std::string>> FooterIndex::DecodePath(const IndexedChunk& chunk) const {
  return DecodeList<std::string>(chunk.meta_data ? BytesOf(chunk.meta_data->path_in_schema) : ConstBytes(), limits_);
}

Result<std::optional<Statistics>> FooterIndex::DecodeStatistics(const IndexedChunk& chunk) const {
  return DecodeStruct<Statistics>(chunk.meta_data ? BytesOf(chunk.meta_data->statistics) : ConstBytes(), limits_);
}

Result<std::optional<SizeStatistics>> FooterIndex::DecodeSizeStatistics(const IndexedChunk& chunk) const {
  return DecodeStruct<SizeStatistics>(chunk.meta_data ? BytesOf(chunk.meta_data->size_statistics) : ConstBytes(),
                                      limits_);
}

Result<std::optional<GeospatialStatistics>> FooterIndex::DecodeGeospatialStatistics(const IndexedChunk& chunk) const {
  return DecodeStruct<GeospatialStatistics>(
      chunk.meta_data ? BytesOf(chunk.meta_data->geospatial_statistics) : ConstBytes(), limits_);
}

Result<std::vector<PageEncodingStats>> FooterIndex::DecodeEncodingStats(const IndexedChunk& chunk) const {
  return DecodeList<PageEncodingStats>(chunk.meta_data ? BytesOf(chunk.meta_data->encoding_stats) : ConstBytes(),
                                       limits_);
}

Result<std::vector<KeyValue>> FooterIndex::DecodeKeyValueMetadata(const IndexedChunk& chunk) const {
  return DecodeList<KeyValue>(chunk.meta_data ? BytesOf(chunk.meta_data->key_value_metadata) : ConstBytes(), limits_);
}

Result<std::optional<ColumnCryptoMetaData>> FooterIndex::DecodeCryptoMetaData(const IndexedChunk& chunk) const {
  return DecodeStruct<ColumnCryptoMetaData>(BytesOf(chunk.crypto_metadata), limits_);
}

std::optional<ConstBytes> FooterIndex::EncryptedMetaData(const IndexedChunk& chunk) const noexcept {
  ByteCursor cursor(BytesOf(chunk.encrypted_column_metadata));
  uint64_t size_bytes = 0;
  if (!cursor.ReadVarint(&size_bytes)) {
    return std::nullopt;
  }
  return cursor.rest();
}

Result<ColumnChunk> FooterIndex::DecodeColumnChunk(const IndexedChunk& chunk) const {
  return ReadColumnChunk(BytesOf(chunk.whole), limits_);
}

Result<std::vector<SortingColumn>> FooterIndex::DecodeSortingColumns(const IndexedRowGroup& row_group) const {
  return DecodeList<SortingColumn>(BytesOf(row_group.sorting_columns), limits_);
}

Result<RowGroup> FooterIndex::DecodeRowGroup(const IndexedRowGroup& row_group) const {
  return format::ReadRowGroup(BytesOf(row_group.whole), limits_);
}

Result<FileMetaData> FooterIndex::DecodeAll() const {
  return ReadFileMetaData(footer_.bytes(), limits_);
}

}  // namespace taracea::format

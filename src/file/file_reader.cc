#include "file/file_reader.h"

#include <algorithm>
#include <utility>

#include "base/checked_math.h"
#include "base/try.h"
#include "format/file_metadata.h"
#include "format/magic.h"
#include "format/page_index.h"
#include "index/page_index_check.h"
#include "index/writer_bugs.h"
#include "schema/schema_elements.h"

namespace taracea::file {
namespace {

// Read at once from the end of the file: most footers fit, and then opening costs one request.
constexpr int64_t kSpeculativeTailBytes = int64_t{64} << 10;
// What chunks of writers that left out the dictionary page's header may be longer.
constexpr int64_t kMissingHeaderBytes = 100;

// Some writers leave the dictionary's offset out or 0 or wrong: it counts only where it can be true.
bool StartsWithDictionary(const format::IndexedMetaData& meta) noexcept {
  return meta.dictionary_page_offset >= format::kMagicBytes && meta.dictionary_page_offset < meta.data_page_offset;
}

}  // namespace

Result<std::shared_ptr<const FileReader>> FileReader::Open(std::shared_ptr<const ByteSource> source,
                                                           const OpenOptions& options) {
  std::shared_ptr<FileReader> file(new FileReader());
  file->source_ = std::move(source);
  file->options_ = options;
  file->name_ = file->source_->Name();
  file->codecs_ = options.codecs != nullptr ? options.codecs : CodecRegistry::BuiltIn();
  if (Status status = file->ReadFooter(); !status.ok()) {
    Place place;
    place.file = file->name_;
    return std::move(status).At(place);
  }
  return std::shared_ptr<const FileReader>(std::move(file));
}

Result<Buffer> FileReader::ReadRange(int64_t offset, int64_t size_bytes) const {
  if (std::optional<Buffer> view = source_->View(offset, size_bytes)) {
    return *std::move(view);
  }
  TARACEA_TRY_ASSIGN(OwnedBuffer bytes, DefaultArena()->AllocateSized(static_cast<size_t>(size_bytes)));
  TARACEA_TRY(source_->ReadAt(offset, bytes.mutable_bytes()));
  return std::move(bytes).Publish();
}

Status FileReader::ReadFooter() {
  TARACEA_TRY_ASSIGN(file_bytes_, source_->Size());
  const int64_t tail_bytes = std::min(file_bytes_, kSpeculativeTailBytes);
  TARACEA_TRY_ASSIGN(const Buffer tail, ReadRange(file_bytes_ - tail_bytes, tail_bytes));
  TARACEA_TRY_ASSIGN(const format::FooterTail where,
                     format::ParseFooterTail(tail.bytes(), file_bytes_, options_.limits));
  footer_offset_ = where.footer_offset;
  footer_bytes_ = where.footer_size_bytes;
  Buffer footer;
  const int64_t behind_footer = file_bytes_ - footer_offset_;
  if (behind_footer <= tail_bytes) {
    footer = tail.Slice(static_cast<size_t>(tail_bytes - behind_footer), static_cast<size_t>(footer_bytes_));
  } else {
    TARACEA_TRY_ASSIGN(footer, ReadRange(footer_offset_, footer_bytes_));
  }
  TARACEA_TRY_ASSIGN(footer, OpenFooter(std::move(footer), where.is_encrypted));
  size_t consumed = 0;
  TARACEA_TRY_ASSIGN(footer_, format::FooterIndex::Parse(footer, options_.limits, &consumed));
  if (!where.is_encrypted && footer_.encryption_algorithm()) {
    TARACEA_TRY(CheckSignature(footer.bytes(), consumed));
  }
  if (decryptor_ != nullptr) {
    encrypted_chunks_ = std::make_unique<const EncryptedChunks>(decryptor_, footer_, options_.limits);
  }
  created_by_ = footer_.created_by().value_or("");
  writer_ = index::ParseCreatedBy(created_by_);
  TARACEA_TRY_ASSIGN(schema::FileSchema schema,
                     schema::SchemaFromElements(footer_.schema(), footer_.column_orders(), options_.limits));
  schema_ = std::move(schema.schema);
  schema_warnings_ = std::move(schema.warnings);
  return CheckRowCounts();
}

Result<Buffer> FileReader::OpenFooter(Buffer stored, bool is_encrypted) {
  if (!is_encrypted) {
    return stored;
  }
  size_t consumed = 0;
  TARACEA_TRY_ASSIGN(FileCryptoMetaData crypto,
                     format::ReadFileCryptoMetaData(stored.bytes(), options_.limits, &consumed));
  decryptor_ = std::make_shared<const encryption::FileDecryptor>(
      crypto.encryption_algorithm, crypto.key_metadata,
      encryption::DecryptionOptions{options_.keys, options_.aad_prefix});
  encryption_ = {.algorithm = decryptor_->algorithm(),
                 .encrypted_footer = true,
                 .signature = FileEncryption::Signature::kNone,
                 .footer_key_metadata = std::move(crypto.key_metadata)};
  TARACEA_TRY_ASSIGN(encryption::ModuleCipher cipher, decryptor_->FooterCipher());
  return cipher.Decrypt({.type = encryption::ModuleType::kFooter}, stored.bytes().subspan(consumed), *DefaultArena());
}

Status FileReader::CheckSignature(ConstBytes stored, size_t footer_bytes) {
  decryptor_ = std::make_shared<const encryption::FileDecryptor>(
      *footer_.encryption_algorithm(), footer_.footer_signing_key_metadata(),
      encryption::DecryptionOptions{options_.keys, options_.aad_prefix});
  encryption_ = {.algorithm = decryptor_->algorithm(),
                 .encrypted_footer = false,
                 .signature = FileEncryption::Signature::kNotChecked,
                 .footer_key_metadata = footer_.footer_signing_key_metadata()};
  TARACEA_TRY_ASSIGN(std::optional<encryption::ModuleCipher> cipher, decryptor_->FindFooterCipher());
  if (!cipher) {
    return {};
  }
  TARACEA_TRY_ASSIGN(const bool fits,
                     cipher->VerifySignature(stored.first(footer_bytes), stored.subspan(footer_bytes)));
  if (!fits) {
    return Status::Corrupt(
        "the signature of the footer does not fit: its key or the AAD prefix is wrong, or its bytes were altered");
  }
  encryption_->signature = FileEncryption::Signature::kMatches;
  return {};
}

Status FileReader::CheckRowCounts() const {
  if (footer_.num_rows() < 0) {
    return Status::Corrupt("a file has a negative number of rows: " + std::to_string(footer_.num_rows()));
  }
  std::optional<int64_t> rows = 0;
  for (const format::IndexedRowGroup& row_group : footer_.row_groups()) {
    if (row_group.num_rows < 0) {
      return Status::Corrupt("a row group has a negative number of rows: " + std::to_string(row_group.num_rows));
    }
    rows = CheckedAdd(*rows, row_group.num_rows);
    if (!rows) {
      return Status::Corrupt("the row groups claim more rows than a file can have; one of them " +
                             std::to_string(row_group.num_rows));
    }
  }
  return {};
}

const std::string* FileReader::FindKeyValue(std::string_view key) const noexcept {
  for (const KeyValue& pair : footer_.key_value_metadata()) {
    if (pair.key == key && pair.value.has_value()) {
      return &*pair.value;
    }
  }
  return nullptr;
}

Place FileReader::PlaceOf(int row_group, int leaf) const {
  Place place;
  place.file = name_;
  place.row_group = row_group;
  if (leaf < schema_.leaf_count()) {
    place.column = schema_.PathString(schema_.leaf_node_index(leaf));
  }
  return place;
}

Result<ChunkEntry> FileReader::Entry(int row_group, int leaf) const {
  const format::IndexedRowGroup& group = footer_.row_groups()[static_cast<size_t>(row_group)];
  if (static_cast<size_t>(leaf) >= group.chunk_count || leaf >= schema_.leaf_count()) {
    return Status::Corrupt("a row group has " + std::to_string(group.chunk_count) + " column chunks, the schema " +
                           std::to_string(schema_.leaf_count()) + " leaves");
  }
  ChunkEntry entry;
  entry.chunk = &footer_.chunk(static_cast<size_t>(row_group), static_cast<size_t>(leaf));
  entry.row_group = group.ordinal >= 0 ? group.ordinal : row_group;
  entry.column = leaf;
  if (decryptor_ != nullptr) {
    entry.path = schema_.PathString(schema_.leaf_node_index(leaf));
  }
  return entry;
}

Result<const format::IndexedChunk*> FileReader::UsableChunk(const ChunkEntry& entry) const {
  const format::IndexedChunk* chunk = entry.chunk;
  if (encrypted_chunks_ != nullptr) {
    TARACEA_TRY_ASSIGN(chunk, encrypted_chunks_->Decrypted(entry));
  }
  TARACEA_TRY(footer_.CheckChunk(*chunk));
  const PhysicalType expected = *schema_.leaf(static_cast<int>(entry.column)).physical_type;
  if (chunk->meta_data->type != expected) {
    return Status::Corrupt("a column chunk is of type " + ToString(chunk->meta_data->type) + ", the schema says " +
                           ToString(expected));
  }
  return chunk;
}

Result<const format::IndexedChunk*> FileReader::Chunk(int row_group, int leaf) const {
  const auto find = [&]() -> Result<const format::IndexedChunk*> {
    TARACEA_TRY_ASSIGN(const ChunkEntry entry, Entry(row_group, leaf));
    return UsableChunk(entry);
  };
  return Located(find(), row_group, leaf);
}

Result<FileReader::ChunkRange> FileReader::PagesOf(int row_group, int leaf) const {
  TARACEA_TRY_ASSIGN(const format::IndexedChunk* const chunk, Chunk(row_group, leaf));
  const format::IndexedMetaData& meta = *chunk->meta_data;
  ChunkRange range;
  range.begin = meta.data_page_offset;
  if (StartsWithDictionary(meta)) {
    range.begin = meta.dictionary_page_offset;
  }
  if (range.begin < format::kMagicBytes || !RangeFits(range.begin, meta.total_compressed_size, footer_offset_)) {
    return Status::Corrupt("a column chunk lies outside the file: offset " + std::to_string(range.begin) + ", " +
                           std::to_string(meta.total_compressed_size) + " bytes, footer at " +
                           std::to_string(footer_offset_))
        .At(PlaceOf(row_group, leaf));
  }
  range.end = range.begin + meta.total_compressed_size;
  if (index::HasBug(writer_, index::WriterBug::kChunkSizeWithoutDictionaryHeader)) {
    range.end = std::min(range.end + kMissingHeaderBytes, footer_offset_);
  }
  return range;
}

Result<column::ColumnReaderSpec> FileReader::ColumnSpec(int row_group, int leaf, bool use_offset_index,
                                                        const std::shared_ptr<Arena>& arena) const {
  TARACEA_TRY_ASSIGN(const format::IndexedChunk* const chunk, Chunk(row_group, leaf));
  TARACEA_TRY_ASSIGN(const ChunkRange range, PagesOf(row_group, leaf));
  const SchemaNode& node = schema_.leaf(leaf);
  column::ColumnReaderSpec spec;
  spec.type = *node.physical_type;
  spec.type_length = node.type_length;
  spec.entry_count = chunk->meta_data->num_values;
  spec.row_count = row_group_rows(row_group);
  spec.pages.source = source_;
  spec.pages.begin = range.begin;
  spec.pages.end = range.end;
  spec.pages.codec = chunk->meta_data->codec;
  spec.pages.max_repetition_level = node.max_repetition_level;
  spec.pages.max_definition_level = node.max_definition_level;
  spec.pages.verify_checksums = options_.verify_checksums;
  spec.pages.limits = options_.limits;
  spec.pages.ignore_is_compressed = index::HasBug(writer_, index::WriterBug::kCompressedPagesMarkedUncompressed);
  spec.pages.zero_is_no_checksum = index::HasBug(writer_, index::WriterBug::kZeroForNoChecksum);
  if (index::HasBug(writer_, index::WriterBug::kBitPackedLevelsFromTheLowBit)) {
    spec.bit_packed_order = encoding::BitOrder::kLowBitFirst;
  }
  spec.pages.arena = arena;
  spec.pages.place = PlaceOf(row_group, leaf);
  TARACEA_TRY_ASSIGN(spec.pages.encryption, EncryptionOf(row_group, leaf));
  spec.pages.encryption.starts_with_dictionary = StartsWithDictionary(*chunk->meta_data);
  if (use_offset_index) {
    Result<std::optional<OffsetIndex>> read = ReadOffsetIndex(row_group, leaf);
    if (read.ok() && read->has_value() &&
        index::CheckOffsetIndex(**read, {range.begin, range.end - range.begin, spec.row_count}).ok()) {
      spec.offset_index = std::make_shared<const OffsetIndex>(**std::move(read));
    }
  }
  return spec;
}

Result<page::PageEncryption> FileReader::EncryptionOf(int row_group, int leaf) const {
  const auto find = [&]() -> Result<page::PageEncryption> {
    page::PageEncryption out;
    if (encrypted_chunks_ != nullptr) {
      TARACEA_TRY_ASSIGN(const ChunkEntry entry, Entry(row_group, leaf));
      TARACEA_TRY_ASSIGN(out.cipher, encrypted_chunks_->Cipher(entry));
      out.row_group = entry.row_group;
      out.column = entry.column;
    }
    return out;
  };
  return Located(find(), row_group, leaf);
}

Result<Buffer> FileReader::ReadIndexBytes(const ChunkEntry& entry, encryption::ModuleType type, int64_t offset,
                                          int64_t size_bytes) const {
  const std::string kind(encryption::ToString(type));
  if (!RangeFits(offset, size_bytes, footer_offset_)) {
    return Status::Corrupt("a " + kind + " lies outside the file: offset " + std::to_string(offset) + ", " +
                           std::to_string(size_bytes) + " bytes");
  }
  if (size_bytes > options_.limits.max_index_bytes) {
    return Status::LimitExceeded("a " + kind + " is larger than max_index_bytes: " + std::to_string(size_bytes));
  }
  std::unique_ptr<encryption::ModuleCipher> cipher;
  if (encrypted_chunks_ != nullptr) {
    TARACEA_TRY_ASSIGN(cipher, encrypted_chunks_->Cipher(entry));
  }
  TARACEA_TRY_ASSIGN(Buffer bytes, ReadRange(offset, size_bytes));
  return cipher == nullptr ? std::move(bytes) : cipher->Decrypt(entry.Module(type), bytes.bytes(), *DefaultArena());
}

template <typename Index>
Result<std::optional<Index>> FileReader::ReadIndex(int row_group, int leaf, const IndexKind<Index>& kind) const {
  const auto read = [&]() -> Result<std::optional<Index>> {
    TARACEA_TRY_ASSIGN(const ChunkEntry entry, Entry(row_group, leaf));
    TARACEA_TRY_ASSIGN(const format::IndexedChunk* const chunk, UsableChunk(entry));
    if (chunk->*kind.offset < 0) {
      return std::optional<Index>();
    }
    TARACEA_TRY_ASSIGN(const Buffer bytes,
                       ReadIndexBytes(entry, kind.type, chunk->*kind.offset, chunk->*kind.length_bytes));
    TARACEA_TRY_ASSIGN(Index index, kind.parse(bytes.bytes(), options_.limits, nullptr));
    return std::optional<Index>(std::move(index));
  };
  return Located(read(), row_group, leaf);
}

Result<std::optional<OffsetIndex>> FileReader::ReadOffsetIndex(int row_group, int leaf) const {
  return ReadIndex<OffsetIndex>(row_group, leaf,
                                {encryption::ModuleType::kOffsetIndex, &format::IndexedChunk::offset_index_offset,
                                 &format::IndexedChunk::offset_index_length, format::ReadOffsetIndex});
}

Result<std::optional<ColumnIndex>> FileReader::ReadColumnIndex(int row_group, int leaf) const {
  return ReadIndex<ColumnIndex>(row_group, leaf,
                                {encryption::ModuleType::kColumnIndex, &format::IndexedChunk::column_index_offset,
                                 &format::IndexedChunk::column_index_length, format::ReadColumnIndex});
}

Result<std::optional<Statistics>> FileReader::ReadStatistics(int row_group, int leaf) const {
  const auto read = [&]() -> Result<std::optional<Statistics>> {
    TARACEA_TRY_ASSIGN(const ChunkEntry entry, Entry(row_group, leaf));
    TARACEA_TRY_ASSIGN(const format::IndexedChunk* const chunk, UsableChunk(entry));
    if (chunk == entry.chunk) {
      return footer_.DecodeStatistics(*chunk);
    }
    TARACEA_TRY_ASSIGN(const std::optional<Buffer> message, encrypted_chunks_->MetaData(entry));
    TARACEA_TRY_ASSIGN(ColumnMetaData meta, format::ReadColumnMetaData(message->bytes(), options_.limits));
    return std::move(meta.statistics);
  };
  return Located(read(), row_group, leaf);
}

Result<ColumnChunk> FileReader::ReadColumnChunk(int row_group, int leaf) const {
  const auto read = [&]() -> Result<ColumnChunk> {
    TARACEA_TRY_ASSIGN(const ChunkEntry entry, Entry(row_group, leaf));
    TARACEA_TRY_ASSIGN(ColumnChunk chunk, footer_.DecodeColumnChunk(*entry.chunk));
    if (encrypted_chunks_ == nullptr) {
      return chunk;
    }
    Result<std::optional<Buffer>> message = encrypted_chunks_->MetaData(entry);
    if (!message.ok() && message.error().code() != ErrorCode::kUnsupported) {
      return std::move(message).error();
    }
    if (message.ok() && message->has_value()) {
      TARACEA_TRY_ASSIGN(chunk.meta_data, format::ReadColumnMetaData((*message)->bytes(), options_.limits));
    }
    return chunk;
  };
  return Located(read(), row_group, leaf);
}

}  // namespace taracea::file

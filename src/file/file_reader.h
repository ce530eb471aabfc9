#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/arena.h"
#include "column/column_reader.h"
#include "compression/codec_registry.h"
#include "encryption/file_decryptor.h"
#include "file/encrypted_chunks.h"
#include "format/footer_index.h"
#include "index/created_by.h"
#include "taracea/io.h"
#include "taracea/metadata.h"
#include "taracea/options.h"
#include "taracea/schema.h"

namespace taracea::file {

/// An open file: its footer as a flat index, its schema, and where each column chunk lies.
/// Owner: shared by everything that reads from the file. Thread safety: immutable; all methods from any thread.
class FileReader {
 public:
  /// Reads the footer. Errors: kIo, kCorrupt, kLimitExceeded; kUnsupported for an encrypted footer whose key is not
  /// known; kCorrupt for one that does not decrypt or whose signature does not fit.
  static Result<std::shared_ptr<const FileReader>> Open(std::shared_ptr<const ByteSource> source,
                                                        const OpenOptions& options);

  const Schema& schema() const noexcept { return schema_; }
  const std::vector<std::string>& schema_warnings() const noexcept { return schema_warnings_; }
  const format::FooterIndex& footer() const noexcept { return footer_; }
  const std::shared_ptr<const ByteSource>& source() const noexcept { return source_; }
  const OpenOptions& options() const noexcept { return options_; }
  const std::string& name() const noexcept { return name_; }
  const std::string& created_by() const noexcept { return created_by_; }
  int64_t file_bytes() const noexcept { return file_bytes_; }
  int64_t footer_offset() const noexcept { return footer_offset_; }
  int64_t footer_bytes() const noexcept { return footer_bytes_; }
  int row_group_count() const noexcept { return static_cast<int>(footer_.row_groups().size()); }
  int64_t row_group_rows(int row_group) const noexcept {
    return footer_.row_groups()[static_cast<size_t>(row_group)].num_rows;
  }
  /// The value of the first key-value pair of that key; null when there is none.
  const std::string* FindKeyValue(std::string_view key) const noexcept;
  /// Codecs for reading: the built-in ones and those of the options.
  const std::shared_ptr<const CodecRegistry>& codecs() const noexcept { return codecs_; }

  /// How the file is encrypted; null when it is not.
  const FileEncryption* encryption() const noexcept { return encryption_ ? &*encryption_ : nullptr; }

  /// The chunk of a leaf in a row group, decrypted where its key is known. What stood encrypted has no ranges in the
  /// footer: ask ReadStatistics. kCorrupt or kUnsupported when it is unusable; other chunks are not affected.
  Result<const format::IndexedChunk*> Chunk(int row_group, int leaf) const;
  /// Bytes [begin, end) that hold the pages of a chunk, checked against the file.
  struct ChunkRange {
    int64_t begin = 0;
    int64_t end = 0;
  };
  Result<ChunkRange> PagesOf(int row_group, int leaf) const;
  /// The cipher of a chunk's modules and their ordinals; no cipher where the chunk is not encrypted. kUnsupported when
  /// its key is not known.
  Result<page::PageEncryption> EncryptionOf(int row_group, int leaf) const;
  /// Everything a column reader needs. `use_offset_index`: read the index for skipping; a broken one is ignored.
  Result<column::ColumnReaderSpec> ColumnSpec(int row_group, int leaf, bool use_offset_index,
                                              const std::shared_ptr<Arena>& arena) const;

  /// Statistics of a chunk; nothing when it has none that can be read.
  Result<std::optional<Statistics>> ReadStatistics(int row_group, int leaf) const;
  /// The whole entry of a chunk in the footer, with the metadata that stood encrypted in it where the key is known.
  Result<ColumnChunk> ReadColumnChunk(int row_group, int leaf) const;
  /// Indexes as they stand in the file; nothing when the chunk has none. kCorrupt when unreadable.
  Result<std::optional<OffsetIndex>> ReadOffsetIndex(int row_group, int leaf) const;
  Result<std::optional<ColumnIndex>> ReadColumnIndex(int row_group, int leaf) const;

  /// File, row group and column for messages.
  Place PlaceOf(int row_group, int leaf) const;

 private:
  FileReader() = default;
  Status ReadFooter();
  Result<Buffer> OpenFooter(Buffer stored, bool is_encrypted);
  Status CheckSignature(ConstBytes stored, size_t footer_bytes);
  Status CheckRowCounts() const;
  /// An entry of the footer with its place; a row group may have fewer than the schema leaves.
  Result<ChunkEntry> Entry(int row_group, int leaf) const;
  Result<const format::IndexedChunk*> UsableChunk(const ChunkEntry& entry) const;
  template <typename T>
  Result<T> Located(Result<T> result, int row_group, int leaf) const {
    return result.ok() ? std::move(result) : std::move(result).error().At(PlaceOf(row_group, leaf));
  }
  Result<Buffer> ReadRange(int64_t offset, int64_t size_bytes) const;
  /// Where a chunk's index of one kind lies, and how it is read.
  template <typename Index>
  struct IndexKind {
    encryption::ModuleType type;
    int64_t format::IndexedChunk::* offset;
    int32_t format::IndexedChunk::* length_bytes;
    Result<Index> (*parse)(ConstBytes bytes, const ReadLimits& limits, size_t* consumed);
  };
  template <typename Index>
  Result<std::optional<Index>> ReadIndex(int row_group, int leaf, const IndexKind<Index>& kind) const;
  Result<Buffer> ReadIndexBytes(const ChunkEntry& entry, encryption::ModuleType type, int64_t offset,
                                int64_t size_bytes) const;

  std::shared_ptr<const ByteSource> source_;
  OpenOptions options_;
  std::string name_;
  std::string created_by_;
  index::CreatedBy writer_;
  int64_t file_bytes_ = 0;
  int64_t footer_offset_ = 0;
  int64_t footer_bytes_ = 0;
  format::FooterIndex footer_;
  std::shared_ptr<const encryption::FileDecryptor> decryptor_;  // Null: nothing is encrypted.
  std::optional<FileEncryption> encryption_;
  std::unique_ptr<const EncryptedChunks> encrypted_chunks_;  // Beside decryptor_.
  Schema schema_;
  std::vector<std::string> schema_warnings_;
  std::shared_ptr<const CodecRegistry> codecs_;
};

}  // namespace taracea::file

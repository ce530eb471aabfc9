#pragma once

#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "taracea/batch.h"
#include "taracea/encryption.h"
#include "taracea/io.h"
#include "taracea/metadata.h"
#include "taracea/options.h"
#include "taracea/reports.h"
#include "taracea/schema.h"

namespace taracea {

namespace file {
class FileReader;
}

/// One column chunk's metadata, decoded when asked for.
class ColumnChunkInfo {
 public:
  ColumnChunkInfo(std::shared_ptr<const file::FileReader> file, int row_group, int column)
      : file_(std::move(file)), row_group_(row_group), column_(column) {}
  /// The whole struct of the footer; `meta_data` is decrypted where its key is known. kCorrupt when this chunk's part
  /// of the footer is broken; others stay readable.
  Result<ColumnChunk> metadata() const;
  Result<std::optional<Statistics>> statistics() const;
  /// Absent when the file has none. kCorrupt when it is broken or does not fit the chunk.
  Result<std::optional<OffsetIndex>> offset_index() const;
  Result<std::optional<ColumnIndex>> column_index() const;
  int row_group() const noexcept { return row_group_; }
  int column() const noexcept { return column_; }

 private:
  std::shared_ptr<const file::FileReader> file_;
  int row_group_;
  int column_;
};

/// One row group's metadata.
class RowGroupInfo {
 public:
  RowGroupInfo(std::shared_ptr<const file::FileReader> file, int row_group)
      : file_(std::move(file)), row_group_(row_group) {}
  int64_t num_rows() const noexcept;
  int64_t total_byte_size() const noexcept;
  int column_count() const noexcept;
  ColumnChunkInfo column(int i) const { return {file_, row_group_, i}; }
  std::vector<ColumnChunkInfo> columns() const;
  Result<RowGroup> metadata() const;

 private:
  std::shared_ptr<const file::FileReader> file_;
  int row_group_;
};

/// What the footer says. Cheap to copy; keeps the file open.
class MetadataInfo {
 public:
  explicit MetadataInfo(std::shared_ptr<const file::FileReader> file) : file_(std::move(file)) {}
  int64_t num_rows() const noexcept;
  int32_t version() const noexcept;
  const std::string& created_by() const noexcept;
  int64_t footer_bytes() const noexcept;  ///< Of the Thrift message, without length and magic.
  int64_t file_bytes() const noexcept;
  /// How the file is encrypted; null when it is not. Lives as long as the file.
  const FileEncryption* encryption() const noexcept;
  /// In file order; keys may repeat. An absent value is nullopt.
  const std::vector<KeyValue>& key_value_metadata() const noexcept;
  int row_group_count() const noexcept;
  RowGroupInfo row_group(int i) const { return {file_, i}; }
  std::vector<RowGroupInfo> row_groups() const;
  /// Everything, decoded. Costs time and memory in proportion to the footer.
  Result<FileMetaData> full() const;

 private:
  std::shared_ptr<const file::FileReader> file_;
};

/// Reads batches of the chosen columns and rows. Keeps its file open; batches outlive both.
/// Thread safety: one thread at a time; several scanners of one file may run at once.
/// Cancelled by: ScanOptions::progress returning false.
class Scanner : public BatchReader {
 public:
  struct State;
  explicit Scanner(std::unique_ptr<State> state);
  Scanner(Scanner&&) noexcept;
  Scanner& operator=(Scanner&&) noexcept;
  ~Scanner() override;

  Result<std::optional<Batch>> Next() override;
  Status ExportSchema(ArrowSchema* out) const override;
  /// Turns this scanner into an Arrow stream, which owns it; the scanner is empty afterwards.
  Status Export(ArrowArrayStream* out) &&;
  Status Export(ArrowArrayStream* out) & { return std::move(*this).Export(out); }
  /// Rows that the scan will hand out in all.
  int64_t total_rows() const noexcept;
  ScanCounters counters() const noexcept;

  /// for (Result<Batch> batch : scanner): an error is the last thing it yields.
  class iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Result<Batch>;
    using difference_type = std::ptrdiff_t;
    using pointer = Result<Batch>*;
    using reference = Result<Batch>&;
    iterator() = default;
    explicit iterator(Scanner* scanner) : scanner_(scanner) { Advance(); }
    reference operator*() { return *current_; }
    pointer operator->() { return &*current_; }
    iterator& operator++() {
      Advance();
      return *this;
    }
    void operator++(int) { Advance(); }
    bool operator==(const iterator& other) const noexcept { return scanner_ == other.scanner_; }

   private:
    void Advance() {
      if (current_.has_value() && !current_->ok()) {
        scanner_ = nullptr;
        return;
      }
      Result<std::optional<Batch>> next = scanner_->Next();
      if (!next.ok()) {
        current_.emplace(std::move(next).error());
      } else if (next->has_value()) {
        current_.emplace(**std::move(next));
      } else {
        scanner_ = nullptr;
      }
    }
    Scanner* scanner_ = nullptr;
    std::optional<Result<Batch>> current_;
  };
  iterator begin() { return iterator(this); }
  iterator end() { return {}; }

 private:
  std::unique_ptr<State> state_;
};

/// What ReadColumn does where a column holds null.
enum class OnNull : uint8_t {
  kError,    ///< kInvalidArgument naming the row.
  kDefault,  ///< Put T{} (NaN for float and double).
};

/// An open Parquet file. Copies share it. Thread safety: all methods from any thread.
/// Errors of Open: kIo; kCorrupt for what is no Parquet file or has a broken footer; kUnsupported for an encrypted
/// footer whose key is not known.
class File {
 public:
  static Result<File> Open(const std::string& path, const OpenOptions& options = {});
  static Result<File> Open(std::shared_ptr<ByteSource> source, const OpenOptions& options = {});
  static Result<File> Open(Buffer bytes, const OpenOptions& options = {});

  const Schema& schema() const noexcept;
  MetadataInfo metadata() const { return MetadataInfo(file_); }
  int64_t num_rows() const noexcept { return metadata().num_rows(); }
  std::string name() const;

  Result<Scanner> Scan(const ScanOptions& options = {}) const;
  /// The rows of that numbers (0-based, any order, repeats allowed), in the order given. Through the offset index where
  /// the file has one. kInvalidArgument for a number outside the file.
  Result<Batch> Take(std::span<const int64_t> rows, const ScanOptions& options = {}) const;

  /// Reads one column of constant width whole. Errors as Batch::column, and by OnNull.
  template <typename T>
  Status ReadColumn(std::string_view path, std::vector<T>* out, OnNull on_null = OnNull::kError) const;
  /// Reads into memory of the caller's: values.size() must be num_rows(), and valid.size() too (one byte a slot, 1
  /// where there is a value) or 0 (then a null is an error).
  template <typename T>
  Status ReadInto(std::string_view path, std::span<T> values, std::span<uint8_t> valid = {}) const;

  const std::shared_ptr<const file::FileReader>& internal() const noexcept { return file_; }

 private:
  explicit File(std::shared_ptr<const file::FileReader> file) : file_(std::move(file)) {}
  std::shared_ptr<const file::FileReader> file_;
};

}  // namespace taracea

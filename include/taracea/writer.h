#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "taracea/batch.h"
#include "taracea/io.h"
#include "taracea/metadata.h"
#include "taracea/options.h"
#include "taracea/schema.h"

namespace taracea {

class File;

struct ColumnWriteReport {
  std::string path;
  std::vector<Encoding> encodings;
  Codec codec = Codec::kUncompressed;
  int64_t uncompressed_bytes = 0;
  int64_t compressed_bytes = 0;
  int64_t data_pages = 0;
  int64_t null_count = 0;
};

/// What was written. Sizes in bytes.
struct WriteReport {
  int64_t rows = 0;
  int64_t row_groups = 0;
  int64_t file_bytes = 0;
  std::vector<ColumnWriteReport> columns;
};

/// What a writer has done so far.
struct WriteCounters {
  int64_t rows = 0;
  int64_t pages = 0;
  int64_t dictionary_pages = 0;
  int64_t dictionaries_given_up = 0;
  int64_t written_bytes = 0;
  int64_t uncompressed_bytes = 0;
  int64_t allocations = 0;
  int64_t peak_memory_bytes = 0;
  int64_t encode_ns = 0;
  int64_t compress_ns = 0;
  int64_t write_ns = 0;
};

/// Writes one Parquet file: batches in, a report out. Destroyed unclosed, or closed after an error: nothing appears
/// under the final name. After the first error every later call returns that error (its cause is kept).
/// Thread safety: one thread at a time. Cancelled by: WriteOptions::progress returning false.
class Writer {
 public:
  /// `schema`: an Arrow struct schema (taken over and released), a Parquet schema, or a batch whose schema counts.
  static Result<Writer> Create(const std::string& path, ArrowSchema* schema, const WriteOptions& options = {},
                               const FileSinkOptions& sink_options = {});
  static Result<Writer> Create(const std::string& path, const Schema& schema, const WriteOptions& options = {},
                               const FileSinkOptions& sink_options = {});
  static Result<Writer> Create(std::unique_ptr<ByteSink> sink, ArrowSchema* schema, const WriteOptions& options = {});
  static Result<Writer> Create(std::unique_ptr<ByteSink> sink, const Schema& schema, const WriteOptions& options = {});
  /// Takes over schema, codecs, page version, key-value metadata and sizes of `file` where `options` keep their defaults.
  static Result<Writer> CreateLike(const File& file, const std::string& path, const WriteOptions& options = {},
                                   const FileSinkOptions& sink_options = {});

  struct State;
  explicit Writer(std::unique_ptr<State> state);
  Writer(Writer&&) noexcept;
  Writer& operator=(Writer&&) noexcept;
  ~Writer();

  /// Appends the rows of a batch, whose columns must be the schema's in name, order and type.
  Status Write(const Batch& batch);
  /// The same for an Arrow struct array, which is always released.
  Status Write(ArrowArray* batch);
  /// Appends everything a reader has to give.
  Status WriteAll(BatchReader& reader);
  /// Appends rows of own structs described by StructFields<T> (struct_fields.h).
  template <typename T>
  Status WriteRows(std::span<const T> rows);

  /// Ends the row group in progress, if it has rows.
  Status FlushRowGroup();
  const Schema& schema() const noexcept;
  WriteCounters counters() const noexcept;
  /// Writes indexes and footer and closes the sink. Nothing may follow.
  Result<WriteReport> Close();
  /// Gives up; nothing appears under the final name.
  void Abort() noexcept;

 private:
  std::unique_ptr<State> state_;
};

}  // namespace taracea

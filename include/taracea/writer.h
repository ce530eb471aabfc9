#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "taracea/batch.h"
#include "taracea/io.h"
#include "taracea/metadata.h"
#include "taracea/options.h"
#include "taracea/reports.h"
#include "taracea/schema.h"
#include "taracea/struct_fields.h"

namespace taracea {

class File;

/// Writes one Parquet file: batches in, a report out. Destroyed unclosed, or closed after an error: nothing appears
/// under the final name. A batch that is refused as a whole (kInvalidArgument: other columns or types, Arrow data that
/// is not valid) leaves the writer as it was. After any other error every later call returns that error (its cause is
/// kept); what a pipe or callback has been given by then is the beginning of the file, without a footer.
/// Memory: the encoded pages of the row group in progress (WriteOptions::row_group_bytes) and a page in progress a
/// column. Thread safety: one thread at a time. Cancelled by: WriteOptions::progress returning false.
class Writer {
 public:
  /// `schema`: an Arrow struct schema (taken over and released), a Parquet schema, or a batch whose schema counts.
  static Result<Writer> Create(const std::string& path, ArrowSchema* schema, const WriteOptions& options = {},
                               const FileSinkOptions& sink_options = {});
  static Result<Writer> Create(const std::string& path, const Schema& schema, const WriteOptions& options = {},
                               const FileSinkOptions& sink_options = {});
  static Result<Writer> Create(std::unique_ptr<ByteSink> sink, ArrowSchema* schema, const WriteOptions& options = {});
  static Result<Writer> Create(std::unique_ptr<ByteSink> sink, const Schema& schema, const WriteOptions& options = {});
  /// Takes over schema, codecs, page version, key-value metadata and sizes of `file` where `options` keep their
  /// defaults.
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
  /// Appends rows of own structs described by StructFields<T> (struct_fields.h), a few thousand at a time, as if they
  /// came in batches of those columns. kInvalidArgument when the schema's columns differ or text is not UTF-8.
  template <DescribedStruct T>
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
  Status WriteColumns(RowColumns rows);

  std::unique_ptr<State> state_;
};

template <DescribedStruct T>
Status Writer::WriteRows(std::span<const T> rows) {
  size_t rows_at_a_time = 16384;
  while (!rows.empty()) {
    const std::span<const T> next = rows.first(std::min(rows.size(), rows_at_a_time));
    RowColumns columns = ColumnsOf<T>(next);
    if (next.size() > 1 && IsFull(columns)) {
      rows_at_a_time = next.size() / 2;
      continue;
    }
    if (Status status = WriteColumns(std::move(columns)); !status.ok()) {
      return status;
    }
    rows = rows.subspan(next.size());
  }
  return {};
}

}  // namespace taracea

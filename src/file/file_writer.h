#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "column/column_writer.h"
#include "taracea/io.h"
#include "taracea/metadata.h"
#include "taracea/schema.h"

namespace taracea::file {

/// What the footer says besides schema and row groups.
struct FooterFacts {
  int32_t version = 1;
  std::string created_by;
  std::vector<KeyValue> key_value_metadata;
};

/// Lays a file out: magic, column chunks row group by row group, page indexes, footer.
/// A sink that fails once poisons the writer: every later call returns that first error.
/// Thread safety: one thread at a time. Spec: README.md#file-format
class FileWriter {
 public:
  FileWriter(std::unique_ptr<ByteSink> sink, Schema schema) : sink_(std::move(sink)), schema_(std::move(schema)) {}

  /// Appends a row group from finished column writers, one a leaf in schema order.
  Status AppendRowGroup(int64_t rows, std::vector<column::ColumnWriter*> columns);
  /// Writes indexes and footer and closes the sink.
  Status Close(FooterFacts facts);
  /// Gives up: the sink keeps nothing under its final name.
  void Abort() noexcept;

  int64_t position() const noexcept { return position_; }
  int64_t row_count() const noexcept { return metadata_.num_rows; }
  const std::vector<RowGroup>& row_groups() const noexcept { return metadata_.row_groups; }
  const Status& failure() const noexcept { return failure_; }
  const Schema& schema() const noexcept { return schema_; }

 private:
  struct ChunkIndexes {
    std::optional<ColumnIndex> column_index;
    std::optional<OffsetIndex> offset_index;
  };

  Status Write(std::span<const ConstBytes> pieces);
  Status WriteIndexes();
  Status WriteFooter(FooterFacts facts);
  Status Poison(Status status);

  std::unique_ptr<ByteSink> sink_;
  Schema schema_;
  FileMetaData metadata_;
  std::vector<std::vector<ChunkIndexes>> indexes_;  // By row group and column.
  int64_t position_ = 0;
  Status failure_;
  bool ended_ = false;
};

}  // namespace taracea::file

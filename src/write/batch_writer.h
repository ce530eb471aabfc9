#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "array/array.h"
#include "column/column_writer.h"
#include "column/dense_values.h"
#include "column/record_shredder.h"
#include "file/file_writer.h"
#include "schema/array_mapping.h"
#include "taracea/options.h"
#include "taracea/reports.h"
#include "write/column_choices.h"

namespace taracea::write {

/// Writes batches of arrays as row groups of one file. Columns are encoded on the executor; row groups end by rows and,
/// looked at every kSliceRows rows, by encoded bytes, so that the file depends on the sequence of rows alone.
/// Memory: the encoded pages of the row group in progress, and scratch of one slice a column.
/// After the first error every later call returns it. Thread safety: one thread at a time.
class BatchWriter {
 public:
  /// Rows that are encoded at a time.
  static constexpr int64_t kSliceRows = 16384;

  /// `fields`: the types of the batches; `schema` must be able to hold them (MapFieldsTo).
  /// `metadata`: of the Arrow schema as a whole, kept with it.
  static Result<std::unique_ptr<BatchWriter>> Create(std::unique_ptr<ByteSink> sink, Schema schema,
                                                     std::vector<array::Field> fields, array::Metadata metadata,
                                                     const WriteOptions& options);

  const std::vector<array::Field>& fields() const noexcept { return fields_; }
  const Schema& schema() const noexcept { return file_.schema(); }
  /// Appends a batch whose columns have the types of fields(), in order. Arrays must be valid (array::Validate).
  Status Write(const array::RecordBatch& batch);
  Status FlushRowGroup();
  Result<WriteReport> Close();
  void Abort() noexcept { file_.Abort(); }
  WriteCounters counters() const noexcept;

 private:
  BatchWriter(std::unique_ptr<ByteSink> sink, Schema schema, std::vector<array::Field> fields, array::Metadata metadata,
              WriteOptions options);
  Status Init();
  Status WriteUnpoisoned(const array::RecordBatch& batch);
  Status WriteSlice(const std::vector<std::shared_ptr<const array::Array>>& columns, int64_t start, int64_t rows);
  Status EndRowGroup();
  Status Poison(Status status);
  int64_t EstimatedBytes() const noexcept;
  WriteReport MakeReport() const;

  file::FileWriter file_;
  std::vector<array::Field> fields_;
  array::Metadata metadata_;
  WriteOptions options_;
  schema::ArrayMapping mapping_;
  std::shared_ptr<Arena> arena_;
  std::vector<std::unique_ptr<column::ColumnWriter>> columns_;  // By leaf ordinal.
  std::vector<column::DenseValues> dense_;                      // One a worker.
  std::vector<page::WorkerScratch> scratch_;                    // One a worker.
  std::vector<column::ShreddedLeaf> leaves_;
  int64_t row_group_rows_ = 0;
  WriteCounters counters_;
  Status failure_;
};

}  // namespace taracea::write

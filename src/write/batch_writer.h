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

/// Writes batches of arrays as row groups of one file. Columns are encoded on the executor, a slice of rows at a time;
/// row groups end by rows and, looked at behind each slice, by encoded bytes. A slice ends every kSliceRows rows of its
/// row group and where its values reach a part of what a row group may have, so that the file depends on the options
/// and the sequence of rows alone.
/// Memory: the encoded pages of the row group in progress, at most row_group_bytes or a quarter of the budget (what is
/// less) and one slice more; a page in progress and a dictionary a column; scratch of one slice a worker.
/// A batch that does not fit the schema is refused as a whole; after any other error every later call returns it.
/// Thread safety: one thread at a time.
class BatchWriter {
 public:
  /// Rows that are encoded at a time, at most.
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
  Status CheckBatch(const array::RecordBatch& batch) const;
  Status WriteRows(const array::RecordBatch& batch);
  int64_t RowsOfSlice(const std::vector<std::shared_ptr<const array::Array>>& columns, int64_t start,
                      int64_t most_rows);
  Status WriteSlice(const std::vector<std::shared_ptr<const array::Array>>& columns, int64_t start, int64_t rows);
  Status EndRowGroup();
  template <typename Work>
  Status Poisoning(Work work);
  Status CloseFile(WriteReport* report);
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
  int64_t row_group_bytes_ = 0;   // At which a row group ends.
  int64_t slice_left_bytes_ = 0;  // Of plain values, until the slice ends.
  WriteCounters counters_;
  Status failure_;
};

}  // namespace taracea::write

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "array/batch_stream.h"
#include "column/column_reader.h"
#include "column/leaf_array.h"
#include "file/file_reader.h"
#include "read/read_plan.h"
#include "taracea/reports.h"

namespace taracea::read {

/// Runs a plan: reads the wanted rows of one row group after the other, column by column on the executor, and hands
/// them out as batches. A batch never crosses row groups.
/// Memory: one batch, the pages it lies in, and the dictionaries of the chunks being read, within the budget.
/// Thread safety: one thread at a time.
class BatchScanner final : public array::BatchStream {
 public:
  BatchScanner(std::shared_ptr<const file::FileReader> file, ReadPlan plan, const ScanOptions& options);

  const std::shared_ptr<const std::vector<array::Field>>& fields() const noexcept override { return fields_; }
  const array::Metadata& metadata() const noexcept override { return metadata_; }
  Result<std::optional<array::RecordBatch>> Next() override;

  int64_t total_rows() const noexcept { return plan_.total_rows; }
  ScanCounters counters() const noexcept;

 private:
  /// One leaf of the row group being read.
  struct LeafState {
    int leaf = 0;
    column::ValueForm form = column::ValueForm::kFixed;
    std::unique_ptr<column::ColumnReader> reader;
    int64_t ready_rows = 0;  ///< That the reader can hand out at once.
    column::LeafRows rows;
  };

  Result<std::optional<array::RecordBatch>> ReadNext();
  Status OpenRowGroup();
  Status CloseRowGroup();
  bool MayBeCut(const LeafState& leaf) const;
  Result<int64_t> CollectRows(int64_t most_rows);
  Result<array::RecordBatch> ReadRows(int64_t rows);
  Status SkipTo(int64_t row);
  Status Report();
  void HandOut(const array::Array& array) const;

  std::shared_ptr<const file::FileReader> file_;
  ReadPlan plan_;
  ScanOptions options_;
  std::shared_ptr<Arena> arena_;
  std::shared_ptr<const std::vector<array::Field>> fields_;
  array::Metadata metadata_;
  std::vector<LeafState> leaves_;
  int64_t max_leaf_bytes_ = 0;  // Of a batch; 0: no bound.
  std::vector<column::LeafRows*> rows_by_leaf_;
  std::vector<page::WorkerScratch> scratch_;
  ScanCounters counters_;
  Status failed_;
  size_t row_group_at_ = 0;  // Of plan_.row_groups.
  size_t range_at_ = 0;      // Of the row group's ranges.
  int64_t row_ = 0;          // Next row of the row group.
  bool row_group_open_ = false;
};

}  // namespace taracea::read

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "file/file_reader.h"
#include "read/projection.h"
#include "taracea/options.h"

namespace taracea::read {

/// Rows of one row group that are wanted: ranges of row numbers within it, ascending and apart.
struct PlannedRowGroup {
  int row_group = 0;
  std::vector<RowRange> rows;
};

/// What a scan will read: a pure function of footer and options; nothing is read to make it.
struct ReadPlan {
  Projection projection;
  std::vector<PlannedRowGroup> row_groups;
  int64_t total_rows = 0;
};

/// The mapping of a file's columns: by the stored Arrow schema and the requested types where the options say so.
Result<schema::ArrayMapping> MapColumns(const file::FileReader& file, const ScanOptions& options);

/// Plans a scan. Errors: kInvalidArgument for unknown columns, row groups or rows outside the file.
Result<ReadPlan> PlanScan(const file::FileReader& file, const ScanOptions& options);
/// Plans reading of single rows: ascending, distinct row numbers of the whole file.
Result<ReadPlan> PlanRows(const file::FileReader& file, std::span<const int64_t> rows, const ScanOptions& options);

}  // namespace taracea::read

#include "read/read_plan.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "arrow/arrow_schema_key.h"
#include "arrow/schema_import.h"
#include "base/checked_math.h"
#include "base/try.h"

namespace taracea::read {
namespace {

Result<std::vector<int>> ChosenRowGroups(const file::FileReader& file, const ScanOptions& options) {
  if (!options.row_groups) {
    std::vector<int> all(static_cast<size_t>(file.row_group_count()));
    std::iota(all.begin(), all.end(), 0);
    return all;
  }
  for (const int row_group : *options.row_groups) {
    if (row_group < 0 || row_group >= file.row_group_count()) {
      return Status::InvalidArgument("there is no row group " + std::to_string(row_group) + ", the file has " +
                                     std::to_string(file.row_group_count()));
    }
  }
  return *options.row_groups;
}

Status OutsideRows(int64_t row, int64_t rows) {
  return Status::InvalidArgument("there is no row " + std::to_string(row) + ", the file has " + std::to_string(rows) +
                                 " rows");
}

}  // namespace

Result<schema::ArrayMapping> MapColumns(const file::FileReader& file, const ScanOptions& options) {
  std::vector<array::Field> stored;
  std::vector<array::Field> requested;
  schema::MappingOptions mapping;
  if (const std::string* key = file.FindKeyValue(arrow::kArrowSchemaKey);
      key != nullptr && options.use_stored_arrow_schema) {
    // A stored schema that cannot be read costs its hints only.
    if (auto parsed = arrow::DecodeArrowSchema(*key, file.options().limits); parsed.ok()) {
      stored = *parsed->fields;
      mapping.stored = stored;
    }
  }
  if (options.requested_schema != nullptr) {
    TARACEA_TRY_ASSIGN(const array::Field root, arrow::ReadField(*options.requested_schema));
    for (size_t i = 0; i < root.type.child_count(); ++i) {
      requested.push_back(root.type.child(i));
    }
    mapping.requested = requested;
  }
  return schema::MapToArrays(file.schema(), mapping);
}

Result<ReadPlan> PlanScan(const file::FileReader& file, const ScanOptions& options) {
  ReadPlan plan;
  if (options.batch_rows < 1) {
    return Status::InvalidArgument("batch_rows must be at least 1, found " + std::to_string(options.batch_rows));
  }
  TARACEA_TRY_ASSIGN(schema::ArrayMapping mapping, MapColumns(file, options));
  TARACEA_TRY_ASSIGN(plan.projection, Project(file.schema(), std::move(mapping), options.columns));
  TARACEA_TRY_ASSIGN(const std::vector<int> row_groups, ChosenRowGroups(file, options));
  int64_t all_rows = 0;
  for (const int row_group : row_groups) {
    const std::optional<int64_t> sum = CheckedAdd(all_rows, file.row_group_rows(row_group));
    if (!sum) {
      return Status::InvalidArgument("the chosen row groups hold more rows than can be counted");
    }
    all_rows = *sum;
  }
  const RowRange wanted = options.rows.value_or(RowRange{0, all_rows});
  if (wanted.begin < 0 || wanted.end < wanted.begin || wanted.end > all_rows) {
    return Status::InvalidArgument("rows [" + std::to_string(wanted.begin) + ", " + std::to_string(wanted.end) +
                                   ") do not lie in [0, " + std::to_string(all_rows) + ")");
  }
  int64_t first = 0;
  for (const int row_group : row_groups) {
    const int64_t rows = file.row_group_rows(row_group);
    const int64_t begin = std::max<int64_t>(wanted.begin - first, 0);
    const int64_t end = std::min(wanted.end - first, rows);
    if (begin < end) {
      plan.row_groups.push_back({row_group, {{begin, end}}});
      plan.total_rows += end - begin;
    }
    first += rows;
  }
  return plan;
}

Result<ReadPlan> PlanRows(const file::FileReader& file, std::span<const int64_t> rows, const ScanOptions& options) {
  ReadPlan plan;
  TARACEA_TRY_ASSIGN(schema::ArrayMapping mapping, MapColumns(file, options));
  TARACEA_TRY_ASSIGN(plan.projection, Project(file.schema(), std::move(mapping), options.columns));
  int64_t first = 0;
  size_t at = 0;
  for (int row_group = 0; row_group < file.row_group_count(); ++row_group) {
    const int64_t count = file.row_group_rows(row_group);
    PlannedRowGroup planned{row_group, {}};
    for (; at < rows.size() && rows[at] < first + count; ++at) {
      if (rows[at] < first) {
        return OutsideRows(rows[at], file.footer().num_rows());
      }
      const int64_t row = rows[at] - first;
      if (!planned.rows.empty() && planned.rows.back().end == row) {
        ++planned.rows.back().end;
      } else {
        planned.rows.push_back({row, row + 1});
      }
      ++plan.total_rows;
    }
    if (!planned.rows.empty()) {
      plan.row_groups.push_back(std::move(planned));
    }
    first += count;
  }
  if (at < rows.size()) {
    return OutsideRows(rows[at], first);
  }
  return plan;
}

}  // namespace taracea::read

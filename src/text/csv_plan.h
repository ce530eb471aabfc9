#pragma once

#include <memory>
#include <vector>

#include "array/type.h"
#include "text/column_converter.h"
#include "text/csv_detection.h"
#include "text/csv_reader.h"
#include "text/csv_tile_reader.h"

namespace taracea::text {

/// Everything that must be known before records are read.
struct CsvPlan {
  CsvReadOptions options;
  std::shared_ptr<TextInput> input;
  CsvLayout layout;
  std::unique_ptr<ConverterContext> context;
  std::vector<array::Field> fields;
  std::vector<ConverterOptions> converters;
  std::vector<bool> infer;  ///< Columns whose type nobody gave.
  ImportReport report;

  bool infers() const;
};

/// Finds dialect, header, names and the types that the options give; the types to be inferred are still utf8.
Result<std::unique_ptr<CsvPlan>> PlanCsv(std::shared_ptr<TextInput> input, const CsvReadOptions& options);

/// Opens the records behind the header: the preview (`*whole` says whether it is all) or the whole input.
Result<std::unique_ptr<CsvTileReader>> OpenPreviewTiles(const CsvPlan& plan, bool* whole);
Result<std::unique_ptr<CsvTileReader>> OpenAllTiles(const CsvPlan& plan);

/// Why a cell cannot be read: line, column, value and what would mend it.
Status CellFault(const CsvPlan& plan, const CsvTile& tile, size_t row, size_t column);

}  // namespace taracea::text

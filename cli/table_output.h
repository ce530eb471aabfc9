#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "file_format.h"
#include "taracea/batch.h"
#include "taracea/options.h"
#include "taracea/reports.h"
#include "taracea/text.h"

namespace taracea::cli {

class Console;

/// Where rows go, and in which form.
struct TableOutputOptions {
  std::string path;  ///< "-" is standard output.
  FileFormat format = FileFormat::kParquet;
  bool overwrite = false;
  WriteOptions parquet;
  CsvWriteOptions csv;
  JsonWriteOptions json;
};

struct TableOutputReport {
  int64_t bytes = 0;
  std::optional<WriteReport> parquet;
};

/// kInvalidArgument when the format is binary and would go to a terminal.
Status RefuseBinaryOnTerminal(const std::string& path, FileFormat format, Console& console);
/// Writes all rows of a reader; nothing appears under the final name when it fails.
Result<TableOutputReport> WriteRowsTo(BatchReader& rows, const TableOutputOptions& options, Console& console);

}  // namespace taracea::cli

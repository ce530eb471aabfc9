#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "file_format.h"
#include "progress_meter.h"
#include "taracea/batch.h"
#include "taracea/executor.h"
#include "taracea/options.h"
#include "taracea/reader.h"
#include "taracea/text_io.h"

namespace taracea::cli {

class Arguments;

/// How rows are read, whatever holds them.
struct TableInputOptions {
  std::string from;  ///< A word of --from; empty: by name or content.
  CsvReadOptions csv;
  JsonReadOptions json;
  OpenOptions open;
  std::vector<std::string> columns;  ///< Empty: all.
  std::optional<RowRange> rows;      ///< Absent: all.
  std::shared_ptr<Executor> executor;
  std::shared_ptr<ProgressMeter> meter;  ///< Told about bytes of text that are read; null: nobody is.
};

/// Rows of one input.
struct TableInput {
  FileFormat format = FileFormat::kCsv;
  std::unique_ptr<BatchReader> reader;
  const ImportReader* import = nullptr;  ///< Lives in `reader`; null when it is no text.
  std::optional<File> parquet;
  int64_t size_bytes = 0;   ///< 0: not known.
  int64_t total_rows = -1;  ///< Of the rows asked for; -1: not known.
};

/// What the command line says about reading. Errors: kInvalidArgument, and kIo for a schema file.
Result<TableInputOptions> TableInputOptionsFrom(const Arguments& arguments);
/// The threads of --threads, or one a core.
std::shared_ptr<Executor> MakeExecutor(const Arguments& arguments);
/// Opens an input; "-" is standard input.
Result<TableInput> OpenTable(const std::string& path, const TableInputOptions& options);
/// Opens bytes with random access; "-" reads standard input into memory.
Result<std::shared_ptr<ByteSource>> OpenBytes(const std::string& path);
/// Opens a Parquet file; "-" reads standard input into memory.
Result<File> OpenParquet(const std::string& path, const OpenOptions& options);
/// The limits that --memory sets, the keys of --key and --key-file. Errors: kInvalidArgument, and kIo for a key file.
Result<OpenOptions> OpenOptionsFrom(const Arguments& arguments);
/// The text of a file that a person wrote.
Result<std::string> ReadSmallFile(const std::string& path);

}  // namespace taracea::cli

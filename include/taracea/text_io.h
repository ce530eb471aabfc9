#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "taracea/batch.h"
#include "taracea/io.h"
#include "taracea/limits.h"
#include "taracea/status.h"
#include "taracea/text.h"

namespace taracea {

/// Why a column of an import has its type.
struct ColumnEvidence {
  std::string column;
  std::string type;    ///< As ColumnTypeRequest::type spells it.
  std::string reason;  ///< "integer", "leading zero", "given", ...
  std::string value;   ///< The first value that decided, shortened; empty: none did.
  int64_t line = 0;    ///< Of that value, 1-based; 0: none.
};

/// What an import has found out. `null_texts` and `rows` are complete at the end of the stream.
struct ImportSummary {
  std::vector<ColumnEvidence> columns;
  std::vector<std::string> warnings;
  std::vector<int64_t> null_texts;  ///< One a column: cells that held one of the null strings (NA, ...).
  int64_t rows = 0;
};

/// Reads a text file as batches. Its types hold for the whole file. Thread safety: one thread at a time.
class ImportReader : public BatchReader {
 public:
  virtual ImportSummary summary() const = 0;
  /// Writes the types with their evidence as CsvReadOptions::schema_text takes them: one line a column.
  virtual std::string SchemaText() const = 0;
};

/// Finds the types of delimited text and opens it. gzip and zstd are recognised by their content.
/// Errors, here and in Next: kIo; kCorrupt with line, column and value; kInvalidArgument for options that do not fit
/// the file; kLimitExceeded.
Result<std::unique_ptr<ImportReader>> ReadCsv(std::shared_ptr<ByteSource> source, const CsvReadOptions& options = {});
/// The same for a path; "-" is standard input. What has no random access (a pipe) is kept as `spool` says.
Result<std::unique_ptr<ImportReader>> ReadCsv(const std::string& path, const CsvReadOptions& options = {},
                                              const SpoolOptions& spool = {});

/// Finds the types of JSON lines, or of the elements of a top-level array, and opens them. gzip and zstd are recognised
/// by their content. Errors as of ReadCsv.
Result<std::unique_ptr<ImportReader>> ReadJson(std::shared_ptr<ByteSource> source, const JsonReadOptions& options = {});
Result<std::unique_ptr<ImportReader>> ReadJson(const std::string& path, const JsonReadOptions& options = {},
                                               const SpoolOptions& spool = {});

/// Opens Arrow IPC data, file or stream; "-" is standard input. Errors, here and in Next: kIo, kCorrupt, kUnsupported,
/// kLimitExceeded.
Result<std::unique_ptr<BatchReader>> ReadArrow(const std::string& path, const ReadLimits& limits = {});
Result<std::unique_ptr<BatchReader>> ReadArrow(std::shared_ptr<ByteSource> source, const ReadLimits& limits = {});

enum class ArrowContainer : uint8_t { kStream, kFile };

// Write everything that a reader has to give to a sink, which is not closed. Errors: the reader's and the sink's.

/// Writes delimited text: empty for null, quoted empty for the empty text, nested values as compact JSON.
Status WriteCsv(BatchReader& reader, const CsvWriteOptions& options, ByteSink& sink);
/// Writes one JSON object a row: a line each, or as elements of one array.
Status WriteJson(BatchReader& reader, const JsonWriteOptions& options, ByteSink& sink);
/// Writes a table for the eye. Control characters are made visible.
Status WriteTable(BatchReader& reader, const TableWriteOptions& options, ByteSink& sink);
/// Writes Arrow IPC data.
Status WriteArrow(BatchReader& reader, ArrowContainer container, ByteSink& sink);

/// Returns a text as a JSON string with its quotes.
std::string JsonString(std::string_view text);
/// Returns a text with control characters, escape sequences and bytes that are no UTF-8 made visible.
std::string VisibleText(std::string_view text);
/// Columns that a text without control characters takes on a terminal.
size_t TextWidth(std::string_view text) noexcept;

}  // namespace taracea

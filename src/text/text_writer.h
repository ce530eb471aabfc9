#pragma once

#include <memory>
#include <string>
#include <vector>

#include "array/array.h"
#include "taracea/io.h"
#include "taracea/text.h"

namespace taracea::text {

/// Writes batches of one schema as text, in order.
/// Owner: the holder; the sink must outlive it and is not closed by it. Thread safety: one thread at a time.
class TextWriter {
 public:
  virtual ~TextWriter() = default;
  /// Writes all rows of a batch. Errors: the sink's.
  virtual Status Write(const array::RecordBatch& batch) = 0;
  /// Writes what comes behind the last row, and the header where there was no batch. Called once.
  virtual Status Finish() = 0;
};

using SharedFields = std::shared_ptr<const std::vector<array::Field>>;

/// Delimited text: empty for null, quoted empty for the empty text, quotes where a cell needs them, nested values as
/// compact JSON; see value_format.h for values.
/// Errors: kInvalidArgument for a dialect that contradicts itself.
Result<std::unique_ptr<TextWriter>> MakeCsvWriter(SharedFields fields, const CsvWriteOptions& options, ByteSink* sink);

/// One JSON object a row and line, keys in the order of the fields.
std::unique_ptr<TextWriter> MakeJsonLinesWriter(SharedFields fields, const JsonWriteOptions& options, ByteSink* sink);

/// Rows for the eye: an aligned table, or with options.vertical one line a value. With a width, what does not fit is
/// cut or left out and the last line says so; without one nothing is. Control characters are made visible. Shape:
/// widths are found from 1000 rows at a time, so that any number of rows takes bounded memory.
std::unique_ptr<TextWriter> MakeTableWriter(SharedFields fields, const TableWriteOptions& options, ByteSink* sink);

}  // namespace taracea::text

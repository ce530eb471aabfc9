#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "array/array.h"
#include "text/csv_tile_reader.h"
#include "text/null_strings.h"
#include "text/temporal_parse.h"

namespace taracea::text {

/// What all converters of a reader share; outlives them.
struct ConverterContext {
  CsvDialect dialect;
  NullStrings nulls;
  std::vector<DatePattern> patterns;
};

/// Turns the cells of one column into an array.
/// State: the rows since the last Finish. Thread safety: one thread at a time.
class ColumnConverter {
 public:
  virtual ~ColumnConverter() = default;
  /// Appends one column of a tile; returns how many rows were taken. Fewer than tile.rows: the next one's text is not
  /// of the column's type.
  virtual Result<size_t> Append(const CsvTile& tile, size_t column) = 0;
  /// Hands the rows over and starts anew.
  virtual Result<std::shared_ptr<const array::Array>> Finish() = 0;
  /// Values that were one of the null strings, since the start.
  int64_t null_texts() const noexcept { return null_texts_; }

 protected:
  int64_t null_texts_ = 0;
};

/// How texts of a column are read.
struct ConverterOptions {
  /// The user asked for the type: signs, leading zeros and dates in place of timestamps are fine.
  bool requested = false;
  int pattern = -1;  ///< Date format that all values have; -1: ISO, then (when requested) any of the formats.
};

/// Errors: kUnsupported for a type that text is not read into.
Result<std::unique_ptr<ColumnConverter>> MakeColumnConverter(const array::Field& field, const ConverterOptions& options,
                                                             const ConverterContext* context);

}  // namespace taracea::text

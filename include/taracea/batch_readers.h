#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "taracea/batch.h"
#include "taracea/options.h"
#include "taracea/status.h"

namespace taracea {

// Readers made of other readers. Each owns what it is made of and copies no values.

/// Keeps the named top-level columns, in the order given. kInvalidArgument naming near ones when one is unknown.
Result<std::unique_ptr<BatchReader>> SelectColumns(std::unique_ptr<BatchReader> reader,
                                                   const std::vector<std::string>& columns);
/// Keeps the rows of a range, counted from 0 over all batches; reads no batch behind it.
std::unique_ptr<BatchReader> SelectRows(std::unique_ptr<BatchReader> reader, RowRange rows);
/// Hands out the batches of all readers, one reader after the other. kInvalidArgument when there is none, or when their
/// columns differ in name, order or type (the first that does is named).
Result<std::unique_ptr<BatchReader>> JoinReaders(std::vector<std::unique_ptr<BatchReader>> readers);
/// Hands out batches in memory, which must have the columns of the first. Precondition: there is at least one.
std::unique_ptr<BatchReader> ReadBatches(std::vector<Batch> batches);

/// Where two readers hand out different values.
struct Difference {
  int64_t row = 0;  ///< 0-based.
  std::string column;
  std::string left;  ///< The value as JSON; "(no row)" where a reader has ended.
  std::string right;
};

struct CompareReport {
  int64_t rows = 0;                     ///< Compared.
  int64_t values = 0;                   ///< Compared, nulls included.
  int64_t different_values = 0;         ///< Values; rows that one side lacks count once each.
  std::vector<Difference> differences;  ///< The first ones, in the order of rows.
  bool equal() const noexcept { return different_values == 0; }
};

/// Compares two readers row by row and value by value; floats by their bits. However the rows are cut into batches does
/// not matter. Columns must agree in name and order; where their types differ, values are compared as text.
/// Errors: the readers'; kInvalidArgument when the columns do not agree.
Result<CompareReport> CompareReaders(BatchReader& left, BatchReader& right, int64_t max_differences = 10);

}  // namespace taracea

#pragma once

#include <arrow/api.h>

#include <memory>
#include <string>
#include <utility>

#include "worker.h"

namespace bench {

inline void Must(const arrow::Status& status) {
  if (!status.ok()) {
    Fail(status.ToString());
  }
}

template <typename T>
T Must(arrow::Result<T> result) {
  Must(result.status());
  return std::move(result).ValueUnsafe();
}

/// Reads a Parquet file in the calling thread.
std::shared_ptr<arrow::Table> ReadParquet(const std::string& path);

/// Writes a Parquet file with Arrow's defaults; codec: "none" or "snappy".
void WriteParquet(const arrow::Table& table, const std::string& path, const std::string& codec);

/// Reads a CSV file with a header in the calling thread; types are inferred, "NA" means null.
std::shared_ptr<arrow::Table> ReadCsv(const std::string& path);

}  // namespace bench

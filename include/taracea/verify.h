#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "taracea/io.h"
#include "taracea/options.h"
#include "taracea/status.h"

namespace taracea {

enum class VerifyLevel : uint8_t {
  kStructure,  ///< Footer, page headers, indexes: offsets, sizes and counts against one another.
  kChecksums,  ///< And the CRC-32 of each page that has one.
  kFull,       ///< And every value: levels, encodings, UTF-8, statistics and indexes against the data.
};

enum class Severity : uint8_t { kNote, kWarning, kError };

/// One thing that is wrong, or could not be checked.
struct Finding {
  Severity severity = Severity::kError;
  std::string clause;  ///< Anchor in the specification: "parquet.thrift#ColumnMetaData.num_values".
  Place place;
  std::string expected;
  std::string found;
  std::string ToString() const;
};

struct VerifyOptions {
  VerifyLevel level = VerifyLevel::kFull;
  OpenOptions open;
  int64_t max_findings = 1000;
};

struct VerifyReport {
  std::vector<Finding> findings;
  int64_t row_groups = 0;
  int64_t pages = 0;
  int64_t pages_without_checksum = 0;
  int64_t values = 0;
  /// Whether no finding is an error.
  bool ok() const noexcept;
};

/// Checks a file against the specification. Findings are the result; a Status is returned only when reading fails (kIo)
/// or the work was cancelled. A file that cannot be opened at all is one finding.
Result<VerifyReport> Verify(std::shared_ptr<ByteSource> source, const VerifyOptions& options = {});
Result<VerifyReport> Verify(const std::string& path, const VerifyOptions& options = {});

}  // namespace taracea

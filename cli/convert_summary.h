#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "taracea/batch_readers.h"
#include "taracea/reports.h"
#include "taracea/text_io.h"

namespace taracea::cli {

class Console;

/// What a conversion did.
struct ConvertSummary {
  std::vector<std::string> inputs;
  std::string output;
  int64_t rows = 0;
  int64_t input_bytes = 0;  ///< 0: not known.
  int64_t output_bytes = 0;
  double seconds = 0;
  double prove_seconds = 0;
  std::optional<WriteReport> report;  ///< Of a Parquet output.
  std::vector<ImportSummary> imports;
  std::optional<CompareReport> proof;
};

/// Prints the overview card, unless --quiet, and warnings; differences that the proof found raise the exit code.
void ReportConversion(const ConvertSummary& summary, Console& console);

}  // namespace taracea::cli

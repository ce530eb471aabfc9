#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "taracea/status.h"
#include "taracea/text.h"
#include "text/csv_scanner.h"

namespace taracea::text {

/// What the beginning of a delimited text tells.
struct CsvLayout {
  CsvDialect dialect;
  bool has_header = true;
  bool header_uncertain = false;
  std::vector<std::string> names;  ///< One a column, as written; column_1, column_2, ... without a header.
};

/// Bytes that detection looks at, whatever the chunk size.
inline constexpr size_t kDetectionBytes = size_t{128} << 10;

/// Finds dialect, header and names. `sample`: the beginning of the text; `whole`: it is all of it.
/// Errors: kCorrupt for empty input, an unterminated quote or text behind a closing quote in the first record,
/// kInvalidArgument for a dialect that contradicts itself, kLimitExceeded for a first record longer than the sample.
Result<CsvLayout> DetectLayout(std::string_view sample, bool whole, const CsvReadOptions& options);

/// Makes names distinct and non-empty, or says which are not. Errors: kCorrupt naming them and --rename-duplicates.
Status CheckNames(bool rename, std::vector<std::string>* names);

}  // namespace taracea::text

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace taracea {

/// A type asked for by name for one column: `--type column=type`. The column "*" stands for every column that has no
/// entry of its own.
struct ColumnTypeRequest {
  std::string column;
  /// int8..int64, uint8..uint64, float, double, bool, utf8, binary, date, time[(unit)], timestamp[(unit)][(UTC)],
  /// decimal(precision,scale); units: s, ms, us, ns.
  std::string type;
};

/// Whether the first record of a delimited file names the columns.
enum class HeaderMode : uint8_t {
  kDetect,  ///< Decided from the first records; an uncertain header is assumed, with a warning.
  kPresent,
  kAbsent,  ///< Columns are named column_1, column_2, ...
};

/// How to read CSV and other delimited text. The defaults change no value: see the import rules in the tool's manual.
struct CsvReadOptions {
  std::optional<char> delimiter;  ///< Absent: the likeliest of comma, semicolon, tab and bar.
  std::optional<char> quote = '"';
  std::optional<char> escape;  ///< Makes the next character literal; quotes inside quotes may always be doubled.
  std::string encoding;        ///< "utf-8", "utf-16le", "utf-16be", "latin1"; empty: by byte-order mark, else UTF-8.
  HeaderMode header = HeaderMode::kDetect;
  /// Texts that mean null in every column. Absent: NA, NULL, null and N/A, in columns that are otherwise typed.
  std::optional<std::vector<std::string>> null_strings;
  std::vector<ColumnTypeRequest> types;
  std::string schema_text;                ///< Contents of a schema file as --infer-only prints it; empty: none.
  std::vector<std::string> date_formats;  ///< strptime patterns: %Y-%m-%d, %d/%m/%Y %H:%M:%S, ...
  bool rename_duplicates = false;         ///< Name duplicate columns x_2, x_3, ... and empty names column_N.

  int64_t batch_rows = 65536;
  int64_t batch_bytes = int64_t{32} << 20;        ///< A batch also ends where its records reach this many bytes.
  int64_t chunk_bytes = int64_t{256} << 10;       ///< Bytes read at a time; never changes the result.
  int64_t max_record_bytes = int64_t{256} << 20;  ///< A longer record is kLimitExceeded.
  int32_t max_columns = 1 << 20;                  ///< More columns are kLimitExceeded.
};

/// How to read JSON lines (or one top-level array, whose elements count as lines).
struct JsonReadOptions {
  std::vector<ColumnTypeRequest> types;  ///< Columns by dotted path: "a.b".
  std::string schema_text;
  std::string encoding;
  int64_t batch_rows = 65536;
  int64_t batch_bytes = int64_t{32} << 20;
  int64_t chunk_bytes = int64_t{1} << 20;
  int64_t max_record_bytes = int64_t{256} << 20;
  int32_t max_depth = 64;           ///< Nesting of one value; deeper is kLimitExceeded.
  int32_t map_key_threshold = 200;  ///< Objects with more distinct keys of one value type become maps.
};

/// How much of an input that cannot be read twice (a pipe) is kept for finding the types.
struct SpoolOptions {
  int64_t memory_bytes = int64_t{64} << 20;
  int64_t total_bytes = int64_t{1} << 30;  ///< What exceeds memory_bytes goes to an unnamed temporary file.
  std::string directory;                   ///< Empty: TMPDIR, else /tmp.
};

/// How integers that a double cannot hold appear in JSON.
enum class BigInts : uint8_t { kNumber, kString };

struct CsvWriteOptions {
  char delimiter = ',';
  char quote = '"';
  bool header = true;
  std::string null_string;  ///< Written for null; the same text as a value is quoted, so that both come back.
  bool crlf = false;
};

struct JsonWriteOptions {
  BigInts big_ints = BigInts::kNumber;
  bool array = false;  ///< One top-level array instead of lines without anything around them.
};

/// How rows look on a terminal or in a text file.
struct TableWriteOptions {
  int32_t width = 0;      ///< Columns of the terminal; 0: nothing is cut.
  bool vertical = false;  ///< One line a value instead of one line a row.
  bool color = false;
  int64_t first_row_number = 0;  ///< Used by the vertical form.
};

}  // namespace taracea

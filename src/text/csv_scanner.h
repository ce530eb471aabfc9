#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace taracea::text {

/// The characters that give delimited text its structure.
struct CsvDialect {
  char delimiter = ',';
  std::optional<char> quote = '"';
  std::optional<char> escape;
};

/// Where the text of one cell lies, quotes around it left out.
struct Cell {
  uint32_t begin;           ///< Bytes from the start of the text that was scanned.
  uint32_t size_and_flags;  ///< Bytes in the low 30 bits.

  size_t size() const noexcept { return size_and_flags & kSizeMask; }
  bool quoted() const noexcept { return (size_and_flags & kQuoted) != 0; }
  /// Whether the text has doubled quotes or escapes that must be undone.
  bool escaped() const noexcept { return (size_and_flags & kEscaped) != 0; }

  static constexpr uint32_t kQuoted = uint32_t{1} << 31;
  static constexpr uint32_t kEscaped = uint32_t{1} << 30;
  static constexpr uint32_t kSizeMask = kEscaped - 1;
};

/// What is wrong with a record.
enum class CsvFault : uint8_t { kNone, kWrongCellCount, kBlankLine, kTextBehindQuote, kUnterminatedQuote };

/// How far a scan came.
struct ScanOutcome {
  size_t rows = 0;
  size_t consumed = 0;  ///< Bytes of whole records, and of blank lines at the end of the input.
  bool need_more = false;
  CsvFault fault = CsvFault::kNone;
  size_t fault_at = 0;     ///< Byte of the record (for kUnterminatedQuote, kTextBehindQuote: of the opening quote).
  size_t cells_found = 0;  ///< kWrongCellCount
};

/// Finds the cells of records.
/// Shape: rows * column_count cells, row by row. Errors: by ScanOutcome::fault; the rows before it are valid.
/// Cost: one pass, 64 bytes at a time; dialects with an escape character go byte by byte.
class CsvScanner {
 public:
  CsvScanner(CsvDialect dialect, size_t column_count) noexcept : dialect_(dialect), column_count_(column_count) {}

  /// Scans at most `max_rows` records from the start of `text`, which begins a record, has at most 1 GiB and
  /// kStructuralBlockBytes readable bytes behind it. `last`: the input ends with this text. `cells` has room for
  /// max_rows * column_count + 1.
  ScanOutcome Scan(std::string_view text, bool last, size_t max_rows, Cell* cells) const;

 private:
  ScanOutcome ScanSlowly(std::string_view text, bool last, size_t max_rows, Cell* cells) const;

  CsvDialect dialect_;
  size_t column_count_;
};

/// How one record ended.
enum class RecordEnd : uint8_t { kWhole, kNeedMore, kTextBehindQuote, kUnterminatedQuote };

/// Splits the record at the start of `text` into cells, whatever their number. `*end`: where the next record begins, or
/// the byte of the fault.
RecordEnd SplitRecord(std::string_view text, bool last, const CsvDialect& dialect, std::vector<Cell>* cells,
                      size_t* end);

/// The text of a cell that is escaped(), doubled quotes and escapes undone, appended to `out`.
void AppendUnescaped(std::string_view raw, bool quoted, const CsvDialect& dialect, std::string* out);

/// Lines (ended by LF, CR or both) that end in `text`.
int64_t CountLineEnds(std::string_view text) noexcept;

}  // namespace taracea::text

#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "text/byte_stream.h"
#include "text/csv_scanner.h"

namespace taracea::text {

/// Some consecutive records, small enough to stay in cache while each column is converted.
/// Owner: the reader that made it; valid until its next call.
struct CsvTile {
  std::string_view text;  ///< kStructuralBlockBytes more are readable.
  const Cell* cells = nullptr;
  size_t rows = 0;
  size_t columns = 0;
  int64_t first_row = 0;   ///< 0-based, the header left out.
  int64_t first_line = 1;  ///< 1-based

  const Cell& cell(size_t row, size_t column) const noexcept { return cells[row * columns + column]; }
  std::string_view raw(const Cell& cell) const noexcept { return {text.data() + cell.begin, cell.size()}; }
  /// 1-based line on which a record begins.
  int64_t LineOf(size_t row) const noexcept;
};

/// Cuts a stream of delimited UTF-8 into tiles of whole records.
/// Errors: kCorrupt for a wrong number of cells, a blank line between records, a quote that is not closed, text behind
/// a closing quote, invalid UTF-8, each with its line (UTF-8: with its offset); kLimitExceeded for a record that is too
/// long.
class CsvTileReader {
 public:
  struct Limits {
    size_t chunk_bytes = size_t{256} << 10;
    size_t max_record_bytes = size_t{256} << 20;
  };
  /// `offset_bytes`: where the stream begins in the file, for messages. `partial`: the stream may end inside a record
  /// because it is only the beginning of the input; that record is left out.
  CsvTileReader(std::unique_ptr<ByteStream> stream, int64_t offset_bytes, bool partial, Limits limits);

  /// Reads ahead until `size_bytes` are there or the input ends.
  Status Require(size_t size_bytes);
  /// Shows up to `count` bytes from the start without using them up; the whole input when it is shorter.
  Result<std::string_view> Peek(size_t count);
  /// Sets the dialect and the number of cells of each record; called before the first SkipRecord or Next.
  void Configure(const CsvDialect& dialect, size_t columns);
  /// Leaves out one record (the header).
  Status SkipRecord();
  /// The next tile of at most `max_rows` records; rows is 0 at the end.
  Result<CsvTile> Next(size_t max_rows);
  /// Ends the tile just returned behind the first record that reaches `text_bytes`; the records behind it will be read
  /// again. Returns the rows that stay.
  size_t CutTile(CsvTile* tile, size_t text_bytes);

  std::string Name() const { return stream_->Name(); }

 private:
  Status Fill(size_t wanted_bytes);
  Status FaultStatus(const ScanOutcome& outcome) const;
  Status CheckUtf8(std::string_view text) const;
  std::string_view Unread() const noexcept;
  Result<CsvTile> TakeTile(const ScanOutcome& outcome);

  std::unique_ptr<ByteStream> stream_;
  Limits limits_;
  bool partial_;
  CsvDialect dialect_;
  size_t columns_ = 0;
  OwnedBuffer buffer_;
  size_t begin_ = 0;
  bool ended_ = false;
  std::vector<Cell> cells_;
  int64_t offset_bytes_;
  int64_t line_ = 1;
  int64_t row_ = 0;
};

}  // namespace taracea::text

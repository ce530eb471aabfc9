#include "text/csv_scanner.h"

#include <algorithm>
#include <bit>

#include "text/structural_mask.h"

namespace taracea::text {
namespace {

/// Walks over the structural characters of a text.
class StructuralWalk {
 public:
  StructuralWalk(std::string_view text, StructuralSet set) noexcept : text_(text), set_(set) { Load(0); }

  /// Position of the next structural character; the text's size at the end.
  size_t Next() noexcept {
    while (mask_ == 0) {
      if (text_.size() - block_ <= kStructuralBlockBytes) {
        return text_.size();
      }
      Load(block_ + kStructuralBlockBytes);
    }
    const auto bit = static_cast<size_t>(std::countr_zero(mask_));
    mask_ &= mask_ - 1;
    return block_ + bit;
  }

 private:
  void Load(size_t block) noexcept {
    block_ = block;
    const size_t left = text_.size() - block;
    mask_ = left == 0 ? 0 : FindStructural(text_.data() + block, set_);
    if (left < kStructuralBlockBytes) {
      mask_ &= (uint64_t{1} << left) - 1;
    }
  }

  std::string_view text_;
  StructuralSet set_;
  size_t block_ = 0;
  uint64_t mask_ = 0;
};

/// Scans records of a known number of cells.
class RecordScan {
 public:
  RecordScan(std::string_view text, bool last, const CsvDialect& dialect, size_t column_count, Cell* cells) noexcept
      : text_(text),
        last_(last),
        delimiter_(dialect.delimiter),
        quote_(dialect.quote.value_or(dialect.delimiter)),
        has_quote_(dialect.quote.has_value()),
        column_count_(column_count),
        walk_(text, {delimiter_, quote_}),
        cells_(cells) {}

  ScanOutcome Run(size_t max_rows) noexcept {
    while (out_.rows < max_rows && ScanRecord()) {
      ++out_.rows;
      cells_ += column_count_;
      out_.consumed = record_begin_ = cell_begin_;
    }
    return out_;
  }

 private:
  bool Stop(CsvFault fault, size_t at) noexcept {
    out_.fault = fault;
    out_.fault_at = at;
    return false;
  }
  bool NeedMore() noexcept {
    out_.need_more = true;
    return false;
  }

  void Store(size_t column, size_t begin, size_t end, uint32_t flags) noexcept {
    if (column < column_count_) {
      cells_[column] = {static_cast<uint32_t>(begin), static_cast<uint32_t>(end - begin) | flags};
    }
  }

  /// Scans one record from cell_begin_ on; leaves cell_begin_ at the start of the next. False: out_ says why.
  bool ScanRecord() noexcept {
    size_t column = 0;
    while (true) {
      size_t at = walk_.Next();
      uint32_t flags = 0;
      size_t begin = cell_begin_;
      size_t end = at;
      const bool quote = has_quote_ && at < text_.size() && text_[at] == quote_;
      if (quote && at != cell_begin_) {
        end = at = SkipLiteralQuotes();
      } else if (quote) {
        begin = at + 1;
        if (!ScanQuoted(&end, &flags) || !StepBehindQuote(end, &at)) {
          return false;
        }
      }
      if (at == text_.size()) {
        return ScanLastCell(column, begin, end, flags);
      }
      Store(column, begin, end, flags);
      ++column;
      if (text_[at] == delimiter_) {
        cell_begin_ = at + 1;
        continue;
      }
      return EndLine(at, column);
    }
  }

  /// Quotes behind the first character of an unquoted cell are ordinary characters.
  size_t SkipLiteralQuotes() noexcept {
    size_t at = walk_.Next();
    while (at < text_.size() && text_[at] == quote_) {
      at = walk_.Next();
    }
    return at;
  }

  /// Finds the closing quote of the cell whose opening quote was just taken.
  bool ScanQuoted(size_t* end, uint32_t* flags) noexcept {
    const size_t opening = cell_begin_;
    *flags = Cell::kQuoted;
    while (true) {
      const size_t at = walk_.Next();
      if (at == text_.size()) {
        return last_ ? Stop(CsvFault::kUnterminatedQuote, opening) : NeedMore();
      }
      if (text_[at] != quote_) {
        continue;
      }
      if (at + 1 == text_.size() && !last_) {
        return NeedMore();
      }
      if (at + 1 == text_.size() || text_[at + 1] != quote_) {
        *end = at;
        return true;
      }
      *flags |= Cell::kEscaped;
      walk_.Next();
    }
  }

  /// Takes the delimiter or line end that must follow the closing quote at `end`.
  bool StepBehindQuote(size_t end, size_t* at) noexcept {
    *at = end + 1 < text_.size() ? walk_.Next() : text_.size();
    return *at == end + 1 || Stop(CsvFault::kTextBehindQuote, cell_begin_);
  }

  /// The text ended inside a record, or before it.
  bool ScanLastCell(size_t column, size_t begin, size_t end, uint32_t flags) noexcept {
    if (!last_) {
      return NeedMore();
    }
    if (record_begin_ == text_.size()) {
      out_.consumed = text_.size();
      return false;
    }
    Store(column, begin, end, flags);
    cell_begin_ = text_.size();
    return CheckCount(column + 1);
  }

  /// Takes the line end at `at` (CR, LF or both); blank lines are skipped where only the end of the input follows.
  bool EndLine(size_t at, size_t column) noexcept {
    const bool blank = at == record_begin_ && column_count_ != 1;
    if (!TakeLineEnd(&at)) {
      return NeedMore();
    }
    cell_begin_ = at;
    if (!blank) {
      return CheckCount(column);
    }
    return SkipBlankLines(at);
  }

  bool TakeLineEnd(size_t* at) noexcept {
    const bool carriage_return = text_[*at] == '\r';
    *at += 1;
    if (carriage_return && *at == text_.size() && !last_) {
      return false;
    }
    if (carriage_return && *at < text_.size() && text_[*at] == '\n') {
      walk_.Next();
      *at += 1;
    }
    return true;
  }

  bool SkipBlankLines(size_t at) noexcept {
    while (at < text_.size() && (text_[at] == '\n' || text_[at] == '\r')) {
      ++at;
    }
    if (at < text_.size()) {
      return Stop(CsvFault::kBlankLine, record_begin_);
    }
    if (!last_) {
      return NeedMore();
    }
    out_.consumed = text_.size();
    return false;
  }

  bool CheckCount(size_t found) noexcept {
    out_.cells_found = found;
    return found == column_count_ || Stop(CsvFault::kWrongCellCount, record_begin_);
  }

  std::string_view text_;
  bool last_;
  char delimiter_;
  char quote_;
  bool has_quote_;
  size_t column_count_;
  StructuralWalk walk_;
  Cell* cells_;
  size_t record_begin_ = 0;
  size_t cell_begin_ = 0;
  ScanOutcome out_;
};

/// Splits one record byte by byte.
class RecordSplit {
 public:
  RecordSplit(std::string_view text, bool last, const CsvDialect& dialect, std::vector<Cell>* cells) noexcept
      : text_(text), last_(last), dialect_(dialect), cells_(cells) {}

  RecordEnd Run(size_t* end) {
    while (true) {
      uint32_t flags = 0;
      size_t begin = at_;
      size_t cell_end = 0;
      const bool quoted = at_ < text_.size() && dialect_.quote && text_[at_] == *dialect_.quote;
      const RecordEnd outcome = quoted ? TakeQuoted(&begin, &cell_end, &flags, end) : TakePlain(&cell_end, &flags);
      if (outcome != RecordEnd::kWhole) {
        return outcome;
      }
      cells_->push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(cell_end - begin) | flags});
      if (at_ == text_.size()) {
        *end = at_;
        return last_ ? RecordEnd::kWhole : RecordEnd::kNeedMore;
      }
      if (text_[at_++] == dialect_.delimiter) {
        continue;
      }
      if (text_[at_ - 1] == '\r' && at_ == text_.size() && !last_) {
        return RecordEnd::kNeedMore;
      }
      at_ += text_[at_ - 1] == '\r' && at_ < text_.size() && text_[at_] == '\n' ? 1U : 0U;
      *end = at_;
      return RecordEnd::kWhole;
    }
  }

 private:
  bool AtCellEnd() const noexcept {
    const char c = text_[at_];
    return c == dialect_.delimiter || c == '\n' || c == '\r';
  }

  /// Leaves at_ on the character behind the cell.
  RecordEnd TakePlain(size_t* cell_end, uint32_t* flags) noexcept {
    while (at_ < text_.size() && !AtCellEnd()) {
      if (dialect_.escape && text_[at_] == *dialect_.escape) {
        *flags |= Cell::kEscaped;
        ++at_;
        if (at_ == text_.size()) {
          break;
        }
      }
      ++at_;
    }
    *cell_end = at_;
    return RecordEnd::kWhole;
  }

  RecordEnd TakeQuoted(size_t* begin, size_t* cell_end, uint32_t* flags, size_t* fault_at) noexcept {
    const size_t opening = at_;
    *begin = ++at_;
    *flags = Cell::kQuoted;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      const bool next_is_quote = at_ + 1 < text_.size() && text_[at_ + 1] == *dialect_.quote;
      if (dialect_.escape && c == *dialect_.escape && (c != *dialect_.quote || next_is_quote)) {
        *flags |= Cell::kEscaped;
        at_ += 2;
        continue;
      }
      if (c != *dialect_.quote) {
        ++at_;
        continue;
      }
      if (next_is_quote) {
        *flags |= Cell::kEscaped;
        at_ += 2;
        continue;
      }
      *cell_end = at_++;
      if (at_ == text_.size() && !last_) {
        return RecordEnd::kNeedMore;
      }
      *fault_at = opening;
      return at_ == text_.size() || AtCellEnd() ? RecordEnd::kWhole : RecordEnd::kTextBehindQuote;
    }
    *fault_at = opening;
    return last_ ? RecordEnd::kUnterminatedQuote : RecordEnd::kNeedMore;
  }

  std::string_view text_;
  bool last_;
  const CsvDialect& dialect_;
  std::vector<Cell>* cells_;
  size_t at_ = 0;
};

/// Whether nothing but line ends follows, and where they end.
bool OnlyLineEnds(std::string_view text) noexcept {
  return text.find_first_not_of("\r\n") == std::string_view::npos;
}

}  // namespace

ScanOutcome CsvScanner::Scan(std::string_view text, bool last, size_t max_rows, Cell* cells) const {
  if (dialect_.escape) {
    return ScanSlowly(text, last, max_rows, cells);
  }
  return RecordScan(text, last, dialect_, column_count_, cells).Run(max_rows);
}

ScanOutcome CsvScanner::ScanSlowly(std::string_view text, bool last, size_t max_rows, Cell* cells) const {
  ScanOutcome out;
  std::vector<Cell> record;
  while (out.rows < max_rows) {
    const std::string_view rest = text.substr(out.consumed);
    const bool blank = !rest.empty() && (rest.front() == '\n' || rest.front() == '\r') && column_count_ != 1;
    if (rest.empty() || (blank && OnlyLineEnds(rest))) {
      out.need_more = !last;
      out.consumed += last ? rest.size() : 0;
      return out;
    }
    record.clear();
    size_t end = 0;
    const RecordEnd how = blank ? RecordEnd::kWhole : SplitRecord(rest, last, dialect_, &record, &end);
    if (how == RecordEnd::kNeedMore) {
      out.need_more = true;
      return out;
    }
    if (how != RecordEnd::kWhole || blank || record.size() != column_count_) {
      out.fault = how == RecordEnd::kTextBehindQuote     ? CsvFault::kTextBehindQuote
                  : how == RecordEnd::kUnterminatedQuote ? CsvFault::kUnterminatedQuote
                  : blank                                ? CsvFault::kBlankLine
                                                         : CsvFault::kWrongCellCount;
      out.fault_at = out.consumed + (how == RecordEnd::kWhole ? 0 : end);
      out.cells_found = record.size();
      return out;
    }
    for (const Cell& cell : record) {
      *cells++ = {cell.begin + static_cast<uint32_t>(out.consumed), cell.size_and_flags};
    }
    out.consumed += end;
    ++out.rows;
  }
  return out;
}

RecordEnd SplitRecord(std::string_view text, bool last, const CsvDialect& dialect, std::vector<Cell>* cells,
                      size_t* end) {
  return RecordSplit(text, last, dialect, cells).Run(end);
}

void AppendUnescaped(std::string_view raw, bool quoted, const CsvDialect& dialect, std::string* out) {
  for (size_t i = 0; i < raw.size(); ++i) {
    const bool escape = dialect.escape && raw[i] == *dialect.escape;
    const bool doubled = quoted && dialect.quote && raw[i] == *dialect.quote;
    if ((escape || doubled) && i + 1 < raw.size()) {
      ++i;
    }
    out->push_back(raw[i]);
  }
}

int64_t CountLineEnds(std::string_view text) noexcept {
  int64_t lines = std::count(text.begin(), text.end(), '\n');
  for (size_t at = text.find('\r'); at != std::string_view::npos; at = text.find('\r', at + 1)) {
    const bool pair = at + 1 < text.size() && text[at + 1] == '\n';
    lines += pair ? 0 : 1;
  }
  return lines;
}

}  // namespace taracea::text

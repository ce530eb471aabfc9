#include "text/csv_tile_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/bytes.h"
#include "base/try.h"
#include "base/utf8.h"
#include "text/structural_mask.h"

namespace taracea::text {
namespace {

/// Cells of one tile: their index and their text stay in the second-level cache.
constexpr size_t kTileCells = 16384;
constexpr size_t kMaxTextBytes = size_t{1} << 30;

}  // namespace

int64_t CsvTile::LineOf(size_t row) const noexcept {
  const Cell& first = cell(row, 0);
  return first_line + CountLineEnds(text.substr(0, first.begin));
}

CsvTileReader::CsvTileReader(std::unique_ptr<ByteStream> stream, int64_t offset_bytes, bool partial, Limits limits)
    : stream_(std::move(stream)), limits_(limits), partial_(partial), offset_bytes_(offset_bytes) {
  limits_.chunk_bytes = std::clamp<size_t>(limits_.chunk_bytes, 1, kMaxTextBytes / 4);
  limits_.max_record_bytes = std::clamp<size_t>(limits_.max_record_bytes, 1, kMaxTextBytes / 2);
}

std::string_view CsvTileReader::Unread() const noexcept {
  return {reinterpret_cast<const char*>(buffer_.data()) + begin_, buffer_.size() - begin_};
}

Status CsvTileReader::Fill(size_t wanted_bytes) {
  const size_t kept = buffer_.size() - begin_;
  if (begin_ != 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, kept);
    buffer_.SetSize(kept);
    begin_ = 0;
  }
  if (buffer_.arena() == nullptr) {
    TARACEA_TRY_ASSIGN(buffer_, DefaultArena()->Allocate(wanted_bytes));
  }
  TARACEA_TRY(buffer_.Resize(kept + wanted_bytes));
  Result<size_t> got = ReadFully(*stream_, buffer_.mutable_bytes().subspan(kept));
  buffer_.SetSize(kept + (got ? *got : 0));
  if (!got) {
    return std::move(got).error();
  }
  ended_ = *got < wanted_bytes;
  return {};
}

Status CsvTileReader::Require(size_t size_bytes) {
  while (!ended_ && Unread().size() < size_bytes) {
    TARACEA_TRY(Fill(size_bytes - Unread().size()));
  }
  return {};
}

Result<std::string_view> CsvTileReader::Peek(size_t count) {
  TARACEA_TRY(Require(count));
  return Unread().substr(0, count);
}

void CsvTileReader::Configure(const CsvDialect& dialect, size_t columns) {
  dialect_ = dialect;
  columns_ = columns;
  cells_.resize(std::max(columns * 2, kTileCells) + 1);
}

Status CsvTileReader::SkipRecord() {
  const int64_t row = row_;
  TARACEA_TRY_ASSIGN([[maybe_unused]] const CsvTile header, Next(1));
  row_ = row;
  return {};
}

Result<CsvTile> CsvTileReader::Next(size_t max_rows) {
  const CsvScanner scanner(dialect_, columns_);
  const size_t tile_rows = std::min(max_rows, (cells_.size() - 1) / columns_);
  size_t chunk_bytes = limits_.chunk_bytes;
  if (Unread().empty() && !ended_) {
    TARACEA_TRY(Fill(chunk_bytes));
  }
  while (true) {
    const bool last = ended_ && !partial_;
    const ScanOutcome outcome = scanner.Scan(Unread(), last, tile_rows, cells_.data());
    if (outcome.rows > 0) {
      return TakeTile(outcome);
    }
    if (outcome.fault != CsvFault::kNone) {
      return FaultStatus(outcome);
    }
    if (!outcome.need_more || ended_) {
      begin_ = buffer_.size();
      return CsvTile{};
    }
    if (Unread().size() > limits_.max_record_bytes) {
      return Status::LimitExceeded(
                 fmt::format("the record that begins at line {} is longer than {} bytes; is a quote not closed?", line_,
                             limits_.max_record_bytes))
          .At({.file = Name()});
    }
    // Doubling keeps the work linear, since a record is scanned again from its start.
    chunk_bytes = std::max(chunk_bytes, Unread().size());
    TARACEA_TRY(Fill(chunk_bytes));
  }
}

Result<CsvTile> CsvTileReader::TakeTile(const ScanOutcome& outcome) {
  CsvTile tile;
  tile.text = Unread().substr(0, outcome.consumed);
  TARACEA_TRY(CheckUtf8(tile.text));
  tile.cells = cells_.data();
  tile.rows = outcome.rows;
  tile.columns = columns_;
  tile.first_row = row_;
  tile.first_line = line_;
  begin_ += outcome.consumed;
  offset_bytes_ += static_cast<int64_t>(outcome.consumed);
  row_ += static_cast<int64_t>(outcome.rows);
  line_ += CountLineEnds(tile.text);
  return tile;
}

size_t CsvTileReader::CutTile(CsvTile* tile, size_t text_bytes) {
  size_t rows = 1;
  size_t end = 0;
  for (; rows < tile->rows; ++rows) {
    const Cell& next = tile->cell(rows, 0);
    end = next.begin - (next.quoted() ? 1 : 0);
    if (end >= text_bytes) {
      break;
    }
  }
  if (rows == tile->rows) {
    return rows;
  }
  const std::string_view rest = tile->text.substr(end);
  begin_ -= rest.size();
  offset_bytes_ -= static_cast<int64_t>(rest.size());
  row_ -= static_cast<int64_t>(tile->rows - rows);
  line_ -= CountLineEnds(rest);
  tile->text = tile->text.substr(0, end);
  tile->rows = rows;
  return rows;
}

Status CsvTileReader::CheckUtf8(std::string_view text) const {
  const size_t bad = FindInvalidUtf8(BytesOf(text.data(), text.size()));
  if (bad == kUtf8Valid) {
    return {};
  }
  const int64_t offset = offset_bytes_ + static_cast<int64_t>(bad);
  return Status::Corrupt(
             fmt::format("the text is not UTF-8 at byte {} (line {}); --encoding names another encoding: 0x{:02x}",
                         offset, line_ + CountLineEnds(text.substr(0, bad)),
                         static_cast<unsigned>(static_cast<unsigned char>(text[bad]))))
      .At({.file = Name(), .offset = offset});
}

Status CsvTileReader::FaultStatus(const ScanOutcome& outcome) const {
  const int64_t line = line_ + CountLineEnds(Unread().substr(0, outcome.fault_at));
  std::string message;
  switch (outcome.fault) {
    case CsvFault::kWrongCellCount:
      message = fmt::format("line {} has {} fields, expected {}", line, outcome.cells_found, columns_);
      break;
    case CsvFault::kBlankLine:
      message = fmt::format("line {} is blank and others follow it, expected {} fields", line, columns_);
      break;
    case CsvFault::kTextBehindQuote:
      message = fmt::format("line {}: a quoted field goes on behind its closing quote", line);
      break;
    default: message = fmt::format("line {}: a quote opens here and is never closed", line); break;
  }
  return Status::Corrupt(std::move(message)).At({.file = Name()});
}

}  // namespace taracea::text

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/try.h"
#include "text/display_width.h"
#include "text/text_pieces.h"
#include "text/text_writer.h"
#include "text/value_format.h"

namespace taracea::text {
namespace {

using array::Field;

constexpr size_t kRowsAtATime = 1000;
constexpr size_t kGapWidth = 2;
constexpr size_t kLeastColumnWidth = 4;
/// No cell takes more of a terminal's width than this unless it stands alone.
constexpr size_t kMostColumnWidth = 40;
constexpr std::string_view kEllipsis = "\u2026";
constexpr std::string_view kBold = "\x1b[1m";
constexpr std::string_view kDim = "\x1b[2m";
constexpr std::string_view kPlainAgain = "\x1b[0m";

struct TableCell {
  std::string text;
  size_t width = 0;
  bool null = false;
};

TableCell MakeCell(const Field& field, const array::Array& array, int64_t row) {
  TableCell cell;
  cell.null = IsNullSlot(array, row);
  if (cell.null) {
    cell.text = "null";
  } else {
    AppendValue(field, array, row, {.style = ValueStyle::kDisplay}, &cell.text);
  }
  if (array::IsNested(field.type.id)) {
    // JSON escapes most control characters, but not those behind the ASCII range.
    const std::string json = std::move(cell.text);
    cell.text.clear();
    AppendVisible(json, &cell.text);
  }
  cell.width = DisplayWidth(cell.text);
  return cell;
}

TableCell NameCell(const std::string& name) {
  TableCell cell;
  AppendVisible(name, &cell.text);
  cell.width = DisplayWidth(cell.text);
  return cell;
}

/// Cuts a cell to a width, the last column being an ellipsis; returns whether it had to.
bool CutCell(size_t width, TableCell* cell) {
  if (cell->width <= width) {
    return false;
  }
  cell->text.resize(BytesWithinWidth(cell->text, width - 1));
  cell->text.append(kEllipsis);
  cell->width = DisplayWidth(cell->text);
  return true;
}

class TableWriter final : public TextWriter {
 public:
  TableWriter(SharedFields fields, const TableWriteOptions& options, ByteSink* sink)
      : fields_(std::move(fields)), options_(options), out_(sink) {
    for (const Field& field : *fields_) {
      names_.push_back(NameCell(field.name));
      widths_.push_back(names_.back().width);
      numeric_.push_back(IsNumeric(field.type));
    }
    shown_columns_ = fields_->size();
  }

  Status Write(const array::RecordBatch& batch) override {
    for (int64_t row = 0; row < batch.length; ++row) {
      for (size_t column = 0; column < shown_columns_; ++column) {
        cells_.push_back(MakeCell((*fields_)[column], *batch.columns[column], row));
      }
      if (++rows_ == kRowsAtATime) {
        TARACEA_TRY(WriteRows());
      }
    }
    return {};
  }

  Status Finish() override {
    TARACEA_TRY(WriteRows());
    const size_t left_out = fields_->size() - shown_columns_;
    if (left_out != 0) {
      out_.text() += fmt::format("+{} column{}: --vertical\n", left_out, left_out == 1 ? "" : "s");
    }
    if (cut_cells_ != 0) {
      out_.text() += fmt::format("{} cell{} cut to fit: --vertical\n", cut_cells_, cut_cells_ == 1 ? "" : "s");
    }
    return out_.Drain();
  }

 private:
  Status WriteRows() {
    // Widths fitted to a terminal stay; without one they may grow, since nothing is cut.
    const bool fitted = header_written_ && options_.width > 0;
    for (size_t i = 0; i < cells_.size() && !fitted; ++i) {
      size_t& width = widths_[i % shown_columns_];
      width = std::max(width, cells_[i].width);
    }
    if (!header_written_) {
      FitWidth();
      WriteHeader();
      header_written_ = true;
    }
    for (size_t row = 0; row < rows_; ++row) {
      for (size_t column = 0; column < shown_columns_; ++column) {
        TableCell& cell = cells_[row * shown_columns_ + column];
        AppendCell(&cell, column, kDim, cell.null);
      }
      EndLine();
    }
    cells_.clear();
    rows_ = 0;
    return out_.Drain();
  }

  /// Narrows and drops columns until a line fits the terminal. Columns are dropped from the right; one always stays.
  void FitWidth() {
    if (options_.width <= 0 || shown_columns_ == 0) {
      return;
    }
    const auto available = static_cast<size_t>(options_.width);
    size_t used = 0;
    size_t columns = 0;
    for (size_t& width : widths_) {
      width = std::max(std::min(width, kMostColumnWidth), kLeastColumnWidth);
      const size_t needed = width + (columns == 0 ? 0 : kGapWidth);
      if (columns > 0 && used + needed > available) {
        break;
      }
      used += needed;
      ++columns;
    }
    widths_[0] = std::min(widths_[0], std::max(available, kLeastColumnWidth));
    // Rows taken so far were laid out for all columns.
    std::vector<TableCell> kept;
    for (size_t i = 0; i < cells_.size(); ++i) {
      if (i % shown_columns_ < columns) {
        kept.push_back(std::move(cells_[i]));
      }
    }
    cells_ = std::move(kept);
    shown_columns_ = columns;
  }

  void WriteHeader() {
    for (size_t column = 0; column < shown_columns_; ++column) {
      AppendCell(&names_[column], column, kBold, true);
    }
    EndLine();
    for (size_t column = 0; column < shown_columns_; ++column) {
      out_.text().append(column == 0 ? 0 : kGapWidth, ' ').append(widths_[column], '-');
    }
    EndLine();
  }

  void AppendCell(TableCell* cell, size_t column, std::string_view style, bool styled) {
    std::string& line = out_.text();
    cut_cells_ += options_.width > 0 && CutCell(widths_[column], cell) ? 1 : 0;
    const size_t padding = widths_[column] - std::min(widths_[column], cell->width);
    line.append(column == 0 ? 0 : kGapWidth, ' ').append(numeric_[column] ? padding : 0, ' ');
    if (styled && options_.color) {
      line.append(style).append(cell->text).append(kPlainAgain);
    } else {
      line.append(cell->text);
    }
    // A line without blanks at its end can be compared and copied.
    const bool last = column + 1 == shown_columns_;
    line.append(numeric_[column] || last ? 0 : padding, ' ');
  }

  void EndLine() { out_.text().push_back('\n'); }

  SharedFields fields_;
  TableWriteOptions options_;
  TextPieces out_;
  std::vector<TableCell> names_;
  std::vector<size_t> widths_;
  std::vector<bool> numeric_;
  size_t shown_columns_ = 0;
  std::vector<TableCell> cells_;
  size_t rows_ = 0;
  bool header_written_ = false;
  int64_t cut_cells_ = 0;
};

class VerticalWriter final : public TextWriter {
 public:
  VerticalWriter(SharedFields fields, const TableWriteOptions& options, ByteSink* sink)
      : fields_(std::move(fields)), options_(options), out_(sink), row_(options.first_row_number) {
    for (const Field& field : *fields_) {
      names_.push_back(NameCell(field.name));
      name_width_ = std::max(name_width_, names_.back().width);
    }
  }

  Status Write(const array::RecordBatch& batch) override {
    for (int64_t row = 0; row < batch.length; ++row, ++row_) {
      out_.text() += Styled(fmt::format("row {}", row_), kBold) + "\n";
      for (size_t column = 0; column < names_.size(); ++column) {
        AppendLine(column, MakeCell((*fields_)[column], *batch.columns[column], row));
      }
      TARACEA_TRY(out_.Drain());
    }
    return {};
  }

  Status Finish() override {
    if (cut_cells_ != 0) {
      out_.text() += fmt::format("{} value{} cut to fit: --width 0\n", cut_cells_, cut_cells_ == 1 ? "" : "s");
    }
    return out_.Drain();
  }

 private:
  std::string Styled(const std::string& text, std::string_view style) const {
    return options_.color ? std::string(style) + text + std::string(kPlainAgain) : text;
  }

  void AppendLine(size_t column, TableCell cell) {
    const size_t taken = kGapWidth + name_width_ + kGapWidth;
    if (options_.width > 0) {
      const size_t available = static_cast<size_t>(options_.width);
      cut_cells_ += CutCell(std::max(available > taken ? available - taken : 0, kLeastColumnWidth), &cell) ? 1 : 0;
    }
    std::string& line = out_.text();
    line.append(kGapWidth, ' ').append(names_[column].text);
    line.append(name_width_ - names_[column].width + kGapWidth, ' ');
    line += (cell.null ? Styled(cell.text, kDim) : cell.text) + "\n";
  }

  SharedFields fields_;
  TableWriteOptions options_;
  TextPieces out_;
  std::vector<TableCell> names_;
  size_t name_width_ = 0;
  int64_t row_;
  int64_t cut_cells_ = 0;
};

}  // namespace

std::unique_ptr<TextWriter> MakeTableWriter(SharedFields fields, const TableWriteOptions& options, ByteSink* sink) {
  if (options.vertical) {
    return std::make_unique<VerticalWriter>(std::move(fields), options, sink);
  }
  return std::make_unique<TableWriter>(std::move(fields), options, sink);
}

}  // namespace taracea::text

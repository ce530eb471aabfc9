#include <algorithm>
#include <string>

#include "base/try.h"
#include "text/text_pieces.h"
#include "text/text_writer.h"
#include "text/value_format.h"

namespace taracea::text {
namespace {

using array::Array;
using array::Field;
using array::TypeId;

class CsvWriter final : public TextWriter {
 public:
  CsvWriter(SharedFields fields, const CsvWriteOptions& options, ByteSink* sink)
      : fields_(std::move(fields)), options_(options), out_(sink) {
    for (const Field& field : *fields_) {
      may_need_quotes_.push_back(NeedsChecking(field.type));
    }
  }

  Status Write(const array::RecordBatch& batch) override {
    WriteHeader();
    for (int64_t row = 0; row < batch.length; ++row) {
      for (size_t column = 0; column < batch.columns.size(); ++column) {
        if (column != 0) {
          out_.text().push_back(options_.delimiter);
        }
        AppendCell(column, *batch.columns[column], row);
      }
      EndLine();
      TARACEA_TRY(out_.DrainWhenFull());
    }
    return out_.Drain();
  }

  Status Finish() override {
    WriteHeader();
    return out_.Drain();
  }

 private:
  /// Whether the text of a type can hold the delimiter, a quote or a line end. Null strings may look like any number,
  /// so that with one everything is checked.
  bool NeedsChecking(const array::Type& type) const {
    const bool plain = array::ByteWidth(type) > 0 || type.id == TypeId::kBool;
    const bool usual =
        options_.null_string.empty() && std::string_view(",;\t|").find(options_.delimiter) != std::string_view::npos;
    return !(plain && usual);
  }

  void WriteHeader() {
    if (header_written_ || !options_.header) {
      return;
    }
    header_written_ = true;
    for (size_t column = 0; column < fields_->size(); ++column) {
      if (column != 0) {
        out_.text().push_back(options_.delimiter);
      }
      const size_t begin = out_.text().size();
      out_.text().append((*fields_)[column].name);
      QuoteIfNeeded(begin);
    }
    EndLine();
  }

  void AppendCell(size_t column, const Array& array, int64_t row) {
    if (IsNullSlot(array, row)) {
      out_.text().append(options_.null_string);
      return;
    }
    const size_t begin = out_.text().size();
    AppendValue((*fields_)[column], array, row, {}, &out_.text());
    if (may_need_quotes_[column]) {
      QuoteIfNeeded(begin);
    }
  }

  /// Puts the text from `begin` on in quotes when it would not come back as it is.
  void QuoteIfNeeded(size_t begin) {
    const std::string_view cell = std::string_view(out_.text()).substr(begin);
    const auto special = [&](char c) {
      return c == options_.delimiter || c == options_.quote || c == '\n' || c == '\r';
    };
    if (!cell.empty() && cell != options_.null_string && std::none_of(cell.begin(), cell.end(), special)) {
      return;
    }
    scratch_.assign(cell);
    out_.text().resize(begin);
    out_.text().push_back(options_.quote);
    for (const char c : scratch_) {
      if (c == options_.quote) {
        out_.text().push_back(c);
      }
      out_.text().push_back(c);
    }
    out_.text().push_back(options_.quote);
  }

  void EndLine() { out_.text().append(options_.crlf ? "\r\n" : "\n"); }

  SharedFields fields_;
  CsvWriteOptions options_;
  TextPieces out_;
  std::vector<bool> may_need_quotes_;
  std::string scratch_;
  bool header_written_ = false;
};

}  // namespace

Result<std::unique_ptr<TextWriter>> MakeCsvWriter(SharedFields fields, const CsvWriteOptions& options, ByteSink* sink) {
  const auto is_line_end = [](char c) { return c == '\n' || c == '\r'; };
  if (options.delimiter == options.quote || is_line_end(options.delimiter) || is_line_end(options.quote)) {
    return Status::InvalidArgument("delimiter and quote must differ from one another and from line ends");
  }
  return std::unique_ptr<TextWriter>(std::make_unique<CsvWriter>(std::move(fields), options, sink));
}

}  // namespace taracea::text

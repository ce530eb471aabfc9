#include <algorithm>
#include <string>

#include "base/bytes.h"
#include "base/try.h"
#include "text/text_writer.h"
#include "text/value_format.h"

namespace taracea::text {
namespace {

using array::Array;
using array::Field;
using array::TypeId;

/// Text is handed to the sink in pieces of about this size.
constexpr size_t kPieceBytes = size_t{256} << 10;

class CsvWriter final : public TextWriter {
 public:
  CsvWriter(SharedFields fields, const CsvWriteOptions& options, ByteSink* sink)
      : fields_(std::move(fields)), options_(options), sink_(sink) {
    for (const Field& field : *fields_) {
      may_need_quotes_.push_back(NeedsChecking(field.type));
    }
  }

  Status Write(const array::RecordBatch& batch) override {
    WriteHeader();
    for (int64_t row = 0; row < batch.length; ++row) {
      for (size_t column = 0; column < batch.columns.size(); ++column) {
        if (column != 0) {
          text_.push_back(options_.delimiter);
        }
        AppendCell(column, *batch.columns[column], row);
      }
      EndLine();
      if (text_.size() >= kPieceBytes) {
        TARACEA_TRY(Drain());
      }
    }
    return Drain();
  }

  Status Finish() override {
    WriteHeader();
    return Drain();
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
        text_.push_back(options_.delimiter);
      }
      const size_t begin = text_.size();
      text_.append((*fields_)[column].name);
      QuoteIfNeeded(begin);
    }
    EndLine();
  }

  void AppendCell(size_t column, const Array& array, int64_t row) {
    if (IsNullSlot(array, row)) {
      text_.append(options_.null_string);
      return;
    }
    const size_t begin = text_.size();
    AppendValue((*fields_)[column], array, row, {}, &text_);
    if (may_need_quotes_[column]) {
      QuoteIfNeeded(begin);
    }
  }

  /// Puts the text from `begin` on in quotes when it would not come back as it is.
  void QuoteIfNeeded(size_t begin) {
    const std::string_view cell = std::string_view(text_).substr(begin);
    const auto special = [&](char c) {
      return c == options_.delimiter || c == options_.quote || c == '\n' || c == '\r';
    };
    if (!cell.empty() && cell != options_.null_string && std::none_of(cell.begin(), cell.end(), special)) {
      return;
    }
    scratch_.assign(cell);
    text_.resize(begin);
    text_.push_back(options_.quote);
    for (const char c : scratch_) {
      if (c == options_.quote) {
        text_.push_back(c);
      }
      text_.push_back(c);
    }
    text_.push_back(options_.quote);
  }

  void EndLine() { text_.append(options_.crlf ? "\r\n" : "\n"); }

  Status Drain() {
    if (text_.empty()) {
      return {};
    }
    const ConstBytes piece = BytesOf(text_.data(), text_.size());
    Status status = sink_->Write({&piece, 1});
    text_.clear();
    return status;
  }

  SharedFields fields_;
  CsvWriteOptions options_;
  ByteSink* sink_;
  std::vector<bool> may_need_quotes_;
  std::string text_;
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

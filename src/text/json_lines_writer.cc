#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/try.h"
#include "text/text_writer.h"
#include "text/value_format.h"

namespace taracea::text {
namespace {

using array::Field;

/// Text is handed to the sink in pieces of about this size.
constexpr size_t kPieceBytes = size_t{256} << 10;

class JsonLinesWriter final : public TextWriter {
 public:
  JsonLinesWriter(SharedFields fields, const JsonWriteOptions& options, ByteSink* sink)
      : fields_(std::move(fields)), format_{ValueStyle::kJson, options.big_ints}, sink_(sink) {
    for (const Field& field : *fields_) {
      std::string key = keys_.empty() ? "{" : ",";
      AppendJsonString(field.name, &key);
      keys_.push_back(key + ":");
    }
  }

  Status Write(const array::RecordBatch& batch) override {
    for (int64_t row = 0; row < batch.length; ++row) {
      for (size_t column = 0; column < batch.columns.size(); ++column) {
        text_.append(keys_[column]);
        AppendValue((*fields_)[column], *batch.columns[column], row, format_, &text_);
      }
      text_.append(keys_.empty() ? "{}\n" : "}\n");
      if (text_.size() >= kPieceBytes) {
        TARACEA_TRY(Drain());
      }
    }
    return Drain();
  }

  Status Finish() override { return Drain(); }

 private:
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
  ValueFormat format_;
  ByteSink* sink_;
  std::vector<std::string> keys_;
  std::string text_;
};

}  // namespace

std::unique_ptr<TextWriter> MakeJsonLinesWriter(SharedFields fields, const JsonWriteOptions& options, ByteSink* sink) {
  return std::make_unique<JsonLinesWriter>(std::move(fields), options, sink);
}

}  // namespace taracea::text

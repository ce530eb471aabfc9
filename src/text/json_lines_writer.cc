#include <string>
#include <vector>

#include "base/try.h"
#include "text/text_pieces.h"
#include "text/text_writer.h"
#include "text/value_format.h"

namespace taracea::text {
namespace {

using array::Field;

class JsonLinesWriter final : public TextWriter {
 public:
  JsonLinesWriter(SharedFields fields, const JsonWriteOptions& options, ByteSink* sink)
      : fields_(std::move(fields)), format_{ValueStyle::kJson, options.big_ints}, out_(sink) {
    for (const Field& field : *fields_) {
      std::string key = keys_.empty() ? "{" : ",";
      AppendJsonString(field.name, &key);
      keys_.push_back(key + ":");
    }
  }

  Status Write(const array::RecordBatch& batch) override {
    for (int64_t row = 0; row < batch.length; ++row) {
      for (size_t column = 0; column < batch.columns.size(); ++column) {
        out_.text().append(keys_[column]);
        AppendValue((*fields_)[column], *batch.columns[column], row, format_, &out_.text());
      }
      out_.text().append(keys_.empty() ? "{}\n" : "}\n");
      TARACEA_TRY(out_.DrainWhenFull());
    }
    return out_.Drain();
  }

  Status Finish() override { return out_.Drain(); }

 private:
  SharedFields fields_;
  ValueFormat format_;
  TextPieces out_;
  std::vector<std::string> keys_;
};

}  // namespace

std::unique_ptr<TextWriter> MakeJsonLinesWriter(SharedFields fields, const JsonWriteOptions& options, ByteSink* sink) {
  return std::make_unique<JsonLinesWriter>(std::move(fields), options, sink);
}

}  // namespace taracea::text

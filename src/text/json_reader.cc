#include "text/json_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/try.h"
#include "text/json_builder.h"
#include "text/json_inference.h"
#include "text/json_record_reader.h"
#include "text/json_tape.h"
#include "text/schema_file.h"
#include "text/text_encoding.h"
#include "text/type_name.h"

namespace taracea::text {
namespace {

using array::RecordBatch;

Result<JsonRecordReader> OpenRecords(const JsonReadOptions& options, std::unique_ptr<ByteStream> stream, bool partial) {
  TARACEA_TRY_ASSIGN(DecodedStream decoded, DecodeText(std::move(stream), options.encoding));
  JsonRecordReader::Limits limits;
  limits.chunk_bytes = static_cast<size_t>(std::max<int64_t>(options.chunk_bytes, 1));
  limits.max_record_bytes = static_cast<size_t>(std::max<int64_t>(options.max_record_bytes, 1));
  return JsonRecordReader(std::move(decoded.stream), decoded.mark_bytes, partial, limits);
}

Result<RequestedTypes> ReadRequests(const JsonReadOptions& options) {
  RequestedTypes requests;
  TARACEA_TRY_ASSIGN(const std::vector<array::Field> from_file, ParseSchemaFile(options.schema_text));
  for (const array::Field& field : from_file) {
    requests[field.name] = field;
  }
  for (const ColumnTypeRequest& request : options.types) {
    Result<array::Field> field = ParseTypeName(request.type);
    if (!field) {
      return Status::InvalidArgument(fmt::format("--type {}: {}", request.column, field.error().message()));
    }
    requests[request.column] = *std::move(field);
  }
  return requests;
}

/// Adds the line of a record to what is wrong with it.
Status InRecord(const Status& status, const JsonRecordReader::Record& record, const std::string& name) {
  const bool plain = status.code() == ErrorCode::kCorrupt || status.code() == ErrorCode::kLimitExceeded;
  if (!plain || status.message().starts_with("line ")) {
    return Status(status).At({.file = name});
  }
  const std::string& column = status.place().column;
  const std::string where = column.empty() ? "" : fmt::format(", column {}", column);
  return Status(status.code(), fmt::format("line {}{}: {}", record.line, where, status.message()))
      .At({.file = name, .column = column});
}

class JsonStream final : public TextBatchStream {
 public:
  JsonStream(std::shared_ptr<TextInput> input, const JsonReadOptions& options)
      : input_(std::move(input)), options_(options), parser_(options.max_depth) {}

  Status Prepare() {
    TARACEA_TRY_ASSIGN(requests_, ReadRequests(options_));
    TARACEA_TRY_ASSIGN(InferredJson inferred, FindTypes());
    fields_ = std::make_shared<const std::vector<array::Field>>(std::move(inferred.fields));
    report_.evidence = std::move(inferred.evidence);
    report_.warnings = std::move(inferred.warnings);
    report_.null_texts.resize(fields_->size());
    TARACEA_TRY_ASSIGN(RecordBuilder builder, RecordBuilder::Make(*fields_, requests_));
    builder_.emplace(std::move(builder));
    return {};
  }

  const std::shared_ptr<const std::vector<array::Field>>& fields() const noexcept override { return fields_; }
  const array::Metadata& metadata() const noexcept override { return metadata_; }
  const ImportReport& report() const noexcept override { return report_; }

  Result<std::optional<RecordBatch>> Next() override {
    if (!failure_.ok()) {
      return failure_;
    }
    Result<std::optional<RecordBatch>> batch = ended_ ? std::optional<RecordBatch>() : ReadBatch();
    if (!batch) {
      failure_ = batch.error();
    } else if (*batch) {
      report_.rows += (*batch)->length;
    }
    return batch;
  }

 private:
  Result<InferredJson> FindTypes() {
    bool whole = false;
    TARACEA_TRY_ASSIGN(std::unique_ptr<ByteStream> stream, input_->OpenPreview(&whole));
    TARACEA_TRY_ASSIGN(JsonRecordReader records, OpenRecords(options_, std::move(stream), !whole));
    JsonShape shape;
    while (true) {
      TARACEA_TRY_ASSIGN(const JsonRecordReader::Record record, records.Next());
      if (record.text.empty()) {
        break;
      }
      Status status = parser_.Parse(record.text, &tape_);
      if (status.ok()) {
        status = shape.Observe(tape_, 0, record.line);
      }
      if (!status.ok()) {
        return InRecord(status, record, input_->Name());
      }
    }
    return shape.DecideRecord(options_, requests_);
  }

  Result<std::optional<RecordBatch>> ReadBatch() {
    if (!records_) {
      TARACEA_TRY_ASSIGN(std::unique_ptr<ByteStream> stream, input_->OpenAll());
      TARACEA_TRY_ASSIGN(JsonRecordReader records, OpenRecords(options_, std::move(stream), false));
      records_.emplace(std::move(records));
    }
    const int64_t batch_rows = std::max<int64_t>(options_.batch_rows, 1);
    int64_t bytes = 0;
    while (builder_->rows() < batch_rows && (bytes < options_.batch_bytes || bytes == 0)) {
      TARACEA_TRY_ASSIGN(const JsonRecordReader::Record record, records_->Next());
      if (record.text.empty()) {
        ended_ = true;
        break;
      }
      Status status = parser_.Parse(record.text, &tape_);
      if (status.ok()) {
        status = builder_->Append(tape_);
      }
      if (!status.ok()) {
        return InRecord(status, record, input_->Name());
      }
      bytes += static_cast<int64_t>(record.text.size());
    }
    if (builder_->rows() == 0) {
      return std::optional<RecordBatch>();
    }
    RecordBatch batch;
    batch.fields = fields_;
    batch.length = builder_->rows();
    TARACEA_TRY_ASSIGN(batch.columns, builder_->Finish());
    return std::optional<RecordBatch>(std::move(batch));
  }

  std::shared_ptr<TextInput> input_;
  JsonReadOptions options_;
  RequestedTypes requests_;
  JsonParser parser_;
  JsonTape tape_;
  std::shared_ptr<const std::vector<array::Field>> fields_;
  array::Metadata metadata_;
  ImportReport report_;
  std::optional<RecordBuilder> builder_;
  std::optional<JsonRecordReader> records_;
  bool ended_ = false;
  Status failure_;
};

}  // namespace

Result<std::unique_ptr<TextBatchStream>> OpenJson(std::shared_ptr<TextInput> input, const JsonReadOptions& options) {
  auto stream = std::make_unique<JsonStream>(std::move(input), options);
  TARACEA_TRY(stream->Prepare());
  return std::unique_ptr<TextBatchStream>(std::move(stream));
}

}  // namespace taracea::text

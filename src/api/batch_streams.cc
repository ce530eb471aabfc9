#include "api/batch_streams.h"

#include <utility>

#include "arrow/schema_export.h"
#include "arrow/schema_import.h"
#include "arrow/stream_bridge.h"
#include "base/guard.h"
#include "base/try.h"

namespace taracea::api {
namespace {

class StreamReader final : public BatchReader {
 public:
  explicit StreamReader(std::unique_ptr<array::BatchStream> stream) : stream_(std::move(stream)) {}

  Result<std::optional<Batch>> Next() override {
    return Guard([this]() -> Result<std::optional<Batch>> {
      TARACEA_TRY_ASSIGN(std::optional<array::RecordBatch> next, stream_->Next());
      if (!next) {
        return std::optional<Batch>();
      }
      return std::optional<Batch>(Batch(std::make_shared<const array::RecordBatch>(*std::move(next))));
    });
  }
  Status ExportSchema(ArrowSchema* out) const override {
    return Guard([&] { return arrow::ExportTableSchema(*stream_->fields(), stream_->metadata(), out); });
  }
  std::unique_ptr<array::BatchStream> TakeStream() && { return std::move(stream_); }

 private:
  std::unique_ptr<array::BatchStream> stream_;
};

class ReaderStream final : public array::BatchStream {
 public:
  ReaderStream(BatchReader& reader, std::unique_ptr<BatchReader> owned, arrow::ImportedSchema schema)
      : owned_(std::move(owned)), reader_(reader), schema_(std::move(schema)) {}

  const std::shared_ptr<const std::vector<array::Field>>& fields() const noexcept override { return schema_.fields; }
  const array::Metadata& metadata() const noexcept override { return schema_.metadata; }
  Result<std::optional<array::RecordBatch>> Next() override {
    TARACEA_TRY_ASSIGN(std::optional<Batch> next, reader_.Next());
    if (!next) {
      return std::optional<array::RecordBatch>();
    }
    return std::optional<array::RecordBatch>(*next->internal());
  }

 private:
  std::unique_ptr<BatchReader> owned_;
  BatchReader& reader_;
  arrow::ImportedSchema schema_;
};

Result<std::unique_ptr<array::BatchStream>> MakeReaderStream(BatchReader& reader, std::unique_ptr<BatchReader> owned) {
  ArrowSchema exported{};
  TARACEA_TRY(reader.ExportSchema(&exported));
  TARACEA_TRY_ASSIGN(arrow::ImportedSchema schema, arrow::ImportTableSchema(&exported));
  return std::unique_ptr<array::BatchStream>(
      std::make_unique<ReaderStream>(reader, std::move(owned), std::move(schema)));
}

}  // namespace

std::unique_ptr<BatchReader> WrapStream(std::unique_ptr<array::BatchStream> stream) {
  return std::make_unique<StreamReader>(std::move(stream));
}

Result<std::unique_ptr<array::BatchStream>> UnwrapReader(std::unique_ptr<BatchReader> reader) {
  if (auto* wrapped = dynamic_cast<StreamReader*>(reader.get()); wrapped != nullptr) {
    return std::move(*wrapped).TakeStream();
  }
  BatchReader& borrowed = *reader;
  return MakeReaderStream(borrowed, std::move(reader));
}

Result<std::unique_ptr<array::BatchStream>> BorrowReader(BatchReader& reader) {
  return MakeReaderStream(reader, nullptr);
}

}  // namespace taracea::api

namespace taracea {

Status ExportStream(std::unique_ptr<BatchReader> reader, ArrowArrayStream* out) {
  return Guard([&]() -> Status {
    TARACEA_TRY_ASSIGN(std::unique_ptr<array::BatchStream> stream, api::UnwrapReader(std::move(reader)));
    return arrow::ExportStream(std::move(stream), out);
  });
}

Result<std::unique_ptr<BatchReader>> ImportStream(ArrowArrayStream* stream) {
  return Guard([&]() -> Result<std::unique_ptr<BatchReader>> {
    TARACEA_TRY_ASSIGN(std::unique_ptr<array::BatchStream> imported, arrow::ImportStream(stream));
    return api::WrapStream(std::move(imported));
  });
}

}  // namespace taracea

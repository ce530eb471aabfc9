#include "taracea/writer.h"

#include <utility>

#include "api/batch_streams.h"
#include "arrow/array_import.h"
#include "arrow/arrow_schema_key.h"
#include "arrow/schema_import.h"
#include "base/guard.h"
#include "base/try.h"
#include "file/file_reader.h"
#include "read/read_plan.h"
#include "schema/array_mapping.h"
#include "schema/row_arrays.h"
#include "taracea/reader.h"
#include "write/batch_writer.h"

namespace taracea {

struct Writer::State {
  std::unique_ptr<write::BatchWriter> writer;
  arrow::ImportedSchema schema;
};

namespace {

/// Aborts the caller's sink when it is given up by whatever way, exceptions included.
class OwnedSink final : public ByteSink {
 public:
  explicit OwnedSink(std::unique_ptr<ByteSink>&& sink) : sink_(std::move(sink)) {}
  OwnedSink(const OwnedSink&) = delete;
  OwnedSink& operator=(const OwnedSink&) = delete;
  ~OwnedSink() override { Abort(); }

  Status Write(std::span<const ConstBytes> pieces) override { return sink_->Write(pieces); }
  Status Flush() override { return sink_->Flush(); }
  Status Close() override {
    Status status = sink_->Close();
    ended_ = ended_ || status.ok();
    return status;
  }
  void Abort() noexcept override {
    if (!ended_) {
      ended_ = true;
      sink_->Abort();
    }
  }
  std::string Name() const override { return sink_->Name(); }

 private:
  const std::unique_ptr<ByteSink> sink_;
  bool ended_ = false;
};

Result<std::unique_ptr<ByteSink>> Own(std::unique_ptr<ByteSink> sink) {
  Result<std::unique_ptr<ByteSink>> owned =
      Guard([&]() -> Result<std::unique_ptr<ByteSink>> { return std::make_unique<OwnedSink>(std::move(sink)); });
  if (!owned.ok()) {
    sink->Abort();
  }
  return owned;
}

Result<Writer> MakeWriter(std::unique_ptr<ByteSink> sink, Schema schema, arrow::ImportedSchema fields,
                          const WriteOptions& options) {
  auto state = std::make_unique<Writer::State>();
  state->schema = std::move(fields);
  TARACEA_TRY_ASSIGN(state->writer, write::BatchWriter::Create(std::move(sink), std::move(schema),
                                                               *state->schema.fields, state->schema.metadata, options));
  return Writer(std::move(state));
}

arrow::ImportedSchema FieldsOf(const schema::ArrayMapping& mapping) {
  auto fields = std::make_shared<std::vector<array::Field>>();
  for (const schema::MappedField& column : mapping.columns) {
    fields->push_back(column.field);
  }
  arrow::ImportedSchema out;
  out.fields = std::move(fields);
  return out;
}

/// The fields of a Parquet schema's own array types.
Result<arrow::ImportedSchema> FieldsOf(const Schema& schema) {
  TARACEA_TRY_ASSIGN(const schema::ArrayMapping mapping, schema::MapToArrays(schema));
  return FieldsOf(mapping);
}

/// Lays what a file was written with under options that keep their defaults.
Result<WriteOptions> OptionsLike(const file::FileReader& file, const WriteOptions& own) {
  WriteOptions out = own;
  const WriteOptions defaults;
  if (own.key_value_metadata.empty()) {
    for (const KeyValue& pair : file.footer().key_value_metadata()) {
      if (pair.key != arrow::kArrowSchemaKey) {
        out.key_value_metadata.emplace_back(pair.key, pair.value.value_or(""));
      }
    }
  }
  out.format_version = own.format_version == defaults.format_version ? file.footer().version() : own.format_version;
  if (out.format_version != 1 && out.format_version != 2) {
    out.format_version = defaults.format_version;
  }
  if (file.row_group_count() == 0) {
    return out;
  }
  if (own.row_group_rows == defaults.row_group_rows && file.row_group_rows(0) > 0) {
    out.row_group_rows = file.row_group_rows(0);
  }
  for (int leaf = 0; leaf < file.schema().leaf_count() && own.codec == defaults.codec; ++leaf) {
    TARACEA_TRY_ASSIGN(const format::IndexedChunk* const chunk, file.Chunk(0, leaf));
    const std::string path = file.schema().PathString(file.schema().leaf_node_index(leaf));
    ColumnWriteOptions& column = out.column[path];
    const Codec codec = chunk->meta_data->codec;
    if (!column.codec) {
      column.codec = codec == Codec::kLz4 ? Codec::kLz4Raw : codec == Codec::kLzo ? Codec::kZstd : codec;
    }
  }
  return out;
}

Result<arrow::ImportedSchema> FieldsOf(const file::FileReader& file) {
  TARACEA_TRY_ASSIGN(const schema::ArrayMapping mapping, read::MapColumns(file, {}));
  return FieldsOf(mapping);
}

}  // namespace

Writer::Writer(std::unique_ptr<State> state) : state_(std::move(state)) {}
Writer::Writer(Writer&&) noexcept = default;
Writer& Writer::operator=(Writer&& other) noexcept {
  Abort();
  state_ = std::move(other.state_);
  return *this;
}
Writer::~Writer() {
  Abort();
}

Result<Writer> Writer::Create(std::unique_ptr<ByteSink> sink, ArrowSchema* schema, const WriteOptions& options) {
  return Guard([&]() -> Result<Writer> {
    Result<std::unique_ptr<ByteSink>> owned = Own(std::move(sink));
    TARACEA_TRY_ASSIGN(arrow::ImportedSchema fields, arrow::ImportTableSchema(schema));
    TARACEA_TRY(owned.status());
    TARACEA_TRY_ASSIGN(Schema parquet, schema::SchemaForFields(*fields.fields));
    return MakeWriter(*std::move(owned), std::move(parquet), std::move(fields), options);
  });
}

Result<Writer> Writer::Create(std::unique_ptr<ByteSink> sink, const Schema& schema, const WriteOptions& options) {
  return Guard([&]() -> Result<Writer> {
    TARACEA_TRY_ASSIGN(std::unique_ptr<ByteSink> owned, Own(std::move(sink)));
    TARACEA_TRY_ASSIGN(arrow::ImportedSchema fields, FieldsOf(schema));
    return MakeWriter(std::move(owned), schema, std::move(fields), options);
  });
}

Result<Writer> Writer::Create(const std::string& path, ArrowSchema* schema, const WriteOptions& options,
                              const FileSinkOptions& sink_options) {
  return Guard([&]() -> Result<Writer> {
    Result<std::unique_ptr<ByteSink>> sink = CreateFileSink(path, sink_options);
    if (!sink.ok()) {
      if (schema != nullptr && schema->release != nullptr) {
        schema->release(schema);
      }
      return std::move(sink).error();
    }
    return Create(*std::move(sink), schema, options);
  });
}

Result<Writer> Writer::Create(const std::string& path, const Schema& schema, const WriteOptions& options,
                              const FileSinkOptions& sink_options) {
  return Guard([&]() -> Result<Writer> {
    TARACEA_TRY_ASSIGN(std::unique_ptr<ByteSink> sink, CreateFileSink(path, sink_options));
    return Create(std::move(sink), schema, options);
  });
}

Result<Writer> Writer::CreateLike(const File& file, const std::string& path, const WriteOptions& options,
                                  const FileSinkOptions& sink_options) {
  return Guard([&]() -> Result<Writer> {
    TARACEA_TRY_ASSIGN(const WriteOptions like, OptionsLike(*file.internal(), options));
    TARACEA_TRY_ASSIGN(arrow::ImportedSchema fields, FieldsOf(*file.internal()));
    TARACEA_TRY_ASSIGN(std::unique_ptr<ByteSink> sink, CreateFileSink(path, sink_options));
    TARACEA_TRY_ASSIGN(std::unique_ptr<ByteSink> owned, Own(std::move(sink)));
    return MakeWriter(std::move(owned), file.schema(), std::move(fields), like);
  });
}

namespace {

Status Ended() {
  return Status::InvalidArgument("the writer was closed, aborted or moved from");
}

}  // namespace

Status Writer::Write(const Batch& batch) {
  return Guard([&]() -> Status { return state_ == nullptr ? Ended() : state_->writer->Write(*batch.internal()); });
}

Status Writer::Write(ArrowArray* batch) {
  return Guard([&]() -> Status {
    if (state_ == nullptr) {
      if (batch != nullptr && batch->release != nullptr) {
        batch->release(batch);
      }
      return Ended();
    }
    TARACEA_TRY_ASSIGN(const array::RecordBatch imported, arrow::ImportBatch(batch, state_->schema));
    return state_->writer->Write(imported);
  });
}

Status Writer::WriteColumns(RowColumns rows) {
  return Guard([&]() -> Status {
    if (state_ == nullptr) {
      return Ended();
    }
    TARACEA_TRY_ASSIGN(const array::RecordBatch batch, schema::BatchFromRows(std::move(rows)));
    return state_->writer->Write(batch);
  });
}

Status Writer::WriteAll(BatchReader& reader) {
  while (true) {
    TARACEA_TRY_ASSIGN(const std::optional<Batch> batch, reader.Next());
    if (!batch) {
      return {};
    }
    TARACEA_TRY(Write(*batch));
  }
}

Status Writer::FlushRowGroup() {
  return Guard([&]() -> Status { return state_ == nullptr ? Ended() : state_->writer->FlushRowGroup(); });
}

const Schema& Writer::schema() const noexcept {
  return state_->writer->schema();
}

WriteCounters Writer::counters() const noexcept {
  return state_ == nullptr ? WriteCounters() : state_->writer->counters();
}

Result<WriteReport> Writer::Close() {
  return Guard([&]() -> Result<WriteReport> {
    if (state_ == nullptr) {
      return Ended();
    }
    const std::unique_ptr<State> state = std::move(state_);
    Result<WriteReport> report = state->writer->Close();
    if (!report.ok()) {
      state->writer->Abort();
    }
    return report;
  });
}

void Writer::Abort() noexcept {
  if (state_ != nullptr) {
    state_->writer->Abort();
    state_.reset();
  }
}

}  // namespace taracea

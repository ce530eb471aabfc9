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
    Result<arrow::ImportedSchema> fields = arrow::ImportTableSchema(schema);
    Result<Schema> parquet = fields.ok() ? schema::SchemaForFields(*fields->fields) : Result<Schema>(fields.error());
    if (!parquet.ok()) {
      sink->Abort();
      return std::move(parquet).error();
    }
    return MakeWriter(std::move(sink), *std::move(parquet), *std::move(fields), options);
  });
}

Result<Writer> Writer::Create(std::unique_ptr<ByteSink> sink, const Schema& schema, const WriteOptions& options) {
  return Guard([&]() -> Result<Writer> {
    Result<arrow::ImportedSchema> fields = FieldsOf(schema);
    if (!fields.ok()) {
      sink->Abort();
      return std::move(fields).error();
    }
    return MakeWriter(std::move(sink), schema, *std::move(fields), options);
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
    return MakeWriter(std::move(sink), file.schema(), std::move(fields), like);
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

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "api/c_boundary.h"
#include "api/c_callbacks.h"
#include "api/c_handles.h"
#include "api/c_options.h"
#include "api/c_reports.h"
#include "base/try.h"
#include "taracea/c.h"

namespace taracea::api {
namespace {

/// Releases an Arrow struct that was handed in, unless something else has taken it over by then.
template <typename T>
class Consumed {
 public:
  explicit Consumed(T* given) noexcept : given_(given) {}
  Consumed(const Consumed&) = delete;
  Consumed& operator=(const Consumed&) = delete;
  ~Consumed() {
    if (given_ != nullptr && given_->release != nullptr) {
      given_->release(given_);
    }
  }

 private:
  T* const given_;
};

Status GiveWriter(Result<Writer> made, taracea_writer** writer) {
  TARACEA_TRY(made.status());
  *writer = std::make_unique<taracea_writer>(taracea_writer{*std::move(made)}).release();
  return {};
}

/// Creates a writer from an Arrow schema or a Parquet schema.
template <typename SchemaGiven>
Status CreateAtPath(const char* path, SchemaGiven&& schema, const taracea_write_options* options,
                    taracea_writer** writer) {
  TARACEA_TRY(Need(path, "path"));
  TARACEA_TRY(Need(writer, "writer"));
  TARACEA_TRY_ASSIGN(const FileWriteOptions wanted, ToWriteOptions(options));
  return GiveWriter(Writer::Create(std::string(path), schema, wanted.write, wanted.sink), writer);
}

template <typename SchemaGiven>
Status CreateInSink(std::unique_ptr<ByteSink> sink, SchemaGiven&& schema, const taracea_write_options* options,
                    taracea_writer** writer) {
  TARACEA_TRY(Need(writer, "writer"));
  TARACEA_TRY_ASSIGN(const FileWriteOptions wanted, ToWriteOptions(options));
  return GiveWriter(Writer::Create(std::move(sink), schema, wanted.write), writer);
}

Result<Schema> ParseMessage(const char* message) {
  TARACEA_TRY(Need(message, "message"));
  return Schema::Parse(message);
}

}  // namespace
}  // namespace taracea::api

namespace api = taracea::api;
using taracea::Status;

taracea_code taracea_writer_create(const char* path, ArrowSchema* schema, const taracea_write_options* options,
                                   taracea_writer** writer, taracea_error** error) {
  api::Clear(writer);
  const api::Consumed<ArrowSchema> consumed(schema);
  return api::Answer(error, [&]() -> Status {
    TARACEA_TRY(api::Need(schema, "schema"));
    return api::CreateAtPath(path, schema, options, writer);
  });
}

taracea_code taracea_writer_create_sink(const taracea_sink* sink, ArrowSchema* schema,
                                        const taracea_write_options* options, taracea_writer** writer,
                                        taracea_error** error) {
  api::Clear(writer);
  const api::Consumed<ArrowSchema> consumed(schema);
  return api::Answer(error, [&]() -> Status {
    TARACEA_TRY_ASSIGN(std::unique_ptr<taracea::ByteSink> made, api::MakeSink(sink));
    TARACEA_TRY(api::Need(schema, "schema"));
    return api::CreateInSink(std::move(made), schema, options, writer);
  });
}

taracea_code taracea_writer_create_message(const char* path, const char* message, const taracea_write_options* options,
                                           taracea_writer** writer, taracea_error** error) {
  api::Clear(writer);
  return api::Answer(error, [&]() -> Status {
    TARACEA_TRY_ASSIGN(const taracea::Schema schema, api::ParseMessage(message));
    return api::CreateAtPath(path, schema, options, writer);
  });
}

taracea_code taracea_writer_create_sink_message(const taracea_sink* sink, const char* message,
                                                const taracea_write_options* options, taracea_writer** writer,
                                                taracea_error** error) {
  api::Clear(writer);
  return api::Answer(error, [&]() -> Status {
    TARACEA_TRY_ASSIGN(std::unique_ptr<taracea::ByteSink> made, api::MakeSink(sink));
    TARACEA_TRY_ASSIGN(const taracea::Schema schema, api::ParseMessage(message));
    return api::CreateInSink(std::move(made), schema, options, writer);
  });
}

taracea_code taracea_writer_create_like(const taracea_file* file, const char* path,
                                        const taracea_write_options* options, taracea_writer** writer,
                                        taracea_error** error) {
  api::Clear(writer);
  return api::Answer(error, [&]() -> Status {
    TARACEA_TRY(api::Need(file, "file"));
    TARACEA_TRY(api::Need(path, "path"));
    TARACEA_TRY(api::Need(writer, "writer"));
    TARACEA_TRY_ASSIGN(const api::FileWriteOptions wanted, api::ToWriteOptions(options));
    return api::GiveWriter(taracea::Writer::CreateLike(file->file, path, wanted.write, wanted.sink), writer);
  });
}

taracea_code taracea_writer_write(taracea_writer* writer, ArrowArray* batch, taracea_error** error) {
  const api::Consumed<ArrowArray> consumed(batch);
  return api::Answer(error, [&]() -> Status {
    TARACEA_TRY(api::Need(writer, "writer"));
    TARACEA_TRY(api::Need(batch, "batch"));
    return writer->writer.Write(batch);
  });
}

taracea_code taracea_writer_write_stream(taracea_writer* writer, ArrowArrayStream* stream, taracea_error** error) {
  const api::Consumed<ArrowArrayStream> consumed(stream);
  return api::Answer(error, [&]() -> Status {
    TARACEA_TRY(api::Need(writer, "writer"));
    TARACEA_TRY(api::Need(stream, "stream"));
    TARACEA_TRY_ASSIGN(const std::unique_ptr<taracea::BatchReader> reader, taracea::ImportStream(stream));
    return writer->writer.WriteAll(*reader);
  });
}

taracea_code taracea_writer_flush_row_group(taracea_writer* writer, taracea_error** error) {
  return api::Answer(error, [&]() -> Status {
    TARACEA_TRY(api::Need(writer, "writer"));
    return writer->writer.FlushRowGroup();
  });
}

taracea_code taracea_writer_counters(const taracea_writer* writer, taracea_write_counters* counters,
                                     taracea_error** error) {
  return api::Answer(error, [&]() -> Status {
    TARACEA_TRY(api::Need(writer, "writer"));
    const taracea::WriteCounters from = writer->writer.counters();
    taracea_write_counters out{};
    out.rows = from.rows;
    out.pages = from.pages;
    out.dictionary_pages = from.dictionary_pages;
    out.dictionaries_given_up = from.dictionaries_given_up;
    out.written_bytes = from.written_bytes;
    out.uncompressed_bytes = from.uncompressed_bytes;
    out.allocations = from.allocations;
    out.peak_memory_bytes = from.peak_memory_bytes;
    out.encode_ns = from.encode_ns;
    out.compress_ns = from.compress_ns;
    out.write_ns = from.write_ns;
    return api::FillStruct(out, counters, "counters");
  });
}

taracea_code taracea_writer_close(taracea_writer* writer, char** report_json, taracea_error** error) {
  api::Clear(report_json);
  return api::Answer(error, [&]() -> Status {
    TARACEA_TRY(api::Need(writer, "writer"));
    TARACEA_TRY_ASSIGN(const taracea::WriteReport report, writer->writer.Close());
    if (report_json != nullptr) {
      api::GiveText(api::ReportJson(report), report_json);
    }
    return {};
  });
}

void taracea_writer_abort(taracea_writer* writer) {
  if (writer != nullptr) {
    writer->writer.Abort();
  }
}

void taracea_writer_free(taracea_writer* writer) {
  const std::unique_ptr<taracea_writer> memory(writer);
}

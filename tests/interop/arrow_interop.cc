// A library for the Python tests beside it: passes Arrow streams through the Arrow C interfaces and Arrow IPC.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arrow/arrow_schema_key.h"
#include "arrow/stream_bridge.h"
#include "base/try.h"
#include "ipc/stream_reader.h"
#include "ipc/stream_writer.h"
#include "taracea/arrow_c.h"
#include "taracea/io.h"

namespace taracea {
namespace {

/// Words of the last error, or the last text asked for.
std::string& Answer() {
  static std::string answer;
  return answer;
}

int Report(const Status& status) {
  Answer() = status.ToString();
  return static_cast<int>(status.code());
}

/// Imports every batch, so that a fault shows here, and exports them as a new stream.
Status PassThrough(ArrowArrayStream* in, ArrowArrayStream* out) {
  TARACEA_TRY_ASSIGN(const auto stream, arrow::ImportStream(in));
  std::vector<array::RecordBatch> batches;
  while (true) {
    TARACEA_TRY_ASSIGN(std::optional<array::RecordBatch> batch, stream->Next());
    if (!batch.has_value()) {
      break;
    }
    batches.push_back(*std::move(batch));
  }
  return arrow::ExportStream(
      std::make_unique<array::MemoryBatchStream>(stream->fields(), stream->metadata(), std::move(batches)), out);
}

Status WriteIpc(ArrowArrayStream* in, const char* path, int codec, bool as_file) {
  TARACEA_TRY_ASSIGN(const auto stream, arrow::ImportStream(in));
  TARACEA_TRY_ASSIGN(const auto sink, CreateFileSink(path, {.overwrite = true}));
  ipc::WriteOptions options;
  options.codec = static_cast<ipc::BodyCodec>(codec);
  options.container = as_file ? ipc::WriteOptions::Container::kFile : ipc::WriteOptions::Container::kStream;
  TARACEA_TRY_ASSIGN(const auto writer,
                     ipc::StreamWriter::Create(*sink, stream->fields(), stream->metadata(), options));
  while (true) {
    TARACEA_TRY_ASSIGN(const std::optional<array::RecordBatch> batch, stream->Next());
    if (!batch.has_value()) {
      break;
    }
    TARACEA_TRY(writer->Write(*batch));
  }
  TARACEA_TRY(writer->Close());
  return sink->Close();
}

Status ReadIpc(const char* path, ArrowArrayStream* out) {
  TARACEA_TRY_ASSIGN(std::shared_ptr<ByteSource> source, OpenFileSource(path));
  TARACEA_TRY_ASSIGN(auto stream, ipc::OpenFileOrStream(std::move(source)));
  return arrow::ExportStream(std::move(stream), out);
}

/// Decodes the value of ARROW:schema and encodes it again.
Status RewriteSchemaKey(const char* value) {
  TARACEA_TRY_ASSIGN(const arrow::ImportedSchema schema, arrow::DecodeArrowSchema(value));
  TARACEA_TRY_ASSIGN(std::string again, arrow::EncodeArrowSchema(*schema.fields, schema.metadata));
  Answer() = std::move(again);
  return {};
}

}  // namespace
}  // namespace taracea

#define INTEROP_EXPORT extern "C" __attribute__((visibility("default")))

INTEROP_EXPORT const char* interop_answer() {
  return taracea::Answer().c_str();
}

INTEROP_EXPORT int interop_pass_through(ArrowArrayStream* in, ArrowArrayStream* out) {
  return taracea::Report(taracea::PassThrough(in, out));
}

INTEROP_EXPORT int interop_write_ipc(ArrowArrayStream* in, const char* path, int codec, int as_file) {
  return taracea::Report(taracea::WriteIpc(in, path, codec, as_file != 0));
}

INTEROP_EXPORT int interop_read_ipc(const char* path, ArrowArrayStream* out) {
  return taracea::Report(taracea::ReadIpc(path, out));
}

INTEROP_EXPORT int interop_rewrite_schema_key(const char* value) {
  const taracea::Status status = taracea::RewriteSchemaKey(value);
  return status.ok() ? 0 : taracea::Report(status);
}

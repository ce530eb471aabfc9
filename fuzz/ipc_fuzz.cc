// Arrow IPC files and streams of any bytes: what is read must be valid, and be the same when written and read again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>

#include "ipc/schema_message.h"
#include "ipc/stream_reader.h"
#include "ipc/stream_writer.h"

using taracea::Buffer;
using taracea::ConstBytes;
using taracea::MemorySink;
using taracea::Result;
using taracea::array::BatchStream;
using taracea::array::RecordBatch;

namespace {

void Require(bool holds) {
  if (!holds) {
    std::abort();
  }
}

void WriteAndReadAgain(const RecordBatch& batch) {
  MemorySink sink;
  auto writer = taracea::ipc::StreamWriter::Create(sink, batch.fields, batch.metadata);
  if (!writer) {
    return;
  }
  Require((*writer)->Write(batch).ok() && (*writer)->Close().ok());
  auto again = taracea::ipc::OpenFileOrStream(MakeMemorySource(Buffer::Unowned(sink.bytes())));
  Require(again.has_value());
  const auto read = (*again)->Next();
  Require(read.has_value() && read->has_value());
  for (size_t i = 0; i < batch.columns.size(); ++i) {
    Require(ValuesEqual(*batch.columns[i], *(*read)->columns[i]));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const ConstBytes bytes(reinterpret_cast<const std::byte*>(data), size);
  (void)taracea::ipc::DecodeSchemaMessage(bytes);
  taracea::ipc::ReadOptions options;
  options.limits.memory_budget_bytes = int64_t{64} << 20;
  options.max_slots_without_bytes = 1 << 16;
  auto stream = taracea::ipc::OpenFileOrStream(MakeMemorySource(Buffer::Unowned(bytes)), options);
  if (!stream) {
    return 0;
  }
  while (true) {
    const Result<std::optional<RecordBatch>> batch = (*stream)->Next();
    if (!batch || !batch->has_value()) {
      return 0;
    }
    for (const auto& column : (*batch)->columns) {
      Require(Validate(*column, true).ok());
    }
    WriteAndReadAgain(**batch);
  }
}

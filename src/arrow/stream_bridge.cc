#include "arrow/stream_bridge.h"

#include <cerrno>
#include <string>
#include <utility>

#include "array/reading_batch_stream.h"
#include "arrow/array_export.h"
#include "arrow/owned_c_struct.h"
#include "arrow/schema_export.h"
#include "base/guard.h"
#include "base/try.h"

namespace taracea::arrow {
namespace {

using array::BatchStream;
using array::Field;
using array::Metadata;
using array::RecordBatch;

class ImportedStream final : public array::ReadingBatchStream {
 public:
  ImportedStream(Owned<ArrowArrayStream> stream, ImportOptions options)
      : stream_(std::move(stream)), options_(std::move(options)) {}

  Status ReadSchema(const ReadLimits& limits) {
    Owned<ArrowSchema> schema;
    TARACEA_TRY(Check(stream_->get_schema(stream_.get(), schema.get())));
    TARACEA_TRY_ASSIGN(schema_, ReadTableSchema(*schema.get(), limits));
    return {};
  }

  const std::shared_ptr<const std::vector<Field>>& fields() const noexcept override { return schema_.fields; }
  const Metadata& metadata() const noexcept override { return schema_.metadata; }

 private:
  Result<std::optional<RecordBatch>> ReadNext() override {
    Owned<ArrowArray> array;
    TARACEA_TRY(Check(stream_->get_next(stream_.get(), array.get())));
    if (!array) {
      return std::optional<RecordBatch>();
    }
    TARACEA_TRY_ASSIGN(RecordBatch batch, ImportBatch(array.get(), schema_, options_));
    return std::optional<RecordBatch>(std::move(batch));
  }

  Status Check(int error) {
    if (error == 0) {
      return {};
    }
    const char* words = stream_->get_last_error == nullptr ? nullptr : stream_->get_last_error(stream_.get());
    return {CodeFromErrno(error),
            "Arrow stream: " + (words == nullptr ? "error " + std::to_string(error) : std::string(words))};
  }

  Owned<ArrowArrayStream> stream_;
  ImportOptions options_;
  ImportedSchema schema_;
};

/// What an exported ArrowArrayStream points to.
struct StreamMemory {
  std::unique_ptr<BatchStream> stream;
  std::shared_ptr<Arena> arena;
  std::string last_error;
};

StreamMemory& MemoryOf(ArrowArrayStream* stream) {
  return *static_cast<StreamMemory*>(stream->private_data);
}

template <typename Work>
int Answer(ArrowArrayStream* stream, Work&& work) noexcept {
  StreamMemory& memory = MemoryOf(stream);
  const Status status = Guard(std::forward<Work>(work));
  if (status.ok()) {
    memory.last_error.clear();
    return 0;
  }
  const Status kept = Guard([&]() -> Status {
    memory.last_error = status.ToString();
    return {};
  });
  return ErrnoOf(kept.ok() ? status.code() : kept.code());
}

extern "C" int TaraceaStreamSchema(ArrowArrayStream* stream, ArrowSchema* out) {
  return Answer(stream, [&] {
    const BatchStream& from = *MemoryOf(stream).stream;
    return ExportTableSchema(*from.fields(), from.metadata(), out);
  });
}

extern "C" int TaraceaStreamNext(ArrowArrayStream* stream, ArrowArray* out) {
  return Answer(stream, [&]() -> Status {
    TARACEA_TRY_ASSIGN(const std::optional<RecordBatch> batch, MemoryOf(stream).stream->Next());
    if (!batch.has_value()) {
      *out = ArrowArray{};
      return {};
    }
    return ExportBatch(*batch, out, MemoryOf(stream).arena.get());
  });
}

extern "C" const char* TaraceaStreamLastError(ArrowArrayStream* stream) {
  const std::string& words = MemoryOf(stream).last_error;
  return words.empty() ? nullptr : words.c_str();
}

extern "C" void TaraceaReleaseStream(ArrowArrayStream* stream) {
  const std::unique_ptr<StreamMemory> memory(static_cast<StreamMemory*>(stream->private_data));
  stream->release = nullptr;
  stream->private_data = nullptr;
}

}  // namespace

int ErrnoOf(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::kOk: return 0;
    case ErrorCode::kIo: return EIO;
    case ErrorCode::kUnsupported: return ENOTSUP;
    case ErrorCode::kLimitExceeded:
    case ErrorCode::kOutOfMemory: return ENOMEM;
    case ErrorCode::kCancelled: return ECANCELED;
    default: return EINVAL;
  }
}

ErrorCode CodeFromErrno(int error) noexcept {
  switch (error) {
    case 0: return ErrorCode::kOk;
    case ENOTSUP:
    case ENOSYS: return ErrorCode::kUnsupported;
    case ENOMEM: return ErrorCode::kOutOfMemory;
    case ECANCELED: return ErrorCode::kCancelled;
    case EINVAL: return ErrorCode::kInvalidArgument;
    default: return ErrorCode::kIo;
  }
}

Result<std::unique_ptr<BatchStream>> ImportStream(ArrowArrayStream* from, const ImportOptions& options,
                                                  const ReadLimits& limits) {
  Owned<ArrowArrayStream> owned(from);
  return Guard([&]() -> Result<std::unique_ptr<BatchStream>> {
    if (!owned || owned->get_schema == nullptr || owned->get_next == nullptr) {
      return Status::InvalidArgument("Arrow stream: already released, or without its functions");
    }
    auto stream = std::make_unique<ImportedStream>(std::move(owned), options);
    TARACEA_TRY(stream->ReadSchema(limits));
    return std::unique_ptr<BatchStream>(std::move(stream));
  });
}

Status ExportStream(std::unique_ptr<BatchStream> stream, ArrowArrayStream* out, std::shared_ptr<Arena> arena) {
  return Guard([&]() -> Status {
    auto memory = std::make_unique<StreamMemory>();
    memory->stream = std::move(stream);
    memory->arena = std::move(arena);
    *out = ArrowArrayStream{};
    out->get_schema = &TaraceaStreamSchema;
    out->get_next = &TaraceaStreamNext;
    out->get_last_error = &TaraceaStreamLastError;
    out->release = &TaraceaReleaseStream;
    out->private_data = memory.release();
    return {};
  });
}

}  // namespace taracea::arrow

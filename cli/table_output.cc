#include "table_output.h"

#include <fmt/format.h>

#include "console.h"
#include "propagate.h"
#include "taracea/text_io.h"
#include "taracea/writer.h"

namespace taracea::cli {
namespace {

/// Standard output as a sink of its own, which may be closed.
class SharedOutput final : public ByteSink {
 public:
  explicit SharedOutput(StandardOutput& out) : out_(out) {}
  Status Write(std::span<const ConstBytes> pieces) override { return out_.Write(pieces); }
  Status Flush() override { return out_.Flush(); }
  Status Close() override { return out_.Flush(); }
  void Abort() noexcept override { out_.Abort(); }
  std::string Name() const override { return out_.Name(); }

 private:
  StandardOutput& out_;
};

/// Counts the bytes on their way to another sink.
class CountingSink final : public ByteSink {
 public:
  explicit CountingSink(ByteSink& out) : out_(out) {}
  Status Write(std::span<const ConstBytes> pieces) override {
    for (const ConstBytes piece : pieces) {
      bytes_ += static_cast<int64_t>(piece.size());
    }
    return out_.Write(pieces);
  }
  Status Flush() override { return out_.Flush(); }
  Status Close() override { return out_.Close(); }
  void Abort() noexcept override { out_.Abort(); }
  std::string Name() const override { return out_.Name(); }
  int64_t bytes() const noexcept { return bytes_; }

 private:
  ByteSink& out_;
  int64_t bytes_ = 0;
};

Result<std::unique_ptr<ByteSink>> OpenSink(const TableOutputOptions& options, Console& console) {
  if (options.path == kStandardStream) {
    return std::unique_ptr<ByteSink>(std::make_unique<SharedOutput>(console.out()));
  }
  Result<std::unique_ptr<ByteSink>> sink = CreateFileSink(options.path, {.overwrite = options.overwrite});
  if (!sink.ok() && sink.error().code() == ErrorCode::kInvalidArgument) {
    return Status::InvalidArgument("exists already; --force replaces it").At({.file = options.path});
  }
  return sink;
}

Status WriteAs(BatchReader& rows, const TableOutputOptions& options, ByteSink& sink) {
  switch (options.format) {
    case FileFormat::kArrowFile: return WriteArrow(rows, ArrowContainer::kFile, sink);
    case FileFormat::kArrowStream: return WriteArrow(rows, ArrowContainer::kStream, sink);
    case FileFormat::kJsonLines: return WriteJson(rows, options.json, sink);
    default: return WriteCsv(rows, options.csv, sink);
  }
}

Result<TableOutputReport> WriteParquet(BatchReader& rows, const TableOutputOptions& options,
                                       std::unique_ptr<ByteSink> sink) {
  ArrowSchema schema{};
  CLI_TRY(rows.ExportSchema(&schema));
  CLI_TRY_ASSIGN(Writer writer, Writer::Create(std::move(sink), &schema, options.parquet));
  CLI_TRY(writer.WriteAll(rows));
  TableOutputReport out;
  CLI_TRY_ASSIGN(out.parquet, writer.Close());
  out.bytes = out.parquet->file_bytes;
  return out;
}

}  // namespace

Status RefuseBinaryOnTerminal(const std::string& path, FileFormat format, Console& console) {
  if (path == kStandardStream && !IsText(format) && console.out().is_terminal()) {
    return Status::InvalidArgument(
        fmt::format("{} data is binary and standard output is a terminal; name a file", FormatWord(format)));
  }
  return {};
}

Result<TableOutputReport> WriteRowsTo(BatchReader& rows, const TableOutputOptions& options, Console& console) {
  CLI_TRY_ASSIGN(std::unique_ptr<ByteSink> opened, OpenSink(options, console));
  if (options.format == FileFormat::kParquet) {
    return WriteParquet(rows, options, std::move(opened));
  }
  CountingSink sink(*opened);
  Status status = WriteAs(rows, options, sink);
  if (status.ok()) {
    status = opened->Close();
  }
  if (!status.ok()) {
    opened->Abort();
    return status;
  }
  return TableOutputReport{.bytes = sink.bytes(), .parquet = std::nullopt};
}

}  // namespace taracea::cli

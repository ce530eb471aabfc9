#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "api/batch_streams.h"
#include "api/json_array_sink.h"
#include "base/guard.h"
#include "base/try.h"
#include "io/file_descriptor.h"
#include "io/system_error.h"
#include "ipc/stream_reader.h"
#include "ipc/stream_writer.h"
#include "taracea/text_io.h"
#include "text/byte_stream.h"
#include "text/csv_reader.h"
#include "text/display_width.h"
#include "text/json_reader.h"
#include "text/schema_file.h"
#include "text/text_writer.h"
#include "text/type_name.h"
#include "text/value_format.h"

namespace taracea {
namespace {

constexpr std::string_view kStandardInput = "-";

// ---- reading --------------------------------------------------------------------------------------------------------

class TextReader final : public ImportReader {
 public:
  explicit TextReader(std::unique_ptr<text::TextBatchStream> stream)
      : fields_(stream->fields()), report_(&stream->report()), reader_(api::WrapStream(std::move(stream))) {}

  Result<std::optional<Batch>> Next() override { return reader_->Next(); }
  Status ExportSchema(ArrowSchema* out) const override { return reader_->ExportSchema(out); }

  ImportSummary summary() const override {
    ImportSummary out;
    for (size_t i = 0; i < fields_->size(); ++i) {
      const array::Field& field = (*fields_)[i];
      ColumnEvidence column;
      column.column = field.name;
      column.type = text::FormatTypeName(field);
      if (i < report_->evidence.size()) {
        column.reason = report_->evidence[i].reason;
        column.value = report_->evidence[i].value;
        column.line = report_->evidence[i].line;
      }
      out.columns.push_back(std::move(column));
    }
    out.warnings = report_->warnings;
    out.null_texts = report_->null_texts;
    out.rows = report_->rows;
    return out;
  }
  std::string SchemaText() const override { return text::FormatSchemaFile(*fields_, report_->evidence); }

 private:
  std::shared_ptr<const std::vector<array::Field>> fields_;
  const text::ImportReport* report_;  // Lives in reader_.
  std::unique_ptr<BatchReader> reader_;
};

/// Reads a descriptor that it owns, or standard input.
class OwnedDescriptorStream final : public text::ByteStream {
 public:
  OwnedDescriptorStream(FileDescriptor owned, int descriptor, std::string name)
      : owned_(std::move(owned)), stream_(text::MakeDescriptorStream(descriptor, std::move(name))) {}
  Result<size_t> Read(MutableBytes out) override { return stream_->Read(out); }
  std::string Name() const override { return stream_->Name(); }

 private:
  FileDescriptor owned_;
  std::unique_ptr<text::ByteStream> stream_;
};

/// What a path turned out to be: one of the two is set.
struct OpenedPath {
  std::shared_ptr<ByteSource> source;
  std::unique_ptr<text::ByteStream> stream;
};

Result<OpenedPath> OpenPath(const std::string& path) {
  OpenedPath out;
  struct stat facts{};
  if (path == kStandardInput) {
    // A file that was redirected has random access, unless something was read from it already.
    if (::fstat(STDIN_FILENO, &facts) == 0 && S_ISREG(facts.st_mode) && ::lseek(STDIN_FILENO, 0, SEEK_CUR) == 0) {
      if (Result<std::shared_ptr<ByteSource>> source = OpenFileSource("/dev/stdin"); source.ok()) {
        out.source = *std::move(source);
        return out;
      }
    }
    out.stream = std::make_unique<OwnedDescriptorStream>(FileDescriptor(), STDIN_FILENO, "<stdin>");
    return out;
  }
  const bool is_pipe = ::stat(path.c_str(), &facts) == 0 && !S_ISREG(facts.st_mode) && !S_ISDIR(facts.st_mode);
  if (!is_pipe) {
    TARACEA_TRY_ASSIGN(out.source, OpenFileSource(path));
    return out;
  }
  FileDescriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!descriptor.is_open()) {
    return SystemError("open", path, errno);
  }
  const int number = descriptor.get();
  out.stream = std::make_unique<OwnedDescriptorStream>(std::move(descriptor), number, path);
  return out;
}

Result<std::unique_ptr<ImportReader>> OpenCsvInput(std::shared_ptr<text::TextInput> input,
                                                   const CsvReadOptions& options) {
  TARACEA_TRY_ASSIGN(std::unique_ptr<text::TextBatchStream> stream, text::OpenCsv(std::move(input), options));
  return std::unique_ptr<ImportReader>(std::make_unique<TextReader>(std::move(stream)));
}

Result<std::unique_ptr<ImportReader>> OpenJsonInput(std::shared_ptr<text::TextInput> input,
                                                    const JsonReadOptions& options) {
  TARACEA_TRY_ASSIGN(std::unique_ptr<text::TextBatchStream> stream, text::OpenJson(std::move(input), options));
  return std::unique_ptr<ImportReader>(std::make_unique<TextReader>(std::move(stream)));
}

Result<std::shared_ptr<text::TextInput>> OpenTextInput(const std::string& path, const SpoolOptions& spool) {
  TARACEA_TRY_ASSIGN(OpenedPath opened, OpenPath(path));
  return opened.source != nullptr ? text::MakeSourceInput(std::move(opened.source))
                                  : text::MakeSpooledInput(std::move(opened.stream), spool);
}

}  // namespace

Result<std::unique_ptr<ImportReader>> ReadCsv(std::shared_ptr<ByteSource> source, const CsvReadOptions& options) {
  return Guard([&] { return OpenCsvInput(text::MakeSourceInput(std::move(source)), options); });
}

Result<std::unique_ptr<ImportReader>> ReadCsv(const std::string& path, const CsvReadOptions& options,
                                              const SpoolOptions& spool) {
  return Guard([&]() -> Result<std::unique_ptr<ImportReader>> {
    TARACEA_TRY_ASSIGN(std::shared_ptr<text::TextInput> input, OpenTextInput(path, spool));
    return OpenCsvInput(std::move(input), options);
  });
}

Result<std::unique_ptr<ImportReader>> ReadJson(std::shared_ptr<ByteSource> source, const JsonReadOptions& options) {
  return Guard([&] { return OpenJsonInput(text::MakeSourceInput(std::move(source)), options); });
}

Result<std::unique_ptr<ImportReader>> ReadJson(const std::string& path, const JsonReadOptions& options,
                                               const SpoolOptions& spool) {
  return Guard([&]() -> Result<std::unique_ptr<ImportReader>> {
    TARACEA_TRY_ASSIGN(std::shared_ptr<text::TextInput> input, OpenTextInput(path, spool));
    return OpenJsonInput(std::move(input), options);
  });
}

Result<std::unique_ptr<BatchReader>> ReadArrow(std::shared_ptr<ByteSource> source, const ReadLimits& limits) {
  return Guard([&]() -> Result<std::unique_ptr<BatchReader>> {
    TARACEA_TRY_ASSIGN(std::unique_ptr<array::BatchStream> stream,
                       ipc::OpenFileOrStream(std::move(source), {.limits = limits}));
    return api::WrapStream(std::move(stream));
  });
}

Result<std::unique_ptr<BatchReader>> ReadArrow(const std::string& path, const ReadLimits& limits) {
  return Guard([&]() -> Result<std::unique_ptr<BatchReader>> {
    TARACEA_TRY_ASSIGN(OpenedPath opened, OpenPath(path));
    if (opened.source != nullptr) {
      return ReadArrow(std::move(opened.source), limits);
    }
    const std::shared_ptr<text::ByteStream> bytes = std::move(opened.stream);
    TARACEA_TRY_ASSIGN(std::unique_ptr<array::BatchStream> stream,
                       ipc::OpenStream([bytes](MutableBytes out) { return bytes->Read(out); }, {.limits = limits}));
    return api::WrapStream(std::move(stream));
  });
}

// ---- writing --------------------------------------------------------------------------------------------------------

namespace {

Status WriteAllText(array::BatchStream& stream, text::TextWriter& writer) {
  while (true) {
    TARACEA_TRY_ASSIGN(const std::optional<array::RecordBatch> batch, stream.Next());
    if (!batch) {
      return writer.Finish();
    }
    TARACEA_TRY(writer.Write(*batch));
  }
}

}  // namespace

Status WriteCsv(BatchReader& reader, const CsvWriteOptions& options, ByteSink& sink) {
  return Guard([&]() -> Status {
    TARACEA_TRY_ASSIGN(const std::unique_ptr<array::BatchStream> stream, api::BorrowReader(reader));
    TARACEA_TRY_ASSIGN(const std::unique_ptr<text::TextWriter> writer,
                       text::MakeCsvWriter(stream->fields(), options, &sink));
    return WriteAllText(*stream, *writer);
  });
}

Status WriteJson(BatchReader& reader, const JsonWriteOptions& options, ByteSink& sink) {
  return Guard([&]() -> Status {
    TARACEA_TRY_ASSIGN(const std::unique_ptr<array::BatchStream> stream, api::BorrowReader(reader));
    if (!options.array) {
      return WriteAllText(*stream, *text::MakeJsonLinesWriter(stream->fields(), options, &sink));
    }
    api::JsonArraySink elements(sink);
    TARACEA_TRY(WriteAllText(*stream, *text::MakeJsonLinesWriter(stream->fields(), options, &elements)));
    return elements.Close();
  });
}

Status WriteTable(BatchReader& reader, const TableWriteOptions& options, ByteSink& sink) {
  return Guard([&]() -> Status {
    TARACEA_TRY_ASSIGN(const std::unique_ptr<array::BatchStream> stream, api::BorrowReader(reader));
    return WriteAllText(*stream, *text::MakeTableWriter(stream->fields(), options, &sink));
  });
}

Status WriteArrow(BatchReader& reader, ArrowContainer container, ByteSink& sink) {
  return Guard([&]() -> Status {
    TARACEA_TRY_ASSIGN(const std::unique_ptr<array::BatchStream> stream, api::BorrowReader(reader));
    ipc::WriteOptions options;
    options.container = container == ArrowContainer::kFile ? ipc::WriteOptions::Container::kFile
                                                           : ipc::WriteOptions::Container::kStream;
    TARACEA_TRY_ASSIGN(const std::unique_ptr<ipc::StreamWriter> writer,
                       ipc::StreamWriter::Create(sink, stream->fields(), stream->metadata(), options));
    while (true) {
      TARACEA_TRY_ASSIGN(const std::optional<array::RecordBatch> batch, stream->Next());
      if (!batch) {
        return writer->Close();
      }
      TARACEA_TRY(writer->Write(*batch));
    }
  });
}

std::string JsonString(std::string_view text) {
  std::string out;
  text::AppendJsonString(text, &out);
  return out;
}

std::string VisibleText(std::string_view text) {
  std::string out;
  text::AppendVisible(text, &out);
  return out;
}

size_t TextWidth(std::string_view text) noexcept {
  return text::DisplayWidth(text);
}

}  // namespace taracea

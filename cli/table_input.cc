#include "table_input.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <thread>

#include "arguments.h"
#include "interrupt.h"
#include "propagate.h"
#include "taracea/batch_readers.h"
#include "taracea/encryption.h"

namespace taracea::cli {
namespace {

constexpr int64_t kLargestSmallFile = int64_t{64} << 20;

Status TakeTypes(const Arguments& arguments, CsvReadOptions* csv) {
  for (const std::string& text : arguments.All("type")) {
    const size_t equals = text.rfind('=');
    if (equals == std::string::npos || equals == 0) {
      return Status::InvalidArgument("--type must be COLUMN=TYPE, for example id=int32, found '" + text + "'");
    }
    csv->types.push_back({text.substr(0, equals), text.substr(equals + 1)});
  }
  return {};
}

Status TakeDialect(const Arguments& arguments, CsvReadOptions* csv) {
  csv->delimiter = arguments.Character("delimiter");
  csv->escape = arguments.Character("escape");
  if (const std::string quote = arguments.Text("quote", "\""); quote == "none") {
    csv->quote.reset();
  } else if (quote.size() == 1) {
    csv->quote = quote[0];
  } else {
    return Status::InvalidArgument("--quote must be one character or none, found '" + quote + "'");
  }
  if (arguments.Has("header") && arguments.Has("no-header")) {
    return Status::InvalidArgument("--header and --no-header exclude one another");
  }
  csv->header = arguments.Has("header")      ? HeaderMode::kPresent
                : arguments.Has("no-header") ? HeaderMode::kAbsent
                                             : HeaderMode::kDetect;
  return {};
}

Result<Buffer> ReadStandardInput() {
  std::string text;
  std::string piece(size_t{1} << 20, '\0');
  while (true) {
    CLI_TRY(CheckInterrupt());
    const ssize_t count = ::read(STDIN_FILENO, piece.data(), piece.size());
    if (count == 0) {
      return Buffer::CopyOf(AsBytes(text));
    }
    if (count > 0) {
      text.append(piece, 0, static_cast<size_t>(count));
    } else if (errno != EINTR) {
      return Status::Io(std::string("cannot read: ") + std::strerror(errno)).At({.file = "<stdin>"});
    }
  }
}

Result<TableInput> OpenParquetTable(const std::string& path, const TableInputOptions& options) {
  TableInput out;
  out.format = FileFormat::kParquet;
  CLI_TRY_ASSIGN(out.parquet, OpenParquet(path, options.open));
  out.size_bytes = out.parquet->metadata().file_bytes();
  ScanOptions scan;
  scan.columns = options.columns;
  scan.executor = options.executor;
  scan.progress = [](int64_t, int64_t) { return !Interrupted(); };
  if (options.rows) {
    const int64_t rows = out.parquet->num_rows();
    scan.rows = RowRange{std::min(options.rows->begin, rows), std::min(options.rows->end, rows)};
  }
  CLI_TRY_ASSIGN(Scanner scanner, out.parquet->Scan(scan));
  out.total_rows = scanner.total_rows();
  out.reader = std::make_unique<Scanner>(std::move(scanner));
  return out;
}

/// Opens what is not Parquet, all columns and rows of it.
Status OpenRows(const std::string& path, const TableInputOptions& options, TableInput* out) {
  std::shared_ptr<ByteSource> source;
  std::error_code ignored;
  // What has no random access is left to the library, which keeps what it must see twice.
  if (std::filesystem::is_regular_file(path, ignored)) {
    CLI_TRY_ASSIGN(source, OpenFileSource(path));
    CLI_TRY_ASSIGN(out->size_bytes, source->Size());
    if (options.meter != nullptr && IsText(out->format)) {
      options.meter->Begin("reading", out->size_bytes, true);
      source = MeterSource(std::move(source), options.meter, ReadingOrder::kPasses);
    }
  }
  if (!IsText(out->format)) {
    CLI_TRY_ASSIGN(out->reader, source != nullptr ? ReadArrow(std::move(source), options.open.limits)
                                                  : ReadArrow(path, options.open.limits));
    return {};
  }
  if (out->format == FileFormat::kJsonLines) {
    CLI_TRY_ASSIGN(std::unique_ptr<ImportReader> lines,
                   source != nullptr ? ReadJson(std::move(source), options.json) : ReadJson(path, options.json));
    out->import = lines.get();
    out->reader = std::move(lines);
    return {};
  }
  CsvReadOptions csv = options.csv;
  if (out->format == FileFormat::kTsv && !csv.delimiter) {
    csv.delimiter = '\t';
  }
  CLI_TRY_ASSIGN(std::unique_ptr<ImportReader> reader,
                 source != nullptr ? ReadCsv(std::move(source), csv) : ReadCsv(path, csv));
  out->import = reader.get();
  out->reader = std::move(reader);
  return {};
}

}  // namespace

Result<OpenOptions> OpenOptionsFrom(const Arguments& arguments) {
  OpenOptions out;
  out.limits.memory_budget_bytes = arguments.Count("memory", out.limits.memory_budget_bytes);
  std::vector<NamedKey> keys;
  for (const std::string& text : arguments.All("key")) {
    CLI_TRY_ASSIGN(NamedKey key, ParseNamedKey(text));
    keys.push_back(std::move(key));
  }
  if (arguments.Has("key-file")) {
    const std::string path = arguments.Text("key-file");
    CLI_TRY_ASSIGN(const std::string text, ReadSmallFile(path));
    Result<std::vector<NamedKey>> more = ParseKeyFile(text);
    if (!more.ok()) {
      return std::move(more).error().At({.file = path});
    }
    std::move(more->begin(), more->end(), std::back_inserter(keys));
  }
  if (!keys.empty()) {
    out.keys = MakeKeyProvider(std::move(keys));
  }
  if (arguments.Has("aad-prefix")) {
    out.aad_prefix = arguments.Text("aad-prefix");
  }
  return out;
}

std::shared_ptr<Executor> MakeExecutor(const Arguments& arguments) {
  const auto cores = static_cast<int64_t>(std::max(1U, std::thread::hardware_concurrency()));
  const int64_t threads = std::min<int64_t>(arguments.Count("threads", cores), 1024);
  return threads > 1 ? MakeThreadPool(static_cast<int>(threads)) : nullptr;
}

Result<std::string> ReadSmallFile(const std::string& path) {
  CLI_TRY_ASSIGN(const std::shared_ptr<ByteSource> source, OpenFileSource(path));
  CLI_TRY_ASSIGN(const int64_t size_bytes, source->Size());
  if (size_bytes > kLargestSmallFile) {
    return Status::InvalidArgument("is larger than such files may be: " + std::to_string(size_bytes) + " bytes")
        .At({.file = path});
  }
  std::string text(static_cast<size_t>(size_bytes), '\0');
  CLI_TRY(source->ReadAt(0, {reinterpret_cast<std::byte*>(text.data()), text.size()}));
  return text;
}

Result<TableInputOptions> TableInputOptionsFrom(const Arguments& arguments) {
  TableInputOptions out;
  out.from = arguments.Text("from");
  CLI_TRY_ASSIGN(out.open, OpenOptionsFrom(arguments));
  out.columns = arguments.All("column");
  out.rows = arguments.Rows("rows");
  if (arguments.Has("limit")) {
    const RowRange rows = out.rows.value_or(RowRange{0, INT64_MAX});
    const int64_t limit = arguments.Count("limit", 0);
    out.rows = RowRange{rows.begin, limit < rows.end - rows.begin ? rows.begin + limit : rows.end};
  }
  CLI_TRY(TakeTypes(arguments, &out.csv));
  CLI_TRY(TakeDialect(arguments, &out.csv));
  out.csv.date_formats = arguments.All("date-format");
  out.csv.rename_duplicates = arguments.Has("rename-duplicates");
  if (arguments.Has("schema")) {
    CLI_TRY_ASSIGN(out.csv.schema_text, ReadSmallFile(arguments.Text("schema")));
  }
  for (const std::string& encoding : arguments.All("encoding")) {
    if (encoding.find('=') == std::string::npos) {
      out.csv.encoding = encoding;
    }
  }
  out.json.types = out.csv.types;
  out.json.schema_text = out.csv.schema_text;
  out.json.encoding = out.csv.encoding;
  return out;
}

Result<std::shared_ptr<ByteSource>> OpenBytes(const std::string& path) {
  if (path != kStandardStream) {
    return OpenFileSource(path);
  }
  CLI_TRY_ASSIGN(Buffer bytes, ReadStandardInput());
  return MakeMemorySource(std::move(bytes), "<stdin>");
}

Result<File> OpenParquet(const std::string& path, const OpenOptions& options) {
  CLI_TRY_ASSIGN(std::shared_ptr<ByteSource> source, OpenBytes(path));
  return File::Open(std::move(source), options);
}

Result<TableInput> OpenTable(const std::string& path, const TableInputOptions& options) {
  CLI_TRY_ASSIGN(const FileFormat format, FormatOfInput(path, options.from));
  if (format == FileFormat::kParquet) {
    return OpenParquetTable(path, options);
  }
  TableInput out;
  out.format = format;
  CLI_TRY(OpenRows(path, options, &out));
  if (!options.columns.empty()) {
    CLI_TRY_ASSIGN(out.reader, SelectColumns(std::move(out.reader), options.columns));
  }
  if (options.rows) {
    out.reader = SelectRows(std::move(out.reader), *options.rows);
  }
  return out;
}

}  // namespace taracea::cli

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "api/c_boundary.h"
#include "api/c_handles.h"
#include "api/c_options.h"
#include "base/try.h"
#include "taracea/batch_readers.h"
#include "taracea/c.h"

namespace taracea::api {
namespace {

Result<Scanner> StartScan(const taracea_file* file, const taracea_scan_options* options) {
  TARACEA_TRY(Need(file, "file"));
  TARACEA_TRY_ASSIGN(const ScanOptions wanted, ToScanOptions(options));
  return file->file.Scan(wanted);
}

}  // namespace
}  // namespace taracea::api

namespace api = taracea::api;
using taracea::Status;

taracea_code taracea_file_schema_arrow(const taracea_file* file, ArrowSchema* schema, taracea_error** error) {
  api::Clear(schema);
  return api::Answer(error, [&]() -> Status {
    TARACEA_TRY(api::Need(schema, "schema"));
    TARACEA_TRY_ASSIGN(const taracea::Scanner scanner, api::StartScan(file, nullptr));
    return scanner.ExportSchema(schema);
  });
}

taracea_code taracea_file_scan(const taracea_file* file, const taracea_scan_options* options, ArrowArrayStream* stream,
                               taracea_error** error) {
  api::Clear(stream);
  return api::Answer(error, [&]() -> Status {
    TARACEA_TRY(api::Need(stream, "stream"));
    TARACEA_TRY_ASSIGN(taracea::Scanner scanner, api::StartScan(file, options));
    return scanner.Export(stream);
  });
}

taracea_code taracea_file_take(const taracea_file* file, const int64_t* rows, size_t row_count,
                               const taracea_scan_options* options, ArrowArrayStream* stream, taracea_error** error) {
  api::Clear(stream);
  return api::Answer(error, [&]() -> Status {
    TARACEA_TRY(api::Need(file, "file"));
    TARACEA_TRY(api::Need(stream, "stream"));
    if (row_count > 0) {
      TARACEA_TRY(api::Need(rows, "rows"));
    }
    TARACEA_TRY_ASSIGN(const taracea::ScanOptions wanted, api::ToScanOptions(options));
    const std::span<const int64_t> numbers(rows, row_count);
    TARACEA_TRY_ASSIGN(taracea::Batch batch, file->file.Take(numbers, wanted));
    return taracea::ExportStream(taracea::ReadBatches({std::move(batch)}), stream);
  });
}

taracea_code taracea_scanner_open(const taracea_file* file, const taracea_scan_options* options,
                                  taracea_scanner** scanner, taracea_error** error) {
  api::Clear(scanner);
  return api::Answer(error, [&]() -> Status {
    TARACEA_TRY(api::Need(scanner, "scanner"));
    TARACEA_TRY_ASSIGN(taracea::Scanner made, api::StartScan(file, options));
    *scanner = std::make_unique<taracea_scanner>(taracea_scanner{std::move(made)}).release();
    return {};
  });
}

taracea_code taracea_scanner_schema(const taracea_scanner* scanner, ArrowSchema* schema, taracea_error** error) {
  api::Clear(schema);
  return api::Answer(error, [&]() -> Status {
    TARACEA_TRY(api::Need(scanner, "scanner"));
    TARACEA_TRY(api::Need(schema, "schema"));
    return scanner->scanner.ExportSchema(schema);
  });
}

taracea_code taracea_scanner_next(taracea_scanner* scanner, ArrowArray* batch, taracea_error** error) {
  api::Clear(batch);
  return api::Answer(error, [&]() -> Status {
    TARACEA_TRY(api::Need(scanner, "scanner"));
    TARACEA_TRY(api::Need(batch, "batch"));
    TARACEA_TRY_ASSIGN(const std::optional<taracea::Batch> next, scanner->scanner.Next());
    return next ? next->Export(batch, nullptr) : Status();
  });
}

taracea_code taracea_scanner_counters(const taracea_scanner* scanner, taracea_scan_counters* counters,
                                      taracea_error** error) {
  return api::Answer(error, [&]() -> Status {
    TARACEA_TRY(api::Need(scanner, "scanner"));
    const taracea::ScanCounters from = scanner->scanner.counters();
    taracea_scan_counters out{};
    out.total_rows = scanner->scanner.total_rows();
    out.rows = from.rows;
    out.batches = from.batches;
    out.pages = from.pages;
    out.skipped_pages = from.skipped_pages;
    out.dictionary_pages = from.dictionary_pages;
    out.read_bytes = from.read_bytes;
    out.read_requests = from.read_requests;
    out.decompressed_bytes = from.decompressed_bytes;
    out.allocations = from.allocations;
    out.peak_memory_bytes = from.peak_memory_bytes;
    out.read_ns = from.read_ns;
    out.decompress_ns = from.decompress_ns;
    out.decode_ns = from.decode_ns;
    return api::FillStruct(out, counters, "counters");
  });
}

void taracea_scanner_free(taracea_scanner* scanner) {
  const std::unique_ptr<taracea_scanner> memory(scanner);
}

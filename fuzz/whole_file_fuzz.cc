// Whole files of any bytes: opening, scanning everything, single rows and the full verification, within a small budget.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>

#include "taracea/reader.h"
#include "taracea/verify.h"

namespace {

constexpr int64_t kBudgetBytes = int64_t{64} << 20;
// Rows that a few bytes may claim are read only so far: time, unlike memory, has no budget.
constexpr int64_t kMostBatches = 64;

void ScanAll(const taracea::File& file) {
  taracea::ScanOptions options;
  options.batch_rows = 1000;
  taracea::Result<taracea::Scanner> scanner = file.Scan(options);
  if (!scanner.ok()) {
    return;
  }
  int64_t batches = 0;
  for (const taracea::Result<taracea::Batch>& batch : *scanner) {
    if (!batch.ok() || ++batches == kMostBatches) {
      return;
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const taracea::Buffer bytes = taracea::Buffer::CopyOf({reinterpret_cast<const std::byte*>(data), size});
  taracea::OpenOptions options;
  options.limits.memory_budget_bytes = kBudgetBytes;
  options.limits.max_page_bytes = kBudgetBytes;
  const taracea::Result<taracea::File> file = taracea::File::Open(bytes, options);
  if (file.ok()) {
    ScanAll(*file);
    const int64_t rows[] = {0, file->num_rows() / 2, file->num_rows() - 1};
    (void)file->Take(rows).ok();
  }
  taracea::VerifyOptions verify;
  verify.open = options;
  const taracea::Result<taracea::VerifyReport> report = taracea::Verify(taracea::MakeMemorySource(bytes), verify);
  if (report.ok() && report->ok() && !file.ok()) {
    std::abort();  // What cannot be opened is never found to be fine.
  }
  return 0;
}

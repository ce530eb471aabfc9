#include "taracea/verify.h"

#include <algorithm>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "file/file_reader.h"
#include "file/file_verifier.h"

namespace taracea {

std::string Finding::ToString() const {
  const char* const name = severity == Severity::kError ? "error" : severity == Severity::kWarning ? "warning" : "note";
  // The place is told as errors tell it.
  std::string where = Status(ErrorCode::kCorrupt, "").At(place).ToString();
  const size_t bracket = where.find('[');
  where = bracket == std::string::npos ? "" : " " + where.substr(bracket);
  return std::string(name) + ": expected " + expected + ", found " + found + " (" + clause + ")" + where;
}

bool VerifyReport::ok() const noexcept {
  return std::none_of(findings.begin(), findings.end(),
                      [](const Finding& finding) { return finding.severity == Severity::kError; });
}

Result<VerifyReport> Verify(std::shared_ptr<ByteSource> source, const VerifyOptions& options) {
  return Guard([&]() -> Result<VerifyReport> {
    Result<std::shared_ptr<const file::FileReader>> file = file::FileReader::Open(std::move(source), options.open);
    if (file.ok()) {
      return file::VerifyFile(*file, options);
    }
    const Status& status = file.error();
    if (status.code() == ErrorCode::kIo || status.code() == ErrorCode::kOutOfMemory) {
      return status;
    }
    VerifyReport report;
    report.findings.push_back(
        {Severity::kError, "README.md#file-format", status.place(), "a readable footer", status.message()});
    return report;
  });
}

Result<VerifyReport> Verify(const std::string& path, const VerifyOptions& options) {
  return Guard([&]() -> Result<VerifyReport> {
    TARACEA_TRY_ASSIGN(std::shared_ptr<ByteSource> source,
                       OpenFileSource(path, {.memory_map = options.open.memory_map}));
    return Verify(std::move(source), options);
  });
}

}  // namespace taracea

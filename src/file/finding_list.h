#pragma once

#include <string>
#include <utility>

#include "taracea/verify.h"

namespace taracea::file {

/// Collects findings up to the limit; counts on behind it, so that a report still says that there were more.
class FindingList {
 public:
  FindingList(VerifyReport* report, int64_t max_findings) : report_(report), max_findings_(max_findings) {}

  void Add(Severity severity, std::string clause, const Place& place, std::string expected, std::string found) {
    if (static_cast<int64_t>(report_->findings.size()) < max_findings_) {
      report_->findings.push_back({severity, std::move(clause), place, std::move(expected), std::move(found)});
    }
  }
  void Error(std::string clause, const Place& place, std::string expected, std::string found) {
    Add(Severity::kError, std::move(clause), place, std::move(expected), std::move(found));
  }
  /// Turns an error of a reader into a finding. kIo and kOutOfMemory are handed back: they say nothing of the file.
  Status Take(const std::string& clause, const Place& place, Status status) {
    if (status.ok() || status.code() == ErrorCode::kIo || status.code() == ErrorCode::kOutOfMemory) {
      return status;
    }
    status.At(place);
    // What this build cannot read is no fault of the file, but it was not checked either.
    const Severity severity = status.code() == ErrorCode::kUnsupported ? Severity::kWarning : Severity::kError;
    Add(severity, clause, status.place(), "a readable part", status.message());
    return {};
  }

 private:
  VerifyReport* report_;
  int64_t max_findings_;
};

}  // namespace taracea::file

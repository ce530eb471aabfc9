#pragma once

#include <memory>

#include "file/file_reader.h"
#include "taracea/verify.h"

namespace taracea::file {

/// Checks an open file against the specification, to the depth of options.level: see Verify in taracea/verify.h.
/// Errors: kIo and kOutOfMemory only; everything that is wrong with the file is a finding.
/// Spec: README.md#file-format
Result<VerifyReport> VerifyFile(const std::shared_ptr<const FileReader>& file, const VerifyOptions& options);

}  // namespace taracea::file

#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "taracea/reader.h"
#include "taracea/text_io.h"

namespace taracea::testing {

/// Reads a file and returns its rows as JSON lines, whatever batches they came in.
inline Result<std::string> ScannedRows(const std::vector<std::byte>& bytes, const ScanOptions& scan = {},
                                       const OpenOptions& open = {}) {
  Result<File> file = File::Open(Buffer::CopyOf(bytes), open);
  if (!file.ok()) {
    return std::move(file).error();
  }
  Result<Scanner> scanner = file->Scan(scan);
  if (!scanner.ok()) {
    return std::move(scanner).error();
  }
  MemorySink sink;
  if (Status status = WriteJson(*scanner, {}, sink); !status.ok()) {
    return status;
  }
  return std::string(AsText(sink.bytes()));
}

}  // namespace taracea::testing

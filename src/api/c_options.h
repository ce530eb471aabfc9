#pragma once

#include "taracea/c.h"
#include "taracea/io.h"
#include "taracea/options.h"
#include "taracea/status.h"
#include "taracea/verify.h"

namespace taracea::api {

// Options of a C caller as this library's own; null: the defaults. Errors: kInvalidArgument naming the field,
// kUnsupported for fields that are newer than this library.

struct FileWriteOptions {
  WriteOptions write;
  FileSinkOptions sink;
};

Result<OpenOptions> ToOpenOptions(const taracea_open_options* given);
Result<ScanOptions> ToScanOptions(const taracea_scan_options* given);
Result<FileWriteOptions> ToWriteOptions(const taracea_write_options* given);
Result<VerifyOptions> ToVerifyOptions(const taracea_verify_options* given);

}  // namespace taracea::api

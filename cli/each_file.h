#pragma once

#include "arguments.h"
#include "console.h"
#include "table_input.h"

namespace taracea::cli {

/// Opens each operand as a Parquet file and calls show(file, path); an error is reported and the next file follows.
template <typename Show>
void ForEachFile(const Arguments& arguments, Console& console, const Show& show) {
  const Result<OpenOptions> options = OpenOptionsFrom(arguments);
  if (!options.ok()) {
    return console.Fail(options.error());
  }
  for (const std::string& path : arguments.operands()) {
    const Result<File> file = OpenParquet(path, *options);
    const Status status = file.ok() ? show(*file, path) : file.error();
    if (!status.ok()) {
      console.Fail(status, path);
    }
    if (console.stopped()) {
      return;
    }
  }
}

}  // namespace taracea::cli

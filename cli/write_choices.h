#pragma once

#include "taracea/options.h"
#include "taracea/status.h"

namespace taracea::cli {

class Arguments;

/// What the command line says about writing Parquet. Errors: kInvalidArgument for names that are none.
Result<WriteOptions> WriteOptionsFrom(const Arguments& arguments);
/// kInvalidArgument when an option was given that only a Parquet output has.
Status RefuseParquetOptions(const Arguments& arguments);

}  // namespace taracea::cli

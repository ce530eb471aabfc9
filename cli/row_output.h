#pragma once

#include <cstdint>

#include "taracea/batch.h"
#include "taracea/status.h"

namespace taracea::cli {

class Arguments;
class Console;

/// Prints all rows of a reader to standard output as --format, --width, --vertical, --null and the like ask for.
/// `first_row`: the number of the first row, for the vertical form. Refuses binary data on a terminal.
Status PrintRows(BatchReader& reader, const Arguments& arguments, Console& console, int64_t first_row = 0);

}  // namespace taracea::cli

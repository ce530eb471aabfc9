#pragma once

#include <memory>

#include "taracea/text.h"
#include "text/csv_reader.h"
#include "text/text_input.h"

namespace taracea::text {

/// Finds the types of JSON lines, or of the elements of a top-level array, in a first pass over the whole input and
/// reads them into nested arrays. Absent members are null.
/// Shape: keys become columns in the order of their first appearance; text stays text; numbers stay exact (int64,
/// uint64, decimal, double, else JSON text); places of mixed types become JSON text with a warning; objects with more
/// than options.map_key_threshold distinct keys of one type become maps. Errors: kCorrupt for text that is not JSON, an
/// object that has a key twice or a value that is not of its column's type (with the line), kInvalidArgument, kIo,
/// kLimitExceeded.
Result<std::unique_ptr<TextBatchStream>> OpenJson(std::shared_ptr<TextInput> input, const JsonReadOptions& options);

}  // namespace taracea::text

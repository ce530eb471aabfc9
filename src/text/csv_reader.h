#pragma once

#include <memory>
#include <string>
#include <vector>

#include "array/batch_stream.h"
#include "taracea/text.h"
#include "text/text_input.h"
#include "text/type_inference.h"

namespace taracea::text {

/// What an import found out; what the summary and --infer-only print.
struct ImportReport {
  std::vector<TypeEvidence> evidence;  ///< One a column.
  std::vector<std::string> warnings;
  /// Values that were one of the null strings (NA, ...), by column; complete at the end of the stream.
  std::vector<int64_t> null_texts;
  int64_t rows = 0;  ///< Read so far.
};

/// Batches of a text file.
class TextBatchStream : public array::BatchStream {
 public:
  virtual const ImportReport& report() const noexcept = 0;
};

/// Finds the types of delimited text (in a first pass over the whole input, unless all are given) and reads it.
/// Errors: kCorrupt for text that breaks its form or a value that is not of its column's type (line, column, value and
/// the --type that would mend it), kInvalidArgument for options that do not fit the file, kIo, kLimitExceeded.
Result<std::unique_ptr<TextBatchStream>> OpenCsv(std::shared_ptr<TextInput> input, const CsvReadOptions& options);

}  // namespace taracea::text

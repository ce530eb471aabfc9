#include "row_output.h"

#include "arguments.h"
#include "console.h"
#include "interrupt.h"
#include "propagate.h"
#include "taracea/text_io.h"

namespace taracea::cli {
namespace {

/// Ends early when Ctrl-C was pressed.
class InterruptibleReader final : public BatchReader {
 public:
  explicit InterruptibleReader(BatchReader& reader) : reader_(reader) {}
  Result<std::optional<Batch>> Next() override {
    CLI_TRY(CheckInterrupt());
    return reader_.Next();
  }
  Status ExportSchema(ArrowSchema* out) const override { return reader_.ExportSchema(out); }

 private:
  BatchReader& reader_;
};

}  // namespace

Status PrintRows(BatchReader& reader, const Arguments& arguments, Console& console, int64_t first_row) {
  const std::string format = arguments.Text("format", "table");
  InterruptibleReader rows(reader);
  if (format == "table") {
    TableWriteOptions options;
    options.width = console.width();
    options.vertical = arguments.Has("vertical");
    options.color = console.color();
    options.first_row_number = first_row;
    return WriteTable(rows, options, console.out());
  }
  if (format == "json" || format == "jsonl") {
    JsonWriteOptions options;
    options.array = format == "json";
    options.big_ints = arguments.Text("big-ints") == "string" ? BigInts::kString : BigInts::kNumber;
    return WriteJson(rows, options, console.out());
  }
  if (format == "arrow") {
    if (console.out().is_terminal()) {
      return Status::InvalidArgument(
          "Arrow data is binary and standard output is a terminal; redirect it: > rows.arrows");
    }
    return WriteArrow(rows, ArrowContainer::kStream, console.out());
  }
  CsvWriteOptions options;
  options.delimiter = format == "tsv" ? '\t' : ',';
  options.null_string = arguments.Text("null");
  return WriteCsv(rows, options, console.out());
}

}  // namespace taracea::cli

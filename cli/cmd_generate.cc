#include <fmt/format.h>

#include "arguments.h"
#include "card.h"
#include "command_table.h"
#include "console.h"
#include "figures.h"
#include "generated_rows.h"
#include "metered_rows.h"
#include "propagate.h"
#include "table_output.h"

namespace taracea::cli {
namespace {

constexpr int64_t kUsualRows = 1000;

Status Generate(const Arguments& arguments, Console& console) {
  if (arguments.operands().size() != 1) {
    return Status::InvalidArgument("'generate' writes one file; see: taracea generate --help");
  }
  TableOutputOptions options;
  options.path = arguments.operands()[0];
  options.overwrite = arguments.Has("force");
  CLI_TRY_ASSIGN(options.format, FormatOfOutput(options.path, arguments.Text("to")));
  CLI_TRY(RefuseBinaryOnTerminal(options.path, options.format, console));
  options.csv.delimiter = options.format == FileFormat::kTsv ? '\t' : ',';
  const int64_t count = arguments.Count("rows", kUsualRows);
  const std::unique_ptr<BatchReader> made = GenerateRows(count, static_cast<uint64_t>(arguments.Count("seed", 0)));
  ProgressMeter meter(console.shows_progress());
  meter.Begin("generating", count, false);
  MeteredRows rows(*made, &meter);
  CLI_TRY_ASSIGN(const TableOutputReport report, WriteRowsTo(rows, options, console));
  const double seconds = meter.seconds();
  meter.Erase();
  if (options.path == kStandardStream || console.quiet()) {
    return {};
  }
  Card card(options.path);
  card.Line("rows", Grouped(count));
  card.Line("size", Bytes(report.bytes));
  card.Line("time", Seconds(seconds));
  return console.out().Print(card.Text(console.color()));
}

}  // namespace

void RunGenerate(const Arguments& arguments, Console& console) {
  if (const Status status = Generate(arguments, console); !status.ok()) {
    console.Fail(status);
  }
}

}  // namespace taracea::cli

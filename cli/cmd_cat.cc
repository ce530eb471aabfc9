#include <algorithm>
#include <deque>
#include <random>
#include <set>

#include "each_file.h"
#include "interrupt.h"
#include "propagate.h"
#include "row_output.h"
#include "table_input.h"
#include "taracea/batch_readers.h"

namespace taracea::cli {
namespace {

constexpr int64_t kFewRows = 10;

/// Chosen rows of one file, and the number of the first of them.
struct Rows {
  std::unique_ptr<BatchReader> reader;
  int64_t first = 0;
};

using Choose = Result<Rows> (*)(const std::string& path, const TableInputOptions& options, const Arguments& arguments);

Result<Rows> ChooseRange(const std::string& path, const TableInputOptions& options, const Arguments&) {
  CLI_TRY_ASSIGN(TableInput input, OpenTable(path, options));
  return Rows{std::move(input.reader), options.rows ? options.rows->begin : 0};
}

Result<int64_t> CountRows(const std::string& path, const TableInputOptions& options) {
  CLI_TRY_ASSIGN(const TableInput input, OpenTable(path, options));
  if (input.total_rows >= 0) {
    return input.total_rows;
  }
  int64_t rows = 0;
  while (true) {
    CLI_TRY(CheckInterrupt());
    CLI_TRY_ASSIGN(const std::optional<Batch> batch, input.reader->Next());
    if (!batch) {
      return rows;
    }
    rows += batch->num_rows();
  }
}

/// The rows that --rows names, in a file of `count`.
RowRange Clipped(const std::optional<RowRange>& rows, int64_t count) {
  return rows ? RowRange{std::min(rows->begin, count), std::min(rows->end, count)} : RowRange{0, count};
}

/// Refuses what cannot be read twice: once to count its rows.
Status RefuseStandardInput(const std::string& path) {
  return path == kStandardStream
             ? Status::InvalidArgument("standard input can be read once, this needs its row count first; name a file")
             : Status();
}

Result<Rows> ChooseLast(const std::string& path, const TableInputOptions& options, const Arguments& arguments) {
  CLI_TRY(RefuseStandardInput(path));
  TableInputOptions all = options;
  all.rows.reset();
  CLI_TRY_ASSIGN(const int64_t count, CountRows(path, all));
  const RowRange rows = Clipped(arguments.Rows("rows"), count);
  all.rows =
      RowRange{std::max(rows.begin, rows.end - std::min(rows.end, arguments.Count("limit", kFewRows))), rows.end};
  return ChooseRange(path, all, arguments);
}

/// `wanted` different numbers of a range, ascending; each choice equally likely (Floyd's way).
std::set<int64_t> DrawRows(RowRange rows, int64_t wanted, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::set<int64_t> out;
  for (int64_t last = rows.end - std::min(wanted, rows.end - rows.begin); last < rows.end; ++last) {
    // The standard's distributions differ between libraries; a remainder's bias is below rows / 2^64.
    const auto choices = static_cast<uint64_t>(last - rows.begin) + 1;
    const int64_t drawn = rows.begin + static_cast<int64_t>(random() % choices);
    out.insert(out.contains(drawn) ? last : drawn);
  }
  return out;
}

/// Copies the chosen rows out of everything that a reader has.
Result<Rows> PickRows(BatchReader& reader, const std::set<int64_t>& chosen) {
  std::vector<Batch> picked;
  int64_t first = 0;
  while (true) {
    CLI_TRY(CheckInterrupt());
    CLI_TRY_ASSIGN(const std::optional<Batch> batch, reader.Next());
    if (!batch) {
      break;
    }
    std::vector<uint8_t> mask(static_cast<size_t>(batch->num_rows()));
    const int64_t end = first + batch->num_rows();
    for (auto row = chosen.lower_bound(first); row != chosen.end() && *row < end; ++row) {
      mask[static_cast<size_t>(*row - first)] = 1;
    }
    if (picked.empty() || std::find(mask.begin(), mask.end(), 1) != mask.end()) {
      CLI_TRY_ASSIGN(Batch rows, batch->Filter(mask));
      picked.push_back(std::move(rows));
    }
    first = end;
  }
  if (picked.empty()) {
    return Status::InvalidArgument("there are no rows to choose from");
  }
  return Rows{ReadBatches(std::move(picked)), 0};
}

Result<Rows> ChooseSample(const std::string& path, const TableInputOptions& options, const Arguments& arguments) {
  CLI_TRY(RefuseStandardInput(path));
  TableInputOptions all = options;
  all.rows.reset();
  CLI_TRY_ASSIGN(const int64_t count, CountRows(path, all));
  const std::set<int64_t> chosen = DrawRows(Clipped(arguments.Rows("rows"), count), arguments.Count("limit", kFewRows),
                                            static_cast<uint64_t>(arguments.Count("seed", 0)));
  CLI_TRY_ASSIGN(const TableInput input, OpenTable(path, all));
  if (!input.parquet) {
    return PickRows(*input.reader, chosen);
  }
  ScanOptions scan;
  scan.columns = all.columns;
  scan.executor = all.executor;
  CLI_TRY_ASSIGN(Batch batch, input.parquet->Take(std::vector<int64_t>(chosen.begin(), chosen.end()), scan));
  std::vector<Batch> batches;
  batches.push_back(std::move(batch));
  return Rows{ReadBatches(std::move(batches)), 0};
}

/// Prints file after file, each with its own heading when there are several.
void PrintApart(const Arguments& arguments, const TableInputOptions& options, Choose choose, Console& console) {
  const bool several = arguments.operands().size() > 1;
  for (const std::string& path : arguments.operands()) {
    Status status;
    if (Result<Rows> rows = choose(path, options, arguments); !rows.ok()) {
      status = std::move(rows.error());
    } else {
      if (several) {
        (void)console.out().Print(console.Strong("==> " + VisibleText(path) + " <==") + "\n");
      }
      status = PrintRows(*rows->reader, arguments, console, rows->first);
    }
    if (!status.ok()) {
      console.Fail(status, path);
    }
    if (console.stopped()) {
      return;
    }
  }
}

/// Prints the rows of all files as one table.
void PrintJoined(const Arguments& arguments, const TableInputOptions& options, Choose choose, Console& console) {
  std::vector<std::unique_ptr<BatchReader>> readers;
  for (const std::string& path : arguments.operands()) {
    Result<Rows> rows = choose(path, options, arguments);
    if (rows.ok()) {
      readers.push_back(std::move(rows->reader));
    } else {
      console.Fail(rows.error(), path);
    }
  }
  if (readers.empty() || console.stopped()) {
    return;
  }
  Result<std::unique_ptr<BatchReader>> joined = JoinReaders(std::move(readers));
  const Status status = joined.ok() ? PrintRows(**joined, arguments, console) : joined.error();
  if (!status.ok()) {
    console.Fail(status);
  }
}

void Run(const Arguments& arguments, Console& console, Choose choose, std::optional<int64_t> usual_limit) {
  Result<TableInputOptions> options = TableInputOptionsFrom(arguments);
  if (!options.ok()) {
    console.Fail(options.error());
    return;
  }
  options->executor = MakeExecutor(arguments);
  if (usual_limit && !arguments.Has("limit")) {
    const RowRange rows = options->rows.value_or(RowRange{0, INT64_MAX});
    options->rows = RowRange{rows.begin, rows.begin + std::min(*usual_limit, rows.end - rows.begin)};
  }
  if (arguments.Text("format", "table") == "table") {
    PrintApart(arguments, *options, choose, console);
  } else {
    PrintJoined(arguments, *options, choose, console);
  }
}

}  // namespace

void RunCat(const Arguments& arguments, Console& console) {
  Run(arguments, console, ChooseRange, std::nullopt);
}

void RunHead(const Arguments& arguments, Console& console) {
  Run(arguments, console, ChooseRange, kFewRows);
}

void RunTail(const Arguments& arguments, Console& console) {
  Run(arguments, console, ChooseLast, std::nullopt);
}

void RunSample(const Arguments& arguments, Console& console) {
  Run(arguments, console, ChooseSample, std::nullopt);
}

}  // namespace taracea::cli

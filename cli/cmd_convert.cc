#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "arguments.h"
#include "command_table.h"
#include "console.h"
#include "convert_summary.h"
#include "figures.h"
#include "interrupt.h"
#include "metered_rows.h"
#include "propagate.h"
#include "table_input.h"
#include "table_output.h"
#include "taracea/batch_readers.h"
#include "write_choices.h"

namespace taracea::cli {
namespace {

/// A reader that lives elsewhere.
class BorrowedReader final : public BatchReader {
 public:
  explicit BorrowedReader(BatchReader& reader) : reader_(reader) {}
  Result<std::optional<Batch>> Next() override { return reader_.Next(); }
  Status ExportSchema(ArrowSchema* out) const override { return reader_.ExportSchema(out); }

 private:
  BatchReader& reader_;
};

class Conversion {
 public:
  Conversion(const Arguments& arguments, Console& console)
      : arguments_(arguments), console_(console), meter_(std::make_shared<ProgressMeter>(console.shows_progress())) {}

  Status Run() {
    CLI_TRY(TakePlaces());
    CLI_TRY_ASSIGN(options_, TableInputOptionsFrom(arguments_));
    if (arguments_.Has("null")) {
      options_.csv.null_strings = arguments_.All("null");
    }
    options_.meter = meter_;
    options_.executor = MakeExecutor(arguments_);
    if (arguments_.Has("infer-only")) {
      return PrintTypes();
    }
    CLI_TRY(CheckOutput());
    CLI_TRY(OpenInputs(&inputs_, options_));
    CLI_TRY(Write());
    meter_->Erase();
    summary_.seconds = elapsed();
    if (arguments_.Has("prove")) {
      CLI_TRY(Prove());
    }
    TakeImportFacts();
    ReportConversion(summary_, console_);
    return {};
  }

 private:
  Status TakePlaces() {
    input_paths_ = arguments_.operands();
    if (arguments_.Has("output")) {
      output_ = arguments_.Text("output");
    } else if (!arguments_.Has("infer-only")) {
      if (input_paths_.size() != 2) {
        return Status::InvalidArgument("'convert' needs IN OUT, or IN... -o OUT; see: taracea convert --help");
      }
      output_ = input_paths_.back();
      input_paths_.pop_back();
    }
    const auto is_standard = [](const std::string& path) { return path == kStandardStream; };
    if (std::count_if(input_paths_.begin(), input_paths_.end(), is_standard) > 1) {
      return Status::InvalidArgument("standard input can be read once, found '-' several times");
    }
    return {};
  }

  /// Whatever can be known to fail before the first byte is read.
  Status CheckOutput() {
    CLI_TRY_ASSIGN(output_format_, FormatOfOutput(output_, arguments_.Text("to")));
    const bool binary = !IsText(output_format_);
    CLI_TRY(RefuseBinaryOnTerminal(output_, output_format_, console_));
    if (arguments_.Has("prove")) {
      const auto is_standard = [](const std::string& path) { return path == kStandardStream; };
      if (!binary || output_ == kStandardStream || std::any_of(input_paths_.begin(), input_paths_.end(), is_standard)) {
        return Status::InvalidArgument(
            "--prove reads both sides again: it needs input files and a Parquet or Arrow file");
      }
    }
    CLI_TRY_ASSIGN(write_options_, WriteOptionsFrom(arguments_));
    write_options_.executor = options_.executor;
    write_options_.progress = [](int64_t, int64_t) { return !Interrupted(); };
    return output_format_ == FileFormat::kParquet ? Status() : RefuseParquetOptions(arguments_);
  }

  Status OpenInputs(std::vector<TableInput>* inputs, const TableInputOptions& first_options) {
    TableInputOptions options = first_options;
    for (const std::string& path : input_paths_) {
      CLI_TRY_ASSIGN(TableInput input, Located(OpenTable(path, options), path));
      if (input.import != nullptr && options.csv.schema_text.empty()) {
        // The types of the first text file hold for the others.
        schema_text_ = input.import->SchemaText();
        FixTypes(schema_text_, &options);
      }
      inputs->push_back(std::move(input));
    }
    return {};
  }

  static void FixTypes(const std::string& schema_text, TableInputOptions* options) {
    options->csv.schema_text = schema_text;
    options->csv.types.clear();
    options->json.schema_text = schema_text;
    options->json.types.clear();
  }

  static Result<TableInput> Located(Result<TableInput> input, const std::string& path) {
    if (input.ok()) {
      return input;
    }
    return std::move(input.error()).At({.file = path});
  }

  static Result<std::unique_ptr<BatchReader>> Joined(std::vector<TableInput>& inputs) {
    std::vector<std::unique_ptr<BatchReader>> readers;
    for (TableInput& input : inputs) {
      readers.push_back(std::make_unique<BorrowedReader>(*input.reader));
    }
    return JoinReaders(std::move(readers));
  }

  Status Write() {
    CLI_TRY_ASSIGN(const std::unique_ptr<BatchReader> joined, Joined(inputs_));
    int64_t total = 0;
    for (const TableInput& input : inputs_) {
      summary_.input_bytes += input.size_bytes;
      total = total < 0 || input.total_rows < 0 ? -1 : total + input.total_rows;
    }
    // Text tells its progress by bytes, as it is read.
    const bool by_rows = total >= 0;
    if (by_rows) {
      meter_->Begin("converting", total, false);
    }
    MeteredRows rows(*joined, by_rows ? meter_.get() : nullptr);
    summary_.inputs = input_paths_;
    summary_.output = output_;
    CLI_TRY_ASSIGN(TableOutputReport written, WriteRowsTo(rows, OutputOptions(), console_));
    summary_.report = std::move(written.parquet);
    summary_.output_bytes = written.bytes;
    summary_.rows = rows.rows();
    return {};
  }

  TableOutputOptions OutputOptions() const {
    TableOutputOptions out;
    out.path = output_;
    out.format = output_format_;
    out.overwrite = arguments_.Has("force");
    out.parquet = write_options_;
    out.csv.delimiter = output_format_ == FileFormat::kTsv ? '\t' : ',';
    if (inputs_.front().import == nullptr) {
      // With text on both sides these say how the input looks.
      out.csv.delimiter = arguments_.Character("delimiter").value_or(out.csv.delimiter);
      out.csv.null_string = arguments_.Text("null");
      out.csv.header = !arguments_.Has("no-header");
    }
    return out;
  }

  /// Reads the output back and compares it with the input, which is read again too.
  Status Prove() {
    const auto begin = std::chrono::steady_clock::now();
    TableInputOptions again = options_;
    again.meter = nullptr;
    if (!schema_text_.empty()) {
      FixTypes(schema_text_, &again);
    }
    std::vector<TableInput> inputs;
    CLI_TRY(OpenInputs(&inputs, again));
    CLI_TRY_ASSIGN(const std::unique_ptr<BatchReader> joined, Joined(inputs));
    TableInputOptions back;
    back.from = FormatWord(output_format_);
    back.open = options_.open;
    back.executor = options_.executor;
    CLI_TRY_ASSIGN(TableInput output, OpenTable(output_, back));
    meter_->Begin("proving", summary_.rows, false);
    MeteredRows rows(*joined, meter_.get());
    CLI_TRY_ASSIGN(summary_.proof, CompareReaders(rows, *output.reader));
    meter_->Erase();
    summary_.prove_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return {};
  }

  void TakeImportFacts() {
    for (size_t i = 0; i < inputs_.size(); ++i) {
      if (inputs_[i].import != nullptr) {
        summary_.imports.push_back(inputs_[i].import->summary());
      }
    }
  }

  Status PrintTypes() {
    for (const std::string& path : input_paths_) {
      CLI_TRY_ASSIGN(const TableInput input, Located(OpenTable(path, options_), path));
      meter_->Erase();
      if (input.import == nullptr) {
        return Status::InvalidArgument("--infer-only finds the types of text; see: taracea schema " + path)
            .At({.file = path});
      }
      for (const std::string& warning : input.import->summary().warnings) {
        console_.Warn(path + ": " + warning);
      }
      if (input_paths_.size() > 1) {
        CLI_TRY(console_.out().Print("# " + path + "\n"));
      }
      CLI_TRY(console_.out().Print(input.import->SchemaText()));
    }
    return {};
  }

  double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }

  const Arguments& arguments_;
  Console& console_;
  std::shared_ptr<ProgressMeter> meter_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::vector<std::string> input_paths_;
  std::string output_;
  FileFormat output_format_ = FileFormat::kParquet;
  TableInputOptions options_;
  WriteOptions write_options_;
  std::vector<TableInput> inputs_;
  std::string schema_text_;
  ConvertSummary summary_;
};

}  // namespace

void RunConvert(const Arguments& arguments, Console& console) {
  if (const Status status = Conversion(arguments, console).Run(); !status.ok()) {
    console.Fail(status);
  }
}

}  // namespace taracea::cli

#include <fmt/format.h>

#include <algorithm>

#include "arguments.h"
#include "command_table.h"
#include "console.h"
#include "figures.h"
#include "json_object.h"
#include "listing.h"
#include "progress_meter.h"
#include "propagate.h"
#include "table_input.h"
#include "taracea/verify.h"

namespace taracea::cli {
namespace {

std::string_view SeverityWord(Severity severity) {
  switch (severity) {
    case Severity::kNote: return "note";
    case Severity::kWarning: return "warning";
    case Severity::kError: return "error";
  }
  return {};
}

int64_t CountOf(const VerifyReport& report, Severity severity) {
  return std::count_if(report.findings.begin(), report.findings.end(),
                       [&](const Finding& finding) { return finding.severity == severity; });
}

std::string FindingJson(const Finding& finding) {
  JsonObject out;
  out.Text("severity", SeverityWord(finding.severity)).Text("clause", finding.clause);
  const auto number = [&](std::string_view key, int64_t value) {
    out.Raw(key, value < 0 ? "null" : std::to_string(value));
  };
  number("row_group", finding.place.row_group);
  out.Raw("column", finding.place.column.empty() ? "null" : JsonString(finding.place.column));
  number("page", finding.place.page);
  number("offset", finding.place.offset);
  return out.Text("expected", finding.expected).Text("found", finding.found).Finish();
}

std::string ReportJson(const VerifyReport& report, const std::string& path, const std::string& level) {
  JsonArray findings;
  for (const Finding& finding : report.findings) {
    findings.Raw(FindingJson(finding));
  }
  JsonObject out;
  out.Number("format_version", 1).Text("file", path).Flag("ok", report.ok()).Text("level", level);
  out.Number("row_groups", report.row_groups).Number("pages", report.pages);
  out.Number("pages_without_checksum", report.pages_without_checksum).Number("values", report.values);
  return out.Raw("findings", findings.Finish()).Finish() + "\n";
}

class Verification {
 public:
  Verification(const Arguments& arguments, Console& console)
      : arguments_(arguments),
        console_(console),
        format_(arguments.Text("format", "table")),
        level_(arguments.Text("level", "full")),
        meter_(std::make_shared<ProgressMeter>(console.shows_progress())) {
    listing_.AddColumn("file", Listing::Kind::kText);
    listing_.AddColumn("severity", Listing::Kind::kText);
    listing_.AddColumn("clause", Listing::Kind::kText);
    listing_.AddColumn("row_group", Listing::Kind::kNumber);
    listing_.AddColumn("column", Listing::Kind::kText);
    listing_.AddColumn("page", Listing::Kind::kNumber);
    listing_.AddColumn("offset", Listing::Kind::kNumber);
    listing_.AddColumn("expected", Listing::Kind::kText);
    listing_.AddColumn("found", Listing::Kind::kText);
  }

  Status Check(const std::string& path) {
    CLI_TRY_ASSIGN(std::shared_ptr<ByteSource> source, OpenBytes(path));
    CLI_TRY_ASSIGN(const int64_t size_bytes, source->Size());
    meter_->Begin("verifying", size_bytes, true);
    VerifyOptions options;
    CLI_TRY_ASSIGN(options.open, OpenOptionsFrom(arguments_));
    options.level = level_ == "structure"   ? VerifyLevel::kStructure
                    : level_ == "checksums" ? VerifyLevel::kChecksums
                                            : VerifyLevel::kFull;
    const Result<VerifyReport> report =
        Verify(MeterSource(std::move(source), meter_, ReadingOrder::kAnywhere), options);
    meter_->Erase();
    CLI_TRY(report.status());
    if (!report->ok()) {
      console_.RaiseExitCode(kFinding);
    }
    return Show(*report, path);
  }

  /// Prints what only makes sense as one table of all files.
  Status Finish() {
    const bool as_rows = format_ != "table" && format_ != "json" && format_ != "jsonl";
    return as_rows ? PrintListing(listing_, arguments_, console_) : Status();
  }

 private:
  Status Show(const VerifyReport& report, const std::string& path) {
    if (format_ == "json" || format_ == "jsonl") {
      return console_.out().Print(ReportJson(report, path, level_));
    }
    if (format_ == "table") {
      return console_.quiet() && report.ok() ? Status() : console_.out().Print(Text(report, path));
    }
    for (const Finding& finding : report.findings) {
      AddRow(finding, path);
    }
    return {};
  }

  std::string Text(const VerifyReport& report, const std::string& path) const {
    std::string out = console_.Strong(VisibleText(path)) + ": ";
    const int64_t errors = CountOf(report, Severity::kError);
    const int64_t warnings = CountOf(report, Severity::kWarning);
    out += errors > 0 ? console_.Strong("BAD") + ", " + Counted(errors, "error") : "fine";
    out += warnings > 0 ? ", " + Counted(warnings, "warning") : "";
    out += fmt::format(" ({}: {}, {}", level_, Counted(report.row_groups, "row group"), Counted(report.pages, "page"));
    out += level_ == "full" ? ", " + Counted(report.values, "value") + ")\n" : ")\n";
    for (const Finding& finding : report.findings) {
      out += FindingText(finding, path);
    }
    if (report.pages_without_checksum > 0 && level_ != "structure") {
      out += fmt::format("  not checked: no CRC on {}\n", Counted(report.pages_without_checksum, "page"));
    }
    if (level_ != "full") {
      out += fmt::format("  not checked: {}\n", level_ == "structure" ? "checksums, values" : "values");
    }
    return out;
  }

  std::string FindingText(const Finding& finding, const std::string& path) const {
    std::string out = fmt::format("  {}: expected {}, found {} ({})", SeverityWord(finding.severity),
                                  VisibleText(finding.expected), VisibleText(finding.found), finding.clause);
    if (const std::string where = PlaceText(finding.place); !where.empty()) {
      out += " [" + VisibleText(where) + "]";
    }
    if (const std::string command = PageCommand(finding.place, path); !command.empty()) {
      out += "\n    to look at it: " + VisibleText(command);
    }
    return out + "\n";
  }

  void AddRow(const Finding& finding, const std::string& path) {
    using Cell = Listing::Cell;
    const auto number = [](int64_t value) { return value < 0 ? Cell() : Cell(value); };
    listing_.AddRow({path, std::string(SeverityWord(finding.severity)), finding.clause, number(finding.place.row_group),
                     finding.place.column.empty() ? Cell() : Cell(finding.place.column), number(finding.place.page),
                     number(finding.place.offset), finding.expected, finding.found});
  }

  const Arguments& arguments_;
  Console& console_;
  std::string format_;
  std::string level_;
  std::shared_ptr<ProgressMeter> meter_;
  Listing listing_;
};

}  // namespace

void RunVerify(const Arguments& arguments, Console& console) {
  Verification verification(arguments, console);
  for (const std::string& path : arguments.operands()) {
    if (const Status status = verification.Check(path); !status.ok()) {
      console.Fail(status, path);
    }
    if (console.stopped()) {
      return;
    }
  }
  if (const Status status = verification.Finish(); !status.ok()) {
    console.Fail(status);
  }
}

}  // namespace taracea::cli

#include "convert_summary.h"

#include <fmt/format.h>

#include <algorithm>

#include "card.h"
#include "console.h"
#include "figures.h"

namespace taracea::cli {
namespace {

constexpr size_t kColumnsNamed = 4;

std::string NullTexts(const ConvertSummary& summary) {
  std::vector<std::pair<int64_t, std::string>> counts;
  int64_t total = 0;
  for (size_t i = 0; !summary.imports.empty() && i < summary.imports[0].columns.size(); ++i) {
    int64_t count = 0;
    for (const ImportSummary& import : summary.imports) {
      count += i < import.null_texts.size() ? import.null_texts[i] : 0;
    }
    if (count > 0) {
      counts.emplace_back(-count, summary.imports[0].columns[i].column);
      total += count;
    }
  }
  if (total == 0) {
    return {};
  }
  std::sort(counts.begin(), counts.end());
  std::string out = fmt::format("{} with a null text:", Counted(total, "cell"));
  for (size_t i = 0; i < std::min(counts.size(), kColumnsNamed); ++i) {
    out += fmt::format("{} {} {}", i == 0 ? "" : ",", counts[i].second, Grouped(-counts[i].first));
  }
  return counts.size() > kColumnsNamed ? out + fmt::format(", +{} more", counts.size() - kColumnsNamed) : out;
}

void ReportProof(const ConvertSummary& summary, Console& console, Card* card) {
  const CompareReport& proof = *summary.proof;
  if (proof.equal()) {
    card->Line("proved", fmt::format("all {} values of {} equal the input, read again ({})", Grouped(proof.values),
                                     Counted(proof.rows, "row"), Seconds(summary.prove_seconds)));
    return;
  }
  card->Line("DIFFERS", fmt::format("{} of {} differ from the input", Counted(proof.different_values, "value"),
                                    Grouped(proof.values)));
  console.RaiseExitCode(kFinding);
  for (const Difference& difference : proof.differences) {
    console.Warn(fmt::format("{}: row {}, column {}: input {}, output {}", summary.output, difference.row,
                             difference.column, difference.left, difference.right));
  }
}

}  // namespace

void ReportConversion(const ConvertSummary& summary, Console& console) {
  for (size_t i = 0; i < summary.imports.size(); ++i) {
    for (const std::string& warning : summary.imports[i].warnings) {
      console.Warn(i < summary.inputs.size() ? summary.inputs[i] + ": " + warning : warning);
    }
  }
  Card card(fmt::format("{} -> {}", fmt::join(summary.inputs, " "), summary.output));
  card.Line("rows", Grouped(summary.rows));
  if (summary.report) {
    card.Line("columns", Grouped(static_cast<int64_t>(summary.report->columns.size())));
    card.Line("row groups", Grouped(summary.report->row_groups));
  }
  std::string size = Bytes(summary.output_bytes);
  if (summary.input_bytes > 0) {
    size += fmt::format(", {} of the input's {}",
                        Percent(static_cast<double>(summary.output_bytes), static_cast<double>(summary.input_bytes)),
                        Bytes(summary.input_bytes));
  }
  card.Line("size", size);
  const double seconds = std::max(summary.seconds, 1e-6);
  std::string speed =
      fmt::format("{} rows/s", Grouped(static_cast<int64_t>(static_cast<double>(summary.rows) / seconds)));
  if (summary.input_bytes > 0) {
    speed += fmt::format(", {:.1f} MB/s", static_cast<double>(summary.input_bytes) / seconds / 1e6);
  }
  card.Line("speed", speed + fmt::format(", {} in all", Seconds(summary.seconds)));
  if (const std::string nulls = NullTexts(summary); !nulls.empty()) {
    card.Line("nulls", nulls);
  }
  if (summary.proof) {
    ReportProof(summary, console, &card);
  }
  if (summary.output == "-") {
    console.Note(card.Text(false));
  } else if (!console.quiet()) {
    (void)console.out().Print(card.Text(console.color()));
  }
}

}  // namespace taracea::cli

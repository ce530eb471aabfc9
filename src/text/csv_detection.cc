#include "text/csv_detection.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/try.h"
#include "text/null_strings.h"
#include "text/scalar_parse.h"
#include "text/type_inference.h"

namespace taracea::text {
namespace {

constexpr size_t kSampleRecords = 1000;
constexpr std::string_view kDelimiters = ",;\t|";

struct SampleRecord {
  size_t begin = 0;
  std::vector<Cell> cells;
};

/// Splits the sample's whole records; blank lines are left out.
std::vector<SampleRecord> SplitSample(std::string_view sample, bool whole, const CsvDialect& dialect) {
  std::vector<SampleRecord> records;
  size_t at = 0;
  while (at < sample.size() && records.size() < kSampleRecords) {
    SampleRecord record{at, {}};
    size_t end = 0;
    if (SplitRecord(sample.substr(at), whole, dialect, &record.cells, &end) != RecordEnd::kWhole) {
      break;
    }
    const bool blank = record.cells.size() == 1 && record.cells[0].size() == 0 && !record.cells[0].quoted();
    at += end;
    if (!blank) {
      records.push_back(std::move(record));
    }
  }
  return records;
}

/// How well a delimiter explains the sample: the share of records that have as many cells as the first; 0 when that has
/// only one.
double ScoreDelimiter(const std::vector<SampleRecord>& records) {
  if (records.empty() || records[0].cells.size() < 2) {
    return 0;
  }
  const size_t expected = records[0].cells.size();
  const auto same = std::count_if(records.begin(), records.end(),
                                  [&](const SampleRecord& record) { return record.cells.size() == expected; });
  return static_cast<double>(same) / static_cast<double>(records.size());
}

char DetectDelimiter(std::string_view sample, bool whole, CsvDialect dialect) {
  char best = kDelimiters[0];
  double best_score = 0;
  size_t best_cells = 0;
  for (const char delimiter : kDelimiters) {
    dialect.delimiter = delimiter;
    const std::vector<SampleRecord> records = SplitSample(sample, whole, dialect);
    const double score = ScoreDelimiter(records);
    const size_t cells = records.empty() ? 0 : records[0].cells.size();
    if (score > best_score || (score == best_score && score > 0 && cells > best_cells)) {
      best = delimiter;
      best_score = score;
      best_cells = cells;
    }
  }
  return best;
}

/// The text of a cell with room behind it for the parsers.
std::string PaddedText(std::string_view sample, const SampleRecord& record, const Cell& cell,
                       const CsvDialect& dialect) {
  const std::string_view raw = sample.substr(record.begin + cell.begin, cell.size());
  std::string out;
  if (cell.escaped()) {
    AppendUnescaped(raw, cell.quoted(), dialect, &out);
  } else {
    out = raw;
  }
  out.append(kParseSlackBytes, '\0');
  return out;
}

/// Groups kinds into number, truth value, point in time, text.
int KindFamily(TextKind kind) {
  if (kind <= TextKind::kSpecialFloat) {
    return 0;
  }
  if (kind <= TextKind::kUpperBool) {
    return 1;
  }
  return kind <= TextKind::kZonedTimestamp ? 2 : 3;
}
constexpr int kTextFamily = 3;
constexpr int kNoFamily = -1;

/// The family of a cell; kNoFamily when it is null.
int FamilyOf(std::string_view sample, const SampleRecord& record, size_t column, const CsvDialect& dialect,
             const NullStrings& nulls) {
  if (column >= record.cells.size()) {
    return kNoFamily;
  }
  const std::string padded = PaddedText(sample, record, record.cells[column], dialect);
  const std::string_view text = std::string_view(padded).substr(0, padded.size() - kParseSlackBytes);
  if (text.empty() || nulls.Matches(text)) {
    return kNoFamily;
  }
  TextTraits traits;
  return KindFamily(ClassifyText(text, &traits));
}

/// Compares the first record with those below it, column by column.
void DetectHeader(std::string_view sample, const std::vector<SampleRecord>& records, const NullStrings& nulls,
                  CsvLayout* layout) {
  size_t speaks_for = 0;
  size_t speaks_against = 0;
  for (size_t column = 0; column < records[0].cells.size(); ++column) {
    int below = kNoFamily;
    for (size_t i = 1; i < records.size() && below != kTextFamily; ++i) {
      const int family = FamilyOf(sample, records[i], column, layout->dialect, nulls);
      below = family == kNoFamily ? below : below == kNoFamily || below == family ? family : kTextFamily;
    }
    const int first = FamilyOf(sample, records[0], column, layout->dialect, nulls);
    const bool typed_below = below != kNoFamily && below != kTextFamily;
    speaks_for += first == kTextFamily && typed_below ? 1 : 0;
    speaks_against += first != kTextFamily && first != kNoFamily && (first == below || below == kNoFamily) ? 1 : 0;
  }
  layout->has_header = speaks_for > 0 || speaks_against == 0;
  layout->header_uncertain = (speaks_for == 0) == (speaks_against == 0);
}

Status CheckDialect(const CsvReadOptions& options) {
  const auto is_line_end = [](char c) { return c == '\n' || c == '\r'; };
  const auto is_bad = [&](char c) { return is_line_end(c) || static_cast<unsigned char>(c) >= 0x80; };
  if ((options.delimiter && is_bad(*options.delimiter)) || (options.quote && is_bad(*options.quote)) ||
      (options.escape && is_bad(*options.escape))) {
    return Status::InvalidArgument("delimiter, quote and escape are single ASCII characters other than line ends");
  }
  if (options.delimiter && (options.delimiter == options.quote || options.delimiter == options.escape)) {
    return Status::InvalidArgument(
        fmt::format("the delimiter must differ from quote and escape: {}", *options.delimiter));
  }
  return {};
}

Status FirstRecordStatus(RecordEnd how, bool whole) {
  switch (how) {
    case RecordEnd::kTextBehindQuote: return Status::Corrupt("line 1: a quoted field goes on behind its closing quote");
    case RecordEnd::kUnterminatedQuote: return Status::Corrupt("line 1: a quote opens here and is never closed");
    default:
      if (whole) {
        return Status::Corrupt("the input is empty, expected a header or a record");
      }
      return Status::LimitExceeded(
          fmt::format("the first record is longer than {} bytes; is a quote on line 1 not closed?", kDetectionBytes));
  }
}

}  // namespace

Result<CsvLayout> DetectLayout(std::string_view sample, bool whole, const CsvReadOptions& options) {
  TARACEA_TRY(CheckDialect(options));
  CsvLayout layout;
  layout.dialect.quote = options.quote;
  layout.dialect.escape = options.escape == options.quote ? std::nullopt : options.escape;
  layout.dialect.delimiter = options.delimiter ? *options.delimiter : DetectDelimiter(sample, whole, layout.dialect);
  SampleRecord first;
  size_t end = 0;
  const RecordEnd how =
      sample.empty() ? RecordEnd::kNeedMore : SplitRecord(sample, whole, layout.dialect, &first.cells, &end);
  if (how != RecordEnd::kWhole) {
    return FirstRecordStatus(how, whole);
  }
  if (first.cells.size() > static_cast<size_t>(std::max(options.max_columns, 1))) {
    return Status::LimitExceeded(fmt::format("the first record has more than max_columns = {} fields: {}",
                                             options.max_columns, first.cells.size()));
  }
  if (options.header == HeaderMode::kDetect) {
    std::vector<SampleRecord> records = SplitSample(sample, whole, layout.dialect);
    if (!records.empty()) {
      DetectHeader(sample, records, NullStrings(options.null_strings), &layout);
    }
  } else {
    layout.has_header = options.header == HeaderMode::kPresent;
  }
  for (size_t i = 0; i < first.cells.size(); ++i) {
    std::string name = PaddedText(sample, first, first.cells[i], layout.dialect);
    name.resize(name.size() - kParseSlackBytes);
    layout.names.push_back(layout.has_header ? std::move(name) : fmt::format("column_{}", i + 1));
  }
  return layout;
}

Status CheckNames(bool rename, std::vector<std::string>* names) {
  std::unordered_set<std::string> taken(names->begin(), names->end());
  std::unordered_map<std::string, int> seen;
  std::string faults;
  for (size_t i = 0; i < names->size(); ++i) {
    std::string& name = (*names)[i];
    const int occurrence = ++seen[name];
    if (!name.empty() && occurrence == 1) {
      continue;
    }
    if (!rename) {
      faults += (faults.empty() ? "" : ", ") + (name.empty() ? fmt::format("column {} has no name", i + 1)
                                                             : fmt::format("column {} is again \"{}\"", i + 1, name));
      continue;
    }
    const std::string stem = name.empty() ? fmt::format("column_{}", i + 1) : name;
    std::string candidate = name.empty() ? stem : fmt::format("{}_{}", stem, occurrence);
    for (int n = occurrence + 1; !taken.insert(candidate).second; ++n) {
      candidate = fmt::format("{}_{}", stem, n);
    }
    name = candidate;
  }
  if (!faults.empty()) {
    return Status::Corrupt("the header does not name the columns apart; --rename-duplicates gives them names: " +
                           faults);
  }
  return {};
}

}  // namespace taracea::text

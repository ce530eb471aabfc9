#include "text/csv_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/try.h"
#include "text/schema_file.h"
#include "text/text_encoding.h"
#include "text/type_name.h"

namespace taracea::text {
namespace {

constexpr size_t kShownBytes = 60;

Result<std::unique_ptr<CsvTileReader>> OpenTiles(const CsvReadOptions& options, std::unique_ptr<ByteStream> stream,
                                                 bool partial) {
  TARACEA_TRY_ASSIGN(DecodedStream decoded, DecodeText(std::move(stream), options.encoding));
  CsvTileReader::Limits limits;
  limits.chunk_bytes = static_cast<size_t>(std::max<int64_t>(options.chunk_bytes, 1));
  limits.max_record_bytes = static_cast<size_t>(std::max<int64_t>(options.max_record_bytes, 1));
  return std::make_unique<CsvTileReader>(std::move(decoded.stream), decoded.mark_bytes, partial, limits);
}

Result<std::unique_ptr<CsvTileReader>> SkipHeader(const CsvPlan& plan, std::unique_ptr<CsvTileReader> tiles) {
  // The same beginning is read in one go as for detection, so that both passes see the same.
  TARACEA_TRY(tiles->Require(kDetectionBytes));
  tiles->Configure(plan.layout.dialect, plan.layout.names.size());
  if (plan.layout.has_header) {
    TARACEA_TRY(tiles->SkipRecord());
  }
  return tiles;
}

/// The entries of the options by column.
class GivenTypes {
 public:
  Status Read(const CsvReadOptions& options) {
    TARACEA_TRY_ASSIGN(std::vector<array::Field> from_file, ParseSchemaFile(options.schema_text));
    for (array::Field& field : from_file) {
      const std::string name = field.name;
      fields_[name] = std::move(field);
    }
    for (const ColumnTypeRequest& request : options.types) {
      Result<array::Field> field = ParseTypeName(request.type);
      if (!field) {
        return Status::InvalidArgument(fmt::format("--type {}: {}", request.column, field.error().message()));
      }
      field->name = request.column;
      fields_[request.column] = *std::move(field);
    }
    return {};
  }

  const array::Field* Find(const std::string& name) {
    auto entry = fields_.find(name);
    if (entry == fields_.end()) {
      entry = fields_.find("*");
    } else {
      used_.push_back(name);
    }
    return entry == fields_.end() ? nullptr : &entry->second;
  }

  /// Names that no column has.
  std::string Unused() const {
    std::string out;
    for (const auto& [name, field] : fields_) {
      if (name != "*" && std::find(used_.begin(), used_.end(), name) == used_.end()) {
        out += (out.empty() ? "" : ", ") + name;
      }
    }
    return out;
  }

 private:
  std::unordered_map<std::string, array::Field> fields_;
  std::vector<std::string> used_;
};

std::string NameList(const std::vector<std::string>& names) {
  constexpr size_t kShownNames = 20;
  std::string out;
  for (size_t i = 0; i < std::min(names.size(), kShownNames); ++i) {
    out += (i == 0 ? "" : ", ") + names[i];
  }
  return names.size() > kShownNames ? out + fmt::format(" and {} more", names.size() - kShownNames) : out;
}

Status ResolveTypes(CsvPlan* plan) {
  GivenTypes given;
  TARACEA_TRY(given.Read(plan->options));
  for (const std::string& name : plan->layout.names) {
    const array::Field* field = given.Find(name);
    plan->fields.push_back(field != nullptr ? *field : NullableField(name, array::TypeId::kUtf8));
    plan->fields.back().name = name;
    plan->infer.push_back(field == nullptr);
    plan->converters.push_back({.requested = field != nullptr});
    plan->report.evidence.push_back({field != nullptr ? "given" : "", "", 0});
    // Made for its error only: a type that text is not read into.
    if (Result<std::unique_ptr<ColumnConverter>> made =
            MakeColumnConverter(plan->fields.back(), plan->converters.back(), plan->context.get());
        !made) {
      return std::move(made).error();
    }
  }
  plan->report.null_texts.resize(plan->fields.size());
  const std::string unused = given.Unused();
  if (!unused.empty()) {
    return Status::InvalidArgument(
        fmt::format("a type is given for a column that the input does not have (it has {}): {}",
                    NameList(plan->layout.names), unused));
  }
  return {};
}

}  // namespace

bool CsvPlan::infers() const {
  return std::find(infer.begin(), infer.end(), true) != infer.end();
}

Result<std::unique_ptr<CsvTileReader>> OpenPreviewTiles(const CsvPlan& plan, bool* whole) {
  TARACEA_TRY_ASSIGN(std::unique_ptr<ByteStream> stream, plan.input->OpenPreview(whole));
  TARACEA_TRY_ASSIGN(std::unique_ptr<CsvTileReader> tiles, OpenTiles(plan.options, std::move(stream), !*whole));
  return SkipHeader(plan, std::move(tiles));
}

Result<std::unique_ptr<CsvTileReader>> OpenAllTiles(const CsvPlan& plan) {
  TARACEA_TRY_ASSIGN(std::unique_ptr<ByteStream> stream, plan.input->OpenAll());
  TARACEA_TRY_ASSIGN(std::unique_ptr<CsvTileReader> tiles, OpenTiles(plan.options, std::move(stream), false));
  return SkipHeader(plan, std::move(tiles));
}

Result<std::unique_ptr<CsvPlan>> PlanCsv(std::shared_ptr<TextInput> input, const CsvReadOptions& options) {
  auto plan = std::make_unique<CsvPlan>();
  plan->options = options;
  plan->input = std::move(input);
  bool whole = false;
  TARACEA_TRY_ASSIGN(std::unique_ptr<ByteStream> stream, plan->input->OpenPreview(&whole));
  TARACEA_TRY_ASSIGN(const std::unique_ptr<CsvTileReader> tiles, OpenTiles(options, std::move(stream), !whole));
  TARACEA_TRY_ASSIGN(const std::string_view sample, tiles->Peek(kDetectionBytes));
  Result<CsvLayout> layout = DetectLayout(sample, whole && sample.size() < kDetectionBytes, options);
  if (!layout) {
    return std::move(layout).error().At({.file = plan->input->Name()});
  }
  plan->layout = *std::move(layout);
  plan->context =
      std::make_unique<ConverterContext>(ConverterContext{plan->layout.dialect, NullStrings(options.null_strings), {}});
  for (const std::string& pattern : options.date_formats) {
    TARACEA_TRY_ASSIGN(DatePattern compiled, DatePattern::Compile(pattern));
    plan->context->patterns.push_back(std::move(compiled));
  }
  TARACEA_TRY(CheckNames(options.rename_duplicates, &plan->layout.names).At({.file = plan->input->Name()}));
  TARACEA_TRY(ResolveTypes(plan.get()));
  if (plan->layout.header_uncertain && options.header == HeaderMode::kDetect) {
    plan->report.warnings.push_back("the first record is taken for a header (--no-header says that it is data)");
  }
  return plan;
}

Status CellFault(const CsvPlan& plan, const CsvTile& tile, size_t row, size_t column) {
  const Cell& cell = tile.cell(row, column);
  std::string value(tile.raw(cell));
  if (cell.escaped()) {
    value.clear();
    AppendUnescaped(tile.raw(cell), cell.quoted(), plan.layout.dialect, &value);
  }
  if (value.size() > kShownBytes) {
    value = value.substr(0, kShownBytes) + "...";
  }
  const array::Field& field = plan.fields[column];
  return Status::Corrupt(fmt::format("line {}, column {}: not {}; --type {}=utf8 reads it as text: \"{}\"",
                                     tile.LineOf(row), field.name, FormatTypeName(field), QuoteName(field.name), value))
      .At({.file = plan.input->Name(), .column = field.name});
}

}  // namespace taracea::text

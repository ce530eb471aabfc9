#include "listing.h"

#include <fmt/format.h>

#include "arguments.h"
#include "console.h"
#include "json_object.h"
#include "propagate.h"
#include "row_output.h"
#include "taracea/batch_readers.h"

namespace taracea::cli {
namespace {

std::string CellJson(const Listing::Cell& cell) {
  if (const auto* number = std::get_if<int64_t>(&cell); number != nullptr) {
    return std::to_string(*number);
  }
  if (const auto* real = std::get_if<double>(&cell); real != nullptr) {
    return fmt::format("{}", *real);
  }
  const auto* text = std::get_if<std::string>(&cell);
  return text != nullptr ? JsonString(*text) : "null";
}

template <typename T>
void AddTo(BatchBuilder* builder, const std::string& name, const std::vector<Listing::Cell>& cells) {
  std::vector<T> values;
  std::vector<uint8_t> valid;
  for (const Listing::Cell& cell : cells) {
    const T* value = std::get_if<T>(&cell);
    values.push_back(value != nullptr ? *value : T{});
    valid.push_back(value != nullptr ? 1 : 0);
  }
  if constexpr (std::is_same_v<T, std::string>) {
    const std::vector<std::string_view> views(values.begin(), values.end());
    builder->AddStrings(name, views, valid);
  } else {
    builder->Add(name, std::span<const T>(values), valid);
  }
}

}  // namespace

void Listing::AddRow(std::vector<Cell> cells) {
  for (size_t i = 0; i < columns_.size(); ++i) {
    columns_[i].cells.push_back(i < cells.size() ? std::move(cells[i]) : Cell());
  }
}

std::string Listing::ToJson() const {
  JsonArray rows;
  for (size_t row = 0; row < row_count(); ++row) {
    JsonObject object;
    for (const Column& column : columns_) {
      object.Raw(column.name, CellJson(column.cells[row]));
    }
    rows.Raw(object.Finish());
  }
  return rows.Finish();
}

Result<Batch> Listing::ToBatch() const {
  BatchBuilder builder;
  for (const Column& column : columns_) {
    switch (column.kind) {
      case Kind::kNumber: AddTo<int64_t>(&builder, column.name, column.cells); break;
      case Kind::kReal: AddTo<double>(&builder, column.name, column.cells); break;
      case Kind::kText: AddTo<std::string>(&builder, column.name, column.cells); break;
    }
  }
  return builder.Finish();
}

Status PrintListing(const Listing& listing, const Arguments& arguments, Console& console, std::string_view footer) {
  CLI_TRY_ASSIGN(Batch batch, listing.ToBatch());
  const std::unique_ptr<BatchReader> reader = ReadBatches({std::move(batch)});
  CLI_TRY(PrintRows(*reader, arguments, console));
  if (arguments.Text("format", "table") == "table") {
    CLI_TRY(console.out().Print(footer));
  }
  return {};
}

}  // namespace taracea::cli

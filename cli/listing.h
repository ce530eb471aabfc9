#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "taracea/batch.h"
#include "taracea/status.h"

namespace taracea::cli {

class Arguments;
class Console;

/// Facts about a file as a table, which every format of --format can show. Nothing is a null.
class Listing {
 public:
  using Cell = std::variant<std::monostate, int64_t, double, std::string>;
  enum class Kind : uint8_t { kNumber, kReal, kText };

  void AddColumn(std::string name, Kind kind) { columns_.push_back({std::move(name), kind, {}}); }
  /// Adds one cell a column.
  void AddRow(std::vector<Cell> cells);
  size_t row_count() const noexcept { return columns_.empty() ? 0 : columns_[0].cells.size(); }

  /// All rows as a JSON array of objects.
  std::string ToJson() const;
  Result<Batch> ToBatch() const;

 private:
  struct Column {
    std::string name;
    Kind kind;
    std::vector<Cell> cells;
  };
  std::vector<Column> columns_;
};

/// Prints a listing in a format other than JSON; `footer` follows a table only.
Status PrintListing(const Listing& listing, const Arguments& arguments, Console& console, std::string_view footer = {});

}  // namespace taracea::cli

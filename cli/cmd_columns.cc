#include <fmt/format.h>

#include <algorithm>

#include "each_file.h"
#include "encryption_text.h"
#include "figures.h"
#include "file_layout.h"
#include "json_object.h"
#include "listing.h"
#include "propagate.h"

namespace taracea::cli {
namespace {

using Kind = Listing::Kind;
using Cell = Listing::Cell;

int64_t TotalBytes(const ColumnSize& column) {
  return column.compressed_bytes + column.index_bytes + column.bloom_filter_bytes;
}

Cell NullCount(const ColumnSize& column) {
  return column.null_count_known ? Cell(column.null_count) : Cell();
}

/// Largest first; equal ones in the order of the schema.
std::vector<const ColumnSize*> Ranked(const FileLayout& layout) {
  std::vector<const ColumnSize*> out;
  for (const ColumnSize& column : layout.columns) {
    out.push_back(&column);
  }
  std::sort(out.begin(), out.end(), [](const ColumnSize* a, const ColumnSize* b) {
    // They lie in one array, in the order of the schema.
    return TotalBytes(*a) != TotalBytes(*b) ? TotalBytes(*a) > TotalBytes(*b) : a < b;
  });
  return out;
}

double Share(int64_t part, int64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) * 100 / static_cast<double>(whole);
}

Listing MakeListing(const FileLayout& layout) {
  Listing out;
  out.AddColumn("column", Kind::kText);
  for (const char* const name :
       {"bytes", "data_bytes", "index_bytes", "bloom_filter_bytes", "uncompressed_bytes", "values", "nulls"}) {
    out.AddColumn(name, Kind::kNumber);
  }
  out.AddColumn("share", Kind::kReal);
  for (const char* const name : {"codec", "encodings", "type", "encryption"}) {
    out.AddColumn(name, Kind::kText);
  }
  for (const ColumnSize* column : Ranked(layout)) {
    out.AddRow({column->path, TotalBytes(*column), column->compressed_bytes, column->index_bytes,
                column->bloom_filter_bytes, column->uncompressed_bytes, column->value_count, NullCount(*column),
                Share(TotalBytes(*column), layout.file_bytes), JoinNames(column->codecs), JoinNames(column->encodings),
                column->type, EncryptionCell(column->encryption)});
  }
  return out;
}

/// The same for the eye.
Listing MakeTable(const FileLayout& layout) {
  Listing out;
  out.AddColumn("column", Kind::kText);
  for (const char* const name : {"bytes", "share", "of raw", "nulls"}) {
    out.AddColumn(name,
                  name == std::string_view("bytes") || name == std::string_view("nulls") ? Kind::kNumber : Kind::kText);
  }
  for (const char* const name : {"codec", "encodings", "type"}) {
    out.AddColumn(name, Kind::kText);
  }
  const auto share = [&](int64_t bytes) {
    return Percent(static_cast<double>(bytes), static_cast<double>(layout.file_bytes));
  };
  for (const ColumnSize* column : Ranked(layout)) {
    out.AddRow({column->path, column->compressed_bytes, share(column->compressed_bytes),
                Percent(static_cast<double>(column->compressed_bytes), static_cast<double>(column->uncompressed_bytes)),
                NullCount(*column), JoinNames(column->codecs), JoinNames(column->encodings), column->type});
  }
  return out;
}

/// The sum that gives the file's size.
std::string SumText(const FileLayout& layout) {
  std::string out = fmt::format("columns {}", Grouped(layout.data_bytes()));
  const auto add = [&](std::string_view name, int64_t size_bytes) {
    out += size_bytes > 0 ? fmt::format(" + {} {}", name, Grouped(size_bytes)) : "";
  };
  add("indexes", layout.index_bytes());
  add("bloom filters", layout.bloom_filter_bytes());
  add("gaps", layout.other_bytes);
  add("footer", layout.footer_bytes);
  add("magic", layout.magic_bytes);
  return out + fmt::format(" = {} bytes, the file\n", Grouped(layout.file_bytes));
}

std::string MakeJson(const FileLayout& layout, const std::string& path) {
  JsonObject out;
  out.Number("format_version", 1).Text("file", path).Number("file_bytes", layout.file_bytes);
  out.Number("data_bytes", layout.data_bytes()).Number("index_bytes", layout.index_bytes());
  out.Number("bloom_filter_bytes", layout.bloom_filter_bytes()).Number("footer_bytes", layout.footer_bytes);
  out.Number("magic_bytes", layout.magic_bytes).Number("other_bytes", layout.other_bytes);
  return out.Raw("columns", MakeListing(layout).ToJson()).Finish() + "\n";
}

}  // namespace

void RunColumns(const Arguments& arguments, Console& console) {
  const std::string format = arguments.Text("format", "table");
  ForEachFile(arguments, console, [&](const File& file, const std::string& path) -> Status {
    CLI_TRY_ASSIGN(const FileLayout layout, ReadLayout(file));
    if (format == "json" || format == "jsonl") {
      return console.out().Print(MakeJson(layout, path));
    }
    if (format == "table" && arguments.operands().size() > 1) {
      CLI_TRY(console.out().Print(console.Strong(VisibleText(path)) + "\n"));
    }
    return format == "table" ? PrintListing(MakeTable(layout), arguments, console, SumText(layout))
                             : PrintListing(MakeListing(layout), arguments, console);
  });
}

}  // namespace taracea::cli

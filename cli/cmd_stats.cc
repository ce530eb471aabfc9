#include "chunk_choice.h"
#include "each_file.h"
#include "json_object.h"
#include "listing.h"
#include "propagate.h"
#include "taracea/metadata_text.h"

namespace taracea::cli {
namespace {

using Cell = Listing::Cell;
using Kind = Listing::Kind;

Cell Bound(const SchemaNode& leaf, const std::optional<std::string>& bound) {
  return bound ? Cell(PlainValueText(leaf, *bound)) : Cell();
}

Cell Number(const std::optional<int64_t>& number) {
  return number ? Cell(*number) : Cell();
}

Cell Exact(const std::optional<bool>& exact) {
  return exact ? Cell(std::string(*exact ? "yes" : "no")) : Cell();
}

/// One row a column chunk. Bounds of the deprecated kind are shown where there are no others.
Result<Listing> MakeListing(const File& file, const ChunkChoice& choice) {
  Listing out;
  out.AddColumn("column", Kind::kText);
  out.AddColumn("row_group", Kind::kNumber);
  out.AddColumn("values", Kind::kNumber);
  out.AddColumn("nulls", Kind::kNumber);
  out.AddColumn("min", Kind::kText);
  out.AddColumn("max", Kind::kText);
  out.AddColumn("min_exact", Kind::kText);
  out.AddColumn("max_exact", Kind::kText);
  out.AddColumn("distinct", Kind::kNumber);
  out.AddColumn("nans", Kind::kNumber);
  const Schema& schema = file.schema();
  for (const int leaf : choice.leaves) {
    const SchemaNode& node = schema.leaf(leaf);
    for (const int row_group : choice.row_groups) {
      CLI_TRY_ASSIGN(const ColumnChunk chunk, file.metadata().row_group(row_group).column(leaf).metadata());
      const ColumnMetaData facts = chunk.meta_data.value_or(ColumnMetaData());
      const Statistics stats = facts.statistics.value_or(Statistics());
      const bool old = !stats.min_value && !stats.max_value;
      out.AddRow({schema.PathString(schema.leaf_node_index(leaf)), int64_t{row_group}, facts.num_values,
                  Number(stats.null_count), Bound(node, old ? stats.min : stats.min_value),
                  Bound(node, old ? stats.max : stats.max_value), Exact(stats.is_min_value_exact),
                  Exact(stats.is_max_value_exact), Number(stats.distinct_count), Number(stats.nan_count)});
    }
  }
  return out;
}

}  // namespace

void RunStats(const Arguments& arguments, Console& console) {
  const std::string format = arguments.Text("format", "table");
  ForEachFile(arguments, console, [&](const File& file, const std::string& path) -> Status {
    CLI_TRY_ASSIGN(const ChunkChoice choice, ChooseChunks(file, arguments));
    CLI_TRY_ASSIGN(const Listing listing, MakeListing(file, choice));
    if (format == "json" || format == "jsonl") {
      JsonObject object;
      object.Number("format_version", 1).Text("file", path);
      return console.out().Print(object.Raw("chunks", listing.ToJson()).Finish() + "\n");
    }
    if (format == "table" && arguments.operands().size() > 1) {
      CLI_TRY(console.out().Print(console.Strong(VisibleText(path)) + "\n"));
    }
    return PrintListing(listing, arguments, console);
  });
}

}  // namespace taracea::cli

#include "each_file.h"
#include "encryption_text.h"
#include "file_layout.h"
#include "json_object.h"
#include "listing.h"
#include "propagate.h"

namespace taracea::cli {
namespace {

Listing LeafListing(const Schema& schema, const std::vector<std::string>& encryption) {
  Listing out;
  using Kind = Listing::Kind;
  for (const char* const name : {"path", "repetition", "physical_type", "logical_type"}) {
    out.AddColumn(name, Kind::kText);
  }
  for (const char* const name : {"type_length", "field_id", "max_definition_level", "max_repetition_level"}) {
    out.AddColumn(name, Kind::kNumber);
  }
  out.AddColumn("encryption", Kind::kText);
  for (int i = 0; i < schema.leaf_count(); ++i) {
    const SchemaNode& leaf = schema.leaf(i);
    Listing::Cell logical;
    if (leaf.logical_type) {
      logical = leaf.logical_type.ToString();
    }
    Listing::Cell length;
    if (leaf.physical_type == PhysicalType::kFixedLenByteArray) {
      length = int64_t{leaf.type_length};
    }
    Listing::Cell field_id;
    if (leaf.field_id) {
      field_id = int64_t{*leaf.field_id};
    }
    out.AddRow({schema.PathString(schema.leaf_node_index(i)), ToString(leaf.repetition), ToString(*leaf.physical_type),
                std::move(logical), length, field_id, int64_t{leaf.max_definition_level},
                int64_t{leaf.max_repetition_level}, EncryptionCell(encryption[static_cast<size_t>(i)])});
  }
  return out;
}

}  // namespace

void RunSchema(const Arguments& arguments, Console& console) {
  const std::string format = arguments.Text("format", "table");
  const bool several = arguments.operands().size() > 1;
  ForEachFile(arguments, console, [&](const File& file, const std::string& path) -> Status {
    const Schema& schema = file.schema();
    CLI_TRY_ASSIGN(const std::vector<std::string> encryption, EncryptionWords(file));
    if (format == "json" || format == "jsonl") {
      JsonObject object;
      object.Number("format_version", 1).Text("file", path).Text("message", schema.ToString());
      return console.out().Print(object.Raw("columns", LeafListing(schema, encryption).ToJson()).Finish() + "\n");
    }
    if (format != "table") {
      return PrintListing(LeafListing(schema, encryption), arguments, console);
    }
    if (several) {
      CLI_TRY(console.out().Print(console.Strong(VisibleText(path)) + "\n"));
    }
    return console.out().Print(schema.ToString());
  });
}

}  // namespace taracea::cli

#include "each_file.h"
#include "encryption_text.h"
#include "json_object.h"
#include "listing.h"
#include "propagate.h"
#include "taracea/metadata_text.h"

namespace taracea::cli {
namespace {

/// The pairs of the footer, and the facts that it states besides the schema and the row groups.
Listing MakeListing(const MetadataInfo& metadata) {
  Listing out;
  out.AddColumn("key", Listing::Kind::kText);
  out.AddColumn("value", Listing::Kind::kText);
  out.AddRow({"(created_by)", metadata.created_by()});
  out.AddRow({"(version)", std::to_string(metadata.version())});
  out.AddRow({"(num_rows)", std::to_string(metadata.num_rows())});
  out.AddRow({"(row_groups)", std::to_string(metadata.row_group_count())});
  if (const std::string encryption = EncryptionText(metadata); !encryption.empty()) {
    out.AddRow({"(encryption)", encryption});
  }
  for (const KeyValue& pair : metadata.key_value_metadata()) {
    out.AddRow({pair.key, pair.value ? Listing::Cell(VisibleText(*pair.value)) : Listing::Cell()});
  }
  return out;
}

}  // namespace

void RunMeta(const Arguments& arguments, Console& console) {
  const std::string format = arguments.Text("format", "table");
  ForEachFile(arguments, console, [&](const File& file, const std::string& path) -> Status {
    if (format == "json" || format == "jsonl") {
      CLI_TRY_ASSIGN(const FileMetaData footer, file.metadata().full());
      JsonObject object;
      object.Number("format_version", 1).Text("file", path);
      return console.out().Print(object.Raw("footer", ToJson(footer)).Finish() + "\n");
    }
    if (format == "table" && arguments.operands().size() > 1) {
      CLI_TRY(console.out().Print(console.Strong(VisibleText(path)) + "\n"));
    }
    return PrintListing(MakeListing(file.metadata()), arguments, console);
  });
}

}  // namespace taracea::cli

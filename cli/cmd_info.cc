#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "card.h"
#include "each_file.h"
#include "encryption_text.h"
#include "figures.h"
#include "file_layout.h"
#include "json_object.h"
#include "listing.h"
#include "oddities.h"
#include "propagate.h"

namespace taracea::cli {
namespace {

/// What the overview shows, whatever the format.
struct Overview {
  std::string path;
  int64_t rows = 0;
  int64_t columns = 0;
  int64_t leaves = 0;
  int64_t row_groups = 0;
  int64_t least_group_rows = 0;
  int64_t most_group_rows = 0;
  int64_t uncompressed_bytes = 0;
  FileLayout layout;
  std::map<std::string, int64_t> codecs;  ///< Columns by codec.
  std::string created_by;
  std::string encryption;  ///< Empty: none.
  int32_t version = 0;
  std::vector<KeyValue> key_values;
  std::vector<std::string> odd;
};

Result<Overview> Look(const File& file, const std::string& path) {
  Overview out;
  const MetadataInfo metadata = file.metadata();
  out.path = path;
  out.rows = metadata.num_rows();
  out.columns = static_cast<int64_t>(file.schema().root().children.size());
  out.leaves = file.schema().leaf_count();
  out.row_groups = metadata.row_group_count();
  for (const RowGroupInfo& row_group : metadata.row_groups()) {
    const int64_t rows = row_group.num_rows();
    out.least_group_rows =
        row_group.num_rows() < out.least_group_rows || out.most_group_rows == 0 ? rows : out.least_group_rows;
    out.most_group_rows = std::max(out.most_group_rows, rows);
  }
  CLI_TRY_ASSIGN(out.layout, ReadLayout(file));
  for (const ColumnSize& column : out.layout.columns) {
    out.uncompressed_bytes += column.uncompressed_bytes;
    ++out.codecs[JoinNames(column.codecs)];
  }
  out.codecs.erase("");
  out.created_by = metadata.created_by();
  out.encryption = EncryptionText(metadata);
  out.version = metadata.version();
  out.key_values = metadata.key_value_metadata();
  out.odd = FindOddities(file, out.layout);
  return out;
}

std::string SizeText(const FileLayout& layout) {
  std::string out = fmt::format("{}: data {}", Bytes(layout.file_bytes), Bytes(layout.data_bytes()));
  const auto add = [&](std::string_view name, int64_t size_bytes) {
    out += size_bytes > 0 ? fmt::format(", {} {}", name, Bytes(size_bytes)) : "";
  };
  add("indexes", layout.index_bytes());
  add("bloom filters", layout.bloom_filter_bytes());
  add("footer", layout.footer_bytes);
  add("other", layout.other_bytes);
  return out;
}

std::string CodecText(const Overview& overview) {
  std::string out;
  for (const auto& [name, columns] : overview.codecs) {
    out += fmt::format("{}{}", out.empty() ? "" : ", ", name);
    out += overview.codecs.size() > 1 ? fmt::format(" ({})", Counted(columns, "column")) : "";
  }
  if (out.empty()) {
    return "none";
  }
  return out + fmt::format(", {} of {} uncompressed",
                           Percent(static_cast<double>(overview.layout.data_bytes()),
                                   static_cast<double>(overview.uncompressed_bytes)),
                           Bytes(overview.uncompressed_bytes));
}

std::string EncryptedColumns(const Overview& overview) {
  int64_t plain = 0;
  int64_t own = 0;
  for (const ColumnSize& column : overview.layout.columns) {
    plain += column.encryption.empty() ? 1 : 0;
    own += column.encryption == "column key" ? 1 : 0;
  }
  return fmt::format("{}; {} of {} encrypted, {} with a key of its own", overview.encryption,
                     Grouped(overview.leaves - plain), Counted(overview.leaves, "column"), Grouped(own));
}

Card MakeCard(const Overview& overview) {
  Card card(overview.path);
  card.Line("rows", Grouped(overview.rows));
  card.Line("columns",
            overview.columns == overview.leaves
                ? Grouped(overview.columns)
                : fmt::format("{}, {} with nested ones", Grouped(overview.columns), Grouped(overview.leaves)));
  std::string groups = Grouped(overview.row_groups);
  if (overview.row_groups > 1) {
    groups += fmt::format(", of {} to {} rows", Grouped(overview.least_group_rows), Grouped(overview.most_group_rows));
  }
  card.Line("row groups", groups);
  card.Line("size", SizeText(overview.layout));
  card.Line("codec", CodecText(overview));
  if (!overview.encryption.empty()) {
    card.Line("encryption", EncryptedColumns(overview));
  }
  card.Line("writer", overview.created_by.empty() ? "does not say" : overview.created_by);
  card.Line("format", fmt::format("version {}", overview.version));
  std::string keys;
  for (const KeyValue& pair : overview.key_values) {
    keys += fmt::format("{}{} ({})", keys.empty() ? "" : ", ", pair.key,
                        Bytes(static_cast<int64_t>(pair.value.value_or("").size())));
  }
  if (!keys.empty()) {
    card.Line("metadata", keys);
  }
  for (const std::string& odd : overview.odd) {
    card.Line("odd", odd);
  }
  return card;
}

std::string MakeJson(const Overview& overview) {
  JsonObject codecs;
  for (const auto& [name, columns] : overview.codecs) {
    codecs.Number(name, columns);
  }
  JsonArray keys;
  for (const KeyValue& pair : overview.key_values) {
    keys.Text(pair.key);
  }
  JsonArray odd;
  for (const std::string& text : overview.odd) {
    odd.Text(text);
  }
  JsonObject out;
  out.Number("format_version", 1).Text("file", overview.path).Number("rows", overview.rows);
  out.Number("columns", overview.columns).Number("leaf_columns", overview.leaves);
  out.Number("row_groups", overview.row_groups).Number("file_bytes", overview.layout.file_bytes);
  out.Number("data_bytes", overview.layout.data_bytes()).Number("uncompressed_bytes", overview.uncompressed_bytes);
  out.Number("index_bytes", overview.layout.index_bytes());
  out.Number("bloom_filter_bytes", overview.layout.bloom_filter_bytes());
  out.Number("footer_bytes", overview.layout.footer_bytes).Number("magic_bytes", overview.layout.magic_bytes);
  out.Number("other_bytes", overview.layout.other_bytes).Raw("codecs", codecs.Finish());
  out.Text("created_by", overview.created_by).Number("version", overview.version);
  out.Raw("encryption", overview.encryption.empty() ? "null" : JsonString(overview.encryption));
  return out.Raw("key_value_metadata", keys.Finish()).Raw("odd", odd.Finish()).Finish();
}

Listing MakeListing(const std::vector<Overview>& overviews) {
  Listing out;
  using Kind = Listing::Kind;
  out.AddColumn("file", Kind::kText);
  for (const char* const name : {"rows", "columns", "row_groups", "file_bytes", "data_bytes", "uncompressed_bytes"}) {
    out.AddColumn(name, Kind::kNumber);
  }
  out.AddColumn("created_by", Kind::kText);
  for (const Overview& o : overviews) {
    out.AddRow({o.path, o.rows, o.columns, o.row_groups, o.layout.file_bytes, o.layout.data_bytes(),
                o.uncompressed_bytes, o.created_by});
  }
  return out;
}

}  // namespace

void RunInfo(const Arguments& arguments, Console& console) {
  const std::string format = arguments.Text("format", "table");
  std::vector<Overview> overviews;
  ForEachFile(arguments, console, [&](const File& file, const std::string& path) -> Status {
    CLI_TRY_ASSIGN(Overview overview, Look(file, path));
    if (format == "table") {
      return console.out().Print(MakeCard(overview).Text(console.color()));
    }
    if (format == "json" || format == "jsonl") {
      return console.out().Print(MakeJson(overview) + "\n");
    }
    overviews.push_back(std::move(overview));
    return {};
  });
  if (!overviews.empty()) {
    if (const Status status = PrintListing(MakeListing(overviews), arguments, console); !status.ok()) {
      console.Fail(status);
    }
  }
}

}  // namespace taracea::cli

#include <algorithm>

#include "chunk_choice.h"
#include "each_file.h"
#include "encryption_text.h"
#include "json_object.h"
#include "listing.h"
#include "propagate.h"
#include "row_output.h"
#include "taracea/batch_readers.h"
#include "taracea/metadata_text.h"
#include "taracea/pages.h"

namespace taracea::cli {
namespace {

using Cell = Listing::Cell;
using Kind = Listing::Kind;

std::string ChecksumWord(ChecksumState state) {
  switch (state) {
    case ChecksumState::kAbsent: return "none";
    case ChecksumState::kMatches: return "ok";
    case ChecksumState::kDiffers: return "DIFFERS";
  }
  return {};
}

Cell Number(const std::optional<int64_t>& number) {
  return number ? Cell(*number) : Cell();
}

/// The last column is for encrypted files only.
Listing EmptyListing(bool is_encrypted) {
  Listing out;
  out.AddColumn("column", Kind::kText);
  out.AddColumn("row_group", Kind::kNumber);
  out.AddColumn("page", Kind::kNumber);
  out.AddColumn("type", Kind::kText);
  out.AddColumn("encoding", Kind::kText);
  for (const char* const name :
       {"first_row", "rows", "entries", "nulls", "offset", "header_bytes", "compressed_bytes", "uncompressed_bytes"}) {
    out.AddColumn(name, Kind::kNumber);
  }
  out.AddColumn("crc", Kind::kText);
  if (is_encrypted) {
    out.AddColumn("encryption", Kind::kText);
  }
  return out;
}

/// Whose pages are listed.
struct ListedChunk {
  std::string column;
  int row_group = 0;
  std::string encryption;  ///< Empty: none.
};

void AddPage(const ListedChunk& chunk, const PageInfo& page, Listing* out) {
  Cell nulls;
  if (page.header.data_page_header_v2) {
    nulls = int64_t{page.header.data_page_header_v2->num_nulls};
  } else if (page.header.data_page_header && page.header.data_page_header->statistics) {
    nulls = Number(page.header.data_page_header->statistics->null_count);
  }
  out->AddRow({chunk.column, int64_t{chunk.row_group}, page.ordinal < 0 ? Cell() : Cell(page.ordinal),
               ToString(page.header.type), ToString(page.encoding), Number(page.first_row), Number(page.row_count),
               page.entry_count, std::move(nulls), page.offset, page.header_bytes,
               int64_t{page.header.compressed_page_size}, int64_t{page.header.uncompressed_page_size},
               ChecksumWord(page.checksum), EncryptionCell(chunk.encryption)});
}

class PageShow {
 public:
  PageShow(const Arguments& arguments, Console& console) : arguments_(arguments), console_(console) {}

  Status Show(const File& file, const std::string& path) {
    CLI_TRY_ASSIGN(const ChunkChoice choice, ChooseChunks(file, arguments_));
    if (arguments_.Has("values") || arguments_.Has("raw")) {
      return ShowOne(file, choice);
    }
    return ShowList(file, choice, path);
  }

 private:
  bool Wanted(const PageInfo& page) const {
    return !arguments_.Has("page") || page.ordinal == arguments_.Count("page", 0);
  }

  void AddWanted(const PageList& list, const ListedChunk& chunk, Listing* listing, JsonArray* headers) const {
    for (const PageInfo& page : list.pages) {
      if (Wanted(page)) {
        AddPage(chunk, page, listing);
        headers->Raw(ToJson(page.header));
      }
    }
  }

  Status ShowList(const File& file, const ChunkChoice& choice, const std::string& path) {
    Listing listing = EmptyListing(file.metadata().encryption() != nullptr);
    CLI_TRY_ASSIGN(const std::vector<std::string> encryption, EncryptionWords(file));
    JsonArray headers;
    Status broken;
    for (const int leaf : choice.leaves) {
      const std::string column = file.schema().PathString(file.schema().leaf_node_index(leaf));
      for (const int row_group : choice.row_groups) {
        CLI_TRY_ASSIGN(const PageList list, ListPages(file, row_group, leaf));
        AddWanted(list, {column, row_group, encryption[static_cast<size_t>(leaf)]}, &listing, &headers);
        if (!list.status.ok()) {
          // What could be walked through is shown all the same.
          broken = list.status;
        }
      }
    }
    CLI_TRY(PrintList(listing, headers, path));
    return broken;
  }

  Status PrintList(const Listing& listing, const JsonArray& headers, const std::string& path) {
    const std::string format = arguments_.Text("format", "table");
    if (format == "json" || format == "jsonl") {
      JsonObject object;
      object.Number("format_version", 1).Text("file", path).Raw("pages", listing.ToJson());
      return console_.out().Print(object.Raw("headers", headers.Finish()).Finish() + "\n");
    }
    if (format == "table" && arguments_.operands().size() > 1) {
      CLI_TRY(console_.out().Print(console_.Strong(VisibleText(path)) + "\n"));
    }
    return PrintListing(listing, arguments_, console_);
  }

  /// The values or the bytes of one page.
  Status ShowOne(const File& file, const ChunkChoice& choice) {
    if (choice.leaves.size() != 1 || choice.row_groups.size() != 1) {
      return Status::InvalidArgument("--values and --raw show one page: name one column with -c and one --row-group");
    }
    const int leaf = choice.leaves[0];
    const int row_group = choice.row_groups[0];
    // Without --page: the dictionary.
    const int64_t ordinal = arguments_.Has("page") ? arguments_.Count("page", 0) : -1;
    if (arguments_.Has("values")) {
      CLI_TRY_ASSIGN(Batch batch, ReadPageValues(file, row_group, leaf, ordinal));
      std::vector<Batch> batches;
      batches.push_back(std::move(batch));
      return PrintRows(*ReadBatches(std::move(batches)), arguments_, console_);
    }
    if (console_.out().is_terminal()) {
      return Status::InvalidArgument("a page is binary and standard output is a terminal; redirect it: > page.bin");
    }
    CLI_TRY_ASSIGN(const PageList list, ListPages(file, row_group, leaf));
    const auto page = std::find_if(list.pages.begin(), list.pages.end(),
                                   [&](const PageInfo& candidate) { return candidate.ordinal == ordinal; });
    if (page == list.pages.end()) {
      CLI_TRY(list.status);
      return Status::InvalidArgument("there is no page " + std::to_string(ordinal) + " in this column chunk");
    }
    CLI_TRY_ASSIGN(const Buffer bytes, ReadPageBytes(file, *page));
    return console_.out().Print(AsText(bytes.bytes()));
  }

  const Arguments& arguments_;
  Console& console_;
};

}  // namespace

void RunPages(const Arguments& arguments, Console& console) {
  PageShow show(arguments, console);
  ForEachFile(arguments, console, [&](const File& file, const std::string& path) { return show.Show(file, path); });
}

}  // namespace taracea::cli

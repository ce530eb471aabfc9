#include "write_choices.h"

#include <optional>
#include <string>
#include <vector>

#include "arguments.h"
#include "near_words.h"
#include "taracea/types.h"

namespace taracea::cli {
namespace {

std::vector<std::string> EncodingNames() {
  return {"PLAIN", "RLE", "DELTA_BINARY_PACKED", "DELTA_LENGTH_BYTE_ARRAY", "DELTA_BYTE_ARRAY", "BYTE_STREAM_SPLIT"};
}

Status TakeEncoding(const std::string& text, WriteOptions* out) {
  const size_t equals = text.rfind('=');
  if (equals == std::string::npos) {
    return {};  // The encoding of the input's text.
  }
  const std::string name = text.substr(equals + 1);
  const std::optional<Encoding> encoding = EncodingFromName(name);
  if (!encoding || equals == 0) {
    return Status::InvalidArgument("--encoding must be COLUMN=NAME, found '" + text + "'" +
                                   DidYouMean(name, EncodingNames()));
  }
  ColumnWriteOptions& column = out->column[text.substr(0, equals)];
  column.dictionary = encoding == Encoding::kRleDictionary || encoding == Encoding::kPlainDictionary;
  column.encoding = *column.dictionary ? std::nullopt : encoding;
  return {};
}

}  // namespace

Result<WriteOptions> WriteOptionsFrom(const Arguments& arguments) {
  WriteOptions out;
  if (arguments.Has("codec")) {
    const std::string name = arguments.Text("codec");
    const std::optional<Codec> codec = CodecFromName(name);
    if (!codec) {
      return Status::InvalidArgument("--codec must be snappy, zstd, gzip, brotli, lz4_raw or none, found '" + name +
                                     "'" + DidYouMean(name, {"snappy", "zstd", "gzip", "brotli", "lz4_raw", "none"}));
    }
    out.codec = *codec;
  }
  if (arguments.Has("level")) {
    out.compression_level = static_cast<int>(std::min<int64_t>(arguments.Count("level", 0), INT32_MAX));
  }
  for (const std::string& encoding : arguments.All("encoding")) {
    if (Status status = TakeEncoding(encoding, &out); !status.ok()) {
      return status;
    }
  }
  out.dictionary = !arguments.Has("no-dictionary");
  out.row_group_rows = arguments.Count("row-group-rows", out.row_group_rows);
  out.data_page_version = arguments.Text("page-version") == "2" ? DataPageVersion::kV2 : DataPageVersion::kV1;
  out.memory_budget_bytes = arguments.Count("memory", out.memory_budget_bytes);
  return out;
}

Status RefuseParquetOptions(const Arguments& arguments) {
  for (const std::string_view option : {"codec", "level", "no-dictionary", "row-group-rows", "page-version"}) {
    if (arguments.Has(option)) {
      return Status::InvalidArgument("--" + std::string(option) + " is for Parquet output only");
    }
  }
  return {};
}

}  // namespace taracea::cli

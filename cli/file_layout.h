#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "taracea/reader.h"

namespace taracea::cli {

/// What one leaf column takes in a file, over all row groups. Sizes in bytes.
struct ColumnSize {
  std::string path;
  std::string type;  ///< Physical type, and the logical one in brackets.
  std::vector<Encoding> encodings;
  std::vector<Codec> codecs;
  std::string encryption;  ///< "footer key" or "column key"; empty: not encrypted.
  int64_t compressed_bytes = 0;
  int64_t uncompressed_bytes = 0;
  int64_t index_bytes = 0;  ///< Column and offset index.
  int64_t bloom_filter_bytes = 0;
  int64_t value_count = 0;  ///< Level entries, nulls included.
  int64_t null_count = 0;
  bool null_count_known = true;
  int64_t chunks_with_index = 0;
  int64_t chunks_with_statistics = 0;
};

/// Where each byte of a file belongs: the columns' parts, `footer_bytes`, `magic_bytes` and `other_bytes` add up to
/// `file_bytes` exactly. Bytes that several parts claim count once, for the first of them in the file.
struct FileLayout {
  std::vector<ColumnSize> columns;  ///< In the order of the schema.
  int64_t file_bytes = 0;
  int64_t footer_bytes = 0;  ///< The footer, its length included.
  int64_t magic_bytes = 0;
  int64_t other_bytes = 0;  ///< Between the parts that the footer tells of.
  int64_t data_bytes() const noexcept;
  int64_t index_bytes() const noexcept;
  int64_t bloom_filter_bytes() const noexcept;
};

/// Reads the layout out of the footer. Errors: kCorrupt when a chunk's metadata is broken.
Result<FileLayout> ReadLayout(const File& file);

std::string TypeText(const SchemaNode& leaf);
std::string JoinNames(const std::vector<Encoding>& encodings);
std::string JoinNames(const std::vector<Codec>& codecs);

}  // namespace taracea::cli

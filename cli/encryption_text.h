#pragma once

#include <string>
#include <vector>

#include "listing.h"
#include "taracea/reader.h"

namespace taracea::cli {

/// The key that a chunk of an encrypted file is encrypted with: "footer key", "column key"; empty when it is not.
std::string EncryptionWord(const ColumnChunk& chunk);
/// The same of each leaf column, by its first chunk; empty words when the file is not encrypted or holds no rows.
Result<std::vector<std::string>> EncryptionWords(const File& file);
/// One sentence about how a file is encrypted; empty when it is not.
std::string EncryptionText(const MetadataInfo& metadata);
/// A word as a cell; nothing when it is empty.
Listing::Cell EncryptionCell(const std::string& word);

}  // namespace taracea::cli

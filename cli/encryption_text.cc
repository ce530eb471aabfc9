#include "encryption_text.h"

#include <algorithm>

#include "propagate.h"

namespace taracea::cli {

std::string EncryptionWord(const ColumnChunk& chunk) {
  if (!chunk.crypto_metadata) {
    return {};
  }
  return chunk.crypto_metadata->encryption_with_footer_key ? "footer key" : "column key";
}

Result<std::vector<std::string>> EncryptionWords(const File& file) {
  std::vector<std::string> out(static_cast<size_t>(file.schema().leaf_count()));
  const MetadataInfo metadata = file.metadata();
  if (metadata.encryption() == nullptr || metadata.row_group_count() == 0) {
    return out;
  }
  const RowGroupInfo first = metadata.row_group(0);
  for (int leaf = 0; leaf < std::min(first.column_count(), file.schema().leaf_count()); ++leaf) {
    CLI_TRY_ASSIGN(const ColumnChunk chunk, first.column(leaf).metadata());
    out[static_cast<size_t>(leaf)] = EncryptionWord(chunk);
  }
  return out;
}

std::string EncryptionText(const MetadataInfo& metadata) {
  const FileEncryption* const how = metadata.encryption();
  if (how == nullptr) {
    return {};
  }
  if (how->encrypted_footer) {
    return how->algorithm + ", footer encrypted";
  }
  return how->algorithm + ", footer plain, its signature " +
         (how->signature == FileEncryption::Signature::kMatches ? "fits" : "not checked: the key is not known");
}

Listing::Cell EncryptionCell(const std::string& word) {
  return word.empty() ? Listing::Cell() : Listing::Cell(word);
}

}  // namespace taracea::cli

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "taracea/batch.h"
#include "taracea/buffer.h"
#include "taracea/metadata.h"
#include "taracea/reader.h"
#include "taracea/status.h"

namespace taracea {

enum class ChecksumState : uint8_t { kAbsent, kMatches, kDiffers };

/// One page of a column chunk, as its header tells. Sizes in bytes; offsets from the start of the file.
struct PageInfo {
  PageHeader header;
  int64_t ordinal = -1;  ///< 0-based among the data pages; -1 for the dictionary page.
  int64_t offset = 0;    ///< Of the header.
  int64_t header_bytes = 0;
  int64_t entry_count = 0;  ///< Level entries: values and nulls; entries of a dictionary.
  Encoding encoding = Encoding::kPlain;
  std::optional<int64_t>
      first_row;  ///< Within the row group; from the offset index, or counted where columns are flat.
  std::optional<int64_t> row_count;
  ChecksumState checksum = ChecksumState::kAbsent;
};

/// The pages of a chunk that could be walked through. `status` is why the walk ended, where it did not reach the end of
/// the chunk (kCorrupt, kIo, ...).
struct PageList {
  std::vector<PageInfo> pages;
  Status status;
};

/// Walks through the page headers of a column chunk; nothing is decompressed. Bodies are read for their checksums.
/// Errors: kInvalidArgument when there is no such chunk, kCorrupt when the footer places it outside the file.
/// Thread safety: from any thread.
Result<PageList> ListPages(const File& file, int row_group, int leaf);

/// Reads a page as it lies in the file, header included. Errors: kIo, kOutOfMemory.
Result<Buffer> ReadPageBytes(const File& file, const PageInfo& page);

/// Decodes one page: a batch of its level entries with the columns repetition_level and definition_level, where the
/// column has them, and value, which is null where the levels say so. `ordinal` -1: the dictionary page.
/// Errors: kInvalidArgument when there is no such page; kCorrupt, kUnsupported as a scan, with the place.
Result<Batch> ReadPageValues(const File& file, int row_group, int leaf, int64_t ordinal);

}  // namespace taracea

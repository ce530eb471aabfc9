#pragma once

#include <cstdint>
#include <optional>

#include "taracea/buffer.h"
#include "taracea/metadata.h"
#include "taracea/types.h"

namespace taracea::page {

/// One page, decrypted, checked and decompressed; a V1 and a V2 data page look the same. Owns its memory through
/// `body`. Levels come without their length prefixes. Dictionary pages have no levels; entry_count counts their
/// entries.
struct PageView {
  PageType type = PageType::kDataPage;
  int64_t entry_count = 0;           ///< Level entries: values and nulls.
  std::optional<int64_t> row_count;  ///< Only V2 pages say.
  Encoding encoding = Encoding::kPlain;
  Encoding repetition_encoding = Encoding::kRle;
  Encoding definition_encoding = Encoding::kRle;
  ConstBytes repetition_levels;
  ConstBytes definition_levels;
  ConstBytes values;
  size_t slack_before_bytes = 0;  ///< Readable bytes before `values`.
  size_t slack_after_bytes = 0;   ///< Readable bytes behind `values`.

  // The raw facts, for inspection and messages only.
  PageHeader header;
  int64_t ordinal = 0;  ///< 0-based among the data pages of the chunk; -1 for a dictionary page.
  int64_t offset = 0;   ///< Of the page header in the file.
  int64_t header_bytes = 0;
  bool checksum_verified = false;

  Buffer body;  ///< Keeps the spans above alive, together with `levels_body` in a V2 page.
  Buffer levels_body;
};

}  // namespace taracea::page

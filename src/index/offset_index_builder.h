#pragma once

#include <cstdint>
#include <optional>

#include "taracea/metadata.h"
#include "taracea/status.h"

namespace taracea::index {

/// Puts together the offset index of a chunk, a data page at a time.
/// Thread safety: one thread at a time. Spec: PageIndex.md, parquet.thrift#OffsetIndex
class OffsetIndexBuilder {
 public:
  /// Adds the next page. `offset`: of its header, from the start of the chunk. `compressed_page_size`: header included.
  /// `first_row_index`: within the row group. `value_bytes`: of BYTE_ARRAY leaves, see SizeStatisticsCollector; given
  /// for every page or for none.
  void AddPage(int64_t offset, int32_t compressed_page_size, int64_t first_row_index,
               std::optional<int64_t> value_bytes);
  /// The index of a chunk that begins at `chunk_offset` in the file. Leaves the builder as new. Errors: kInternal when
  /// rows or offsets do not rise from page to page.
  Result<OffsetIndex> Finish(int64_t chunk_offset);
  /// Pages so far.
  int64_t page_count() const noexcept { return static_cast<int64_t>(index_.page_locations.size()); }

 private:
  OffsetIndex index_;
};

}  // namespace taracea::index

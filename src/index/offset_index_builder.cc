#include "index/offset_index_builder.h"

#include <fmt/format.h>

#include <utility>

namespace taracea::index {

void OffsetIndexBuilder::AddPage(int64_t offset, int32_t compressed_page_size, int64_t first_row_index,
                                 std::optional<int64_t> value_bytes) {
  index_.page_locations.push_back(
      {.offset = offset, .compressed_page_size = compressed_page_size, .first_row_index = first_row_index});
  if (value_bytes) {
    index_.unencoded_byte_array_data_bytes.push_back(*value_bytes);
  }
}

Result<OffsetIndex> OffsetIndexBuilder::Finish(int64_t chunk_offset) {
  OffsetIndex index = std::exchange(index_, OffsetIndex());
  int64_t end_offset = 0;
  int64_t last_row_index = -1;
  for (PageLocation& page : index.page_locations) {
    if (page.offset < end_offset || page.first_row_index <= last_row_index) {
      return Status::Internal(
          fmt::format("offset index: pages must rise, found offset {} behind {}, first row {} behind {}", page.offset,
                      end_offset, page.first_row_index, last_row_index));
    }
    end_offset = page.offset + page.compressed_page_size;
    last_row_index = page.first_row_index;
    page.offset += chunk_offset;
  }
  if (!index.unencoded_byte_array_data_bytes.empty() &&
      index.unencoded_byte_array_data_bytes.size() != index.page_locations.size()) {
    return Status::Internal(fmt::format("offset index: {} pages, but sizes of {}", index.page_locations.size(),
                                        index.unencoded_byte_array_data_bytes.size()));
  }
  return index;
}

}  // namespace taracea::index

#pragma once

#include <cstdint>

#include "taracea/metadata.h"
#include "taracea/schema.h"
#include "taracea/status.h"

namespace taracea::index {

/// Where a chunk lies and how many rows it has.
struct ChunkExtent {
  int64_t offset = 0;      ///< Of its first page, from the start of the file.
  int64_t size_bytes = 0;  ///< Of all its pages, headers included.
  int64_t row_count = 0;
};

/// Checks that an offset index can be that of a chunk: pages within its bytes, rising without overlap, each with rows,
/// the first at row 0. kCorrupt with the reason; a reader then goes on without the index.
/// Spec: PageIndex.md, parquet.thrift#OffsetIndex
Status CheckOffsetIndex(const OffsetIndex& index, const ChunkExtent& chunk);

/// Checks that a column index can be that of a leaf with `page_count` data pages: lists of equal length, bounds of the
/// type's size and in order, counts that are none below zero, and a boundary order that holds. kCorrupt with the
/// reason; a reader then goes on without the index. Spec: PageIndex.md, parquet.thrift#ColumnIndex
Status CheckColumnIndex(const ColumnIndex& index, size_t page_count, const SchemaNode& leaf);

}  // namespace taracea::index

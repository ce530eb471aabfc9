#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "array/array.h"
#include "base/arena.h"
#include "ipc/body_compression.h"
#include "taracea/buffer.h"
#include "taracea/status.h"

namespace taracea::ipc {

/// Length and nulls of one array, in the order of the wire.
struct EncodedNode {
  int64_t length;
  int64_t null_count;
};

/// Where a buffer lies in the body.
struct EncodedRange {
  int64_t offset;
  int64_t length;
};

/// Columns as a message holds them: nodes, ranges and the bytes they point at, each on a multiple of 8.
struct EncodedBatch {
  int64_t length = 0;
  int64_t body_length = 0;
  std::vector<EncodedNode> nodes;
  std::vector<EncodedRange> ranges;
  std::vector<int64_t> variadic_counts;
  std::vector<Buffer> pieces;  ///< One a range; written with zeros behind up to a multiple of 8.
};

/// Lays out columns of `length` rows. Slices are made to start at 0: bitmaps are shifted, offsets and run ends rebased,
/// children and bytes outside of the slice left out (but for views and list views, which keep all they may point at).
/// Bytes that need no change are shared. Errors: kOutOfMemory.
Result<EncodedBatch> EncodeColumns(const std::vector<std::shared_ptr<const array::Array>>& columns, int64_t length,
                                   BodyCodec codec, const std::shared_ptr<Arena>& arena);

}  // namespace taracea::ipc

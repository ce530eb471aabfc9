#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "array/array.h"
#include "base/arena.h"
#include "column/leaf_input.h"
#include "column/record_shredder.h"
#include "taracea/schema.h"

namespace taracea::column {

/// Turns the valid slots of a shredded leaf into dense values of the leaf's physical type: straight from the array's
/// memory where it lies so already, else through scratch that is kept from call to call.
/// Thread safety: one thread at a time.
class DenseValues {
 public:
  explicit DenseValues(std::shared_ptr<Arena> arena) : arena_(std::move(arena)) {}

  /// The levels and values of `leaf` for the column writer; lent until the next call, while the array lives.
  /// Errors: kInvalidArgument for values that the column cannot hold exactly, kOutOfMemory.
  Result<LeafInput> Make(const SchemaNode& node, const ShreddedLeaf& leaf);

 private:
  Status MakeFixed(const SchemaNode& node, const ShreddedLeaf& leaf, encoding::Values* values);
  Status MakeBinary(const SchemaNode& node, const ShreddedLeaf& leaf, encoding::Values* values);
  Status GatherFixed(const ShreddedLeaf& leaf, int width, int64_t* count);
  Status GatherBools(const ShreddedLeaf& leaf, int64_t* count);
  template <typename OffsetT>
  Status MakeFromOffsets(const ShreddedLeaf& leaf, encoding::Values* values);
  Status MakeFromSpans(const ShreddedLeaf& leaf, encoding::Values* values);

  std::shared_ptr<Arena> arena_;
  OwnedBuffer gathered_;
  OwnedBuffer converted_;
  std::vector<int64_t> offsets_;
  std::vector<ConstBytes> spans_;
};

}  // namespace taracea::column

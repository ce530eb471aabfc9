#pragma once

#include <memory>
#include <vector>

#include "array/array.h"
#include "arrow/schema_import.h"
#include "base/arena.h"
#include "taracea/arrow_c.h"
#include "taracea/status.h"

namespace taracea::arrow {

/// How arrays are taken over.
struct ImportOptions {
  /// Checks every offset, view, dictionary index, run end and UTF-8 sequence; otherwise sizes and ends only.
  bool validate_values = true;
  /// Where buffers that do not lie on multiples of 8 are copied to; null: the process-wide arena.
  std::shared_ptr<Arena> arena = nullptr;
};

/// Takes over an array of that type. `from` is left released and its producer's `release` is called exactly once,
/// whatever happens: on an error before this returns, else when the last buffer of the result is gone, on whichever
/// thread that is. Nothing is copied but buffers off the multiples of 8.
/// The interface says no buffer sizes: they are derived from length, offset and the offsets' last entry, so that memory
/// of the producer is trusted to be there, but no count, pointer, offset or index is.
/// Errors: kInvalidArgument naming the field; kOutOfMemory.
Result<array::Array> ImportArray(ArrowArray* from, const array::Field& field, const ImportOptions& options = {});

/// Takes over a struct array as a batch of these fields. A struct with nulls of its own is kInvalidArgument.
Result<array::RecordBatch> ImportBatch(ArrowArray* from, const ImportedSchema& schema,
                                       const ImportOptions& options = {});

}  // namespace taracea::arrow

#pragma once

#include "array/array.h"
#include "base/arena.h"
#include "taracea/arrow_c.h"
#include "taracea/status.h"

namespace taracea::arrow {

/// Fills `out` with a valid array, without a copy: the exported struct shares its buffers. It may outlive everything
/// else, be moved, have its children and dictionary moved out, and be released on any thread, each part once.
/// `arena`: where its buffers come from; their bytes leave its budget for the exported counter. Null: nothing is
/// counted. Errors (`out` untouched): kOutOfMemory.
Status ExportArray(const array::Array& array, ArrowArray* out, Arena* arena = nullptr);

/// The same for a batch, as a struct array without nulls.
Status ExportBatch(const array::RecordBatch& batch, ArrowArray* out, Arena* arena = nullptr);

}  // namespace taracea::arrow

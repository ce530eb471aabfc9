#pragma once

#include <vector>

#include "array/type.h"
#include "taracea/arrow_c.h"
#include "taracea/status.h"

namespace taracea::arrow {

/// Fills `out` with the schema of one field. Owner: the caller must release it; children may be moved out first and
/// released on their own, on any thread. Errors (`out` untouched): kInvalidArgument, kOutOfMemory.
Status ExportField(const array::Field& field, ArrowSchema* out);

/// Fills `out` with a struct schema of these fields, as record batches and streams have it. As ExportField.
Status ExportTableSchema(const std::vector<array::Field>& fields, const array::Metadata& metadata, ArrowSchema* out);

}  // namespace taracea::arrow

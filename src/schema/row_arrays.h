#pragma once

#include <span>
#include <vector>

#include "array/array.h"
#include "array/type.h"
#include "taracea/status.h"
#include "taracea/struct_fields.h"

namespace taracea::schema {

/// The array fields of rows of own structs.
std::vector<array::Field> ArrayFieldsOf(std::span<const RowField> fields);

/// Turns columns that were made from rows into arrays, which take their memory over.
/// Errors: kInvalidArgument naming the field when text is not UTF-8, when rows outgrow 32-bit offsets or when columns
/// and fields do not fit together.
Result<array::RecordBatch> BatchFromRows(RowColumns rows);

}  // namespace taracea::schema

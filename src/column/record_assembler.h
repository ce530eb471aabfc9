#pragma once

#include <span>

#include "array/array.h"
#include "column/leaf_array.h"
#include "column/leaf_rows.h"
#include "schema/array_mapping.h"
#include "taracea/schema.h"

namespace taracea::column {

/// Puts one top-level field together from the rows of its leaves.
///
/// Shape:  in: `leaves` by leaf ordinal, those below `field` hold the same rows; their values are used up, their levels
///         stay.  out: an array of field.field.type with one slot a row.
/// Errors: kCorrupt when leaves of one field disagree about lists or structs; kLimitExceeded when 32-bit list offsets
///         are too few; and those of MakeLeafArray.
/// Cost:   one pass over the levels of one leaf for each list and struct, one over each leaf's own.
/// Spec:   LogicalTypes.md#nested-types
Result<array::Array> AssembleField(const schema::MappedField& field, const Schema& schema,
                                   std::span<LeafRows* const> leaves, const LeafArrayOptions& options);

}  // namespace taracea::column

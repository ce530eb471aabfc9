#pragma once

#include <cstdint>
#include <optional>

#include "array/type.h"
#include "taracea/schema.h"

namespace taracea::schema {

/// Why a type is asked for, and so how far it may differ from the default type of a leaf.
enum class FitPurpose : uint8_t {
  kStored,     ///< The file's ARROW:schema: only what a writer of that type would have stored in such a column.
  kRequested,  ///< Read as: every type that can hold the column's values; those that do not fit fail as they are read.
  kWritten,    ///< Write from: every type whose values the column can hold; others fail as they are written.
};

/// The array type of a leaf by its logical type; by its physical type where that says nothing or no array type fits.
/// INT96 becomes microseconds without a zone. Spec: LogicalTypes.md
array::Type LeafType(const SchemaNode& leaf);

/// The type to use for a leaf when `wanted` is asked for: `wanted`, or for kStored a blend (the unit of the file, the
/// zone of the hint); nothing when it does not fit.
std::optional<array::Type> FitLeafType(const SchemaNode& leaf, const array::Type& wanted, FitPurpose purpose);

}  // namespace taracea::schema

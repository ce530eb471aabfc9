#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "array/type.h"
#include "taracea/schema.h"
#include "taracea/status.h"

namespace taracea::schema {

/// How one field of an array tree is stored in the columns of a file; the tree runs parallel to array::Field.
///
/// Levels: a level entry belongs to a slot of this field when its definition level is >= slot_definition_level; the
/// slot is valid when it is >= valid_definition_level (equal numbers: never null). For list kinds and maps the slot's
/// list has an element where the level is >= element_definition_level, and an entry continues the same list when its
/// repetition level is >= element_repetition_level.
struct MappedField {
  enum class Kind : uint8_t { kLeaf, kStruct, kList };  ///< kList: lists of all kinds and maps; one child.

  array::Field field;
  Kind kind = Kind::kLeaf;
  int node =
      -1;  ///< Schema node that carries the field's name: the outer group of a list; -1 for a map's entries struct.
  int leaf = -1;  ///< kLeaf: ordinal of the leaf column.
  uint16_t slot_definition_level = 0;
  uint16_t valid_definition_level = 0;
  uint16_t element_definition_level = 0;  ///< kList
  uint16_t element_repetition_level = 0;  ///< kList
  std::vector<MappedField> children;
};

struct ArrayMapping {
  std::vector<MappedField> columns;
};

struct MappingOptions {
  /// Fields that the file's ARROW:schema stored, by position; empty: none. Used where they fit the stored columns.
  std::span<const array::Field> stored;
  /// Types that the caller asks for, by top-level name; empty: none.
  std::span<const array::Field> requested;
};

/// Derives the array tree of a schema by the format's rules (LIST rules 1 to 5, MAP, repeated fields without
/// annotation, all logical types). Errors: kUnsupported for what no array type can hold, with the column's path;
/// kInvalidArgument when a requested type does not fit.
Result<ArrayMapping> MapToArrays(const Schema& schema, const MappingOptions& options = {});

/// Derives the schema that stores given fields, three-level lists, and both annotations.
/// Errors: kInvalidArgument naming the field that Parquet cannot hold.
Result<Schema> SchemaForFields(std::span<const array::Field> fields, std::string root_name = "schema");

/// Maps given fields onto a given schema for writing. kInvalidArgument when they do not fit.
Result<ArrayMapping> MapFieldsTo(std::span<const array::Field> fields, const Schema& schema);

/// The array type that holds a leaf by default.
Result<array::Type> DefaultLeafType(const SchemaNode& leaf);

}  // namespace taracea::schema

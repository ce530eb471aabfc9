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
/// Levels: `slot_definition_level` is the level at which the field's parent is valid (a list's element: at which it
/// exists); the field's slot is valid at `valid_definition_level` and above (equal numbers: never null by itself). For
/// list kinds and maps the slot's list has an element where the level is >= element_definition_level, and an entry
/// continues the same list when its repetition level is >= element_repetition_level.
struct MappedField {
  enum class Kind : uint8_t { kLeaf, kStruct, kList };  ///< kList: lists of all kinds and maps; one child.

  array::Field field;
  Kind kind = Kind::kLeaf;
  int node = -1;  ///< Node with the field's name: the outer group of a list; -1 for a map's entries struct.
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
/// annotation, all logical types).
/// - A group whose shape breaks its annotation is a struct; a MAP without values is a list of its keys.
/// - Groups without any leaf below are left out: no column says whether they are null.
/// - DECIMAL of more than 76 digits, and logical types that are newer than the library, read as their physical type.
/// - Stored types that do not fit are passed over; of those that fit, names of list elements and metadata are kept.
/// - A requested struct lists the fields to read, in their order.
/// Values may still fail as they are read where the type is narrower than the column. Cost: linear in the nodes.
/// Errors: kInvalidArgument when a requested type does not fit, with the column's path.
/// Spec: LogicalTypes.md#nested-types
Result<ArrayMapping> MapToArrays(const Schema& schema, const MappingOptions& options = {});

/// Derives the schema that stores given fields, with three-level lists. Dictionary and run-end types become their
/// values, extension types of JSON, UUID, VARIANT and WKB their logical type, PARQUET:field_id the field id.
/// Errors: kInvalidArgument naming the field that Parquet cannot hold.
Result<Schema> SchemaForFields(std::span<const array::Field> fields, std::string root_name = "schema");

/// Maps given fields onto a given schema for writing: `columns` and their children are parallel to `fields`, matched to
/// the schema's by name, whatever the order. Values may still fail as they are written where the column is narrower.
/// Errors: kInvalidArgument when a type does not fit or a column has no field.
Result<ArrayMapping> MapFieldsTo(std::span<const array::Field> fields, const Schema& schema);

/// The array type that holds a leaf by default. kInvalidArgument when the node is a group.
Result<array::Type> DefaultLeafType(const SchemaNode& leaf);

}  // namespace taracea::schema

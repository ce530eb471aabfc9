#pragma once

#include <span>
#include <string>
#include <vector>

#include "taracea/limits.h"
#include "taracea/metadata.h"
#include "taracea/schema.h"
#include "taracea/status.h"

namespace taracea::schema {

/// A schema as a file tells it, and what had to be overlooked to read it.
struct FileSchema {
  Schema schema;
  std::vector<std::string> warnings;  ///< At most kMaxSchemaWarnings, each naming its element.
};

inline constexpr size_t kMaxSchemaWarnings = 100;

/// Builds the tree from the depth-first list of a footer. Trusts nothing in it:
/// - The root's repetition and field id are ignored; a repetition that is missing elsewhere means required.
/// - num_children 0 on a leaf is fine; an element with a type and children is a group.
/// - LogicalType wins over a ConvertedType that says something else; but UNKNOWN, which old writers put beside
/// INTERVAL,
///   and members newer than the library yield to it.
/// - An annotation that does not fit its element is dropped, so that the column reads as its physical type.
/// `column_orders` is empty or has one entry a leaf; entries that are missing count as undefined.
/// Errors: kCorrupt where the list is no tree or a leaf has no usable type, kLimitExceeded for limits' depth and nodes.
/// Spec: parquet.thrift#SchemaElement, LogicalTypes.md
Result<FileSchema> SchemaFromElements(std::span<const SchemaElement> elements,
                                      std::span<const ColumnOrder> column_orders = {}, const ReadLimits& limits = {});

/// Writes the list back, root first, with LogicalType and, where one says the same, ConvertedType, precision and scale.
std::vector<SchemaElement> ElementsFromSchema(const Schema& schema);

}  // namespace taracea::schema

#pragma once

#include <vector>

#include "column/column_writer.h"
#include "taracea/options.h"
#include "taracea/schema.h"

namespace taracea::write {

/// Checks the options against the schema and lays each column's own choices over the general ones: one spec a leaf.
/// Errors: kInvalidArgument for values out of range, unknown columns (naming near ones), and encodings that the format
/// does not define for the column's type.
Result<std::vector<column::ColumnWriterSpec>> ChooseColumns(const Schema& schema, const WriteOptions& options,
                                                            const std::shared_ptr<Arena>& arena);

}  // namespace taracea::write

#pragma once

#include <memory>
#include <vector>

#include "array/type.h"
#include "taracea/arrow_c.h"
#include "taracea/limits.h"
#include "taracea/status.h"

namespace taracea::arrow {

/// Fields of a table and the metadata of its schema.
struct ImportedSchema {
  std::shared_ptr<const std::vector<array::Field>> fields;
  array::Metadata metadata;
};

/// Reads one field; `schema` stays the caller's.
/// Errors: kInvalidArgument naming the field (null pointers, released structs, format strings, child counts);
/// kUnsupported for unions; kLimitExceeded beyond limits.max_schema_depth or max_schema_nodes.
Result<array::Field> ReadField(const ArrowSchema& schema, const ReadLimits& limits = {});

/// Reads the fields of a struct schema, as record batches and streams have it. Errors as ReadField.
Result<ImportedSchema> ReadTableSchema(const ArrowSchema& schema, const ReadLimits& limits = {});

/// As ReadField and ReadTableSchema, and releases the schema whatever happens.
Result<array::Field> ImportField(ArrowSchema* schema, const ReadLimits& limits = {});
Result<ImportedSchema> ImportTableSchema(ArrowSchema* schema, const ReadLimits& limits = {});

}  // namespace taracea::arrow

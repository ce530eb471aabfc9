#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "array/type.h"
#include "taracea/status.h"
#include "text/type_inference.h"

namespace taracea::text {

/// Writes one line a column, "name: type  # reason, line 17: value", which ParseSchemaFile reads. `evidence` is empty
/// or has one entry a field.
std::string FormatSchemaFile(const std::vector<array::Field>& fields, const std::vector<TypeEvidence>& evidence);

/// Reads a schema file: blank lines and lines that begin with # are skipped, text behind " #" is a comment.
/// Errors: kInvalidArgument with the line.
Result<std::vector<array::Field>> ParseSchemaFile(std::string_view text);

}  // namespace taracea::text

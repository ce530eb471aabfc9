#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "array/type.h"
#include "arrow/schema_import.h"
#include "taracea/limits.h"
#include "taracea/status.h"

namespace taracea::arrow {

/// Key under which Parquet files keep the Arrow schema that they were written from: what Parquet's own schema cannot
/// say (dictionaries, views, 64-bit offsets, durations, zones, metadata).
inline constexpr std::string_view kArrowSchemaKey = "ARROW:schema";

/// Makes the value of that key: an Arrow IPC schema message in base64. Errors: kUnsupported, see EncodeSchemaMessage.
Result<std::string> EncodeArrowSchema(const std::vector<array::Field>& fields, const array::Metadata& metadata);

/// Reads the value of that key. Errors: kCorrupt, kUnsupported, kLimitExceeded; a reader does best to go on without.
Result<ImportedSchema> DecodeArrowSchema(std::string_view value, const ReadLimits& limits = {});

}  // namespace taracea::arrow

#pragma once

#include <memory>
#include <vector>

#include "array/type.h"
#include "ipc/dictionary_ids.h"
#include "taracea/buffer.h"
#include "taracea/limits.h"
#include "taracea/status.h"

namespace taracea::ipc {

/// What a schema message says.
struct DecodedSchema {
  std::shared_ptr<const std::vector<array::Field>> fields;
  array::Metadata metadata;
  std::vector<DictionaryIds> ids;  ///< One a field.
};

/// Writes a whole schema message with its frame: the bytes with which an IPC stream starts, and which Parquet files
/// keep in base64 under ARROW:schema. Dictionary ids are numbered depth-first from 0, values before what holds them.
/// Errors: kUnsupported for a dictionary whose values are dictionaries themselves.
Result<std::vector<std::byte>> EncodeSchemaMessage(const std::vector<array::Field>& fields,
                                                   const array::Metadata& metadata);

/// The ids that EncodeSchemaMessage gives to these fields.
std::vector<DictionaryIds> NumberDictionaries(const std::vector<array::Field>& fields);

/// Reads what EncodeSchemaMessage, or any other writer of the Arrow IPC format, wrote; bytes behind the message are
/// ignored. Errors: kCorrupt; kUnsupported for unions, big-endian data and metadata before version 4; kLimitExceeded
/// for nesting beyond max_schema_depth.
Result<DecodedSchema> DecodeSchemaMessage(ConstBytes message, const ReadLimits& limits = {});

}  // namespace taracea::ipc

#pragma once

#include <vector>

#include "array/type.h"
#include "base/bytes.h"
#include "ipc/arrow_ipc_generated.h"
#include "ipc/schema_message.h"
#include "taracea/limits.h"
#include "taracea/status.h"

// Internal to this folder, included by .cc files only.

namespace taracea::ipc {

/// Reads item `i` of a vector of structs or scalars. The verifier checks where such a vector lies but not its
/// alignment, so that its own accessors are not for input that nobody vouches for.
template <typename T, typename Item>
T LoadItem(const flatbuffers::Vector<Item>& items, uint32_t i) noexcept {
  return Load<T>(reinterpret_cast<const std::byte*>(items.Data()) + size_t{i} * sizeof(T));
}

/// Turns a verified wire schema into fields. Errors as DecodeSchemaMessage; messages name the field.
/// `metadata_size_bytes`: size of the message that holds it, which bounds the text that is copied out of it.
Result<DecodedSchema> FieldsFromWire(const wire::Schema& schema, size_t metadata_size_bytes, const ReadLimits& limits);

/// Builds the wire form of fields with these dictionary ids.
Result<flatbuffers::Offset<wire::Schema>> SchemaToWire(flatbuffers::FlatBufferBuilder& builder,
                                                       const std::vector<array::Field>& fields,
                                                       const array::Metadata& metadata,
                                                       const std::vector<DictionaryIds>& ids);

}  // namespace taracea::ipc

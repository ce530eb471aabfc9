#include "ipc/schema_message.h"

#include <string>
#include <utility>

#include "base/bytes.h"
#include "base/try.h"
#include "ipc/arrow_ipc_generated.h"
#include "ipc/message_frame.h"
#include "ipc/wire_schema.h"

namespace taracea::ipc {

Result<std::vector<std::byte>> EncodeSchemaMessage(const std::vector<array::Field>& fields,
                                                   const array::Metadata& metadata) {
  flatbuffers::FlatBufferBuilder builder;
  TARACEA_TRY_ASSIGN(const auto schema, SchemaToWire(builder, fields, metadata, NumberDictionaries(fields)));
  builder.Finish(wire::CreateMessage(builder, wire::MetadataVersion::V5, wire::MessageHeader::Schema, schema.Union()));
  return FrameMetadata(BytesOf(builder.GetBufferPointer(), builder.GetSize()));
}

Result<DecodedSchema> DecodeSchemaMessage(ConstBytes message, const ReadLimits& limits) {
  TARACEA_TRY_ASSIGN(const std::optional<ConstBytes> framed, UnframeMetadata(message));
  if (!framed.has_value()) {
    return Status::Corrupt("Arrow schema message expected, found the end of a stream");
  }
  // The flatbuffer must lie on a multiple of its widest scalar; the caller's bytes may lie anywhere.
  const Buffer aligned = Buffer::CopyOf(*framed);
  TARACEA_TRY(VerifyMessage(aligned.bytes(), limits));
  const auto& header = *flatbuffers::GetRoot<wire::Message>(aligned.data());
  if (header.header_type() != wire::MessageHeader::Schema) {
    return Status::Corrupt("Arrow schema message expected, found message type " +
                           std::to_string(static_cast<int>(header.header_type())));
  }
  return FieldsFromWire(*header.header_as_Schema(), aligned.size(), limits);
}

}  // namespace taracea::ipc

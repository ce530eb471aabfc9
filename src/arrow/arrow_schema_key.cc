#include "arrow/arrow_schema_key.h"

#include <utility>

#include "base/base64.h"
#include "base/try.h"
#include "ipc/schema_message.h"

namespace taracea::arrow {

Result<std::string> EncodeArrowSchema(const std::vector<array::Field>& fields, const array::Metadata& metadata) {
  TARACEA_TRY_ASSIGN(const std::vector<std::byte> message, ipc::EncodeSchemaMessage(fields, metadata));
  std::string out;
  AppendBase64(message, &out);
  return out;
}

Result<ImportedSchema> DecodeArrowSchema(std::string_view value, const ReadLimits& limits) {
  TARACEA_TRY_ASSIGN(const std::string message, DecodeBase64(value));
  TARACEA_TRY_ASSIGN(ipc::DecodedSchema schema, ipc::DecodeSchemaMessage(AsBytes(message), limits));
  ImportedSchema out;
  out.fields = std::move(schema.fields);
  out.metadata = std::move(schema.metadata);
  return out;
}

}  // namespace taracea::arrow

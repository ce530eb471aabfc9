#include "ipc/stream_reader.h"

#include <memory>
#include <string>
#include <utility>

#include "base/try.h"
#include "ipc/arrow_file.h"
#include "ipc/message_batch_stream.h"
#include "ipc/wire_schema.h"

namespace taracea::ipc {

Result<std::unique_ptr<array::BatchStream>> OpenStream(ReadFunction read, ReadOptions options) {
  options = WithArena(std::move(options));
  auto reader = std::make_shared<MessageReader>(std::move(read), options.arena, options.limits);
  TARACEA_TRY_ASSIGN(const std::optional<Message> first, reader->Next());
  if (!first.has_value() || first->header().header_type() != wire::MessageHeader::Schema) {
    return Status::Corrupt(first.has_value() ? "Arrow stream does not start with a schema" : "Arrow stream is empty");
  }
  TARACEA_TRY_ASSIGN(DecodedSchema schema,
                     FieldsFromWire(*first->header().header_as_Schema(), first->metadata.size(), options.limits));
  return MessageBatchStream::Make(
      std::move(schema), [reader = std::move(reader)] { return reader->Next(); }, std::move(options), true);
}

Result<std::unique_ptr<array::BatchStream>> OpenFileOrStream(std::shared_ptr<const ByteSource> source,
                                                             ReadOptions options) {
  TARACEA_TRY_ASSIGN(const bool is_file, StartsLikeArrowFile(*source));
  return is_file ? OpenFile(std::move(source), std::move(options))
                 : OpenStream(ReadSequentially(std::move(source)), std::move(options));
}

}  // namespace taracea::ipc

#include "ipc/message_batch_stream.h"

#include <string>
#include <utility>

#include "base/memory_budget.h"
#include "base/try.h"
#include "ipc/wire_schema.h"

namespace taracea::ipc {
namespace {

using array::Array;
using array::Field;
using array::RecordBatch;
using array::Type;
using array::TypeId;

Status FindInField(const Field& field, const DictionaryIds& ids, DictionaryShapes* shapes) {
  const bool is_dictionary = field.type.id == TypeId::kDictionary;
  const Type& type = is_dictionary ? field.type.child(0).type : field.type;
  for (size_t i = 0; i < type.child_count(); ++i) {
    TARACEA_TRY(FindInField(type.child(i), ids.children[i], shapes));
  }
  if (!is_dictionary) {
    return {};
  }
  Field values;
  values.name = field.name;
  values.type = type;
  const auto [at, added] = shapes->try_emplace(ids.id, DictionaryShape{std::move(values), {-1, ids.children}});
  if (!added && !(at->second.values.type == type)) {
    return Status::Corrupt("Arrow schema: dictionary id " + std::to_string(ids.id) + " stands for " +
                           at->second.values.type.ToString() + " and for " + type.ToString());
  }
  return {};
}

}  // namespace

Result<DictionaryShapes> FindDictionaries(const DecodedSchema& schema) {
  DictionaryShapes shapes;
  for (size_t i = 0; i < schema.fields->size(); ++i) {
    TARACEA_TRY(FindInField((*schema.fields)[i], schema.ids[i], &shapes));
  }
  return shapes;
}

ReadOptions WithArena(ReadOptions options) {
  if (options.arena == nullptr) {
    options.arena = Arena::CreateShared(std::make_shared<MemoryBudget>(options.limits.memory_budget_bytes));
  }
  return options;
}

Result<std::unique_ptr<array::BatchStream>> MessageBatchStream::Make(DecodedSchema schema, NextMessage next,
                                                                     ReadOptions options, bool allow_replacement) {
  auto stream = std::make_unique<MessageBatchStream>(Token());
  TARACEA_TRY_ASSIGN(stream->shapes_, FindDictionaries(schema));
  stream->schema_ = std::move(schema);
  stream->next_ = std::move(next);
  stream->options_ = std::move(options);
  stream->allow_replacement_ = allow_replacement;
  return std::unique_ptr<array::BatchStream>(std::move(stream));
}

Result<std::optional<RecordBatch>> MessageBatchStream::ReadNext() {
  while (true) {
    TARACEA_TRY_ASSIGN(const std::optional<Message> message, next_());
    if (!message.has_value()) {
      return std::optional<RecordBatch>();
    }
    switch (message->header().header_type()) {
      case wire::MessageHeader::DictionaryBatch: TARACEA_TRY(TakeDictionary(*message)); break;
      case wire::MessageHeader::RecordBatch: {
        TARACEA_TRY_ASSIGN(RecordBatch batch, TakeBatch(*message));
        return std::optional<RecordBatch>(std::move(batch));
      }
      case wire::MessageHeader::Schema: return Status::Corrupt("Arrow stream: a second schema");
      default:
        return Status::Unsupported("Arrow message type " +
                                   std::to_string(static_cast<int>(message->header().header_type())));
    }
  }
}

Status MessageBatchStream::TakeDictionary(const Message& message) {
  const wire::DictionaryBatch& header = *message.header().header_as_DictionaryBatch();
  const auto shape = shapes_.find(header.id());
  if (shape == shapes_.end()) {
    return Status::Corrupt("Arrow dictionary with id " + std::to_string(header.id()) +
                           ", which no field of the schema has");
  }
  if (header.data() == nullptr) {
    return Status::Corrupt("Arrow dictionary with id " + std::to_string(header.id()) + " without data");
  }
  TARACEA_TRY_ASSIGN(ColumnVector columns, DecodeColumns(*header.data(), message.body, {shape->second.values},
                                                         {shape->second.ids}, dictionaries_, options_));
  std::shared_ptr<const Array>& current = dictionaries_[header.id()];
  if (current == nullptr || !header.is_delta()) {
    if (current != nullptr && !allow_replacement_) {
      return Status::Corrupt("Arrow file: dictionary id " + std::to_string(header.id()) + " is there twice");
    }
    current = std::move(columns[0]);
    return {};
  }
  TARACEA_TRY_ASSIGN(Array joined, array::Concatenate({current, columns[0]}));
  current = std::make_shared<const Array>(std::move(joined));
  return {};
}

Result<RecordBatch> MessageBatchStream::TakeBatch(const Message& message) {
  const wire::RecordBatch& header = *message.header().header_as_RecordBatch();
  if (header.length() < 0 || header.length() > options_.max_slots_without_bytes) {
    return Status::LimitExceeded(
        "Arrow record batch of " + std::to_string(header.length()) +
        " rows, max_slots_without_bytes = " + std::to_string(options_.max_slots_without_bytes));
  }
  RecordBatch batch;
  TARACEA_TRY_ASSIGN(batch.columns,
                     DecodeColumns(header, message.body, *schema_.fields, schema_.ids, dictionaries_, options_));
  batch.fields = schema_.fields;
  batch.metadata = schema_.metadata;
  batch.length = header.length();
  return batch;
}

}  // namespace taracea::ipc

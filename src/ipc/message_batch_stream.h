#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "array/reading_batch_stream.h"
#include "ipc/batch_decoder.h"
#include "ipc/message_frame.h"
#include "ipc/read_options.h"
#include "ipc/schema_message.h"
#include "taracea/status.h"

namespace taracea::ipc {

namespace wire {
struct DictionaryBatch;
}

/// The type and the nested ids of one dictionary's values.
struct DictionaryShape {
  array::Field values;
  DictionaryIds ids;  ///< Of the values.
};
using DictionaryShapes = std::unordered_map<int64_t, DictionaryShape>;

/// Finds every dictionary of a schema. kCorrupt when one id stands for values of two types.
Result<DictionaryShapes> FindDictionaries(const DecodedSchema& schema);

/// Turns messages into batches; keeps the dictionaries between them.
class MessageBatchStream final : public array::ReadingBatchStream {
  struct Token {};

 public:
  using NextMessage = std::function<Result<std::optional<Message>>()>;

  /// `allow_replacement`: whether a dictionary may be sent again as another (streams) or only grow (files).
  static Result<std::unique_ptr<array::BatchStream>> Make(DecodedSchema schema, NextMessage next, ReadOptions options,
                                                          bool allow_replacement);

  explicit MessageBatchStream(Token) {}

  const std::shared_ptr<const std::vector<array::Field>>& fields() const noexcept override { return schema_.fields; }
  const array::Metadata& metadata() const noexcept override { return schema_.metadata; }

 private:
  Result<std::optional<array::RecordBatch>> ReadNext() override;
  Status TakeDictionary(const Message& message);
  Result<array::RecordBatch> TakeBatch(const Message& message);

  DecodedSchema schema_;
  DictionaryShapes shapes_;
  DictionaryMap dictionaries_;
  NextMessage next_;
  ReadOptions options_;
  bool allow_replacement_ = true;
};

/// `options` with an arena.
ReadOptions WithArena(ReadOptions options);

}  // namespace taracea::ipc

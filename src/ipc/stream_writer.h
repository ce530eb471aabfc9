#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "array/array.h"
#include "base/arena.h"
#include "ipc/batch_encoder.h"
#include "ipc/body_compression.h"
#include "ipc/dictionary_ids.h"
#include "taracea/io.h"
#include "taracea/status.h"

namespace taracea::ipc {

/// What a writer of Arrow IPC data makes.
struct WriteOptions {
  enum class Container : uint8_t { kStream, kFile };
  Container container = Container::kStream;
  BodyCodec codec = BodyCodec::kNone;
  std::shared_ptr<Arena> arena = nullptr;  ///< Null: the process-wide one.
};

/// Writes batches as an Arrow IPC stream or file.
/// Dictionaries are sent when they first occur; one that grew at its end is sent as a delta, any other change as a
/// replacement (streams only). Bytes depend on the sequence of batches alone.
/// Owner: the caller keeps `sink`, and closes it after Close. Thread safety: one thread at a time.
class StreamWriter {
  struct Token {};

 public:
  StreamWriter(Token, ByteSink& sink, std::shared_ptr<const std::vector<array::Field>> fields, WriteOptions options);

  /// Writes the schema. Errors: those of the sink; kUnsupported as EncodeSchemaMessage.
  static Result<std::unique_ptr<StreamWriter>> Create(ByteSink& sink,
                                                      std::shared_ptr<const std::vector<array::Field>> fields,
                                                      const array::Metadata& metadata = {}, WriteOptions options = {});

  /// Writes one valid batch of these fields. Errors: kInvalidArgument when its columns are others; kUnsupported for a
  /// dictionary that is replaced in a file; those of the sink, after which nothing more may be written.
  Status Write(const array::RecordBatch& batch);
  /// Writes the mark of the end, and the footer of a file. Called once.
  Status Close();

 private:
  struct Block {
    int64_t offset;
    int64_t metadata_length;
    int64_t body_length;
  };
  enum class Header : uint8_t { kRecordBatch, kDictionary, kDelta };

  Status Emit(ConstBytes metadata, const std::vector<Buffer>& pieces);
  Result<Block> EmitBatch(const EncodedBatch& batch, Header header, int64_t dictionary_id);
  Result<bool> SendDictionaries(const array::Array& array, const DictionaryIds& ids);
  Status SendDictionary(const std::shared_ptr<const array::Array>& values, int64_t id, bool inner_changed,
                        bool* changed);
  Status EmitFooter();

  ByteSink& sink_;
  std::shared_ptr<const std::vector<array::Field>> fields_;
  array::Metadata metadata_;
  WriteOptions options_;
  std::vector<DictionaryIds> ids_;
  std::unordered_map<int64_t, std::shared_ptr<const array::Array>> sent_;
  int64_t position_ = 0;
  std::vector<Block> dictionary_blocks_;
  std::vector<Block> batch_blocks_;
};

}  // namespace taracea::ipc

#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "array/array.h"

namespace taracea::array {

/// Hands out the batches of one schema, one after the other: what readers of text, IPC, Arrow streams and Parquet
/// produce and what writers consume.
/// Owner: the holder; batches own their memory and outlive the stream. Thread safety: one thread at a time.
class BatchStream {
 public:
  virtual ~BatchStream() = default;

  /// The fields of every batch; known from the start, the same pointer throughout.
  virtual const std::shared_ptr<const std::vector<Field>>& fields() const noexcept = 0;
  /// Metadata of the schema as a whole; empty when there is none.
  virtual const Metadata& metadata() const noexcept = 0;

  /// The next batch; nothing at the end, and from then on. After an error the same error is returned again.
  virtual Result<std::optional<RecordBatch>> Next() = 0;
};

/// A stream of batches that are already in memory. Every batch must have these fields.
class MemoryBatchStream final : public BatchStream {
 public:
  MemoryBatchStream(std::shared_ptr<const std::vector<Field>> fields, Metadata metadata,
                    std::vector<RecordBatch> batches) noexcept
      : fields_(std::move(fields)), metadata_(std::move(metadata)), batches_(std::move(batches)) {}

  const std::shared_ptr<const std::vector<Field>>& fields() const noexcept override { return fields_; }
  const Metadata& metadata() const noexcept override { return metadata_; }
  Result<std::optional<RecordBatch>> Next() override {
    if (at_ == batches_.size()) {
      return std::optional<RecordBatch>();
    }
    return std::optional<RecordBatch>(std::move(batches_[at_++]));
  }

 private:
  std::shared_ptr<const std::vector<Field>> fields_;
  Metadata metadata_;
  std::vector<RecordBatch> batches_;
  size_t at_ = 0;
};

}  // namespace taracea::array

#pragma once

#include "array/batch_stream.h"

namespace taracea::array {

/// A stream that reads each batch when it is asked for: keeps the end, and the first error, for later calls.
class ReadingBatchStream : public BatchStream {
 public:
  Result<std::optional<RecordBatch>> Next() final {
    if (!error_.ok()) {
      return error_;
    }
    if (at_end_) {
      return std::optional<RecordBatch>();
    }
    Result<std::optional<RecordBatch>> batch = ReadNext();
    if (!batch) {
      error_ = batch.error();
    } else {
      at_end_ = !batch->has_value();
    }
    return batch;
  }

 private:
  /// Reads the next batch; nothing at the end. Not called again after the end or an error.
  virtual Result<std::optional<RecordBatch>> ReadNext() = 0;

  bool at_end_ = false;
  Status error_;
};

}  // namespace taracea::array

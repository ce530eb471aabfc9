#pragma once

#include <cstdint>

#include "encoding/delta_binary_reader.h"

namespace taracea::encoding {

/// Reads lengths that are packed as INT32 and may not be negative.
class DeltaLengths {
 public:
  static constexpr int64_t kStep = 1024;

  explicit DeltaLengths(const kernels::Kernels& kernels) noexcept : kernels_(&kernels), reader_(kernels) {}

  /// Starts at the front of `bytes`, checks that there are `count` lengths, and finds the bytes behind them.
  /// Errors: kCorrupt.
  Status Reset(ConstBytes bytes, size_t slack_after_bytes, int64_t count, ConstBytes* rest);
  /// Writes the next `count` <= kStep lengths. Errors: kCorrupt for a negative one.
  Status Read(int64_t count, uint32_t* lengths);

 private:
  const kernels::Kernels* kernels_;
  DeltaBinaryReader<uint32_t> reader_;
};

}  // namespace taracea::encoding

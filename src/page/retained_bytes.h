#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/arena.h"
#include "taracea/buffer.h"
#include "taracea/status.h"

namespace taracea::page {

/// Bytes that are kept until they are written: appended to segments that grow with them, so that ten thousand columns
/// of a few rows each stay small, and filled to the brim, so that what is kept takes little more than it says.
/// Thread safety: one thread at a time.
class RetainedBytes {
 public:
  explicit RetainedBytes(std::shared_ptr<Arena> arena) : arena_(std::move(arena)) {}

  /// Appends a copy of `bytes`. Errors: kOutOfMemory; nothing may be appended after it.
  Status Append(ConstBytes bytes);
  int64_t size_bytes() const noexcept { return size_bytes_; }
  /// Appends the pieces that hold the bytes, in order; valid until Reset.
  void AddPieces(std::vector<ConstBytes>* pieces) const;
  /// Gives all memory back.
  void Reset() noexcept;

 private:
  std::shared_ptr<Arena> arena_;
  std::vector<OwnedBuffer> segments_;
  int64_t size_bytes_ = 0;
};

}  // namespace taracea::page

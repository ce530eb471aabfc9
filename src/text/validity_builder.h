#pragma once

#include <cstdint>
#include <cstring>

#include "array/array.h"
#include "array/bitmap.h"
#include "base/arena.h"
#include "base/try.h"

namespace taracea::text {

/// Sets the size of a buffer that may not have memory yet; new bytes are undefined.
inline Status GrowBuffer(OwnedBuffer* buffer, size_t size_bytes) {
  if (buffer->arena() == nullptr) {
    TARACEA_TRY_ASSIGN(*buffer, DefaultArena()->Allocate(size_bytes));
  }
  return buffer->Resize(size_bytes);
}

/// Validity of the rows so far; all are valid until told otherwise.
class ValidityBuilder {
 public:
  Status Extend(int64_t rows) {
    const auto wanted = static_cast<size_t>(array::BitmapBytes(rows));
    const size_t have = bits_.size();
    if (wanted > have) {
      TARACEA_TRY(GrowBuffer(&bits_, wanted));
      std::memset(bits_.data() + have, 0xFF, wanted - have);
    }
    return {};
  }
  /// Precondition: Extend reached beyond the row.
  void MarkNull(int64_t row) noexcept {
    array::ClearBit(bits_.data(), row);
    ++null_count_;
  }
  void MarkNulls(int64_t row, int64_t count) noexcept {
    array::FillBits(bits_.data(), row, count, false);
    null_count_ += count;
  }
  /// Hands over the bits for out->length rows and starts anew.
  void MoveTo(array::Array* out) {
    out->null_count = null_count_;
    if (null_count_ != 0) {
      bits_.SetSize(static_cast<size_t>(array::BitmapBytes(out->length)));
      out->validity = std::move(bits_).Publish();
    }
    bits_.SetSize(0);
    null_count_ = 0;
  }

 private:
  OwnedBuffer bits_;
  int64_t null_count_ = 0;
};

}  // namespace taracea::text

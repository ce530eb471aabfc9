#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/arena.h"
#include "base/byte_cursor.h"
#include "taracea/status.h"
#include "thrift/wire.h"

namespace taracea::thrift {

/// Appends the primitives of a message in Thrift's compact protocol to a buffer, in the shortest form.
///
/// Wire:   see CompactReader.
/// Shape:  in: values, one call each.  out: bytes behind those that the buffer holds.
/// Units:  bytes.
/// Errors: kOutOfMemory when the buffer cannot grow; then nothing more is written and Finish() gives the buffer its
///         former size back and returns the error.
/// Cost:   amortised; a reservation a value.
/// State:  the end of the output, the first error.
/// Spec:   README.md#metadata (Thrift compact protocol)
/// Owner: writes to `out`, which must outlive it and be left alone until Finish(). Thread safety: one thread at a time.
class CompactWriter {
 public:
  explicit CompactWriter(OwnedBuffer* out) noexcept : out_(out), start_(out->size()), size_(start_) {}

  void WriteByte(uint8_t byte) {
    if (Ensure(1)) {
      out_->data()[size_++] = static_cast<std::byte>(byte);
    }
  }
  void WriteVarint(uint64_t value) {
    if (!Ensure(kLongestVarint)) {
      return;
    }
    std::byte* at = out_->data() + size_;
    while (value >= 0x80) {
      *at++ = static_cast<std::byte>((value & 0x7F) | 0x80);
      value >>= 7;
    }
    *at++ = static_cast<std::byte>(value);
    size_ = static_cast<size_t>(at - out_->data());
  }
  void WriteInteger(int64_t value) { WriteVarint(ZigZagEncode(value)); }
  void WriteDouble(double value);
  void WriteBinary(std::string_view bytes);
  /// Writes 1 for true and 2 for false, as the specification has it.
  void WriteBoolElement(bool value) { WriteByte(value ? 1 : 2); }
  /// Writes the header of a field; `last_id` is that of the field before, 0 at first, and becomes `id`.
  void WriteFieldHeader(int16_t id, WireType type, int16_t* last_id);
  void WriteListHeader(WireType element, size_t count);
  void WriteStop() { WriteByte(0); }
  /// Appends bytes that are encoded already.
  void WriteRaw(std::string_view bytes);

  /// Ends the message: sets the buffer's size, or gives it its former size back and returns the first error.
  Status Finish();

 private:
  static constexpr size_t kLongestVarint = 10;

  bool Ensure(size_t size_bytes) {
    return (size_bytes <= out_->capacity() - size_ || Grow(size_bytes)) && status_.ok();
  }
  bool Grow(size_t size_bytes);

  OwnedBuffer* out_;
  size_t start_;
  size_t size_;
  Status status_;
};

}  // namespace taracea::thrift

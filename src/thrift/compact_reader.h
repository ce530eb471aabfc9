#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "base/byte_cursor.h"
#include "taracea/buffer.h"
#include "taracea/limits.h"
#include "taracea/status.h"
#include "thrift/wire.h"

namespace taracea::thrift {

/// Reads the primitives of one message in Thrift's compact protocol.
///
/// Wire:   fields (delta << 4 | type, or type and a zigzag id), varints, lists (count << 4 | type, or 0xF0 | type and
///         a varint count), binary (varint length and bytes); see wire.h.
/// Shape:  in: bytes that begin with a struct and may go on behind it.  out: values, one call each.
/// Units:  positions and lengths in bytes.
/// Errors: every read returns false once it fails; failure is final and status() explains it: kCorrupt, or
///         kLimitExceeded naming the limit. ran_out() says that more bytes might have made the difference.
/// Cost:   one bounds check a byte or value; no allocation.
/// State:  position and depth; nothing else.
/// Spec:   README.md#metadata (Thrift compact protocol)
/// Owner: views `message` and `limits`, which must outlive it. Thread safety: one thread at a time.
class CompactReader {
 public:
  CompactReader(ConstBytes message, const ReadLimits& limits) noexcept
      : begin_(message.data()), at_(begin_), end_(begin_ + message.size()), limits_(limits) {}

  size_t position() const noexcept { return static_cast<size_t>(at_ - begin_); }
  size_t remaining() const noexcept { return static_cast<size_t>(end_ - at_); }
  /// The bytes from `start` up to here.
  ConstBytes Since(size_t start) const noexcept { return {begin_ + start, position() - start}; }

  [[nodiscard]] bool ReadByte(uint8_t* out) {
    if (at_ == end_) {
      return FailTruncated();
    }
    *out = static_cast<uint8_t>(*at_++);
    return true;
  }

  [[nodiscard]] bool ReadVarint(uint64_t* out) {
    if (at_ != end_ && (static_cast<uint8_t>(*at_) & 0x80) == 0) {
      *out = static_cast<uint8_t>(*at_++);
      return true;
    }
    return ReadLongVarint(out);
  }

  /// Reads a zigzag varint; a value that T cannot hold is corrupt.
  template <std::signed_integral T>
  [[nodiscard]] bool ReadInteger(T* out) {
    uint64_t raw;
    if (!ReadVarint(&raw)) {
      return false;
    }
    const int64_t value = ZigZagDecode(raw);
    if constexpr (sizeof(T) < sizeof(int64_t)) {
      if (value < std::numeric_limits<T>::min() || value > std::numeric_limits<T>::max()) {
        return FailRange(value, static_cast<int>(sizeof(T) * 8));
      }
    }
    *out = static_cast<T>(value);
    return true;
  }

  [[nodiscard]] bool ReadDouble(double* out);
  /// Views a length-prefixed string in the message.
  [[nodiscard]] bool ReadBinary(std::string_view* out);
  /// Reads a boolean element of a list: 1 is true, 0 and 2 (both are written) are false.
  [[nodiscard]] bool ReadBoolElement(bool* out);

  /// Reads a field header. `id`: in, the id of the field before (0 at first); out, of this one. `type` is kStop at the
  /// end of the struct, and then `id` is as it was.
  [[nodiscard]] bool ReadFieldHeader(int32_t* id, WireType* type) {
    uint8_t header = 0;
    if (!ReadByte(&header)) {
      return false;
    }
    *type = static_cast<WireType>(header & 0x0F);
    const int delta = header >> 4;
    if (delta != 0 && *id + delta <= kLastFieldId && *type != WireType::kStop) {
      *id += delta;
      return true;
    }
    return header == 0 || ReadLongFieldHeader(header, id);
  }

  /// Reads a list or set header; `count` has been checked against the bytes left and the limit.
  [[nodiscard]] bool ReadListHeader(WireType* element, size_t* count);

  /// Passes over the value of a field (for a boolean there is nothing to pass over).
  [[nodiscard]] bool Skip(WireType type);
  /// Passes over `count` elements of a list.
  [[nodiscard]] bool SkipElements(WireType element, size_t count);
  /// Passes over the value of a field and appends the field, with a header of its own, to `kept`.
  [[nodiscard]] bool KeepField(int32_t id, WireType type, std::string* kept);

  /// Counts a struct or container in, or fails when they are nested deeper than the limit; Leave() counts it out.
  [[nodiscard]] bool Enter() { return ++depth_ <= limits_.max_thrift_depth || FailDepth(); }
  void Leave() noexcept { --depth_; }

  /// Counts memory for `count` decoded elements in, or fails when all of them together pass memory_budget_bytes: a few
  /// bytes of a message can stand for a large struct.
  [[nodiscard]] bool Charge(size_t count, size_t element_bytes);

  /// Fails for good; returns false. The status reads "WHAT at byte N of the message".
  bool FailCorrupt(std::string what);
  /// Goes back to an earlier position and forgets a failure and the depth reached since.
  void Rewind(size_t position, int32_t depth) noexcept;
  int32_t depth() const noexcept { return depth_; }

  /// Whether the message ended too early.
  bool ran_out() const noexcept { return ran_out_; }
  /// The failure; OK when there was none.
  const Status& status() const noexcept { return status_; }

 private:
  static constexpr int kLastFieldId = std::numeric_limits<int16_t>::max();

  bool ReadLongVarint(uint64_t* out);
  bool ReadVarintByBytes(uint64_t* out);
  bool ReadLongFieldHeader(uint8_t header, int32_t* id);
  bool SkipStruct();
  bool SkipMap();
  bool SkipBytes(uint64_t size_bytes);
  bool FailTruncated();
  bool FailRange(int64_t value, int bits);
  bool FailDepth();
  bool FailLimit(std::string_view what, uint64_t value, std::string_view limit_name, int64_t limit);

  const std::byte* begin_;
  const std::byte* at_;
  const std::byte* end_;
  const ReadLimits& limits_;
  int32_t depth_ = 0;
  uint64_t charged_bytes_ = 0;
  bool ran_out_ = false;
  Status status_;
};

}  // namespace taracea::thrift

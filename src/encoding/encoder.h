#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "base/arena.h"
#include "kernels/kernels.h"
#include "taracea/buffer.h"
#include "taracea/status.h"
#include "taracea/types.h"

namespace taracea::encoding {

/// Dense values on their way into an encoder: a view of the caller's memory, valid for the call only.
/// Offsets rise and stay within `data`: who takes them from outside has checked them.
struct Values {
  enum class Kind : uint8_t {
    kFixed,      ///< count x width bytes of the physical type (BOOLEAN: one byte, 0 or 1).
    kOffsets32,  ///< BYTE_ARRAY: value i is data[offsets[i], offsets[i + 1]).
    kOffsets64,
    kSpans,  ///< BYTE_ARRAY: value i is spans[i]. The adapter for everything else.
  };
  Kind kind = Kind::kFixed;
  int64_t count = 0;
  int width_bytes = 0;  ///< kFixed.
  const std::byte* data = nullptr;
  const int32_t* offsets32 = nullptr;
  const int64_t* offsets64 = nullptr;
  const ConstBytes* spans = nullptr;
  size_t slack_after_bytes = 0;  ///< Readable bytes behind the last value.

  static Values Fixed(const std::byte* values, int width_bytes, int64_t count, size_t slack_after_bytes = 0) {
    Values v;
    v.data = values;
    v.width_bytes = width_bytes;
    v.count = count;
    v.slack_after_bytes = slack_after_bytes;
    return v;
  }
  static Values Binary32(const int32_t* offsets, const std::byte* data, int64_t count, size_t slack_after_bytes = 0) {
    Values v;
    v.kind = Kind::kOffsets32;
    v.offsets32 = offsets;
    v.data = data;
    v.count = count;
    v.slack_after_bytes = slack_after_bytes;
    return v;
  }
  static Values Binary64(const int64_t* offsets, const std::byte* data, int64_t count, size_t slack_after_bytes = 0) {
    Values v;
    v.kind = Kind::kOffsets64;
    v.offsets64 = offsets;
    v.data = data;
    v.count = count;
    v.slack_after_bytes = slack_after_bytes;
    return v;
  }
  static Values Spans(std::span<const ConstBytes> spans) {
    Values v;
    v.kind = Kind::kSpans;
    v.spans = spans.data();
    v.count = static_cast<int64_t>(spans.size());
    return v;
  }

  /// Values [start, start + count).
  Values Slice(int64_t start, int64_t slice_count) const noexcept;
  /// Bytes of value i.
  ConstBytes Value(int64_t i) const noexcept {
    switch (kind) {
      case Kind::kFixed: return {data + i * width_bytes, static_cast<size_t>(width_bytes)};
      case Kind::kOffsets32: return {data + offsets32[i], static_cast<size_t>(offsets32[i + 1] - offsets32[i])};
      case Kind::kOffsets64: return {data + offsets64[i], static_cast<size_t>(offsets64[i + 1] - offsets64[i])};
      case Kind::kSpans: break;
    }
    return spans[i];
  }
  /// Sum of the values' lengths in bytes.
  int64_t PayloadBytes() const noexcept;
};

/// Turns dense values into the value section of pages. One object serves page after page.
///
/// The bytes depend only on the sequence of values since the last Flush or Reset: not on how it was split over calls,
/// on the kind of Values, the CPU level or earlier use. No reference to the caller's memory is kept.
/// Thread safety: one thread at a time.
class Encoder {
 public:
  virtual ~Encoder() = default;
  virtual Status Append(const Values& values) = 0;
  /// Bytes that Flush would write now, or an upper bound of it; never falls while values are appended.
  virtual int64_t EstimatedSize() const noexcept = 0;
  /// Values since the last Flush or Reset.
  virtual int64_t value_count() const noexcept = 0;
  /// Appends the value section of a page to *out and leaves the encoder as new. With no values: the legal empty form.
  virtual Status Flush(OwnedBuffer* out) = 0;
  /// Forgets everything since the last Flush.
  virtual void Reset() noexcept = 0;
  virtual Encoding encoding() const noexcept = 0;
};

struct EncoderSpec {
  PhysicalType type = PhysicalType::kInt32;
  int32_t type_length = 0;                    ///< FIXED_LEN_BYTE_ARRAY.
  std::shared_ptr<Arena> arena = nullptr;     ///< Null: DefaultArena().
  const kernels::Kernels* kernels = nullptr;  ///< Null: those of the active CPU level.
};

/// Makes the encoder of an encoding (not the dictionary ones: DictionaryEncoder). kInvalidArgument when the format does
/// not define it for the type, kUnsupported when this build lacks it.
Result<std::unique_ptr<Encoder>> MakeEncoder(Encoding encoding, const EncoderSpec& spec);

/// Builds the dictionary of a chunk and the index sections of its pages.
/// Entries stand in first-occurrence order; the bytes obey the same rule as Encoder's.
class DictionaryEncoder {
 public:
  virtual ~DictionaryEncoder() = default;
  /// Inserts values and keeps their indices for the page in progress.
  virtual Status Append(const Values& values) = 0;
  /// Inserts values and writes their indices to `indices` instead: the way to map a caller's own dictionary once.
  virtual Status Insert(const Values& values, uint32_t* indices) = 0;
  /// Adds indices that Insert gave to the page in progress.
  virtual Status AppendIndices(std::span<const uint32_t> indices) = 0;
  /// Entries so far, and the bytes of the dictionary page body that holds them (PLAIN).
  virtual int64_t entry_count() const noexcept = 0;
  virtual int64_t dictionary_size_bytes() const noexcept = 0;
  /// Indices in the page in progress.
  virtual int64_t index_count() const noexcept = 0;
  /// Upper bound of the index section that FlushIndices would write now.
  virtual int64_t EstimatedIndicesSize() const noexcept = 0;
  /// Appends the value section of a page (bit width, then the RLE / bit-packed hybrid) and starts the next one.
  virtual Status FlushIndices(OwnedBuffer* out) = 0;
  /// Takes back the indices of the page in progress: out[i] for each value in order. Used when the dictionary is given
  /// up before the page was cut.
  virtual std::span<const uint32_t> PendingIndices() const noexcept = 0;
  /// The entries in PLAIN layout.
  virtual Status WriteDictionary(OwnedBuffer* out) const = 0;
  /// A view of entries [start, start + count), valid until the next insertion.
  virtual Values Entries(int64_t start, int64_t count) const = 0;
  /// Starts a new chunk: as new, memory kept.
  virtual void Reset() noexcept = 0;
};

Result<std::unique_ptr<DictionaryEncoder>> MakeDictionaryEncoder(const EncoderSpec& spec);

}  // namespace taracea::encoding

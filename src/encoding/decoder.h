#pragma once

#include <cstdint>
#include <memory>

#include "base/arena.h"
#include "kernels/kernels.h"
#include "taracea/buffer.h"
#include "taracea/status.h"
#include "taracea/types.h"

namespace taracea::encoding {

/// The value section of one page: what is left after the levels.
struct PageValues {
  ConstBytes bytes = {};
  int64_t value_count = 0;        ///< Values (non-null leaves) that the page holds.
  size_t slack_before_bytes = 0;  ///< Readable bytes before and behind `bytes`, of any content.
  size_t slack_after_bytes = 0;
};

/// Where decoded values go: memory that the caller sized with Measure, or for PLAIN with MeasureBound. Values are
/// dense; spacing for nulls comes later.
struct Output {
  enum class Kind : uint8_t {
    kFixed,      ///< `values`: count x width bytes, the physical type's own (BOOLEAN: one byte, 0 or 1).
    kOffsets32,  ///< BYTE_ARRAY: offsets[0] is set by the caller; writes offsets[1..count] and data at values + offset.
    kOffsets64,
    kIndices,  ///< Dictionary encodings: uint32 indices into the dictionary, each checked.
  };
  Kind kind = Kind::kFixed;
  std::byte* values = nullptr;  ///< kFixed: the slot of the first value; kOffsets*: the base that offsets count from.
  int32_t* offsets32 = nullptr;
  int64_t* offsets64 = nullptr;
  uint32_t* indices = nullptr;
  size_t slack_after_bytes = 0;  ///< Bytes behind the last value written that may be overwritten with anything.

  static Output Fixed(std::byte* values, size_t slack_after_bytes) {
    Output out;
    out.values = values;
    out.slack_after_bytes = slack_after_bytes;
    return out;
  }
  static Output Binary32(int32_t* offsets, std::byte* data, size_t slack_after_bytes) {
    Output out = Fixed(data, slack_after_bytes);
    out.kind = Kind::kOffsets32;
    out.offsets32 = offsets;
    return out;
  }
  static Output Binary64(int64_t* offsets, std::byte* data, size_t slack_after_bytes) {
    Output out = Fixed(data, slack_after_bytes);
    out.kind = Kind::kOffsets64;
    out.offsets64 = offsets;
    return out;
  }
  static Output Indices(uint32_t* indices) {
    Output out;
    out.kind = Kind::kIndices;
    out.indices = indices;
    return out;
  }
};

/// The decoded dictionary page of a chunk. Immutable and shared by all pages of the chunk.
struct Dictionary {
  PhysicalType type = PhysicalType::kInt32;
  int64_t entry_count = 0;
  int width_bytes = 0;  ///< Of a fixed-width entry; 0 for BYTE_ARRAY.
  Buffer values;        ///< Fixed width: entry_count x width_bytes. BYTE_ARRAY: the bytes, joined.
  Buffer offsets;       ///< BYTE_ARRAY: int64 x (entry_count + 1).

  std::string_view Entry(int64_t i) const noexcept;  ///< Bytes of entry i; a fixed-width entry is its width_bytes.
};

/// What a decoder is made for.
struct DecoderSpec {
  PhysicalType type = PhysicalType::kInt32;
  int32_t type_length = 0;                                 ///< FIXED_LEN_BYTE_ARRAY.
  std::shared_ptr<const Dictionary> dictionary = nullptr;  ///< For the dictionary encodings; else null.
  std::shared_ptr<Arena> arena = nullptr;                  ///< For scratch; null: DefaultArena().
  /// DELTA_BYTE_ARRAY: keep the last value over Reset, as parquet-mr before 1.8 wrote (PARQUET-246); pages are then
  /// decoded in order and whole.
  bool carries_last_value = false;
  const kernels::Kernels* kernels = nullptr;  ///< Null: those of the active CPU level.
};

/// Turns the value section of pages into dense values. One object serves page after page of a column.
///
/// Order of calls: Reset, then any mix of Measure, Decode and Skip. The counts of Decode and Skip may not exceed
/// remaining(); asking for more is kInvalidArgument, a page that holds fewer values than it says is kCorrupt.
/// After an error only Reset may follow. Thread safety: one thread at a time.
class Decoder {
 public:
  virtual ~Decoder() = default;
  /// Starts a page. Checks what can be checked without reading every value. `page.bytes` must outlive its use.
  virtual Status Reset(const PageValues& page) = 0;
  /// Bytes that the next `count` values take as output: BYTE_ARRAY: sum of their lengths (checked against the page);
  /// fixed width: count x width. What was learnt is kept for Decode.
  virtual Result<int64_t> Measure(int64_t count) = 0;
  /// An upper bound of Measure that costs nothing: no value is read.
  virtual int64_t MeasureBound(int64_t count) const noexcept = 0;
  /// Writes the next `count` values. Errors: kInvalidArgument also for an output kind that the type does not have, and
  /// when 32-bit offsets cannot hold the values.
  virtual Status Decode(int64_t count, const Output& out) = 0;
  /// Passes over the next `count` values; the same as Decode and drop, without the copy.
  virtual Status Skip(int64_t count) = 0;
  /// Values of the page that are still to come.
  virtual int64_t remaining() const noexcept = 0;
  virtual Encoding encoding() const noexcept = 0;
};

/// Makes the decoder of an encoding. kCorrupt when the format does not define it for the type, kUnsupported when this
/// build lacks it.
Result<std::unique_ptr<Decoder>> MakeDecoder(Encoding encoding, const DecoderSpec& spec);

/// Decodes a dictionary page body (PLAIN) of `entry_count` entries. Errors: kCorrupt, kOutOfMemory.
Result<std::shared_ptr<const Dictionary>> DecodeDictionary(const PageValues& page, PhysicalType type,
                                                           int32_t type_length, const std::shared_ptr<Arena>& arena);

}  // namespace taracea::encoding

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "array/type.h"
#include "taracea/buffer.h"
#include "taracea/status.h"

namespace taracea::array {

/// One column of values in Arrow's physical layout. A value: copies share all memory.
///
/// Shape (n = length, o = offset; both in slots, o applies to every buffer and, except for children of lists, maps and
/// run-end arrays, to children: a struct's children are read from o on):
///   validity   bitmap, LSB first, bit o + i set: slot i is valid. Empty: all valid. None for null, run-end, union.
///   buffers    by type:
///     bool               [values bitmap]
///     fixed width        [values, ByteWidth(type) each]
///     utf8, binary       [offsets int32 (n + 1), data]; large kinds: int64 offsets
///     views              [views 16 bytes each, data buffer 0, data buffer 1, ...]
///     list, map          [offsets int32]; large_list: int64; list_view: [offsets, sizes]
///     dictionary         [indices]; the values in `dictionary`
///     null, struct, fixed-size list, run-end   []
///   children   list kinds and map: one; struct: one a field; run-end: run_ends, values.
struct Array {
  Type type;
  int64_t length = 0;
  int64_t offset = 0;
  int64_t null_count = 0;  ///< -1: not known yet; see NullCount().
  Buffer validity;
  std::vector<Buffer> buffers;
  std::vector<std::shared_ptr<const Array>> children;
  std::shared_ptr<const Array> dictionary;

  /// Slots [start, start + count) without a copy; null_count becomes unknown unless it is 0 or all.
  Array Slice(int64_t start, int64_t count) const;
  /// Number of null slots by `validity`; counts when it is not known. kNull counts all.
  int64_t NullCount() const;
  /// Whether slot i (0-based, offset excluded) is valid by `validity`; false for kNull.
  bool IsValid(int64_t i) const noexcept;

  /// Typed view of the first values buffer with the offset applied: length slots.
  template <typename T>
  std::span<const T> Values() const noexcept {
    return {reinterpret_cast<const T*>(buffers[0].data()) + offset, static_cast<size_t>(length)};
  }
  /// Offsets with the offset applied: length + 1 entries.
  template <typename OffsetT>
  std::span<const OffsetT> Offsets() const noexcept {
    return {reinterpret_cast<const OffsetT*>(buffers[0].data()) + offset, static_cast<size_t>(length) + 1};
  }
  /// Bytes of slot i of a utf8, binary or view array of any kind; the slot must be valid.
  std::string_view BinaryValue(int64_t i) const noexcept;
};

/// Columns of equal length with their names.
struct RecordBatch {
  std::shared_ptr<const std::vector<Field>> fields;
  Metadata metadata;
  int64_t length = 0;
  std::vector<std::shared_ptr<const Array>> columns;

  RecordBatch Slice(int64_t start, int64_t count) const;
};

/// Checks that buffers, offsets, children and counts fit together so that any reader may trust them: sizes always;
/// `full`: each offset, view, dictionary index, run end and UTF-8 too. kInvalidArgument names the first fault.
Status Validate(const Array& array, bool full);

/// Whether two arrays hold the same logical values, whatever their offsets, null bytes, view buffers or dictionaries;
/// types must be equal. Floats compare by bits.
bool ValuesEqual(const Array& a, const Array& b);

/// An array of `length` nulls of any type.
Result<Array> MakeNulls(const Type& type, int64_t length);

/// Joins arrays of one type into one, copying. kInvalidArgument when 32-bit offsets cannot hold the sum.
Result<Array> Concatenate(const std::vector<std::shared_ptr<const Array>>& parts);

}  // namespace taracea::array

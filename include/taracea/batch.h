#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "taracea/arrow_c.h"
#include "taracea/buffer.h"
#include "taracea/status.h"

namespace taracea {

namespace array {
struct RecordBatch;
}

/// Which slots hold a value. A view: valid while its Batch lives.
class Validity {
 public:
  Validity() noexcept = default;
  Validity(const std::byte* bits, int64_t offset, int64_t length, int64_t null_count) noexcept
      : bits_(bits), offset_(offset), length_(length), null_count_(null_count) {}

  int64_t length() const noexcept { return length_; }
  int64_t null_count() const noexcept { return null_count_; }
  bool all_valid() const noexcept { return null_count_ == 0; }
  bool is_valid(int64_t i) const noexcept {
    if (bits_ == nullptr) {
      return null_count_ == 0;
    }
    const int64_t bit = offset_ + i;
    return (static_cast<uint8_t>(bits_[bit >> 3]) >> (bit & 7) & 1) != 0;
  }
  /// Arrow's bitmap, least significant bit first, slot i at bit offset() + i; null when all slots are alike.
  const std::byte* bits() const noexcept { return bits_; }
  int64_t offset() const noexcept { return offset_; }

 private:
  const std::byte* bits_ = nullptr;
  int64_t offset_ = 0;
  int64_t length_ = 0;
  int64_t null_count_ = 0;
};

/// The values of one column of constant width. A view: valid while its Batch lives. Slots that are null hold anything.
template <typename T>
class ColumnValues {
 public:
  ColumnValues(std::span<const T> values, Validity validity) noexcept : values_(values), validity_(validity) {}
  std::span<const T> values() const noexcept { return values_; }
  const Validity& validity() const noexcept { return validity_; }

 private:
  std::span<const T> values_;
  Validity validity_;
};

/// The values of a text or binary column of any layout (offsets of 32 or 64 bits, views, dictionary). A view.
class ColumnStrings {
 public:
  ColumnStrings(std::shared_ptr<const void> owner, Validity validity) noexcept
      : array_(std::move(owner)), validity_(validity) {}
  int64_t size() const noexcept { return validity_.length(); }
  /// Bytes of slot i; empty for null.
  std::string_view operator[](int64_t i) const noexcept;
  const Validity& validity() const noexcept { return validity_; }

 private:
  std::shared_ptr<const void> array_;
  Validity validity_;
};

/// Columns of equal length. Owner: a batch owns its buffers and outlives the file it came from; copies share them.
/// Thread safety: as a value; nothing in it changes.
class Batch {
 public:
  /// An empty batch without columns.
  Batch();
  explicit Batch(std::shared_ptr<const array::RecordBatch> batch) : batch_(std::move(batch)) {}

  /// Takes over a struct array and its schema; both are released by the batch, whatever the outcome.
  /// Errors: kInvalidArgument naming what does not fit (offsets are checked), kUnsupported for unions.
  static Result<Batch> FromArrow(ArrowArray* array, ArrowSchema* schema);

  int64_t num_rows() const noexcept;
  int num_columns() const noexcept;
  std::string_view column_name(int i) const noexcept;
  /// Arrow's spelling of the column's type: "int32", "timestamp[us, tz=UTC]", ...
  std::string column_type(int i) const;
  /// Index of a top-level column; -1 when there is none of that name.
  int FindColumn(std::string_view name) const noexcept;

  /// Values of a column of constant width: T must be the type's own C++ type (int16_t for int16, date32 is int32_t,
  /// timestamp int64_t, ...). `path` names a field, also inside structs ("trip.dep_delay").
  /// Errors: kInvalidArgument when there is no such column or its type differs (both are named).
  template <typename T>
  Result<ColumnValues<T>> column(std::string_view path) const;
  /// Values of a bool column as one byte each.
  Result<std::vector<uint8_t>> bools(std::string_view path) const;
  Result<ColumnStrings> strings(std::string_view path) const;
  Result<Validity> validity(std::string_view path) const;

  /// Rows [start, start + count), sharing the buffers. Precondition: the range lies within the batch.
  Batch Slice(int64_t start, int64_t count) const;
  /// The rows whose mask byte is not 0, copied. mask.size() must be num_rows().
  Result<Batch> Filter(std::span<const uint8_t> mask) const;
  /// The named columns, in that order.
  Result<Batch> Select(std::span<const std::string> names) const;

  /// Hands the batch to any Arrow consumer as a struct array; `schema` may be null. The consumer releases them.
  Status Export(ArrowArray* array, ArrowSchema* schema) const;

  const std::shared_ptr<const array::RecordBatch>& internal() const noexcept { return batch_; }

 private:
  std::shared_ptr<const array::RecordBatch> batch_;
};

/// Hands out batches of one schema, one after the other. Thread safety: one thread at a time.
class BatchReader {
 public:
  virtual ~BatchReader() = default;
  /// The next batch; nothing at the end. After an error the same error is returned again.
  virtual Result<std::optional<Batch>> Next() = 0;
  /// Writes the schema to `out`; the caller releases it.
  virtual Status ExportSchema(ArrowSchema* out) const = 0;
};

/// Turns a reader into an Arrow stream, which owns it.
Status ExportStream(std::unique_ptr<BatchReader> reader, ArrowArrayStream* out);
/// Reads from an Arrow stream, which is taken over and released, whatever the outcome.
Result<std::unique_ptr<BatchReader>> ImportStream(ArrowArrayStream* stream);

/// Puts a batch together from typed spans, a column at a time; everything is copied.
///   BatchBuilder b; b.Add("id", ids); b.Add("name", names); Result<Batch> batch = b.Finish();
class BatchBuilder {
 public:
  BatchBuilder();
  ~BatchBuilder();
  BatchBuilder(BatchBuilder&&) noexcept;
  BatchBuilder& operator=(BatchBuilder&&) noexcept;

  /// Adds a column of int8..int64, uint8..uint64, float or double. `valid`: one byte a slot, 0 means null; empty: none
  /// is.
  template <typename T>
    requires(std::is_arithmetic_v<T> && !std::is_same_v<T, bool>)
  BatchBuilder& Add(std::string name, std::span<const T> values, std::span<const uint8_t> valid = {});
  /// Adds a bool column, one byte a slot.
  BatchBuilder& AddBools(std::string name, std::span<const uint8_t> values, std::span<const uint8_t> valid = {});
  /// Adds a text column; values must be UTF-8.
  BatchBuilder& AddStrings(std::string name, std::span<const std::string_view> values,
                           std::span<const uint8_t> valid = {});
  BatchBuilder& AddBinary(std::string name, std::span<const std::string_view> values,
                          std::span<const uint8_t> valid = {});
  /// Errors: kInvalidArgument for columns of different lengths, duplicate names, or invalid UTF-8.
  Result<Batch> Finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace taracea

#pragma once

#include <array>
#include <string>
#include <vector>

#include "support/array_builder.h"

namespace taracea::testing {

/// Copies the values for as long as `length` and gives them a few nulls.
template <typename T>
array::Array NumberedArray(array::Type type, int64_t length = 21) {
  std::vector<std::optional<T>> values;
  for (int64_t i = 0; i < length; ++i) {
    T value{};
    std::memset(static_cast<void*>(&value), static_cast<int>(i * 3), sizeof(T) > 1 ? sizeof(T) / 2 : 1);
    values.push_back(i % 5 == 2 ? std::nullopt : std::optional<T>(value));
  }
  return FixedArray<T>(std::move(type), values);
}

inline std::vector<std::optional<std::string>> NumberedTexts(int64_t length = 21) {
  std::vector<std::optional<std::string>> values;
  for (int64_t i = 0; i < length; ++i) {
    values.push_back(i % 7 == 3 ? std::nullopt
                                : std::optional<std::string>(std::string(static_cast<size_t>(i), 'x') + "\xC3\xA9" +
                                                             std::to_string(i)));
  }
  return values;
}

inline array::Array NullArray(int64_t length) {
  array::Array out;
  out.length = length;
  out.null_count = length;
  return out;
}

/// Makes a list view over `elements` whose slots overlap and go backwards.
template <typename OffsetT>
array::Array ListViewArray(array::TypeId id, int64_t length, array::Array elements) {
  std::vector<OffsetT> offsets;
  std::vector<OffsetT> sizes;
  for (int64_t i = 0; i < length; ++i) {
    offsets.push_back(static_cast<OffsetT>(length - 1 - i));
    sizes.push_back(static_cast<OffsetT>(std::min(i % 3, i + 1)));
  }
  array::Array out;
  out.type = array::Type::List({"element", elements.type, true, {}}, id);
  out.length = length;
  out.buffers = {BufferOf(offsets), BufferOf(sizes)};
  out.children.push_back(Share(std::move(elements)));
  std::vector<bool> valid(static_cast<size_t>(length), true);
  valid[1] = false;
  SetValidity(out, valid);
  return out;
}

inline array::Array FixedSizeListArray(int32_t list_size, const std::vector<bool>& valid, array::Array elements) {
  array::Array out;
  out.type = array::Type::FixedSizeList({"item", elements.type, true, {}}, list_size);
  out.length = static_cast<int64_t>(valid.size());
  SetValidity(out, valid);
  out.children.push_back(Share(std::move(elements)));
  return out;
}

inline std::vector<std::optional<int64_t>> ListSizes() {
  return {2, std::nullopt, 0, 5, 1, 0, 0, 3, std::nullopt, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0,
          1};  // 21 slots, 21 elements
}

/// Flat arrays of 21 slots: every fixed width, bool, null and every kind of bytes.
inline std::vector<array::Array> FlatTypes() {
  using array::Type;
  using array::TypeId;
  std::vector<std::optional<bool>> flags;
  for (int i = 0; i < 21; ++i) {
    flags.push_back(i % 4 == 1 ? std::nullopt : std::optional<bool>(i % 3 == 0));
  }
  return {
      NullArray(21),
      BoolArray(flags),
      NumberedArray<int8_t>(TypeId::kInt8),
      NumberedArray<int16_t>(TypeId::kInt16),
      NumberedArray<int32_t>(TypeId::kInt32),
      NumberedArray<int64_t>(TypeId::kInt64),
      NumberedArray<uint8_t>(TypeId::kUint8),
      NumberedArray<uint16_t>(TypeId::kUint16),
      NumberedArray<uint32_t>(TypeId::kUint32),
      NumberedArray<uint64_t>(TypeId::kUint64),
      NumberedArray<uint16_t>(TypeId::kHalfFloat),
      NumberedArray<float>(TypeId::kFloat),
      NumberedArray<double>(TypeId::kDouble),
      Int64Array(std::vector<std::optional<int64_t>>(21, 7)),
      BinaryArray(TypeId::kUtf8, NumberedTexts()),
      BinaryArray(TypeId::kLargeUtf8, NumberedTexts()),
      BinaryArray(TypeId::kUtf8View, NumberedTexts()),
      BinaryArray(TypeId::kBinary, NumberedTexts()),
      BinaryArray(TypeId::kLargeBinary, NumberedTexts()),
      BinaryArray(TypeId::kBinaryView, NumberedTexts()),
      NumberedArray<std::array<char, 5>>(Type::FixedSizeBinary(5)),
      NumberedArray<int32_t>(Type::Decimal(TypeId::kDecimal32, 9, 2)),
      NumberedArray<int64_t>(Type::Decimal(TypeId::kDecimal64, 18, -2)),
      NumberedArray<std::array<int64_t, 2>>(Type::Decimal(TypeId::kDecimal128, 38, 10)),
      NumberedArray<std::array<int64_t, 4>>(Type::Decimal(TypeId::kDecimal256, 76, 0)),
  };
}

/// Arrays of 21 slots of dates, times, timestamps, durations and intervals in every unit.
inline std::vector<array::Array> TemporalTypes() {
  using array::Type;
  using array::TypeId;
  std::vector<array::Array> out = {
      NumberedArray<int32_t>(TypeId::kDate32),
      FixedArray<int64_t>(TypeId::kDate64, std::vector<std::optional<int64_t>>(21, 86400000)),
      NumberedArray<int64_t>(Type::Timestamp(TimeUnit::kNano)),
      NumberedArray<int64_t>(Type::Timestamp(TimeUnit::kMicro, "Europe/Madrid")),
      NumberedArray<int32_t>(TypeId::kIntervalMonths),
      NumberedArray<std::array<int32_t, 2>>(TypeId::kIntervalDayTime),
      NumberedArray<std::array<int64_t, 2>>(TypeId::kIntervalMonthDayNano),
  };
  for (const TimeUnit unit : {TimeUnit::kSecond, TimeUnit::kMilli, TimeUnit::kMicro, TimeUnit::kNano}) {
    const Type time = Type::Time(unit);
    out.push_back(time.id == TypeId::kTime32 ? FixedArray<int32_t>(time, std::vector<std::optional<int32_t>>(21, 1))
                                             : FixedArray<int64_t>(time, std::vector<std::optional<int64_t>>(21, 1)));
    out.push_back(NumberedArray<int64_t>(Type::Duration(unit)));
    out.push_back(NumberedArray<int64_t>(Type::Timestamp(unit, "UTC")));
  }
  return out;
}

/// Nested, dictionary and run-end arrays of 21 slots.
inline std::vector<array::Array> NestedTypes() {
  using array::Array;
  using array::TypeId;
  const Array ints = NumberedArray<int32_t>(TypeId::kInt32);
  const Array text = Utf8Array(NumberedTexts());
  const Array required = Int64Array(std::vector<std::optional<int64_t>>(21, 7));
  std::vector<bool> gaps(21, true);
  gaps[0] = gaps[9] = gaps[20] = false;
  std::vector<std::optional<int32_t>> indices;
  for (int i = 0; i < 21; ++i) {
    indices.push_back(i % 6 == 4 ? std::nullopt : std::optional<int32_t>(i % 3));
  }
  return {
      ListArray(ListSizes(), ints),
      ListArray(ListSizes(), text, TypeId::kLargeList),
      ListArray(ListSizes(), ListArray(ListSizes(), required), TypeId::kList, false),
      ListViewArray<int32_t>(TypeId::kListView, 21, ints),
      ListViewArray<int64_t>(TypeId::kLargeListView, 21, text),
      FixedSizeListArray(2, gaps, NumberedArray<int16_t>(TypeId::kInt16, 42)),
      FixedSizeListArray(0, gaps, NumberedArray<int16_t>(TypeId::kInt16, 0)),
      StructArray({{"i", ints}, {"t", text}, {"n", NullArray(21)}}, gaps),
      MapArray(ListSizes(), required, text),
      DictionaryArray(indices, Utf8Array({"x", std::nullopt, "zz"})),
      ListArray(ListSizes(), DictionaryArray(indices, Utf8Array({"x", "y", "zz"}))),
      RunEndArray({2, 3, 9, 21}, Utf8Array({"x", std::nullopt, "", "z"})),
      StructArray({{"r", RunEndArray({20, 21}, Int32Array({1, 2}))}}, gaps),
  };
}

/// One array of 21 slots, nulls among them, for every TypeId, with every unit and width.
inline std::vector<array::Array> EveryType() {
  std::vector<array::Array> out = FlatTypes();
  for (array::Array& temporal : TemporalTypes()) {
    out.push_back(std::move(temporal));
  }
  for (array::Array& nested : NestedTypes()) {
    out.push_back(std::move(nested));
  }
  return out;
}

/// All of EveryType as the columns of one batch, named "c0", "c1", ...; required columns say so, one has metadata.
inline array::RecordBatch EveryTypeBatch() {
  array::RecordBatch batch;
  std::vector<array::Field> fields;
  for (array::Array& column : EveryType()) {
    const bool nullable = column.type.id == array::TypeId::kRunEndEncoded || column.NullCount() != 0;
    fields.push_back({"c" + std::to_string(fields.size()), column.type, nullable, {}});
    batch.columns.push_back(Share(std::move(column)));
  }
  fields[4].metadata = {{"key", "value"}, {"", ""}, {"binary", std::string("\0\xFF", 2)}};
  batch.fields = std::make_shared<const std::vector<array::Field>>(std::move(fields));
  batch.metadata = {{"made by", "test"}};
  batch.length = 21;
  return batch;
}

}  // namespace taracea::testing

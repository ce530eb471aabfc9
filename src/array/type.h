#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "taracea/types.h"

namespace taracea::array {

/// The Arrow types that Parquet can hold. Names are Arrow's.
enum class TypeId : uint8_t {
  kNull,
  kBool,
  kInt8,
  kInt16,
  kInt32,
  kInt64,
  kUint8,
  kUint16,
  kUint32,
  kUint64,
  kHalfFloat,
  kFloat,
  kDouble,
  kUtf8,
  kLargeUtf8,
  kUtf8View,
  kBinary,
  kLargeBinary,
  kBinaryView,
  kFixedSizeBinary,  ///< byte_width
  kDecimal32,        ///< precision, scale; likewise the wider ones
  kDecimal64,
  kDecimal128,
  kDecimal256,
  kDate32,     ///< days
  kDate64,     ///< milliseconds
  kTime32,     ///< unit: second or milli
  kTime64,     ///< unit: micro or nano
  kTimestamp,  ///< unit, timezone
  kDuration,   ///< unit
  kIntervalMonths,
  kIntervalDayTime,       ///< int32 days, int32 milliseconds
  kIntervalMonthDayNano,  ///< int32 months, int32 days, int64 nanoseconds
  kList,
  kLargeList,
  kListView,
  kLargeListView,
  kFixedSizeList,  ///< list_size
  kStruct,
  kMap,            ///< one child: a struct of key and value
  kDictionary,     ///< index_type; the values are children[0]
  kRunEndEncoded,  ///< children: run_ends, values
};

struct Field;

/// An Arrow data type. A value: copies share their children.
struct Type {
  TypeId id = TypeId::kNull;
  int32_t byte_width = 0;
  int32_t precision = 0;
  int32_t scale = 0;
  TimeUnit unit = TimeUnit::kMilli;
  std::string timezone;  ///< kTimestamp: empty means local ("no zone").
  int32_t list_size = 0;
  bool keys_sorted = false;                            ///< kMap
  bool ordered = false;                                ///< kDictionary
  TypeId index_type = TypeId::kInt32;                  ///< kDictionary
  std::shared_ptr<const std::vector<Field>> children;  ///< null: none

  Type() = default;
  Type(TypeId type_id) : id(type_id) {}  // NOLINT(google-explicit-constructor): a plain id is a type

  static Type FixedSizeBinary(int32_t byte_width);
  /// The narrowest of the four decimal ids asked for by `id`.
  static Type Decimal(TypeId id, int32_t precision, int32_t scale);
  static Type Time(TimeUnit unit);  ///< kTime32 for second and milli, kTime64 for micro and nano.
  static Type Timestamp(TimeUnit unit, std::string timezone = {});
  static Type Duration(TimeUnit unit);
  static Type List(Field element, TypeId id = TypeId::kList);
  static Type FixedSizeList(Field element, int32_t list_size);
  static Type Struct(std::vector<Field> fields);
  static Type Map(Field key, Field value, bool keys_sorted = false);
  static Type Dictionary(TypeId index_type, Type values, bool ordered = false);
  static Type RunEndEncoded(TypeId run_end_type, Field values);

  const Field& child(size_t i) const;
  size_t child_count() const noexcept;

  /// Equality of all that matters for the id, children included (names, nullability and metadata too).
  bool operator==(const Type& other) const;
  /// Arrow's spelling: "int32", "timestamp[us, tz=UTC]", "list<element: utf8 not null>".
  std::string ToString() const;
};

using Metadata = std::vector<std::pair<std::string, std::string>>;

/// A named type. Extension types keep their storage as `type` and their name and parameters in `metadata`
/// (ARROW:extension:name, ARROW:extension:metadata).
struct Field {
  std::string name;
  Type type;
  bool nullable = true;
  Metadata metadata = {};

  bool operator==(const Field&) const = default;
  /// The metadata value of that key; null when absent.
  const std::string* FindMetadata(std::string_view key) const;
};

/// Size of a slot of utf8_view and binary_view, and how many bytes of value fit into the slot itself.
inline constexpr int64_t kViewBytes = 16;
inline constexpr size_t kInlineViewBytes = 12;

/// Bytes of one slot for ids of constant byte width; 0 for all others (kBool included).
int ByteWidth(const Type& type) noexcept;
bool IsBinaryLike(TypeId id) noexcept;  ///< utf8 and binary of any offset width, and views
bool IsUtf8(TypeId id) noexcept;        ///< utf8, large_utf8, utf8_view
bool HasOffsets64(TypeId id) noexcept;  ///< large_utf8, large_binary, large_list
bool IsView(TypeId id) noexcept;        ///< utf8_view, binary_view
bool IsNested(TypeId id) noexcept;      ///< list kinds, struct, map

}  // namespace taracea::array

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "taracea/schema.h"
#include "taracea/status.h"

namespace taracea {

/// The fields of an own struct, for rows in memory. Specialise it once for each struct:
///
///   template <>
///   struct taracea::StructFields<Trip> {
///     static constexpr auto fields =
///         std::tuple{taracea::Member("id", &Trip::id), taracea::Member("stops", &Trip::stops)};
///   };
///
/// A member may be bool, any signed or unsigned integer of 8 to 64 bits (not char), float, double, std::string or
/// std::string_view (UTF-8 text), std::vector<std::byte> (binary), another described struct, std::vector of these, or
/// std::optional of any of these, inside vectors too. Only std::optional makes a column optional.
template <typename T>
struct StructFields;

/// A member of a struct and the name of its column.
template <typename Struct, typename Value>
struct StructMember {
  std::string_view name;
  Value Struct::* member;
};

/// Pairs a column name with a member: Member("id", &Trip::id).
template <typename Struct, typename Value>
constexpr StructMember<Struct, Value> Member(std::string_view name, Value Struct::* member) noexcept {
  return {name, member};
}

/// A struct that StructFields describes.
template <typename T>
concept DescribedStruct = requires { StructFields<T>::fields; };

/// The type and name of one field of a described struct.
struct RowField {
  enum class Kind : uint8_t {
    kBool,
    kInt8,
    kInt16,
    kInt32,
    kInt64,
    kUint8,
    kUint16,
    kUint32,
    kUint64,
    kFloat,
    kDouble,
    kText,
    kBinary,
    kList,    ///< One child, named "element".
    kStruct,  ///< A child a member, in order.
  };

  std::string name;
  Kind kind = Kind::kInt32;
  bool nullable = false;
  std::vector<RowField> children;

  bool operator==(const RowField&) const = default;
};

/// The slots of one field over all rows, as flat memory; the tree of columns runs parallel to that of RowField.
/// Slots below a null are zero or empty.
struct RowColumn {
  size_t length = 0;
  std::vector<uint8_t> valid;     ///< Nullable fields: one byte a slot, 0 means null. Else empty.
  std::vector<std::byte> values;  ///< Numbers and bools: length x width bytes, a bool is one byte.
  std::vector<int32_t> offsets;   ///< Text, binary, lists: length + 1.
  std::vector<char> bytes;        ///< Text and binary: the bytes, joined.
  bool is_full = false;           ///< Offsets of 32 bits could not hold the rows.
  std::vector<RowColumn> children;
};

/// Rows turned into columns: what StructFields' templates make and the library takes. Owner: the holder.
struct RowColumns {
  size_t row_count = 0;
  std::vector<RowField> fields;
  std::vector<RowColumn> columns;
};

namespace struct_fields {

template <typename T>
struct OptionalTraits : std::false_type {};
template <typename T>
struct OptionalTraits<std::optional<T>> : std::true_type {};
template <typename T>
struct VectorTraits : std::false_type {};
template <typename T, typename Allocator>
struct VectorTraits<std::vector<T, Allocator>> : std::true_type {};

template <typename T>
inline constexpr bool kIsOptional = OptionalTraits<T>::value;
template <typename T>
inline constexpr bool kIsText = std::is_same_v<T, std::string> || std::is_same_v<T, std::string_view>;
template <typename T>
inline constexpr bool kIsBinary = std::is_same_v<T, std::vector<std::byte>>;
template <typename T>
inline constexpr bool kIsList = VectorTraits<T>::value && !kIsBinary<T>;
template <typename T>
inline constexpr bool kIsCharacter =
    std::is_same_v<T, char> || std::is_same_v<T, wchar_t> || std::is_same_v<T, char8_t> ||
    std::is_same_v<T, char16_t> || std::is_same_v<T, char32_t>;
template <typename T>
inline constexpr bool kIsInteger = std::is_integral_v<T> && !std::is_same_v<T, bool> && !kIsCharacter<T>;
template <typename T>
inline constexpr bool kIsFlat =
    std::is_same_v<T, bool> || kIsInteger<T> || std::is_same_v<T, float> || std::is_same_v<T, double>;
template <typename T>
inline constexpr bool kIsSupported = kIsFlat<T> || kIsText<T> || kIsBinary<T> || kIsList<T> || DescribedStruct<T>;

template <typename T>
constexpr RowField::Kind KindOf() noexcept {
  using Kind = RowField::Kind;
  if constexpr (std::is_same_v<T, bool>) {
    return Kind::kBool;
  } else if constexpr (std::is_same_v<T, float>) {
    return Kind::kFloat;
  } else if constexpr (std::is_same_v<T, double>) {
    return Kind::kDouble;
  } else if constexpr (kIsText<T>) {
    return Kind::kText;
  } else if constexpr (kIsBinary<T>) {
    return Kind::kBinary;
  } else if constexpr (kIsList<T>) {
    return Kind::kList;
  } else if constexpr (DescribedStruct<T>) {
    return Kind::kStruct;
  } else if constexpr (sizeof(T) == 1) {
    return std::is_signed_v<T> ? Kind::kInt8 : Kind::kUint8;
  } else if constexpr (sizeof(T) == 2) {
    return std::is_signed_v<T> ? Kind::kInt16 : Kind::kUint16;
  } else if constexpr (sizeof(T) == 4) {
    return std::is_signed_v<T> ? Kind::kInt32 : Kind::kUint32;
  } else {
    return std::is_signed_v<T> ? Kind::kInt64 : Kind::kUint64;
  }
}

/// Describes a member; `Outer` are the structs around it.
template <typename T, typename... Outer>
RowField Describe(std::string_view name) {
  if constexpr (kIsOptional<T>) {
    static_assert(!kIsOptional<typename T::value_type>, "an optional of an optional has no column");
    RowField field = Describe<typename T::value_type, Outer...>(name);
    field.nullable = true;
    return field;
  } else {
    static_assert(kIsSupported<T>, "no column holds this type; see StructFields");
    static_assert(!(std::is_same_v<T, Outer> || ...), "a struct cannot hold itself: columns have a finite depth");
    RowField field;
    field.name = name;
    field.kind = KindOf<T>();
    if constexpr (kIsList<T>) {
      field.children.push_back(Describe<typename T::value_type, Outer...>("element"));
    } else if constexpr (DescribedStruct<T>) {
      std::apply(
          [&field](const auto&... member) {
            (field.children.push_back(
                 Describe<std::remove_cvref_t<decltype(std::declval<const T&>().*(member.member))>, T, Outer...>(
                     member.name)),
             ...);
          },
          StructFields<T>::fields);
    }
    return field;
  }
}

template <typename T, typename Get>
void Fill(size_t count, const Get& get, RowColumn* column);

template <typename T, typename Get>
void FillFlat(size_t count, const Get& get, RowColumn* column) {
  column->values.resize(count * sizeof(T));
  for (size_t i = 0; i < count; ++i) {
    const T* slot = get(i);
    const T value = slot == nullptr ? T() : *slot;
    std::memcpy(column->values.data() + i * sizeof(T), &value, sizeof(T));
  }
}

/// Sums sizes into offsets; false when 32 bits cannot hold them, and then the column stays empty.
template <typename T, typename Get>
bool FillOffsets(size_t count, const Get& get, RowColumn* column) {
  constexpr auto kLargest = static_cast<size_t>(std::numeric_limits<int32_t>::max());
  column->offsets.resize(count + 1);
  size_t end = 0;
  for (size_t i = 0; i < count; ++i) {
    const T* slot = get(i);
    const size_t size = slot == nullptr ? 0 : slot->size();
    if (size > kLargest - end) {
      column->is_full = true;
      column->offsets.assign(count + 1, 0);
      return false;
    }
    end += size;
    column->offsets[i + 1] = static_cast<int32_t>(end);
  }
  return true;
}

template <typename T, typename Get>
void FillBytes(size_t count, const Get& get, RowColumn* column) {
  if (!FillOffsets<T>(count, get, column)) {
    return;
  }
  column->bytes.resize(static_cast<size_t>(column->offsets.back()));
  for (size_t i = 0; i < count; ++i) {
    const T* slot = get(i);
    if (slot != nullptr && slot->size() != 0) {
      std::memcpy(column->bytes.data() + column->offsets[i], slot->data(), slot->size());
    }
  }
}

/// Appends pointers to the elements of one list.
template <typename T>
void PointAtElements(const T& list, std::vector<const typename T::value_type*>* elements) {
  static constexpr bool kBools[2] = {false, true};  // std::vector<bool> has no elements to point at
  for (size_t i = 0; i < list.size(); ++i) {
    if constexpr (std::is_same_v<typename T::value_type, bool>) {
      elements->push_back(&kBools[list[i] ? 1 : 0]);
    } else {
      elements->push_back(list.data() + i);
    }
  }
}

template <typename T, typename Get>
void FillList(size_t count, const Get& get, RowColumn* column) {
  using Element = typename T::value_type;
  column->children.resize(1);
  std::vector<const Element*> elements;
  if (FillOffsets<T>(count, get, column)) {
    elements.reserve(static_cast<size_t>(column->offsets.back()));
    for (size_t i = 0; i < count; ++i) {
      if (const T* slot = get(i); slot != nullptr) {
        PointAtElements(*slot, &elements);
      }
    }
  }
  Fill<Element>(elements.size(), [&elements](size_t i) { return elements[i]; }, &column->children[0]);
}

template <typename T, typename Get>
void FillStruct(size_t count, const Get& get, RowColumn* column) {
  column->children.resize(std::tuple_size_v<std::remove_cvref_t<decltype(StructFields<T>::fields)>>);
  const auto fill_member = [count, &get](const auto& member, RowColumn* child) {
    using Value = std::remove_cvref_t<decltype(std::declval<const T&>().*(member.member))>;
    const auto get_member = [&get, pointer = member.member](size_t i) -> const Value* {
      const T* slot = get(i);
      return slot == nullptr ? nullptr : &(slot->*pointer);
    };
    Fill<Value>(count, get_member, child);
  };
  RowColumn* child = column->children.data();
  std::apply([&](const auto&... member) { (fill_member(member, child++), ...); }, StructFields<T>::fields);
}

/// Fills a column from count slots; get(i) points at slot i, null where there is none.
template <typename T, typename Get>
void Fill(size_t count, const Get& get, RowColumn* column) {
  column->length = count;
  if constexpr (kIsOptional<T>) {
    using Value = typename T::value_type;
    const auto get_value = [&get](size_t i) -> const Value* {
      const T* slot = get(i);
      return slot == nullptr || !slot->has_value() ? nullptr : &**slot;
    };
    column->valid.resize(count);
    for (size_t i = 0; i < count; ++i) {
      column->valid[i] = get_value(i) == nullptr ? 0 : 1;
    }
    Fill<Value>(count, get_value, column);
  } else if constexpr (kIsText<T> || kIsBinary<T>) {
    FillBytes<T>(count, get, column);
  } else if constexpr (kIsList<T>) {
    FillList<T>(count, get, column);
  } else if constexpr (DescribedStruct<T>) {
    FillStruct<T>(count, get, column);
  } else {
    FillFlat<T>(count, get, column);
  }
}

}  // namespace struct_fields

/// The columns of a described struct, one for each member.
template <DescribedStruct T>
std::vector<RowField> FieldsOf() {
  return std::move(struct_fields::Describe<T>("").children);
}

/// Turns rows into columns, column by column; everything is copied.
template <DescribedStruct T>
RowColumns ColumnsOf(std::span<const T> rows) {
  RowColumns out;
  out.row_count = rows.size();
  out.fields = FieldsOf<T>();
  RowColumn root;
  struct_fields::Fill<T>(rows.size(), [rows](size_t i) { return &rows[i]; }, &root);
  out.columns = std::move(root.children);
  return out;
}

/// Whether any column is full, so that fewer rows must be turned into columns at a time.
bool IsFull(const RowColumns& rows);

/// Derives the schema that stores such rows. kInvalidArgument names the field that Parquet cannot hold.
Result<Schema> SchemaForRows(std::span<const RowField> fields, std::string root_name = "schema");

template <typename T>
Result<Schema> Schema::Of(std::string root_name) {
  return SchemaForRows(FieldsOf<T>(), std::move(root_name));
}

}  // namespace taracea

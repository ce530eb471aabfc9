#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "thrift/wire.h"

namespace taracea::thrift {

// A struct is described once, by a function `constexpr auto Fields(const T*)` beside it that returns a StructTable.
// The reader, the writer and the JSON printer are driven by that table.

/// Says what the absence of a field means.
enum class Presence : uint8_t {
  kRequired,     ///< Absence is an error.
  kOptional,     ///< The member is a std::optional.
  kDefaulted,    ///< Absence keeps the member's default; always written.
  kUnlessEmpty,  ///< Absence keeps the member empty; an empty member is not written.
};

/// One row of a table: a field id, the member that holds the field, and the name of the specification.
template <typename Struct, typename Member>
struct Field {
  int16_t id;
  Member Struct::* member;
  std::string_view name;
  Presence presence;
  bool is_binary = false;  ///< Printed as base64 even where the bytes are valid text.
};

template <typename S, typename M>
constexpr Field<S, M> Required(int16_t id, M S::* member, std::string_view name) {
  return {id, member, name, Presence::kRequired};
}
template <typename S, typename M>
constexpr Field<S, std::optional<M>> Optional(int16_t id, std::optional<M> S::* member, std::string_view name) {
  return {id, member, name, Presence::kOptional};
}
template <typename S, typename M>
constexpr Field<S, M> Defaulted(int16_t id, M S::* member, std::string_view name) {
  return {id, member, name, Presence::kDefaulted};
}
template <typename S, typename M>
constexpr Field<S, M> UnlessEmpty(int16_t id, M S::* member, std::string_view name) {
  return {id, member, name, Presence::kUnlessEmpty};
}
/// Marks a field whose bytes are not text.
template <typename S, typename M>
constexpr Field<S, M> Binary(Field<S, M> field) {
  field.is_binary = true;
  return field;
}

/// The description of a struct: its name and its fields, by ascending id.
template <typename... F>
struct StructTable {
  std::string_view name;
  std::tuple<F...> fields;
};
template <typename... F>
constexpr StructTable<F...> Table(std::string_view name, F... fields) {
  static_assert(sizeof...(F) <= 64, "the reader keeps one bit a field");
  return {name, std::tuple<F...>(fields...)};
}

/// A struct that has a table.
template <typename T>
concept Tabled = requires(const T* value) { Fields(value); };

/// The table of T.
template <Tabled T>
inline constexpr auto kTableOf = Fields(static_cast<const T*>(nullptr));

/// Is declared only: naming it ends a constant expression.
int16_t NoFieldOfTheTable();

/// The id that the table of S gives to a member, for another table over the same wire struct. Not a constant expression
/// when the table does not list the member.
template <typename S, typename M>
constexpr int16_t IdOf(M S::* member) {
  int id = 0;
  std::apply(
      [&](const auto&... field) {
        const auto match = [&](const auto& one) {
          if constexpr (std::is_same_v<decltype(one.member), M S::*>) {
            id = one.member == member ? one.id : id;
          }
        };
        (..., match(field));
      },
      kTableOf<S>.fields);
  return id > 0 ? static_cast<int16_t>(id) : NoFieldOfTheTable();
}

/// To be specialised for a type that goes over the wire as another, tabled struct:
/// `using Wire`, `static T FromWire(Wire&&)`, `static Wire ToWire(const T&)`, `static bool IsEmpty(const T&)`.
template <typename T>
struct AsWire;

template <typename T>
concept Converted = requires { typename AsWire<T>::Wire; };

/// A tabled struct that is a union keeps the id of a member that the table does not list.
template <typename T>
concept Union = Tabled<T> && requires(T value) {
  { value.unrecognised_id } -> std::same_as<int32_t&>;
};

/// A tabled struct that keeps fields which the table does not list, encoded to be written again.
template <typename T>
concept KeepsUnknownFields = Tabled<T> && requires(T value) {
  { value.unknown_fields } -> std::same_as<std::string&>;
};

/// What became of a field in the input.
enum class FieldOutcome : uint8_t {
  kUnlisted,  ///< The table does not have it; the reader is before its value.
  kRead,
  kSkipped,  ///< Of another type than the table says; the reader is behind its value.
  kFailed,
};

/// A type that takes a field value from the wire by itself: `static constexpr WireType kWireType` and
/// `FieldOutcome ReadFrom(CompactReader&)`. It is never written.
template <typename T>
concept SelfReading = requires {
  { T::kWireType } -> std::convertible_to<WireType>;
};

template <typename T>
struct IsVector : std::false_type {};
template <typename E>
struct IsVector<std::vector<E>> : std::true_type {};
template <typename T>
concept List = IsVector<T>::value;

template <typename T>
struct IsOptional : std::false_type {};
template <typename E>
struct IsOptional<std::optional<E>> : std::true_type {};

/// The wire type that a member of type T is written with (kTrue stands for both booleans).
template <typename T>
constexpr WireType WireTypeOf() noexcept {
  if constexpr (SelfReading<T>) {
    return T::kWireType;
  } else if constexpr (Converted<T> || Tabled<T>) {
    return WireType::kStruct;
  } else if constexpr (std::is_same_v<T, bool>) {
    return WireType::kTrue;
  } else if constexpr (std::is_same_v<T, double>) {
    return WireType::kDouble;
  } else if constexpr (std::is_same_v<T, std::string>) {
    return WireType::kBinary;
  } else if constexpr (List<T>) {
    return WireType::kList;
  } else if constexpr (std::is_enum_v<T>) {
    static_assert(std::is_same_v<std::underlying_type_t<T>, int32_t>);
    return WireType::kI32;
  } else {
    static_assert(std::signed_integral<T>);
    return sizeof(T) == 1   ? WireType::kByte
           : sizeof(T) == 2 ? WireType::kI16
           : sizeof(T) == 4 ? WireType::kI32
                            : WireType::kI64;
  }
}

/// Whether a value of that wire type can be read into a T.
template <typename T>
constexpr bool Accepts(WireType type) noexcept {
  if constexpr (std::is_same_v<T, bool>) {
    return type == WireType::kTrue || type == WireType::kFalse;
  } else {
    return type == WireTypeOf<T>();
  }
}

/// Whether a kUnlessEmpty member is left out of the output.
template <typename T>
bool IsEmptyMember(const T& value) {
  if constexpr (Converted<T>) {
    return AsWire<T>::IsEmpty(value);
  } else {
    return value.empty();
  }
}

}  // namespace taracea::thrift

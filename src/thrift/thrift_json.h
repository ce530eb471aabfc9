#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "thrift/field_table.h"

namespace taracea::thrift {

// Prints tabled structs as JSON text, by the names of the specification: integers exact, enum numbers by their names,
// NaN and infinities as strings, binary as base64. Absent fields are left out; "unrecognised_id" and "unknown_fields"
// (base64) show what is newer than the tables.

void AppendJsonInteger(int64_t value, std::string* out);
void AppendJsonDouble(double value, std::string* out);
/// Quotes and escapes text; bytes that are not UTF-8 become {"base64": "..."}.
void AppendJsonText(std::string_view text, std::string* out);
/// Quotes bytes as base64.
void AppendJsonBinary(std::string_view bytes, std::string* out);

template <Tabled T>
void AppendJsonStruct(const T& value, std::string* out);

template <typename T>
void AppendJsonValue(const T& value, bool is_binary, std::string* out) {
  if constexpr (IsOptional<T>::value) {
    AppendJsonValue(*value, is_binary, out);
  } else if constexpr (Converted<T>) {
    AppendJsonStruct(AsWire<T>::ToWire(value), out);
  } else if constexpr (Tabled<T>) {
    AppendJsonStruct(value, out);
  } else if constexpr (std::is_same_v<T, bool>) {
    out->append(value ? "true" : "false");
  } else if constexpr (std::is_same_v<T, double>) {
    AppendJsonDouble(value, out);
  } else if constexpr (std::is_same_v<T, std::string>) {
    is_binary ? AppendJsonBinary(value, out) : AppendJsonText(value, out);
  } else if constexpr (std::is_enum_v<T>) {
    AppendJsonText(ToString(value), out);
  } else if constexpr (List<T>) {
    out->push_back('[');
    for (size_t i = 0; i < value.size(); ++i) {
      out->append(i == 0 ? "" : ",");
      AppendJsonValue<typename T::value_type>(value[i], is_binary, out);
    }
    out->push_back(']');
  } else {
    AppendJsonInteger(value, out);
  }
}

template <typename M>
bool IsPrinted(const M& member, Presence presence) {
  if constexpr (IsOptional<M>::value) {
    return member.has_value();
  } else if constexpr (Converted<M> || requires { member.empty(); }) {
    return presence != Presence::kUnlessEmpty || !IsEmptyMember(member);
  } else {
    return true;
  }
}

inline void AppendJsonKey(std::string_view name, bool* is_first, std::string* out) {
  out->append(*is_first ? "" : ",");
  *is_first = false;
  AppendJsonText(name, out);
  out->push_back(':');
}

/// Appends the struct as one line of JSON.
template <Tabled T>
void AppendJsonStruct(const T& value, std::string* out) {
  bool is_first = true;
  out->push_back('{');
  const auto append = [&](const auto& field) {
    const auto& member = value.*field.member;
    if (IsPrinted(member, field.presence)) {
      AppendJsonKey(field.name, &is_first, out);
      AppendJsonValue(member, field.is_binary, out);
    }
  };
  std::apply([&](const auto&... field) { (..., append(field)); }, kTableOf<T>.fields);
  if constexpr (Union<T>) {
    if (value.unrecognised_id != 0) {
      AppendJsonKey("unrecognised_id", &is_first, out);
      AppendJsonInteger(value.unrecognised_id, out);
    }
  }
  if constexpr (KeepsUnknownFields<T>) {
    if (!value.unknown_fields.empty()) {
      AppendJsonKey("unknown_fields", &is_first, out);
      AppendJsonBinary(value.unknown_fields, out);
    }
  }
  out->push_back('}');
}

template <Tabled T>
std::string ToJson(const T& value) {
  std::string out;
  AppendJsonStruct(value, &out);
  return out;
}

}  // namespace taracea::thrift

#pragma once

#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "taracea/status.h"
#include "thrift/compact_writer.h"
#include "thrift/field_table.h"

namespace taracea::thrift {

template <Tabled T>
void WriteStruct(CompactWriter& writer, const T& value);

/// Writes a value without a header; booleans as list elements.
template <typename T>
void WriteValue(CompactWriter& writer, const T& value) {
  if constexpr (Converted<T>) {
    WriteStruct(writer, AsWire<T>::ToWire(value));
  } else if constexpr (Tabled<T>) {
    WriteStruct(writer, value);
  } else if constexpr (std::is_same_v<T, bool>) {
    writer.WriteBoolElement(value);
  } else if constexpr (std::is_same_v<T, double>) {
    writer.WriteDouble(value);
  } else if constexpr (std::is_same_v<T, std::string>) {
    writer.WriteBinary(value);
  } else if constexpr (std::is_same_v<T, int8_t>) {
    writer.WriteByte(static_cast<uint8_t>(value));
  } else if constexpr (std::is_enum_v<T>) {
    writer.WriteInteger(static_cast<int32_t>(value));
  } else if constexpr (List<T>) {
    using Element = typename T::value_type;
    writer.WriteListHeader(WireTypeOf<Element>(), value.size());
    for (size_t i = 0; i < value.size(); ++i) {
      WriteValue<Element>(writer, value[i]);
    }
  } else {
    writer.WriteInteger(value);
  }
}

template <typename M>
void WriteFieldValue(CompactWriter& writer, int16_t id, const M& member, int16_t* last_id) {
  if constexpr (std::is_same_v<M, bool>) {
    writer.WriteFieldHeader(id, member ? WireType::kTrue : WireType::kFalse, last_id);
  } else {
    writer.WriteFieldHeader(id, WireTypeOf<M>(), last_id);
    WriteValue(writer, member);
  }
}

template <typename T, typename F>
void WriteField(CompactWriter& writer, const T& value, const F& field, int16_t* last_id) {
  const auto& member = value.*field.member;
  using Member = std::remove_cvref_t<decltype(member)>;
  if constexpr (IsOptional<Member>::value) {
    if (member.has_value()) {
      WriteFieldValue(writer, field.id, *member, last_id);
    }
  } else {
    if constexpr (Converted<Member> || requires { member.empty(); }) {
      if (field.presence == Presence::kUnlessEmpty && IsEmptyMember(member)) {
        return;
      }
    }
    WriteFieldValue(writer, field.id, member, last_id);
  }
}

/// Writes the fields of a struct by ascending id, then the unknown fields that it keeps.
template <Tabled T>
void WriteStruct(CompactWriter& writer, const T& value) {
  int16_t last_id = 0;
  std::apply([&](const auto&... field) { (..., WriteField(writer, value, field, &last_id)); }, kTableOf<T>.fields);
  if constexpr (KeepsUnknownFields<T>) {
    writer.WriteRaw(value.unknown_fields);
  }
  writer.WriteStop();
}

/// Appends the struct to `out`. Errors: kOutOfMemory; then `out` is as it was.
template <Tabled T>
Status WriteMessage(const T& value, OwnedBuffer* out) {
  CompactWriter writer(out);
  WriteStruct(writer, value);
  return writer.Finish();
}

}  // namespace taracea::thrift

#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "taracea/status.h"
#include "thrift/compact_reader.h"
#include "thrift/field_table.h"

namespace taracea::thrift {

// Reads tabled structs. The rules are those of generated Thrift code: a field that the table does not list is skipped
// (or kept), a listed field of another wire type is skipped and counts as absent, an enum number is kept as it is.

/// Room made for the elements of a list of structs or strings before they are seen: this many bytes for each byte that
/// the message has left, and a longer list grows as it is read.
inline constexpr size_t kReservedBytesPerByte = 32;

template <Tabled T>
[[nodiscard]] bool ReadStruct(CompactReader& reader, T* out);

/// Fails with the first required field that was not seen. Kept out of line of the hot loop.
bool FailMissingField(CompactReader& reader, std::string_view struct_name, std::string_view field_name, int16_t id);

/// Reads a value that is neither a boolean field nor a list.
template <typename T>
[[nodiscard]] bool ReadScalar(CompactReader& reader, T* out) {
  if constexpr (Converted<T>) {
    typename AsWire<T>::Wire wire;
    if (!ReadStruct(reader, &wire)) {
      return false;
    }
    *out = AsWire<T>::FromWire(std::move(wire));
    return true;
  } else if constexpr (Tabled<T>) {
    return ReadStruct(reader, out);
  } else if constexpr (std::is_same_v<T, double>) {
    return reader.ReadDouble(out);
  } else if constexpr (std::is_same_v<T, std::string>) {
    std::string_view text;
    if (!reader.ReadBinary(&text)) {
      return false;
    }
    out->assign(text);
    return true;
  } else if constexpr (std::is_same_v<T, int8_t>) {
    uint8_t byte = 0;
    if (!reader.ReadByte(&byte)) {
      return false;
    }
    *out = static_cast<int8_t>(byte);
    return true;
  } else if constexpr (std::is_enum_v<T>) {
    int32_t number = 0;
    if (!reader.ReadInteger(&number)) {
      return false;
    }
    *out = static_cast<T>(number);
    return true;
  } else {
    return reader.ReadInteger(out);
  }
}

template <typename E>
[[nodiscard]] bool ReadElements(CompactReader& reader, size_t count, std::vector<E>* out) {
  out->clear();
  if (!reader.Charge(count, sizeof(E))) {
    return false;
  }
  out->reserve(std::is_arithmetic_v<E> || std::is_enum_v<E>
                   ? count
                   : std::min(count, reader.remaining() * kReservedBytesPerByte / sizeof(E)));
  for (size_t i = 0; i < count; ++i) {
    if constexpr (std::is_same_v<E, bool>) {
      bool value;
      if (!reader.ReadBoolElement(&value)) {
        return false;
      }
      out->push_back(value);
    } else {
      if (!ReadScalar(reader, &out->emplace_back())) {
        return false;
      }
    }
  }
  return true;
}

template <typename E>
[[nodiscard]] FieldOutcome ReadList(CompactReader& reader, std::vector<E>* out) {
  WireType element;
  size_t count;
  if (!reader.ReadListHeader(&element, &count)) {
    return FieldOutcome::kFailed;
  }
  // The element type of an empty list is not worth a word: some writers leave it 0.
  if (count != 0 && !Accepts<E>(element)) {
    return reader.SkipElements(element, count) ? FieldOutcome::kSkipped : FieldOutcome::kFailed;
  }
  if (!reader.Enter() || !ReadElements(reader, count, out)) {
    return FieldOutcome::kFailed;
  }
  reader.Leave();
  return FieldOutcome::kRead;
}

/// Reads a field of a wire type that T accepts.
template <typename T>
[[nodiscard]] FieldOutcome ReadFieldValue(CompactReader& reader, WireType type, T* out) {
  if constexpr (IsOptional<T>::value) {
    typename T::value_type& value = out->emplace();
    const FieldOutcome outcome = ReadFieldValue(reader, type, &value);
    if (outcome == FieldOutcome::kSkipped) {
      out->reset();
    }
    return outcome;
  } else if constexpr (std::is_same_v<T, bool>) {
    *out = type == WireType::kTrue;
    return FieldOutcome::kRead;
  } else if constexpr (SelfReading<T>) {
    return out->ReadFrom(reader);
  } else if constexpr (List<T>) {
    return ReadList(reader, out);
  } else {
    return ReadScalar(reader, out) ? FieldOutcome::kRead : FieldOutcome::kFailed;
  }
}

template <typename T>
struct FieldValueType {
  using Type = T;
};
template <typename T>
struct FieldValueType<std::optional<T>> {
  using Type = T;
};

/// Reads a listed field, or passes over one of another wire type. In a union such a field is a member that is newer
/// than the table: it is left to the caller.
template <typename T, typename F>
[[nodiscard]] FieldOutcome ReadField(CompactReader& reader, const F& field, WireType type, T* out) {
  using Member = std::remove_reference_t<decltype(out->*field.member)>;
  if (Accepts<typename FieldValueType<Member>::Type>(type)) {
    return ReadFieldValue(reader, type, &(out->*field.member));
  }
  if constexpr (Union<T>) {
    return FieldOutcome::kUnlisted;
  } else {
    return reader.Skip(type) ? FieldOutcome::kSkipped : FieldOutcome::kFailed;
  }
}

/// Looks the id up in the table and reads the field; sets its bit in `seen` when it got a value.
template <typename T, size_t... I>
[[nodiscard]] FieldOutcome ReadListedField(CompactReader& reader, [[maybe_unused]] int32_t id, WireType type, T* out,
                                           uint64_t* seen, std::index_sequence<I...> /*indices*/) {
  FieldOutcome outcome = FieldOutcome::kUnlisted;
  [[maybe_unused]] const auto attempt = [&](const auto& field, size_t index) {
    outcome = ReadField(reader, field, type, out);
    *seen |= static_cast<uint64_t>(outcome == FieldOutcome::kRead) << index;
    return true;
  };
  static_cast<void>((... || (std::get<I>(kTableOf<T>.fields).id == id && attempt(std::get<I>(kTableOf<T>.fields), I))));
  return outcome;
}

template <typename T>
[[nodiscard]] bool ReadUnlistedField(CompactReader& reader, int32_t id, WireType type, T* out) {
  if constexpr (Union<T>) {
    out->unrecognised_id = id;
  }
  if constexpr (KeepsUnknownFields<T>) {
    return reader.KeepField(id, type, &out->unknown_fields);
  } else {
    return reader.Skip(type);
  }
}

template <typename T, size_t... I>
[[nodiscard]] bool CheckRequiredFields(CompactReader& reader, uint64_t seen, std::index_sequence<I...> /*indices*/) {
  constexpr auto is_required = [](const auto& field) { return field.presence == Presence::kRequired; };
  constexpr uint64_t required =
      (uint64_t{0} | ... | (static_cast<uint64_t>(is_required(std::get<I>(kTableOf<T>.fields))) << I));
  if ((seen & required) == required) [[likely]] {
    return true;
  }
  [[maybe_unused]] const auto check = [&](const auto& field, size_t index) {
    return !is_required(field) || (seen >> index & 1) != 0 ||
           FailMissingField(reader, kTableOf<T>.name, field.name, field.id);
  };
  return (... && check(std::get<I>(kTableOf<T>.fields), I));
}

/// Reads one struct into `out`, whose members have their defaults.
/// Errors: as CompactReader; a required field that is missing is corrupt and named with its struct.
template <Tabled T>
[[nodiscard]] bool ReadStruct(CompactReader& reader, T* out) {
  constexpr std::make_index_sequence<std::tuple_size_v<decltype(kTableOf<T>.fields)>> indices;
  if (!reader.Enter()) {
    return false;
  }
  uint64_t seen = 0;
  int32_t id = 0;
  for (;;) {
    WireType type;
    if (!reader.ReadFieldHeader(&id, &type)) {
      return false;
    }
    if (type == WireType::kStop) {
      break;
    }
    const FieldOutcome outcome = ReadListedField(reader, id, type, out, &seen, indices);
    if (outcome == FieldOutcome::kFailed ||
        (outcome == FieldOutcome::kUnlisted && !ReadUnlistedField(reader, id, type, out))) {
      return false;
    }
  }
  reader.Leave();
  return CheckRequiredFields<T>(reader, seen, indices);
}

/// Reads the struct at the start of `message`; `consumed`, when given, gets its size in bytes.
template <Tabled T>
Result<T> ReadMessage(ConstBytes message, const ReadLimits& limits, size_t* consumed = nullptr) {
  CompactReader reader(message, limits);
  T value;
  if (!ReadStruct(reader, &value)) {
    return reader.status();
  }
  if (consumed != nullptr) {
    *consumed = reader.position();
  }
  return value;
}

}  // namespace taracea::thrift

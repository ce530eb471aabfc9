#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "array/array.h"
#include "taracea/text.h"

namespace taracea::text {

/// Where a value's text will stand.
enum class ValueStyle : uint8_t {
  kPlain,    ///< A cell of delimited text: no quotes; nested values as compact JSON.
  kJson,     ///< A JSON value.
  kDisplay,  ///< For the eye: as kPlain, control characters escaped.
};

struct ValueFormat {
  ValueStyle style = ValueStyle::kPlain;
  BigInts big_ints = BigInts::kNumber;  ///< kJson, and JSON inside cells.
};

/// Whether a slot holds null, through dictionaries and run ends.
bool IsNullSlot(const array::Array& array, int64_t i) noexcept;

/// Appends the text of slot i, which may be null ("null" in kJson, nothing otherwise).
/// Shape: integers and decimals exact, decimals with their scale; floats the shortest text that reads back the same,
/// with a point or an exponent; NaN, inf, -inf (strings "NaN", "Infinity", "-Infinity" in JSON); binary as base64;
/// 2024-01-02, 03:04:05.678, 2024-01-02T03:04:05Z (instants) or without Z (local times); durations and intervals in
/// ISO 8601 form (PT1.5S, P14M, P1M2DT3S); UUID and JSON extensions in their own form.
/// `field` describes the array. Precondition: the array is valid. Thread safety: any thread.
void AppendValue(const array::Field& field, const array::Array& array, int64_t i, const ValueFormat& format,
                 std::string* out);

/// Appends a JSON string with its quotes. `text` is UTF-8.
void AppendJsonString(std::string_view text, std::string* out);
/// Appends text with control characters, escape sequences and bytes that are no UTF-8 made visible.
void AppendVisible(std::string_view text, std::string* out);

/// Whether values of a type are numbers, which tables align to the right.
bool IsNumeric(const array::Type& type) noexcept;

}  // namespace taracea::text

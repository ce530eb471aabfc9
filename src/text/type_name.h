#pragma once

#include <string>
#include <string_view>

#include "array/type.h"
#include "taracea/status.h"

namespace taracea::text {

/// Reads a type as users write it into the type, nullability and extension metadata of a field (its name stays empty):
///   null bool int8..int64 uint8..uint64 half float double utf8 json binary binary(hex) date
///   time[(s|ms|us|ns)] timestamp[(unit)] timestamp(UTC) timestamp(unit, UTC) duration[(unit)] decimal(precision,
///   scale) list<T> struct<name: T, ...> map<K, V>      any of them followed by "not null"
/// Default unit: us. json is utf8 marked as JSON text. Errors: kInvalidArgument.
Result<array::Field> ParseTypeName(std::string_view text);

/// The name that ParseTypeName reads back; for types without one, Arrow's spelling.
std::string FormatTypeName(const array::Field& field);

/// Whether a field is JSON text (extension arrow.json).
bool IsJsonText(const array::Field& field);
/// A nullable field of JSON text.
array::Field JsonTextField(std::string name);
/// A nullable field; the usual kind of field that inference makes.
array::Field NullableField(std::string name, array::Type type);

/// Writes a name as it is when it is plain, else as a JSON string in double quotes.
std::string QuoteName(std::string_view name);

/// Reads what QuoteName wrote from the front of `*text` and removes it; a plain name ends before any of `stops`.
/// Errors: kInvalidArgument.
Result<std::string> TakeName(std::string_view* text, std::string_view stops);

}  // namespace taracea::text

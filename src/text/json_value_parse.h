#pragma once

#include <cstddef>
#include <string_view>

#include "array/type.h"

namespace taracea::text {

/// Parses the text of a JSON number (or, when `requested`, of a string) into one fixed-width value at `out`, of any
/// alignment; false when it is not of the type. `text` has kParseSlackBytes readable bytes behind it.
using JsonValueParser = bool (*)(const array::Type& type, bool requested, std::string_view text, std::byte* out);

/// The parser of a type; null for types that are not of fixed width or that JSON is not read into.
JsonValueParser FindJsonValueParser(array::TypeId id) noexcept;

}  // namespace taracea::text

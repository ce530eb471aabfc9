#pragma once

#include <string_view>

namespace taracea::text {

/// Whether a text is one JSON value without line ends, fit to stand inside a line of JSON.
bool IsOneJsonLine(std::string_view text) noexcept;

/// Whether a text is a number by JSON's grammar.
bool IsJsonNumber(std::string_view text) noexcept;

}  // namespace taracea::text

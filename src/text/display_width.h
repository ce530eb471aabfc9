#pragma once

#include <cstddef>
#include <string_view>

namespace taracea::text {

/// Columns that a text takes on a terminal: 2 for wide East Asian characters and emoji, 0 for combining marks, else 1.
/// `text` is UTF-8 without control characters; stray bytes count 1.
size_t DisplayWidth(std::string_view text) noexcept;

/// Bytes of the longest beginning that takes at most `width` columns, ending at a character's border.
size_t BytesWithinWidth(std::string_view text, size_t width) noexcept;

}  // namespace taracea::text

#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "taracea/buffer.h"

namespace taracea::index {

/// Shortens a lower bound to at most `limit_bytes`; of text that is UTF-8, at the border of a code point.
std::string TruncateMin(ConstBytes value, size_t limit_bytes, bool is_text);

/// Shortens an upper bound to at most `limit_bytes` and raises its last unit (byte; of UTF-8 text: code point) that can
/// be raised, so that it is still above the value. Nothing when there is no such unit.
std::optional<std::string> TruncateMax(ConstBytes value, size_t limit_bytes, bool is_text);

}  // namespace taracea::index

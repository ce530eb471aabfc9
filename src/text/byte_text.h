#pragma once

#include <string>
#include <string_view>

#include "taracea/buffer.h"

namespace taracea::text {

/// Appends the standard alphabet's form with padding (RFC 4648, section 4).
void AppendBase64(std::string_view bytes, std::string* out);
/// Appends the bytes; false when the text is not base64 with correct padding.
bool DecodeBase64(std::string_view text, std::string* out);
/// Appends two lower-case digits a byte.
void AppendHex(std::string_view bytes, std::string* out);
/// Appends the bytes; false when the text is not an even number of hexadecimal digits.
bool DecodeHex(std::string_view text, std::string* out);

}  // namespace taracea::text

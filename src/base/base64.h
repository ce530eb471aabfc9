#pragma once

#include <string>
#include <string_view>

#include "taracea/buffer.h"
#include "taracea/status.h"

namespace taracea {

/// Appends the standard base64 form of `bytes`, with padding.
void AppendBase64(ConstBytes bytes, std::string* out);

/// Decodes standard base64; padding may be left out. Errors: kCorrupt naming the first bad character's position.
Result<std::string> DecodeBase64(std::string_view text);

}  // namespace taracea

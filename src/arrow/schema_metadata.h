#pragma once

#include <string>

#include "array/type.h"
#include "taracea/status.h"

namespace taracea::arrow {

/// Writes key-value pairs as the C data interface holds them: int32 count, then for each key and value an int32 length
/// and the bytes. Errors: kInvalidArgument when a length does not fit.
Result<std::string> EncodeMetadata(const array::Metadata& metadata);

/// Reads what EncodeMetadata writes; null is no pairs. The interface says no total size, so only signs can be checked:
/// `metadata` is trusted to be as long as it says. Errors: kInvalidArgument.
Result<array::Metadata> DecodeMetadata(const char* metadata);

}  // namespace taracea::arrow

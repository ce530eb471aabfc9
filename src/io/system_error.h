#pragma once

#include <string>
#include <string_view>

#include "taracea/status.h"

namespace taracea {

/// Makes a kIo status in the system's words: "cannot WHAT: No such file or directory", with `name` as the file.
/// `error_number`: errno as the failed call left it.
Status SystemError(std::string_view what, const std::string& name, int error_number);

/// Makes the kCorrupt status of a read that reaches behind the end of a source.
Status EndsEarly(const std::string& name, int64_t offset, int64_t wanted_bytes, int64_t size_bytes);

}  // namespace taracea

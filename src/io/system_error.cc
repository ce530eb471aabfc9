#include "io/system_error.h"

#include <system_error>

namespace taracea {

Status SystemError(std::string_view what, const std::string& name, int error_number) {
  return Status::Io("cannot " + std::string(what) + ": " + std::system_category().message(error_number))
      .At({.file = name});
}

Status EndsEarly(const std::string& name, int64_t offset, int64_t wanted_bytes, int64_t size_bytes) {
  return Status::Corrupt("expected " + std::to_string(wanted_bytes) + " bytes but the source ends after " +
                         std::to_string(size_bytes))
      .At({.file = name, .offset = offset});
}

}  // namespace taracea

#pragma once

#include <span>
#include <string>

#include "taracea/buffer.h"
#include "taracea/status.h"

namespace taracea {

/// Writes all pieces in order to an open file, pipe or terminal, however many calls that takes; waits where a
/// descriptor that does not block is not ready. A reader that has gone away is an error (EPIPE), never a SIGPIPE.
/// `name` is for messages. Errors: kIo with the system's words; how much was written before is then unknown.
Status GatherWrite(int descriptor, std::span<const ConstBytes> pieces, const std::string& name);

}  // namespace taracea

#pragma once

#include "taracea/buffer.h"
#include "taracea/io.h"
#include "taracea/status.h"

namespace taracea::ipc {

/// The six bytes with which an Arrow file starts, padded to eight, and ends.
ConstBytes ArrowFileMagic() noexcept;

/// Whether a source starts with the magic of an Arrow file.
Result<bool> StartsLikeArrowFile(const ByteSource& source);

}  // namespace taracea::ipc

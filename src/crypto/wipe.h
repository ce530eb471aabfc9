#pragma once

#include "taracea/buffer.h"

namespace taracea::crypto {

/// Overwrites bytes that were secret, in a way that no compiler leaves out. Thread safety: from any thread.
void Wipe(MutableBytes bytes) noexcept;

}  // namespace taracea::crypto

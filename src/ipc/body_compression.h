#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/arena.h"
#include "taracea/buffer.h"
#include "taracea/status.h"

namespace taracea::ipc {

/// How the buffers of a message's body are compressed, each by itself.
enum class BodyCodec : uint8_t { kNone, kLz4Frame, kZstd };

/// Undoes the compression of one buffer. Uncompressed buffers, marked by the length -1, are handed back as they are.
/// Wire: int64 uncompressed length or -1, then one LZ4 or Zstandard frame (or several). An empty buffer stays empty.
/// Errors: kCorrupt when lengths disagree or exceed what so few bytes can hold; kOutOfMemory from the arena's budget.
Result<Buffer> DecompressBody(BodyCodec codec, const Buffer& buffer, const std::shared_ptr<Arena>& arena);

/// Compresses one buffer in that form, or marks it uncompressed where compression does not make it smaller; `scratch`
/// is overwritten.
Status CompressBody(BodyCodec codec, ConstBytes bytes, std::vector<std::byte>* scratch);

}  // namespace taracea::ipc

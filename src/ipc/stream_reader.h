#pragma once

#include <memory>

#include "array/batch_stream.h"
#include "ipc/message_frame.h"
#include "ipc/read_options.h"
#include "taracea/io.h"
#include "taracea/status.h"

namespace taracea::ipc {

/// Reads an Arrow IPC stream, messages one after the other; the schema is read at once. `read` is called on the
/// thread that calls Next. Wire: schema, then dictionary and record batches, then a mark of the end or no more bytes.
/// Errors, here and in Next: what `read` returns; kCorrupt, kUnsupported, kLimitExceeded, kOutOfMemory.
Result<std::unique_ptr<array::BatchStream>> OpenStream(ReadFunction read, ReadOptions options = {});

/// Reads an Arrow file by its footer: all dictionaries first, then the record batches in its order.
/// Errors as OpenStream.
Result<std::unique_ptr<array::BatchStream>> OpenFile(std::shared_ptr<const ByteSource> source,
                                                     ReadOptions options = {});

/// Reads whichever of the two `source` holds: a file when it starts with ARROW1, else a stream.
Result<std::unique_ptr<array::BatchStream>> OpenFileOrStream(std::shared_ptr<const ByteSource> source,
                                                             ReadOptions options = {});

}  // namespace taracea::ipc

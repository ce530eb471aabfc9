#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/arena.h"
#include "taracea/buffer.h"
#include "taracea/io.h"
#include "taracea/limits.h"
#include "taracea/status.h"

namespace taracea::ipc {

namespace wire {
struct Message;
}

/// Fills as much of `out` as there is, at least one byte; 0 at the end.
using ReadFunction = std::function<Result<size_t>(MutableBytes out)>;

/// Reads `source` from `offset` on as a sequence.
ReadFunction ReadSequentially(std::shared_ptr<const ByteSource> source, int64_t offset = 0);

/// One message of an IPC stream. `metadata` is a verified flatbuffer.
struct Message {
  Buffer metadata;
  Buffer body;

  const wire::Message& header() const noexcept;
};

/// Checks the flatbuffer of a message, its version and its body length; kCorrupt or kUnsupported.
Status VerifyMessage(ConstBytes metadata, const ReadLimits& limits);

/// Finds the flatbuffer of a message that starts at the first byte; both framings (with and without the marker
/// 0xFFFFFFFF). Nothing at the mark of the end. kCorrupt when it is cut short.
Result<std::optional<ConstBytes>> UnframeMetadata(ConstBytes bytes);

/// Puts marker, length and padding around a flatbuffer; the result's size is a multiple of 8.
std::vector<std::byte> FrameMetadata(ConstBytes flatbuffer);

/// The eight bytes that end a stream.
ConstBytes EndOfStream() noexcept;

/// Takes messages from a sequence of bytes.
/// Memory grows with the bytes that really arrive, never with a length that was only announced.
/// Thread safety: one thread at a time.
class MessageReader {
 public:
  MessageReader(ReadFunction read, std::shared_ptr<Arena> arena, ReadLimits limits)
      : read_(std::move(read)), arena_(std::move(arena)), limits_(limits) {}

  /// The next message; nothing at the mark of the end and where the bytes end between two messages.
  Result<std::optional<Message>> Next();

 private:
  Result<size_t> ReadUpTo(MutableBytes out);
  Result<Buffer> ReadBuffer(int64_t size_bytes, const char* what);
  Result<std::optional<int32_t>> ReadMetadataLength();

  ReadFunction read_;
  std::shared_ptr<Arena> arena_;
  ReadLimits limits_;
};

}  // namespace taracea::ipc

#pragma once

#include <cstdint>
#include <memory>

#include "base/arena.h"
#include "taracea/buffer.h"
#include "taracea/io.h"
#include "taracea/status.h"

namespace taracea {

/// Walks forward over a byte range of a source and hands out pieces of it as shared buffers, reading a window at a time
/// so that small pieces cost one request together and no copy. Sources that can lend memory (View) are not copied at
/// all. Thread safety: one thread at a time.
class WindowReader {
 public:
  /// Range [begin, end) must lie in the source. `window_bytes`: how much to read ahead at least.
  WindowReader(std::shared_ptr<const ByteSource> source, int64_t begin, int64_t end, int64_t window_bytes,
               std::shared_ptr<Arena> arena);

  int64_t position() const noexcept { return position_; }
  int64_t end() const noexcept { return end_; }
  int64_t remaining() const noexcept { return end_ - position_; }
  int64_t read_bytes() const noexcept { return read_bytes_; }
  int64_t read_requests() const noexcept { return read_requests_; }

  /// The next min(size_bytes, remaining()) bytes without passing over them. Errors: the source's, kOutOfMemory.
  Result<Buffer> Peek(int64_t size_bytes);
  /// Passes over bytes; at most remaining(). Bytes outside the window are not read.
  void Skip(int64_t size_bytes) noexcept { position_ += size_bytes; }
  /// Moves to any position of the range.
  void Seek(int64_t position) noexcept { position_ = position; }

 private:
  Status Fill(int64_t size_bytes);

  std::shared_ptr<const ByteSource> source_;
  int64_t begin_;
  int64_t end_;
  int64_t window_bytes_;
  std::shared_ptr<Arena> arena_;
  int64_t position_;
  Buffer window_;  // Bytes from window_begin_ on.
  int64_t window_begin_ = 0;
  int64_t read_bytes_ = 0;
  int64_t read_requests_ = 0;
};

}  // namespace taracea

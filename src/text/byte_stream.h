#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "taracea/io.h"
#include "taracea/status.h"

namespace taracea::text {

/// Bytes read once, from front to back.
/// Owner: the holder. Thread safety: one thread at a time.
class ByteStream {
 public:
  virtual ~ByteStream() = default;
  /// Fills some of `out` (at least one byte unless the stream has ended) and returns how many; 0 means the end.
  virtual Result<size_t> Read(MutableBytes out) = 0;
  virtual std::string Name() const = 0;
};

/// Reads a source from its first byte to its last.
std::unique_ptr<ByteStream> MakeSourceStream(std::shared_ptr<ByteSource> source);
/// Reads a file descriptor (a pipe, standard input); does not close it.
std::unique_ptr<ByteStream> MakeDescriptorStream(int descriptor, std::string name);

/// Reads until `out` is full or the stream ends; returns the bytes read.
Result<size_t> ReadFully(ByteStream& stream, MutableBytes out);

}  // namespace taracea::text

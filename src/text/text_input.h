#pragma once

#include <memory>
#include <string>

#include "taracea/text.h"
#include "text/byte_stream.h"

namespace taracea::text {

/// Text that is looked at first (to find its types) and then read. Compressed input is decompressed.
/// Owner: the holder. Thread safety: one thread at a time.
class TextInput {
 public:
  virtual ~TextInput() = default;
  /// Opens what can be looked at without using it up; `*whole` says whether that is all of the input.
  virtual Result<std::unique_ptr<ByteStream>> OpenPreview(bool* whole) = 0;
  /// Opens the whole input from its first byte. An input that cannot be read twice allows this once.
  virtual Result<std::unique_ptr<ByteStream>> OpenAll() = 0;
  /// Whether OpenAll may be called any number of times.
  virtual bool rereadable() const noexcept = 0;
  virtual std::string Name() const = 0;
};

/// Input with random access: the preview is the whole of it.
std::shared_ptr<TextInput> MakeSourceInput(std::shared_ptr<ByteSource> source);
/// Input that passes once: up to options.total_bytes of it (decompressed) are kept for the preview.
std::shared_ptr<TextInput> MakeSpooledInput(std::unique_ptr<ByteStream> stream, SpoolOptions options = {});

}  // namespace taracea::text

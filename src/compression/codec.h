#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/arena.h"
#include "taracea/buffer.h"
#include "taracea/status.h"

namespace taracea::compression {

/// Compresses page bodies with one codec at one level. Keeps its context from page to page; the bytes of a page depend
/// on its content alone. Thread safety: one thread at a time.
class Compressor {
 public:
  virtual ~Compressor() = default;

  /// Bytes that Compress may need at most for `size_bytes` of input; 0 for more than the codec can compress at once.
  virtual size_t MaxCompressedSize(size_t size_bytes) const = 0;
  /// Appends the compressed form of `in`, which must not lie in *out. On failure *out has its old size.
  /// Errors: kLimitExceeded where `in` is more than the codec takes, kOutOfMemory.
  Status Compress(ConstBytes in, OwnedBuffer* out);
  virtual std::string_view name() const noexcept = 0;

 protected:
  /// Compresses to the front of `out`, which has MaxCompressedSize(in.size()) bytes; returns the bytes used.
  /// in.data() is never null.
  virtual Result<size_t> CompressInto(ConstBytes in, MutableBytes out) = 0;
};

/// Decompresses page bodies of one codec. Keeps its context from page to page. Thread safety: one thread at a time.
class Decompressor {
 public:
  virtual ~Decompressor() = default;

  /// Fills all of `out` from all of `in`; the two must not overlap. Never writes behind out, whatever `in` says.
  /// No input for no output is accepted: writers store empty bodies so. Errors: kCorrupt when the stream is damaged or
  /// holds another number of bytes than out.size(), kOutOfMemory. `out` has undefined content then.
  Status Decompress(ConstBytes in, MutableBytes out);
  virtual std::string_view name() const noexcept = 0;

 protected:
  /// Decompresses to the front of `out`; returns the bytes written. Neither data() is null, `in` is not empty.
  virtual Result<size_t> DecompressInto(ConstBytes in, MutableBytes out) = 0;
};

}  // namespace taracea::compression

#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "taracea/buffer.h"
#include "taracea/status.h"
#include "taracea/types.h"

namespace taracea {

/// The compression levels that a codec takes.
struct LevelRange {
  int minimum = 0;
  int maximum = 0;
  int default_level = 0;

  bool operator==(const LevelRange&) const = default;
};

/// A codec of the caller's own: for a number that the format does not define, or in place of a built-in one.
/// Owner: shared by every reader and writer it was registered with, and by what they opened.
/// Thread safety: all methods must be callable from several threads at once.
class UserCodec {
 public:
  virtual ~UserCodec() = default;

  /// The name for messages and reports.
  virtual std::string Name() const = 0;
  /// The levels it takes; nothing where it has none.
  virtual std::optional<LevelRange> Levels() const { return std::nullopt; }
  /// Bytes that Compress may need at most for `size_bytes` of input; 0 for more than the codec can compress at once.
  virtual size_t MaxCompressedSize(size_t size_bytes) const = 0;
  /// Compresses all of `in` to the front of `out`, which has MaxCompressedSize(in.size()) bytes. Returns the bytes
  /// used. `level` lies in Levels(), or is 0 where there are none.
  virtual Result<size_t> Compress(ConstBytes in, int level, MutableBytes out) const = 0;
  /// Decompresses all of `in`, never writing behind `out`. Returns the bytes written: less than out.size()
  /// makes the page kCorrupt; errors are handed on. `in` comes from a file and may hold anything.
  virtual Result<size_t> Decompress(ConstBytes in, MutableBytes out) const = 0;
};

/// A user codec and the number that stands for it in files.
struct RegisteredCodec {
  Codec number = Codec::kUncompressed;
  std::shared_ptr<const UserCodec> codec;
};

using UserCodecs = std::vector<RegisteredCodec>;

}  // namespace taracea

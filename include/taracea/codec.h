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

/// Knows every codec that pages may be stored in: the built-in ones and the caller's own.
/// Immutable once made. Thread safety: all methods from any thread.
/// Spec: parquet.thrift#CompressionCodec, Compression.md
class CodecRegistry {
 public:
  /// The built-in codecs only.
  static const std::shared_ptr<const CodecRegistry>& BuiltIn();
  /// The built-in codecs and `user_codecs`, which take the place of built-in ones of the same number.
  /// Errors: kInvalidArgument for a null codec, a number given twice, UNCOMPRESSED, levels that make no range.
  static Result<std::shared_ptr<const CodecRegistry>> With(std::vector<RegisteredCodec> user_codecs);

  /// The levels of a codec; nothing where it has none or is not known.
  std::optional<LevelRange> Levels(Codec codec) const;
  /// The spec's name of a codec, or the user codec's own.
  std::string Name(Codec codec) const;
  /// The user codec of a number; null where there is none.
  std::shared_ptr<const UserCodec> FindUserCodec(Codec codec) const;

 private:
  std::vector<RegisteredCodec> user_codecs_;
};

}  // namespace taracea

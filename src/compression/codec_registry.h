#pragma once

#include <memory>
#include <optional>
#include <string>

#include "compression/codec.h"
#include "taracea/codec.h"
#include "taracea/types.h"

namespace taracea::compression {

/// Knows every codec that pages may be stored in: the built-in ones and the caller's own.
/// Immutable once made. Thread safety: all methods from any thread.
/// Spec: parquet.thrift#CompressionCodec, Compression.md
class CodecRegistry {
 public:
  /// The built-in codecs only.
  static const std::shared_ptr<const CodecRegistry>& BuiltIn();
  /// The built-in codecs and `user_codecs`, which take the place of built-in ones of the same number.
  /// Errors: kInvalidArgument for a null codec, a number given twice, UNCOMPRESSED, levels that make no range.
  static Result<std::shared_ptr<const CodecRegistry>> With(UserCodecs user_codecs);

  /// The levels of a codec; nothing where it has none or is not known.
  std::optional<LevelRange> Levels(Codec codec) const;
  /// Makes a compressor; without a level, the codec's default one. Errors: kInvalidArgument for a level that is out of
  /// range or not taken; kUnsupported for LZO, for the deprecated LZ4 and for unknown numbers.
  Result<std::unique_ptr<Compressor>> MakeCompressor(Codec codec, std::optional<int> level = {}) const;
  /// Makes a decompressor. Errors: kUnsupported for LZO and for unknown numbers, naming the codec.
  Result<std::unique_ptr<Decompressor>> MakeDecompressor(Codec codec) const;
  /// The spec's name of a codec, or the user codec's own.
  std::string Name(Codec codec) const;

 private:
  const UserCodec* FindUserCodec(Codec codec) const noexcept;

  UserCodecs user_codecs_;
};

}  // namespace taracea::compression

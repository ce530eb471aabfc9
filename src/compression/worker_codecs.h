#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "compression/codec.h"
#include "compression/codec_registry.h"

namespace taracea::compression {

/// Keeps the codec contexts of one worker: each is made when first asked for and serves all columns after that.
/// Thread safety: one thread at a time.
class WorkerCodecs {
 public:
  /// Null: the built-in codecs.
  explicit WorkerCodecs(const std::shared_ptr<const CodecRegistry>& registry = nullptr)
      : registry_(registry != nullptr ? registry : CodecRegistry::BuiltIn()) {}

  /// The compressor of a codec and level (none: the default one); lives as long as this. Errors: as of MakeCompressor
  /// and MakeDecompressor.
  Result<Compressor*> CompressorFor(Codec codec, std::optional<int> level = {});
  /// The decompressor of a codec; lives as long as this. Errors: as of MakeCompressor and MakeDecompressor.
  Result<Decompressor*> DecompressorFor(Codec codec);

  const CodecRegistry& registry() const noexcept { return *registry_; }

 private:
  struct KeptCompressor {
    Codec codec;
    std::optional<int> level;
    std::unique_ptr<Compressor> compressor;
  };
  struct KeptDecompressor {
    Codec codec;
    std::unique_ptr<Decompressor> decompressor;
  };

  std::shared_ptr<const CodecRegistry> registry_;
  std::vector<KeptCompressor> compressors_;
  std::vector<KeptDecompressor> decompressors_;
};

}  // namespace taracea::compression

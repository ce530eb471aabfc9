#include "compression/worker_codecs.h"

#include <utility>

#include "base/try.h"

namespace taracea::compression {

Result<Compressor*> WorkerCodecs::CompressorFor(Codec codec, std::optional<int> level) {
  for (const KeptCompressor& kept : compressors_) {
    if (kept.codec == codec && kept.level == level) {
      return kept.compressor.get();
    }
  }
  TARACEA_TRY_ASSIGN(std::unique_ptr<Compressor> made, MakeCompressor(*registry_, codec, level));
  compressors_.push_back({codec, level, std::move(made)});
  return compressors_.back().compressor.get();
}

Result<Decompressor*> WorkerCodecs::DecompressorFor(Codec codec) {
  for (const KeptDecompressor& kept : decompressors_) {
    if (kept.codec == codec) {
      return kept.decompressor.get();
    }
  }
  TARACEA_TRY_ASSIGN(std::unique_ptr<Decompressor> made, MakeDecompressor(*registry_, codec));
  decompressors_.push_back({codec, std::move(made)});
  return decompressors_.back().decompressor.get();
}

}  // namespace taracea::compression

// Decompressors on any bytes. The first byte chooses the codec, the next two the expected size.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "base/byte_cursor.h"
#include "compression/codec_registry.h"

using taracea::ByteCursor;
using taracea::Codec;
using taracea::CodecRegistry;
using taracea::ConstBytes;
using taracea::MutableBytes;
using taracea::Result;
using taracea::Status;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  ByteCursor cursor(ConstBytes(reinterpret_cast<const std::byte*>(data), size));
  uint8_t codec = 0;
  uint16_t out_size = 0;
  if (!cursor.Read(&codec) || !cursor.Read(&out_size)) {
    return 0;
  }
  Result<std::unique_ptr<taracea::compression::Decompressor>> decompressor =
      taracea::compression::MakeDecompressor(*CodecRegistry::BuiltIn(), static_cast<Codec>(codec % 8));
  if (!decompressor) {
    return 0;
  }
  // Exactly sized, so that a write behind the end is seen; twice, so that state left by an error is seen.
  const std::unique_ptr<std::byte[]> out = std::make_unique<std::byte[]>(out_size);
  const Status first = (*decompressor)->Decompress(cursor.rest(), MutableBytes(out.get(), out_size));
  const Status second = (*decompressor)->Decompress(cursor.rest(), MutableBytes(out.get(), out_size));
  if (first.code() != second.code()) {
    std::abort();
  }
  return 0;
}

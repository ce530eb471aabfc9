#include "compression/brotli_codec.h"

#include <brotli/decode.h>
#include <brotli/encode.h>
#include <fmt/format.h>

namespace taracea::compression {
namespace {

constexpr std::string_view kName = "BROTLI";

const uint8_t* AsUint8(ConstBytes bytes) {
  return reinterpret_cast<const uint8_t*>(bytes.data());
}
uint8_t* AsUint8(MutableBytes bytes) {
  return reinterpret_cast<uint8_t*>(bytes.data());
}

class BrotliCompressor final : public Compressor {
 public:
  explicit BrotliCompressor(int level) : level_(level) {}
  size_t MaxCompressedSize(size_t size_bytes) const override { return BrotliEncoderMaxCompressedSize(size_bytes); }
  std::string_view name() const noexcept override { return kName; }

 protected:
  Result<size_t> CompressInto(ConstBytes in, MutableBytes out) override {
    size_t used = out.size();
    if (BrotliEncoderCompress(level_, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_GENERIC, in.size(), AsUint8(in), &used,
                              AsUint8(out)) != BROTLI_TRUE) {
      return Status::OutOfMemory(fmt::format("{}: cannot compress {} bytes at level {}", kName, in.size(), level_));
    }
    return used;
  }

 private:
  int level_;
};

class BrotliDecompressor final : public Decompressor {
 public:
  std::string_view name() const noexcept override { return kName; }

 protected:
  Result<size_t> DecompressInto(ConstBytes in, MutableBytes out) override {
    size_t written = out.size();
    if (BrotliDecoderDecompress(in.size(), AsUint8(in), &written, AsUint8(out)) != BROTLI_DECODER_RESULT_SUCCESS) {
      return Status::Corrupt(
          fmt::format("{}: expected {} bytes when decompressed, the input of {} bytes is damaged or "
                      "holds more",
                      kName, out.size(), in.size()));
    }
    return written;
  }
};

}  // namespace

std::unique_ptr<Compressor> MakeBrotliCompressor(int level) {
  return std::make_unique<BrotliCompressor>(level);
}
std::unique_ptr<Decompressor> MakeBrotliDecompressor() {
  return std::make_unique<BrotliDecompressor>();
}

}  // namespace taracea::compression

#include "compression/zstd_codec.h"

#include <fmt/format.h>
#include <zstd.h>
#include <zstd_errors.h>

namespace taracea::compression {
namespace {

constexpr std::string_view kName = "ZSTD";

struct FreeContext {
  void operator()(ZSTD_CCtx* context) const noexcept { ZSTD_freeCCtx(context); }
  void operator()(ZSTD_DCtx* context) const noexcept { ZSTD_freeDCtx(context); }
};
using CompressionContext = std::unique_ptr<ZSTD_CCtx, FreeContext>;
using DecompressionContext = std::unique_ptr<ZSTD_DCtx, FreeContext>;

bool IsOutOfMemory(size_t result) {
  return ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation;
}

class ZstdCompressor final : public Compressor {
 public:
  explicit ZstdCompressor(CompressionContext context) : context_(std::move(context)) {}
  size_t MaxCompressedSize(size_t size_bytes) const override { return ZSTD_compressBound(size_bytes); }
  std::string_view name() const noexcept override { return kName; }

 protected:
  Result<size_t> CompressInto(ConstBytes in, MutableBytes out) override {
    const size_t used = ZSTD_compress2(context_.get(), out.data(), out.size(), in.data(), in.size());
    if (ZSTD_isError(used) != 0) {
      const std::string message =
          fmt::format("{}: {} while compressing {} bytes", kName, ZSTD_getErrorName(used), in.size());
      return IsOutOfMemory(used) ? Status::OutOfMemory(message) : Status::Internal(message);
    }
    return used;
  }

 private:
  CompressionContext context_;
};

class ZstdDecompressor final : public Decompressor {
 public:
  explicit ZstdDecompressor(DecompressionContext context) : context_(std::move(context)) {}
  std::string_view name() const noexcept override { return kName; }

 protected:
  Result<size_t> DecompressInto(ConstBytes in, MutableBytes out) override {
    const size_t written = ZSTD_decompressDCtx(context_.get(), out.data(), out.size(), in.data(), in.size());
    if (ZSTD_isError(written) == 0) {
      return written;
    }
    if (IsOutOfMemory(written)) {
      return Status::OutOfMemory(fmt::format("{}: no memory to decompress {} bytes", kName, in.size()));
    }
    if (ZSTD_getErrorCode(written) == ZSTD_error_dstSize_tooSmall) {
      return Status::Corrupt(fmt::format("{}: expected {} bytes when decompressed, the input of {} bytes holds more",
                                         kName, out.size(), in.size()));
    }
    return Status::Corrupt(fmt::format("{}: {} in {} bytes", kName, ZSTD_getErrorName(written), in.size()));
  }

 private:
  DecompressionContext context_;
};

}  // namespace

Result<std::unique_ptr<Compressor>> MakeZstdCompressor(int level) {
  CompressionContext context(ZSTD_createCCtx());
  if (context == nullptr || ZSTD_isError(ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, level)) != 0) {
    return Status::OutOfMemory(fmt::format("{}: no memory for a context of level {}", kName, level));
  }
  return std::make_unique<ZstdCompressor>(std::move(context));
}

Result<std::unique_ptr<Decompressor>> MakeZstdDecompressor() {
  DecompressionContext context(ZSTD_createDCtx());
  if (context == nullptr) {
    return Status::OutOfMemory(fmt::format("{}: no memory for a context", kName));
  }
  return std::make_unique<ZstdDecompressor>(std::move(context));
}

}  // namespace taracea::compression

#include "compression/gzip_codec.h"

#include <fmt/format.h>
#include <libdeflate.h>

#include <algorithm>

#include "base/try.h"

namespace taracea::compression {
namespace {

constexpr std::string_view kName = "GZIP";

struct FreeContext {
  void operator()(libdeflate_compressor* context) const noexcept { libdeflate_free_compressor(context); }
  void operator()(libdeflate_decompressor* context) const noexcept { libdeflate_free_decompressor(context); }
};

class GzipCompressor final : public Compressor {
 public:
  explicit GzipCompressor(libdeflate_compressor* context) : context_(context) {}
  size_t MaxCompressedSize(size_t size_bytes) const override {
    return libdeflate_gzip_compress_bound(context_.get(), size_bytes);
  }
  std::string_view name() const noexcept override { return kName; }

 protected:
  Result<size_t> CompressInto(ConstBytes in, MutableBytes out) override {
    const size_t used = libdeflate_gzip_compress(context_.get(), in.data(), in.size(), out.data(), out.size());
    if (used == 0) {
      return Status::Internal(fmt::format("{}: {} bytes do not fit their bound of {}", kName, in.size(), out.size()));
    }
    return used;
  }

 private:
  std::unique_ptr<libdeflate_compressor, FreeContext> context_;
};

bool IsZlib(ConstBytes in) {
  if (in.size() < 2) {
    return false;
  }
  const int method_and_window = std::to_integer<int>(in[0]);
  const int header = (method_and_window << 8) | std::to_integer<int>(in[1]);
  return (method_and_window & 0x0F) == 8 && header % 31 == 0;
}

class GzipDecompressor final : public Decompressor {
 public:
  explicit GzipDecompressor(libdeflate_decompressor* context) : context_(context) {}
  std::string_view name() const noexcept override { return kName; }

 protected:
  Result<size_t> DecompressInto(ConstBytes in, MutableBytes out) override {
    const auto decompress = IsZlib(in) ? &libdeflate_zlib_decompress_ex : &libdeflate_gzip_decompress_ex;
    size_t consumed = 0;
    size_t written = 0;
    do {
      size_t consumed_now = 0;
      size_t written_now = 0;
      const libdeflate_result result =
          decompress(context_.get(), in.data() + consumed, in.size() - consumed, out.data() + written,
                     out.size() - written, &consumed_now, &written_now);
      if (result == LIBDEFLATE_INSUFFICIENT_SPACE) {
        return Status::Corrupt(fmt::format("{}: expected {} bytes when decompressed, the input of {} bytes holds more",
                                           kName, out.size(), in.size()));
      }
      if (result != LIBDEFLATE_SUCCESS) {
        return Status::Corrupt(fmt::format("{}: damaged member at byte {} of {}", kName, consumed, in.size()));
      }
      consumed += consumed_now;
      written += written_now;
    } while (!IsPadding(in.subspan(consumed)));
    return written;
  }

 private:
  static bool IsPadding(ConstBytes rest) {
    return std::ranges::all_of(rest, [](std::byte byte) { return byte == std::byte{0}; });
  }

  std::unique_ptr<libdeflate_decompressor, FreeContext> context_;
};

}  // namespace

Result<std::unique_ptr<Compressor>> MakeGzipCompressor(int level) {
  libdeflate_compressor* context = libdeflate_alloc_compressor(level);
  if (context == nullptr) {
    return Status::OutOfMemory(fmt::format("{}: no memory for a context of level {}", kName, level));
  }
  return std::make_unique<GzipCompressor>(context);
}

Result<std::unique_ptr<Decompressor>> MakeGzipDecompressor() {
  libdeflate_decompressor* context = libdeflate_alloc_decompressor();
  if (context == nullptr) {
    return Status::OutOfMemory(fmt::format("{}: no memory for a context", kName));
  }
  return std::make_unique<GzipDecompressor>(context);
}

}  // namespace taracea::compression

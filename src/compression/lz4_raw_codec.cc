#include "compression/lz4_raw_codec.h"

#include <fmt/format.h>
#include <lz4.h>
#include <lz4hc.h>

#include <algorithm>
#include <limits>

namespace taracea::compression {
namespace {

constexpr std::string_view kName = "LZ4_RAW";

class Lz4RawCompressor final : public Compressor {
 public:
  explicit Lz4RawCompressor(int level)
      : level_(level), state_(std::make_unique_for_overwrite<std::byte[]>(StateSize())) {}
  size_t MaxCompressedSize(size_t size_bytes) const override {
    return size_bytes > LZ4_MAX_INPUT_SIZE ? 0 : static_cast<size_t>(LZ4_compressBound(static_cast<int>(size_bytes)));
  }
  std::string_view name() const noexcept override { return kName; }

 protected:
  Result<size_t> CompressInto(ConstBytes in, MutableBytes out) override {
    const char* from = AsText(in).data();
    char* to = reinterpret_cast<char*>(out.data());
    const int in_size = static_cast<int>(in.size());
    const int out_size = static_cast<int>(out.size());
    const int used = is_high() ? LZ4_compress_HC_extStateHC(state_.get(), from, to, in_size, out_size, level_)
                               : LZ4_compress_fast_extState(state_.get(), from, to, in_size, out_size, 1);
    if (used <= 0) {
      return Status::Internal(fmt::format("{}: {} bytes do not fit their bound of {}", kName, in_size, out_size));
    }
    return static_cast<size_t>(used);
  }

 private:
  bool is_high() const noexcept { return level_ >= LZ4HC_CLEVEL_MIN; }
  size_t StateSize() const { return static_cast<size_t>(is_high() ? LZ4_sizeofStateHC() : LZ4_sizeofState()); }

  int level_;
  std::unique_ptr<std::byte[]> state_;
};

class Lz4RawDecompressor final : public Decompressor {
 public:
  std::string_view name() const noexcept override { return kName; }

 protected:
  Result<size_t> DecompressInto(ConstBytes in, MutableBytes out) override {
    const std::optional<size_t> written = DecompressLz4Block(in, out);
    if (!written) {
      return Status::Corrupt(
          fmt::format("{}: expected {} bytes when decompressed, the block of {} bytes is damaged or "
                      "holds more",
                      kName, out.size(), in.size()));
    }
    return *written;
  }
};

}  // namespace

std::optional<size_t> DecompressLz4Block(ConstBytes in, MutableBytes out) noexcept {
  constexpr size_t kMaxSize = std::numeric_limits<int>::max();
  if (in.size() > kMaxSize) {
    return std::nullopt;
  }
  const int written =
      LZ4_decompress_safe(reinterpret_cast<const char*>(in.data()), reinterpret_cast<char*>(out.data()),
                          static_cast<int>(in.size()), static_cast<int>(std::min(out.size(), kMaxSize)));
  return written < 0 ? std::nullopt : std::optional(static_cast<size_t>(written));
}

std::unique_ptr<Compressor> MakeLz4RawCompressor(int level) {
  return std::make_unique<Lz4RawCompressor>(level);
}
std::unique_ptr<Decompressor> MakeLz4RawDecompressor() {
  return std::make_unique<Lz4RawDecompressor>();
}

}  // namespace taracea::compression

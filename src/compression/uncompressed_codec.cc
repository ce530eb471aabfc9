#include "compression/uncompressed_codec.h"

#include <fmt/format.h>

#include "base/bytes.h"

namespace taracea::compression {
namespace {

constexpr std::string_view kName = "UNCOMPRESSED";

class UncompressedCompressor final : public Compressor {
 public:
  size_t MaxCompressedSize(size_t size_bytes) const override { return size_bytes; }
  std::string_view name() const noexcept override { return kName; }

 protected:
  Result<size_t> CompressInto(ConstBytes in, MutableBytes out) override {
    CopyBytes(out.data(), in.data(), in.size());
    return in.size();
  }
};

class UncompressedDecompressor final : public Decompressor {
 public:
  std::string_view name() const noexcept override { return kName; }

 protected:
  Result<size_t> DecompressInto(ConstBytes in, MutableBytes out) override {
    if (in.size() > out.size()) {
      return Status::Corrupt(fmt::format("{}: expected {} bytes, found {}", kName, out.size(), in.size()));
    }
    CopyBytes(out.data(), in.data(), in.size());
    return in.size();
  }
};

}  // namespace

std::unique_ptr<Compressor> MakeUncompressedCompressor() {
  return std::make_unique<UncompressedCompressor>();
}
std::unique_ptr<Decompressor> MakeUncompressedDecompressor() {
  return std::make_unique<UncompressedDecompressor>();
}

}  // namespace taracea::compression

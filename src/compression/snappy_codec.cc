#include "compression/snappy_codec.h"

#include <fmt/format.h>
#include <snappy.h>

#include <limits>

namespace taracea::compression {
namespace {

constexpr std::string_view kName = "SNAPPY";

class SnappyCompressor final : public Compressor {
 public:
  size_t MaxCompressedSize(size_t size_bytes) const override {
    return size_bytes > std::numeric_limits<uint32_t>::max() ? 0 : snappy::MaxCompressedLength(size_bytes);
  }
  std::string_view name() const noexcept override { return kName; }

 protected:
  Result<size_t> CompressInto(ConstBytes in, MutableBytes out) override {
    size_t used = 0;
    snappy::RawCompress(reinterpret_cast<const char*>(in.data()), in.size(), reinterpret_cast<char*>(out.data()),
                        &used);
    return used;
  }
};

class SnappyDecompressor final : public Decompressor {
 public:
  std::string_view name() const noexcept override { return kName; }

 protected:
  Result<size_t> DecompressInto(ConstBytes in, MutableBytes out) override {
    const std::string_view text = AsText(in);
    size_t length = 0;
    if (!snappy::GetUncompressedLength(text.data(), text.size(), &length)) {
      return Status::Corrupt(fmt::format("{}: the block does not begin with its length", kName));
    }
    if (length != out.size()) {
      return Status::Corrupt(
          fmt::format("{}: expected {} bytes when decompressed, the block says {}", kName, out.size(), length));
    }
    if (!snappy::RawUncompress(text.data(), text.size(), reinterpret_cast<char*>(out.data()))) {
      return Status::Corrupt(fmt::format("{}: damaged block of {} bytes", kName, in.size()));
    }
    return length;
  }
};

}  // namespace

std::unique_ptr<Compressor> MakeSnappyCompressor() {
  return std::make_unique<SnappyCompressor>();
}
std::unique_ptr<Decompressor> MakeSnappyDecompressor() {
  return std::make_unique<SnappyDecompressor>();
}

}  // namespace taracea::compression

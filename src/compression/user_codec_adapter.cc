#include "compression/user_codec_adapter.h"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace taracea::compression {
namespace {

Result<size_t> CheckUsed(std::string_view name, size_t room, Result<size_t> used) {
  if (used && *used > room) {
    return Status::Internal(
        fmt::format("user codec {}: wrote {} bytes where there was room for {}", name, *used, room));
  }
  return used;
}

class UserCompressor final : public Compressor {
 public:
  UserCompressor(std::shared_ptr<const UserCodec> codec, int level)
      : codec_(std::move(codec)), name_(codec_->Name()), level_(level) {}
  size_t MaxCompressedSize(size_t size_bytes) const override { return codec_->MaxCompressedSize(size_bytes); }
  std::string_view name() const noexcept override { return name_; }

 protected:
  Result<size_t> CompressInto(ConstBytes in, MutableBytes out) override {
    return CheckUsed(name_, out.size(), codec_->Compress(in, level_, out));
  }

 private:
  std::shared_ptr<const UserCodec> codec_;
  std::string name_;
  int level_;
};

class UserDecompressor final : public Decompressor {
 public:
  explicit UserDecompressor(std::shared_ptr<const UserCodec> codec) : codec_(std::move(codec)), name_(codec_->Name()) {}
  std::string_view name() const noexcept override { return name_; }

 protected:
  Result<size_t> DecompressInto(ConstBytes in, MutableBytes out) override {
    return CheckUsed(name_, out.size(), codec_->Decompress(in, out));
  }

 private:
  std::shared_ptr<const UserCodec> codec_;
  std::string name_;
};

}  // namespace

std::unique_ptr<Compressor> MakeUserCompressor(std::shared_ptr<const UserCodec> codec, int level) {
  return std::make_unique<UserCompressor>(std::move(codec), level);
}
std::unique_ptr<Decompressor> MakeUserDecompressor(std::shared_ptr<const UserCodec> codec) {
  return std::make_unique<UserDecompressor>(std::move(codec));
}

}  // namespace taracea::compression

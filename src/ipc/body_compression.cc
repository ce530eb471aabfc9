#include "ipc/body_compression.h"

#include <lz4frame.h>
#include <zstd.h>

#include <memory>
#include <string>

#include "base/bytes.h"
#include "base/try.h"

namespace taracea::ipc {
namespace {

constexpr size_t kPrefixBytes = 8;
constexpr int kZstdLevel = 1;

struct Lz4Deleter {
  void operator()(LZ4F_dctx* context) const noexcept { LZ4F_freeDecompressionContext(context); }
};

/// Bytes that the densest possible input of that size could expand to: one byte of an LZ4 block stands for at most 255;
/// four bytes of a Zstandard block for at most 128 KiB.
int64_t MostBytes(BodyCodec codec, size_t compressed_bytes) noexcept {
  const auto bytes = static_cast<int64_t>(compressed_bytes);
  return codec == BodyCodec::kZstd ? (bytes / 4 + 1) * (int64_t{128} << 10) : (bytes + 1) * 255;
}

Status Disagrees(const char* codec, size_t expected, size_t found) {
  return Status::Corrupt(std::string("Arrow message: a ") + codec + " buffer of " + std::to_string(expected) +
                         " bytes expected, found " + std::to_string(found));
}

Status DecompressLz4(ConstBytes from, MutableBytes to) {
  LZ4F_dctx* raw = nullptr;
  if (LZ4F_isError(LZ4F_createDecompressionContext(&raw, LZ4F_VERSION)) != 0) {
    return Status::OutOfMemory("no memory for an LZ4 context");
  }
  const std::unique_ptr<LZ4F_dctx, Lz4Deleter> context(raw);
  size_t produced = 0;
  size_t hint = 1;
  while (!from.empty()) {
    size_t to_bytes = to.size() - produced;
    size_t from_bytes = from.size();
    hint = LZ4F_decompress(context.get(), to.data() + produced, &to_bytes, from.data(), &from_bytes, nullptr);
    if (LZ4F_isError(hint) != 0) {
      return Status::Corrupt(std::string("Arrow message: LZ4 frame: ") + LZ4F_getErrorName(hint));
    }
    produced += to_bytes;
    from = from.subspan(from_bytes);
    if (from_bytes == 0 && to_bytes == 0) {
      break;
    }
  }
  if (produced != to.size() || hint != 0 || !from.empty()) {
    return Disagrees("LZ4", to.size(), produced);
  }
  return {};
}

Status DecompressZstd(ConstBytes from, MutableBytes to) {
  const size_t produced = ZSTD_decompress(to.data(), to.size(), from.data(), from.size());
  if (ZSTD_isError(produced) != 0) {
    return Status::Corrupt(std::string("Arrow message: Zstandard frame: ") + ZSTD_getErrorName(produced));
  }
  return produced == to.size() ? Status() : Disagrees("Zstandard", to.size(), produced);
}

/// Compressed size, or 0 when it does not fit into `to`.
size_t Compress(BodyCodec codec, ConstBytes from, MutableBytes to) {
  if (codec == BodyCodec::kZstd) {
    const size_t size = ZSTD_compress(to.data(), to.size(), from.data(), from.size(), kZstdLevel);
    return ZSTD_isError(size) != 0 ? 0 : size;
  }
  const size_t size = LZ4F_compressFrame(to.data(), to.size(), from.data(), from.size(), nullptr);
  return LZ4F_isError(size) != 0 ? 0 : size;
}

size_t CompressBound(BodyCodec codec, size_t size_bytes) {
  return codec == BodyCodec::kZstd ? ZSTD_compressBound(size_bytes) : LZ4F_compressFrameBound(size_bytes, nullptr);
}

}  // namespace

Result<Buffer> DecompressBody(BodyCodec codec, const Buffer& buffer, const std::shared_ptr<Arena>& arena) {
  if (buffer.empty()) {
    return Buffer();
  }
  if (buffer.size() < kPrefixBytes) {
    return Status::Corrupt("Arrow message: a compressed buffer of at least 8 bytes expected, found " +
                           std::to_string(buffer.size()));
  }
  const auto length = Load<int64_t>(buffer.data());
  const Buffer compressed = buffer.Slice(kPrefixBytes, buffer.size() - kPrefixBytes);
  if (length == -1) {
    return compressed;
  }
  if (length < 0 || length > MostBytes(codec, compressed.size())) {
    return Status::Corrupt("Arrow message: " + std::to_string(compressed.size()) +
                           " compressed bytes cannot hold the announced " + std::to_string(length));
  }
  if (length == 0) {
    return Buffer();
  }
  TARACEA_TRY_ASSIGN(OwnedBuffer out, arena->AllocateSized(static_cast<size_t>(length)));
  TARACEA_TRY(codec == BodyCodec::kZstd ? DecompressZstd(compressed.bytes(), out.mutable_bytes())
                                        : DecompressLz4(compressed.bytes(), out.mutable_bytes()));
  return std::move(out).Publish();
}

Status CompressBody(BodyCodec codec, ConstBytes bytes, std::vector<std::byte>* scratch) {
  scratch->resize(kPrefixBytes + CompressBound(codec, bytes.size()));
  const size_t size = Compress(codec, bytes, MutableBytes(*scratch).subspan(kPrefixBytes));
  if (size == 0 || size >= bytes.size()) {
    scratch->resize(kPrefixBytes + bytes.size());
    Store(scratch->data(), int64_t{-1});
    CopyBytes(scratch->data() + kPrefixBytes, bytes.data(), bytes.size());
    return {};
  }
  Store(scratch->data(), static_cast<int64_t>(bytes.size()));
  scratch->resize(kPrefixBytes + size);
  return {};
}

}  // namespace taracea::ipc

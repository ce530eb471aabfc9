#include "compression/lz4_codec.h"

#include <fmt/format.h>
#include <lz4frame.h>

#include <bit>

#include "base/byte_cursor.h"
#include "compression/lz4_raw_codec.h"

namespace taracea::compression {
namespace {

constexpr std::string_view kName = "LZ4";
constexpr uint32_t kFrameMagic = 0x184D2204;

bool ReadBigEndian(ByteCursor* cursor, uint32_t* out) {
  if (!cursor->Read(out)) {
    return false;
  }
  *out = __builtin_bswap32(*out);
  return true;
}

/// Decompresses the pieces of one Hadoop block, which must fill `out`.
bool DecompressPieces(ByteCursor* cursor, MutableBytes out) {
  while (!out.empty()) {
    uint32_t piece_size = 0;
    ConstBytes piece;
    if (!ReadBigEndian(cursor, &piece_size) || !cursor->Take(piece_size, &piece)) {
      return false;
    }
    const std::optional<size_t> written = DecompressLz4Block(piece, out);
    if (!written) {
      return false;
    }
    out = out.subspan(*written);
  }
  return true;
}

bool DecompressHadoop(ConstBytes in, MutableBytes out) {
  ByteCursor cursor(in);
  while (cursor.remaining() != 0) {
    uint32_t block_size = 0;
    if (!ReadBigEndian(&cursor, &block_size) || block_size > out.size() ||
        !DecompressPieces(&cursor, out.first(block_size))) {
      return false;
    }
    out = out.subspan(block_size);
  }
  return out.empty();
}

struct FreeContext {
  void operator()(LZ4F_dctx* context) const noexcept { LZ4F_freeDecompressionContext(context); }
};

class Lz4Decompressor final : public Decompressor {
 public:
  std::string_view name() const noexcept override { return kName; }

 protected:
  Result<size_t> DecompressInto(ConstBytes in, MutableBytes out) override {
    if (HasFrameMagic(in) && DecompressFrames(in, out)) {
      return out.size();
    }
    if (DecompressHadoop(in, out) || DecompressLz4Block(in, out) == out.size()) {
      return out.size();
    }
    return Status::Corrupt(
        fmt::format("{}: expected {} bytes when decompressed, but {} bytes give that neither as Hadoop framing nor as "
                    "frames or a bare block",
                    kName, out.size(), in.size()));
  }

 private:
  static bool HasFrameMagic(ConstBytes in) {
    uint32_t magic = 0;
    return ByteCursor(in).Read(&magic) && magic == kFrameMagic;
  }

  bool DecompressFrames(ConstBytes in, MutableBytes out) {
    if (frames_ == nullptr) {
      LZ4F_dctx* context = nullptr;
      if (LZ4F_isError(LZ4F_createDecompressionContext(&context, LZ4F_VERSION)) != 0) {
        return false;
      }
      frames_.reset(context);
    }
    LZ4F_resetDecompressionContext(frames_.get());
    size_t wanted = 1;
    while (!in.empty()) {
      size_t consumed = in.size();
      size_t written = out.size();
      wanted = LZ4F_decompress(frames_.get(), out.data(), &written, in.data(), &consumed, nullptr);
      if (LZ4F_isError(wanted) != 0 || (consumed == 0 && written == 0)) {
        return false;
      }
      in = in.subspan(consumed);
      out = out.subspan(written);
    }
    return wanted == 0 && out.empty();
  }

  std::unique_ptr<LZ4F_dctx, FreeContext> frames_;
};

}  // namespace

std::unique_ptr<Decompressor> MakeLz4Decompressor() {
  return std::make_unique<Lz4Decompressor>();
}

}  // namespace taracea::compression

#include "text/compressed_stream.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "base/bytes.h"
#include "base/try.h"

namespace taracea::text {
namespace {

constexpr size_t kInputBytes = size_t{128} << 10;
constexpr size_t kMagicBytes = 4;

/// Serves bytes that were read ahead, then the stream they came from.
class PrefixedStream : public ByteStream {
 public:
  PrefixedStream(std::vector<std::byte> prefix, std::unique_ptr<ByteStream> rest)
      : prefix_(std::move(prefix)), rest_(std::move(rest)) {}

  Result<size_t> Read(MutableBytes out) override {
    const size_t count = std::min(out.size(), prefix_.size() - at_);
    if (count == 0) {
      return rest_->Read(out);
    }
    CopyBytes(out.data(), prefix_.data() + at_, count);
    at_ += count;
    return count;
  }
  std::string Name() const override { return rest_->Name(); }

 private:
  std::vector<std::byte> prefix_;
  size_t at_ = 0;
  std::unique_ptr<ByteStream> rest_;
};

/// Compressed bytes waiting to be decoded.
class CompressedInput {
 public:
  explicit CompressedInput(std::unique_ptr<ByteStream> stream) : stream_(std::move(stream)), buffer_(kInputBytes) {}

  /// Makes at least one byte available unless the stream has ended.
  Status Fill() {
    if (at_ == end_ && !ended_) {
      TARACEA_TRY_ASSIGN(end_, stream_->Read(buffer_));
      at_ = 0;
      ended_ = end_ == 0;
    }
    return {};
  }
  ConstBytes available() const noexcept { return {buffer_.data() + at_, end_ - at_}; }
  void Consume(size_t count) noexcept { at_ += count; }
  bool exhausted() const noexcept { return ended_ && at_ == end_; }
  std::string Name() const { return stream_->Name(); }

 private:
  std::unique_ptr<ByteStream> stream_;
  std::vector<std::byte> buffer_;
  size_t at_ = 0;
  size_t end_ = 0;
  bool ended_ = false;
};

Status DamagedInput(const CompressedInput& input, const std::string& what) {
  return Status::Corrupt(what).At({.file = input.Name()});
}

class GzipStream : public ByteStream {
 public:
  explicit GzipStream(std::unique_ptr<ByteStream> stream) : input_(std::move(stream)) {
    constexpr int kGzipWindow = 15 + 16;
    ready_ = inflateInit2(&inflater_, kGzipWindow) == Z_OK;
  }
  ~GzipStream() override {
    if (ready_) {
      inflateEnd(&inflater_);
    }
  }
  GzipStream(const GzipStream&) = delete;
  GzipStream& operator=(const GzipStream&) = delete;

  Result<size_t> Read(MutableBytes out) override {
    if (!ready_) {
      return Status::OutOfMemory("no memory for a gzip decoder");
    }
    size_t produced = 0;
    while (produced == 0 && !out.empty()) {
      TARACEA_TRY(input_.Fill());
      if (input_.exhausted()) {
        if (!between_members_) {
          return DamagedInput(input_, "the gzip input ends in the middle of a member");
        }
        return size_t{0};
      }
      TARACEA_TRY_ASSIGN(produced, Inflate(out));
    }
    return produced;
  }
  std::string Name() const override { return input_.Name(); }

 private:
  Result<size_t> Inflate(MutableBytes out) {
    if (between_members_) {
      inflateReset(&inflater_);
      between_members_ = false;
    }
    const ConstBytes available = input_.available();
    const size_t room = std::min<size_t>(out.size(), size_t{1} << 30);
    // zlib reads through this pointer only; its interface predates const.
    inflater_.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(available.data()));
    inflater_.avail_in = static_cast<uInt>(available.size());
    inflater_.next_out = reinterpret_cast<Bytef*>(out.data());
    inflater_.avail_out = static_cast<uInt>(room);
    const int outcome = inflate(&inflater_, Z_NO_FLUSH);
    input_.Consume(available.size() - inflater_.avail_in);
    if (outcome != Z_OK && outcome != Z_STREAM_END && outcome != Z_BUF_ERROR) {
      return DamagedInput(input_, std::string("the gzip input is damaged: ") +
                                      (inflater_.msg != nullptr ? inflater_.msg : "unknown fault"));
    }
    between_members_ = outcome == Z_STREAM_END;
    return room - inflater_.avail_out;
  }

  CompressedInput input_;
  z_stream inflater_{};
  bool ready_ = false;
  bool between_members_ = false;
};

class ZstdStream : public ByteStream {
 public:
  explicit ZstdStream(std::unique_ptr<ByteStream> stream)
      : input_(std::move(stream)), context_(ZSTD_createDCtx(), &ZSTD_freeDCtx) {}

  Result<size_t> Read(MutableBytes out) override {
    if (context_ == nullptr) {
      return Status::OutOfMemory("no memory for a zstd decoder");
    }
    ZSTD_outBuffer to{out.data(), out.size(), 0};
    while (to.pos == 0 && !out.empty()) {
      TARACEA_TRY(input_.Fill());
      if (input_.exhausted() && between_frames_) {
        break;
      }
      const ConstBytes available = input_.available();
      ZSTD_inBuffer from{available.data(), available.size(), 0};
      const size_t outcome = ZSTD_decompressStream(context_.get(), &to, &from);
      input_.Consume(from.pos);
      if (ZSTD_isError(outcome) != 0) {
        return DamagedInput(input_, std::string("the zstd input is damaged: ") + ZSTD_getErrorName(outcome));
      }
      between_frames_ = outcome == 0;
      if (input_.exhausted() && to.pos == 0 && !between_frames_) {
        return DamagedInput(input_, "the zstd input ends in the middle of a frame");
      }
    }
    return to.pos;
  }
  std::string Name() const override { return input_.Name(); }

 private:
  CompressedInput input_;
  std::unique_ptr<ZSTD_DCtx, size_t (*)(ZSTD_DCtx*)> context_;
  bool between_frames_ = false;
};

}  // namespace

Result<std::unique_ptr<ByteStream>> DecompressByContent(std::unique_ptr<ByteStream> stream) {
  std::vector<std::byte> magic(kMagicBytes);
  TARACEA_TRY_ASSIGN(const size_t got, ReadFully(*stream, magic));
  magic.resize(got);
  const auto is = [&](std::initializer_list<int> expected) {
    return magic.size() >= expected.size() &&
           std::equal(expected.begin(), expected.end(), magic.begin(),
                      [](int a, std::byte b) { return static_cast<std::byte>(a) == b; });
  };
  const bool gzip = is({0x1F, 0x8B, 0x08});
  const bool zstd = is({0x28, 0xB5, 0x2F, 0xFD});
  std::unique_ptr<ByteStream> whole = std::make_unique<PrefixedStream>(std::move(magic), std::move(stream));
  if (gzip) {
    return std::unique_ptr<ByteStream>(std::make_unique<GzipStream>(std::move(whole)));
  }
  if (zstd) {
    return std::unique_ptr<ByteStream>(std::make_unique<ZstdStream>(std::move(whole)));
  }
  return whole;
}

}  // namespace taracea::text

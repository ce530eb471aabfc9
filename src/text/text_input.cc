#include "text/text_input.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "base/arena.h"
#include "base/bytes.h"
#include "base/try.h"
#include "text/compressed_stream.h"

namespace taracea::text {
namespace {

class SourceInput : public TextInput {
 public:
  explicit SourceInput(std::shared_ptr<ByteSource> source) : source_(std::move(source)) {}

  Result<std::unique_ptr<ByteStream>> OpenPreview(bool* whole) override {
    *whole = true;
    return OpenAll();
  }
  Result<std::unique_ptr<ByteStream>> OpenAll() override { return DecompressByContent(MakeSourceStream(source_)); }
  bool rereadable() const noexcept override { return true; }
  std::string Name() const override { return source_->Name(); }

 private:
  std::shared_ptr<ByteSource> source_;
};

Status SystemError(const char* what) {
  return Status::Io(std::string(what) + ": " + std::generic_category().message(errno));
}

/// The first bytes of a stream: in memory, then in a temporary file without a name.
class Spool {
 public:
  explicit Spool(SpoolOptions options) : options_(std::move(options)) {}
  ~Spool() {
    if (descriptor_ >= 0) {
      ::close(descriptor_);
    }
  }
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;

  /// Takes bytes from `stream` until it ends or the spool is full; `*ended` says which.
  Status Fill(ByteStream& stream, bool* ended) {
    TARACEA_TRY_ASSIGN(OwnedBuffer block, DefaultArena()->AllocateSized(size_t{256} << 10));
    *ended = false;
    while (size_bytes_ < options_.total_bytes) {
      const auto room = static_cast<size_t>(options_.total_bytes - size_bytes_);
      TARACEA_TRY_ASSIGN(const size_t got, stream.Read(block.mutable_bytes().first(std::min(block.size(), room))));
      if (got == 0) {
        *ended = true;
        return {};
      }
      TARACEA_TRY(Append({block.data(), got}));
    }
    return {};
  }

  Result<size_t> ReadAt(int64_t offset, MutableBytes out) const {
    const auto memory_bytes = static_cast<int64_t>(memory_.size());
    if (offset < memory_bytes) {
      const size_t count = std::min(out.size(), static_cast<size_t>(memory_bytes - offset));
      CopyBytes(out.data(), memory_.data() + offset, count);
      return count;
    }
    const auto left = static_cast<size_t>(size_bytes_ - offset);
    const size_t count = std::min(out.size(), left);
    if (count == 0) {
      return size_t{0};
    }
    const ssize_t got = ::pread(descriptor_, out.data(), count, offset - memory_bytes);
    if (got <= 0) {
      return SystemError("cannot read back the temporary copy of the input");
    }
    return static_cast<size_t>(got);
  }

 private:
  Status Append(ConstBytes bytes) {
    const auto room = static_cast<size_t>(std::max<int64_t>(0, options_.memory_bytes - size_bytes_));
    const size_t in_memory = descriptor_ >= 0 ? 0 : std::min(bytes.size(), room);
    if (in_memory != 0) {
      if (memory_.arena() == nullptr) {
        TARACEA_TRY_ASSIGN(memory_, DefaultArena()->Allocate(in_memory));
      }
      TARACEA_TRY(memory_.Append(bytes.first(in_memory)));
    }
    ConstBytes rest = bytes.subspan(in_memory);
    if (!rest.empty() && descriptor_ < 0) {
      TARACEA_TRY(CreateFile());
    }
    while (!rest.empty()) {
      const ssize_t wrote = ::write(descriptor_, rest.data(), rest.size());
      if (wrote < 0 && errno == EINTR) {
        continue;
      }
      if (wrote <= 0) {
        return SystemError("cannot keep a temporary copy of the input");
      }
      rest = rest.subspan(static_cast<size_t>(wrote));
    }
    size_bytes_ += static_cast<int64_t>(bytes.size());
    return {};
  }

  Status CreateFile() {
    std::string folder = options_.directory;
    if (folder.empty()) {
      const char* from_environment = std::getenv("TMPDIR");
      folder = from_environment != nullptr && *from_environment != '\0' ? from_environment : "/tmp";
    }
    std::string path = folder + "/taracea-spool-XXXXXX";
    descriptor_ = ::mkstemp(path.data());
    if (descriptor_ < 0) {
      return SystemError("cannot create a temporary file for the input").At({.file = path});
    }
    ::unlink(path.c_str());
    return {};
  }

  SpoolOptions options_;
  OwnedBuffer memory_;
  int descriptor_ = -1;
  int64_t size_bytes_ = 0;
};

/// Reads the spool, then (when given) the stream that it was filled from.
class SpoolStream : public ByteStream {
 public:
  SpoolStream(std::shared_ptr<Spool> spool, std::unique_ptr<ByteStream> rest, std::string name)
      : spool_(std::move(spool)), rest_(std::move(rest)), name_(std::move(name)) {}

  Result<size_t> Read(MutableBytes out) override {
    if (spool_ != nullptr) {
      TARACEA_TRY_ASSIGN(const size_t got, spool_->ReadAt(at_, out));
      at_ += static_cast<int64_t>(got);
      if (got != 0 || out.empty()) {
        return got;
      }
      spool_ = nullptr;
    }
    return rest_ != nullptr ? rest_->Read(out) : size_t{0};
  }
  std::string Name() const override { return name_; }

 private:
  std::shared_ptr<Spool> spool_;
  std::unique_ptr<ByteStream> rest_;
  std::string name_;
  int64_t at_ = 0;
};

class SpooledInput : public TextInput {
 public:
  SpooledInput(std::unique_ptr<ByteStream> stream, SpoolOptions options)
      : name_(stream->Name()), stream_(std::move(stream)), options_(std::move(options)) {}

  Result<std::unique_ptr<ByteStream>> OpenPreview(bool* whole) override {
    TARACEA_TRY(Prepare());
    *whole = ended_;
    return std::unique_ptr<ByteStream>(std::make_unique<SpoolStream>(spool_, nullptr, name_));
  }
  Result<std::unique_ptr<ByteStream>> OpenAll() override {
    TARACEA_TRY(Prepare());
    if (!ended_ && stream_ == nullptr) {
      return Status::InvalidArgument("an input that is longer than its spool can be read only once");
    }
    return std::unique_ptr<ByteStream>(std::make_unique<SpoolStream>(spool_, std::move(stream_), name_));
  }
  bool rereadable() const noexcept override { return ended_; }
  std::string Name() const override { return name_; }

 private:
  Status Prepare() {
    if (!prepared_) {
      prepared_ = true;
      failure_ = FillSpool();
    }
    return failure_;
  }
  Status FillSpool() {
    TARACEA_TRY_ASSIGN(stream_, DecompressByContent(std::move(stream_)));
    spool_ = std::make_shared<Spool>(options_);
    return spool_->Fill(*stream_, &ended_);
  }

  std::string name_;
  std::unique_ptr<ByteStream> stream_;
  SpoolOptions options_;
  std::shared_ptr<Spool> spool_;
  bool prepared_ = false;
  Status failure_;
  bool ended_ = false;
};

}  // namespace

std::shared_ptr<TextInput> MakeSourceInput(std::shared_ptr<ByteSource> source) {
  return std::make_shared<SourceInput>(std::move(source));
}

std::shared_ptr<TextInput> MakeSpooledInput(std::unique_ptr<ByteStream> stream, SpoolOptions options) {
  return std::make_shared<SpooledInput>(std::move(stream), std::move(options));
}

}  // namespace taracea::text

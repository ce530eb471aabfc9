#include "text/byte_stream.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "base/try.h"

namespace taracea::text {
namespace {

class SourceStream : public ByteStream {
 public:
  explicit SourceStream(std::shared_ptr<ByteSource> source) : source_(std::move(source)) {}

  Result<size_t> Read(MutableBytes out) override {
    if (size_bytes_ < 0) {
      TARACEA_TRY_ASSIGN(size_bytes_, source_->Size());
    }
    const int64_t left = size_bytes_ - at_;
    const size_t count = static_cast<size_t>(std::min<int64_t>(left, static_cast<int64_t>(out.size())));
    if (count == 0) {
      return size_t{0};
    }
    TARACEA_TRY(source_->ReadAt(at_, out.first(count)));
    at_ += static_cast<int64_t>(count);
    return count;
  }
  std::string Name() const override { return source_->Name(); }

 private:
  std::shared_ptr<ByteSource> source_;
  int64_t size_bytes_ = -1;
  int64_t at_ = 0;
};

class DescriptorStream : public ByteStream {
 public:
  DescriptorStream(int descriptor, std::string name) : descriptor_(descriptor), name_(std::move(name)) {}

  Result<size_t> Read(MutableBytes out) override {
    while (!out.empty()) {
      const ssize_t got = ::read(descriptor_, out.data(), out.size());
      if (got >= 0) {
        return static_cast<size_t>(got);
      }
      if (errno != EINTR) {
        return Status::Io("cannot read from the input: " + std::generic_category().message(errno)).At({.file = name_});
      }
    }
    return size_t{0};
  }
  std::string Name() const override { return name_; }

 private:
  int descriptor_;
  std::string name_;
};

}  // namespace

std::unique_ptr<ByteStream> MakeSourceStream(std::shared_ptr<ByteSource> source) {
  return std::make_unique<SourceStream>(std::move(source));
}

std::unique_ptr<ByteStream> MakeDescriptorStream(int descriptor, std::string name) {
  return std::make_unique<DescriptorStream>(descriptor, std::move(name));
}

Result<size_t> ReadFully(ByteStream& stream, MutableBytes out) {
  size_t total = 0;
  while (total < out.size()) {
    TARACEA_TRY_ASSIGN(const size_t got, stream.Read(out.subspan(total)));
    if (got == 0) {
      break;
    }
    total += got;
  }
  return total;
}

}  // namespace taracea::text

#include <utility>

#include "base/bytes.h"
#include "base/checked_math.h"
#include "base/guard.h"
#include "base/try.h"
#include "io/system_error.h"
#include "taracea/io.h"

namespace taracea {
namespace {

class MemorySource final : public ByteSource {
 public:
  MemorySource(Buffer bytes, std::string name) : bytes_(std::move(bytes)), name_(std::move(name)) {}

  Result<int64_t> Size() const override { return static_cast<int64_t>(bytes_.size()); }

  Status ReadAt(int64_t offset, MutableBytes out) const override {
    const auto size_bytes = static_cast<int64_t>(bytes_.size());
    const auto wanted_bytes = static_cast<int64_t>(out.size());
    if (!RangeFits(offset, wanted_bytes, size_bytes)) {
      return EndsEarly(name_, offset, wanted_bytes, size_bytes);
    }
    CopyBytes(out.data(), bytes_.data() + offset, out.size());
    return {};
  }

  std::optional<Buffer> View(int64_t offset, int64_t size_bytes) const override {
    if (!RangeFits(offset, size_bytes, static_cast<int64_t>(bytes_.size()))) {
      return std::nullopt;
    }
    return bytes_.Slice(static_cast<size_t>(offset), static_cast<size_t>(size_bytes));
  }

  std::string Name() const override { return name_; }

 private:
  const Buffer bytes_;
  const std::string name_;
};

class CallbackSource final : public ByteSource {
 public:
  explicit CallbackSource(SourceCallbacks callbacks) : callbacks_(std::move(callbacks)) {}

  Result<int64_t> Size() const override {
    Result<int64_t> size_bytes = Guard([&] { return callbacks_.size(); });
    if (!size_bytes.ok()) {
      return std::move(size_bytes).error().At({.file = callbacks_.name});
    }
    if (*size_bytes < 0) {
      return Status::InvalidArgument("source says that it has " + std::to_string(*size_bytes) + " bytes")
          .At({.file = callbacks_.name});
    }
    return size_bytes;
  }

  Status ReadAt(int64_t offset, MutableBytes out) const override {
    const ReadRequest request{offset, out};
    return ReadRanges({&request, 1});
  }

  Status ReadRanges(std::span<const ReadRequest> requests) const override {
    TARACEA_TRY_ASSIGN(const int64_t size_bytes, Size());
    for (const ReadRequest& request : requests) {
      const auto wanted_bytes = static_cast<int64_t>(request.out.size());
      if (!RangeFits(request.offset, wanted_bytes, size_bytes)) {
        return EndsEarly(callbacks_.name, request.offset, wanted_bytes, size_bytes);
      }
    }
    return Guard([&] { return callbacks_.read_ranges(requests); }).At({.file = callbacks_.name});
  }

  std::string Name() const override { return callbacks_.name; }

 private:
  const SourceCallbacks callbacks_;
};

}  // namespace

Status ByteSource::ReadRanges(std::span<const ReadRequest> requests) const {
  for (const ReadRequest& request : requests) {
    TARACEA_TRY(ReadAt(request.offset, request.out));
  }
  return {};
}

std::optional<Buffer> ByteSource::View(int64_t /*offset*/, int64_t /*size_bytes*/) const {
  return std::nullopt;
}

std::shared_ptr<ByteSource> MakeMemorySource(Buffer bytes, std::string name) {
  return std::make_shared<MemorySource>(std::move(bytes), std::move(name));
}

Result<std::shared_ptr<ByteSource>> MakeCallbackSource(SourceCallbacks callbacks) {
  if (!callbacks.size || !callbacks.read_ranges) {
    return Status::InvalidArgument("a callback source needs both size and read_ranges");
  }
  return std::shared_ptr<ByteSource>(std::make_shared<CallbackSource>(std::move(callbacks)));
}

}  // namespace taracea

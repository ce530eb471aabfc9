#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/bytes.h"
#include "base/checked_math.h"
#include "base/try.h"
#include "io/file_descriptor.h"
#include "io/range_coalescer.h"
#include "io/system_error.h"
#include "taracea/io.h"

namespace taracea {
namespace {

/// The system reads at most about 2 GiB at a time.
constexpr size_t kMaxReadBytes = size_t{1} << 30;
constexpr int64_t kMaxGapBytes = int64_t{4} << 10;
constexpr size_t kMaxPieces = 1024;

struct OpenFile {
  std::string path;
  FileDescriptor descriptor;
  int64_t size_bytes = 0;
};

Status CheckRange(const OpenFile& file, int64_t offset, size_t wanted_bytes) {
  const auto wanted = Narrow<int64_t>(wanted_bytes);
  if (!wanted || !RangeFits(offset, *wanted, file.size_bytes)) {
    return EndsEarly(file.path, offset, wanted.value_or(-1), file.size_bytes);
  }
  return {};
}

/// What is left to read of a gather read.
class Pieces {
 public:
  void Clear() noexcept {
    count_ = 0;
    first_ = 0;
    total_bytes_ = 0;
  }
  void Add(std::byte* to, size_t size_bytes) noexcept {
    if (size_bytes != 0) {
      pieces_[count_++] = {to, size_bytes};
      total_bytes_ += size_bytes;
    }
  }
  bool HasRoomFor(size_t count) const noexcept { return count_ + count <= pieces_.size(); }
  size_t total_bytes() const noexcept { return total_bytes_; }
  const iovec* begin() const noexcept { return pieces_.data() + first_; }
  int count() const noexcept { return static_cast<int>(count_ - first_); }

  void Drop(size_t size_bytes) noexcept {
    total_bytes_ -= size_bytes;
    while (size_bytes != 0) {
      iovec& piece = pieces_[first_];
      const size_t step = std::min(size_bytes, piece.iov_len);
      piece.iov_base = static_cast<std::byte*>(piece.iov_base) + step;
      piece.iov_len -= step;
      size_bytes -= step;
      first_ += piece.iov_len == 0 ? 1 : 0;
    }
  }

 private:
  std::array<iovec, kMaxPieces> pieces_;
  size_t count_ = 0;
  size_t first_ = 0;
  size_t total_bytes_ = 0;
};

Status ReadPieces(const OpenFile& file, int64_t offset, Pieces& pieces) {
  while (pieces.total_bytes() != 0) {
    const ssize_t got = ::preadv(file.descriptor.get(), pieces.begin(), pieces.count(), offset);
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got < 0) {
      return SystemError("read", file.path, errno).At({.offset = offset});
    }
    if (got == 0) {
      return Status::Corrupt("the file was shortened while it was read: expected " + std::to_string(file.size_bytes) +
                             " bytes, found an end at " + std::to_string(offset))
          .At({.file = file.path, .offset = offset});
    }
    pieces.Drop(static_cast<size_t>(got));
    offset += got;
  }
  return {};
}

class FileSource final : public ByteSource {
 public:
  explicit FileSource(OpenFile file) : file_(std::move(file)) {}

  Result<int64_t> Size() const override { return file_.size_bytes; }
  std::string Name() const override { return file_.path; }

  Status ReadAt(int64_t offset, MutableBytes out) const override {
    TARACEA_TRY(CheckRange(file_, offset, out.size()));
    Pieces pieces;
    while (!out.empty()) {
      const size_t step = std::min(out.size(), kMaxReadBytes);
      pieces.Clear();
      pieces.Add(out.data(), step);
      TARACEA_TRY(ReadPieces(file_, offset, pieces));
      offset += static_cast<int64_t>(step);
      out = out.subspan(step);
    }
    return {};
  }

  /// Neighbours, with small holes between them, are read in one call of the system each.
  Status ReadRanges(std::span<const ReadRequest> requests) const override {
    std::vector<ByteRange> ranges;
    ranges.reserve(requests.size());
    for (const ReadRequest& request : requests) {
      TARACEA_TRY(CheckRange(file_, request.offset, request.out.size()));
      ranges.push_back({request.offset, static_cast<int64_t>(request.out.size())});
    }
    const Coalesced coalesced = CoalesceRanges(
        ranges, {.max_gap_bytes = kMaxGapBytes, .max_merged_bytes = static_cast<int64_t>(kMaxReadBytes)});
    for (const MergedRange& merged : coalesced.merged) {
      TARACEA_TRY(ReadMerged(requests, std::span(coalesced.order).subspan(merged.first, merged.count)));
    }
    return {};
  }

 private:
  Status ReadMerged(std::span<const ReadRequest> requests, std::span<const size_t> order) const {
    if (order.size() == 1) {
      return ReadAt(requests[order[0]].offset, requests[order[0]].out);
    }
    std::array<std::byte, kMaxGapBytes> hole;
    Pieces pieces;
    int64_t start = requests[order[0]].offset;
    int64_t end = start;
    for (const size_t position : order) {
      const ReadRequest& request = requests[position];
      if (request.out.empty()) {
        continue;  // It may lie anywhere behind its neighbours.
      }
      // Requests may overlap; a gather read cannot.
      if (request.offset < end || !pieces.HasRoomFor(2)) {
        TARACEA_TRY(ReadPieces(file_, start, pieces));
        pieces.Clear();
        start = end = request.offset;
      }
      pieces.Add(hole.data(), static_cast<size_t>(request.offset - end));
      pieces.Add(request.out.data(), request.out.size());
      end = request.offset + static_cast<int64_t>(request.out.size());
    }
    return ReadPieces(file_, start, pieces);
  }

  const OpenFile file_;
};

/// A file mapped for reading; views hold it.
class Mapping {
 public:
  Mapping(const std::byte* data, size_t size_bytes) noexcept : data_(data), size_bytes_(size_bytes) {}
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping() {
    if (size_bytes_ != 0) {
      ::munmap(const_cast<std::byte*>(data_), size_bytes_);
    }
  }
  const std::byte* data() const noexcept { return data_; }

 private:
  const std::byte* data_;
  size_t size_bytes_;
};

class MappedSource final : public ByteSource {
 public:
  MappedSource(OpenFile file, std::shared_ptr<const Mapping> mapping, size_t page_bytes)
      : file_(std::move(file)), mapping_(std::move(mapping)), page_bytes_(page_bytes) {}

  Result<int64_t> Size() const override { return file_.size_bytes; }
  std::string Name() const override { return file_.path; }

  Status ReadAt(int64_t offset, MutableBytes out) const override {
    TARACEA_TRY(CheckRange(file_, offset, out.size()));
    CopyBytes(out.data(), mapping_->data() + offset, out.size());
    return {};
  }

  std::optional<Buffer> View(int64_t offset, int64_t size_bytes) const override {
    if (!RangeFits(offset, size_bytes, file_.size_bytes)) {
      return std::nullopt;
    }
    // The rest of the last page is mapped, too.
    const auto file_bytes = static_cast<size_t>(file_.size_bytes);
    const size_t mapped_bytes = (file_bytes + page_bytes_ - 1) / page_bytes_ * page_bytes_;
    const size_t slack_bytes = mapped_bytes - static_cast<size_t>(offset + size_bytes);
    return Buffer({mapping_->data() + offset, static_cast<size_t>(size_bytes)}, mapping_, slack_bytes);
  }

 private:
  const OpenFile file_;
  const std::shared_ptr<const Mapping> mapping_;
  const size_t page_bytes_;
};

Result<std::shared_ptr<ByteSource>> MapFile(OpenFile file) {
  const auto size_bytes = static_cast<size_t>(file.size_bytes);
  const std::byte* data = nullptr;
  if (size_bytes != 0) {
    void* mapped = ::mmap(nullptr, size_bytes, PROT_READ, MAP_PRIVATE, file.descriptor.get(), 0);
    if (mapped == MAP_FAILED) {
      return SystemError("map", file.path, errno);
    }
    data = static_cast<const std::byte*>(mapped);
  }
  auto mapping = std::make_shared<const Mapping>(data, size_bytes);
  file.descriptor.Close();
  const auto page_bytes = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
  return std::shared_ptr<ByteSource>(std::make_shared<MappedSource>(std::move(file), std::move(mapping), page_bytes));
}

}  // namespace

Result<std::shared_ptr<ByteSource>> OpenFileSource(const std::string& path, const FileSourceOptions& options) {
  // Without O_NONBLOCK, opening a named pipe would wait for a writer.
  FileDescriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!descriptor.is_open()) {
    return SystemError("open", path, errno);
  }
  struct stat facts{};
  if (::fstat(descriptor.get(), &facts) != 0) {
    return SystemError("open", path, errno);
  }
  if (S_ISDIR(facts.st_mode)) {
    return SystemError("open", path, EISDIR);
  }
  if (!S_ISREG(facts.st_mode)) {
    return Status::Io("cannot open: not a regular file, so it has no random access").At({.file = path});
  }
  OpenFile file{path, std::move(descriptor), static_cast<int64_t>(facts.st_size)};
  if (options.memory_map) {
    return MapFile(std::move(file));
  }
  return std::shared_ptr<ByteSource>(std::make_shared<FileSource>(std::move(file)));
}

}  // namespace taracea

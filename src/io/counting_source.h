#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "io/range_coalescer.h"
#include "taracea/io.h"

namespace taracea {

/// Passes everything on to another source and keeps count of it, for counters and for tests of what is read.
/// Thread safety: as ByteSource.
class CountingSource final : public ByteSource {
 public:
  struct Counts {
    int64_t calls = 0;     ///< ReadAt and ReadRanges.
    int64_t requests = 0;  ///< A ReadAt counts as one.
    int64_t read_bytes = 0;
    int64_t views = 0;  ///< Those that were served.
    int64_t viewed_bytes = 0;
  };

  explicit CountingSource(std::shared_ptr<ByteSource> source) : source_(std::move(source)) {}

  Result<int64_t> Size() const override { return source_->Size(); }
  std::string Name() const override { return source_->Name(); }

  Status ReadAt(int64_t offset, MutableBytes out) const override {
    const ReadRequest request{offset, out};
    Count({&request, 1});
    return source_->ReadAt(offset, out);
  }
  Status ReadRanges(std::span<const ReadRequest> requests) const override {
    Count(requests);
    return source_->ReadRanges(requests);
  }
  std::optional<Buffer> View(int64_t offset, int64_t size_bytes) const override {
    std::optional<Buffer> view = source_->View(offset, size_bytes);
    if (view) {
      const std::scoped_lock lock(mutex_);
      ++counts_.views;
      counts_.viewed_bytes += size_bytes;
      ranges_.push_back({offset, size_bytes});
    }
    return view;
  }

  Counts counts() const {
    const std::scoped_lock lock(mutex_);
    return counts_;
  }
  /// Every range read or viewed so far, in the order of the calls.
  std::vector<ByteRange> ranges() const {
    const std::scoped_lock lock(mutex_);
    return ranges_;
  }
  /// Forgets all counts and ranges.
  void Reset() {
    const std::scoped_lock lock(mutex_);
    counts_ = {};
    ranges_.clear();
  }

 private:
  void Count(std::span<const ReadRequest> requests) const {
    const std::scoped_lock lock(mutex_);
    ++counts_.calls;
    for (const ReadRequest& request : requests) {
      ++counts_.requests;
      counts_.read_bytes += static_cast<int64_t>(request.out.size());
      ranges_.push_back({request.offset, static_cast<int64_t>(request.out.size())});
    }
  }

  const std::shared_ptr<ByteSource> source_;
  mutable std::mutex mutex_;
  mutable Counts counts_;
  mutable std::vector<ByteRange> ranges_;
};

}  // namespace taracea

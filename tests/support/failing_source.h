#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <utility>

#include "taracea/io.h"

namespace taracea::testing {

/// Passes reads on to another source until the one with ordinal `failing_read` (0-based, each range of a vectored read
/// counts), which fails, as do all after it. Never offers views.
class FailingSource final : public ByteSource {
 public:
  FailingSource(std::shared_ptr<ByteSource> source, int64_t failing_read)
      : source_(std::move(source)), reads_left_(failing_read) {}

  Result<int64_t> Size() const override { return source_->Size(); }
  std::string Name() const override { return "<failing>"; }
  Status ReadAt(int64_t offset, MutableBytes out) const override {
    if (reads_left_.fetch_sub(1) <= 0) {
      return Status::Io("the source went away").At({.file = Name(), .offset = offset});
    }
    return source_->ReadAt(offset, out);
  }

 private:
  const std::shared_ptr<ByteSource> source_;
  mutable std::atomic<int64_t> reads_left_;
};

}  // namespace taracea::testing

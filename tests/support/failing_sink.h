#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "taracea/io.h"

namespace taracea::testing {

/// A sink in memory that takes `room_bytes` and then fails, as a full disk does. Records what it was asked to do in a
/// log that outlives it.
class FailingSink final : public ByteSink {
 public:
  static constexpr int64_t kNever = std::numeric_limits<int64_t>::max();

  struct Log {
    std::vector<std::byte> bytes;  ///< What was taken, up to and into the failing call.
    int writes = 0;
    int writes_after_failure = 0;
    int flushes = 0;
    int closes = 0;
    int aborts = 0;
    bool failed = false;
  };

  explicit FailingSink(int64_t room_bytes = kNever, bool fail_close = false)
      : log_(std::make_shared<Log>()), room_bytes_(room_bytes), fail_close_(fail_close) {}

  const std::shared_ptr<Log>& log() const noexcept { return log_; }

  Status Write(std::span<const ConstBytes> pieces) override {
    ++log_->writes;
    log_->writes_after_failure += log_->failed ? 1 : 0;
    for (const ConstBytes piece : pieces) {
      const int64_t left = room_bytes_ - static_cast<int64_t>(log_->bytes.size());
      const bool fits = static_cast<int64_t>(piece.size()) <= left;
      const ConstBytes taken = fits ? piece : piece.first(static_cast<size_t>(left));
      log_->bytes.insert(log_->bytes.end(), taken.begin(), taken.end());
      if (!fits) {
        log_->failed = true;
        return Status::Io("no room behind byte " + std::to_string(room_bytes_)).At({.file = Name()});
      }
    }
    return {};
  }
  Status Flush() override {
    ++log_->flushes;
    return {};
  }
  Status Close() override {
    ++log_->closes;
    log_->failed |= fail_close_;
    return fail_close_ ? Status::Io("cannot close").At({.file = Name()}) : Status();
  }
  void Abort() noexcept override { ++log_->aborts; }
  std::string Name() const override { return "<failing>"; }

 private:
  const std::shared_ptr<Log> log_;
  const int64_t room_bytes_;
  const bool fail_close_;
};

}  // namespace taracea::testing

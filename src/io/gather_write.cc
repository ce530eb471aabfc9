#include "io/gather_write.h"

#include <poll.h>
#include <pthread.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <ctime>

#include "base/try.h"
#include "io/system_error.h"

namespace taracea {
namespace {

constexpr size_t kMaxPieces = 1024;

/// Keeps SIGPIPE from this thread while it lives and takes away the one that a write may have raised.
class PipeSignalBlock {
 public:
  PipeSignalBlock() noexcept {
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  PipeSignalBlock(const PipeSignalBlock&) = delete;
  PipeSignalBlock& operator=(const PipeSignalBlock&) = delete;
  ~PipeSignalBlock() {
    if (!was_pending_ && sigismember(&before_, SIGPIPE) == 0) {
      constexpr timespec kNoWait{0, 0};
      while (sigtimedwait(&pipe_, nullptr, &kNoWait) < 0 && errno == EINTR) {
      }
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t pipe_;
  sigset_t before_;
  bool was_pending_ = false;
};

/// Walks over the bytes of all pieces, a window of them at a time.
class Remaining {
 public:
  explicit Remaining(std::span<const ConstBytes> pieces) noexcept : pieces_(pieces) { SkipEmpty(); }

  bool done() const noexcept { return pieces_.empty(); }

  std::span<const iovec> Window() noexcept {
    const size_t count = std::min(pieces_.size(), window_.size());
    for (size_t i = 0; i < count; ++i) {
      const ConstBytes piece = i == 0 ? pieces_[0].subspan(consumed_bytes_) : pieces_[i];
      window_[i] = {const_cast<std::byte*>(piece.data()), piece.size()};
    }
    return std::span(window_).first(count);
  }

  void Drop(size_t size_bytes) noexcept {
    consumed_bytes_ += size_bytes;
    SkipEmpty();
  }

 private:
  void SkipEmpty() noexcept {
    while (!pieces_.empty() && consumed_bytes_ >= pieces_[0].size()) {
      consumed_bytes_ -= pieces_[0].size();
      pieces_ = pieces_.subspan(1);
    }
  }

  std::span<const ConstBytes> pieces_;
  size_t consumed_bytes_ = 0;
  std::array<iovec, kMaxPieces> window_;
};

/// Waits until the descriptor takes bytes; false on an error other than an interruption.
bool WaitUntilWritable(int descriptor) noexcept {
  pollfd wanted{descriptor, POLLOUT, 0};
  return ::poll(&wanted, 1, -1) >= 0 || errno == EINTR;
}

}  // namespace

Status GatherWrite(int descriptor, std::span<const ConstBytes> pieces, const std::string& name) {
  const PipeSignalBlock block;
  Remaining remaining(pieces);
  while (!remaining.done()) {
    const std::span<const iovec> window = remaining.Window();
    const ssize_t written = ::writev(descriptor, window.data(), static_cast<int>(window.size()));
    if (written > 0) {
      remaining.Drop(static_cast<size_t>(written));
      continue;
    }
    const int error_number = written == 0 ? EIO : errno;
    const bool is_full = error_number == EAGAIN || error_number == EWOULDBLOCK;
    if (error_number != EINTR && !(is_full && WaitUntilWritable(descriptor))) {
      return SystemError("write", name, error_number);
    }
  }
  return {};
}

}  // namespace taracea

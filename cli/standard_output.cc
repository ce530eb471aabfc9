#include "standard_output.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "propagate.h"

namespace taracea::cli {
namespace {

constexpr size_t kGatheredBytes = size_t{64} << 10;

}  // namespace

Status StandardOutput::Write(std::span<const ConstBytes> pieces) {
  CLI_TRY(failure_);
  for (const ConstBytes piece : pieces) {
    if (piece.size() >= kGatheredBytes) {
      CLI_TRY(Flush());
      CLI_TRY(Send(piece));
    } else {
      text_.append(AsText(piece));
      if (text_.size() >= kGatheredBytes) {
        CLI_TRY(Flush());
      }
    }
  }
  return {};
}

Status StandardOutput::Print(std::string_view text) {
  const ConstBytes piece = AsBytes(text);
  return Write({&piece, 1});
}

Status StandardOutput::Flush() {
  CLI_TRY(failure_);
  const Status status = Send(AsBytes(text_));
  text_.clear();
  return status;
}

Status StandardOutput::Send(ConstBytes bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes = bytes.subspan(static_cast<size_t>(written));
    } else if (errno != EINTR) {
      broken_ = errno == EPIPE;
      failure_ = Status::Io(std::string("cannot write: ") + std::strerror(errno)).At({.file = "<stdout>"});
      return failure_;
    }
  }
  return {};
}

bool StandardOutput::is_terminal() const noexcept {
  return ::isatty(STDOUT_FILENO) == 1;
}

}  // namespace taracea::cli

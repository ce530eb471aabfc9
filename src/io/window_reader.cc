#include "io/window_reader.h"

#include <algorithm>

#include "base/bytes.h"
#include "base/try.h"

namespace taracea {

WindowReader::WindowReader(std::shared_ptr<const ByteSource> source, int64_t begin, int64_t end, int64_t window_bytes,
                           std::shared_ptr<Arena> arena)
    : source_(std::move(source)),
      begin_(begin),
      end_(end),
      window_bytes_(window_bytes),
      arena_(std::move(arena)),
      position_(begin) {}

Result<Buffer> WindowReader::Peek(int64_t size_bytes) {
  size_bytes = std::min(size_bytes, remaining());
  if (size_bytes <= 0) {
    return Buffer();
  }
  const auto window_size = static_cast<int64_t>(window_.size());
  if (position_ < window_begin_ || position_ + size_bytes > window_begin_ + window_size) {
    TARACEA_TRY(Fill(size_bytes));
  }
  return window_.Slice(static_cast<size_t>(position_ - window_begin_), static_cast<size_t>(size_bytes));
}

Status WindowReader::Fill(int64_t size_bytes) {
  if (std::optional<Buffer> view = source_->View(begin_, end_ - begin_)) {
    window_ = *std::move(view);
    window_begin_ = begin_;
    return {};
  }
  const int64_t want = std::min(std::max(size_bytes, window_bytes_), remaining());
  TARACEA_TRY_ASSIGN(OwnedBuffer next, arena_->AllocateSized(static_cast<size_t>(want)));
  // What the old window already holds from here on is kept, so that no byte is asked of the source twice.
  const int64_t old_end = window_begin_ + static_cast<int64_t>(window_.size());
  int64_t kept = 0;
  if (position_ >= window_begin_ && position_ < old_end) {
    kept = std::min(old_end - position_, want);
    CopyBytes(next.data(), window_.data() + (position_ - window_begin_), static_cast<size_t>(kept));
  }
  const MutableBytes rest = next.mutable_bytes().subspan(static_cast<size_t>(kept));
  TARACEA_TRY(source_->ReadAt(position_ + kept, rest));
  read_bytes_ += static_cast<int64_t>(rest.size());
  ++read_requests_;
  window_ = std::move(next).Publish();
  window_begin_ = position_;
  return {};
}

}  // namespace taracea

#include "page/retained_bytes.h"

#include <algorithm>

#include "base/try.h"

namespace taracea::page {
namespace {

constexpr size_t kFirstSegmentBytes = size_t{4} << 10;
// With the slack behind it a power of two: two of them share a slab of the pool.
constexpr size_t kLargestSegmentBytes = (size_t{1} << 20) - kSlackBytes;

}  // namespace

Status RetainedBytes::Append(ConstBytes bytes) {
  while (!bytes.empty()) {
    if (segments_.empty() || segments_.back().size() == segments_.back().capacity()) {
      const size_t grown = segments_.empty() ? kFirstSegmentBytes : 2 * segments_.back().capacity();
      TARACEA_TRY_ASSIGN(OwnedBuffer segment,
                         arena_->Allocate(std::min(std::max(grown, bytes.size()), kLargestSegmentBytes)));
      segments_.push_back(std::move(segment));
    }
    OwnedBuffer& segment = segments_.back();
    const size_t taken = std::min(bytes.size(), segment.capacity() - segment.size());
    TARACEA_TRY(segment.Append(bytes.first(taken)));
    size_bytes_ += static_cast<int64_t>(taken);
    bytes = bytes.subspan(taken);
  }
  return {};
}

void RetainedBytes::AddPieces(std::vector<ConstBytes>* pieces) const {
  for (const OwnedBuffer& segment : segments_) {
    pieces->push_back(segment.bytes());
  }
}

void RetainedBytes::Reset() noexcept {
  segments_.clear();
  size_bytes_ = 0;
}

}  // namespace taracea::page

#include "base/bytes.h"
#include "encoding/encoder.h"

namespace taracea::encoding {

Values Values::Slice(int64_t start, int64_t slice_count) const noexcept {
  Values slice = *this;
  slice.count = slice_count;
  switch (kind) {
    case Kind::kFixed:
      slice.data = data + start * width_bytes;
      slice.slack_after_bytes += static_cast<size_t>((count - start - slice_count) * width_bytes);
      break;
    case Kind::kOffsets32:
      slice.offsets32 = offsets32 + start;
      slice.slack_after_bytes += static_cast<size_t>(offsets32[count] - offsets32[start + slice_count]);
      break;
    case Kind::kOffsets64:
      slice.offsets64 = offsets64 + start;
      slice.slack_after_bytes += static_cast<size_t>(offsets64[count] - offsets64[start + slice_count]);
      break;
    case Kind::kSpans: slice.spans = spans + start; break;
  }
  return slice;
}

int64_t Values::PayloadBytes() const noexcept {
  int64_t sum = 0;
  switch (kind) {
    case Kind::kFixed: return count * width_bytes;
    case Kind::kOffsets32: return count == 0 ? 0 : int64_t{offsets32[count]} - offsets32[0];
    case Kind::kOffsets64: return count == 0 ? 0 : offsets64[count] - offsets64[0];
    case Kind::kSpans:
      for (int64_t i = 0; i < count; ++i) {
        sum += static_cast<int64_t>(spans[i].size());
      }
      return sum;
  }
  return sum;
}

}  // namespace taracea::encoding

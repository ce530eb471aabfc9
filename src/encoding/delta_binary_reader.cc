#include "encoding/delta_binary_reader.h"

#include <algorithm>
#include <string>

#include "base/byte_cursor.h"
#include "base/try.h"

namespace taracea::encoding {
namespace {

constexpr uint64_t kMaxBlockSize = INT32_MAX;

Status EndsEarly(const char* what) {
  return Status::Corrupt(std::string("delta-packed numbers end within ") + what);
}

}  // namespace

template <typename T>
Status DeltaBinaryReader<T>::Reset(ConstBytes bytes, size_t slack_after_bytes) {
  rest_ = bytes;
  readable_end_ = bytes.data() + bytes.size() + slack_after_bytes;
  total_count_ = 0;
  remaining_ = 0;
  undecoded_ = 0;
  widths_ = {};
  miniblock_left_ = 0;
  ahead_at_ = 0;
  ahead_end_ = 0;
  return ReadHeader();
}

template <typename T>
Status DeltaBinaryReader<T>::ReadHeader() {
  ByteCursor cursor(rest_);
  uint64_t block_size = 0;
  uint64_t count = 0;
  uint64_t first = 0;
  if (!cursor.ReadVarint(&block_size) || !cursor.ReadVarint(&miniblock_count_) || !cursor.ReadVarint(&count) ||
      !cursor.ReadVarint(&first)) {
    return EndsEarly("their header");
  }
  if (block_size == 0 || block_size > kMaxBlockSize || miniblock_count_ == 0 || block_size % miniblock_count_ != 0 ||
      block_size / miniblock_count_ % 8 != 0) {
    return Status::Corrupt("expected miniblocks of a multiple of 8 numbers, found " + std::to_string(miniblock_count_) +
                           " in a block of " + std::to_string(block_size));
  }
  if (count > INT32_MAX) {
    return Status::Corrupt("expected at most 2147483647 delta-packed numbers, found " + std::to_string(count));
  }
  miniblock_size_ = static_cast<int64_t>(block_size / miniblock_count_);
  total_count_ = static_cast<int64_t>(count);
  remaining_ = total_count_;
  undecoded_ = total_count_;
  first_pending_ = count != 0;
  last_ = static_cast<T>(ZigZagDecode(first));
  rest_ = cursor.rest();
  return {};
}

template <typename T>
Status DeltaBinaryReader<T>::NextMiniblocks(bool need_whole) {
  ByteCursor cursor(rest_);
  if (widths_.empty()) {
    uint64_t smallest = 0;
    if (!cursor.ReadVarint(&smallest) || !cursor.Take(miniblock_count_, &widths_)) {
      return EndsEarly("a block header");
    }
    smallest_delta_ = static_cast<T>(ZigZagDecode(smallest));
  }
  bit_width_ = static_cast<int>(widths_[0]);
  // Those of one width lie next to each other as if they were one. The widths of those without numbers mean nothing.
  size_t alike = 1;
  while (alike < widths_.size() && widths_[alike] == widths_[0] &&
         static_cast<int64_t>(alike) * miniblock_size_ < undecoded_) {
    ++alike;
  }
  const int64_t size = static_cast<int64_t>(alike) * miniblock_size_;
  widths_ = widths_.subspan(alike);
  if (bit_width_ > static_cast<int>(8 * sizeof(T))) {
    return Status::Corrupt("expected deltas of at most " + std::to_string(8 * sizeof(T)) + " bits, found " +
                           std::to_string(bit_width_));
  }
  // The last miniblock may be cut behind its last number; readers do not need the padding.
  const auto whole_bytes = static_cast<size_t>(size / 8 * bit_width_);
  const auto used_bytes = static_cast<size_t>((std::min(size, undecoded_) * bit_width_ + 7) / 8);
  const size_t size_bytes = need_whole ? whole_bytes : std::min(whole_bytes, cursor.remaining());
  if (size_bytes < used_bytes || !cursor.Take(size_bytes, &body_)) {
    return EndsEarly("a miniblock");
  }
  miniblock_left_ = size;
  rest_ = cursor.rest();
  return {};
}

/// Decodes the next numbers of the miniblocks at hand, a multiple of 8 unless they are its last that matter.
template <typename T>
Status DeltaBinaryReader<T>::Unpack(int64_t count, T* out) {
  const auto readable_bytes = static_cast<size_t>(readable_end_ - body_.data());
  uint32_t narrow[kStep];
  if (bit_width_ == 0) {
    std::fill_n(narrow, count, 0U);
  } else if (bit_width_ <= 32) {
    kernels_->unpack_32(body_.data(), readable_bytes, count, bit_width_, narrow);
  }
  if constexpr (sizeof(T) == 4) {
    kernels_->sum_deltas_32(narrow, count, smallest_delta_, last_, out);
  } else if (bit_width_ <= 32) {
    kernels_->sum_deltas_32_to_64(narrow, count, smallest_delta_, last_, out);
  } else {
    kernels_->unpack_64(body_.data(), readable_bytes, count, bit_width_, out);
    kernels_->sum_deltas_64(out, count, smallest_delta_, last_, out);
  }
  last_ = out[count - 1];
  undecoded_ -= count;
  miniblock_left_ -= count;
  body_ = body_.subspan(std::min(body_.size(), static_cast<size_t>(count / 8 * bit_width_)));
  return {};
}

template <typename T>
Status DeltaBinaryReader<T>::Read(int64_t count, T* out) {
  remaining_ -= count;
  while (count > 0) {
    if (ahead_at_ < ahead_end_) {
      const int64_t step = std::min(count, ahead_end_ - ahead_at_);
      std::copy_n(ahead_.data() + ahead_at_, step, out);
      ahead_at_ += step;
      out += step;
      count -= step;
    } else if (first_pending_) {
      first_pending_ = false;
      *out++ = last_;
      --undecoded_;
      --count;
    } else {
      if (miniblock_left_ == 0) {
        TARACEA_TRY(NextMiniblocks(false));
      }
      const int64_t step = std::min({miniblock_left_, undecoded_, kStep});
      const bool direct = step <= count;
      TARACEA_TRY(Unpack(step, direct ? out : ahead_.data()));
      ahead_at_ = 0;
      ahead_end_ = direct ? 0 : step;
      out += direct ? step : 0;
      count -= direct ? step : 0;
    }
  }
  return {};
}

template <typename T>
Status DeltaBinaryReader<T>::FindEnd(ConstBytes* rest) const {
  DeltaBinaryReader scan = *this;
  scan.undecoded_ -= scan.first_pending_ ? 1 : 0;
  while (scan.undecoded_ > 0) {
    TARACEA_TRY(scan.NextMiniblocks(true));
    scan.undecoded_ -= std::min(scan.undecoded_, scan.miniblock_left_);
  }
  *rest = scan.rest_;
  return {};
}

template class DeltaBinaryReader<uint32_t>;
template class DeltaBinaryReader<uint64_t>;

}  // namespace taracea::encoding

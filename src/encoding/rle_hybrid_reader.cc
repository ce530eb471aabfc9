#include "encoding/rle_hybrid_reader.h"

#include <algorithm>

#include "base/try.h"

namespace taracea::encoding {

void RleHybridReader::Reset(ConstBytes bytes, int bit_width, size_t slack_after_bytes) noexcept {
  rest_ = bytes;
  readable_end_ = bytes.data() + bytes.size() + slack_after_bytes;
  bit_width_ = bit_width;
  run_ = {};
  run_at_ = 0;
}

Status RleHybridReader::EnsureRun() {
  if (run_at_ < run_.count) {
    return {};
  }
  run_at_ = 0;
  if (bit_width_ == 0) {
    // Writers of one-entry dictionaries leave the runs out or write any; they carry no information.
    run_ = {.packed = false, .count = INT64_MAX, .value = 0, .bytes = {}};
    return {};
  }
  run_.count = 0;
  return TakeRun(&rest_, bit_width_, &run_);
}

void RleHybridReader::ReadPacked(int64_t count, uint32_t* out) const noexcept {
  const auto unpack = [this](int64_t from, int64_t n, uint32_t* to) {
    const std::byte* at = run_.bytes.data() + from / 8 * bit_width_;
    kernels_->unpack_32(at, static_cast<size_t>(readable_end_ - at), n, bit_width_, to);
  };
  int64_t done = 0;
  if (const int64_t into_group = run_at_ % 8; into_group != 0) {
    uint32_t group[8];
    unpack(run_at_ - into_group, std::min<int64_t>(8, into_group + count), group);
    done = std::min<int64_t>(8 - into_group, count);
    std::copy_n(group + into_group, done, out);
  }
  if (done < count) {
    unpack(run_at_ + done, count - done, out + done);
  }
}

Status RleHybridReader::Read(int64_t count, uint32_t* out) {
  while (count > 0) {
    TARACEA_TRY(EnsureRun());
    const int64_t step = std::min(count, run_left());
    if (run_.packed) {
      ReadPacked(step, out);
    } else {
      std::fill_n(out, step, run_.value);
    }
    Advance(step);
    out += step;
    count -= step;
  }
  return {};
}

Status RleHybridReader::Skip(int64_t count) {
  while (count > 0) {
    TARACEA_TRY(EnsureRun());
    const int64_t step = std::min(count, run_left());
    Advance(step);
    count -= step;
  }
  return {};
}

}  // namespace taracea::encoding

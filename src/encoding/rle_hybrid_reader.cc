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

bool RleHybridReader::TakeShortRun() noexcept {
  if (rest_.size() < 2) {
    return false;
  }
  const auto header = static_cast<unsigned>(rest_[0]);
  const auto value = static_cast<uint32_t>(rest_[1]);
  if (header < 2 || header > 0x7F) {
    return false;
  }
  const bool packed = (header & 1) != 0;
  const size_t size_bytes = packed ? size_t{header >> 1} * static_cast<size_t>(bit_width_) : 1;
  if (size_bytes >= rest_.size() || (!packed && (bit_width_ > 8 || value >> bit_width_ != 0))) {
    return false;
  }
  run_ = {.packed = packed,
          .count = static_cast<int64_t>(packed ? (header >> 1) * 8 : header >> 1),
          .value = value,
          .bytes = packed ? rest_.subspan(1, size_bytes) : ConstBytes()};
  rest_ = rest_.subspan(1 + size_bytes);
  return true;
}

Status RleHybridReader::NextRun() {
  run_at_ = 0;
  if (bit_width_ == 0) {
    // Writers of one-entry dictionaries leave the runs out or write any; they carry no information.
    run_ = {.packed = false, .count = INT64_MAX, .value = 0, .bytes = {}};
    return {};
  }
  if (TakeShortRun()) {
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

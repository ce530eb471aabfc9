#include "encoding/rle_hybrid_writer.h"

#include <algorithm>

#include "base/bytes.h"
#include "base/try.h"

namespace taracea::encoding {
namespace {

constexpr int64_t kMaxPackedGroups = 63;
constexpr int64_t kMaxRunLength = INT32_MAX;

/// A repeated run inside packed ones costs its header and value and one more packed header, three bytes at small
/// widths.
constexpr int64_t ShortestRun(int bit_width) noexcept {
  return bit_width == 1 ? 32 : bit_width <= 3 ? 16 : 8;
}

bool AllEqual(const uint32_t* values, int64_t count) noexcept {
  uint32_t different = 0;
  for (int64_t i = 1; i < count; ++i) {
    different |= values[i] ^ values[0];
  }
  return different == 0;
}

}  // namespace

void RleHybridWriter::Start(int bit_width) noexcept {
  bit_width_ = bit_width;
  shortest_run_ = ShortestRun(bit_width);
  group_count_ = 0;
  run_count_ = 0;
  packed_header_ = -1;
  packed_groups_ = 0;
}

int64_t RleHybridWriter::SizeBound(int64_t count, int bit_width) noexcept {
  // Any mix of runs takes no more than packing everything, a header for each packed run, and the edges.
  const int64_t groups = count / 8 + 1;
  return groups * bit_width + groups / kMaxPackedGroups + 16;
}

Status RleHybridWriter::PackGroups(const uint32_t* values, int64_t groups, OwnedBuffer* out) {
  while (groups > 0) {
    const bool opens = packed_header_ < 0 || packed_groups_ == kMaxPackedGroups;
    if (opens) {
      packed_groups_ = 0;
    }
    const int64_t step = std::min(groups, kMaxPackedGroups - packed_groups_);
    const size_t start = out->size() + (opens ? 1 : 0);
    TARACEA_TRY(out->Resize(start + static_cast<size_t>(step * bit_width_)));
    if (opens) {
      packed_header_ = static_cast<int64_t>(start) - 1;
    }
    kernels_->pack_32(values, step * 8, bit_width_, out->data() + start);
    packed_groups_ += step;
    out->data()[packed_header_] = static_cast<std::byte>(packed_groups_ << 1 | 1);
    values += step * 8;
    groups -= step;
  }
  return {};
}

Status RleHybridWriter::WriteRun(uint32_t value, int64_t count, OwnedBuffer* out) {
  packed_header_ = -1;
  while (count > 0) {
    const int64_t step = std::min(count, kMaxRunLength);
    std::byte bytes[10];
    size_t size = 0;
    auto header = static_cast<uint64_t>(step) << 1;
    for (; header >= 0x80; header >>= 7) {
      bytes[size++] = static_cast<std::byte>(header | 0x80);
    }
    bytes[size++] = static_cast<std::byte>(header);
    Store(bytes + size, value);
    size += static_cast<size_t>(bit_width_ + 7) / 8;
    TARACEA_TRY(out->Append({bytes, size}));
    count -= step;
  }
  return {};
}

Status RleHybridWriter::CloseRun(bool worth_it, OwnedBuffer* out) {
  const int64_t count = std::exchange(run_count_, 0);
  if (worth_it) {
    return WriteRun(run_value_, count, out);
  }
  uint32_t values[32];
  std::fill_n(values, 32, run_value_);
  TARACEA_TRY(PackGroups(values, count / 8, out));
  group_count_ = count % 8;
  std::copy_n(values, group_count_, group_);
  return {};
}

Status RleHybridWriter::CloseGroup(OwnedBuffer* out) {
  group_count_ = 0;
  if (AllEqual(group_, 8)) {
    run_value_ = group_[0];
    run_count_ = 8;
    return {};
  }
  return PackGroups(group_, 1, out);
}

int64_t RleHybridWriter::FillGroup(const uint32_t* values, int64_t count) noexcept {
  const int64_t step = std::min(count, 8 - group_count_);
  std::copy_n(values, step, group_ + group_count_);
  group_count_ += step;
  return step;
}

/// Counts the leading groups that must be packed whatever follows.
int64_t RleHybridWriter::LiteralGroups(const uint32_t* values, int64_t count) const noexcept {
  int64_t at = 0;
  while (count - at >= 8) {
    if (!AllEqual(values + at, 8)) {
      at += 8;
      continue;
    }
    const int64_t run = kernels_->run_u32(values + at, std::min(count - at, shortest_run_));
    if (run >= shortest_run_ || at + run == count) {
      break;
    }
    at += run / 8 * 8;
  }
  return at / 8;
}

Status RleHybridWriter::Append(const uint32_t* values, int64_t count, OwnedBuffer* out) {
  int64_t at = 0;
  while (at < count) {
    const uint32_t* const next = values + at;
    const int64_t left = count - at;
    if (run_count_ > 0 && *next == run_value_) {
      const int64_t run = kernels_->run_u32(next, left);
      run_count_ += run;
      at += run;
    } else if (run_count_ > 0) {
      TARACEA_TRY(CloseRun(run_count_ >= shortest_run_, out));
    } else if (group_count_ > 0 || left < 8) {
      at += FillGroup(next, left);
      if (group_count_ == 8) {
        TARACEA_TRY(CloseGroup(out));
      }
    } else if (const int64_t groups = LiteralGroups(next, left); groups > 0) {
      TARACEA_TRY(PackGroups(next, groups, out));
      at += groups * 8;
    } else {
      run_value_ = *next;
      run_count_ = 8;
      at += 8;
    }
  }
  return {};
}

Status RleHybridWriter::AppendRun(uint32_t value, int64_t count, OwnedBuffer* out) {
  if (count > 0 && run_count_ > 0 && run_value_ != value) {
    TARACEA_TRY(CloseRun(run_count_ >= shortest_run_, out));
  }
  while (count > 0 && run_count_ == 0 && (group_count_ > 0 || count < 8)) {
    group_[group_count_++] = value;
    --count;
    if (group_count_ == 8) {
      TARACEA_TRY(CloseGroup(out));
    }
  }
  if (count > 0) {
    run_value_ = value;
    run_count_ += count;
  }
  return {};
}

Status RleHybridWriter::Finish(OwnedBuffer* out) {
  if (run_count_ > 0) {
    TARACEA_TRY(CloseRun(run_count_ >= shortest_run_ || packed_header_ < 0, out));
  }
  if (group_count_ > 0 && packed_header_ < 0 && AllEqual(group_, group_count_)) {
    TARACEA_TRY(WriteRun(group_[0], group_count_, out));
  } else if (group_count_ > 0) {
    std::fill_n(group_ + group_count_, 8 - group_count_, 0U);
    TARACEA_TRY(PackGroups(group_, 1, out));
  }
  Start(bit_width_);
  return {};
}

}  // namespace taracea::encoding

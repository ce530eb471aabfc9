#include "encoding/delta_binary_writer.h"

#include <algorithm>
#include <bit>
#include <type_traits>

#include "base/byte_cursor.h"
#include "base/bytes.h"
#include "base/try.h"

namespace taracea::encoding {
namespace {

constexpr size_t kMaxVarintBytes = 10;

size_t WriteVarint(uint64_t value, std::byte* out) noexcept {
  size_t size = 0;
  for (; value >= 0x80; value >>= 7) {
    out[size++] = static_cast<std::byte>(value | 0x80);
  }
  out[size++] = static_cast<std::byte>(value);
  return size;
}

template <typename T>
size_t WriteZigZag(T value, std::byte* out) noexcept {
  return WriteVarint(ZigZagEncode(static_cast<std::make_signed_t<T>>(value)), out);
}

}  // namespace

template <typename T>
Status DeltaBinaryWriter<T>::Append(const std::byte* values, int64_t count) {
  int64_t i = 0;
  if (count_ == 0 && count > 0) {
    first_ = Load<T>(values);
    last_ = first_;
    i = 1;
  }
  while (i < count) {
    const int64_t step = std::min(count - i, kBlockSize - delta_count_);
    for (int64_t k = 0; k < step; ++k, ++i) {
      const T value = Load<T>(values + static_cast<size_t>(i) * sizeof(T));
      deltas_[static_cast<size_t>(delta_count_ + k)] = value - last_;
      last_ = value;
    }
    delta_count_ += step;
    if (delta_count_ == kBlockSize) {
      TARACEA_TRY(WriteBlock());
    }
  }
  count_ += count;
  return {};
}

template <typename T>
size_t DeltaBinaryWriter<T>::PackMiniblock(int64_t start, T smallest, std::byte* out, int* bit_width) noexcept {
  T above[kMiniblockSize] = {};
  T bits = 0;
  const int64_t count = std::clamp<int64_t>(delta_count_ - start, 0, kMiniblockSize);
  for (int64_t i = 0; i < count; ++i) {
    above[i] = deltas_[static_cast<size_t>(start + i)] - smallest;
    bits |= above[i];
  }
  *bit_width = static_cast<int>(std::bit_width(bits));
  if (*bit_width == 0) {
    return 0;
  }
  if constexpr (sizeof(T) == 4) {
    kernels_->pack_32(above, kMiniblockSize, *bit_width, out);
  } else if (*bit_width <= 32) {
    uint32_t narrow[kMiniblockSize];
    std::transform(above, above + kMiniblockSize, narrow, [](uint64_t v) { return static_cast<uint32_t>(v); });
    kernels_->pack_32(narrow, kMiniblockSize, *bit_width, out);
  } else {
    kernels_->pack_64(above, kMiniblockSize, *bit_width, out);
  }
  return static_cast<size_t>(kMiniblockSize / 8 * *bit_width);
}

template <typename T>
Status DeltaBinaryWriter<T>::WriteBlock() {
  constexpr size_t kMiniblockCount = kBlockSize / kMiniblockSize;
  constexpr size_t kMaxBlockBytes = kMaxVarintBytes + kMiniblockCount + kBlockSize * sizeof(T);
  if (blocks_.arena() == nullptr) {
    TARACEA_TRY_ASSIGN(blocks_, arena_->Allocate(4 * kMaxBlockBytes));
  }
  const size_t start = blocks_.size();
  TARACEA_TRY(blocks_.Resize(start + kMaxBlockBytes));
  using Signed = std::make_signed_t<T>;
  auto smallest = static_cast<Signed>(deltas_[0]);
  for (int64_t i = 1; i < delta_count_; ++i) {
    smallest = std::min(smallest, static_cast<Signed>(deltas_[static_cast<size_t>(i)]));
  }
  std::byte* at = blocks_.data() + start;
  at += WriteZigZag(static_cast<T>(smallest), at);
  std::byte* width = at;
  at += kMiniblockCount;
  for (int64_t first = 0; first < kBlockSize; first += kMiniblockSize) {
    int bit_width = 0;
    at += PackMiniblock(first, static_cast<T>(smallest), at, &bit_width);
    *width++ = static_cast<std::byte>(bit_width);
  }
  blocks_.SetSize(static_cast<size_t>(at - blocks_.data()));
  delta_count_ = 0;
  return {};
}

template <typename T>
int64_t DeltaBinaryWriter<T>::EstimatedSize() const noexcept {
  constexpr size_t kEdgeBytes = 6 * kMaxVarintBytes + kBlockSize * sizeof(T);
  return static_cast<int64_t>(blocks_.size() + kEdgeBytes);
}

template <typename T>
Status DeltaBinaryWriter<T>::Flush(OwnedBuffer* out) {
  if (delta_count_ > 0) {
    TARACEA_TRY(WriteBlock());
  }
  std::byte header[4 * kMaxVarintBytes];
  size_t size = WriteVarint(kBlockSize, header);
  size += WriteVarint(kBlockSize / kMiniblockSize, header + size);
  size += WriteVarint(static_cast<uint64_t>(count_), header + size);
  size += WriteZigZag(count_ == 0 ? T{0} : first_, header + size);
  TARACEA_TRY(out->Append({header, size}));
  TARACEA_TRY(out->Append(blocks_.bytes()));
  Reset();
  return {};
}

template <typename T>
void DeltaBinaryWriter<T>::Reset() noexcept {
  blocks_.SetSize(0);
  delta_count_ = 0;
  count_ = 0;
}

template class DeltaBinaryWriter<uint32_t>;
template class DeltaBinaryWriter<uint64_t>;

}  // namespace taracea::encoding

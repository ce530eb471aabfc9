#include "encoding/delta_binary_writer.h"

#include <algorithm>
#include <bit>
#include <cstring>
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
  const std::byte* at = values;
  int64_t left = count;
  if (count_ == 0 && left > 0) {
    first_ = Load<T>(at);
    before_ = first_;
    at += sizeof(T);
    --left;
  }
  count_ += count;
  while (left > 0) {
    int64_t step = kBlockSize;
    if (pending_count_ == 0 && left >= kBlockSize) {
      TARACEA_TRY(WriteBlock(at, kBlockSize));
    } else {
      step = std::min(left, kBlockSize - pending_count_);
      std::memcpy(pending_.data() + pending_count_, at, static_cast<size_t>(step) * sizeof(T));
      pending_count_ += step;
      if (pending_count_ == kBlockSize) {
        TARACEA_TRY(WriteBlock(pending_bytes(), kBlockSize));
      }
    }
    at += static_cast<size_t>(step) * sizeof(T);
    left -= step;
  }
  return {};
}

template <typename T>
size_t DeltaBinaryWriter<T>::Pack(const T* above, int64_t count, int bit_width, std::byte* out) noexcept {
  if (bit_width == 0) {
    return 0;
  }
  if constexpr (sizeof(T) == 4) {
    kernels_->pack_32(above, count, bit_width, out);
  } else if (bit_width <= 32) {
    uint32_t narrow[kBlockSize];
    std::transform(above, above + count, narrow, [](uint64_t v) { return static_cast<uint32_t>(v); });
    kernels_->pack_32(narrow, count, bit_width, out);
  } else {
    kernels_->pack_64(above, count, bit_width, out);
  }
  return static_cast<size_t>(count / 8 * bit_width);
}

template <typename T>
Status DeltaBinaryWriter<T>::WriteBlock(const std::byte* values, int64_t count) {
  constexpr size_t kMaxBlockBytes = kMaxVarintBytes + kMiniblockCount + kBlockSize * sizeof(T);
  if (blocks_.arena() == nullptr) {
    TARACEA_TRY_ASSIGN(blocks_, arena_->Allocate(4 * kMaxBlockBytes));
  }
  const size_t start = blocks_.size();
  TARACEA_TRY(blocks_.Resize(start + kMaxBlockBytes));
  T above[kBlockSize];
  T smallest = 0;
  if constexpr (sizeof(T) == 4) {
    smallest = static_cast<T>(kernels_->deltas_32(values, count, before_, above));
  } else {
    smallest = static_cast<T>(kernels_->deltas_64(values, count, before_, above));
  }
  // Numbers that are not there are packed as zeros.
  std::fill(above + count, above + kBlockSize, smallest);
  T bits[kMiniblockCount];
  if constexpr (sizeof(T) == 4) {
    kernels_->subtract_32(above, kBlockSize, smallest, bits);
  } else {
    kernels_->subtract_64(above, kBlockSize, smallest, bits);
  }
  std::byte* at = blocks_.data() + start;
  at += WriteZigZag(smallest, at);
  bool alike = true;
  for (const T set : bits) {
    *at++ = static_cast<std::byte>(std::bit_width(set));
    alike = alike && std::bit_width(set) == std::bit_width(bits[0]);
  }
  // Miniblocks of one width lie next to each other as if they were one.
  const int64_t step = alike ? kBlockSize : kMiniblockSize;
  for (int64_t i = 0; i < kBlockSize; i += step) {
    at += Pack(above + i, step, static_cast<int>(std::bit_width(bits[i / kMiniblockSize])), at);
  }
  blocks_.SetSize(static_cast<size_t>(at - blocks_.data()));
  before_ = Load<T>(values + static_cast<size_t>(count - 1) * sizeof(T));
  pending_count_ = 0;
  return {};
}

template <typename T>
int64_t DeltaBinaryWriter<T>::EstimatedSize() const noexcept {
  constexpr size_t kEdgeBytes = 6 * kMaxVarintBytes + kBlockSize * sizeof(T);
  return static_cast<int64_t>(blocks_.size() + kEdgeBytes);
}

template <typename T>
Status DeltaBinaryWriter<T>::Flush(OwnedBuffer* out) {
  if (pending_count_ > 0) {
    TARACEA_TRY(WriteBlock(pending_bytes(), pending_count_));
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
  pending_count_ = 0;
  count_ = 0;
}

template class DeltaBinaryWriter<uint32_t>;
template class DeltaBinaryWriter<uint64_t>;

}  // namespace taracea::encoding

#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "base/arena.h"
#include "kernels/kernels.h"
#include "taracea/status.h"

namespace taracea::encoding {

/// Writes numbers as one DELTA_BINARY_PACKED section after another; T is uint32_t or uint64_t, arithmetic wraps.
///
/// Wire:   blocks of 128 numbers in 4 miniblocks, which every reader knows; see DeltaBinaryReader.
/// Shape:  any numbers; a width never exceeds the type's. The bytes depend only on their sequence.
/// Units:  sizes in bytes.
/// Errors: kOutOfMemory.
/// Cost:   0.4 ns a number.
/// State:  the blocks of the section so far and the numbers of one block; as new after Flush or Reset.
/// Spec:   Encodings.md#DELTAENC
template <typename T>
class DeltaBinaryWriter {
 public:
  DeltaBinaryWriter(const kernels::Kernels& kernels, std::shared_ptr<Arena> arena) noexcept
      : kernels_(&kernels), arena_(std::move(arena)) {}

  /// Appends numbers; `values` may be unaligned.
  Status Append(const std::byte* values, int64_t count);
  Status Append(const T* values, int64_t count) {
    if (count != 1 || count_ == 0 || pending_count_ + 1 == kBlockSize) {
      return Append(reinterpret_cast<const std::byte*>(values), count);
    }
    // One at a time costs no call.
    pending_[static_cast<size_t>(pending_count_++)] = *values;
    ++count_;
    return {};
  }
  int64_t count() const noexcept { return count_; }
  /// Upper bound of what Flush would write now; never falls while numbers are appended.
  int64_t EstimatedSize() const noexcept;
  Status Flush(OwnedBuffer* out);
  void Reset() noexcept;

 private:
  static constexpr int64_t kBlockSize = 128;
  static constexpr int64_t kMiniblockSize = 32;
  static constexpr size_t kMiniblockCount = kBlockSize / kMiniblockSize;

  const std::byte* pending_bytes() const noexcept { return reinterpret_cast<const std::byte*>(pending_.data()); }
  /// Writes a block of 1..kBlockSize numbers that follow before_.
  Status WriteBlock(const std::byte* values, int64_t count);
  /// Packs differences of `bit_width` bits; returns the bytes written.
  size_t Pack(const T* above, int64_t count, int bit_width, std::byte* out) noexcept;

  const kernels::Kernels* kernels_;
  std::shared_ptr<Arena> arena_;
  OwnedBuffer blocks_;
  std::array<T, kBlockSize> pending_;
  int64_t pending_count_ = 0;
  int64_t count_ = 0;
  T first_ = 0;
  T before_ = 0;  // the number before the next block
};

}  // namespace taracea::encoding

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
/// Cost:   1 ns a number.
/// State:  the blocks of the section so far and one block in progress; as new after Flush or Reset.
/// Spec:   Encodings.md#DELTAENC
template <typename T>
class DeltaBinaryWriter {
 public:
  DeltaBinaryWriter(const kernels::Kernels& kernels, std::shared_ptr<Arena> arena) noexcept
      : kernels_(&kernels), arena_(std::move(arena)) {}

  /// Appends numbers; `values` may be unaligned.
  Status Append(const std::byte* values, int64_t count);
  int64_t count() const noexcept { return count_; }
  /// Upper bound of what Flush would write now; never falls while numbers are appended.
  int64_t EstimatedSize() const noexcept;
  Status Flush(OwnedBuffer* out);
  void Reset() noexcept;

 private:
  static constexpr int64_t kBlockSize = 128;
  static constexpr int64_t kMiniblockSize = 32;

  Status WriteBlock();
  size_t PackMiniblock(int64_t start, T smallest, std::byte* out, int* bit_width) noexcept;

  const kernels::Kernels* kernels_;
  std::shared_ptr<Arena> arena_;
  OwnedBuffer blocks_;
  std::array<T, kBlockSize> deltas_;
  int64_t delta_count_ = 0;
  int64_t count_ = 0;
  T first_ = 0;
  T last_ = 0;
};

}  // namespace taracea::encoding

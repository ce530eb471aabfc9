#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "base/arena.h"
#include "encoding/delta_binary_reader.h"

namespace taracea::encoding {

using Lengths = std::span<const uint32_t>;

/// Reads lengths that are packed as INT32. Negative ones come out as more than any page has (2^31 and up), so that who
/// compares their sum with a page refuses them too. What was read ahead to measure is kept, so that it is not unpacked
/// again to decode.
/// Errors: kCorrupt, kOutOfMemory.
class KeptLengths {
 public:
  KeptLengths(const kernels::Kernels& kernels, std::shared_ptr<Arena> arena) noexcept
      : arena_(std::move(arena)), reader_(kernels) {}

  /// Starts at the front of `bytes`, checks that there are `count` lengths, and finds the bytes behind them.
  Status Reset(ConstBytes bytes, size_t slack_after_bytes, int64_t count, ConstBytes* rest);
  /// Hands out the next 1..`count` lengths, and no more than there is room to keep; valid until the next call. Two
  /// that are always asked alike answer alike.
  Result<Lengths> Take(int64_t count);

 private:
  friend class LengthsAhead;
  // What Measure keeps has this limit: the count is the file's, the memory ours.
  static constexpr int64_t kMaxKept = 65536;
  static constexpr int64_t kStep = 1024;

  Lengths kept() const noexcept { return {kept_.as<uint32_t>() + at_, static_cast<size_t>(end_ - at_)}; }
  /// Reads on until `count` <= kMaxKept lengths are kept.
  Status Keep(int64_t count);

  std::shared_ptr<Arena> arena_;
  DeltaBinaryReader<uint32_t> reader_;  // behind those kept
  OwnedBuffer kept_;                    // [at_, end_)
  int64_t at_ = 0;
  int64_t end_ = 0;
};

/// Looks at the lengths that `lengths` will hand out, from the next one on; nothing may be taken meanwhile.
class LengthsAhead {
 public:
  explicit LengthsAhead(KeptLengths* lengths) noexcept : lengths_(lengths), behind_(lengths->reader_) {}
  /// The next 1..`count` lengths; valid until the next call. The first call says how many will be asked for in all.
  Result<Lengths> Next(int64_t count);

 private:
  KeptLengths* lengths_;
  DeltaBinaryReader<uint32_t> behind_;
  bool first_ = true;
  uint32_t scratch_[KeptLengths::kStep];
};

/// Writes offsets[i + 1] = offsets[i] + lengths[i].
inline void AddLengths(const kernels::Kernels& kernels, Lengths lengths, int32_t* offsets) noexcept {
  auto* const sums = reinterpret_cast<uint32_t*>(offsets);
  kernels.sum_deltas_32(lengths.data(), std::ssize(lengths), 0, sums[0], sums + 1);
}
inline void AddLengths(const kernels::Kernels& kernels, Lengths lengths, int64_t* offsets) noexcept {
  auto* const sums = reinterpret_cast<uint64_t*>(offsets);
  kernels.sum_deltas_32_to_64(lengths.data(), std::ssize(lengths), 0, sums[0], sums + 1);
}

}  // namespace taracea::encoding

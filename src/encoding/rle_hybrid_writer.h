#pragma once

#include <cstdint>

#include "base/arena.h"
#include "kernels/kernels.h"
#include "taracea/status.h"

namespace taracea::encoding {

/// Writes values of one width as RLE / bit-packed hybrid.
///
/// Wire:   at each value that starts a group of 8: a repeated run where the same value follows often enough to pay,
///         else the group goes into a packed run of at most 63 groups, so that its header is one byte.
/// Shape:  values of 1..32 bits that fit; the bytes depend only on their sequence, not on how it was split over calls.
/// Units:  `out` is the same buffer from Start to Finish, with nothing else appended between.
/// Errors: kOutOfMemory.
/// State:  less than a group, an open run, and the place of the open packed run's header.
/// Spec:   Encodings.md#RLE
class RleHybridWriter {
 public:
  explicit RleHybridWriter(const kernels::Kernels& kernels) noexcept : kernels_(&kernels) {}

  /// Starts a section of values of `bit_width` (1..32) bits.
  void Start(int bit_width) noexcept;
  Status Append(const uint32_t* values, int64_t count, OwnedBuffer* out);
  /// The same value `count` times.
  Status AppendRun(uint32_t value, int64_t count, OwnedBuffer* out);
  /// Writes what is still held back; Start follows.
  Status Finish(OwnedBuffer* out);
  /// Bytes that Finish may add to what was written so far.
  int64_t PendingBound() const noexcept { return 16 + 5 * int64_t{bit_width_}; }

  /// Bytes that `count` values of `bit_width` bits take at most, Finish included.
  static int64_t SizeBound(int64_t count, int bit_width) noexcept;

 private:
  int64_t LiteralGroups(const uint32_t* values, int64_t count) const noexcept;
  Status PackGroups(const uint32_t* values, int64_t groups, OwnedBuffer* out);
  Status WriteRun(uint32_t value, int64_t count, OwnedBuffer* out);
  Status CloseRun(bool worth_it, OwnedBuffer* out);
  Status CloseGroup(OwnedBuffer* out);
  int64_t FillGroup(const uint32_t* values, int64_t count) noexcept;

  const kernels::Kernels* kernels_;
  int bit_width_ = 1;
  int64_t shortest_run_ = 8;
  uint32_t group_[8] = {};
  int64_t group_count_ = 0;
  uint32_t run_value_ = 0;
  int64_t run_count_ = 0;       // of a run that may yet turn out too short; it starts at a group border
  int64_t packed_header_ = -1;  // offset of the open packed run's header byte in `out`; -1: none is open
  int64_t packed_groups_ = 0;
};

}  // namespace taracea::encoding

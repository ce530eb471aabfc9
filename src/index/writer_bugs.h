#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "index/created_by.h"

namespace taracea::index {

/// Faults of writers that a reader must know about, told apart by who wrote the file. What can be told from the file
/// alone (NaN among bounds, null counts of -1, empty dictionary offsets) is handled where it is met, for every writer.
enum class WriterBug : uint8_t {
  /// The deprecated min and max of BYTE_ARRAY and FIXED_LEN_BYTE_ARRAY are arbitrary: the values' memory was reused.
  kCorruptBinaryBounds,
  /// A page of DELTA_BYTE_ARRAY continues from the last value of the page before it.
  kDeltaByteArrayAcrossPages,
  /// total_compressed_size leaves out the header of the dictionary page: up to 100 bytes more belong to the chunk.
  kChunkSizeWithoutDictionaryHeader,
  /// V2 pages are compressed although is_compressed is false.
  kCompressedPagesMarkedUncompressed,
  /// BIT_PACKED levels begin with the least significant bit.
  kBitPackedLevelsFromTheLowBit,
  /// Page headers say crc = 0 where they should say nothing.
  kZeroForNoChecksum,
};

/// One row of the registry.
struct WriterBugEntry {
  WriterBug bug;
  std::string_view report;       ///< Where it is described: "PARQUET-251".
  std::string_view application;  ///< As in created_by.
  int32_t fixed_major = 0;       ///< The first release without it.
  int32_t fixed_minor = 0;
  int32_t fixed_patch = 0;
  bool also_unnamed = false;  ///< Files that do not say who wrote them may have it too.
};

/// Every row, in no particular order.
std::span<const WriterBugEntry> WriterBugs() noexcept;

/// Whether a file may have the fault. A version that is not known counts as one that has it.
bool HasBug(const CreatedBy& created_by, WriterBug bug) noexcept;

}  // namespace taracea::index

#include "index/writer_bugs.h"

#include <algorithm>
#include <array>
#include <limits>

namespace taracea::index {
namespace {

constexpr std::array kWriterBugs = {
    // PARQUET-297 extends it to files without created_by, which the same writers left behind.
    WriterBugEntry{.bug = WriterBug::kCorruptBinaryBounds,
                   .report = "PARQUET-251",
                   .application = "parquet-mr",
                   .fixed_major = 1,
                   .fixed_minor = 8,
                   .also_unnamed = true},
    WriterBugEntry{.bug = WriterBug::kDeltaByteArrayAcrossPages,
                   .report = "PARQUET-246",
                   .application = "parquet-mr",
                   .fixed_major = 1,
                   .fixed_minor = 8},
    WriterBugEntry{.bug = WriterBug::kChunkSizeWithoutDictionaryHeader,
                   .report = "PARQUET-816",
                   .application = "parquet-mr",
                   .fixed_major = 1,
                   .fixed_minor = 2,
                   .fixed_patch = 9},
    // Release 2.0.0 of that name never came: its successor calls itself parquet-cpp-arrow.
    WriterBugEntry{.bug = WriterBug::kCompressedPagesMarkedUncompressed,
                   .report = "ARROW-10353",
                   .application = "parquet-cpp",
                   .fixed_major = 2},
    // Seen in files of 2.11; the option that writes such levels was never mended.
    WriterBugEntry{.bug = WriterBug::kBitPackedLevelsFromTheLowBit,
                   .report = "IMPALA-3282",
                   .application = "impala",
                   .fixed_major = std::numeric_limits<int32_t>::max()},
    // The writer sets every field of the header; no later release is known to do better.
    WriterBugEntry{.bug = WriterBug::kZeroForNoChecksum,
                   .report = "Parquet.jl 0.6.0",
                   .application = "Parquet.jl",
                   .fixed_major = std::numeric_limits<int32_t>::max()},
};

bool Affects(const WriterBugEntry& entry, const CreatedBy& created_by) {
  if (created_by.application.empty()) {
    return entry.also_unnamed;
  }
  if (created_by.application != entry.application) {
    return false;
  }
  return !created_by.version || created_by.version->IsBefore(entry.fixed_major, entry.fixed_minor, entry.fixed_patch);
}

}  // namespace

std::span<const WriterBugEntry> WriterBugs() noexcept {
  return kWriterBugs;
}

bool HasBug(const CreatedBy& created_by, WriterBug bug) noexcept {
  return std::ranges::any_of(
      kWriterBugs, [&](const WriterBugEntry& entry) { return entry.bug == bug && Affects(entry, created_by); });
}

}  // namespace taracea::index

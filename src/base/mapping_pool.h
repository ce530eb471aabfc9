#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace taracea {

/// Step of sizes within a slab.
inline constexpr size_t kPoolPieceBytes = size_t{64} << 10;
/// Size and alignment of a slab: one huge page of the system.
inline constexpr size_t kPoolSlabBytes = size_t{2} << 20;

/// Recycled mappings from the system, aligned to 2 MiB and marked for huge pages. Sizes up to 2 MiB are runs of pieces
/// of a slab; larger ones are mappings of their own in size classes, eight to a doubling. Free memory stays mapped up
/// to a bound; under AddressSanitizer it is poisoned, so that stale uses are caught.
/// Owner: one Arena. Thread safety: all methods from any thread.
class MappingPool {
 public:
  explicit MappingPool(size_t keep_bytes) noexcept : keep_bytes_(keep_bytes) {}
  MappingPool(const MappingPool&) = delete;
  MappingPool& operator=(const MappingPool&) = delete;
  /// Precondition: everything was given back.
  ~MappingPool();

  /// Rounds a size up to what Take hands out. Precondition: size_bytes <= PTRDIFF_MAX / 2.
  static size_t RoundUp(size_t size_bytes) noexcept;

  /// Hands out `size_bytes`, a result of RoundUp; null when the system has none. Where free memory does not serve, it
  /// is first cut down to `max_kept_bytes` before more is mapped. `recycled` says whether the memory was mapped before.
  std::byte* Take(size_t size_bytes, size_t max_kept_bytes, bool* recycled) noexcept;
  /// Takes back what Take handed out under the same size.
  void Give(std::byte* memory, size_t size_bytes) noexcept;
  /// Returns free mappings to the system until at most `keep_bytes` are left, as far as they are free as a whole.
  void Shrink(size_t keep_bytes) noexcept;
  /// Free bytes that are still mapped.
  size_t kept_bytes() const noexcept;

 private:
  /// A 2 MiB mapping cut into 32 pieces; bit i set: piece i is free.
  struct Slab {
    std::byte* memory;
    uint32_t free_pieces;
  };
  struct FreeMapping {
    std::byte* memory;
    size_t size_bytes;
  };

  std::byte* TakeFree(size_t size_bytes) noexcept;
  std::byte* TakeFreePieces(int piece_count) noexcept;
  std::byte* TakeFreeLarge(size_t size_bytes) noexcept;
  std::byte* MapSlab();
  std::byte* MapLarge(size_t size_bytes);
  void GiveToSlab(std::byte* memory, int piece_count) noexcept;
  void ShrinkLocked(size_t keep_bytes) noexcept;

  mutable std::mutex mutex_;
  const size_t keep_bytes_;
  size_t kept_bytes_ = 0;
  std::vector<Slab> slabs_;              ///< By address.
  std::vector<FreeMapping> free_large_;  ///< Has room for all large mappings, so that Give never allocates.
  size_t large_count_ = 0;
};

}  // namespace taracea

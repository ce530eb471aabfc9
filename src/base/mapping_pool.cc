#include "base/mapping_pool.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <new>

#if __has_include(<sanitizer/asan_interface.h>)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(address, size) (static_cast<void>(address), static_cast<void>(size))
#define ASAN_UNPOISON_MEMORY_REGION(address, size) (static_cast<void>(address), static_cast<void>(size))
#endif

namespace taracea {
namespace {

constexpr int kPiecesPerSlab = static_cast<int>(kPoolSlabBytes / kPoolPieceBytes);
constexpr uint32_t kAllFree = 0xFFFFFFFFU;
static_assert(kPiecesPerSlab == 32);

std::byte* Map(size_t size_bytes) noexcept {
  const size_t reserved_bytes = size_bytes + kPoolSlabBytes;
  void* reserved = ::mmap(nullptr, reserved_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (reserved == MAP_FAILED) {
    return nullptr;
  }
  auto* begin = static_cast<std::byte*>(reserved);
  const size_t misalignment = reinterpret_cast<uintptr_t>(begin) % kPoolSlabBytes;
  const size_t head_bytes = misalignment == 0 ? 0 : kPoolSlabBytes - misalignment;
  if (head_bytes != 0) {
    ::munmap(begin, head_bytes);
  }
  std::byte* memory = begin + head_bytes;
  ::munmap(memory + size_bytes, kPoolSlabBytes - head_bytes);
#if defined(MADV_HUGEPAGE)
  // A system without huge pages refuses; small pages serve as well, only slower.
  static_cast<void>(::madvise(memory, size_bytes, MADV_HUGEPAGE));
#endif
  return memory;
}

void Unmap(std::byte* memory, size_t size_bytes) noexcept {
  ASAN_UNPOISON_MEMORY_REGION(memory, size_bytes);
  ::munmap(memory, size_bytes);
}

/// First piece of a run of `count` free ones; -1 when there is none.
int FindRun(uint32_t free_pieces, int count) noexcept {
  for (int i = 1; i < count && free_pieces != 0; ++i) {
    free_pieces &= free_pieces >> 1;
  }
  return free_pieces == 0 ? -1 : std::countr_zero(free_pieces);
}

constexpr uint32_t RunMask(int start, int count) noexcept {
  return (kAllFree >> (kPiecesPerSlab - count)) << start;
}

template <typename T>
void ReserveDoubling(std::vector<T>& items, size_t count) {
  if (items.capacity() < count) {
    items.reserve(std::max(count, 2 * items.capacity()));
  }
}

}  // namespace

MappingPool::~MappingPool() {
  Shrink(0);
  assert(slabs_.empty() && large_count_ == 0);
}

size_t MappingPool::RoundUp(size_t size_bytes) noexcept {
  const size_t step = size_bytes <= kPoolSlabBytes ? kPoolPieceBytes : std::bit_floor(size_bytes - 1) / 8;
  return (size_bytes + step - 1) / step * step;
}

std::byte* MappingPool::Take(size_t size_bytes, size_t max_kept_bytes, bool* recycled) noexcept {
  const std::scoped_lock lock(mutex_);
  std::byte* memory = TakeFree(size_bytes);
  *recycled = memory != nullptr;
  if (memory == nullptr) {
    ShrinkLocked(max_kept_bytes);
    try {
      memory = size_bytes <= kPoolSlabBytes ? MapSlab() : MapLarge(size_bytes);
    } catch (const std::bad_alloc&) {
      return nullptr;
    }
    if (memory != nullptr && size_bytes <= kPoolSlabBytes) {
      memory = TakeFree(size_bytes);
    }
  }
  if (memory != nullptr) {
    ASAN_UNPOISON_MEMORY_REGION(memory, size_bytes);
  }
  return memory;
}

std::byte* MappingPool::TakeFree(size_t size_bytes) noexcept {
  if (kept_bytes_ < size_bytes) {
    return nullptr;
  }
  std::byte* memory = size_bytes <= kPoolSlabBytes ? TakeFreePieces(static_cast<int>(size_bytes / kPoolPieceBytes))
                                                   : TakeFreeLarge(size_bytes);
  kept_bytes_ -= memory == nullptr ? 0 : size_bytes;
  return memory;
}

std::byte* MappingPool::TakeFreePieces(int piece_count) noexcept {
  // Fill slabs that are in use first, so that others become free as a whole.
  Slab* found = nullptr;
  for (Slab& slab : slabs_) {
    if (FindRun(slab.free_pieces, piece_count) < 0) {
      continue;
    }
    const bool in_use = slab.free_pieces != kAllFree;
    found = found == nullptr || in_use ? &slab : found;
    if (in_use) {
      break;
    }
  }
  if (found == nullptr) {
    return nullptr;
  }
  const int start = FindRun(found->free_pieces, piece_count);
  found->free_pieces &= ~RunMask(start, piece_count);
  return found->memory + static_cast<size_t>(start) * kPoolPieceBytes;
}

std::byte* MappingPool::TakeFreeLarge(size_t size_bytes) noexcept {
  // The one given back last is the likeliest to be in the caches.
  for (size_t i = free_large_.size(); i-- > 0;) {
    if (free_large_[i].size_bytes == size_bytes) {
      std::byte* memory = free_large_[i].memory;
      free_large_.erase(free_large_.begin() + static_cast<ptrdiff_t>(i));
      return memory;
    }
  }
  return nullptr;
}

std::byte* MappingPool::MapSlab() {
  ReserveDoubling(slabs_, slabs_.size() + 1);
  std::byte* memory = Map(kPoolSlabBytes);
  if (memory != nullptr) {
    ASAN_POISON_MEMORY_REGION(memory, kPoolSlabBytes);
    const auto at = std::lower_bound(slabs_.begin(), slabs_.end(), memory,
                                     [](const Slab& slab, const std::byte* wanted) { return slab.memory < wanted; });
    slabs_.insert(at, {memory, kAllFree});
    kept_bytes_ += kPoolSlabBytes;
  }
  return memory;
}

std::byte* MappingPool::MapLarge(size_t size_bytes) {
  ReserveDoubling(free_large_, large_count_ + 1);
  std::byte* memory = Map(size_bytes);
  large_count_ += memory != nullptr ? 1 : 0;
  return memory;
}

void MappingPool::Give(std::byte* memory, size_t size_bytes) noexcept {
  const std::scoped_lock lock(mutex_);
  ASAN_POISON_MEMORY_REGION(memory, size_bytes);
  kept_bytes_ += size_bytes;
  if (size_bytes <= kPoolSlabBytes) {
    GiveToSlab(memory, static_cast<int>(size_bytes / kPoolPieceBytes));
  } else {
    free_large_.push_back({memory, size_bytes});
  }
  if (kept_bytes_ > keep_bytes_) {
    ShrinkLocked(keep_bytes_);
  }
}

void MappingPool::GiveToSlab(std::byte* memory, int piece_count) noexcept {
  const size_t offset = reinterpret_cast<uintptr_t>(memory) % kPoolSlabBytes;
  const auto slab = std::lower_bound(slabs_.begin(), slabs_.end(), memory - offset,
                                     [](const Slab& entry, const std::byte* wanted) { return entry.memory < wanted; });
  assert(slab != slabs_.end() && slab->memory == memory - offset);
  slab->free_pieces |= RunMask(static_cast<int>(offset / kPoolPieceBytes), piece_count);
}

void MappingPool::Shrink(size_t keep_bytes) noexcept {
  const std::scoped_lock lock(mutex_);
  ShrinkLocked(keep_bytes);
}

void MappingPool::ShrinkLocked(size_t keep_bytes) noexcept {
  size_t dropped = 0;
  for (; dropped < free_large_.size() && kept_bytes_ > keep_bytes; ++dropped) {
    const FreeMapping& mapping = free_large_[dropped];
    Unmap(mapping.memory, mapping.size_bytes);
    kept_bytes_ -= mapping.size_bytes;
  }
  free_large_.erase(free_large_.begin(), free_large_.begin() + static_cast<ptrdiff_t>(dropped));
  large_count_ -= dropped;
  const auto is_surplus = [&](const Slab& slab) {
    if (slab.free_pieces != kAllFree || kept_bytes_ <= keep_bytes) {
      return false;
    }
    Unmap(slab.memory, kPoolSlabBytes);
    kept_bytes_ -= kPoolSlabBytes;
    return true;
  };
  std::erase_if(slabs_, is_surplus);
}

size_t MappingPool::kept_bytes() const noexcept {
  const std::scoped_lock lock(mutex_);
  return kept_bytes_;
}

}  // namespace taracea

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/memory_budget.h"
#include "taracea/buffer.h"
#include "taracea/status.h"

namespace taracea {

class Arena;
class PublishedMemory;

/// Bytes kept behind every allocation, so that kernels may read and write past the end of what was asked for.
inline constexpr size_t kSlackBytes = 64;

/// Unique, growable memory from an Arena: 64-byte aligned, never zeroed, kSlackBytes behind capacity().
/// Owner: the holder; moves are free. Becomes a shared Buffer with Publish().
/// Thread safety: one thread at a time.
class OwnedBuffer {
 public:
  /// Makes an empty buffer that cannot grow; assign from Arena::Allocate.
  OwnedBuffer() noexcept = default;
  OwnedBuffer(OwnedBuffer&& other) noexcept { *this = std::move(other); }
  OwnedBuffer& operator=(OwnedBuffer&& other) noexcept;
  ~OwnedBuffer() { Reset(); }

  std::byte* data() noexcept { return data_; }
  const std::byte* data() const noexcept { return data_; }
  template <typename T>
  T* as() noexcept {
    return reinterpret_cast<T*>(data_);
  }
  template <typename T>
  const T* as() const noexcept {
    return reinterpret_cast<const T*>(data_);
  }
  size_t size() const noexcept { return size_bytes_; }
  size_t capacity() const noexcept { return capacity_bytes_; }
  ConstBytes bytes() const noexcept { return {data_, size_bytes_}; }
  MutableBytes mutable_bytes() noexcept { return {data_, size_bytes_}; }
  const std::shared_ptr<Arena>& arena() const noexcept { return arena_; }

  /// Makes room for `capacity_bytes` in all; keeps the first size() bytes. kOutOfMemory when the budget has no room.
  Status Reserve(size_t capacity_bytes);
  /// Reserves (at least doubling, so that repeated calls stay linear) and sets the size; new bytes are not zeroed.
  Status Resize(size_t size_bytes);
  /// Sets a size <= capacity().
  void SetSize(size_t size_bytes) noexcept { size_bytes_ = size_bytes; }
  /// Appends a copy of `bytes`, which must not lie in this buffer.
  Status Append(ConstBytes bytes);
  /// Gives the memory back; the buffer may grow again.
  void Reset() noexcept;

  /// Turns into a shared immutable Buffer of size() bytes and leaves this empty. The Buffer holds its arena.
  Buffer Publish() &&;

 private:
  friend class Arena;
  std::shared_ptr<Arena> arena_;
  std::byte* data_ = nullptr;
  size_t size_bytes_ = 0;
  size_t capacity_bytes_ = 0;
};

/// Pooled memory for outputs and scratch. Requests below 256 KiB come from malloc; larger ones from recycled,
/// 2 MiB-aligned mappings in size classes that ask for huge pages. Freed mappings are kept up to `keep_bytes`.
/// Owner: shared; every OwnedBuffer and published Buffer holds a reference, so memory may be released after everything
/// else was closed, from any thread. Thread safety: all methods from any thread.
class Arena : public std::enable_shared_from_this<Arena> {
 public:
  struct Counters {
    int64_t allocations = 0;      ///< Calls of Allocate and growths that moved.
    int64_t allocated_bytes = 0;  ///< Sum of capacities handed out.
    int64_t live_bytes = 0;       ///< Handed out and not yet returned.
    int64_t peak_live_bytes = 0;
    int64_t recycled = 0;        ///< Allocations served from kept mappings.
    int64_t kept_bytes = 0;      ///< In free lists now.
    int64_t exported_bytes = 0;  ///< Live bytes whose Buffer crossed the Arrow boundary; not in the budget.
  };

  /// `budget` may be null: no limit.
  static std::shared_ptr<Arena> Create(std::shared_ptr<MemoryBudget> budget = nullptr,
                                       size_t keep_bytes = size_t{1} << 30);
  /// Makes an arena with a budget and counters of its own that recycles the mappings of the default arena: what one
  /// scan gives back serves the next. Its kept_bytes and Trim are those of the default arena.
  static std::shared_ptr<Arena> CreateShared(std::shared_ptr<MemoryBudget> budget);
  ~Arena();

  /// Hands out at least `capacity_bytes` (size() is 0). Checked against the budget before anything is asked of the
  /// system. Errors: kOutOfMemory.
  Result<OwnedBuffer> Allocate(size_t capacity_bytes);
  /// The same with size() set to `size_bytes`; contents are undefined.
  Result<OwnedBuffer> AllocateSized(size_t size_bytes);

  /// Moves the bytes of a published buffer from the budget to the exported counter, until it is freed. Idempotent;
  /// does nothing for buffers of another owner.
  void MarkExported(const Buffer& buffer) noexcept;
  /// Returns kept mappings to the system.
  void Trim() noexcept;
  Counters counters() const noexcept;
  const std::shared_ptr<MemoryBudget>& budget() const noexcept;

 private:
  friend class OwnedBuffer;
  friend class PublishedMemory;
  Arena();
  struct Impl;
  static std::shared_ptr<Arena> Make(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// The arena used where the caller gives none: no budget, shared by the process.
const std::shared_ptr<Arena>& DefaultArena();

}  // namespace taracea

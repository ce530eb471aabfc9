#include "base/arena.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <string>
#include <utility>

#include "base/bytes.h"
#include "base/mapping_pool.h"

namespace taracea {
namespace {

constexpr size_t kAlignmentBytes = 64;
/// From this size on, slack included, memory comes from the pool.
constexpr size_t kPooledBytes = size_t{256} << 10;
constexpr size_t kMaxCapacityBytes = size_t{1} << 61;

/// What an allocation takes in all. TotalBytes(TotalBytes(c) - kSlackBytes) == TotalBytes(c), so that the capacity
/// alone tells how to free the memory.
size_t TotalBytes(size_t capacity_bytes) noexcept {
  const size_t wanted = capacity_bytes + kSlackBytes;
  return wanted < kPooledBytes ? (wanted + kAlignmentBytes - 1) / kAlignmentBytes * kAlignmentBytes
                               : MappingPool::RoundUp(wanted);
}

void RaiseTo(std::atomic<int64_t>& peak, int64_t value) noexcept {
  int64_t seen = peak.load(std::memory_order_relaxed);
  while (seen < value && !peak.compare_exchange_weak(seen, value, std::memory_order_relaxed)) {
  }
}

}  // namespace

struct Arena::Impl {
  Impl(std::shared_ptr<MemoryBudget> limit, std::shared_ptr<MappingPool> mappings)
      : budget(std::move(limit)), pool(std::move(mappings)) {}

  std::byte* Take(size_t total_bytes) noexcept;
  void Free(std::byte* memory, size_t total_bytes, bool exported) noexcept;

  const std::shared_ptr<MemoryBudget> budget;
  const std::shared_ptr<MappingPool> pool;
  std::atomic<int64_t> allocations{0};
  std::atomic<int64_t> allocated_bytes{0};
  std::atomic<int64_t> live_bytes{0};
  std::atomic<int64_t> peak_live_bytes{0};
  std::atomic<int64_t> recycled{0};
  std::atomic<int64_t> exported_bytes{0};
};

/// Frees the memory of a published buffer. It lies in the control block of the Buffer's owner, where MarkExported finds
/// it again by its type.
class PublishedMemory {
 public:
  PublishedMemory(std::shared_ptr<Arena> arena, size_t total_bytes) noexcept
      : arena_(std::move(arena)), total_bytes_(total_bytes) {}
  PublishedMemory(const PublishedMemory& other) noexcept : arena_(other.arena_), total_bytes_(other.total_bytes_) {}
  PublishedMemory& operator=(const PublishedMemory&) = delete;
  ~PublishedMemory() = default;

  void operator()(const std::byte* memory) const noexcept {
    arena_->impl_->Free(const_cast<std::byte*>(memory), total_bytes_, exported_.load(std::memory_order_acquire));
  }

  void MarkExportedFrom(const Arena* arena) noexcept {
    if (arena_.get() != arena || exported_.exchange(true, std::memory_order_acq_rel)) {
      return;
    }
    const auto bytes = static_cast<int64_t>(total_bytes_);
    arena_->impl_->exported_bytes.fetch_add(bytes, std::memory_order_relaxed);
    if (arena_->impl_->budget != nullptr) {
      arena_->impl_->budget->Give(bytes);
    }
  }

 private:
  std::shared_ptr<Arena> arena_;
  size_t total_bytes_;
  std::atomic<bool> exported_{false};
};

std::byte* Arena::Impl::Take(size_t total_bytes) noexcept {
  if (total_bytes < kPooledBytes) {
    return static_cast<std::byte*>(std::aligned_alloc(kAlignmentBytes, total_bytes));
  }
  // Free mappings count too before new ones are made: a budget bounds what the process holds, not only what it uses.
  size_t max_kept_bytes = std::numeric_limits<size_t>::max();
  if (budget != nullptr && budget->limit_bytes() > 0) {
    max_kept_bytes = static_cast<size_t>(std::max<int64_t>(0, budget->limit_bytes() - budget->used_bytes()));
  }
  bool was_kept = false;
  std::byte* memory = pool->Take(total_bytes, max_kept_bytes, &was_kept);
  recycled.fetch_add(was_kept ? 1 : 0, std::memory_order_relaxed);
  return memory;
}

void Arena::Impl::Free(std::byte* memory, size_t total_bytes, bool exported) noexcept {
  if (total_bytes < kPooledBytes) {
    std::free(memory);
  } else {
    pool->Give(memory, total_bytes);
  }
  const auto bytes = static_cast<int64_t>(total_bytes);
  live_bytes.fetch_sub(bytes, std::memory_order_relaxed);
  if (exported) {
    exported_bytes.fetch_sub(bytes, std::memory_order_relaxed);
  } else if (budget != nullptr) {
    budget->Give(bytes);
  }
}

Arena::Arena() = default;
Arena::~Arena() = default;

std::shared_ptr<Arena> Arena::Make(std::unique_ptr<Impl> impl) {
  struct Creatable final : Arena {};
  auto arena = std::make_shared<Creatable>();
  arena->impl_ = std::move(impl);
  return arena;
}

std::shared_ptr<Arena> Arena::Create(std::shared_ptr<MemoryBudget> budget, size_t keep_bytes) {
  return Make(std::make_unique<Impl>(std::move(budget), std::make_shared<MappingPool>(keep_bytes)));
}

std::shared_ptr<Arena> Arena::CreateShared(std::shared_ptr<MemoryBudget> budget) {
  return Make(std::make_unique<Impl>(std::move(budget), DefaultArena()->impl_->pool));
}

Result<OwnedBuffer> Arena::Allocate(size_t capacity_bytes) {
  if (capacity_bytes > kMaxCapacityBytes) {
    return Status::OutOfMemory("no memory for " + std::to_string(capacity_bytes) + " bytes");
  }
  const size_t total_bytes = TotalBytes(capacity_bytes);
  const auto bytes = static_cast<int64_t>(total_bytes);
  MemoryBudget* budget = impl_->budget.get();
  if (budget != nullptr) {
    if (Status status = budget->Take(bytes); !status.ok()) {
      return status;
    }
  }
  std::byte* memory = impl_->Take(total_bytes);
  if (memory == nullptr) {
    if (budget != nullptr) {
      budget->Give(bytes);
    }
    return Status::OutOfMemory("the system has no memory for " + std::to_string(total_bytes) + " bytes");
  }
  impl_->allocations.fetch_add(1, std::memory_order_relaxed);
  impl_->allocated_bytes.fetch_add(bytes, std::memory_order_relaxed);
  RaiseTo(impl_->peak_live_bytes, impl_->live_bytes.fetch_add(bytes, std::memory_order_relaxed) + bytes);
  OwnedBuffer buffer;
  buffer.arena_ = shared_from_this();
  buffer.data_ = memory;
  buffer.capacity_bytes_ = total_bytes - kSlackBytes;
  return buffer;
}

Result<OwnedBuffer> Arena::AllocateSized(size_t size_bytes) {
  Result<OwnedBuffer> buffer = Allocate(size_bytes);
  if (buffer.ok()) {
    buffer->SetSize(size_bytes);
  }
  return buffer;
}

void Arena::MarkExported(const Buffer& buffer) noexcept {
  if (auto* published = std::get_deleter<PublishedMemory>(buffer.owner()); published != nullptr) {
    published->MarkExportedFrom(this);
  }
}

void Arena::Trim() noexcept {
  impl_->pool->Shrink(0);
}

Arena::Counters Arena::counters() const noexcept {
  Counters counters;
  counters.allocations = impl_->allocations.load(std::memory_order_relaxed);
  counters.allocated_bytes = impl_->allocated_bytes.load(std::memory_order_relaxed);
  counters.live_bytes = impl_->live_bytes.load(std::memory_order_relaxed);
  counters.peak_live_bytes = impl_->peak_live_bytes.load(std::memory_order_relaxed);
  counters.recycled = impl_->recycled.load(std::memory_order_relaxed);
  counters.kept_bytes = static_cast<int64_t>(impl_->pool->kept_bytes());
  counters.exported_bytes = impl_->exported_bytes.load(std::memory_order_relaxed);
  return counters;
}

const std::shared_ptr<MemoryBudget>& Arena::budget() const noexcept {
  return impl_->budget;
}

OwnedBuffer& OwnedBuffer::operator=(OwnedBuffer&& other) noexcept {
  if (this != &other) {
    Reset();
    arena_ = std::move(other.arena_);
    data_ = std::exchange(other.data_, nullptr);
    size_bytes_ = std::exchange(other.size_bytes_, 0);
    capacity_bytes_ = std::exchange(other.capacity_bytes_, 0);
  }
  return *this;
}

Status OwnedBuffer::Reserve(size_t capacity_bytes) {
  if (capacity_bytes <= capacity_bytes_) {
    return {};
  }
  if (arena_ == nullptr) {
    return Status::Internal("buffer has no arena to grow from");
  }
  Result<OwnedBuffer> grown = arena_->AllocateSized(capacity_bytes);
  if (!grown.ok()) {
    return std::move(grown).error();
  }
  CopyBytes(grown->data(), data_, size_bytes_);
  grown->SetSize(size_bytes_);
  *this = *std::move(grown);
  return {};
}

Status OwnedBuffer::Resize(size_t size_bytes) {
  if (size_bytes > capacity_bytes_) {
    const size_t doubled = capacity_bytes_ <= kMaxCapacityBytes / 2 ? 2 * capacity_bytes_ : 0;
    if (Status status = Reserve(std::max(size_bytes, doubled)); !status.ok()) {
      // The budget may still have room for what is needed, if not for what would be comfortable.
      if (status.code() != ErrorCode::kOutOfMemory || doubled <= size_bytes) {
        return status;
      }
      status = Reserve(size_bytes);
      if (!status.ok()) {
        return status;
      }
    }
  }
  size_bytes_ = size_bytes;
  return {};
}

Status OwnedBuffer::Append(ConstBytes bytes) {
  const size_t start = size_bytes_;
  if (bytes.size() > kMaxCapacityBytes - start) {
    return Status::OutOfMemory("no memory for " + std::to_string(bytes.size()) + " more bytes");
  }
  if (Status status = Resize(start + bytes.size()); !status.ok()) {
    return status;
  }
  CopyBytes(data_ + start, bytes.data(), bytes.size());
  return {};
}

void OwnedBuffer::Reset() noexcept {
  if (data_ != nullptr) {
    arena_->impl_->Free(data_, capacity_bytes_ + kSlackBytes, false);
  }
  data_ = nullptr;
  size_bytes_ = 0;
  capacity_bytes_ = 0;
}

Buffer OwnedBuffer::Publish() && {
  if (data_ == nullptr) {
    return {};
  }
  const size_t size_bytes = std::exchange(size_bytes_, 0);
  const size_t slack_bytes = std::exchange(capacity_bytes_, 0) + kSlackBytes - size_bytes;
  std::byte* memory = std::exchange(data_, nullptr);
  // Should the control block not fit, shared_ptr itself calls the deleter before it throws.
  std::shared_ptr<const std::byte> owner(memory, PublishedMemory(std::move(arena_), size_bytes + slack_bytes));
  return Buffer({memory, size_bytes}, std::move(owner), slack_bytes);
}

const std::shared_ptr<Arena>& DefaultArena() {
  static const std::shared_ptr<Arena> arena = Arena::Create();
  return arena;
}

}  // namespace taracea

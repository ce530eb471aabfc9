#include "encoding/entry_table.h"

#include <cstring>
#include <string>

#include "base/try.h"

namespace taracea::encoding {
namespace {

constexpr int64_t kFirstSlotCount = 4096;
constexpr int64_t kMaxSlotCount = int64_t{1} << 32;
constexpr int64_t kKeptSlotCount = int64_t{1} << 20;
constexpr int64_t kSlotsForEntry = 4;

}  // namespace

Status EntryTable::EnsureRoom(int64_t extra) {
  const int64_t wanted = (entry_count_ + extra) * kSlotsForEntry;
  const auto have = static_cast<int64_t>(slots_.size() / sizeof(uint64_t));
  if (wanted <= have) {
    return {};
  }
  int64_t slot_count = have == 0 ? kFirstSlotCount : have;
  while (slot_count < wanted) {
    slot_count *= 4;
  }
  if (slot_count > kMaxSlotCount) {
    return Status::LimitExceeded("expected at most " + std::to_string(kMaxSlotCount / kSlotsForEntry) +
                                 " dictionary entries, found " + std::to_string(entry_count_ + extra));
  }
  TARACEA_TRY_ASSIGN(OwnedBuffer grown, arena_->AllocateSized(static_cast<size_t>(slot_count) * sizeof(uint64_t)));
  std::memset(grown.data(), 0, grown.size());
  std::swap(slots_, grown);
  mask_ = static_cast<uint32_t>(slot_count - 1);
  const auto* const old = grown.as<uint64_t>();
  auto* const slots = slots_.as<uint64_t>();
  for (int64_t i = 0; i < have; ++i) {
    if (old[i] == 0) {
      continue;
    }
    auto at = static_cast<uint32_t>(old[i] >> 32) & mask_;
    while (slots[at] != 0) {
      at = (at + 1) & mask_;
    }
    slots[at] = old[i];
  }
  return {};
}

void EntryTable::Clear() noexcept {
  entry_count_ = 0;
  if (static_cast<int64_t>(slots_.size() / sizeof(uint64_t)) > kKeptSlotCount) {
    slots_.Reset();
    mask_ = 0;
  } else if (slots_.size() != 0) {
    std::memset(slots_.data(), 0, slots_.size());
  }
}

}  // namespace taracea::encoding

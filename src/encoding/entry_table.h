#pragma once

#include <cstdint>
#include <memory>

#include "base/arena.h"
#include "taracea/status.h"

namespace taracea::encoding {

/// An open-addressing table from 32-bit tags (of a hash) to the ids of entries that are stored elsewhere.
/// Shape:  slots of 8 bytes, {tag, id + 1}; at most a quarter is in use, so that the first slot usually decides.
/// Errors: kOutOfMemory.
class EntryTable {
 public:
  explicit EntryTable(std::shared_ptr<Arena> arena) noexcept : arena_(std::move(arena)) {}

  /// Makes room for `extra` entries more, so that so many additions need no check.
  Status EnsureRoom(int64_t extra);
  /// Forgets all entries; keeps the memory unless it is large.
  void Clear() noexcept;

  /// The id + 1 in the first slot of a tag when its tag is the same; else 0.
  uint32_t FirstCandidate(uint32_t tag) const noexcept {
    const uint64_t slot = slots()[tag & mask_];
    return static_cast<uint32_t>(slot >> 32) == tag ? static_cast<uint32_t>(slot) : 0;
  }
  /// Finds the id for which `same(id)` holds among those with that tag; when there is none, adds `next` and returns it.
  /// EnsureRoom has made room.
  template <typename Same>
  uint32_t FindOrAdd(uint32_t tag, uint32_t next, const Same& same) noexcept {
    uint64_t* const slots = slots_.as<uint64_t>();
    uint32_t at = tag & mask_;
    for (; slots[at] != 0; at = (at + 1) & mask_) {
      const auto id = static_cast<uint32_t>(slots[at]) - 1;
      if (static_cast<uint32_t>(slots[at] >> 32) == tag && same(id)) {
        return id;
      }
    }
    slots[at] = static_cast<uint64_t>(tag) << 32 | (uint64_t{next} + 1);
    ++entry_count_;
    return next;
  }

 private:
  const uint64_t* slots() const noexcept { return slots_.as<uint64_t>(); }

  std::shared_ptr<Arena> arena_;
  OwnedBuffer slots_;
  uint32_t mask_ = 0;  // slot count - 1
  int64_t entry_count_ = 0;
};

}  // namespace taracea::encoding

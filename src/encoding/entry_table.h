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

  /// Makes room for `extra` entries more, so that so many Insert calls need no check.
  Status EnsureRoom(int64_t extra);
  /// Forgets all entries; keeps the memory unless it is large.
  void Clear() noexcept;

  /// The id + 1 in the first slot of a tag when its tag is the same; else 0.
  uint32_t FirstCandidate(uint32_t tag) const noexcept {
    const uint64_t slot = slots()[tag & mask_];
    return static_cast<uint32_t>(slot >> 32) == tag ? static_cast<uint32_t>(slot) : 0;
  }
  /// Finds the id for which `same(id)` holds among those with that tag; -1 when there is none.
  template <typename Same>
  int64_t Find(uint32_t tag, const Same& same) const noexcept {
    for (uint32_t at = tag & mask_; slots()[at] != 0; at = (at + 1) & mask_) {
      const uint64_t slot = slots()[at];
      if (static_cast<uint32_t>(slot >> 32) == tag && same(static_cast<uint32_t>(slot) - 1)) {
        return static_cast<int64_t>(static_cast<uint32_t>(slot)) - 1;
      }
    }
    return -1;
  }
  /// Adds an id that is not in the table.
  void Insert(uint32_t tag, uint32_t id) noexcept {
    Place(tag, static_cast<uint64_t>(tag) << 32 | (uint64_t{id} + 1));
    ++entry_count_;
  }

 private:
  const uint64_t* slots() const noexcept { return slots_.as<uint64_t>(); }
  void Place(uint32_t tag, uint64_t slot) noexcept;

  std::shared_ptr<Arena> arena_;
  OwnedBuffer slots_;
  uint32_t mask_ = 0;  // slot count - 1
  int64_t entry_count_ = 0;
};

}  // namespace taracea::encoding

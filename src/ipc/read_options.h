#pragma once

#include <cstdint>
#include <memory>

#include "base/arena.h"
#include "taracea/limits.h"

namespace taracea::ipc {

/// How Arrow IPC data is read. The defaults suit input that nobody vouches for.
struct ReadOptions {
  ReadLimits limits;
  /// Where bodies and decompressed buffers go; null: an arena with a budget of limits.memory_budget_bytes.
  std::shared_ptr<Arena> arena = nullptr;
  /// Checks every offset, view, dictionary index, run end and UTF-8 sequence; otherwise sizes only, which suffices for
  /// data of this program's own.
  bool validate_values = true;
  /// Slots of an array that costs no bytes (null, structs, runs), which a few bytes could otherwise make endless.
  int64_t max_slots_without_bytes = (int64_t{1} << 31) - 1;
};

}  // namespace taracea::ipc

#include "column/slot_levels.h"

#include <cstring>

#include "array/bitmap.h"
#include "base/bytes.h"
#include "base/try.h"
#include "kernels/kernels.h"

namespace taracea::column {
namespace {

/// Collects single bits into a bitmap, a byte at a time.
class BitWriter {
 public:
  explicit BitWriter(std::byte* bits) noexcept : at_(bits) {}
  void Put(bool bit) noexcept {
    byte_ = static_cast<uint8_t>(byte_ | (static_cast<unsigned>(bit) << used_));
    if (++used_ == 8) {
      *at_++ = static_cast<std::byte>(byte_);
      byte_ = 0;
      used_ = 0;
    }
  }
  void Finish() noexcept {
    if (used_ != 0) {
      *at_ = static_cast<std::byte>(byte_);
    }
  }

 private:
  std::byte* at_;
  uint8_t byte_ = 0;
  unsigned used_ = 0;
};

Result<OwnedBuffer> AllocateBits(int64_t count, const std::shared_ptr<Arena>& arena) {
  return arena->AllocateSized(static_cast<size_t>(array::BitmapBytes(count)));
}

void KeepIfNeeded(OwnedBuffer bits, SlotValidity* slots) {
  if (slots->valid_count < slots->count) {
    bits.SetSize(static_cast<size_t>(array::BitmapBytes(slots->count)));
    slots->validity = std::move(bits).Publish();
  }
}

/// No list around and none below: every level entry is a slot.
Result<SlotValidity> ReadFlatSlots(const schema::MappedField& field, const LeafRows& leaf,
                                   const std::shared_ptr<Arena>& arena) {
  SlotValidity slots;
  slots.count = slots.valid_count = leaf.entry_count;
  const uint16_t threshold = field.valid_definition_level;
  if (threshold == 0) {
    return slots;
  }
  if (leaf.definition() == nullptr) {
    if (leaf.validity.size() == 0) {
      return slots;
    }
    // max_definition_level 1: the leaf's own bitmap answers for every field above it too.
    slots.valid_count = leaf.value_count;
    if (slots.valid_count < slots.count) {
      TARACEA_TRY_ASSIGN(OwnedBuffer bits, AllocateBits(slots.count, arena));
      CopyBytes(bits.data(), leaf.validity.data(), bits.size());
      KeepIfNeeded(std::move(bits), &slots);
    }
    return slots;
  }
  TARACEA_TRY_ASSIGN(OwnedBuffer bits, AllocateBits(slots.count, arena));
  slots.valid_count =
      kernels::ActiveKernels().levels_at_least(leaf.definition(), leaf.entry_count, threshold, bits.data(), 0);
  KeepIfNeeded(std::move(bits), &slots);
  return slots;
}

}  // namespace

Result<SlotValidity> ReadSlots(const schema::MappedField& field, EnclosingList around, const LeafRows& leaf,
                               const std::shared_ptr<Arena>& arena) {
  const uint16_t* repetition = leaf.repetition();
  const uint16_t* definition = leaf.definition();
  if (repetition == nullptr || definition == nullptr) {
    return ReadFlatSlots(field, leaf, arena);
  }
  SlotValidity slots;
  TARACEA_TRY_ASSIGN(OwnedBuffer bits, AllocateBits(leaf.entry_count, arena));
  BitWriter writer(bits.data());
  for (int64_t i = 0; i < leaf.entry_count; ++i) {
    if (repetition[i] <= around.repetition_level && definition[i] >= around.definition_level) {
      const bool valid = definition[i] >= field.valid_definition_level;
      writer.Put(valid);
      ++slots.count;
      slots.valid_count += valid ? 1 : 0;
    }
  }
  writer.Finish();
  KeepIfNeeded(std::move(bits), &slots);
  return slots;
}

Result<ListSlots> ReadLists(const schema::MappedField& field, EnclosingList around, const LeafRows& leaf,
                            const std::shared_ptr<Arena>& arena) {
  const uint16_t* repetition = leaf.repetition();
  const uint16_t* definition = leaf.definition();
  ListSlots lists;
  const auto entries = static_cast<size_t>(leaf.entry_count);
  TARACEA_TRY_ASSIGN(lists.offsets, arena->AllocateSized((entries + 1) * sizeof(int64_t)));
  TARACEA_TRY_ASSIGN(OwnedBuffer bits, AllocateBits(leaf.entry_count, arena));
  int64_t* offsets = lists.offsets.as<int64_t>();
  BitWriter writer(bits.data());
  for (int64_t i = 0; repetition != nullptr && definition != nullptr && i < leaf.entry_count; ++i) {
    if (repetition[i] <= around.repetition_level && definition[i] >= around.definition_level) {
      const bool valid = definition[i] >= field.valid_definition_level;
      writer.Put(valid);
      offsets[lists.slots.count++] = lists.element_count;
      lists.slots.valid_count += valid ? 1 : 0;
    }
    lists.element_count +=
        repetition[i] <= field.element_repetition_level && definition[i] >= field.element_definition_level ? 1 : 0;
  }
  writer.Finish();
  offsets[lists.slots.count] = lists.element_count;
  lists.offsets.SetSize((static_cast<size_t>(lists.slots.count) + 1) * sizeof(int64_t));
  KeepIfNeeded(std::move(bits), &lists.slots);
  return lists;
}

}  // namespace taracea::column

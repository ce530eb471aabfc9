#pragma once

#include <cstdint>
#include <cstring>
#include <memory>

#include "base/arena.h"
#include "base/bytes.h"
#include "base/try.h"
#include "encoding/encoder.h"
#include "encoding/plain_encoder.h"
#include "encoding/seeded_hash.h"

namespace taracea::encoding {

/// Dictionary entries of 4 or 8 bytes, compared by their bits: NaNs of different payload and zeros of different sign
/// are different entries.
template <typename T>
class NumberEntries {
 public:
  using Value = T;

  NumberEntries(const EncoderSpec& /*spec*/, std::shared_ptr<Arena> arena) noexcept : arena_(std::move(arena)) {}

  Status CheckShape(const Values& values) const { return CheckFixed(values, sizeof(T)); }
  static uint64_t Hash(T value, const HashSeed& seed) noexcept { return HashNumber(value, seed); }
  bool Same(uint32_t id, T value) const noexcept { return entries_.as<T>()[id] == value; }
  Status Push(T value) { return entries_.Append(BytesOf(&value, 1)); }
  Status Start() {
    if (entries_.arena() == nullptr) {
      TARACEA_TRY_ASSIGN(entries_, arena_->Allocate(1024 * sizeof(T)));
    }
    return {};
  }
  void Clear() noexcept { entries_.SetSize(0); }

  int64_t count() const noexcept { return static_cast<int64_t>(entries_.size() / sizeof(T)); }
  int64_t plain_size_bytes() const noexcept { return static_cast<int64_t>(entries_.size()); }
  Values View(int64_t start, int64_t count) const noexcept {
    return Values::Fixed(entries_.data() + static_cast<size_t>(start) * sizeof(T), sizeof(T), count, kSlackBytes);
  }
  Status WritePlain(const kernels::Kernels& /*kernels*/, OwnedBuffer* out) const {
    return out->Append(entries_.bytes());
  }

 private:
  std::shared_ptr<Arena> arena_;
  OwnedBuffer entries_;
};

/// Dictionary entries of any length, or of one length that is not a number's: their bytes joined, and offsets.
class ByteEntries {
 public:
  using Value = ConstBytes;

  ByteEntries(const EncoderSpec& spec, std::shared_ptr<Arena> arena) noexcept
      : arena_(std::move(arena)),
        is_fixed_(spec.type != PhysicalType::kByteArray),
        width_bytes_(spec.type == PhysicalType::kFixedLenByteArray ? spec.type_length : FixedWidthBytes(spec.type)) {}

  Status CheckShape(const Values& values) const;
  static uint64_t Hash(ConstBytes value, const HashSeed& seed) noexcept { return HashBytes(value, seed); }
  bool Same(uint32_t id, ConstBytes value) const noexcept {
    const int64_t* const at = offsets() + id;
    const auto size = static_cast<size_t>(at[1] - at[0]);
    return size == value.size() && SameBytes(bytes_.data() + at[0], value.data(), size);
  }
  Status Push(ConstBytes value);
  Status Start();
  void Clear() noexcept;

  int64_t count() const noexcept { return count_; }
  int64_t plain_size_bytes() const noexcept {
    return static_cast<int64_t>(bytes_.size()) + (is_fixed_ ? 0 : 4 * count_);
  }
  Values View(int64_t start, int64_t count) const noexcept;
  Status WritePlain(const kernels::Kernels& kernels, OwnedBuffer* out) const;

 private:
  const int64_t* offsets() const noexcept { return offsets_.as<int64_t>(); }
  /// Compares in loads of 8 bytes that overlap at the end; short values are the usual ones.
  static bool SameBytes(const std::byte* a, const std::byte* b, size_t size) noexcept {
    if (size < 8) {
      return size == 0 || std::memcmp(a, b, size) == 0;
    }
    if (size > 32) {
      return std::memcmp(a, b, size) == 0;
    }
    uint64_t different = Load<uint64_t>(a + size - 8) ^ Load<uint64_t>(b + size - 8);
    for (size_t i = 0; i + 8 < size; i += 8) {
      different |= Load<uint64_t>(a + i) ^ Load<uint64_t>(b + i);
    }
    return different == 0;
  }

  std::shared_ptr<Arena> arena_;
  const bool is_fixed_;
  const int width_bytes_;
  OwnedBuffer bytes_;
  OwnedBuffer offsets_;  // count_ + 1
  int64_t count_ = 0;
};

}  // namespace taracea::encoding

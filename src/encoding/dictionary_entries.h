#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "base/arena.h"
#include "base/bytes.h"
#include "base/try.h"
#include "encoding/encoder.h"
#include "encoding/plain_encoder.h"
#include "encoding/seeded_hash.h"

namespace taracea::encoding {

/// Values that are looked up together.
inline constexpr int64_t kLookupStep = 64;

/// Dictionary entries of 4 or 8 bytes, compared by their bits: NaNs of different payload and zeros of different sign
/// are different entries.
template <typename T>
class NumberEntries {
 public:
  struct Batch {
    T values[kLookupStep];
    void Set(int64_t i, ConstBytes value) noexcept { values[i] = Load<T>(value.data()); }
  };

  NumberEntries(const EncoderSpec& /*spec*/, const kernels::Kernels& /*kernels*/, std::shared_ptr<Arena> arena) noexcept
      : arena_(std::move(arena)) {}

  Status CheckShape(const Values& values) const { return CheckFixed(values, sizeof(T)); }
  void Hash(const Batch& batch, int64_t count, const kernels::HashKeys& keys, uint32_t* tags) const noexcept {
    for (int64_t i = 0; i < count; ++i) {
      tags[i] = HashNumber(batch.values[i], keys);
    }
  }
  /// Whether all values are the same.
  bool Repeats(const Batch& batch, int64_t count) const noexcept {
    return batch.values[0] == batch.values[count - 1] &&
           std::count(batch.values, batch.values + count, batch.values[0]) == count;
  }
  /// Bit i: value i is entry ids[i].
  uint64_t Same(const Batch& batch, const uint32_t* ids, int64_t count) const noexcept {
    uint64_t same = 0;
    for (int64_t i = 0; i < count; ++i) {
      same |= static_cast<uint64_t>(entries_.as<T>()[ids[i]] == batch.values[i] ? 1 : 0) << i;
    }
    return same;
  }
  bool Same(const Batch& batch, int64_t i, uint32_t id) const noexcept {
    return entries_.as<T>()[id] == batch.values[i];
  }
  /// Makes room for all values of a batch.
  Status Reserve(const Batch& /*batch*/, int64_t count) {
    if (entries_.arena() == nullptr) {
      TARACEA_TRY_ASSIGN(entries_, arena_->Allocate(1024 * sizeof(T)));
    }
    const size_t size = entries_.size();
    TARACEA_TRY(entries_.Resize(size + static_cast<size_t>(count) * sizeof(T)));
    entries_.SetSize(size);
    return {};
  }
  /// Adds value i; Reserve has made room.
  void Push(const Batch& batch, int64_t i) noexcept {
    entries_.as<T>()[count()] = batch.values[i];
    entries_.SetSize(entries_.size() + sizeof(T));
  }
  void Clear() noexcept { entries_.SetSize(0); }

  int64_t count() const noexcept { return static_cast<int64_t>(entries_.size() / sizeof(T)); }
  int64_t plain_size_bytes() const noexcept { return static_cast<int64_t>(entries_.size()); }
  Values View(int64_t start, int64_t count) const noexcept {
    return Values::Fixed(entries_.data() + static_cast<size_t>(start) * sizeof(T), sizeof(T), count, kSlackBytes);
  }
  Status WritePlain(OwnedBuffer* out) const { return out->Append(entries_.bytes()); }

 private:
  std::shared_ptr<Arena> arena_;
  OwnedBuffer entries_;
};

/// Dictionary entries of any length, or of one length that is not a number's: their bytes joined, and offsets.
class ByteEntries {
 public:
  struct Batch {
    const std::byte* at[kLookupStep];
    uint32_t sizes[kLookupStep];
    void Set(int64_t i, ConstBytes value) noexcept {
      at[i] = value.data();
      sizes[i] = static_cast<uint32_t>(value.size());
    }
  };

  ByteEntries(const EncoderSpec& spec, const kernels::Kernels& kernels, std::shared_ptr<Arena> arena) noexcept
      : kernels_(&kernels),
        arena_(std::move(arena)),
        is_fixed_(spec.type != PhysicalType::kByteArray),
        width_bytes_(spec.type == PhysicalType::kFixedLenByteArray ? spec.type_length : FixedWidthBytes(spec.type)) {}

  Status CheckShape(const Values& values) const {
    return is_fixed_ ? CheckFixed(values, width_bytes_) : CheckLengths(values);
  }
  void Hash(const Batch& batch, int64_t count, const kernels::HashKeys& keys, uint32_t* tags) const noexcept {
    kernels_->hash_bytes({batch.at, batch.sizes}, count, keys, tags);
  }
  bool Repeats(const Batch& batch, int64_t count) const noexcept;
  uint64_t Same(const Batch& batch, const uint32_t* ids, int64_t count) const noexcept {
    return kernels_->same_bytes({batch.at, batch.sizes}, {offsets(), bytes_.data()}, ids, count);
  }
  bool Same(const Batch& batch, int64_t i, uint32_t id) const noexcept {
    return kernels_->same_bytes({batch.at + i, batch.sizes + i}, {offsets(), bytes_.data()}, &id, 1) != 0;
  }
  Status Reserve(const Batch& batch, int64_t count);
  void Push(const Batch& batch, int64_t i) noexcept {
    const auto size = static_cast<int64_t>(bytes_.size());
    CopyBytes(bytes_.data() + size, batch.at[i], batch.sizes[i]);
    bytes_.SetSize(static_cast<size_t>(size) + batch.sizes[i]);
    offsets_.as<int64_t>()[++count_] = size + batch.sizes[i];
  }
  void Clear() noexcept;

  int64_t count() const noexcept { return count_; }
  int64_t plain_size_bytes() const noexcept {
    return static_cast<int64_t>(bytes_.size()) + (is_fixed_ ? 0 : 4 * count_);
  }
  Values View(int64_t start, int64_t count) const noexcept;
  Status WritePlain(OwnedBuffer* out) const;

 private:
  const int64_t* offsets() const noexcept { return offsets_.as<int64_t>(); }

  const kernels::Kernels* kernels_;
  std::shared_ptr<Arena> arena_;
  const bool is_fixed_;
  const int width_bytes_;
  OwnedBuffer bytes_;
  OwnedBuffer offsets_;  // count_ + 1
  int64_t count_ = 0;
};

}  // namespace taracea::encoding

#include <algorithm>
#include <bit>
#include <string>

#include "base/bytes.h"
#include "base/try.h"
#include "encoding/dictionary_entries.h"
#include "encoding/encoder.h"
#include "encoding/entry_table.h"
#include "encoding/rle_hybrid_writer.h"
#include "encoding/seeded_hash.h"
#include "encoding/visit_values.h"

namespace taracea::encoding {
namespace {

constexpr int64_t kStep = kLookupStep;
constexpr int64_t kMaxEntryCount = INT32_MAX;

/// Builds the dictionary in steps of 64 values: hash all; look at the first slot of each, which decides for nearly all
/// that were seen before; then insert or look further for the rest, in order.
template <typename EntryStore>
class TypedDictionaryEncoder final : public DictionaryEncoder {
 public:
  using Batch = typename EntryStore::Batch;

  explicit TypedDictionaryEncoder(const EncoderSpec& spec)
      : kernels_(spec.kernels != nullptr ? spec.kernels : &kernels::ActiveKernels()),
        arena_(spec.arena ? spec.arena : DefaultArena()),
        entries_(spec, *kernels_, arena_),
        table_(arena_),
        keys_(ProcessHashKeys()) {}

  Status Append(const Values& values) override {
    const int64_t start = index_count();
    TARACEA_TRY(ReserveIndices(values.count));
    TARACEA_TRY(Insert(values, indices_.as<uint32_t>() + start));
    indices_.SetSize(static_cast<size_t>(start + values.count) * sizeof(uint32_t));
    return {};
  }

  Status Insert(const Values& values, uint32_t* indices) override {
    TARACEA_TRY(entries_.CheckShape(values));
    return VisitValues(values,
                       [this, &values, indices](const auto& at) { return this->InsertAll(values.count, indices, at); });
  }

  Status AppendIndices(std::span<const uint32_t> indices) override {
    const auto count = static_cast<int64_t>(indices.size());
    if (const uint32_t largest = kernels_->max_u32(indices.data(), count); count > 0 && largest >= entry_count()) {
      return Status::InvalidArgument("expected dictionary indices below " + std::to_string(entry_count()) + ", found " +
                                     std::to_string(largest));
    }
    TARACEA_TRY(ReserveIndices(count));
    return indices_.Append(BytesOf(indices.data(), indices.size()));
  }

  int64_t entry_count() const noexcept override { return entries_.count(); }
  int64_t dictionary_size_bytes() const noexcept override { return entries_.plain_size_bytes(); }
  int64_t index_count() const noexcept override { return static_cast<int64_t>(indices_.size() / sizeof(uint32_t)); }
  int64_t EstimatedIndicesSize() const noexcept override {
    return 1 + RleHybridWriter::SizeBound(index_count(), IndexWidth(static_cast<uint32_t>(entry_count())));
  }

  Status FlushIndices(OwnedBuffer* out) override {
    const std::span<const uint32_t> pending = PendingIndices();
    const auto count = static_cast<int64_t>(pending.size());
    // The width that this page needs: early pages use few of the entries.
    const int bit_width = count == 0 ? 0 : IndexWidth(kernels_->max_u32(pending.data(), count));
    const auto width_byte = static_cast<std::byte>(bit_width);
    TARACEA_TRY(out->Append({&width_byte, 1}));
    if (count > 0) {
      RleHybridWriter writer(*kernels_);
      writer.Start(bit_width);
      TARACEA_TRY(writer.Append(pending.data(), count, out));
      TARACEA_TRY(writer.Finish(out));
    }
    indices_.SetSize(0);
    return {};
  }

  std::span<const uint32_t> PendingIndices() const noexcept override {
    return {indices_.as<uint32_t>(), static_cast<size_t>(index_count())};
  }
  Status WriteDictionary(OwnedBuffer* out) const override { return entries_.WritePlain(out); }
  Values Entries(int64_t start, int64_t count) const override { return entries_.View(start, count); }
  void Reset() noexcept override {
    entries_.Clear();
    table_.Clear();
    indices_.SetSize(0);
  }

 private:
  /// Bits of the largest index; 1 at least, since some readers refuse width 0.
  static int IndexWidth(uint32_t largest) noexcept { return std::max(1, static_cast<int>(std::bit_width(largest))); }

  Status ReserveIndices(int64_t count) {
    if (indices_.arena() == nullptr) {
      TARACEA_TRY_ASSIGN(indices_, arena_->Allocate(4096 * sizeof(uint32_t)));
    }
    const size_t size = indices_.size();
    TARACEA_TRY(indices_.Resize(size + static_cast<size_t>(count) * sizeof(uint32_t)));
    indices_.SetSize(size);
    return {};
  }

  template <typename At>
  Status InsertAll(int64_t count, uint32_t* indices, const At& at) {
    for (int64_t done = 0; done < count; done += kStep) {
      const int64_t step = std::min(count - done, kStep);
      if (entries_.count() > kMaxEntryCount - step) {
        return Status::LimitExceeded("expected at most " + std::to_string(kMaxEntryCount) + " dictionary entries");
      }
      Batch batch;
      for (int64_t i = 0; i < step; ++i) {
        batch.Set(i, at(done + i));
      }
      TARACEA_TRY(table_.EnsureRoom(step));
      if (step > 1 && entries_.Repeats(batch, step)) {
        TARACEA_TRY(InsertStep(batch, 1, indices + done));
        std::fill_n(indices + done + 1, step - 1, indices[done]);
      } else {
        TARACEA_TRY(InsertStep(batch, step, indices + done));
      }
    }
    return {};
  }

  Status InsertStep(const Batch& batch, int64_t count, uint32_t* indices) {
    uint32_t tags[kStep];
    entries_.Hash(batch, count, keys_, tags);
    uint64_t found = 0;
    if (entries_.count() > 0) {
      // Without a candidate entry 0 is compared in its place and does not count.
      uint64_t candidates = 0;
      for (int64_t i = 0; i < count; ++i) {
        const uint32_t candidate = table_.FirstCandidate(tags[i]);
        candidates |= static_cast<uint64_t>(candidate != 0 ? 1 : 0) << i;
        indices[i] = candidate - (candidate != 0 ? 1 : 0);
      }
      found = candidates & entries_.Same(batch, indices, count);
    }
    const uint64_t all = ~uint64_t{0} >> (kStep - count);
    if (found == all) {
      return {};
    }
    TARACEA_TRY(entries_.Reserve(batch, count));
    for (uint64_t missed = all & ~found; missed != 0; missed &= missed - 1) {
      const int i = std::countr_zero(missed);
      indices[i] = FindOrPush(batch, i, tags[i]);
    }
    return {};
  }

  uint32_t FindOrPush(const Batch& batch, int64_t i, uint32_t tag) noexcept {
    const auto next = static_cast<uint32_t>(entries_.count());
    const uint32_t id =
        table_.FindOrAdd(tag, next, [this, &batch, i](uint32_t entry) { return entries_.Same(batch, i, entry); });
    if (id == next) {
      entries_.Push(batch, i);
    }
    return id;
  }

  const kernels::Kernels* kernels_;
  std::shared_ptr<Arena> arena_;
  EntryStore entries_;
  EntryTable table_;
  const kernels::HashKeys keys_;
  OwnedBuffer indices_;  // of the page in progress
};

}  // namespace

Result<std::unique_ptr<DictionaryEncoder>> MakeDictionaryEncoder(const EncoderSpec& spec) {
  switch (spec.type) {
    case PhysicalType::kBoolean: return Status::InvalidArgument("booleans are not worth a dictionary");
    case PhysicalType::kInt32:
    case PhysicalType::kFloat: return std::make_unique<TypedDictionaryEncoder<NumberEntries<uint32_t>>>(spec);
    case PhysicalType::kInt64:
    case PhysicalType::kDouble: return std::make_unique<TypedDictionaryEncoder<NumberEntries<uint64_t>>>(spec);
    case PhysicalType::kFixedLenByteArray:
      if (spec.type_length < 0) {
        return Status::InvalidArgument("expected a type_length, found " + std::to_string(spec.type_length));
      }
      return std::make_unique<TypedDictionaryEncoder<ByteEntries>>(spec);
    default: return std::make_unique<TypedDictionaryEncoder<ByteEntries>>(spec);
  }
}

}  // namespace taracea::encoding

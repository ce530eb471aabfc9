#include "encoding/dictionary_decoder.h"

#include <algorithm>
#include <span>
#include <string>

#include "base/bytes.h"
#include "base/try.h"
#include "encoding/decoder_checks.h"
#include "encoding/rle_hybrid_reader.h"

namespace taracea::encoding {
namespace {

// Indices are read, checked and used in steps that stay in the first-level cache.
constexpr int64_t kStep = 1024;
// Measure keeps at most so many indices for Decode: the count is the file's, the memory ours.
constexpr int64_t kMaxKept = 65536;

class DictionaryDecoder final : public Decoder {
 public:
  DictionaryDecoder(Encoding encoding, const DecoderSpec& spec, const kernels::Kernels& kernels)
      : encoding_(encoding),
        kernels_(&kernels),
        arena_(spec.arena ? spec.arena : DefaultArena()),
        dictionary_(spec.dictionary),
        entry_count_(dictionary_->entry_count),
        reader_(kernels) {
    for (int64_t i = 0; is_byte_array() && i < entry_count_; ++i) {
      longest_entry_ = std::max(longest_entry_, entry_offsets()[i + 1] - entry_offsets()[i]);
    }
  }

  Status Reset(const PageValues& page) override {
    remaining_ = 0;
    kept_at_ = 0;
    kept_end_ = 0;
    if (page.value_count < 0) {
      return Status::Corrupt("expected a count of values, found " + std::to_string(page.value_count));
    }
    if (page.value_count == 0) {
      return {};
    }
    if (page.bytes.empty()) {
      return Status::Corrupt("expected a bit width before " + std::to_string(page.value_count) +
                             " dictionary indices, found no bytes");
    }
    const int bit_width = static_cast<int>(page.bytes[0]);
    if (bit_width > 32) {
      return Status::Corrupt("expected dictionary indices of at most 32 bits, found " + std::to_string(bit_width));
    }
    if (indices_.capacity() == 0) {
      TARACEA_TRY_ASSIGN(indices_, arena_->AllocateSized(static_cast<size_t>(kStep) * sizeof(uint32_t)));
    }
    reader_.Reset(page.bytes.subspan(1), bit_width, page.slack_after_bytes);
    remaining_ = page.value_count;
    return {};
  }

  Result<int64_t> Measure(int64_t count) override {
    TARACEA_TRY(CheckCount(count, remaining_));
    return is_byte_array() ? MeasureByteArrays(count) : MeasureBound(count);
  }

  int64_t MeasureBound(int64_t count) const noexcept override {
    return count * (is_byte_array() ? longest_entry_ : dictionary_->width_bytes);
  }

  Status Decode(int64_t count, const Output& out) override {
    TARACEA_TRY(CheckCount(count, remaining_));
    const bool offsets = out.kind == Output::Kind::kOffsets32 || out.kind == Output::Kind::kOffsets64;
    if (out.kind != Output::Kind::kIndices && offsets != is_byte_array()) {
      return WrongOutput(encoding_, out.kind);
    }
    Output rest = out;
    while (count > 0) {
      if (out.kind == Output::Kind::kIndices && kept_at_ == kept_end_) {
        TARACEA_TRY(ReadStraight(count, rest.indices));
        break;
      }
      TARACEA_TRY_ASSIGN(const std::span<const uint32_t> indices, NextIndices(count));
      TARACEA_TRY(Emit(indices, &rest));
      count -= static_cast<int64_t>(indices.size());
    }
    return {};
  }

  Status Skip(int64_t count) override {
    TARACEA_TRY(CheckCount(count, remaining_));
    const int64_t kept = std::min(count, kept_end_ - kept_at_);
    kept_at_ += kept;
    remaining_ -= count;
    return reader_.Skip(count - kept);
  }

  int64_t remaining() const noexcept override { return remaining_; }
  Encoding encoding() const noexcept override { return encoding_; }

 private:
  bool is_byte_array() const noexcept { return dictionary_->type == PhysicalType::kByteArray; }
  const int64_t* entry_offsets() const noexcept { return dictionary_->offsets.as<int64_t>().data(); }

  Status ReadChecked(RleHybridReader* reader, int64_t count, uint32_t* indices) const {
    TARACEA_TRY(reader->Read(count, indices));
    const uint32_t largest = kernels_->max_u32(indices, count);
    if (largest >= entry_count_) {
      return Status::Corrupt("expected dictionary indices below " + std::to_string(entry_count_) + ", found " +
                             std::to_string(largest));
    }
    return {};
  }

  /// Reads indices to where they are wanted, in steps that are checked while they are in the cache.
  Status ReadStraight(int64_t count, uint32_t* indices) {
    for (int64_t done = 0; done < count; done += kStep) {
      TARACEA_TRY(ReadChecked(&reader_, std::min(count - done, kStep), indices + done));
    }
    remaining_ -= count;
    return {};
  }

  /// Hands out the next 1..kStep of `count` indices.
  Result<std::span<const uint32_t>> NextIndices(int64_t count) {
    const bool kept = kept_at_ < kept_end_;
    const int64_t step = std::min({count, kStep, kept ? kept_end_ - kept_at_ : count});
    if (!kept) {
      TARACEA_TRY(ReadChecked(&reader_, step, indices_.as<uint32_t>()));
    }
    const uint32_t* first = kept ? kept_.as<uint32_t>() + kept_at_ : indices_.as<uint32_t>();
    kept_at_ += kept ? step : 0;
    remaining_ -= step;
    return std::span<const uint32_t>(first, static_cast<size_t>(step));
  }

  /// Reads up to `count` indices ahead into kept_.
  Status Keep(int64_t count) {
    const int64_t kept = kept_end_ - kept_at_;
    if (kept >= count) {
      return {};
    }
    // What is kept moves to the front; both are small.
    std::copy_n(kept_.as<uint32_t>() + kept_at_, kept, kept_.as<uint32_t>());
    kept_at_ = 0;
    kept_end_ = kept;
    if (kept_.arena() == nullptr) {
      TARACEA_TRY_ASSIGN(kept_, arena_->Allocate(static_cast<size_t>(count) * sizeof(uint32_t)));
    }
    TARACEA_TRY(kept_.Resize(static_cast<size_t>(std::max(count, kept)) * sizeof(uint32_t)));
    TARACEA_TRY(ReadChecked(&reader_, count - kept, kept_.as<uint32_t>() + kept));
    kept_end_ = count;
    return {};
  }

  Result<int64_t> MeasureByteArrays(int64_t count) {
    const int64_t near = std::min(count, kMaxKept);
    TARACEA_TRY(Keep(near));
    int64_t sum = kernels_->gather_measure(entry_offsets(), kept_.as<uint32_t>() + kept_at_, near);
    RleHybridReader ahead = reader_;
    for (int64_t left = count - std::max(near, kept_end_ - kept_at_); left > 0;) {
      const int64_t step = std::min(left, kStep);
      TARACEA_TRY(ReadChecked(&ahead, step, indices_.as<uint32_t>()));
      sum += kernels_->gather_measure(entry_offsets(), indices_.as<uint32_t>(), step);
      left -= step;
    }
    return sum;
  }

  Status Emit(std::span<const uint32_t> indices, Output* out) const {
    const auto count = static_cast<int64_t>(indices.size());
    const bool write_slack =
        out->slack_after_bytes >= kernels::kWriteSlackBytes && dictionary_->values.slack() >= kernels::kReadSlackBytes;
    const kernels::EntryBytes entries{entry_offsets(), dictionary_->values.data()};
    switch (out->kind) {
      case Output::Kind::kIndices:
        std::copy(indices.begin(), indices.end(), out->indices);
        out->indices += count;
        return {};
      case Output::Kind::kFixed:
        kernels_->gather_fixed(dictionary_->values.data(), dictionary_->width_bytes, indices.data(), count,
                               out->values);
        out->values += count * dictionary_->width_bytes;
        return {};
      case Output::Kind::kOffsets32:
        TARACEA_TRY(CheckOffsets32(indices, out->offsets32[0]));
        kernels_->gather_offsets32(entries, indices.data(), count, out->offsets32, out->values, write_slack);
        out->offsets32 += count;
        return {};
      case Output::Kind::kOffsets64:
        kernels_->gather_offsets64(entries, indices.data(), count, out->offsets64, out->values, write_slack);
        out->offsets64 += count;
        return {};
    }
    return WrongOutput(encoding_, out->kind);
  }

  Status CheckOffsets32(std::span<const uint32_t> indices, int32_t first) const {
    const auto count = static_cast<int64_t>(indices.size());
    if (first + longest_entry_ * count <= INT32_MAX) {
      return {};
    }
    const int64_t last = first + kernels_->gather_measure(entry_offsets(), indices.data(), count);
    return last <= INT32_MAX ? Status() : OffsetsTooNarrow(last);
  }

  const Encoding encoding_;
  const kernels::Kernels* kernels_;
  std::shared_ptr<Arena> arena_;
  std::shared_ptr<const Dictionary> dictionary_;
  const int64_t entry_count_;
  int64_t longest_entry_ = 0;
  RleHybridReader reader_;
  int64_t remaining_ = 0;
  OwnedBuffer indices_;  // kStep
  OwnedBuffer kept_;     // [kept_at_, kept_end_): read ahead by Measure, checked, not yet decoded
  int64_t kept_at_ = 0;
  int64_t kept_end_ = 0;
};

}  // namespace

Result<std::unique_ptr<Decoder>> MakeDictionaryDecoder(Encoding encoding, const DecoderSpec& spec) {
  if (spec.dictionary == nullptr) {
    return Status::Corrupt("expected a dictionary page before a page of " + ToString(encoding) + ", found none");
  }
  if (spec.dictionary->type != spec.type) {
    return Status::InvalidArgument("expected a dictionary of " + ToString(spec.type) + ", found one of " +
                                   ToString(spec.dictionary->type));
  }
  return std::make_unique<DictionaryDecoder>(encoding, spec,
                                             spec.kernels != nullptr ? *spec.kernels : kernels::ActiveKernels());
}

}  // namespace taracea::encoding

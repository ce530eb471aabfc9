#include <algorithm>
#include <iterator>
#include <string>

#include "base/bytes.h"
#include "base/try.h"
#include "encoding/decoder_checks.h"
#include "encoding/delta_byte_array.h"
#include "encoding/delta_lengths.h"

namespace taracea::encoding {
namespace {

constexpr int64_t kStep = 1024;

class DeltaByteArrayDecoder final : public Decoder {
 public:
  DeltaByteArrayDecoder(const DecoderSpec& spec, const kernels::Kernels& kernels)
      : is_fixed_(spec.type == PhysicalType::kFixedLenByteArray),
        width_bytes_(spec.type_length),
        carries_last_value_(spec.carries_last_value),
        kernels_(&kernels),
        arena_(spec.arena ? spec.arena : DefaultArena()),
        prefixes_(kernels, arena_),
        suffixes_(kernels, arena_) {}

  Status Reset(const PageValues& page) override {
    remaining_ = 0;
    if (last_.arena() == nullptr) {
      TARACEA_TRY_ASSIGN(last_, arena_->Allocate(256));
    }
    if (!carries_last_value_) {
      last_.SetSize(0);
    }
    body_ = {};
    if (page.value_count == 0) {
      return {};
    }
    ConstBytes rest;
    TARACEA_TRY(prefixes_.Reset(page.bytes, page.slack_after_bytes, page.value_count, &rest));
    TARACEA_TRY(suffixes_.Reset(rest, page.slack_after_bytes, page.value_count, &body_));
    remaining_ = page.value_count;
    return {};
  }

  Result<int64_t> Measure(int64_t count) override {
    TARACEA_TRY(CheckCount(count, remaining_));
    LengthsAhead prefixes(&prefixes_);
    LengthsAhead suffixes(&suffixes_);
    Place place = Here();
    int64_t sum = 0;
    while (count > 0) {
      TARACEA_TRY_ASSIGN(const Lengths some_prefixes, prefixes.Next(count));
      TARACEA_TRY_ASSIGN(const Lengths some_suffixes, suffixes.Next(count));
      const int64_t all = std::ssize(some_prefixes);
      for (int64_t done = 0; done < all; done += kStep) {
        Step step{some_prefixes.data() + done, some_suffixes.data() + done, std::min(all - done, kStep)};
        TARACEA_TRY(Check(&step, &place));
        sum += step.value_bytes;
      }
      count -= all;
    }
    return sum;
  }

  int64_t MeasureBound(int64_t count) const noexcept override {
    return is_fixed_ ? count * width_bytes_ : count * static_cast<int64_t>(last_.size() + body_.size());
  }

  Status Decode(int64_t count, const Output& out) override {
    TARACEA_TRY(CheckCount(count, remaining_));
    if ((out.kind == Output::Kind::kFixed) != is_fixed_ || out.kind == Output::Kind::kIndices) {
      return WrongOutput(encoding(), out.kind);
    }
    Place place = Here();
    const std::byte* last = last_.data();
    Output rest = out;
    for (int64_t left = count; left > 0;) {
      TARACEA_TRY_ASSIGN(const Step step, TakeStep(left, &place));
      TARACEA_TRY(Emit(step, &last, &rest));
      Consume(step);
      left -= step.count;
    }
    if (count == 0) {
      return {};
    }
    // Copies the last value: the caller may reuse the output before the next call.
    last_.SetSize(0);
    return last_.Append({last, place.last_size_bytes});
  }

  Status Skip(int64_t count) override {
    TARACEA_TRY(CheckCount(count, remaining_));
    Place place = Here();
    while (count > 0) {
      TARACEA_TRY_ASSIGN(const Step step, TakeStep(count, &place));
      const std::byte* suffix = body_.data();
      for (int64_t i = 0; i < step.count; ++i) {
        last_.SetSize(step.prefixes[i]);
        TARACEA_TRY(last_.Append({suffix, step.suffixes[i]}));
        suffix += step.suffixes[i];
      }
      Consume(step);
      count -= step.count;
    }
    return {};
  }

  int64_t remaining() const noexcept override { return remaining_; }
  Encoding encoding() const noexcept override { return Encoding::kDeltaByteArray; }

 private:
  /// Up to kStep values whose lengths were checked; sizes_ holds theirs.
  struct Step {
    const uint32_t* prefixes;
    const uint32_t* suffixes;
    int64_t count;
    int64_t suffix_bytes = 0;
    int64_t value_bytes = 0;
  };
  /// What lengths are checked against.
  struct Place {
    int64_t body_bytes;
    uint32_t last_size_bytes;
  };

  Place Here() const noexcept { return {static_cast<int64_t>(body_.size()), static_cast<uint32_t>(last_.size())}; }

  Result<Step> TakeStep(int64_t count, Place* place) {
    TARACEA_TRY_ASSIGN(const Lengths prefixes, prefixes_.Take(std::min(count, kStep)));
    TARACEA_TRY_ASSIGN(const Lengths suffixes, suffixes_.Take(std::min(count, kStep)));
    Step step{prefixes.data(), suffixes.data(), std::ssize(prefixes)};
    TARACEA_TRY(Check(&step, place));
    return step;
  }

  /// Checks all that joining takes for granted, and moves *place behind the step.
  Status Check(Step* step, Place* place) {
    const kernels::PrefixedStrings strings{step->prefixes, step->suffixes, nullptr};
    const kernels::PrefixedSizes sums =
        kernels_->measure_prefixed(strings, step->count, place->last_size_bytes, sizes_);
    if (!sums.fit) {
      return PrefixTooLong(*step, place->last_size_bytes);
    }
    for (int64_t i = 0; is_fixed_ && i < step->count; ++i) {
      if (sizes_[i] != width_bytes_) {
        return Status::Corrupt("expected values of " + std::to_string(width_bytes_) + " bytes, found one of " +
                               std::to_string(sizes_[i]));
      }
    }
    if (sums.suffix_bytes > place->body_bytes) {
      return Status::Corrupt("expected suffixes that end within the page, found " + std::to_string(sums.suffix_bytes) +
                             " bytes where " + std::to_string(place->body_bytes) + " are left");
    }
    // A value carried from page to page may grow on each: below this bound no sum of prefix and suffix wraps.
    if (sizes_[step->count - 1] > INT32_MAX) {
      return Status::Corrupt("expected values of at most " + std::to_string(INT32_MAX) + " bytes, found one of " +
                             std::to_string(sizes_[step->count - 1]));
    }
    step->suffix_bytes = sums.suffix_bytes;
    step->value_bytes = sums.value_bytes;
    place->body_bytes -= sums.suffix_bytes;
    place->last_size_bytes = sizes_[step->count - 1];
    return {};
  }

  Status PrefixTooLong(const Step& step, uint32_t last_size_bytes) const {
    int64_t i = 0;
    for (; step.prefixes[i] <= last_size_bytes; ++i) {
      last_size_bytes = sizes_[i];
    }
    return Status::Corrupt("expected a prefix of at most " + std::to_string(last_size_bytes) + " bytes, found " +
                           std::to_string(static_cast<int32_t>(step.prefixes[i])));
  }

  /// Writes the values of a step; *last walks over the values, *out over the output.
  Status Emit(const Step& step, const std::byte** last, Output* out) noexcept {
    const Lengths sizes(sizes_, static_cast<size_t>(step.count));
    switch (out->kind) {
      case Output::Kind::kOffsets32:
        if (*out->offsets32 + step.value_bytes > INT32_MAX) {
          return OffsetsTooNarrow(*out->offsets32 + step.value_bytes);
        }
        Join(step, out->values + *out->offsets32, *out, last);
        AddLengths(*kernels_, sizes, out->offsets32);
        out->offsets32 += step.count;
        return {};
      case Output::Kind::kOffsets64:
        Join(step, out->values + *out->offsets64, *out, last);
        AddLengths(*kernels_, sizes, out->offsets64);
        out->offsets64 += step.count;
        return {};
      default:
        Join(step, out->values, *out, last);
        out->values += step.value_bytes;
        return {};
    }
  }

  void Join(const Step& step, std::byte* to, const Output& out, const std::byte** last) const noexcept {
    *last = kernels_->join_prefixes({step.prefixes, step.suffixes, body_.data()}, step.count, *last, to,
                                    out.slack_after_bytes >= kernels::kWriteSlackBytes);
  }

  void Consume(const Step& step) noexcept {
    body_ = body_.subspan(static_cast<size_t>(step.suffix_bytes));
    remaining_ -= step.count;
  }

  const bool is_fixed_;
  const int64_t width_bytes_;
  const bool carries_last_value_;
  const kernels::Kernels* kernels_;
  std::shared_ptr<Arena> arena_;
  KeptLengths prefixes_;
  KeptLengths suffixes_;
  ConstBytes body_;  // the suffixes still to come
  OwnedBuffer last_;
  int64_t remaining_ = 0;
  uint32_t sizes_[kStep];
};

}  // namespace

Result<std::unique_ptr<Decoder>> MakeDeltaByteArrayDecoder(const DecoderSpec& spec) {
  return std::make_unique<DeltaByteArrayDecoder>(spec,
                                                 spec.kernels != nullptr ? *spec.kernels : kernels::ActiveKernels());
}

}  // namespace taracea::encoding

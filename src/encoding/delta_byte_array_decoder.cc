#include <algorithm>
#include <string>

#include "base/bytes.h"
#include "base/try.h"
#include "encoding/decoder_checks.h"
#include "encoding/delta_byte_array.h"
#include "encoding/delta_lengths.h"

namespace taracea::encoding {
namespace {

constexpr int64_t kStep = DeltaLengths::kStep;

/// Where the next value comes from. Copies look ahead.
struct Position {
  DeltaLengths prefixes;
  DeltaLengths suffixes;
  ConstBytes body;
  int64_t last_size_bytes = 0;
};

class DeltaByteArrayDecoder final : public Decoder {
 public:
  DeltaByteArrayDecoder(const DecoderSpec& spec, const kernels::Kernels& kernels)
      : is_fixed_(spec.type == PhysicalType::kFixedLenByteArray),
        width_bytes_(spec.type_length),
        carries_last_value_(spec.carries_last_value),
        kernels_(&kernels),
        arena_(spec.arena ? spec.arena : DefaultArena()),
        next_{DeltaLengths(kernels), DeltaLengths(kernels), {}, 0} {}

  Status Reset(const PageValues& page) override {
    remaining_ = 0;
    if (last_.arena() == nullptr) {
      TARACEA_TRY_ASSIGN(last_, arena_->Allocate(256));
    }
    if (!carries_last_value_) {
      last_.SetSize(0);
    }
    next_.last_size_bytes = static_cast<int64_t>(last_.size());
    next_.body = {};
    if (page.value_count == 0) {
      return {};
    }
    ConstBytes rest;
    TARACEA_TRY(next_.prefixes.Reset(page.bytes, page.slack_after_bytes, page.value_count, &rest));
    TARACEA_TRY(next_.suffixes.Reset(rest, page.slack_after_bytes, page.value_count, &next_.body));
    remaining_ = page.value_count;
    return {};
  }

  Result<int64_t> Measure(int64_t count) override {
    TARACEA_TRY(CheckCount(count, remaining_));
    Position ahead = next_;
    int64_t sum = 0;
    while (count > 0) {
      const int64_t step = std::min(count, kStep);
      TARACEA_TRY_ASSIGN(const Sums sums, ReadLengths(&ahead, step));
      ahead.body = ahead.body.subspan(static_cast<size_t>(sums.suffix_bytes));
      sum += sums.value_bytes;
      count -= step;
    }
    return sum;
  }

  int64_t MeasureBound(int64_t count) const noexcept override {
    return is_fixed_ ? count * width_bytes_ : count * (next_.last_size_bytes + static_cast<int64_t>(next_.body.size()));
  }

  Status Decode(int64_t count, const Output& out) override {
    TARACEA_TRY(CheckCount(count, remaining_));
    if ((out.kind == Output::Kind::kFixed) != is_fixed_ || out.kind == Output::Kind::kIndices) {
      return WrongOutput(encoding(), out.kind);
    }
    const std::byte* last = last_.data();
    std::byte* fixed = out.values;
    int32_t* offsets32 = out.offsets32;
    int64_t* offsets64 = out.offsets64;
    for (int64_t left = count; left > 0;) {
      const int64_t step = std::min(left, kStep);
      TARACEA_TRY_ASSIGN(const Sums sums, ReadLengths(&next_, step));
      if (is_fixed_) {
        fixed = Join(step, sums, fixed, &last);
      } else if (out.kind == Output::Kind::kOffsets32) {
        if (*offsets32 + sums.value_bytes > INT32_MAX) {
          return OffsetsTooNarrow(*offsets32 + sums.value_bytes);
        }
        Join(step, sums, out.values + *offsets32, &last);
        offsets32 = AddLengths(step, offsets32);
      } else {
        Join(step, sums, out.values + *offsets64, &last);
        offsets64 = AddLengths(step, offsets64);
      }
      remaining_ -= step;
      left -= step;
    }
    return count > 0 ? KeepLast(last) : Status();
  }

  Status Skip(int64_t count) override {
    TARACEA_TRY(CheckCount(count, remaining_));
    while (count > 0) {
      const int64_t step = std::min(count, kStep);
      TARACEA_TRY(ReadLengths(&next_, step).status());
      for (int64_t i = 0; i < step; ++i) {
        last_.SetSize(prefixes_[i]);
        TARACEA_TRY(last_.Append(next_.body.first(suffixes_[i])));
        next_.body = next_.body.subspan(suffixes_[i]);
      }
      remaining_ -= step;
      count -= step;
    }
    return {};
  }

  int64_t remaining() const noexcept override { return remaining_; }
  Encoding encoding() const noexcept override { return Encoding::kDeltaByteArray; }

 private:
  struct Sums {
    int64_t value_bytes = 0;
    int64_t suffix_bytes = 0;
  };

  /// Reads both lengths of the next values and checks all that joining them takes for granted.
  Result<Sums> ReadLengths(Position* position, int64_t count) {
    TARACEA_TRY(position->prefixes.Read(count, prefixes_));
    TARACEA_TRY(position->suffixes.Read(count, suffixes_));
    Sums sums;
    int64_t last = position->last_size_bytes;
    for (int64_t i = 0; i < count; ++i) {
      const auto prefix = static_cast<int64_t>(prefixes_[i]);
      if (prefix > last) {
        return Status::Corrupt("expected a prefix of at most " + std::to_string(last) + " bytes, found " +
                               std::to_string(prefix));
      }
      last = prefix + suffixes_[i];
      if (is_fixed_ && last != width_bytes_) {
        return Status::Corrupt("expected values of " + std::to_string(width_bytes_) + " bytes, found one of " +
                               std::to_string(last));
      }
      sums.suffix_bytes += suffixes_[i];
      sums.value_bytes += last;
    }
    if (sums.suffix_bytes > static_cast<int64_t>(position->body.size())) {
      return Status::Corrupt("expected suffixes that end within the page, found " + std::to_string(sums.suffix_bytes) +
                             " bytes where " + std::to_string(position->body.size()) + " are left");
    }
    position->last_size_bytes = last;
    return sums;
  }

  /// Joins prefixes and suffixes that ReadLengths has checked; *last walks over the values. Returns the end.
  std::byte* Join(int64_t count, const Sums& sums, std::byte* out, const std::byte** last) noexcept {
    *last = kernels_->join_prefixes({prefixes_, suffixes_, next_.body.data()}, count, *last, out);
    next_.body = next_.body.subspan(static_cast<size_t>(sums.suffix_bytes));
    return out + sums.value_bytes;
  }

  template <typename Offset>
  Offset* AddLengths(int64_t count, Offset* offsets) const noexcept {
    for (int64_t i = 0; i < count; ++i) {
      offsets[i + 1] = offsets[i] + static_cast<Offset>(prefixes_[i] + suffixes_[i]);
    }
    return offsets + count;
  }

  /// Copies the last value: the caller may reuse the output before the next call.
  Status KeepLast(const std::byte* last) {
    last_.SetSize(0);
    return last_.Append({last, static_cast<size_t>(next_.last_size_bytes)});
  }

  const bool is_fixed_;
  const int64_t width_bytes_;
  const bool carries_last_value_;
  const kernels::Kernels* kernels_;
  std::shared_ptr<Arena> arena_;
  Position next_;
  OwnedBuffer last_;
  int64_t remaining_ = 0;
  uint32_t prefixes_[kStep];
  uint32_t suffixes_[kStep];
};

}  // namespace

Result<std::unique_ptr<Decoder>> MakeDeltaByteArrayDecoder(const DecoderSpec& spec) {
  return std::make_unique<DeltaByteArrayDecoder>(spec,
                                                 spec.kernels != nullptr ? *spec.kernels : kernels::ActiveKernels());
}

}  // namespace taracea::encoding

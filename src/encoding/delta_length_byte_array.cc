#include "encoding/delta_length_byte_array.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "base/bytes.h"
#include "base/try.h"
#include "encoding/decoder_checks.h"
#include "encoding/delta_binary_writer.h"
#include "encoding/delta_lengths.h"
#include "encoding/plain_encoder.h"
#include "encoding/visit_values.h"

namespace taracea::encoding {
namespace {

constexpr int64_t kStep = 1024;

class DeltaLengthByteArrayDecoder final : public Decoder {
 public:
  DeltaLengthByteArrayDecoder(const DecoderSpec& spec, const kernels::Kernels& kernels)
      : kernels_(&kernels), lengths_(kernels, spec.arena ? spec.arena : DefaultArena()) {}

  Status Reset(const PageValues& page) override {
    remaining_ = 0;
    body_ = {};
    if (page.value_count == 0) {
      return {};
    }
    TARACEA_TRY(lengths_.Reset(page.bytes, page.slack_after_bytes, page.value_count, &body_));
    remaining_ = page.value_count;
    return {};
  }

  Result<int64_t> Measure(int64_t count) override {
    TARACEA_TRY(CheckCount(count, remaining_));
    int64_t sum = 0;
    LengthsAhead ahead(&lengths_);
    while (count > 0) {
      TARACEA_TRY_ASSIGN(const Lengths lengths, ahead.Next(count));
      sum += Sum(lengths);
      TARACEA_TRY(CheckWithin(sum));
      count -= std::ssize(lengths);
    }
    return sum;
  }

  int64_t MeasureBound(int64_t count) const noexcept override { return count == 0 ? 0 : body_bytes(); }

  Status Decode(int64_t count, const Output& out) override {
    TARACEA_TRY(CheckCount(count, remaining_));
    if (out.kind == Output::Kind::kOffsets32) {
      return DecodeTo(count, out.offsets32, out.values);
    }
    if (out.kind == Output::Kind::kOffsets64) {
      return DecodeTo(count, out.offsets64, out.values);
    }
    return WrongOutput(encoding(), out.kind);
  }

  Status Skip(int64_t count) override {
    TARACEA_TRY(CheckCount(count, remaining_));
    while (count > 0) {
      TARACEA_TRY_ASSIGN(const Lengths lengths, lengths_.Take(count));
      const int64_t sum = Sum(lengths);
      TARACEA_TRY(CheckWithin(sum));
      Consume(std::ssize(lengths), sum);
      count -= std::ssize(lengths);
    }
    return {};
  }

  int64_t remaining() const noexcept override { return remaining_; }
  Encoding encoding() const noexcept override { return Encoding::kDeltaLengthByteArray; }

 private:
  int64_t body_bytes() const noexcept { return static_cast<int64_t>(body_.size()); }
  int64_t Sum(Lengths lengths) const noexcept {
    return static_cast<int64_t>(kernels_->sum_u32(lengths.data(), std::ssize(lengths)));
  }
  Status CheckWithin(int64_t value_bytes) const {
    return value_bytes <= body_bytes()
               ? Status()
               : Status::Corrupt("expected lengths that end within the page, found " + std::to_string(value_bytes) +
                                 " bytes of values where " + std::to_string(body_bytes()) + " are left");
  }
  void Consume(int64_t count, int64_t value_bytes) noexcept {
    body_ = body_.subspan(static_cast<size_t>(value_bytes));
    remaining_ -= count;
  }

  template <typename Offset>
  Status DecodeTo(int64_t count, Offset* offsets, std::byte* data) {
    while (count > 0) {
      TARACEA_TRY_ASSIGN(const Lengths lengths, lengths_.Take(count));
      const int64_t sum = Sum(lengths);
      TARACEA_TRY(CheckWithin(sum));
      if (sizeof(Offset) == 4 && static_cast<int64_t>(offsets[0]) + sum > INT32_MAX) {
        return OffsetsTooNarrow(static_cast<int64_t>(offsets[0]) + sum);
      }
      CopyBytes(data + offsets[0], body_.data(), static_cast<size_t>(sum));
      AddLengths(*kernels_, lengths, offsets);
      Consume(std::ssize(lengths), sum);
      offsets += lengths.size();
      count -= std::ssize(lengths);
    }
    return {};
  }

  const kernels::Kernels* kernels_;
  KeptLengths lengths_;
  ConstBytes body_;
  int64_t remaining_ = 0;
};

class DeltaLengthByteArrayEncoder final : public Encoder {
 public:
  explicit DeltaLengthByteArrayEncoder(const EncoderSpec& spec)
      : arena_(spec.arena ? spec.arena : DefaultArena()),
        lengths_(spec.kernels != nullptr ? *spec.kernels : kernels::ActiveKernels(), arena_) {}

  Status Append(const Values& values) override {
    TARACEA_TRY(CheckLengths(values));
    if (body_.arena() == nullptr) {
      TARACEA_TRY_ASSIGN(body_, arena_->Allocate(1024));
    }
    if (values.count == 1) {
      return AppendOne(values.Value(0));
    }
    TARACEA_TRY(AppendLengths(values));
    if (values.kind != Values::Kind::kSpans && values.count > 0) {
      return body_.Append({values.Value(0).data(), static_cast<size_t>(values.PayloadBytes())});
    }
    for (int64_t i = 0; i < values.count; ++i) {
      TARACEA_TRY(body_.Append(values.Value(i)));
    }
    return {};
  }
  int64_t EstimatedSize() const noexcept override {
    return lengths_.EstimatedSize() + static_cast<int64_t>(body_.size());
  }
  int64_t value_count() const noexcept override { return lengths_.count(); }
  Status Flush(OwnedBuffer* out) override {
    TARACEA_TRY(lengths_.Flush(out));
    TARACEA_TRY(out->Append(body_.bytes()));
    Reset();
    return {};
  }
  void Reset() noexcept override {
    lengths_.Reset();
    body_.SetSize(0);
  }
  Encoding encoding() const noexcept override { return Encoding::kDeltaLengthByteArray; }

 private:
  Status AppendOne(ConstBytes value) {
    const auto length = static_cast<uint32_t>(value.size());
    TARACEA_TRY(lengths_.Append(&length, 1));
    TARACEA_TRY(MakeRoom(value.size(), &body_));
    CopyBytes(body_.data() + body_.size(), value.data(), value.size());
    body_.SetSize(body_.size() + value.size());
    return {};
  }

  Status AppendLengths(const Values& values) {
    return VisitValues(values, [this, &values](const auto& at) -> Status {
      uint32_t lengths[kStep];
      for (int64_t done = 0; done < values.count; done += kStep) {
        const int64_t step = std::min(values.count - done, kStep);
        for (int64_t i = 0; i < step; ++i) {
          lengths[i] = static_cast<uint32_t>(at(done + i).size());
        }
        TARACEA_TRY(lengths_.Append(lengths, step));
      }
      return {};
    });
  }

  std::shared_ptr<Arena> arena_;
  DeltaBinaryWriter<uint32_t> lengths_;
  OwnedBuffer body_;
};

}  // namespace

Result<std::unique_ptr<Decoder>> MakeDeltaLengthByteArrayDecoder(const DecoderSpec& spec) {
  return std::make_unique<DeltaLengthByteArrayDecoder>(
      spec, spec.kernels != nullptr ? *spec.kernels : kernels::ActiveKernels());
}

Result<std::unique_ptr<Encoder>> MakeDeltaLengthByteArrayEncoder(const EncoderSpec& spec) {
  return std::make_unique<DeltaLengthByteArrayEncoder>(spec);
}

}  // namespace taracea::encoding

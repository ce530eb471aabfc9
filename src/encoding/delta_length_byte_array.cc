#include "encoding/delta_length_byte_array.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "base/bytes.h"
#include "base/try.h"
#include "encoding/decoder_checks.h"
#include "encoding/delta_binary_writer.h"
#include "encoding/delta_lengths.h"
#include "encoding/plain_encoder.h"

namespace taracea::encoding {
namespace {

constexpr int64_t kStep = DeltaLengths::kStep;

class DeltaLengthByteArrayDecoder final : public Decoder {
 public:
  explicit DeltaLengthByteArrayDecoder(const kernels::Kernels& kernels) noexcept : lengths_(kernels) {}

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
    DeltaLengths ahead = lengths_;
    int64_t sum = 0;
    while (count > 0) {
      const int64_t step = std::min(count, kStep);
      TARACEA_TRY_ASSIGN(const int64_t step_bytes, ReadLengths(&ahead, step, body_bytes() - sum));
      sum += step_bytes;
      count -= step;
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
      const int64_t step = std::min(count, kStep);
      TARACEA_TRY_ASSIGN(const int64_t step_bytes, ReadLengths(&lengths_, step, body_bytes()));
      body_ = body_.subspan(static_cast<size_t>(step_bytes));
      remaining_ -= step;
      count -= step;
    }
    return {};
  }

  int64_t remaining() const noexcept override { return remaining_; }
  Encoding encoding() const noexcept override { return Encoding::kDeltaLengthByteArray; }

 private:
  int64_t body_bytes() const noexcept { return static_cast<int64_t>(body_.size()); }

  /// Reads lengths into step_ and gives their sum, which is at most `limit_bytes`.
  Result<int64_t> ReadLengths(DeltaLengths* lengths, int64_t count, int64_t limit_bytes) {
    TARACEA_TRY(lengths->Read(count, step_));
    const int64_t sum = std::accumulate(step_, step_ + count, int64_t{0});
    if (sum > limit_bytes) {
      return Status::Corrupt("expected lengths that end within the page, found " + std::to_string(sum) +
                             " bytes of values where " + std::to_string(limit_bytes) + " are left");
    }
    return sum;
  }

  template <typename Offset>
  Status DecodeTo(int64_t count, Offset* offsets, std::byte* data) {
    while (count > 0) {
      const int64_t step = std::min(count, kStep);
      TARACEA_TRY_ASSIGN(const int64_t step_bytes, ReadLengths(&lengths_, step, body_bytes()));
      if (sizeof(Offset) == 4 && static_cast<int64_t>(offsets[0]) + step_bytes > INT32_MAX) {
        return OffsetsTooNarrow(static_cast<int64_t>(offsets[0]) + step_bytes);
      }
      CopyBytes(data + offsets[0], body_.data(), static_cast<size_t>(step_bytes));
      for (int64_t i = 0; i < step; ++i) {
        offsets[i + 1] = static_cast<Offset>(offsets[i] + static_cast<Offset>(step_[i]));
      }
      body_ = body_.subspan(static_cast<size_t>(step_bytes));
      offsets += step;
      remaining_ -= step;
      count -= step;
    }
    return {};
  }

  DeltaLengths lengths_;
  ConstBytes body_;
  int64_t remaining_ = 0;
  uint32_t step_[kStep];
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
  Status AppendLengths(const Values& values) {
    for (int64_t done = 0; done < values.count; done += kStep) {
      uint32_t lengths[kStep];
      const int64_t step = std::min(values.count - done, kStep);
      for (int64_t i = 0; i < step; ++i) {
        lengths[i] = static_cast<uint32_t>(values.Value(done + i).size());
      }
      TARACEA_TRY(lengths_.Append(reinterpret_cast<const std::byte*>(lengths), step));
    }
    return {};
  }

  std::shared_ptr<Arena> arena_;
  DeltaBinaryWriter<uint32_t> lengths_;
  OwnedBuffer body_;
};

}  // namespace

Result<std::unique_ptr<Decoder>> MakeDeltaLengthByteArrayDecoder(const DecoderSpec& spec) {
  return std::make_unique<DeltaLengthByteArrayDecoder>(spec.kernels != nullptr ? *spec.kernels
                                                                               : kernels::ActiveKernels());
}

Result<std::unique_ptr<Encoder>> MakeDeltaLengthByteArrayEncoder(const EncoderSpec& spec) {
  return std::make_unique<DeltaLengthByteArrayEncoder>(spec);
}

}  // namespace taracea::encoding

#include "encoding/plain_decoder.h"

#include <algorithm>
#include <string>

#include "base/bytes.h"
#include "base/try.h"
#include "encoding/decoder_checks.h"

namespace taracea::encoding {
namespace {

class PlainFixedDecoder final : public Decoder {
 public:
  explicit PlainFixedDecoder(int width_bytes) noexcept : width_bytes_(width_bytes) {}

  Status Reset(const PageValues& page) override {
    remaining_ = 0;
    TARACEA_TRY(CheckPageHolds(page, int64_t{8} * width_bytes_));
    at_ = page.bytes.data();
    remaining_ = page.value_count;
    return {};
  }
  Result<int64_t> Measure(int64_t count) override {
    TARACEA_TRY(CheckCount(count, remaining_));
    return MeasureBound(count);
  }
  int64_t MeasureBound(int64_t count) const noexcept override { return count * width_bytes_; }
  Status Decode(int64_t count, const Output& out) override {
    TARACEA_TRY(CheckCount(count, remaining_));
    if (out.kind != Output::Kind::kFixed) {
      return WrongOutput(encoding(), out.kind);
    }
    CopyBytes(out.values, at_, static_cast<size_t>(MeasureBound(count)));
    return Skip(count);
  }
  Status Skip(int64_t count) override {
    TARACEA_TRY(CheckCount(count, remaining_));
    at_ += MeasureBound(count);
    remaining_ -= count;
    return {};
  }
  int64_t remaining() const noexcept override { return remaining_; }
  Encoding encoding() const noexcept override { return Encoding::kPlain; }

 private:
  const int width_bytes_;
  const std::byte* at_ = nullptr;
  int64_t remaining_ = 0;
};

class PlainBooleanDecoder final : public Decoder {
 public:
  explicit PlainBooleanDecoder(const kernels::Kernels& kernels) noexcept : kernels_(&kernels) {}

  Status Reset(const PageValues& page) override {
    remaining_ = 0;
    TARACEA_TRY(CheckPageHolds(page, 1));
    bits_ = page.bytes.data();
    bit_ = 0;
    remaining_ = page.value_count;
    return {};
  }
  Result<int64_t> Measure(int64_t count) override {
    TARACEA_TRY(CheckCount(count, remaining_));
    return count;
  }
  int64_t MeasureBound(int64_t count) const noexcept override { return count; }
  Status Decode(int64_t count, const Output& out) override {
    TARACEA_TRY(CheckCount(count, remaining_));
    if (out.kind != Output::Kind::kFixed) {
      return WrongOutput(encoding(), out.kind);
    }
    kernels_->unpack_bits(bits_, bit_, count, reinterpret_cast<uint8_t*>(out.values));
    return Skip(count);
  }
  Status Skip(int64_t count) override {
    TARACEA_TRY(CheckCount(count, remaining_));
    bit_ += count;
    remaining_ -= count;
    return {};
  }
  int64_t remaining() const noexcept override { return remaining_; }
  Encoding encoding() const noexcept override { return Encoding::kPlain; }

 private:
  const kernels::Kernels* kernels_;
  const std::byte* bits_ = nullptr;
  int64_t bit_ = 0;
  int64_t remaining_ = 0;
};

class PlainByteArrayDecoder final : public Decoder {
 public:
  explicit PlainByteArrayDecoder(const kernels::Kernels& kernels) noexcept : kernels_(&kernels) {}

  Status Reset(const PageValues& page) override {
    rest_ = {};
    remaining_ = 0;
    measured_count_ = 0;
    TARACEA_TRY(CheckPageHolds(page, 32));
    rest_ = page.bytes;
    slack_after_bytes_ = page.slack_after_bytes;
    remaining_ = page.value_count;
    return {};
  }

  Result<int64_t> Measure(int64_t count) override {
    TARACEA_TRY(CheckCount(count, remaining_));
    const int64_t consumed = kernels_->plain_measure(rest_.data(), size_bytes(), count);
    if (consumed < 0) {
      return LengthPastEnd();
    }
    measured_count_ = count;
    measured_bytes_ = consumed;
    return consumed - 4 * count;
  }

  int64_t MeasureBound(int64_t count) const noexcept override {
    return count == 0 ? 0 : size_bytes() - 4 * std::min(count, size_bytes() / 4);
  }

  Status Decode(int64_t count, const Output& out) override {
    TARACEA_TRY(CheckCount(count, remaining_));
    if (count == 0) {
      return {};
    }
    const bool write_slack = out.slack_after_bytes >= kernels::kWriteSlackBytes;
    const kernels::PlainInput input{rest_.data(), size_bytes(), slack_after_bytes_};
    int64_t consumed = -1;
    if (out.kind == Output::Kind::kOffsets64) {
      consumed = kernels_->plain_decode_offsets64(input, count, out.offsets64, out.values, write_slack);
    } else if (out.kind == Output::Kind::kOffsets32) {
      TARACEA_TRY(CheckOffsets32(count, out.offsets32[0]));
      consumed = kernels_->plain_decode_offsets32(input, count, out.offsets32, out.values, write_slack);
    } else {
      return WrongOutput(encoding(), out.kind);
    }
    return consumed < 0 ? LengthPastEnd() : Consume(count, consumed);
  }

  Status Skip(int64_t count) override {
    TARACEA_TRY(CheckCount(count, remaining_));
    const int64_t consumed = measured_count_ == count && count != 0
                                 ? measured_bytes_
                                 : kernels_->plain_measure(rest_.data(), size_bytes(), count);
    return consumed < 0 ? LengthPastEnd() : Consume(count, consumed);
  }

  int64_t remaining() const noexcept override { return remaining_; }
  Encoding encoding() const noexcept override { return Encoding::kPlain; }

 private:
  int64_t size_bytes() const noexcept { return static_cast<int64_t>(rest_.size()); }

  Status LengthPastEnd() const {
    return Status::Corrupt("expected lengths that end within the page, found one that runs past its last " +
                           std::to_string(rest_.size()) + " bytes");
  }

  /// Looks at the values only where the page is so large that they might not fit.
  Status CheckOffsets32(int64_t count, int32_t first) {
    if (first + MeasureBound(count) <= INT32_MAX) {
      return {};
    }
    int64_t payload_bytes = measured_bytes_ - 4 * measured_count_;
    if (measured_count_ != count) {
      TARACEA_TRY_ASSIGN(payload_bytes, Measure(count));
    }
    return first + payload_bytes <= INT32_MAX ? Status() : OffsetsTooNarrow(first + payload_bytes);
  }

  Status Consume(int64_t count, int64_t consumed_bytes) noexcept {
    rest_ = rest_.subspan(static_cast<size_t>(consumed_bytes));
    remaining_ -= count;
    measured_count_ = 0;
    measured_bytes_ = 0;
    return {};
  }

  const kernels::Kernels* kernels_;
  ConstBytes rest_;
  size_t slack_after_bytes_ = 0;
  int64_t remaining_ = 0;
  int64_t measured_count_ = 0;  // values from here on that Measure has seen; 0: none
  int64_t measured_bytes_ = 0;  // what they take in the page
};

}  // namespace

Result<std::unique_ptr<Decoder>> MakePlainDecoder(const DecoderSpec& spec) {
  const kernels::Kernels& kernels = spec.kernels != nullptr ? *spec.kernels : kernels::ActiveKernels();
  switch (spec.type) {
    case PhysicalType::kBoolean: return std::make_unique<PlainBooleanDecoder>(kernels);
    case PhysicalType::kByteArray: return std::make_unique<PlainByteArrayDecoder>(kernels);
    case PhysicalType::kFixedLenByteArray:
      if (spec.type_length < 0) {
        return Status::Corrupt("expected a type_length, found " + std::to_string(spec.type_length));
      }
      return std::make_unique<PlainFixedDecoder>(spec.type_length);
    default: return std::make_unique<PlainFixedDecoder>(FixedWidthBytes(spec.type));
  }
}

}  // namespace taracea::encoding

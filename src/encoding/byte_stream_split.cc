#include "encoding/byte_stream_split.h"

#include <string>

#include "base/try.h"
#include "encoding/decoder_checks.h"
#include "encoding/plain_encoder.h"

namespace taracea::encoding {
namespace {

class ByteStreamSplitDecoder final : public Decoder {
 public:
  ByteStreamSplitDecoder(int width_bytes, const kernels::Kernels& kernels) noexcept
      : width_bytes_(width_bytes), kernels_(&kernels) {}

  Status Reset(const PageValues& page) override {
    remaining_ = 0;
    TARACEA_TRY(CheckPageHolds(page, int64_t{8} * width_bytes_));
    const auto size_bytes = static_cast<int64_t>(page.bytes.size());
    if (page.value_count != 0 && width_bytes_ != 0 && size_bytes % width_bytes_ != 0) {
      return Status::Corrupt("expected a multiple of " + std::to_string(width_bytes_) + " bytes, found " +
                             std::to_string(size_bytes));
    }
    stride_bytes_ = width_bytes_ == 0 ? 0 : size_bytes / width_bytes_;
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
    kernels_->join_streams(at_, stride_bytes_, width_bytes_, count, out.values);
    return Skip(count);
  }
  Status Skip(int64_t count) override {
    TARACEA_TRY(CheckCount(count, remaining_));
    at_ += width_bytes_ == 0 ? 0 : count;
    remaining_ -= count;
    return {};
  }
  int64_t remaining() const noexcept override { return remaining_; }
  Encoding encoding() const noexcept override { return Encoding::kByteStreamSplit; }

 private:
  const int width_bytes_;
  const kernels::Kernels* kernels_;
  const std::byte* at_ = nullptr;  // byte 0 of the next value
  int64_t stride_bytes_ = 0;
  int64_t remaining_ = 0;
};

class ByteStreamSplitEncoder final : public Encoder {
 public:
  ByteStreamSplitEncoder(const EncoderSpec& spec, int width_bytes)
      : width_bytes_(width_bytes),
        kernels_(spec.kernels != nullptr ? spec.kernels : &kernels::ActiveKernels()),
        arena_(spec.arena ? spec.arena : DefaultArena()) {}

  Status Append(const Values& values) override {
    if (values_.arena() == nullptr) {
      TARACEA_TRY_ASSIGN(values_, arena_->Allocate(1024));
    }
    TARACEA_TRY(AppendFixed(values, width_bytes_, &values_));
    value_count_ += values.count;
    return {};
  }
  int64_t EstimatedSize() const noexcept override { return static_cast<int64_t>(values_.size()); }
  int64_t value_count() const noexcept override { return value_count_; }
  Status Flush(OwnedBuffer* out) override {
    const size_t start = out->size();
    TARACEA_TRY(out->Resize(start + values_.size()));
    kernels_->split_streams(values_.data(), width_bytes_, value_count_, out->data() + start);
    Reset();
    return {};
  }
  void Reset() noexcept override {
    values_.SetSize(0);
    value_count_ = 0;
  }
  Encoding encoding() const noexcept override { return Encoding::kByteStreamSplit; }

 private:
  const int width_bytes_;
  const kernels::Kernels* kernels_;
  std::shared_ptr<Arena> arena_;
  OwnedBuffer values_;
  int64_t value_count_ = 0;
};

int WidthBytes(PhysicalType type, int32_t type_length) noexcept {
  return type == PhysicalType::kFixedLenByteArray ? type_length : FixedWidthBytes(type);
}

}  // namespace

Result<std::unique_ptr<Decoder>> MakeByteStreamSplitDecoder(const DecoderSpec& spec) {
  return std::make_unique<ByteStreamSplitDecoder>(WidthBytes(spec.type, spec.type_length),
                                                  spec.kernels != nullptr ? *spec.kernels : kernels::ActiveKernels());
}

Result<std::unique_ptr<Encoder>> MakeByteStreamSplitEncoder(const EncoderSpec& spec) {
  return std::make_unique<ByteStreamSplitEncoder>(spec, WidthBytes(spec.type, spec.type_length));
}

}  // namespace taracea::encoding

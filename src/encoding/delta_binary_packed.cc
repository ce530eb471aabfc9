#include "encoding/delta_binary_packed.h"

#include <algorithm>
#include <string>

#include "base/bytes.h"
#include "base/try.h"
#include "encoding/decoder_checks.h"
#include "encoding/delta_binary_reader.h"
#include "encoding/delta_binary_writer.h"
#include "encoding/plain_encoder.h"

namespace taracea::encoding {
namespace {

template <typename T>
class DeltaBinaryPackedDecoder final : public Decoder {
 public:
  explicit DeltaBinaryPackedDecoder(const kernels::Kernels& kernels) noexcept : reader_(kernels) {}

  Status Reset(const PageValues& page) override {
    remaining_ = 0;
    if (page.value_count == 0) {
      return {};
    }
    TARACEA_TRY(reader_.Reset(page.bytes, page.slack_after_bytes));
    TARACEA_TRY(CheckTotalCount(page.value_count, reader_.total_count()));
    remaining_ = page.value_count;
    return {};
  }
  Result<int64_t> Measure(int64_t count) override {
    TARACEA_TRY(CheckCount(count, remaining_));
    return MeasureBound(count);
  }
  int64_t MeasureBound(int64_t count) const noexcept override { return count * static_cast<int64_t>(sizeof(T)); }
  Status Decode(int64_t count, const Output& out) override {
    TARACEA_TRY(CheckCount(count, remaining_));
    if (out.kind != Output::Kind::kFixed) {
      return WrongOutput(encoding(), out.kind);
    }
    remaining_ -= count;
    std::byte* to = out.values;
    if (reinterpret_cast<uintptr_t>(to) % alignof(T) == 0) {
      return reader_.Read(count, reinterpret_cast<T*>(to));
    }
    return ReadInSteps(count, to);
  }
  Status Skip(int64_t count) override {
    TARACEA_TRY(CheckCount(count, remaining_));
    remaining_ -= count;
    return ReadInSteps(count, nullptr);
  }
  int64_t remaining() const noexcept override { return remaining_; }
  Encoding encoding() const noexcept override { return Encoding::kDeltaBinaryPacked; }

 private:
  Status ReadInSteps(int64_t count, std::byte* to) {
    while (count > 0) {
      T values[256];
      const int64_t step = std::min<int64_t>(count, 256);
      TARACEA_TRY(reader_.Read(step, values));
      if (to != nullptr) {
        CopyBytes(to, reinterpret_cast<const std::byte*>(values), static_cast<size_t>(MeasureBound(step)));
        to += MeasureBound(step);
      }
      count -= step;
    }
    return {};
  }

  DeltaBinaryReader<T> reader_;
  int64_t remaining_ = 0;
};

template <typename T>
class DeltaBinaryPackedEncoder final : public Encoder {
 public:
  explicit DeltaBinaryPackedEncoder(const EncoderSpec& spec)
      : writer_(spec.kernels != nullptr ? *spec.kernels : kernels::ActiveKernels(),
                spec.arena ? spec.arena : DefaultArena()) {}

  Status Append(const Values& values) override {
    if (values.kind != Values::Kind::kFixed) {
      return Status::InvalidArgument("expected numbers without offsets");
    }
    TARACEA_TRY(CheckFixed(values, sizeof(T)));
    return writer_.Append(values.data, values.count);
  }
  int64_t EstimatedSize() const noexcept override { return writer_.EstimatedSize(); }
  int64_t value_count() const noexcept override { return writer_.count(); }
  Status Flush(OwnedBuffer* out) override { return writer_.Flush(out); }
  void Reset() noexcept override { writer_.Reset(); }
  Encoding encoding() const noexcept override { return Encoding::kDeltaBinaryPacked; }

 private:
  DeltaBinaryWriter<T> writer_;
};

}  // namespace

Result<std::unique_ptr<Decoder>> MakeDeltaBinaryPackedDecoder(const DecoderSpec& spec) {
  const kernels::Kernels& kernels = spec.kernels != nullptr ? *spec.kernels : kernels::ActiveKernels();
  if (spec.type == PhysicalType::kInt32) {
    return std::make_unique<DeltaBinaryPackedDecoder<uint32_t>>(kernels);
  }
  return std::make_unique<DeltaBinaryPackedDecoder<uint64_t>>(kernels);
}

Result<std::unique_ptr<Encoder>> MakeDeltaBinaryPackedEncoder(const EncoderSpec& spec) {
  if (spec.type == PhysicalType::kInt32) {
    return std::make_unique<DeltaBinaryPackedEncoder<uint32_t>>(spec);
  }
  return std::make_unique<DeltaBinaryPackedEncoder<uint64_t>>(spec);
}

}  // namespace taracea::encoding

#include "encoding/boolean_rle.h"

#include <algorithm>
#include <string>

#include "base/byte_cursor.h"
#include "base/try.h"
#include "encoding/decoder_checks.h"
#include "encoding/level_encoder.h"
#include "encoding/plain_encoder.h"
#include "encoding/rle_hybrid_reader.h"

namespace taracea::encoding {
namespace {

constexpr int64_t kStep = 256;
constexpr size_t kPrefixBytes = 4;

class BooleanRleDecoder final : public Decoder {
 public:
  explicit BooleanRleDecoder(const kernels::Kernels& kernels) noexcept : reader_(kernels) {}

  Status Reset(const PageValues& page) override {
    remaining_ = 0;
    ConstBytes runs;
    if (page.value_count != 0) {
      ByteCursor cursor(page.bytes);
      uint32_t size_bytes = 0;
      if (page.value_count < 0 || !cursor.Read(&size_bytes) || !cursor.Take(size_bytes, &runs)) {
        return Status::Corrupt("expected a length prefix and as many bytes of runs, found length " +
                               std::to_string(size_bytes) + " in a page of " + std::to_string(page.bytes.size()) +
                               " bytes");
      }
    }
    reader_.Reset(runs, 1, 0);
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
    std::byte* to = out.values;
    remaining_ -= count;
    while (count > 0) {
      uint32_t wide[kStep];
      const int64_t step = std::min(count, kStep);
      TARACEA_TRY(reader_.Read(step, wide));
      std::transform(wide, wide + step, to, [](uint32_t value) { return static_cast<std::byte>(value); });
      to += step;
      count -= step;
    }
    return {};
  }
  Status Skip(int64_t count) override {
    TARACEA_TRY(CheckCount(count, remaining_));
    remaining_ -= count;
    return reader_.Skip(count);
  }
  int64_t remaining() const noexcept override { return remaining_; }
  Encoding encoding() const noexcept override { return Encoding::kRle; }

 private:
  RleHybridReader reader_;
  int64_t remaining_ = 0;
};

/// Booleans are levels of max_level 1 with a length in front.
class BooleanRleEncoder final : public Encoder {
 public:
  explicit BooleanRleEncoder(const EncoderSpec& spec)
      : kernels_(spec.kernels != nullptr ? spec.kernels : &kernels::ActiveKernels()),
        levels_(1, spec.arena, *kernels_) {}

  Status Append(const Values& values) override {
    TARACEA_TRY(CheckFixed(values, 1));
    const auto* bytes = reinterpret_cast<const uint8_t*>(values.data);
    for (int64_t done = 0; done < values.count; done += kStep) {
      std::byte bits[kStep / 8];
      const int64_t step = std::min(values.count - done, kStep);
      kernels_->pack_bits(bytes + done, step, bits, 0);
      TARACEA_TRY(levels_.AppendBits(bits, 0, step));
    }
    return {};
  }
  int64_t EstimatedSize() const noexcept override {
    return static_cast<int64_t>(kPrefixBytes) + levels_.EstimatedSize();
  }
  int64_t value_count() const noexcept override { return levels_.entry_count(); }
  Status Flush(OwnedBuffer* out) override {
    const size_t start = out->size();
    TARACEA_TRY(out->Resize(start + kPrefixBytes));
    TARACEA_TRY(levels_.Flush(out));
    Store(out->data() + start, static_cast<uint32_t>(out->size() - start - kPrefixBytes));
    return {};
  }
  void Reset() noexcept override { levels_.Reset(); }
  Encoding encoding() const noexcept override { return Encoding::kRle; }

 private:
  const kernels::Kernels* kernels_;
  LevelEncoder levels_;
};

}  // namespace

Result<std::unique_ptr<Decoder>> MakeBooleanRleDecoder(const DecoderSpec& spec) {
  return std::make_unique<BooleanRleDecoder>(spec.kernels != nullptr ? *spec.kernels : kernels::ActiveKernels());
}

Result<std::unique_ptr<Encoder>> MakeBooleanRleEncoder(const EncoderSpec& spec) {
  return std::make_unique<BooleanRleEncoder>(spec);
}

}  // namespace taracea::encoding

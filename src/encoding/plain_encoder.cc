#include "encoding/plain_encoder.h"

#include <string>

#include "base/bytes.h"
#include "base/try.h"

namespace taracea::encoding {
namespace {

constexpr int64_t kMaxValueBytes = INT32_MAX;

Status TooLong(int64_t size_bytes) {
  return Status::InvalidArgument("expected values of at most " + std::to_string(kMaxValueBytes) + " bytes, found " +
                                 std::to_string(size_bytes));
}

class PlainEncoder : public Encoder {
 public:
  explicit PlainEncoder(const EncoderSpec& spec)
      : kernels_(spec.kernels != nullptr ? spec.kernels : &kernels::ActiveKernels()),
        arena_(spec.arena ? spec.arena : DefaultArena()) {}

  Status Append(const Values& values) override {
    if (bytes_.arena() == nullptr) [[unlikely]] {
      TARACEA_TRY(Start());
    }
    TARACEA_TRY(AppendValues(values));
    value_count_ += values.count;
    return {};
  }
  int64_t EstimatedSize() const noexcept override { return static_cast<int64_t>(bytes_.size()); }
  int64_t value_count() const noexcept override { return value_count_; }
  Status Flush(OwnedBuffer* out) override {
    // The buffers change places: no copy.
    if (out->size() == 0 && out->arena() == bytes_.arena()) {
      std::swap(*out, bytes_);
    } else {
      TARACEA_TRY(out->Append(bytes_.bytes()));
    }
    Reset();
    return {};
  }
  void Reset() noexcept override {
    bytes_.SetSize(0);
    value_count_ = 0;
  }
  Encoding encoding() const noexcept override { return Encoding::kPlain; }

 protected:
  [[gnu::noinline]] Status Start() {
    TARACEA_TRY_ASSIGN(bytes_, arena_->Allocate(1024));
    return {};
  }
  virtual Status AppendValues(const Values& values) = 0;

  const kernels::Kernels* kernels_;
  std::shared_ptr<Arena> arena_;
  OwnedBuffer bytes_;
  int64_t value_count_ = 0;
};

Status AppendPlainByteArray(ConstBytes value, OwnedBuffer* out) {
  if (value.size() > kMaxValueBytes) {
    return TooLong(static_cast<int64_t>(value.size()));
  }
  TARACEA_TRY(MakeRoom(4 + value.size(), out));
  std::byte* const at = out->data() + out->size();
  Store(at, static_cast<uint32_t>(value.size()));
  CopyBytes(at + 4, value.data(), value.size());
  out->SetSize(out->size() + 4 + value.size());
  return {};
}

class PlainFixedEncoder final : public PlainEncoder {
 public:
  PlainFixedEncoder(const EncoderSpec& spec, int width_bytes) : PlainEncoder(spec), width_bytes_(width_bytes) {}

 private:
  Status AppendValues(const Values& values) override { return AppendFixed(values, width_bytes_, &bytes_); }

  const int width_bytes_;
};

class PlainBooleanEncoder final : public PlainEncoder {
 public:
  using PlainEncoder::PlainEncoder;

 private:
  Status AppendValues(const Values& values) override {
    TARACEA_TRY(CheckFixed(values, 1));
    TARACEA_TRY(bytes_.Resize(static_cast<size_t>(value_count_ + values.count + 7) / 8));
    kernels_->pack_bits(reinterpret_cast<const uint8_t*>(values.data), values.count, bytes_.data(), value_count_);
    return {};
  }
};

class PlainByteArrayEncoder final : public PlainEncoder {
 public:
  using PlainEncoder::PlainEncoder;

 private:
  Status AppendValues(const Values& values) override {
    return values.count == 1 ? AppendPlainByteArray(values.Value(0), &bytes_)
                             : AppendPlainByteArrays(values, *kernels_, &bytes_);
  }
};

}  // namespace

Status CheckLengths(const Values& values) {
  // Nothing is longer than all together, which is known from the offsets.
  if (values.kind != Values::Kind::kSpans && values.PayloadBytes() <= kMaxValueBytes) {
    return {};
  }
  for (int64_t i = 0; i < values.count; ++i) {
    if (const auto size = static_cast<int64_t>(values.Value(i).size()); size > kMaxValueBytes) {
      return TooLong(size);
    }
  }
  return {};
}

Status CheckFixed(const Values& values, int width_bytes) {
  if (values.kind == Values::Kind::kFixed && values.width_bytes != width_bytes) {
    return Status::InvalidArgument("expected values of " + std::to_string(width_bytes) + " bytes, found " +
                                   std::to_string(values.width_bytes));
  }
  for (int64_t i = 0; values.kind != Values::Kind::kFixed && i < values.count; ++i) {
    if (const size_t size = values.Value(i).size(); size != static_cast<size_t>(width_bytes)) {
      return Status::InvalidArgument("expected values of " + std::to_string(width_bytes) + " bytes, found one of " +
                                     std::to_string(size));
    }
  }
  return {};
}

Status AppendFixed(const Values& values, int width_bytes, OwnedBuffer* out) {
  TARACEA_TRY(CheckFixed(values, width_bytes));
  if (values.count == 0) {
    return {};
  }
  if (values.kind != Values::Kind::kSpans) {
    return out->Append({values.Value(0).data(), static_cast<size_t>(values.count * width_bytes)});
  }
  size_t at = out->size();
  TARACEA_TRY(out->Resize(at + static_cast<size_t>(values.count * width_bytes)));
  for (int64_t i = 0; i < values.count; ++i, at += static_cast<size_t>(width_bytes)) {
    CopyBytes(out->data() + at, values.spans[i].data(), static_cast<size_t>(width_bytes));
  }
  return {};
}

Status AppendPlainByteArrays(const Values& values, const kernels::Kernels& kernels, OwnedBuffer* out) {
  const int64_t payload_bytes = values.PayloadBytes();
  TARACEA_TRY(CheckLengths(values));
  const size_t start = out->size();
  TARACEA_TRY(out->Resize(start + static_cast<size_t>(payload_bytes + 4 * values.count)));
  std::byte* at = out->data() + start;
  if (values.count == 0) {
    return {};
  }
  if (values.kind == Values::Kind::kOffsets32) {
    kernels.plain_encode_offsets32(values.offsets32, values.data, values.slack_after_bytes, values.count, at);
  } else if (values.kind == Values::Kind::kOffsets64) {
    kernels.plain_encode_offsets64(values.offsets64, values.data, values.slack_after_bytes, values.count, at);
  } else {
    for (int64_t i = 0; i < values.count; ++i) {
      const ConstBytes value = values.Value(i);
      Store(at, static_cast<uint32_t>(value.size()));
      CopyBytes(at + 4, value.data(), value.size());
      at += 4 + value.size();
    }
  }
  return {};
}

Result<std::unique_ptr<Encoder>> MakePlainEncoder(const EncoderSpec& spec) {
  switch (spec.type) {
    case PhysicalType::kBoolean: return std::make_unique<PlainBooleanEncoder>(spec);
    case PhysicalType::kByteArray: return std::make_unique<PlainByteArrayEncoder>(spec);
    case PhysicalType::kFixedLenByteArray:
      if (spec.type_length < 0) {
        return Status::InvalidArgument("expected a type_length, found " + std::to_string(spec.type_length));
      }
      return std::make_unique<PlainFixedEncoder>(spec, spec.type_length);
    default: return std::make_unique<PlainFixedEncoder>(spec, FixedWidthBytes(spec.type));
  }
}

}  // namespace taracea::encoding

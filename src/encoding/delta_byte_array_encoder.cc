#include <algorithm>

#include "base/bytes.h"
#include "base/try.h"
#include "encoding/delta_binary_writer.h"
#include "encoding/delta_byte_array.h"
#include "encoding/plain_encoder.h"
#include "encoding/visit_values.h"

namespace taracea::encoding {
namespace {

constexpr int64_t kStep = 256;

class DeltaByteArrayEncoder final : public Encoder {
 public:
  explicit DeltaByteArrayEncoder(const EncoderSpec& spec)
      : DeltaByteArrayEncoder(spec, spec.kernels != nullptr ? *spec.kernels : kernels::ActiveKernels(),
                              spec.arena ? spec.arena : DefaultArena()) {}

  Status Append(const Values& values) override {
    TARACEA_TRY(is_fixed_ ? CheckFixed(values, width_bytes_) : CheckLengths(values));
    if (values.count == 0) {
      return {};
    }
    if (body_.arena() == nullptr) {
      TARACEA_TRY_ASSIGN(body_, arena_->Allocate(1024));
      TARACEA_TRY_ASSIGN(last_, arena_->Allocate(256));
    }
    if (values.count == 1) {
      return AppendOne(values.Value(0));
    }
    // Room for values that share nothing.
    TARACEA_TRY(MakeRoom(static_cast<size_t>(values.PayloadBytes()), &body_));
    TARACEA_TRY(VisitValues(values, [this, &values](const auto& at) { return AppendAll(values.count, at); }));
    return KeepLast(values.Value(values.count - 1));
  }
  int64_t EstimatedSize() const noexcept override {
    return prefixes_.EstimatedSize() + suffixes_.EstimatedSize() + static_cast<int64_t>(body_.size());
  }
  int64_t value_count() const noexcept override { return prefixes_.count(); }
  Status Flush(OwnedBuffer* out) override {
    TARACEA_TRY(prefixes_.Flush(out));
    TARACEA_TRY(suffixes_.Flush(out));
    TARACEA_TRY(out->Append(body_.bytes()));
    Reset();
    return {};
  }
  void Reset() noexcept override {
    prefixes_.Reset();
    suffixes_.Reset();
    body_.SetSize(0);
    last_.SetSize(0);
  }
  Encoding encoding() const noexcept override { return Encoding::kDeltaByteArray; }

 private:
  DeltaByteArrayEncoder(const EncoderSpec& spec, const kernels::Kernels& kernels, std::shared_ptr<Arena> arena)
      : is_fixed_(spec.type == PhysicalType::kFixedLenByteArray),
        width_bytes_(spec.type_length),
        kernels_(&kernels),
        arena_(arena),
        prefixes_(kernels, arena),
        suffixes_(kernels, std::move(arena)) {}

  Status KeepLast(ConstBytes value) {
    last_.SetSize(0);
    TARACEA_TRY(MakeRoom(value.size(), &last_));
    CopyBytes(last_.data(), value.data(), value.size());
    last_.SetSize(value.size());
    return {};
  }

  Status AppendOne(ConstBytes value) {
    const std::byte* const starts[] = {last_.data(), value.data()};
    const uint32_t sizes[] = {static_cast<uint32_t>(last_.size()), static_cast<uint32_t>(value.size())};
    uint32_t prefix = 0;
    uint32_t suffix = 0;
    TARACEA_TRY(MakeRoom(value.size(), &body_));
    kernels_->split_prefixes({starts, sizes}, 1, &prefix, &suffix, body_.data() + body_.size());
    body_.SetSize(body_.size() + suffix);
    TARACEA_TRY(prefixes_.Append(&prefix, 1));
    TARACEA_TRY(suffixes_.Append(&suffix, 1));
    return KeepLast(value);
  }

  template <typename At>
  Status AppendAll(int64_t count, const At& at) {
    const std::byte* starts[kStep + 1];
    uint32_t sizes[kStep + 1];
    uint32_t prefixes[kStep];
    uint32_t suffixes[kStep];
    starts[0] = last_.data();
    sizes[0] = static_cast<uint32_t>(last_.size());
    for (int64_t done = 0; done < count; done += kStep) {
      const int64_t step = std::min(count - done, kStep);
      for (int64_t i = 0; i < step; ++i) {
        const ConstBytes value = at(done + i);
        starts[i + 1] = value.data();
        sizes[i + 1] = static_cast<uint32_t>(value.size());
      }
      std::byte* const end =
          kernels_->split_prefixes({starts, sizes}, step, prefixes, suffixes, body_.data() + body_.size());
      body_.SetSize(static_cast<size_t>(end - body_.data()));
      TARACEA_TRY(prefixes_.Append(prefixes, step));
      TARACEA_TRY(suffixes_.Append(suffixes, step));
      starts[0] = starts[step];
      sizes[0] = sizes[step];
    }
    return {};
  }

  const bool is_fixed_;
  const int width_bytes_;
  const kernels::Kernels* kernels_;
  std::shared_ptr<Arena> arena_;
  DeltaBinaryWriter<uint32_t> prefixes_;
  DeltaBinaryWriter<uint32_t> suffixes_;
  OwnedBuffer body_;
  OwnedBuffer last_;  // value of the last call, copied
};

}  // namespace

Result<std::unique_ptr<Encoder>> MakeDeltaByteArrayEncoder(const EncoderSpec& spec) {
  return std::make_unique<DeltaByteArrayEncoder>(spec);
}

}  // namespace taracea::encoding

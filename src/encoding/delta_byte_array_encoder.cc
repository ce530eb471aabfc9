#include <algorithm>
#include <bit>

#include "base/bytes.h"
#include "base/try.h"
#include "encoding/delta_binary_writer.h"
#include "encoding/delta_byte_array.h"
#include "encoding/plain_encoder.h"
#include "encoding/visit_values.h"

namespace taracea::encoding {
namespace {

constexpr int64_t kStep = 256;

size_t CommonPrefix(ConstBytes a, ConstBytes b) noexcept {
  const size_t size = std::min(a.size(), b.size());
  size_t i = 0;
  for (; i + 8 <= size; i += 8) {
    const uint64_t different = Load<uint64_t>(a.data() + i) ^ Load<uint64_t>(b.data() + i);
    if (different != 0) {
      return i + static_cast<size_t>(std::countr_zero(different)) / 8;
    }
  }
  while (i < size && a[i] == b[i]) {
    ++i;
  }
  return i;
}

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
    TARACEA_TRY(VisitValues(values, [this, &values](const auto& at) { return AppendAll(values.count, at); }));
    const ConstBytes last = values.Value(values.count - 1);
    last_.SetSize(0);
    return last_.Append(last);
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
        arena_(arena),
        prefixes_(kernels, arena),
        suffixes_(kernels, std::move(arena)) {}

  /// Makes room for values [start, start + count) as if they shared nothing.
  template <typename At>
  Status ReserveBody(int64_t start, int64_t count, const At& at) {
    const size_t size = body_.size();
    size_t wanted = size;
    for (int64_t i = 0; i < count; ++i) {
      wanted += at(start + i).size();
    }
    TARACEA_TRY(body_.Resize(wanted));
    body_.SetSize(size);
    return {};
  }

  template <typename At>
  Status AppendAll(int64_t count, const At& at) {
    ConstBytes before = last_.bytes();
    for (int64_t done = 0; done < count; done += kStep) {
      uint32_t prefixes[kStep];
      uint32_t suffixes[kStep];
      const int64_t step = std::min(count - done, kStep);
      TARACEA_TRY(ReserveBody(done, step, at));
      std::byte* end = body_.data() + body_.size();
      for (int64_t i = 0; i < step; ++i) {
        const ConstBytes value = at(done + i);
        const size_t prefix = CommonPrefix(before, value);
        prefixes[i] = static_cast<uint32_t>(prefix);
        suffixes[i] = static_cast<uint32_t>(value.size() - prefix);
        CopyBytes(end, value.data() + prefix, suffixes[i]);
        end += suffixes[i];
        before = value;
      }
      body_.SetSize(static_cast<size_t>(end - body_.data()));
      TARACEA_TRY(prefixes_.Append(reinterpret_cast<const std::byte*>(prefixes), step));
      TARACEA_TRY(suffixes_.Append(reinterpret_cast<const std::byte*>(suffixes), step));
    }
    return {};
  }

  const bool is_fixed_;
  const int width_bytes_;
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

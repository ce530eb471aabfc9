#include "encoding/dictionary_entries.h"

#include <string>

namespace taracea::encoding {
namespace {

constexpr size_t kFirstBytes = 16384;

}  // namespace

Status ByteEntries::CheckShape(const Values& values) const {
  return is_fixed_ ? CheckFixed(values, width_bytes_) : Status();
}

Status ByteEntries::Start() {
  if (bytes_.arena() == nullptr) {
    TARACEA_TRY_ASSIGN(bytes_, arena_->Allocate(kFirstBytes));
    TARACEA_TRY_ASSIGN(offsets_, arena_->Allocate(kFirstBytes));
    Clear();
  }
  return {};
}

void ByteEntries::Clear() noexcept {
  count_ = 0;
  bytes_.SetSize(0);
  if (offsets_.capacity() != 0) {
    offsets_.SetSize(sizeof(int64_t));
    offsets_.as<int64_t>()[0] = 0;
  }
}

Status ByteEntries::Push(ConstBytes value) {
  if (value.size() > INT32_MAX) {
    return Status::InvalidArgument("expected values of at most 2147483647 bytes, found " +
                                   std::to_string(value.size()));
  }
  TARACEA_TRY(offsets_.Resize((static_cast<size_t>(count_) + 2) * sizeof(int64_t)));
  TARACEA_TRY(bytes_.Append(value));
  ++count_;
  offsets_.as<int64_t>()[count_] = static_cast<int64_t>(bytes_.size());
  return {};
}

Values ByteEntries::View(int64_t start, int64_t count) const noexcept {
  if (is_fixed_) {
    return Values::Fixed(bytes_.data() + start * width_bytes_, width_bytes_, count, kSlackBytes);
  }
  return Values::Binary64(offsets() + start, bytes_.data(), count, kSlackBytes);
}

Status ByteEntries::WritePlain(const kernels::Kernels& kernels, OwnedBuffer* out) const {
  if (is_fixed_ || count_ == 0) {
    return out->Append(bytes_.bytes());
  }
  return AppendPlainByteArrays(View(0, count_), kernels, out);
}

}  // namespace taracea::encoding

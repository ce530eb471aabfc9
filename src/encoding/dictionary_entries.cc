#include "encoding/dictionary_entries.h"

#include <cstring>
#include <numeric>

namespace taracea::encoding {
namespace {

constexpr size_t kFirstBytes = 16384;

}  // namespace

bool ByteEntries::Repeats(const Batch& batch, int64_t count) const noexcept {
  const uint32_t size = batch.sizes[0];
  const auto same = [&batch, size](int64_t i) {
    return batch.sizes[i] == size && (size == 0 || std::memcmp(batch.at[i], batch.at[0], size) == 0);
  };
  // The last value tells most batches apart at once.
  for (int64_t i = count - 1; i > 0; --i) {
    if (!same(i)) {
      return false;
    }
  }
  return true;
}

Status ByteEntries::Reserve(const Batch& batch, int64_t count) {
  if (bytes_.arena() == nullptr) {
    TARACEA_TRY_ASSIGN(bytes_, arena_->Allocate(kFirstBytes));
    TARACEA_TRY_ASSIGN(offsets_, arena_->Allocate(kFirstBytes));
    Clear();
  }
  TARACEA_TRY(offsets_.Resize(static_cast<size_t>(count_ + 1 + count) * sizeof(int64_t)));
  const size_t size = bytes_.size();
  TARACEA_TRY(bytes_.Resize(std::accumulate(batch.sizes, batch.sizes + count, size)));
  bytes_.SetSize(size);
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

Values ByteEntries::View(int64_t start, int64_t count) const noexcept {
  if (is_fixed_) {
    return Values::Fixed(bytes_.data() + start * width_bytes_, width_bytes_, count, kSlackBytes);
  }
  return Values::Binary64(offsets() + start, bytes_.data(), count, kSlackBytes);
}

Status ByteEntries::WritePlain(OwnedBuffer* out) const {
  if (is_fixed_ || count_ == 0) {
    return out->Append(bytes_.bytes());
  }
  return AppendPlainByteArrays(View(0, count_), *kernels_, out);
}

}  // namespace taracea::encoding

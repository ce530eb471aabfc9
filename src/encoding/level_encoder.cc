#include "encoding/level_encoder.h"

#include <algorithm>
#include <bit>

#include "base/try.h"

namespace taracea::encoding {
namespace {

constexpr int64_t kStep = 256;

}  // namespace

LevelEncoder::LevelEncoder(uint16_t max_level, const std::shared_ptr<Arena>& arena, const kernels::Kernels& kernels)
    : max_level_(max_level), arena_(arena ? arena : DefaultArena()), kernels_(&kernels), writer_(kernels) {
  Reset();
}

Status LevelEncoder::EnsureBuffer() {
  if (written_.arena() == nullptr) {
    TARACEA_TRY_ASSIGN(written_, arena_->Allocate(1024));
  }
  return {};
}

Status LevelEncoder::Append(const uint16_t* levels, int64_t count) {
  entry_count_ += count;
  if (max_level_ == 0) {
    return {};
  }
  TARACEA_TRY(EnsureBuffer());
  while (count > 0) {
    const int64_t run = kernels_->run_u16(levels, count);
    int64_t step = run;
    if (run >= kStep) {
      TARACEA_TRY(writer_.AppendRun(levels[0], run, &written_));
    } else {
      uint32_t wide[kStep];
      step = std::min(count, kStep);
      std::copy_n(levels, step, wide);
      TARACEA_TRY(writer_.Append(wide, step, &written_));
    }
    levels += step;
    count -= step;
  }
  return {};
}

Status LevelEncoder::AppendRun(uint16_t level, int64_t count) {
  entry_count_ += count;
  if (max_level_ == 0) {
    return {};
  }
  TARACEA_TRY(EnsureBuffer());
  return writer_.AppendRun(level, count, &written_);
}

Status LevelEncoder::AppendBits(const std::byte* bits, int64_t bit_start, int64_t count) {
  entry_count_ += count;
  if (max_level_ == 0) {
    return {};
  }
  TARACEA_TRY(EnsureBuffer());
  while (count > 0) {
    uint8_t bytes[kStep];
    uint32_t wide[kStep];
    const int64_t step = std::min(count, kStep);
    kernels_->unpack_bits(bits, bit_start, step, bytes);
    std::copy_n(bytes, step, wide);
    TARACEA_TRY(writer_.Append(wide, step, &written_));
    bit_start += step;
    count -= step;
  }
  return {};
}

int64_t LevelEncoder::EstimatedSize() const noexcept {
  return max_level_ == 0 ? 0 : static_cast<int64_t>(written_.size()) + writer_.PendingBound();
}

Status LevelEncoder::Flush(OwnedBuffer* out) {
  if (max_level_ != 0 && entry_count_ != 0) {
    TARACEA_TRY(writer_.Finish(&written_));
    TARACEA_TRY(out->Append(written_.bytes()));
  }
  Reset();
  return {};
}

void LevelEncoder::Reset() noexcept {
  entry_count_ = 0;
  written_.SetSize(0);
  writer_.Start(std::max(1, static_cast<int>(std::bit_width(max_level_))));
}

}  // namespace taracea::encoding

#include "encoding/level_decoder.h"

#include <algorithm>
#include <bit>
#include <string>

#include "array/bitmap.h"
#include "base/bytes.h"
#include "base/try.h"

namespace taracea::encoding {
namespace {

constexpr int64_t kStep = 256;

}  // namespace

Status LevelDecoder::Reset(Encoding encoding, uint16_t max_level, ConstBytes bytes, int64_t entry_count,
                           BitOrder bit_order) {
  bit_order_ = bit_order;
  remaining_ = 0;
  if (entry_count < 0) {
    return Status::Corrupt("expected a count of level entries, found " + std::to_string(entry_count));
  }
  encoding_ = encoding;
  max_level_ = max_level;
  bit_width_ = static_cast<int>(std::bit_width(max_level));
  bit_packed_ = {};
  bit_packed_at_ = 0;
  // Old writers name BIT_PACKED for levels that are not there.
  if (max_level == 0) {
    encoding_ = Encoding::kRle;
    reader_.Reset({}, 0, 0);
  } else if (encoding == Encoding::kRle) {
    reader_.Reset(bytes, bit_width_, 0);
  } else if (encoding == Encoding::kBitPacked) {
    // Divided, not multiplied: the count is the file's.
    if (entry_count / 8 * bit_width_ + (entry_count % 8 * bit_width_ + 7) / 8 > static_cast<int64_t>(bytes.size())) {
      return Status::Corrupt("expected " + std::to_string(entry_count) + " levels of " + std::to_string(bit_width_) +
                             " bits, found " + std::to_string(bytes.size()) + " bytes");
    }
    bit_packed_ = bytes;
  } else {
    return Status::Corrupt("expected levels as RLE or BIT_PACKED, found " + ToString(encoding));
  }
  remaining_ = entry_count;
  return {};
}

Status LevelDecoder::CheckCount(int64_t count) const {
  if (count < 0 || count > remaining_) {
    return Status::InvalidArgument("expected at most " + std::to_string(remaining_) + " level entries, found " +
                                   std::to_string(count));
  }
  return {};
}

Status LevelDecoder::TooLarge(uint32_t level) const {
  return Status::Corrupt("expected levels up to " + std::to_string(max_level_) + ", found " + std::to_string(level));
}

Status LevelDecoder::CheckRepeated() const {
  return !reader_.run().packed && reader_.run().value > max_level_ ? TooLarge(reader_.run().value) : Status();
}

Status LevelDecoder::ReadRle(int64_t count, uint16_t* levels) {
  while (count > 0) {
    TARACEA_TRY(reader_.EnsureRun());
    TARACEA_TRY(CheckRepeated());
    int64_t step = std::min(count, reader_.run_left());
    if (reader_.run().packed) {
      uint32_t wide[kStep];
      step = std::min(step, kStep);
      TARACEA_TRY(reader_.Read(step, wide));
      std::transform(wide, wide + step, levels, [](uint32_t level) { return static_cast<uint16_t>(level); });
    } else {
      std::fill_n(levels, step, static_cast<uint16_t>(reader_.run().value));
      reader_.Advance(step);
    }
    levels += step;
    count -= step;
  }
  return {};
}

unsigned LevelDecoder::BitPackedBit(int64_t bit) const noexcept {
  const auto byte = static_cast<unsigned>(bit_packed_[static_cast<size_t>(bit >> 3)]);
  const int64_t shift = bit_order_ == BitOrder::kHighBitFirst ? 7 - (bit & 7) : bit & 7;
  return byte >> shift & 1;
}

void LevelDecoder::ReadBitPacked(int64_t count, uint16_t* levels) noexcept {
  int64_t bit = bit_packed_at_ * bit_width_;
  for (int64_t i = 0; i < count; ++i) {
    unsigned level = 0;
    for (int k = 0; k < bit_width_; ++k, ++bit) {
      level |= BitPackedBit(bit) << (bit_order_ == BitOrder::kHighBitFirst ? bit_width_ - 1 - k : k);
    }
    levels[i] = static_cast<uint16_t>(level);
  }
  bit_packed_at_ += count;
}

Status LevelDecoder::Decode(int64_t count, uint16_t* levels) {
  TARACEA_TRY(CheckCount(count));
  remaining_ -= count;
  if (encoding_ == Encoding::kBitPacked) {
    ReadBitPacked(count, levels);
  } else {
    TARACEA_TRY(ReadRle(count, levels));
  }
  // A width of all ones holds nothing larger.
  if (max_level_ + 1 < 1 << bit_width_) {
    const uint16_t largest = kernels_->max_u16(levels, count);
    return largest > max_level_ ? TooLarge(largest) : Status();
  }
  return {};
}

Status LevelDecoder::DecodeBits(int64_t count, std::byte* bits, int64_t bit_start, int64_t* ones) {
  TARACEA_TRY(CheckCount(count));
  if (max_level_ > 1) {
    return Status::InvalidArgument("expected max_level 1, found " + std::to_string(max_level_));
  }
  while (count > 0) {
    int64_t step = std::min(count, kStep);
    if (encoding_ == Encoding::kBitPacked) {
      uint16_t levels[kStep];
      ReadBitPacked(step, levels);
      *ones += kernels_->levels_at_least(levels, step, 1, bits, bit_start);
    } else {
      TARACEA_TRY(reader_.EnsureRun());
      TARACEA_TRY(CheckRepeated());
      step = std::min(count, reader_.run_left());
      if (reader_.run().packed) {
        array::CopyBits(reader_.run().bytes.data(), reader_.run_at(), step, bits, bit_start);
        *ones += array::CountSetBits(bits, bit_start, step);
      } else {
        array::FillBits(bits, bit_start, step, reader_.run().value != 0);
        *ones += reader_.run().value != 0 ? step : 0;
      }
      reader_.Advance(step);
    }
    bit_start += step;
    count -= step;
    remaining_ -= step;
  }
  return {};
}

Status LevelDecoder::Skip(int64_t count, int64_t* at_max) {
  TARACEA_TRY(CheckCount(count));
  while (count > 0) {
    uint16_t levels[kStep];
    int64_t step = std::min(count, kStep);
    if (encoding_ == Encoding::kRle) {
      TARACEA_TRY(reader_.EnsureRun());
    }
    if (encoding_ == Encoding::kRle && !reader_.run().packed) {
      TARACEA_TRY(CheckRepeated());
      step = std::min(count, reader_.run_left());
      *at_max += reader_.run().value == max_level_ ? step : 0;
      reader_.Advance(step);
      remaining_ -= step;
    } else {
      TARACEA_TRY(Decode(step, levels));
      *at_max += std::count(levels, levels + step, max_level_);
    }
    count -= step;
  }
  return {};
}

/// Counts the equal levels at the front of a packed run, up to a step; at least 1.
int64_t LevelDecoder::PackedRunLength() const noexcept {
  uint16_t levels[kStep];
  LevelDecoder ahead = *this;
  const int64_t step = std::min({remaining_, kStep, reader_.run_left()});
  return ahead.ReadRle(step, levels).ok() ? kernels_->run_u16(levels, step) : 1;
}

Status LevelDecoder::PeekRun(int64_t* count, uint16_t* level) {
  *count = 0;
  *level = 0;
  if (remaining_ == 0) {
    return {};
  }
  if (encoding_ == Encoding::kRle) {
    TARACEA_TRY(reader_.EnsureRun());
    TARACEA_TRY(CheckRepeated());
    if (!reader_.run().packed) {
      *count = std::min(remaining_, reader_.run_left());
      *level = static_cast<uint16_t>(reader_.run().value);
      return {};
    }
  }
  LevelDecoder ahead = *this;
  *count = 1;
  TARACEA_TRY(ahead.Decode(1, level));
  if (encoding_ == Encoding::kRle) {
    *count = PackedRunLength();
  }
  return {};
}

}  // namespace taracea::encoding

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
constexpr int64_t kWordBits = 64;

constexpr uint64_t LowMask(int64_t count) noexcept {
  return count >= kWordBits ? ~uint64_t{0} : (uint64_t{1} << count) - 1;
}

constexpr int64_t CountOnes(uint64_t word) noexcept {
  return array::SumOfBytes(array::OnesOfBytes(word));
}

/// Loads bits from bit `at` of `bytes` on, zeros above; lowers `count` to what one load gives (57 at least, while there
/// are as many).
uint64_t LoadBits(ConstBytes bytes, int64_t at, int64_t* count) noexcept {
  const size_t first = static_cast<size_t>(at >> 3);
  const int shift = static_cast<int>(at & 7);
  uint64_t word = 0;
  if (bytes.size() - first >= sizeof(word)) {
    word = Load<uint64_t>(bytes.data() + first);
  } else {
    CopyBytes(reinterpret_cast<std::byte*>(&word), bytes.data() + first, bytes.size() - first);
  }
  *count = std::min(*count, kWordBits - shift);
  return word >> shift & LowMask(*count);
}

/// Appends bits to a bitmap a word at a time; keeps those before its start, and behind its end.
class BitAppender {
 public:
  BitAppender(std::byte* bits, int64_t start) noexcept : out_(bits + (start >> 3)), filled_(start & 7) {
    pending_ = filled_ == 0 ? 0 : static_cast<uint64_t>(*out_) & LowMask(filled_);
  }

  /// Appends 1 to 64 bits; those above are zero.
  void Append(uint64_t word, int64_t count) noexcept {
    pending_ |= word << filled_;
    if (filled_ + count < kWordBits) {
      filled_ += count;
      return;
    }
    Store(out_, pending_);
    out_ += sizeof(pending_);
    pending_ = filled_ == 0 ? 0 : word >> (kWordBits - filled_);
    filled_ += count - kWordBits;
  }

  void AppendSame(bool bit, int64_t count) noexcept {
    for (; count > 0; count -= kWordBits) {
      const int64_t step = std::min(count, kWordBits);
      Append(bit ? LowMask(step) : 0, step);
    }
  }

  void Finish() noexcept { array::CopyBits(reinterpret_cast<const std::byte*>(&pending_), 0, filled_, out_, 0); }

 private:
  std::byte* out_;
  int64_t filled_;
  uint64_t pending_;
};

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

template <typename Words, typename Same>
Status LevelDecoder::VisitBits(int64_t count, Words words, Same same) {
  while (count > 0) {
    TARACEA_TRY(reader_.EnsureRun());
    TARACEA_TRY(CheckRepeated());
    const RleRun& run = reader_.run();
    const int64_t step = std::min(count, reader_.run_left());
    if (run.packed) {
      for (int64_t at = reader_.run_at(), left = step; left > 0;) {
        int64_t taken = left;
        const uint64_t word = LoadBits(run.bytes, at, &taken);
        words(word, taken);
        at += taken;
        left -= taken;
      }
    } else {
      same(run.value != 0, step);
    }
    reader_.Advance(step);
    remaining_ -= step;
    count -= step;
  }
  return {};
}

Status LevelDecoder::DecodeBits(int64_t count, std::byte* bits, int64_t bit_start, int64_t* ones) {
  TARACEA_TRY(CheckCount(count));
  if (max_level_ > 1) {
    return Status::InvalidArgument("expected max_level 1, found " + std::to_string(max_level_));
  }
  if (encoding_ == Encoding::kRle) {
    BitAppender appender(bits, bit_start);
    int64_t found = 0;
    TARACEA_TRY(VisitBits(
        count,
        [&](uint64_t word, int64_t size) {
          appender.Append(word, size);
          found += CountOnes(word);
        },
        [&](bool bit, int64_t size) {
          appender.AppendSame(bit, size);
          found += bit ? size : 0;
        }));
    appender.Finish();
    *ones += found;
    return {};
  }
  for (int64_t done = 0; done < count; done += kStep) {
    uint16_t levels[kStep];
    const int64_t step = std::min(count - done, kStep);
    ReadBitPacked(step, levels);
    *ones += kernels_->levels_at_least(levels, step, 1, bits, bit_start + done);
    remaining_ -= step;
  }
  return {};
}

Status LevelDecoder::Skip(int64_t count, int64_t* at_max) {
  TARACEA_TRY(CheckCount(count));
  if (encoding_ == Encoding::kRle && max_level_ == 1) {
    return VisitBits(
        count, [&](uint64_t word, int64_t) { *at_max += CountOnes(word); },
        [&](bool bit, int64_t size) { *at_max += bit ? size : 0; });
  }
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

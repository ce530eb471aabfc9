#include "encoding/delta_lengths.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "base/try.h"
#include "encoding/decoder_checks.h"

namespace taracea::encoding {

Status KeptLengths::Reset(ConstBytes bytes, size_t slack_after_bytes, int64_t count, ConstBytes* rest) {
  at_ = 0;
  end_ = 0;
  if (bytes.size() > INT32_MAX) {
    return Status::Corrupt("expected a page of at most 2147483647 bytes, found " + std::to_string(bytes.size()));
  }
  TARACEA_TRY(reader_.Reset(bytes, slack_after_bytes));
  TARACEA_TRY(CheckTotalCount(count, reader_.total_count()));
  return reader_.FindEnd(rest);
}

Status KeptLengths::Keep(int64_t count) {
  const int64_t have = end_ - at_;
  if (have >= count) {
    return {};
  }
  if (kept_.arena() == nullptr) {
    TARACEA_TRY_ASSIGN(kept_, arena_->Allocate(static_cast<size_t>(kStep) * sizeof(uint32_t)));
  }
  // What is kept moves to the front.
  std::copy_n(kept_.as<uint32_t>() + at_, have, kept_.as<uint32_t>());
  at_ = 0;
  end_ = have;
  TARACEA_TRY(kept_.Resize(static_cast<size_t>(count) * sizeof(uint32_t)));
  TARACEA_TRY(reader_.Read(count - have, kept_.as<uint32_t>() + have));
  end_ = count;
  return {};
}

Result<Lengths> KeptLengths::Take(int64_t count) {
  if (at_ == end_) {
    TARACEA_TRY(Keep(std::min(count, kStep)));
  }
  const Lengths taken = kept().first(static_cast<size_t>(std::min(count, end_ - at_)));
  at_ += std::ssize(taken);
  return taken;
}

Result<Lengths> LengthsAhead::Next(int64_t count) {
  if (first_) {
    TARACEA_TRY(lengths_->Keep(std::min(count, KeptLengths::kMaxKept)));
    behind_ = lengths_->reader_;
    first_ = false;
    return lengths_->kept().first(static_cast<size_t>(std::min(count, lengths_->end_ - lengths_->at_)));
  }
  const int64_t step = std::min(count, KeptLengths::kStep);
  TARACEA_TRY(behind_.Read(step, scratch_));
  return Lengths(scratch_, static_cast<size_t>(step));
}

}  // namespace taracea::encoding

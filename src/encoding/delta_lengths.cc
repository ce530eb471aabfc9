#include "encoding/delta_lengths.h"

#include <string>

#include "base/try.h"
#include "encoding/decoder_checks.h"

namespace taracea::encoding {

Status DeltaLengths::Reset(ConstBytes bytes, size_t slack_after_bytes, int64_t count, ConstBytes* rest) {
  TARACEA_TRY(reader_.Reset(bytes, slack_after_bytes));
  TARACEA_TRY(CheckTotalCount(count, reader_.total_count()));
  return reader_.FindEnd(rest);
}

Status DeltaLengths::Read(int64_t count, uint32_t* lengths) {
  TARACEA_TRY(reader_.Read(count, lengths));
  if (const uint32_t longest = kernels_->max_u32(lengths, count); longest > INT32_MAX) {
    return Status::Corrupt("expected lengths of at least 0, found " + std::to_string(static_cast<int32_t>(longest)));
  }
  return {};
}

}  // namespace taracea::encoding

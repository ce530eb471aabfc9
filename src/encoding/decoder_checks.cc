#include "encoding/decoder_checks.h"

#include <string>

namespace taracea::encoding {

Status CheckCount(int64_t count, int64_t remaining) {
  if (count < 0 || count > remaining) {
    return Status::InvalidArgument("expected at most " + std::to_string(remaining) + " values, found " +
                                   std::to_string(count));
  }
  return {};
}

Status CheckPageHolds(const PageValues& page, int64_t width_bits) {
  // Divided, not multiplied: the count is the file's.
  const auto size_bytes = static_cast<int64_t>(page.bytes.size());
  const bool holds = page.value_count >= 0 && (width_bits == 0 || page.value_count / 8 <= size_bytes / width_bits) &&
                     (page.value_count / 8 * width_bits + (page.value_count % 8 * width_bits + 7) / 8 <= size_bytes);
  if (!holds) {
    return Status::Corrupt("expected " + std::to_string(page.value_count) + " values of " + std::to_string(width_bits) +
                           " bits, found " + std::to_string(size_bytes) + " bytes");
  }
  return {};
}

Status CheckTotalCount(int64_t page_count, int64_t section_count) {
  if (page_count != section_count) {
    return Status::Corrupt("expected " + std::to_string(page_count) + " values, found a section of " +
                           std::to_string(section_count));
  }
  return {};
}

Status WrongOutput(Encoding encoding, Output::Kind kind) {
  return Status::InvalidArgument("output of kind " + std::to_string(static_cast<int>(kind)) + " does not fit " +
                                 ToString(encoding) + " values of this type");
}

Status OffsetsTooNarrow(int64_t last_offset) {
  return Status::InvalidArgument("expected offsets of at most 2147483647, found " + std::to_string(last_offset));
}

}  // namespace taracea::encoding

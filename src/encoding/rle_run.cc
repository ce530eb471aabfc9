#include "encoding/rle_run.h"

#include <algorithm>
#include <string>

#include "base/byte_cursor.h"

namespace taracea::encoding {
namespace {

Status TakePacked(ByteCursor* cursor, uint64_t groups, int bit_width, RleRun* run) {
  run->packed = true;
  run->count = static_cast<int64_t>(groups) * 8;
  const uint64_t wanted_bytes = groups * static_cast<uint64_t>(bit_width);
  const size_t taken_bytes = static_cast<size_t>(std::min<uint64_t>(wanted_bytes, cursor->remaining()));
  if (taken_bytes < wanted_bytes) {
    run->count = static_cast<int64_t>(taken_bytes) * 8 / bit_width;
  }
  if (run->count == 0 && groups != 0) {
    return Status::Corrupt("expected a bit-packed run of " + std::to_string(groups) + " groups, found no whole value");
  }
  if (!cursor->Take(taken_bytes, &run->bytes)) {
    return Status::Internal("bit-packed run longer than what is left");
  }
  return {};
}

Status TakeRepeated(ByteCursor* cursor, uint64_t count, int bit_width, RleRun* run) {
  run->packed = false;
  run->count = static_cast<int64_t>(count);
  ConstBytes value_bytes;
  if (!cursor->Take(static_cast<size_t>(bit_width + 7) / 8, &value_bytes)) {
    return Status::Corrupt("repeated run ends before its value");
  }
  uint32_t value = 0;
  for (size_t i = 0; i < value_bytes.size(); ++i) {
    value |= static_cast<uint32_t>(value_bytes[i]) << (8 * i);
  }
  if (bit_width < 32 && value >> bit_width != 0) {
    return Status::Corrupt("expected a repeated value of " + std::to_string(bit_width) + " bits, found " +
                           std::to_string(value));
  }
  run->value = value;
  return {};
}

}  // namespace

Status TakeRun(ConstBytes* rest, int bit_width, RleRun* run) {
  ByteCursor cursor(*rest);
  do {
    uint64_t header = 0;
    if (!cursor.ReadVarint(&header)) {
      return Status::Corrupt(cursor.remaining() == 0 ? "runs end before the last value" : "run header is cut short");
    }
    if (header > UINT32_MAX) {
      return Status::Corrupt("expected a run header of 32 bits, found " + std::to_string(header));
    }
    Status status = (header & 1) != 0 ? TakePacked(&cursor, header >> 1, bit_width, run)
                                      : TakeRepeated(&cursor, header >> 1, bit_width, run);
    if (!status.ok()) {
      return status;
    }
  } while (run->count == 0);
  *rest = cursor.rest();
  return {};
}

}  // namespace taracea::encoding

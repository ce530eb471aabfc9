#include "base/utf8.h"

#include <bit>
#include <cstdint>

#include "base/bytes.h"

namespace taracea {
namespace {

constexpr uint64_t kHighBits = 0x8080808080808080ULL;

/// The allowed second bytes and the length of the sequence that a lead byte begins; length 0: no sequence begins so.
struct Lead {
  uint8_t length;
  uint8_t second_low;
  uint8_t second_high;
};

Lead LeadOf(uint8_t byte) noexcept {
  if (byte < 0xC2) {
    return {0, 0, 0};
  }
  if (byte < 0xE0) {
    return {2, 0x80, 0xBF};
  }
  if (byte < 0xF0) {
    return {3, static_cast<uint8_t>(byte == 0xE0 ? 0xA0 : 0x80), static_cast<uint8_t>(byte == 0xED ? 0x9F : 0xBF)};
  }
  if (byte < 0xF5) {
    return {4, static_cast<uint8_t>(byte == 0xF0 ? 0x90 : 0x80), static_cast<uint8_t>(byte == 0xF4 ? 0x8F : 0xBF)};
  }
  return {0, 0, 0};
}

/// Length of the well-formed sequence of two or more bytes at `at`; 0 when there is none.
size_t MultiByteLength(const std::byte* at, size_t remaining) noexcept {
  const Lead lead = LeadOf(static_cast<uint8_t>(at[0]));
  if (lead.length == 0 || remaining < lead.length) {
    return 0;
  }
  const auto second = static_cast<uint8_t>(at[1]);
  bool fits = second >= lead.second_low && second <= lead.second_high;
  for (size_t i = 2; i < lead.length; ++i) {
    fits = fits && IsUtf8Continuation(at[i]);
  }
  return fits ? lead.length : 0;
}

/// First offset from `start` on that holds a byte above 0x7F, or that has fewer than 8 bytes left.
size_t SkipAscii(const std::byte* data, size_t start, size_t size) noexcept {
  size_t i = start;
  while (size - i >= 32) {
    const uint64_t any = Load<uint64_t>(data + i) | Load<uint64_t>(data + i + 8) | Load<uint64_t>(data + i + 16) |
                         Load<uint64_t>(data + i + 24);
    if ((any & kHighBits) != 0) {
      break;
    }
    i += 32;
  }
  for (; size - i >= 8; i += 8) {
    const uint64_t high = Load<uint64_t>(data + i) & kHighBits;
    if (high != 0) {
      return i + static_cast<size_t>(std::countr_zero(high)) / 8;
    }
  }
  return i;
}

}  // namespace

size_t FindInvalidUtf8(ConstBytes bytes) noexcept {
  const std::byte* data = bytes.data();
  const size_t size = bytes.size();
  size_t i = 0;
  while (i < size) {
    if (static_cast<uint8_t>(data[i]) < 0x80) {
      const size_t next = SkipAscii(data, i, size);
      i = next == i ? i + 1 : next;
      continue;
    }
    const size_t length = MultiByteLength(data + i, size - i);
    if (length == 0) {
      return i;
    }
    i += length;
  }
  return kUtf8Valid;
}

}  // namespace taracea

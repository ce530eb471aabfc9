#include "base/utf8.h"

#include <array>
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

/// Sequence by sequence from `start` on, which begins one; kUtf8Valid when all are well-formed.
size_t FindInvalidFrom(ConstBytes bytes, size_t start) noexcept {
  for (size_t i = start; i < bytes.size();) {
    const bool is_ascii = static_cast<uint8_t>(bytes[i]) < 0x80;
    const size_t length = is_ascii ? 1 : MultiByteLength(bytes.data() + i, bytes.size() - i);
    if (length == 0) {
      return i;
    }
    i += length;
  }
  return kUtf8Valid;
}

/// What may follow next. kReject is never left.
enum State : uint8_t { kReject, kAccept, kTail1, kTail2, kTail3, kAfterE0, kAfterED, kAfterF0, kAfterF4, kStateCount };

constexpr State NextOfSequence(uint8_t byte) noexcept {
  if (byte < 0x80) {
    return kAccept;
  }
  if (byte < 0xC2 || byte > 0xF4) {
    return kReject;
  }
  if (byte < 0xE0) {
    return kTail1;
  }
  if (byte < 0xF0) {
    return byte == 0xE0 ? kAfterE0 : byte == 0xED ? kAfterED : kTail2;
  }
  return byte == 0xF0 ? kAfterF0 : byte == 0xF4 ? kAfterF4 : kTail3;
}

constexpr State Next(State state, uint8_t byte) noexcept {
  const auto within = [byte](uint8_t low, uint8_t high, State next) {
    return byte >= low && byte <= high ? next : kReject;
  };
  switch (state) {
    case kAccept: return NextOfSequence(byte);
    case kTail1: return within(0x80, 0xBF, kAccept);
    case kTail2: return within(0x80, 0xBF, kTail1);
    case kTail3: return within(0x80, 0xBF, kTail2);
    case kAfterE0: return within(0xA0, 0xBF, kTail1);
    case kAfterED: return within(0x80, 0x9F, kTail1);
    case kAfterF0: return within(0x90, 0xBF, kTail2);
    case kAfterF4: return within(0x80, 0x8F, kTail2);
    default: return kReject;
  }
}

constexpr unsigned kStateBits = 6;
static_assert(kStateCount * kStateBits <= 64);

/// For each byte the next states of all states, kStateBits apart; a state is kept as the shift that finds its
/// successor, so that a step is one load off the critical path and one shift on it.
constexpr std::array<uint64_t, 256> MakeSteps() noexcept {
  std::array<uint64_t, 256> steps{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    for (unsigned state = 0; state < kStateCount; ++state) {
      const uint64_t next = Next(static_cast<State>(state), static_cast<uint8_t>(byte));
      steps[byte] |= (next * kStateBits) << (state * kStateBits);
    }
  }
  return steps;
}

constexpr std::array<uint64_t, 256> kSteps = MakeSteps();
constexpr uint64_t kAtBorder = kAccept * kStateBits;

uint64_t Run(uint64_t state, const std::byte* data, size_t size) noexcept {
  for (size_t i = 0; i < size; ++i) {
    state = kSteps[static_cast<uint8_t>(data[i])] >> (state & 63);
  }
  return state & 63;
}

bool IsAsciiBlock(const std::byte* data) noexcept {
  return ((Load<uint64_t>(data) | Load<uint64_t>(data + 8)) & kHighBits) == 0;
}

}  // namespace

size_t FindInvalidUtf8(ConstBytes bytes) noexcept {
  constexpr size_t kBlockBytes = 16;
  const std::byte* data = bytes.data();
  const size_t size = bytes.size();
  size_t border = 0;  // The last block that is known to begin a sequence.
  uint64_t state = kAtBorder;
  size_t i = 0;
  for (; size - i >= kBlockBytes; i += kBlockBytes) {
    if (state == kAtBorder) {
      while (size - i >= 2 * kBlockBytes && IsAsciiBlock(data + i)) {
        i += kBlockBytes;
      }
      border = i;
    }
    state = Run(state, data + i, kBlockBytes);
    if (state == 0) {
      return FindInvalidFrom(bytes, border);
    }
  }
  state = Run(state, data + i, size - i);
  return state == kAtBorder ? kUtf8Valid : FindInvalidFrom(bytes, border);
}

}  // namespace taracea

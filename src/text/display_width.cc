#include "text/display_width.h"

#include <algorithm>
#include <iterator>

namespace taracea::text {
namespace {

struct CodeRange {
  char32_t first;
  char32_t last;
};

/// Blocks of marks that sit on the character before them.
constexpr CodeRange kCombining[] = {{0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x0610, 0x061A},
                                    {0x064B, 0x065F}, {0x0900, 0x0902}, {0x093C, 0x093C}, {0x0941, 0x0948},
                                    {0x0E31, 0x0E31}, {0x0E34, 0x0E3A}, {0x0E47, 0x0E4E}, {0x1AB0, 0x1AFF},
                                    {0x1DC0, 0x1DFF}, {0x200B, 0x200F}, {0x2060, 0x2064}, {0x20D0, 0x20FF},
                                    {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}, {0xE0100, 0xE01EF}};

/// Blocks whose characters take two columns.
constexpr CodeRange kWide[] = {{0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0x33FF},   {0x3400, 0x4DBF},
                               {0x4E00, 0x9FFF},   {0xA000, 0xA4CF},   {0xA960, 0xA97F},   {0xAC00, 0xD7A3},
                               {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},
                               {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};

template <size_t N>
bool Contains(const CodeRange (&ranges)[N], char32_t code) noexcept {
  const auto* after = std::upper_bound(std::begin(ranges), std::end(ranges), code,
                                       [](char32_t value, const CodeRange& range) { return value < range.first; });
  return after != std::begin(ranges) && code <= std::prev(after)->last;
}

struct Character {
  char32_t code;
  size_t bytes;
};

Character DecodeFirst(std::string_view text) noexcept {
  const auto first = static_cast<unsigned char>(text[0]);
  const size_t bytes = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (bytes == 1 || bytes > text.size()) {
    return {first, 1};
  }
  auto code = static_cast<char32_t>(first & (0xFF >> (bytes + 1)));
  for (size_t i = 1; i < bytes; ++i) {
    code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3F);
  }
  return {code, bytes};
}

size_t WidthOf(char32_t code) noexcept {
  if (code < 0x300) {
    return 1;
  }
  return Contains(kCombining, code) ? 0 : Contains(kWide, code) ? 2 : 1;
}

}  // namespace

size_t DisplayWidth(std::string_view text) noexcept {
  size_t width = 0;
  while (!text.empty()) {
    const Character character = DecodeFirst(text);
    width += WidthOf(character.code);
    text.remove_prefix(character.bytes);
  }
  return width;
}

size_t BytesWithinWidth(std::string_view text, size_t width) noexcept {
  size_t at = 0;
  size_t used = 0;
  while (at < text.size()) {
    const Character character = DecodeFirst(text.substr(at));
    used += WidthOf(character.code);
    if (used > width) {
      break;
    }
    at += character.bytes;
  }
  return at;
}

}  // namespace taracea::text

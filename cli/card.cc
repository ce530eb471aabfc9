#include "card.h"

#include <fmt/format.h>

#include <algorithm>

#include "taracea/text_io.h"

namespace taracea::cli {

std::string Card::Text(bool color) const {
  size_t width = 0;
  for (const auto& [name, text] : lines_) {
    width = std::max(width, name.size());
  }
  const std::string title = VisibleText(title_);
  std::string out = color ? fmt::format("\x1b[1m{}\x1b[0m\n", title) : title + "\n";
  for (const auto& [name, text] : lines_) {
    const std::string shown = VisibleText(text);
    out += color ? fmt::format("  \x1b[2m{:<{}}\x1b[0m  {}\n", name, width, shown)
                 : fmt::format("  {:<{}}  {}\n", name, width, shown);
  }
  return out;
}

}  // namespace taracea::cli

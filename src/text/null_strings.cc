#include "text/null_strings.h"

#include <algorithm>

namespace taracea::text {

NullStrings::NullStrings(const std::optional<std::vector<std::string>>& given) : given_(given.has_value()) {
  texts_ = given ? *given : std::vector<std::string>{"NA", "NULL", "null", "N/A"};
  for (const std::string& text : texts_) {
    lengths_ |= uint64_t{1} << std::min<size_t>(text.size(), 63);
    if (!text.empty()) {
      first_[static_cast<unsigned char>(text.front())] = true;
    }
  }
}

bool NullStrings::MatchesSlowly(std::string_view text) const noexcept {
  return std::find(texts_.begin(), texts_.end(), text) != texts_.end();
}

}  // namespace taracea::text

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace taracea::cli {

/// "; did you mean X?" with the words that a mistyped one may have meant; empty when none is near.
std::string DidYouMean(std::string_view word, const std::vector<std::string>& known);

}  // namespace taracea::cli

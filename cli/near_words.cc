#include "near_words.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace taracea::cli {
namespace {

constexpr size_t kMostSuggestions = 3;

/// Edits of one letter (two neighbours changing places count as one) that make one word the other.
size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> before(b.size() + 1);
  std::vector<size_t> last(b.size() + 1);
  std::vector<size_t> row(b.size() + 1);
  std::iota(last.begin(), last.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

std::string DidYouMean(std::string_view word, const std::vector<std::string>& known) {
  std::vector<std::pair<size_t, std::string>> near;
  for (const std::string& candidate : known) {
    const size_t distance = EditDistance(word, candidate);
    if (distance <= std::max<size_t>(1, std::min(word.size(), candidate.size()) / 3)) {
      near.emplace_back(distance, candidate);
    }
  }
  std::sort(near.begin(), near.end());
  near.resize(std::min(near.size(), kMostSuggestions));
  std::string out;
  for (const auto& [distance, candidate] : near) {
    out += (out.empty() ? "; did you mean " : " or ") + candidate;
  }
  return out.empty() ? out : out + "?";
}

}  // namespace taracea::cli

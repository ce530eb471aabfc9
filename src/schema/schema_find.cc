#include <algorithm>
#include <cctype>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/try.h"
#include "schema/nesting_rules.h"
#include "schema/schema_path.h"
#include "taracea/schema.h"

namespace taracea {
namespace {

/// Gathers the nodes below `node` that the names lead to.
struct PathSearch {
  const Schema& schema;
  bool skip_plumbing;
  std::vector<int> found;

  void From(int node, std::span<const std::string> names) {
    for (const int child : schema.node(node).children) {
      if (schema.node(child).name == names[0]) {
        if (names.size() == 1) {
          found.push_back(child);
        } else {
          From(child, names.subspan(1));
        }
      }
      if (skip_plumbing && schema::IsPlumbing(schema, child)) {
        From(child, names);
      }
    }
  }
};

std::string LowerCase(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
  return text;
}

/// Paths that are close to what was asked for, best first.
std::string NearPaths(const Schema& schema, const std::string& wanted) {
  constexpr size_t kSuggestions = 3;
  constexpr size_t kLongestCompared = 256;
  const std::string wanted_lower = LowerCase(wanted.substr(0, kLongestCompared));
  const int bound = std::clamp(static_cast<int>(wanted_lower.size()) / 3, 1, 3);
  std::vector<std::pair<int, int>> ranked;  // distance, node
  for (int i = 1; i < static_cast<int>(schema.nodes().size()); ++i) {
    if (schema::IsPlumbing(schema, i)) {
      continue;
    }
    int distance = bound + 1;
    if (LowerCase(schema.node(i).name) == wanted_lower) {
      distance = schema.node(i).parent == 0 ? 0 : bound;
    } else {
      const std::string path = schema::JoinPath(schema::ShortPath(schema, i));
      if (path.size() <= kLongestCompared) {
        distance = schema::EditDistance(LowerCase(path), wanted_lower, bound);
      }
    }
    if (distance <= bound) {
      ranked.emplace_back(distance, i);
    }
  }
  std::sort(ranked.begin(), ranked.end());
  size_t count = 0;
  while (count < std::min(ranked.size(), kSuggestions) && ranked[count].first <= ranked[0].first + 1) {
    ++count;
  }
  std::string out;
  for (size_t i = 0; i < count; ++i) {
    out += (i == 0 ? "; did you mean " : i + 1 == count ? " or " : ", ");
    out += schema::JoinPath(schema::ShortPath(schema, ranked[i].second));
  }
  return out;
}

}  // namespace

Result<int> Schema::Find(std::string_view path) const {
  const Result<std::vector<std::string>> split = schema::SplitPath(path);
  std::vector<int> found;
  if (split) {
    for (const bool skip_plumbing : {false, true}) {
      if (found.empty()) {
        PathSearch search{*this, skip_plumbing, {}};
        search.From(0, *split);
        found = std::move(search.found);
      }
    }
  }
  // A dotted name that nobody quoted.
  for (const int child : root().children) {
    if (found.empty() && node(child).name == path) {
      found.push_back(child);
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  if (found.size() == 1) {
    return found[0];
  }
  if (found.size() > 1) {
    return Status::InvalidArgument("a column path must name one column; " + std::string(path) + " names " +
                                   std::to_string(found.size()));
  }
  if (!split) {
    return split.error();
  }
  return Status::InvalidArgument("no column " + std::string(path) + NearPaths(*this, std::string(path)));
}

}  // namespace taracea

#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace taracea::cli {

/// A title and named facts below it, one a line.
class Card {
 public:
  explicit Card(std::string title) : title_(std::move(title)) {}
  void Line(std::string_view name, std::string text) { lines_.emplace_back(name, std::move(text)); }
  /// The card as text that ends in a line end; control characters are made visible.
  std::string Text(bool color) const;

 private:
  std::string title_;
  std::vector<std::pair<std::string, std::string>> lines_;
};

}  // namespace taracea::cli

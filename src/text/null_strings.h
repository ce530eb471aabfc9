#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace taracea::text {

/// The texts that stand for null. Thread safety: const methods from any thread.
class NullStrings {
 public:
  /// Absent: NA, NULL, null, N/A, which hold in columns that are not text only.
  explicit NullStrings(const std::optional<std::vector<std::string>>& given);

  bool Matches(std::string_view text) const noexcept {
    const bool length_fits = (lengths_ >> (text.size() < 63 ? text.size() : 63) & 1) != 0;
    return length_fits && (text.empty() || first_[static_cast<unsigned char>(text.front())]) && MatchesSlowly(text);
  }
  /// Whether the user named them, so that they hold in text columns too.
  bool given() const noexcept { return given_; }

 private:
  bool MatchesSlowly(std::string_view text) const noexcept;

  std::vector<std::string> texts_;
  uint64_t lengths_ = 0;  ///< Bit n: a text of n bytes; bit 63: of 63 or more.
  std::array<bool, 256> first_{};
  bool given_;
};

}  // namespace taracea::text

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "command_table.h"
#include "taracea/options.h"
#include "taracea/status.h"

namespace taracea::cli {

/// The words behind a command's name, checked against its options. Thread safety: as a value.
class Arguments {
 public:
  /// Errors: kInvalidArgument for options that the command does not have (naming near ones) and values of the wrong
  /// form.
  static Result<Arguments> Parse(const Command& command, std::span<const std::string> words);

  const Command& command() const noexcept { return *command_; }
  const std::vector<std::string>& operands() const noexcept { return operands_; }

  bool Has(std::string_view option) const { return values_.find(option) != values_.end(); }
  /// The last value given; `fallback` when there is none.
  std::string Text(std::string_view option, std::string_view fallback = {}) const;
  /// Every value given, in order.
  std::vector<std::string> All(std::string_view option) const;
  /// The value of a kCount or kBytes option.
  int64_t Count(std::string_view option, int64_t fallback) const;
  std::optional<RowRange> Rows(std::string_view option) const;
  std::optional<char> Character(std::string_view option) const;

 private:
  Status TakeLong(std::span<const std::string> words, size_t* at);
  Status TakeShort(std::span<const std::string> words, size_t* at);
  Status Take(const Option& option, std::optional<std::string> attached, std::span<const std::string> words,
              size_t* at);

  const Command* command_ = nullptr;
  std::vector<std::string> operands_;
  std::map<std::string, std::vector<std::string>, std::less<>> values_;
};

/// Parts a text at each `separator`.
std::vector<std::string> Split(std::string_view text, char separator);
/// Reads a whole number; nothing when the text is anything else or does not fit.
std::optional<int64_t> ParseCount(std::string_view text);

}  // namespace taracea::cli

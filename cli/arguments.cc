#include "arguments.h"

#include <algorithm>
#include <charconv>

#include "near_words.h"
#include "propagate.h"

namespace taracea::cli {
namespace {

std::optional<int64_t> ParseBytes(std::string_view text) {
  constexpr std::string_view kUnits = "kmgt";
  int shift = 0;
  if (!text.empty()) {
    const char last = static_cast<char>(text.back() | 0x20);
    if (const size_t unit = kUnits.find(last); unit != std::string_view::npos) {
      shift = 10 * static_cast<int>(unit + 1);
      text.remove_suffix(1);
    }
  }
  const std::optional<int64_t> count = ParseCount(text);
  if (!count || *count > (INT64_MAX >> shift)) {
    return std::nullopt;
  }
  return *count << shift;
}

std::optional<RowRange> ParseRows(std::string_view text) {
  const size_t colon = text.find(':');
  if (colon == std::string_view::npos) {
    return std::nullopt;
  }
  const std::optional<int64_t> begin = colon == 0 ? 0 : ParseCount(text.substr(0, colon));
  const std::optional<int64_t> end = colon + 1 == text.size() ? INT64_MAX : ParseCount(text.substr(colon + 1));
  if (!begin || !end || *begin > *end) {
    return std::nullopt;
  }
  return RowRange{*begin, *end};
}

std::optional<char> ParseCharacter(std::string_view text) {
  if (text == "\\t" || text == "tab") {
    return '\t';
  }
  return text.size() == 1 ? std::optional<char>(text[0]) : std::nullopt;
}

/// What is wrong with a value; empty when nothing is.
std::string Fault(const Option& option, std::string_view value) {
  switch (option.kind) {
    case ValueKind::kCount: return ParseCount(value) ? "" : "a whole number";
    case ValueKind::kBytes: return ParseBytes(value) ? "" : "a size such as 4096, 64k, 512M or 4G";
    case ValueKind::kRows: return ParseRows(value) ? "" : "BEGIN:END, for example 10:20";
    case ValueKind::kCharacter: return ParseCharacter(value) ? "" : "one character";
    case ValueKind::kChoice: {
      const std::vector<std::string> words = Split(option.words, '|');
      return std::find(words.begin(), words.end(), value) != words.end() ? "" : "one of " + std::string(option.words);
    }
    default: return {};
  }
}

Status UnknownOption(const Command& command, const std::string& word) {
  std::vector<std::string> names;
  for (const Options options : command.options) {
    for (const Option& option : options) {
      names.push_back("--" + std::string(option.name));
    }
  }
  return Status::InvalidArgument("'" + std::string(command.name) + "' has no option " + word + DidYouMean(word, names) +
                                 "; see: taracea " + std::string(command.name) + " --help");
}

}  // namespace

std::vector<std::string> Split(std::string_view text, char separator) {
  std::vector<std::string> out;
  while (true) {
    const size_t end = text.find(separator);
    out.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) {
      return out;
    }
    text.remove_prefix(end + 1);
  }
}

std::optional<int64_t> ParseCount(std::string_view text) {
  int64_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc() || end != text.data() + text.size() || out < 0) {
    return std::nullopt;
  }
  return out;
}

Result<Arguments> Arguments::Parse(const Command& command, std::span<const std::string> words) {
  Arguments out;
  out.command_ = &command;
  bool only_operands = false;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (only_operands || word.size() < 2 || word[0] != '-') {
      out.operands_.push_back(word);
    } else if (word == "--") {
      only_operands = true;
    } else if (word[1] == '-') {
      CLI_TRY(out.TakeLong(words, &i));
    } else {
      CLI_TRY(out.TakeShort(words, &i));
    }
  }
  if (!out.Has("help") && out.operands_.size() < command.least_operands) {
    return Status::InvalidArgument("'" + std::string(command.name) + "' needs " + std::string(command.operands) +
                                   "; see: taracea " + std::string(command.name) + " --help");
  }
  return out;
}

Status Arguments::TakeLong(std::span<const std::string> words, size_t* at) {
  std::string name = words[*at].substr(2);
  std::optional<std::string> attached;
  if (const size_t equals = name.find('='); equals != std::string::npos) {
    attached = name.substr(equals + 1);
    name.resize(equals);
  }
  const Option* format = FindOption(*command_, "format");
  const bool is_format = std::find(kFormatWords.begin(), kFormatWords.end(), name) != kFormatWords.end();
  if (format != nullptr && is_format && !attached) {
    values_["format"] = {name};
    return {};
  }
  const Option* option = FindOption(*command_, name);
  return option == nullptr ? UnknownOption(*command_, "--" + name) : Take(*option, std::move(attached), words, at);
}

Status Arguments::TakeShort(std::span<const std::string> words, size_t* at) {
  const std::string& word = words[*at];
  const Option* option = FindOption(*command_, word[1]);
  if (option == nullptr) {
    return UnknownOption(*command_, word.substr(0, 2));
  }
  std::optional<std::string> attached;
  if (word.size() > 2) {
    attached = word.substr(2);
  }
  return Take(*option, std::move(attached), words, at);
}

Status Arguments::Take(const Option& option, std::optional<std::string> attached, std::span<const std::string> words,
                       size_t* at) {
  const std::string shown = "--" + std::string(option.name);
  std::string value;
  if (option.kind == ValueKind::kSwitch) {
    if (attached) {
      return Status::InvalidArgument(shown + " takes no value, found '" + *attached + "'");
    }
  } else if (attached) {
    value = *std::move(attached);
  } else if (*at + 1 < words.size()) {
    value = words[++*at];
  } else {
    return Status::InvalidArgument(shown + " needs a value: " + std::string(option.value));
  }
  if (const std::string wanted = Fault(option, value); !wanted.empty()) {
    return Status::InvalidArgument(shown + " must be " + wanted + ", found '" + value + "'");
  }
  std::vector<std::string>& values = values_[std::string(option.name)];
  if (!option.repeatable) {
    values.clear();
  }
  values.push_back(std::move(value));
  return {};
}

std::string Arguments::Text(std::string_view option, std::string_view fallback) const {
  const auto found = values_.find(option);
  return found == values_.end() ? std::string(fallback) : found->second.back();
}

std::vector<std::string> Arguments::All(std::string_view option) const {
  const auto found = values_.find(option);
  return found == values_.end() ? std::vector<std::string>() : found->second;
}

int64_t Arguments::Count(std::string_view option, int64_t fallback) const {
  return Has(option) ? ParseBytes(Text(option)).value_or(fallback) : fallback;
}

std::optional<RowRange> Arguments::Rows(std::string_view option) const {
  return Has(option) ? ParseRows(Text(option)) : std::nullopt;
}

std::optional<char> Arguments::Character(std::string_view option) const {
  return Has(option) ? ParseCharacter(Text(option)) : std::nullopt;
}

}  // namespace taracea::cli

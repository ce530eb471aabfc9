#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace taracea::cli {

class Arguments;
class Console;

/// What the text of an option must look like.
enum class ValueKind : uint8_t {
  kSwitch,  ///< No value.
  kText,
  kCount,      ///< A whole number, 0 or more.
  kBytes,      ///< A count with an optional k, M, G (1024-based).
  kRows,       ///< BEGIN:END, half-open; either may be left out.
  kCharacter,  ///< One character, or \t.
  kChoice,     ///< One of `words`.
};

struct Option {
  std::string_view name;
  char letter = 0;         ///< 0: none.
  std::string_view value;  ///< What help calls the value: "N".
  ValueKind kind = ValueKind::kSwitch;
  bool repeatable = false;
  std::string_view help;
  std::string_view fallback;    ///< The default, as help shows it; empty: none to speak of.
  std::string_view words = {};  ///< kChoice: parted by |.
};

using Options = std::span<const Option>;

struct Example {
  std::string_view command;
  std::string_view meaning;
};

/// Everything that is known of a command: what runs it, what help says, what its arguments may be.
struct Command {
  std::string_view name;
  std::string_view summary;
  std::string_view operands;  ///< As help shows them: "FILE...".
  size_t least_operands = 1;
  std::span<const Example> examples;
  std::span<const Options> options;
  /// Does the work and reports its errors to the console, which then knows the exit code.
  void (*run)(const Arguments& arguments, Console& console);
};

std::span<const Command> Commands();
/// The command of that name; null when there is none.
const Command* FindCommand(std::string_view name);
/// The option of a command by its long name; null when there is none.
const Option* FindOption(const Command& command, std::string_view name);
const Option* FindOption(const Command& command, char letter);

/// The words of --format, which are switches of their own too: --json is --format json.
inline constexpr std::array<std::string_view, 6> kFormatWords = {"table", "json", "jsonl", "csv", "tsv", "arrow"};

// One function a command, each in its own file.
void RunInfo(const Arguments& arguments, Console& console);
void RunSchema(const Arguments& arguments, Console& console);
void RunMeta(const Arguments& arguments, Console& console);
void RunColumns(const Arguments& arguments, Console& console);
void RunPages(const Arguments& arguments, Console& console);
void RunStats(const Arguments& arguments, Console& console);
void RunCat(const Arguments& arguments, Console& console);
void RunHead(const Arguments& arguments, Console& console);
void RunTail(const Arguments& arguments, Console& console);
void RunSample(const Arguments& arguments, Console& console);
void RunConvert(const Arguments& arguments, Console& console);
void RunVerify(const Arguments& arguments, Console& console);
void RunGenerate(const Arguments& arguments, Console& console);

}  // namespace taracea::cli

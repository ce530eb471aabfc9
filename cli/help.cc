#include "help.h"

#include <fmt/format.h>

#include <algorithm>

#include "taracea/version.h"

namespace taracea::cli {
namespace {

constexpr size_t kLeastGap = 2;

std::string OptionHead(const Option& option) {
  std::string out = option.letter != 0 ? fmt::format("-{}, ", option.letter) : "    ";
  out += fmt::format("--{}", option.name);
  if (option.kind != ValueKind::kSwitch) {
    out += fmt::format(" {}", option.value);
  }
  return out;
}

std::string OptionTail(const Option& option) {
  std::string out(option.help);
  if (option.repeatable) {
    out += " (repeatable)";
  }
  if (!option.fallback.empty()) {
    out += fmt::format(" [{}]", option.fallback);
  }
  return out;
}

}  // namespace

std::string GeneralHelp() {
  std::string out =
      "Reads, writes, looks into and checks Apache Parquet files.\n\n"
      "  taracea convert trips.csv trips.parquet    CSV, JSON lines, Arrow and Parquet into one another\n"
      "  taracea info trips.parquet                 what a file holds, from its footer\n"
      "  taracea head trips.parquet -c id --json    its first rows\n\n"
      "Commands (taracea COMMAND --help says more):\n";
  for (const Command& command : Commands()) {
    out += fmt::format("  {:<10}{}\n", command.name, command.summary);
  }
  out +=
      "\nExit codes: 0 fine, 1 finding, 2 usage, 3 input or output, 4 malformed input, 5 unsupported,\n"
      "6 limit or memory, 130 interrupted, 141 output not read.\n"
      "taracea " TARACEA_VERSION "\n";
  return out;
}

std::string CommandHelp(const Command& command) {
  size_t example_width = 0;
  for (const Example& example : command.examples) {
    example_width = std::max(example_width, example.command.size());
  }
  std::string out = fmt::format("{}: {}\n\n", command.name, command.summary);
  for (const Example& example : command.examples) {
    out += fmt::format("  {:<{}}{}\n", example.command, example_width + kLeastGap, example.meaning);
  }
  out += fmt::format("\nUsage: taracea {} {} [OPTIONS]\n", command.name, command.operands);
  size_t width = 0;
  for (const Options options : command.options) {
    for (const Option& option : options) {
      width = std::max(width, OptionHead(option).size());
    }
  }
  for (const Options options : command.options) {
    for (const Option& option : options) {
      out += fmt::format("  {:<{}}{}\n", OptionHead(option), width + kLeastGap, OptionTail(option));
    }
  }
  return out;
}

}  // namespace taracea::cli

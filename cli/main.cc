#include <fmt/format.h>

#include <csignal>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "arguments.h"
#include "command_table.h"
#include "console.h"
#include "help.h"
#include "interrupt.h"
#include "near_words.h"
#include "taracea/version.h"

namespace taracea::cli {
namespace {

/// Whether the words ask for errors as JSON, before they are understood.
bool AsksForJson(const std::vector<std::string>& words) {
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--json" || word == "--jsonl" || word == "--format=json" || word == "--format=jsonl" ||
        (word == "--format" && i + 1 < words.size() && words[i + 1].starts_with("json"))) {
      return true;
    }
  }
  return false;
}

/// Prints text that help and --version give; an unread pipe is no error worth words.
ExitCode PrintText(const std::string& text) {
  StandardOutput out;
  (void)out.Print(text);
  const Status status = out.Flush();
  return status.ok() ? kFine : out.broken() ? kBrokenPipe : kInputOutput;
}

ExitCode UnknownCommand(const std::string& name, bool as_json) {
  std::vector<std::string> names;
  for (const Command& command : Commands()) {
    names.emplace_back(command.name);
  }
  return FailUsage(
      Status::InvalidArgument("there is no command '" + name + "'" + DidYouMean(name, names) + "; see: taracea --help"),
      as_json);
}

ExitCode RunCommand(const Command& command, const std::vector<std::string>& words) {
  Result<Arguments> arguments = Arguments::Parse(command, words);
  if (!arguments.ok()) {
    return FailUsage(arguments.error(), AsksForJson(words));
  }
  if (arguments->Has("help")) {
    return PrintText(CommandHelp(command));
  }
  Console console(*arguments);
  command.run(*arguments, console);
  if (const Status status = console.out().Flush(); !status.ok() && !console.stopped()) {
    console.Fail(status);
  }
  return console.exit_code();
}

ExitCode Run(std::vector<std::string> words) {
  if (words.empty()) {
    (void)PrintText(GeneralHelp());
    return kUsage;
  }
  const std::string name = words.front();
  words.erase(words.begin());
  if (name == "--version" || name == "version" || name == "-V") {
    return PrintText("taracea " TARACEA_VERSION "\n");
  }
  if (name == "--help" || name == "-h" || name == "help") {
    const Command* const about = words.empty() ? nullptr : FindCommand(words.front());
    if (about == nullptr && !words.empty()) {
      return UnknownCommand(words.front(), false);
    }
    return PrintText(about == nullptr ? GeneralHelp() : CommandHelp(*about));
  }
  const Command* const command = FindCommand(name);
  return command == nullptr ? UnknownCommand(name, AsksForJson(words)) : RunCommand(*command, words);
}

}  // namespace
}  // namespace taracea::cli

int main(int argc, char** argv) {
  using namespace taracea;
  std::signal(SIGPIPE, SIG_IGN);
  cli::CatchInterrupts();
  try {
    return cli::Run(std::vector<std::string>(argv + 1, argv + argc));
  } catch (const std::bad_alloc&) {
    return cli::FailUsage(Status::OutOfMemory("the machine has no more memory; try fewer threads or --memory"), false);
  } catch (const std::exception& error) {
    return cli::FailUsage(Status::Internal(fmt::format("unexpected exception: {}", error.what())), false);
  }
}

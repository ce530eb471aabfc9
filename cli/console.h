#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "exit_code.h"
#include "standard_output.h"
#include "taracea/status.h"

namespace taracea::cli {

class Arguments;

/// How the tool speaks: results to standard output, everything else to standard error; remembers the exit code.
class Console {
 public:
  explicit Console(const Arguments& arguments);

  StandardOutput& out() noexcept { return out_; }
  bool quiet() const noexcept { return quiet_; }
  /// Whether results and messages are for an eye that likes colours.
  bool color() const noexcept { return color_; }
  /// Columns of the terminal that results go to; 0: not a terminal, or --width 0.
  int width() const noexcept { return width_; }
  bool shows_progress() const noexcept { return shows_progress_; }

  /// Reports an error in one sentence (or as JSON) and raises the exit code to the error's. A broken pipe and an
  /// interrupt are silent. `file`: what the error is about when its place does not say.
  void Fail(const Status& status, std::string_view file = {});
  /// Reports something that went well enough.
  void Warn(std::string_view message);
  /// Says something by the way; nothing when --quiet.
  void Note(std::string_view message);
  void RaiseExitCode(ExitCode code) noexcept { exit_code_ = code > exit_code_ ? code : exit_code_; }
  ExitCode exit_code() const noexcept { return exit_code_; }
  /// Whether nothing more can be done: Ctrl-C, or nobody reads the output.
  bool stopped() const noexcept { return exit_code_ >= kInterrupted; }

  /// Bold, when results are coloured.
  std::string Strong(std::string_view text) const;
  std::string Dim(std::string_view text) const;

 private:
  void WriteError(std::string_view line);

  StandardOutput out_;
  ExitCode exit_code_ = kFine;
  bool json_errors_ = false;
  bool quiet_ = false;
  bool color_ = false;
  bool error_color_ = false;
  bool shows_progress_ = false;
  int width_ = 0;
};

/// Prints an error that arose before a command was known, and returns its exit code.
ExitCode FailUsage(const Status& status, bool as_json);

/// The command that shows the page that a place names; empty when it names none.
std::string PageCommand(const Place& place, const std::string& file);
/// "row group 3, column a.b, page 17, offset 48213": what is known of a place besides the file.
std::string PlaceText(const Place& place);
/// One sentence: what, where, what to do.
std::string ErrorSentence(const Status& status, std::string_view file);
std::string ErrorJson(const Status& status, std::string_view file);

}  // namespace taracea::cli

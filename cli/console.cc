#include "console.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "arguments.h"
#include "taracea/text_io.h"

namespace taracea::cli {
namespace {

constexpr int kUsualWidth = 80;

bool Wanted(const std::string& when, bool automatic) {
  return when == "always" || (when != "never" && automatic);
}

bool ColorsFit(int descriptor) {
  const char* const no_color = std::getenv("NO_COLOR");
  const char* const terminal = std::getenv("TERM");
  const bool refused =
      (no_color != nullptr && *no_color != 0) || (terminal != nullptr && std::string_view(terminal) == "dumb");
  return ::isatty(descriptor) == 1 && !refused;
}

int TerminalWidth() {
  if (const char* const columns = std::getenv("COLUMNS"); columns != nullptr) {
    if (const std::optional<int64_t> width = ParseCount(columns); width && *width > 0 && *width < 100000) {
      return static_cast<int>(*width);
    }
  }
  winsize size{};
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kUsualWidth;
}

}  // namespace

std::string PageCommand(const Place& place, const std::string& file) {
  if (place.page < 0 || place.row_group < 0 || place.column.empty()) {
    return {};
  }
  return fmt::format("taracea pages {} -c '{}' --row-group {} --page {}", file, place.column, place.row_group,
                     place.page);
}

std::string PlaceText(const Place& place) {
  std::string out;
  const auto add = [&](std::string_view name, const std::string& value) {
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", name, value);
  };
  if (place.row_group >= 0) {
    add("row group", std::to_string(place.row_group));
  }
  if (!place.column.empty()) {
    add("column", place.column);
  }
  if (place.page >= 0) {
    add("page", std::to_string(place.page));
  }
  if (place.offset >= 0) {
    add("offset", std::to_string(place.offset));
  }
  return out;
}

std::string ErrorSentence(const Status& status, std::string_view file) {
  const Place& place = status.place();
  const std::string name = !place.file.empty() ? place.file : std::string(file);
  std::string out = name.empty() ? status.message() : name + ": " + status.message();
  if (const std::string where = PlaceText(place); !where.empty()) {
    out += " [" + where + "]";
  }
  if (const std::string hint = PageCommand(place, name); !hint.empty()) {
    out += "; to look at it: " + hint;
  }
  return VisibleText(out);
}

std::string ErrorJson(const Status& status, std::string_view file) {
  const Place& place = status.place();
  const std::string name = !place.file.empty() ? place.file : std::string(file);
  std::string out = fmt::format(R"({{"format_version":1,"error":{{"code":{},"exit_code":{},"message":{})",
                                JsonString(ErrorCodeName(status.code())), static_cast<int>(ExitCodeOf(status)),
                                JsonString(status.message()));
  const auto add_text = [&](std::string_view key, const std::string& value) {
    out += value.empty() ? "" : fmt::format(R"(,"{}":{})", key, JsonString(value));
  };
  const auto add_number = [&](std::string_view key, int64_t value) {
    out += value < 0 ? "" : fmt::format(R"(,"{}":{})", key, value);
  };
  add_text("file", name);
  add_number("row_group", place.row_group);
  add_text("column", place.column);
  add_number("page", place.page);
  add_number("offset", place.offset);
  add_text("hint", PageCommand(place, name));
  return out + "}}";
}

Console::Console(const Arguments& arguments) {
  const std::string format = arguments.Text("format");
  json_errors_ = format == "json" || format == "jsonl";
  quiet_ = arguments.Has("quiet");
  color_ = Wanted(arguments.Text("color"), ColorsFit(STDOUT_FILENO));
  error_color_ = Wanted(arguments.Text("color"), ColorsFit(STDERR_FILENO));
  shows_progress_ = Wanted(arguments.Text("progress"), ::isatty(STDERR_FILENO) == 1 && !quiet_);
  const int automatic = out_.is_terminal() ? TerminalWidth() : 0;
  width_ = static_cast<int>(std::min<int64_t>(arguments.Count("width", automatic), 1 << 20));
}

void Console::WriteError(std::string_view line) {
  std::fprintf(stderr, "%.*s\n", static_cast<int>(line.size()), line.data());
}

void Console::Fail(const Status& status, std::string_view file) {
  if (out_.broken()) {
    RaiseExitCode(kBrokenPipe);
    return;
  }
  RaiseExitCode(ExitCodeOf(status));
  if (status.code() == ErrorCode::kCancelled) {
    return;
  }
  if (json_errors_) {
    WriteError(ErrorJson(status, file));
    return;
  }
  const std::string_view who = error_color_ ? "\x1b[1;31mtaracea:\x1b[0m" : "taracea:";
  WriteError(fmt::format("{} {}", who, ErrorSentence(status, file)));
}

void Console::Warn(std::string_view message) {
  if (json_errors_) {
    WriteError(fmt::format(R"({{"format_version":1,"warning":{}}})", JsonString(message)));
  } else {
    WriteError(fmt::format("taracea: warning: {}", VisibleText(message)));
  }
}

void Console::Note(std::string_view message) {
  if (!quiet_) {
    WriteError(VisibleText(message));
  }
}

std::string Console::Strong(std::string_view text) const {
  return color_ ? fmt::format("\x1b[1m{}\x1b[0m", text) : std::string(text);
}

std::string Console::Dim(std::string_view text) const {
  return color_ ? fmt::format("\x1b[2m{}\x1b[0m", text) : std::string(text);
}

ExitCode FailUsage(const Status& status, bool as_json) {
  const std::string line = as_json ? ErrorJson(status, {}) : "taracea: " + ErrorSentence(status, {});
  std::fprintf(stderr, "%s\n", line.c_str());
  return ExitCodeOf(status);
}

}  // namespace taracea::cli

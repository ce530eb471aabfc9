#include "index/created_by.h"

#include <algorithm>
#include <charconv>
#include <tuple>

namespace taracea::index {
namespace {

std::string_view Trim(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) {
    return {};
  }
  return text.substr(begin, text.find_last_not_of(kSpace) + 1 - begin);
}

/// Takes a number off the front; false when there is none that fits.
bool TakeNumber(std::string_view* text, int32_t* number) {
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), *number);
  if (error != std::errc() || *number < 0 || text->front() == '-') {
    return false;
  }
  text->remove_prefix(static_cast<size_t>(end - text->data()));
  return true;
}

std::optional<WriterVersion> ParseVersion(std::string_view text) {
  if (text.starts_with('v') || text.starts_with('V')) {
    text.remove_prefix(1);
  }
  WriterVersion version;
  if (!TakeNumber(&text, &version.major)) {
    return std::nullopt;
  }
  for (int32_t* number : {&version.minor, &version.patch}) {
    std::string_view behind_point = text;
    if (!text.starts_with('.')) {
      break;
    }
    behind_point.remove_prefix(1);
    if (behind_point.empty() || !TakeNumber(&behind_point, number)) {
      break;
    }
    text = behind_point;
  }
  if (text.starts_with('-') || text.starts_with('.') || text.starts_with('+')) {
    text.remove_prefix(1);
  }
  version.suffix = text;
  return version;
}

std::string ParseBuild(std::string_view text) {
  const size_t open = text.find('(');
  if (open == std::string_view::npos) {
    return {};
  }
  text.remove_prefix(open + 1);
  text = Trim(text.substr(0, text.find(')')));
  constexpr std::string_view kBuild = "build";
  if (text.starts_with(kBuild)) {
    text.remove_prefix(kBuild.size());
  }
  return std::string(Trim(text));
}

/// The short form: "Parquet.jl 0.6.0", "nanoparquet v1.2".
void TakeVersionOffTheEnd(CreatedBy* out) {
  const size_t space = out->application.rfind(' ');
  if (space == std::string::npos) {
    return;
  }
  out->version = ParseVersion(std::string_view(out->application).substr(space + 1));
  if (out->version) {
    out->application = Trim(std::string_view(out->application).substr(0, space));
  }
}

}  // namespace

bool WriterVersion::IsBefore(int32_t other_major, int32_t other_minor, int32_t other_patch) const noexcept {
  const auto own = std::tie(major, minor, patch);
  const auto other = std::tie(other_major, other_minor, other_patch);
  return own < other || (own == other && !suffix.empty());
}

CreatedBy ParseCreatedBy(std::string_view text) {
  constexpr std::string_view kVersion = " version";
  CreatedBy out;
  const size_t at = text.find(kVersion);
  if (at == std::string_view::npos) {
    out.application = Trim(text.substr(0, text.find('(')));
    out.build = ParseBuild(text);
    TakeVersionOffTheEnd(&out);
    return out;
  }
  out.application = Trim(text.substr(0, at));
  const std::string_view rest = text.substr(at + kVersion.size());
  out.version = ParseVersion(Trim(rest.substr(0, rest.find('('))));
  out.build = ParseBuild(rest);
  return out;
}

}  // namespace taracea::index

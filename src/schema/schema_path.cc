#include "schema/schema_path.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <optional>

#include "base/try.h"

namespace taracea::schema {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";

bool IsControl(char c) noexcept {
  const auto byte = static_cast<uint8_t>(c);
  return byte < 0x20 || byte == 0x7F;
}

bool NeedsQuotes(std::string_view name) noexcept {
  return name.empty() || std::any_of(name.begin(), name.end(),
                                     [](char c) { return c == '.' || c == '"' || c == '\\' || IsControl(c); });
}

std::optional<int> HexValue(char c) noexcept {
  if (c >= 'A' && c <= 'F') {
    c = static_cast<char>(c - 'A' + 'a');
  }
  const size_t at = kHexDigits.find(c);
  return at == std::string_view::npos ? std::nullopt : std::optional<int>(static_cast<int>(at));
}

/// Reads a quoted name whose opening quote is at path[*at].
Result<std::string> ReadQuoted(std::string_view path, size_t* at) {
  const size_t opening = *at;
  std::string name;
  ++*at;
  while (*at < path.size()) {
    if (path[*at] == '\\') {
      const size_t escape = *at;
      if (!ReadEscape(path, at, &name)) {
        return Status::InvalidArgument("column path: unknown escape at position " + std::to_string(escape) + " of " +
                                       std::string(path));
      }
    } else if (path[*at] != '"') {
      name += path[(*at)++];
    } else if (*at + 1 < path.size() && path[*at + 1] == '"') {
      name += '"';
      *at += 2;
    } else {
      ++*at;
      return name;
    }
  }
  return Status::InvalidArgument("column path: the quote at position " + std::to_string(opening) +
                                 " is never closed in " + std::string(path));
}

}  // namespace

std::string QuotedName(std::string_view name) {
  std::string out = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (IsControl(c)) {
      const auto byte = static_cast<uint8_t>(c);
      out += "\\x";
      out += kHexDigits[byte >> 4];
      out += kHexDigits[byte & 0xF];
    } else {
      out += c;
    }
  }
  out += '"';
  return out;
}

std::string JoinPath(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) {
    if (!out.empty()) {
      out += '.';
    }
    out += NeedsQuotes(name) ? QuotedName(name) : name;
  }
  return out;
}

Result<std::vector<std::string>> SplitPath(std::string_view path) {
  std::vector<std::string> names;
  size_t at = 0;
  while (true) {
    if (at < path.size() && path[at] == '"') {
      TARACEA_TRY_ASSIGN(std::string name, ReadQuoted(path, &at));
      names.push_back(std::move(name));
    } else {
      const size_t end = std::min(path.find('.', at), path.size());
      if (end == at) {
        return Status::InvalidArgument("column path: expected a name at position " + std::to_string(at) + " of " +
                                       QuotedName(path));
      }
      names.emplace_back(path.substr(at, end - at));
      at = end;
    }
    if (at == path.size()) {
      return names;
    }
    if (path[at] != '.') {
      return Status::InvalidArgument("column path: expected a dot at position " + std::to_string(at) + " of " +
                                     std::string(path));
    }
    ++at;
  }
}

bool ReadEscape(std::string_view text, size_t* at, std::string* out) {
  const std::string_view rest = text.substr(*at);
  if (rest.size() >= 2 && (rest[1] == '"' || rest[1] == '\\')) {
    *out += rest[1];
    *at += 2;
    return true;
  }
  if (rest.size() < 4 || rest[1] != 'x') {
    return false;
  }
  const std::optional<int> high = HexValue(rest[2]);
  const std::optional<int> low = HexValue(rest[3]);
  if (!high || !low) {
    return false;
  }
  *out += static_cast<char>(*high * 16 + *low);
  *at += 4;
  return true;
}

int EditDistance(std::string_view a, std::string_view b, int bound) {
  const auto difference = static_cast<int64_t>(a.size()) - static_cast<int64_t>(b.size());
  if (std::abs(difference) > bound) {
    return bound + 1;
  }
  std::vector<int> before(b.size() + 1);
  std::vector<int> last(b.size() + 1);
  std::vector<int> row(b.size() + 1);
  std::iota(last.begin(), last.end(), 0);
  int last_best = 0;
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i);
    int best = row[0];
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
      best = std::min(best, row[j]);
    }
    // A row looks back at two, so both must be beyond the bound.
    if (std::min(best, last_best) > bound) {
      return bound + 1;
    }
    last_best = best;
    before.swap(last);
    last.swap(row);
  }
  return std::min(last[b.size()], bound + 1);
}

}  // namespace taracea::schema

#include "text/schema_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "base/try.h"
#include "text/type_name.h"

namespace taracea::text {
namespace {

constexpr std::string_view kBlanks = " \t\r";
constexpr size_t kMaxAlignment = 40;

std::string_view Trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) {
    return {};
  }
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

std::string Comment(const TypeEvidence& evidence) {
  std::string out = evidence.reason;
  if (evidence.line > 0) {
    out += fmt::format(", line {}", evidence.line);
  }
  if (!evidence.value.empty()) {
    out += ": ";
    for (const char c : evidence.value) {
      // A line end would end the comment.
      out.push_back(static_cast<unsigned char>(c) < 0x20 ? ' ' : c);
    }
  }
  return out;
}

/// Position of the comment behind a type; inside quotes # is an ordinary character.
size_t FindComment(std::string_view text) {
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (quoted && text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      quoted = !quoted;
    } else if (text[i] == '#' && !quoted) {
      return i;
    }
  }
  return text.size();
}

Result<array::Field> ParseLine(std::string_view line) {
  std::string_view rest = line;
  TARACEA_TRY_ASSIGN(std::string name, TakeName(&rest, ":"));
  rest = Trimmed(rest);
  if (!rest.starts_with(':')) {
    return Status::InvalidArgument("expected \"name: type\"");
  }
  rest.remove_prefix(1);
  TARACEA_TRY_ASSIGN(array::Field field, ParseTypeName(Trimmed(rest.substr(0, FindComment(rest)))));
  field.name = std::move(name);
  return field;
}

}  // namespace

std::string FormatSchemaFile(const std::vector<array::Field>& fields, const std::vector<TypeEvidence>& evidence) {
  std::vector<std::string> lines;
  size_t width = 0;
  for (const array::Field& field : fields) {
    lines.push_back(fmt::format("{}: {}", QuoteName(field.name), FormatTypeName(field)));
    width = std::max(width, std::min(lines.back().size(), kMaxAlignment));
  }
  std::string out;
  for (size_t i = 0; i < lines.size(); ++i) {
    out += lines[i];
    if (i < evidence.size() && !evidence[i].reason.empty()) {
      out.append(width > lines[i].size() ? width - lines[i].size() : 0, ' ');
      out += "  # " + Comment(evidence[i]);
    }
    out += '\n';
  }
  return out;
}

Result<std::vector<array::Field>> ParseSchemaFile(std::string_view text) {
  std::vector<array::Field> fields;
  std::unordered_set<std::string> names;
  int64_t line_number = 0;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = Trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    ++line_number;
    if (line.empty() || line.front() == '#') {
      continue;
    }
    Result<array::Field> field = ParseLine(line);
    if (!field) {
      return Status::InvalidArgument(fmt::format("schema line {}: {}", line_number, field.error().message()));
    }
    if (!names.insert(field->name).second) {
      return Status::InvalidArgument(fmt::format("schema line {} names a column again: {}", line_number, field->name));
    }
    fields.push_back(*std::move(field));
  }
  return fields;
}

}  // namespace taracea::text

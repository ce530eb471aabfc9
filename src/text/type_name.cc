#include "text/type_name.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

#include "base/try.h"
#include "text/utf8_append.h"

namespace taracea::text {
namespace {

using array::Field;
using array::Type;
using array::TypeId;

constexpr int kMaxTypeDepth = 64;
constexpr std::string_view kExtensionName = "ARROW:extension:name";
constexpr std::string_view kJsonExtension = "arrow.json";
constexpr std::string_view kEncodingKey = "taracea:text_encoding";

struct NamedType {
  std::string_view name;
  TypeId id;
};
constexpr std::array<NamedType, 27> kSimpleTypes = {{
    {"null", TypeId::kNull},
    {"bool", TypeId::kBool},
    {"boolean", TypeId::kBool},
    {"int8", TypeId::kInt8},
    {"int16", TypeId::kInt16},
    {"int32", TypeId::kInt32},
    {"int64", TypeId::kInt64},
    {"uint8", TypeId::kUint8},
    {"uint16", TypeId::kUint16},
    {"uint32", TypeId::kUint32},
    {"uint64", TypeId::kUint64},
    {"half", TypeId::kHalfFloat},
    {"float", TypeId::kFloat},
    {"float32", TypeId::kFloat},
    {"double", TypeId::kDouble},
    {"float64", TypeId::kDouble},
    {"utf8", TypeId::kUtf8},
    {"string", TypeId::kUtf8},
    {"text", TypeId::kUtf8},
    {"json", TypeId::kUtf8},
    {"binary", TypeId::kBinary},
    {"date", TypeId::kDate32},
    {"date32", TypeId::kDate32},
    {"large_utf8", TypeId::kLargeUtf8},
    {"large_binary", TypeId::kLargeBinary},
    {"int", TypeId::kInt64},
    {"float16", TypeId::kHalfFloat},
}};

std::optional<TimeUnit> UnitFromName(std::string_view name) {
  if (name == "s") {
    return TimeUnit::kSecond;
  }
  if (name == "ms") {
    return TimeUnit::kMilli;
  }
  if (name == "us") {
    return TimeUnit::kMicro;
  }
  if (name == "ns") {
    return TimeUnit::kNano;
  }
  return std::nullopt;
}

std::string_view UnitName(TimeUnit unit) {
  switch (unit) {
    case TimeUnit::kSecond: return "s";
    case TimeUnit::kMilli: return "ms";
    case TimeUnit::kNano: return "ns";
    default: return "us";
  }
}

bool IsSpace(char c) {
  return c == ' ' || c == '\t';
}

/// Recursive descent over one type.
class TypeParser {
 public:
  explicit TypeParser(std::string_view text) : whole_(text), rest_(text) {}

  Result<Field> ParseAll() {
    TARACEA_TRY_ASSIGN(Field field, ParseType(0));
    SkipSpace();
    if (!rest_.empty()) {
      return Fault("text behind the type");
    }
    return field;
  }

 private:
  Status Fault(std::string_view what) const {
    return Status::InvalidArgument(fmt::format("not a type ({}): {}", what, whole_));
  }
  void SkipSpace() {
    while (!rest_.empty() && IsSpace(rest_.front())) {
      rest_.remove_prefix(1);
    }
  }
  bool Take(std::string_view token) {
    SkipSpace();
    if (!rest_.starts_with(token)) {
      return false;
    }
    rest_.remove_prefix(token.size());
    return true;
  }
  std::string TakeWord() {
    SkipSpace();
    std::string word;
    while (!rest_.empty() &&
           ((rest_.front() >= 'a' && rest_.front() <= 'z') || (rest_.front() >= 'A' && rest_.front() <= 'Z') ||
            (rest_.front() >= '0' && rest_.front() <= '9') || rest_.front() == '_')) {
      word.push_back(rest_.front());
      rest_.remove_prefix(1);
    }
    return word;
  }

  Result<Field> ParseType(int depth) {
    if (depth > kMaxTypeDepth) {
      return Fault("nested too deeply");
    }
    const std::string word = TakeWord();
    TARACEA_TRY_ASSIGN(Field field, ParseNamed(word, depth));
    const std::string_view before = rest_;
    if (Take("not") && !rest_.empty() && IsSpace(rest_.front()) && Take("null")) {
      field.nullable = false;
    } else {
      rest_ = before;
    }
    return field;
  }

  Result<Field> ParseNamed(const std::string& word, int depth) {
    if (word == "list") {
      return ParseList(depth);
    }
    if (word == "struct") {
      return ParseStruct(depth);
    }
    if (word == "map") {
      return ParseMap(depth);
    }
    if (word == "decimal") {
      return ParseDecimal();
    }
    if (word == "time" || word == "timestamp" || word == "duration") {
      return ParseTemporal(word);
    }
    for (const NamedType& named : kSimpleTypes) {
      if (named.name == word) {
        return word == "json" ? JsonTextField({}) : ParseBinaryForm(NullableField({}, named.id));
      }
    }
    return Fault(
        "expected int8..uint64, float, double, bool, utf8, binary, date, time, timestamp, decimal(p,s), list<...>, "
        "struct<...> or map<...>");
  }

  Result<Field> ParseBinaryForm(Field field) {
    if ((field.type.id == TypeId::kBinary || field.type.id == TypeId::kLargeBinary) && Take("(")) {
      const std::string form = TakeWord();
      if ((form != "hex" && form != "base64") || !Take(")")) {
        return Fault("expected binary(hex) or binary(base64)");
      }
      if (form == "hex") {
        field.metadata.emplace_back(kEncodingKey, form);
      }
    }
    return field;
  }

  Result<Field> ParseList(int depth) {
    if (!Take("<")) {
      return Fault("expected list<...>");
    }
    TARACEA_TRY_ASSIGN(Field element, ParseType(depth + 1));
    if (!Take(">")) {
      return Fault("expected '>'");
    }
    element.name = "element";
    return NullableField({}, Type::List(std::move(element)));
  }

  Result<Field> ParseStruct(int depth) {
    if (!Take("<")) {
      return Fault("expected struct<...>");
    }
    std::vector<Field> fields;
    while (!Take(">")) {
      if (!fields.empty() && !Take(",")) {
        return Fault("expected ',' or '>'");
      }
      SkipSpace();
      TARACEA_TRY_ASSIGN(std::string name, TakeName(&rest_, ":,<>"));
      if (!Take(":")) {
        return Fault("expected 'name: type'");
      }
      TARACEA_TRY_ASSIGN(Field field, ParseType(depth + 1));
      field.name = std::move(name);
      fields.push_back(std::move(field));
    }
    return NullableField({}, Type::Struct(std::move(fields)));
  }

  Result<Field> ParseMap(int depth) {
    if (!Take("<")) {
      return Fault("expected map<key, value>");
    }
    TARACEA_TRY_ASSIGN(Field key, ParseType(depth + 1));
    if (!Take(",")) {
      return Fault("expected map<key, value>");
    }
    TARACEA_TRY_ASSIGN(Field value, ParseType(depth + 1));
    if (!Take(">")) {
      return Fault("expected '>'");
    }
    if (key.type.id != TypeId::kUtf8) {
      return Fault("the keys of a map are utf8");
    }
    key.name = "key";
    key.nullable = false;
    value.name = "value";
    return NullableField({}, Type::Map(std::move(key), std::move(value)));
  }

  Result<Field> ParseDecimal() {
    int precision = 0;
    int scale = 0;
    const bool shaped = Take("(") && TakeNumber(&precision) && (!Take(",") || TakeNumber(&scale)) && Take(")");
    if (!shaped) {
      return Fault("expected decimal(precision, scale)");
    }
    if (precision < 1 || precision > 76 || scale < 0 || scale > precision) {
      return Fault("a decimal has a precision of 1..76 and a scale of 0..precision");
    }
    const TypeId id = precision <= 38 ? TypeId::kDecimal128 : TypeId::kDecimal256;
    Type type(id);
    type.precision = precision;
    type.scale = scale;
    return NullableField({}, std::move(type));
  }

  bool TakeNumber(int* out) {
    SkipSpace();
    const auto [end, fault] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), *out);
    if (fault != std::errc()) {
      return false;
    }
    rest_.remove_prefix(static_cast<size_t>(end - rest_.data()));
    return true;
  }

  Result<Field> ParseTemporal(const std::string& word) {
    TimeUnit unit = TimeUnit::kMicro;
    bool utc = false;
    if (Take("(")) {
      do {
        const std::string part = TakeWord();
        const std::optional<TimeUnit> named = UnitFromName(part);
        if (!named && !(part == "UTC" && word == "timestamp")) {
          return Fault("expected a unit (s, ms, us, ns) or UTC");
        }
        unit = named.value_or(unit);
        utc = utc || !named;
      } while (Take(","));
      if (!Take(")")) {
        return Fault("expected ')'");
      }
    }
    if (word == "time") {
      return NullableField({}, Type::Time(unit));
    }
    if (word == "duration") {
      return NullableField({}, Type::Duration(unit));
    }
    return NullableField({}, Type::Timestamp(unit, utc ? "UTC" : ""));
  }

  std::string_view whole_;
  std::string_view rest_;
};

bool IsPlainName(std::string_view name) {
  if (name.empty() || IsSpace(name.front()) || IsSpace(name.back()) || name.front() == '"') {
    return false;
  }
  for (const char c : name) {
    if (static_cast<unsigned char>(c) < 0x20 || std::string_view(":,<>#\"\\").find(c) != std::string_view::npos) {
      return false;
    }
  }
  return true;
}

std::string FormatNested(const Type& type) {
  switch (type.id) {
    case TypeId::kList: return fmt::format("list<{}>", FormatTypeName(type.child(0)));
    case TypeId::kMap: {
      const Type& entry = type.child(0).type;
      Field key = entry.child(0);
      key.nullable = true;
      return fmt::format("map<{}, {}>", FormatTypeName(key), FormatTypeName(entry.child(1)));
    }
    default: {
      std::string out = "struct<";
      for (size_t i = 0; i < type.child_count(); ++i) {
        out +=
            fmt::format("{}{}: {}", i == 0 ? "" : ", ", QuoteName(type.child(i).name), FormatTypeName(type.child(i)));
      }
      return out + ">";
    }
  }
}

std::string FormatType(const Field& field) {
  const Type& type = field.type;
  switch (type.id) {
    case TypeId::kBinary:
    case TypeId::kLargeBinary:
      if (field.FindMetadata(kEncodingKey) != nullptr) {
        return type.id == TypeId::kBinary ? "binary(hex)" : "large_binary(hex)";
      }
      break;
    case TypeId::kDate32: return "date";
    case TypeId::kTime32:
    case TypeId::kTime64: return type.unit == TimeUnit::kMicro ? "time" : fmt::format("time({})", UnitName(type.unit));
    case TypeId::kDuration: return fmt::format("duration({})", UnitName(type.unit));
    case TypeId::kTimestamp: {
      const bool micro = type.unit == TimeUnit::kMicro;
      if (type.timezone.empty()) {
        return micro ? "timestamp" : fmt::format("timestamp({})", UnitName(type.unit));
      }
      return micro ? "timestamp(UTC)" : fmt::format("timestamp({}, UTC)", UnitName(type.unit));
    }
    case TypeId::kDecimal32:
    case TypeId::kDecimal64:
    case TypeId::kDecimal128:
    case TypeId::kDecimal256: return fmt::format("decimal({}, {})", type.precision, type.scale);
    case TypeId::kList:
    case TypeId::kStruct:
    case TypeId::kMap: return FormatNested(type);
    default: break;
  }
  for (const NamedType& named : kSimpleTypes) {
    if (named.id == type.id) {
      return std::string(named.name);
    }
  }
  return type.ToString();
}

Result<char32_t> TakeHexEscape(std::string_view* text) {
  unsigned value = 0;
  const char* begin = text->data();
  if (text->size() < 4 || std::from_chars(begin, begin + 4, value, 16).ptr != begin + 4 ||
      (value >= 0xD800 && value < 0xE000)) {
    return Status::InvalidArgument("a quoted name has a \\u escape that is not a character");
  }
  text->remove_prefix(4);
  return static_cast<char32_t>(value);
}

}  // namespace

Result<array::Field> ParseTypeName(std::string_view text) {
  return TypeParser(text).ParseAll();
}

std::string FormatTypeName(const array::Field& field) {
  const std::string name = IsJsonText(field) ? "json" : FormatType(field);
  return field.nullable ? name : name + " not null";
}

bool IsJsonText(const array::Field& field) {
  const std::string* extension = field.FindMetadata(kExtensionName);
  return extension != nullptr && *extension == kJsonExtension;
}

array::Field JsonTextField(std::string name) {
  Field field = NullableField(std::move(name), TypeId::kUtf8);
  field.metadata.emplace_back(kExtensionName, kJsonExtension);
  field.metadata.emplace_back("ARROW:extension:metadata", "");
  return field;
}

array::Field NullableField(std::string name, array::Type type) {
  Field field;
  field.name = std::move(name);
  field.type = std::move(type);
  return field;
}

std::string QuoteName(std::string_view name) {
  if (IsPlainName(name)) {
    return std::string(name);
  }
  std::string out = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') {
      out.push_back('\\');
      out.push_back(c);
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      out.push_back(c);
    }
  }
  out.push_back('"');
  return out;
}

Result<std::string> TakeName(std::string_view* text, std::string_view stops) {
  if (text->empty() || text->front() != '"') {
    const size_t end = std::min(text->find_first_of(stops), text->size());
    std::string_view name = text->substr(0, end);
    text->remove_prefix(end);
    while (!name.empty() && IsSpace(name.back())) {
      name.remove_suffix(1);
    }
    return std::string(name);
  }
  text->remove_prefix(1);
  std::string out;
  while (!text->empty()) {
    const char c = text->front();
    text->remove_prefix(1);
    if (c == '"') {
      return out;
    }
    if (c != '\\') {
      out.push_back(c);
      continue;
    }
    const char escaped = text->empty() ? '\0' : text->front();
    text->remove_prefix(text->empty() ? 0 : 1);
    if (escaped == 'u') {
      TARACEA_TRY_ASSIGN(const char32_t code_point, TakeHexEscape(text));
      AppendUtf8(code_point, &out);
    } else if (escaped == '"' || escaped == '\\') {
      out.push_back(escaped);
    } else {
      return Status::InvalidArgument("a quoted name has an escape other than \\\", \\\\ and \\uXXXX");
    }
  }
  return Status::InvalidArgument("a quoted name has no closing quote");
}

}  // namespace taracea::text

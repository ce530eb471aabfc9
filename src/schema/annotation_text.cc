#include "schema/annotation_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "base/try.h"
#include "schema/schema_path.h"
#include "taracea/schema.h"

namespace taracea::schema {
namespace {

using Kind = LogicalType::Kind;

struct KindName {
  std::string_view name;
  Kind kind;
};

/// Annotations without parameters; the first name of a kind is the one that is printed.
constexpr std::array<KindName, 15> kPlainKinds{{{"STRING", Kind::kString},
                                                {"MAP", Kind::kMap},
                                                {"LIST", Kind::kList},
                                                {"ENUM", Kind::kEnum},
                                                {"DATE", Kind::kDate},
                                                {"UNKNOWN", Kind::kNull},
                                                {"NULL", Kind::kNull},
                                                {"JSON", Kind::kJson},
                                                {"BSON", Kind::kBson},
                                                {"UUID", Kind::kUuid},
                                                {"FLOAT16", Kind::kFloat16},
                                                {"VARIANT", Kind::kVariant},
                                                {"GEOMETRY", Kind::kGeometry},
                                                {"GEOGRAPHY", Kind::kGeography},
                                                {"FILE", Kind::kFile}}};

struct ConvertedName {
  std::string_view name;
  ConvertedType converted;
};

constexpr std::array<ConvertedName, 15> kConvertedNames{{{"UTF8", ConvertedType::kUtf8},
                                                         {"MAP_KEY_VALUE", ConvertedType::kMapKeyValue},
                                                         {"TIME_MILLIS", ConvertedType::kTimeMillis},
                                                         {"TIME_MICROS", ConvertedType::kTimeMicros},
                                                         {"TIMESTAMP_MILLIS", ConvertedType::kTimestampMillis},
                                                         {"TIMESTAMP_MICROS", ConvertedType::kTimestampMicros},
                                                         {"UINT_8", ConvertedType::kUint8},
                                                         {"UINT_16", ConvertedType::kUint16},
                                                         {"UINT_32", ConvertedType::kUint32},
                                                         {"UINT_64", ConvertedType::kUint64},
                                                         {"INT_8", ConvertedType::kInt8},
                                                         {"INT_16", ConvertedType::kInt16},
                                                         {"INT_32", ConvertedType::kInt32},
                                                         {"INT_64", ConvertedType::kInt64},
                                                         {"INTERVAL", ConvertedType::kInterval}}};

constexpr std::array<std::string_view, 5> kAlgorithms{"SPHERICAL", "VINCENTY", "THOMAS", "ANDOYER", "KARNEY"};

std::string UpperCase(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return out;
}

std::string_view Trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

/// Reads "( a, b )" into words; the lexer stands on the opening bracket and is left behind the closing one.
Result<std::vector<MessageToken>> ReadParameters(MessageLexer* lexer) {
  std::vector<MessageToken> parameters;
  do {
    TARACEA_TRY(lexer->Advance());
    if (lexer->token().kind != MessageToken::Kind::kWord) {
      return lexer->ErrorHere("expected a parameter, found " + lexer->Found());
    }
    parameters.push_back(lexer->token());
    TARACEA_TRY(lexer->Advance());
  } while (lexer->token().IsMark(','));
  if (!lexer->token().IsMark(')')) {
    return lexer->ErrorHere("expected a comma or a closing bracket, found " + lexer->Found());
  }
  TARACEA_TRY(lexer->Advance());
  return parameters;
}

Result<int32_t> ReadNumber(const MessageLexer& lexer, const MessageToken& token) {
  int32_t value = 0;
  const char* end = token.text.data() + token.text.size();
  const auto [stopped, error] = std::from_chars(token.text.data(), end, value);
  if (error != std::errc() || stopped != end) {
    return lexer.ErrorAt(token.at, "expected a 32-bit number, found " + QuotedName(token.text));
  }
  return value;
}

Result<bool> ReadBool(const MessageLexer& lexer, const MessageToken& token) {
  const std::string text = UpperCase(token.text);
  if (text != "TRUE" && text != "FALSE") {
    return lexer.ErrorAt(token.at, "expected true or false, found " + QuotedName(token.text));
  }
  return text == "TRUE";
}

Result<TimeUnit> ReadUnit(const MessageLexer& lexer, const MessageToken& token) {
  const std::string text = UpperCase(token.text);
  for (const TimeUnit unit : {TimeUnit::kMilli, TimeUnit::kMicro, TimeUnit::kNano}) {
    if (text == ToString(unit)) {
      return unit;
    }
  }
  return lexer.ErrorAt(token.at, "expected MILLIS, MICROS or NANOS, found " + QuotedName(token.text));
}

Status ExpectCount(const MessageLexer& lexer, const MessageToken& name, const std::vector<MessageToken>& parameters,
                   size_t least, size_t most) {
  if (parameters.size() >= least && parameters.size() <= most) {
    return {};
  }
  const std::string count =
      least == most ? std::to_string(most) : std::to_string(least) + " or " + std::to_string(most);
  return lexer.ErrorAt(
      name.at, UpperCase(name.text) + " takes " + count + " parameters; found " + std::to_string(parameters.size()));
}

/// Annotations whose parameters are numbers and words.
Result<LogicalType> ReadParametrised(MessageLexer* lexer, const MessageToken& name, Kind kind) {
  std::vector<MessageToken> parameters;
  if (lexer->token().IsMark('(')) {
    TARACEA_TRY_ASSIGN(parameters, ReadParameters(lexer));
  }
  LogicalType out;
  out.kind = kind;
  if (kind == Kind::kDecimal) {
    TARACEA_TRY(ExpectCount(*lexer, name, parameters, 1, 2));
    TARACEA_TRY_ASSIGN(out.precision, ReadNumber(*lexer, parameters[0]));
    if (parameters.size() == 2) {
      TARACEA_TRY_ASSIGN(out.scale, ReadNumber(*lexer, parameters[1]));
    }
    return out;
  }
  if (kind == Kind::kUnrecognised) {
    TARACEA_TRY(ExpectCount(*lexer, name, parameters, 1, 1));
    TARACEA_TRY_ASSIGN(out.unrecognised_id, ReadNumber(*lexer, parameters[0]));
    return out;
  }
  TARACEA_TRY(ExpectCount(*lexer, name, parameters, 2, 2));
  if (kind == Kind::kInteger) {
    TARACEA_TRY_ASSIGN(const int32_t bits, ReadNumber(*lexer, parameters[0]));
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64) {
      return lexer->ErrorAt(parameters[0].at, "INTEGER has 8, 16, 32 or 64 bits; found " + std::to_string(bits));
    }
    out.bit_width = static_cast<int8_t>(bits);
    TARACEA_TRY_ASSIGN(out.is_signed, ReadBool(*lexer, parameters[1]));
    return out;
  }
  TARACEA_TRY_ASSIGN(out.unit, ReadUnit(*lexer, parameters[0]));
  TARACEA_TRY_ASSIGN(out.is_adjusted_to_utc, ReadBool(*lexer, parameters[1]));
  return out;
}

Result<int8_t> ReadVariantVersion(MessageLexer* lexer, const MessageToken& name) {
  TARACEA_TRY_ASSIGN(const std::vector<MessageToken> parameters, ReadParameters(lexer));
  TARACEA_TRY(ExpectCount(*lexer, name, parameters, 1, 1));
  TARACEA_TRY_ASSIGN(const int32_t version, ReadNumber(*lexer, parameters[0]));
  if (version < 1 || version > std::numeric_limits<int8_t>::max()) {
    return lexer->ErrorAt(parameters[0].at, "expected a version from 1 to 127, found " + std::to_string(version));
  }
  return static_cast<int8_t>(version);
}

/// Splits "crs, ALGORITHM" at its last comma when what follows is an algorithm; a crs may hold commas itself.
void TakeAlgorithm(std::string_view* text, LogicalType* out) {
  const size_t comma = text->rfind(',');
  const std::string word = UpperCase(Trimmed(comma == std::string_view::npos ? *text : text->substr(comma + 1)));
  for (size_t i = 0; i < kAlgorithms.size(); ++i) {
    if (word == kAlgorithms[i]) {
      out->algorithm = static_cast<EdgeAlgorithm>(i);
      out->has_algorithm = true;
      *text = comma == std::string_view::npos ? std::string_view() : text->substr(0, comma);
      return;
    }
  }
}

/// GEOMETRY(crs) and GEOGRAPHY(crs, algorithm): the crs is free text, quoted where it would end the brackets.
Status ReadGeospatial(MessageLexer* lexer, LogicalType* out) {
  TARACEA_TRY(lexer->Advance());
  if (lexer->token().kind == MessageToken::Kind::kQuoted) {
    out->crs = lexer->token().text;
    TARACEA_TRY(lexer->Advance());
    TARACEA_TRY_ASSIGN(std::string_view rest, lexer->TakeUntilClosingBracket());
    if (out->kind == Kind::kGeography) {
      TakeAlgorithm(&rest, out);
    }
    if (!Trimmed(rest).empty()) {
      return lexer->ErrorHere("expected an algorithm or a closing bracket, found " + QuotedName(rest));
    }
  } else {
    TARACEA_TRY_ASSIGN(std::string_view text, lexer->TakeUntilClosingBracket());
    if (out->kind == Kind::kGeography) {
      TakeAlgorithm(&text, out);
    }
    out->crs = Trimmed(text);
  }
  return lexer->Advance();
}

Result<LogicalType> ReadPlain(MessageLexer* lexer, const MessageToken& name, Kind kind) {
  LogicalType out;
  out.kind = kind;
  if (!lexer->token().IsMark('(')) {
    return out;
  }
  if (kind == Kind::kVariant) {
    TARACEA_TRY_ASSIGN(out.specification_version, ReadVariantVersion(lexer, name));
  } else if (kind == Kind::kGeometry || kind == Kind::kGeography) {
    TARACEA_TRY(ReadGeospatial(lexer, &out));
  }
  return out;
}

}  // namespace

Result<Annotation> ReadAnnotation(MessageLexer* lexer) {
  const MessageToken name = lexer->token();
  if (name.kind != MessageToken::Kind::kWord) {
    return lexer->ErrorHere("expected the name of a logical type, found " + lexer->Found());
  }
  TARACEA_TRY(lexer->Advance());
  const std::string upper = UpperCase(name.text);
  Annotation out;
  for (const ConvertedName& converted : kConvertedNames) {
    if (converted.name == upper) {
      out.converted_type = converted.converted;
      out.logical_type = LogicalTypeFor(converted.converted, 0, 0);
      return out;
    }
  }
  for (const KindName& plain : kPlainKinds) {
    if (plain.name == upper) {
      TARACEA_TRY_ASSIGN(out.logical_type, ReadPlain(lexer, name, plain.kind));
      return out;
    }
  }
  constexpr std::array<KindName, 6> kParametrised{{{"DECIMAL", Kind::kDecimal},
                                                   {"TIME", Kind::kTime},
                                                   {"TIMESTAMP", Kind::kTimestamp},
                                                   {"INTEGER", Kind::kInteger},
                                                   {"INT", Kind::kInteger},
                                                   {"UNRECOGNISED", Kind::kUnrecognised}}};
  for (const KindName& parametrised : kParametrised) {
    if (parametrised.name == upper) {
      TARACEA_TRY_ASSIGN(out.logical_type, ReadParametrised(lexer, name, parametrised.kind));
      return out;
    }
  }
  return lexer->ErrorAt(name.at, "unknown logical type " + QuotedName(name.text));
}

std::string AnnotationText(const LogicalType& logical_type) {
  const std::string utc = logical_type.is_adjusted_to_utc ? "true" : "false";
  switch (logical_type.kind) {
    case Kind::kNone: return "";
    case Kind::kInterval: return "INTERVAL";
    case Kind::kDecimal:
      return "DECIMAL(" + std::to_string(logical_type.precision) + "," + std::to_string(logical_type.scale) + ")";
    case Kind::kTime: return "TIME(" + ToString(logical_type.unit) + "," + utc + ")";
    case Kind::kTimestamp: return "TIMESTAMP(" + ToString(logical_type.unit) + "," + utc + ")";
    case Kind::kInteger:
      return "INTEGER(" + std::to_string(logical_type.bit_width) + "," + (logical_type.is_signed ? "true)" : "false)");
    case Kind::kUnrecognised: return "UNRECOGNISED(" + std::to_string(logical_type.unrecognised_id) + ")";
    case Kind::kVariant:
      return logical_type.specification_version == 0
                 ? "VARIANT"
                 : "VARIANT(" + std::to_string(logical_type.specification_version) + ")";
    case Kind::kGeometry:
      return logical_type.crs.empty() ? "GEOMETRY" : "GEOMETRY(" + QuotedName(logical_type.crs) + ")";
    case Kind::kGeography: {
      std::string parameters = logical_type.crs.empty() ? "" : QuotedName(logical_type.crs);
      const auto algorithm = static_cast<size_t>(logical_type.algorithm);
      if (logical_type.has_algorithm && algorithm < kAlgorithms.size()) {
        parameters += parameters.empty() ? "" : ",";
        parameters += kAlgorithms[algorithm];
      }
      return parameters.empty() ? "GEOGRAPHY" : "GEOGRAPHY(" + parameters + ")";
    }
    default: break;
  }
  for (const KindName& plain : kPlainKinds) {
    if (plain.kind == logical_type.kind) {
      return std::string(plain.name);
    }
  }
  return "";
}

}  // namespace taracea::schema

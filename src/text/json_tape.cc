#include "text/json_tape.h"

#include <fmt/format.h>
#include <simdjson.h>

#include "base/arena.h"
#include "base/try.h"
#include "text/json_check.h"
#include "text/value_format.h"

namespace taracea::text {
namespace {

namespace ondemand = simdjson::ondemand;

static_assert(kSlackBytes >= simdjson::SIMDJSON_PADDING);

Status Damaged(simdjson::error_code error) {
  switch (error) {
    case simdjson::MEMALLOC: return Status::OutOfMemory("no memory for the JSON parser");
    case simdjson::CAPACITY: return Status::LimitExceeded("a JSON record is too large for the parser");
    case simdjson::UTF8_ERROR: return Status::Corrupt("the text is not UTF-8");
    case simdjson::EMPTY: return Status::Corrupt("expected a JSON object");
    case simdjson::UNESCAPED_CHARS: return Status::Corrupt("a string holds a control character that is not escaped");
    case simdjson::UNCLOSED_STRING: return Status::Corrupt("a string is not closed");
    case simdjson::STRING_ERROR: return Status::Corrupt("a string holds a wrong escape");
    case simdjson::DEPTH_ERROR: return Status::LimitExceeded("a JSON record is nested too deeply");
    case simdjson::INCOMPLETE_ARRAY_OR_OBJECT:
      return Status::Corrupt("an object or array is not closed, or text follows it");
    default: return Status::Corrupt("not JSON: a value, comma, colon or bracket is missing or misplaced");
  }
}

std::string_view WithoutTrailingBlanks(std::string_view token) {
  const size_t end = token.find_last_not_of(" \t\r\n");
  return token.substr(0, end == std::string_view::npos ? 0 : end + 1);
}

/// Copies the values of one record to a tape.
class TapeWriter {
 public:
  TapeWriter(int max_depth, JsonTape* tape) : max_depth_(max_depth), tape_(tape) {}

  Status Value(ondemand::value value, int depth) {
    ondemand::json_type type;
    if (const simdjson::error_code error = value.type().get(type)) {
      return Damaged(error);
    }
    switch (type) {
      case ondemand::json_type::object: {
        ondemand::object object;
        const simdjson::error_code error = value.get_object().get(object);
        return error != simdjson::SUCCESS ? Damaged(error) : Object(object, depth);
      }
      case ondemand::json_type::array: return List(value, depth);
      case ondemand::json_type::string: return String(value);
      case ondemand::json_type::number: return Number(value);
      case ondemand::json_type::boolean: {
        bool truth = false;
        const simdjson::error_code error = value.get_bool().get(truth);
        return error != simdjson::SUCCESS ? Damaged(error) : Leaf(truth ? JsonKind::kTrue : JsonKind::kFalse, {});
      }
      case ondemand::json_type::null: {
        const bool null = WithoutTrailingBlanks(value.raw_json_token()) == "null";
        return null ? Leaf(JsonKind::kNull, {}) : Damaged(simdjson::N_ATOM_ERROR);
      }
    }
    return Damaged(simdjson::TAPE_ERROR);
  }

  Status Object(ondemand::object object, int depth) {
    TARACEA_TRY(CheckDepth(depth));
    const size_t start = tape_->size();
    tape_->push_back({JsonKind::kObject, 0, {}});
    for (auto member : object) {
      ondemand::field field;
      std::string_view key;
      if (const simdjson::error_code error = std::move(member).get(field)) {
        return Damaged(error);
      }
      if (const simdjson::error_code error = field.unescaped_key().get(key)) {
        return Damaged(error);
      }
      TARACEA_TRY(Leaf(JsonKind::kKey, key));
      TARACEA_TRY(Value(field.value(), depth + 1));
    }
    (*tape_)[start].next = static_cast<uint32_t>(tape_->size());
    return {};
  }

 private:
  Status CheckDepth(int depth) const {
    if (depth < max_depth_) {
      return {};
    }
    return Status::LimitExceeded(fmt::format("a JSON record is nested more than max_depth = {} deep", max_depth_));
  }

  Status Leaf(JsonKind kind, std::string_view text) {
    tape_->push_back({kind, static_cast<uint32_t>(tape_->size() + 1), text});
    return {};
  }

  Status List(ondemand::value value, int depth) {
    TARACEA_TRY(CheckDepth(depth));
    ondemand::array list;
    if (const simdjson::error_code error = value.get_array().get(list)) {
      return Damaged(error);
    }
    const size_t start = tape_->size();
    tape_->push_back({JsonKind::kArray, 0, {}});
    for (auto item : list) {
      ondemand::value element;
      if (const simdjson::error_code error = std::move(item).get(element)) {
        return Damaged(error);
      }
      TARACEA_TRY(Value(element, depth + 1));
    }
    (*tape_)[start].next = static_cast<uint32_t>(tape_->size());
    return {};
  }

  Status String(ondemand::value value) {
    std::string_view text;
    const simdjson::error_code error = value.get_string().get(text);
    return error != simdjson::SUCCESS ? Damaged(error) : Leaf(JsonKind::kString, text);
  }

  /// Keeps the number as it is written; the parser's own conversion stops at 64 bits, and steps over what is not read.
  Status Number(ondemand::value value) {
    const std::string_view token = WithoutTrailingBlanks(value.raw_json_token());
    return IsJsonNumber(token) ? Leaf(JsonKind::kNumber, token)
                               : Status::Corrupt("not a JSON number: " + std::string(token.substr(0, 60)));
  }

  int max_depth_;
  JsonTape* tape_;
};

}  // namespace

struct JsonParser::Impl {
  ondemand::parser parser;
  int max_depth;
};

JsonParser::JsonParser(int max_depth) : impl_(std::make_unique<Impl>()) {
  constexpr int kParserDepth = 1000;
  impl_->max_depth = std::min(max_depth, kParserDepth);
}
JsonParser::~JsonParser() = default;
JsonParser::JsonParser(JsonParser&&) noexcept = default;
JsonParser& JsonParser::operator=(JsonParser&&) noexcept = default;

Status JsonParser::Parse(std::string_view text, JsonTape* tape) {
  tape->clear();
  ondemand::document document;
  if (const simdjson::error_code error =
          impl_->parser.iterate(text.data(), text.size(), text.size() + kSlackBytes).get(document)) {
    return Damaged(error);
  }
  ondemand::json_type type;
  if (const simdjson::error_code error = document.type().get(type)) {
    return Damaged(error);
  }
  if (type != ondemand::json_type::object) {
    return Status::Corrupt("expected a JSON object");
  }
  ondemand::object object;
  if (const simdjson::error_code error = document.get_object().get(object)) {
    return Damaged(error);
  }
  TARACEA_TRY(TapeWriter(impl_->max_depth, tape).Object(object, 0));
  const bool at_end = document.current_location().error() == simdjson::OUT_OF_BOUNDS;
  return at_end ? Status() : Status::Corrupt("text behind the JSON object");
}

void AppendCompactJson(const JsonTape& tape, uint32_t node, std::string* out) {
  switch (tape[node].kind) {
    case JsonKind::kNull: out->append("null"); return;
    case JsonKind::kFalse: out->append("false"); return;
    case JsonKind::kTrue: out->append("true"); return;
    case JsonKind::kNumber: out->append(tape[node].text); return;
    case JsonKind::kString:
    case JsonKind::kKey: AppendJsonString(tape[node].text, out); return;
    case JsonKind::kObject:
    case JsonKind::kArray: break;
  }
  const bool object = tape[node].kind == JsonKind::kObject;
  out->push_back(object ? '{' : '[');
  for (uint32_t at = node + 1; at < tape[node].next; at = tape[at].next) {
    if (at != node + 1) {
      out->push_back(',');
    }
    AppendCompactJson(tape, at, out);
    if (object) {
      out->push_back(':');
      AppendCompactJson(tape, ++at, out);
    }
  }
  out->push_back(object ? '}' : ']');
}

}  // namespace taracea::text

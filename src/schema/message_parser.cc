#include <array>
#include <charconv>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/try.h"
#include "schema/annotation_text.h"
#include "schema/message_lexer.h"
#include "schema/schema_limits.h"
#include "schema/schema_path.h"
#include "taracea/schema.h"

namespace taracea {
namespace {

using schema::MessageLexer;
using schema::MessageToken;

struct TypeName {
  std::string_view name;
  PhysicalType type;
};

constexpr std::array<TypeName, 9> kTypeNames{{{"boolean", PhysicalType::kBoolean},
                                              {"int32", PhysicalType::kInt32},
                                              {"int64", PhysicalType::kInt64},
                                              {"int96", PhysicalType::kInt96},
                                              {"float", PhysicalType::kFloat},
                                              {"double", PhysicalType::kDouble},
                                              {"binary", PhysicalType::kByteArray},
                                              {"byte_array", PhysicalType::kByteArray},
                                              {"fixed_len_byte_array", PhysicalType::kFixedLenByteArray}}};

std::string LowerCase(std::string text) {
  for (char& c : text) {
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return text;
}

/// Reads message text into nodes, one field after the other; groups not yet closed are a stack, not recursion.
class MessageParser {
 public:
  explicit MessageParser(std::string_view text) : lexer_(text) {}

  Result<Schema> Run() {
    TARACEA_TRY(lexer_.Start());
    TARACEA_TRY(ReadHead());
    while (!open_.empty()) {
      if (lexer_.token().IsMark('}')) {
        open_.pop_back();
        TARACEA_TRY(lexer_.Advance());
      } else {
        TARACEA_TRY(ReadField());
      }
    }
    if (lexer_.token().kind != MessageToken::Kind::kEnd) {
      return lexer_.ErrorHere("expected the end, found " + lexer_.Found());
    }
    return Schema::FromNodes(std::move(nodes_));
  }

 private:
  Status ReadHead() {
    if (lexer_.token().kind != MessageToken::Kind::kWord || LowerCase(lexer_.token().text) != "message") {
      return lexer_.ErrorHere("expected \"message\", found " + lexer_.Found());
    }
    TARACEA_TRY(lexer_.Advance());
    SchemaNode root;
    if (!lexer_.token().IsMark('{')) {
      TARACEA_TRY_ASSIGN(root.name, ReadName());
    }
    nodes_.push_back(std::move(root));
    return OpenGroup(0);
  }

  Status OpenGroup(int node) {
    TARACEA_TRY(Expect('{'));
    if (open_.size() > static_cast<size_t>(schema::kMaxTreeDepth)) {
      return lexer_.ErrorHere("groups may be nested " + std::to_string(schema::kMaxTreeDepth) + " deep");
    }
    open_.push_back(node);
    return {};
  }

  Status Expect(char mark) {
    if (!lexer_.token().IsMark(mark)) {
      return lexer_.ErrorHere("expected \"" + std::string(1, mark) + "\", found " + lexer_.Found());
    }
    return lexer_.Advance();
  }

  Result<std::string> ReadName() {
    const MessageToken token = lexer_.token();
    if (token.kind != MessageToken::Kind::kWord && token.kind != MessageToken::Kind::kQuoted) {
      return lexer_.ErrorHere("expected a name, found " + lexer_.Found());
    }
    TARACEA_TRY(lexer_.Advance());
    return token.text;
  }

  Result<int32_t> ReadNumber() {
    const std::string& text = lexer_.token().text;
    int32_t value = 0;
    const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (lexer_.token().kind != MessageToken::Kind::kWord || error != std::errc() ||
        stopped != text.data() + text.size()) {
      return lexer_.ErrorHere("expected a 32-bit number, found " + lexer_.Found());
    }
    TARACEA_TRY(lexer_.Advance());
    return value;
  }

  Result<Repetition> ReadRepetition() {
    const std::string word = LowerCase(lexer_.token().text);
    for (const Repetition repetition : {Repetition::kRequired, Repetition::kOptional, Repetition::kRepeated}) {
      if (lexer_.token().kind == MessageToken::Kind::kWord && word == LowerCase(ToString(repetition))) {
        TARACEA_TRY(lexer_.Advance());
        return repetition;
      }
    }
    return lexer_.ErrorHere("expected required, optional, repeated or \"}\", found " + lexer_.Found());
  }

  /// Reads "group" or a physical type with its length.
  Status ReadType(SchemaNode* node) {
    const std::string word = LowerCase(lexer_.token().text);
    if (lexer_.token().kind == MessageToken::Kind::kWord) {
      for (const TypeName& type : kTypeNames) {
        if (type.name == word) {
          node->physical_type = type.type;
        }
      }
    }
    if (!node->physical_type && word != "group") {
      return lexer_.ErrorHere("expected group or a physical type, found " + lexer_.Found());
    }
    TARACEA_TRY(lexer_.Advance());
    if (node->physical_type == PhysicalType::kFixedLenByteArray) {
      TARACEA_TRY(Expect('('));
      TARACEA_TRY_ASSIGN(node->type_length, ReadNumber());
      TARACEA_TRY(Expect(')'));
    }
    return {};
  }

  Status ReadAnnotation(SchemaNode* node) {
    TARACEA_TRY(lexer_.Advance());
    TARACEA_TRY_ASSIGN(schema::Annotation annotation, schema::ReadAnnotation(&lexer_));
    TARACEA_TRY(Expect(')'));
    node->logical_type = std::move(annotation.logical_type);
    node->converted_type = annotation.converted_type;
    const SchemaNode& parent = nodes_[static_cast<size_t>(open_.back())];
    if (node->converted_type == ConvertedType::kMapKeyValue && parent.logical_type.kind == LogicalType::Kind::kMap) {
      node->logical_type = {};  // Below a MAP it marks the entries; elsewhere it stands for MAP.
    }
    return {};
  }

  Status ReadField() {
    const size_t at = lexer_.token().at;
    SchemaNode node;
    TARACEA_TRY_ASSIGN(node.repetition, ReadRepetition());
    TARACEA_TRY(ReadType(&node));
    TARACEA_TRY_ASSIGN(node.name, ReadName());
    if (lexer_.token().IsMark('(')) {
      TARACEA_TRY(ReadAnnotation(&node));
    }
    if (lexer_.token().IsMark('=')) {
      TARACEA_TRY(lexer_.Advance());
      TARACEA_TRY_ASSIGN(node.field_id, ReadNumber());
    }
    TARACEA_TRY(CheckField(node, at));
    const int index = static_cast<int>(nodes_.size());
    const bool is_leaf = node.is_leaf();
    nodes_[static_cast<size_t>(open_.back())].children.push_back(index);
    nodes_.push_back(std::move(node));
    return is_leaf ? Expect(';') : OpenGroup(index);
  }

  /// Finds here, where the line is known, what FromNodes would refuse.
  Status CheckField(const SchemaNode& node, size_t at) const {
    std::vector<SchemaNode> alone(2);
    alone[0].children = {1};
    alone[1] = node;
    const Result<Schema> checked = Schema::FromNodes(std::move(alone));
    return checked ? Status() : lexer_.ErrorAt(at, checked.error().message());
  }

  MessageLexer lexer_;
  std::vector<SchemaNode> nodes_;
  std::vector<int> open_;
};

}  // namespace

Result<Schema> Schema::Parse(std::string_view message) {
  return MessageParser(message).Run();
}

}  // namespace taracea

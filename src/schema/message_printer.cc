#include <string>
#include <vector>

#include "schema/annotation_text.h"
#include "schema/message_lexer.h"
#include "schema/schema_path.h"
#include "taracea/schema.h"

namespace taracea {
namespace {

std::string NameText(const std::string& name) {
  return schema::IsBareWord(name) ? name : schema::QuotedName(name);
}

std::string TypeText(const SchemaNode& node) {
  if (!node.is_leaf()) {
    return "group";
  }
  switch (*node.physical_type) {
    case PhysicalType::kBoolean: return "boolean";
    case PhysicalType::kInt32: return "int32";
    case PhysicalType::kInt64: return "int64";
    case PhysicalType::kInt96: return "int96";
    case PhysicalType::kFloat: return "float";
    case PhysicalType::kDouble: return "double";
    case PhysicalType::kByteArray: return "binary";
    case PhysicalType::kFixedLenByteArray: return "fixed_len_byte_array(" + std::to_string(node.type_length) + ")";
  }
  return "";
}

std::string FieldText(const SchemaNode& node) {
  std::string out = node.repetition == Repetition::kRequired   ? "required "
                    : node.repetition == Repetition::kOptional ? "optional "
                                                               : "repeated ";
  out += TypeText(node) + " " + NameText(node.name);
  std::string annotation = schema::AnnotationText(node.logical_type);
  if (annotation.empty() && node.converted_type == ConvertedType::kMapKeyValue) {
    annotation = "MAP_KEY_VALUE";
  }
  if (!annotation.empty()) {
    out += " (" + annotation + ")";
  }
  if (node.field_id) {
    out += " = " + std::to_string(*node.field_id);
  }
  return out;
}

}  // namespace

std::string Schema::ToString() const {
  std::string out = "message " + NameText(root().name) + " {\n";
  struct Open {
    int node;
    size_t next_child;
  };
  std::vector<Open> open{{0, 0}};
  while (!open.empty()) {
    Open& top = open.back();
    const SchemaNode& group = node(top.node);
    const std::string indent(2 * open.size(), ' ');
    if (top.next_child == group.children.size()) {
      out.append(2 * (open.size() - 1), ' ');
      out += "}\n";
      open.pop_back();
      continue;
    }
    const int child = group.children[top.next_child++];
    out += indent + FieldText(node(child));
    if (node(child).is_leaf()) {
      out += ";\n";
    } else {
      out += " {\n";
      open.push_back({child, 0});
    }
  }
  return out;
}

}  // namespace taracea

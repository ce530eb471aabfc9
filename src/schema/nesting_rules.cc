#include "schema/nesting_rules.h"

#include <algorithm>

namespace taracea::schema {
namespace {

bool IsRepeated(const SchemaNode& node) {
  return node.repetition == Repetition::kRepeated;
}

}  // namespace

int ListRepeatedChild(const Schema& schema, int node) {
  const SchemaNode& list = schema.node(node);
  if (list.is_leaf() || list.logical_type.kind != LogicalType::Kind::kList || list.children.size() != 1 ||
      !IsRepeated(schema.node(list.children[0]))) {
    return -1;
  }
  return list.children[0];
}

int ListElement(const Schema& schema, int list, int repeated) {
  const SchemaNode& middle = schema.node(repeated);
  if (middle.is_leaf() || middle.children.size() != 1) {
    return repeated;
  }
  if (IsRepeated(schema.node(middle.children[0]))) {
    return repeated;
  }
  if (middle.name == "array" || middle.name == schema.node(list).name + "_tuple") {
    return repeated;
  }
  return middle.children[0];
}

int MapEntries(const Schema& schema, int node) {
  const SchemaNode& map = schema.node(node);
  if (map.is_leaf() || map.logical_type.kind != LogicalType::Kind::kMap || map.children.size() != 1) {
    return -1;
  }
  const SchemaNode& entries = schema.node(map.children[0]);
  if (entries.is_leaf() || !IsRepeated(entries) || entries.children.empty() || entries.children.size() > 2) {
    return -1;
  }
  return IsRepeated(schema.node(entries.children[0])) ? -1 : map.children[0];
}

bool IsPlumbing(const Schema& schema, int node) {
  const int parent = schema.node(node).parent;
  if (parent < 0) {
    return false;
  }
  if (ListRepeatedChild(schema, parent) == node || MapEntries(schema, parent) == node) {
    return true;
  }
  const int grandparent = schema.node(parent).parent;
  return grandparent >= 0 && ListRepeatedChild(schema, grandparent) == parent &&
         ListElement(schema, grandparent, parent) == node;
}

std::vector<std::string> ShortPath(const Schema& schema, int node) {
  std::vector<std::string> path;
  for (int i = node; i > 0; i = schema.node(i).parent) {
    if (!IsPlumbing(schema, i)) {
      path.push_back(schema.node(i).name);
    }
  }
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace taracea::schema

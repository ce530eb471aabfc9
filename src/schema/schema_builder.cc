#include <string>
#include <utility>

#include "schema/schema_path.h"
#include "taracea/schema.h"

namespace taracea {
namespace {

LogicalType OfKind(LogicalType::Kind kind) {
  LogicalType out;
  out.kind = kind;
  return out;
}

constexpr int kInnerGroup = -1;
constexpr int kSurplusEnd = -2;  // End() without an open group: remembered, so that Finish() can say so

}  // namespace

SchemaBuilder::SchemaBuilder(std::string root_name) {
  nodes_.emplace_back();
  nodes_[0].name = std::move(root_name);
  open_.push_back(0);
}

SchemaBuilder& SchemaBuilder::Leaf(std::string name, Repetition repetition, PhysicalType type, LogicalType logical_type,
                                   int32_t type_length, std::optional<int32_t> field_id) {
  BeginGroup(std::move(name), repetition, std::move(logical_type), field_id);
  nodes_.back().physical_type = type;
  nodes_.back().type_length = type_length;
  open_.pop_back();
  return *this;
}

SchemaBuilder& SchemaBuilder::BeginGroup(std::string name, Repetition repetition, LogicalType logical_type,
                                         std::optional<int32_t> field_id) {
  const int index = static_cast<int>(nodes_.size());
  // The innermost open group is always the last real index; markers lie above the outer group of a list or map.
  const int parent = open_.back() >= 0 ? open_.back() : 0;
  nodes_[static_cast<size_t>(parent)].children.push_back(index);
  SchemaNode node;
  node.name = std::move(name);
  node.repetition = repetition;
  node.logical_type = std::move(logical_type);
  node.field_id = field_id;
  nodes_.push_back(std::move(node));
  open_.push_back(index);
  return *this;
}

SchemaBuilder& SchemaBuilder::BeginList(std::string name, Repetition repetition, std::optional<int32_t> field_id) {
  BeginGroup(std::move(name), repetition, OfKind(LogicalType::Kind::kList), field_id);
  BeginGroup("list", Repetition::kRepeated);
  open_.insert(open_.end() - 1, kInnerGroup);
  return *this;
}

SchemaBuilder& SchemaBuilder::BeginMap(std::string name, Repetition repetition, std::optional<int32_t> field_id) {
  BeginGroup(std::move(name), repetition, OfKind(LogicalType::Kind::kMap), field_id);
  BeginGroup("key_value", Repetition::kRepeated);
  open_.insert(open_.end() - 1, kInnerGroup);
  return *this;
}

SchemaBuilder& SchemaBuilder::End() {
  if (open_.size() < 2) {
    open_.assign({kSurplusEnd});
    return *this;
  }
  open_.pop_back();
  if (open_.back() == kInnerGroup) {
    open_.resize(open_.size() - 2);
  }
  return *this;
}

Result<Schema> SchemaBuilder::Finish() {
  if (open_.back() == kSurplusEnd) {
    return Status::InvalidArgument("End() closes a group; one call had none to close");
  }
  if (open_.size() > 1) {
    return Status::InvalidArgument("every group must be closed with End(); " +
                                   schema::QuotedName(nodes_[static_cast<size_t>(open_.back())].name) + " is open");
  }
  return Schema::FromNodes(nodes_);
}

}  // namespace taracea

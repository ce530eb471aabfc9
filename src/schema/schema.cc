#include "taracea/schema.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "schema/schema_limits.h"
#include "schema/schema_path.h"

namespace taracea {
namespace {

std::string Quoted(std::string_view name) {
  return schema::QuotedName(name);
}

/// Copies the nodes into depth-first order, so that a subtree is a run of nodes and of leaves.
class DepthFirstCopy {
 public:
  explicit DepthFirstCopy(std::vector<SchemaNode> from) : from_(std::move(from)), taken_(from_.size(), false) {}

  Status Run() {
    if (from_.empty()) {
      return Status::InvalidArgument("a schema needs a root node; got no nodes");
    }
    TARACEA_TRY(Take(0, -1));
    while (!open_.empty()) {
      Frame& top = open_.back();
      if (top.next_child == top.source_children.size()) {
        open_.pop_back();
        continue;
      }
      const int child = top.source_children[top.next_child++];
      TARACEA_TRY(Take(child, top.node));
    }
    if (nodes_.size() != from_.size()) {
      return Status::InvalidArgument("every node must be below the root; " +
                                     std::to_string(from_.size() - nodes_.size()) + " are not");
    }
    return {};
  }

  std::vector<SchemaNode> TakeNodes() { return std::move(nodes_); }

 private:
  struct Frame {
    int node;
    std::vector<int> source_children;
    size_t next_child = 0;
  };

  Status Take(int source, int parent) {
    if (source < 0 || static_cast<size_t>(source) >= from_.size()) {
      return Status::InvalidArgument("children must be node indices below " + std::to_string(from_.size()) + "; got " +
                                     std::to_string(source));
    }
    if (taken_[static_cast<size_t>(source)]) {
      return Status::InvalidArgument("a node must have one parent; node " + std::to_string(source) + " has two");
    }
    if (open_.size() > static_cast<size_t>(schema::kMaxTreeDepth)) {
      return Status::InvalidArgument("a schema may be " + std::to_string(schema::kMaxTreeDepth) +
                                     " levels deep; this one is deeper");
    }
    taken_[static_cast<size_t>(source)] = true;
    const int node = static_cast<int>(nodes_.size());
    nodes_.push_back(std::move(from_[static_cast<size_t>(source)]));
    SchemaNode& taken = nodes_.back();
    taken.parent = parent;
    open_.push_back({node, std::exchange(taken.children, {})});
    if (parent >= 0) {
      nodes_[static_cast<size_t>(parent)].children.push_back(node);
    }
    return {};
  }

  std::vector<SchemaNode> from_;
  std::vector<bool> taken_;
  std::vector<SchemaNode> nodes_;
  std::vector<Frame> open_;
};

Status CheckGroup(const SchemaNode& node) {
  switch (node.logical_type.kind) {
    case LogicalType::Kind::kNone:
    case LogicalType::Kind::kMap:
    case LogicalType::Kind::kList:
    case LogicalType::Kind::kVariant:
    case LogicalType::Kind::kFile:
    case LogicalType::Kind::kUnrecognised: return {};
    default:
      return Status::InvalidArgument("a group may be LIST, MAP, VARIANT or FILE; " + Quoted(node.name) + " is " +
                                     node.logical_type.ToString());
  }
}

Status CheckLeaf(const SchemaNode& node) {
  if (!node.children.empty()) {
    return Status::InvalidArgument("a node has a physical type or children; " + Quoted(node.name) + " has both");
  }
  const int32_t type = static_cast<int32_t>(*node.physical_type);
  if (type < 0 || type >= kPhysicalTypeCount) {
    return Status::InvalidArgument("physical types are 0 to 7; " + Quoted(node.name) + " has " + std::to_string(type));
  }
  if (node.type_length < 0) {
    return Status::InvalidArgument("the length of FIXED_LEN_BYTE_ARRAY must not be negative; " + Quoted(node.name) +
                                   " has " + std::to_string(node.type_length));
  }
  if (Status status = CheckLogicalType(node.logical_type, *node.physical_type, node.type_length); !status.ok()) {
    return Status::InvalidArgument("field " + Quoted(node.name) + ": " + status.message());
  }
  return {};
}

Status CheckNode(const SchemaNode& node) {
  const int32_t repetition = static_cast<int32_t>(node.repetition);
  if (repetition < 0 || repetition > 2) {
    return Status::InvalidArgument("repetitions are 0 to 2; " + Quoted(node.name) + " has " +
                                   std::to_string(repetition));
  }
  return node.is_leaf() ? CheckLeaf(node) : CheckGroup(node);
}

}  // namespace

Schema::Schema(std::string root_name) {
  State state;
  state.nodes.emplace_back();
  state.nodes[0].name = std::move(root_name);
  state_ = std::make_shared<const State>(std::move(state));
}

Result<Schema> Schema::FromNodes(std::vector<SchemaNode> nodes) {
  DepthFirstCopy copy(std::move(nodes));
  TARACEA_TRY(copy.Run());
  State state;
  state.nodes = copy.TakeNodes();
  if (state.nodes[0].is_leaf()) {
    return Status::InvalidArgument("the root must be a group; it has physical type " +
                                   std::to_string(static_cast<int32_t>(*state.nodes[0].physical_type)));
  }
  state.nodes[0].repetition = Repetition::kRequired;
  state.nodes[0].field_id.reset();
  for (size_t i = 0; i < state.nodes.size(); ++i) {
    SchemaNode& node = state.nodes[i];
    TARACEA_TRY(CheckNode(node));
    node.max_definition_level = 0;
    node.max_repetition_level = 0;
    node.leaf = -1;
    if (i != 0) {
      const SchemaNode& parent = state.nodes[static_cast<size_t>(node.parent)];
      node.max_definition_level =
          static_cast<uint16_t>(parent.max_definition_level + (node.repetition == Repetition::kRequired ? 0 : 1));
      node.max_repetition_level =
          static_cast<uint16_t>(parent.max_repetition_level + (node.repetition == Repetition::kRepeated ? 1 : 0));
    }
    if (!node.is_leaf() || *node.physical_type != PhysicalType::kFixedLenByteArray) {
      node.type_length = 0;
    }
    if (node.is_leaf()) {
      node.leaf = static_cast<int>(state.leaves.size());
      state.leaves.push_back(static_cast<int>(i));
    }
  }
  Schema schema;
  schema.state_ = std::make_shared<const State>(std::move(state));
  return schema;
}

std::vector<std::string> Schema::Path(int node) const {
  std::vector<std::string> path;
  for (int i = node; i > 0; i = this->node(i).parent) {
    path.push_back(this->node(i).name);
  }
  std::reverse(path.begin(), path.end());
  return path;
}

std::string Schema::PathString(int node) const {
  return schema::JoinPath(Path(node));
}

std::vector<int> Schema::LeavesBelow(int node) const {
  // Depth-first order: the subtree ends at its last child's last descendant, and its leaves are consecutive.
  int last = node;
  while (!this->node(last).children.empty()) {
    last = this->node(last).children.back();
  }
  const auto first_leaf = std::lower_bound(state_->leaves.begin(), state_->leaves.end(), node);
  const auto end_leaf = std::upper_bound(state_->leaves.begin(), state_->leaves.end(), last);
  std::vector<int> leaves;
  for (auto it = first_leaf; it < end_leaf; ++it) {
    leaves.push_back(static_cast<int>(it - state_->leaves.begin()));
  }
  return leaves;
}

bool Schema::operator==(const Schema& other) const {
  if (state_ == other.state_) {
    return true;
  }
  return std::equal(state_->nodes.begin(), state_->nodes.end(), other.state_->nodes.begin(), other.state_->nodes.end(),
                    [](const SchemaNode& a, const SchemaNode& b) {
                      return a.name == b.name && a.repetition == b.repetition && a.logical_type == b.logical_type &&
                             a.physical_type == b.physical_type && a.type_length == b.type_length &&
                             a.field_id == b.field_id && a.parent == b.parent && a.children == b.children;
                    });
}

}  // namespace taracea

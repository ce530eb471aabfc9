#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "taracea/status.h"
#include "taracea/types.h"

namespace taracea {

/// One element of a Parquet schema; the root is node 0. A group has children and no physical type.
struct SchemaNode {
  std::string name;
  Repetition repetition = Repetition::kRequired;
  LogicalType logical_type;
  std::optional<ConvertedType> converted_type;  ///< As written in the file, also where logical_type says the same.
  std::optional<PhysicalType> physical_type;    ///< Leaves only.
  int32_t type_length = 0;                      ///< FIXED_LEN_BYTE_ARRAY: bytes.
  std::optional<int32_t> field_id;
  ColumnOrder column_order = ColumnOrder::kUndefined;  ///< Leaves only.

  int parent = -1;            ///< Node index; -1 for the root.
  std::vector<int> children;  ///< Node indices, in order.
  uint16_t max_definition_level = 0;
  uint16_t max_repetition_level = 0;
  int leaf = -1;  ///< Ordinal among the leaves, in depth-first order; -1 for groups.

  bool is_leaf() const noexcept { return physical_type.has_value(); }
};

/// The tree of columns of a file. Immutable; copies share it. Thread safety: as a value.
/// Spec: parquet.thrift#SchemaElement, LogicalTypes.md#nested-types
class Schema {
 public:
  Schema() : Schema("schema") {}
  /// An empty schema: a root without children.
  explicit Schema(std::string root_name);

  /// Parses the usual message text: "message trip { required int32 id; optional binary name (STRING) = 7; ... }".
  /// Errors: kInvalidArgument with line and column.
  static Result<Schema> Parse(std::string_view message);
  /// Checks a tree (names, types, logical against physical types), computes levels and leaf ordinals. Node 0 is the
  /// root; `parent`, levels and `leaf` are computed, `children` must be given. The tree holds the nodes in depth-first
  /// order, whatever the order they came in; the root's repetition and field id mean nothing. Errors: kInvalidArgument.
  static Result<Schema> FromNodes(std::vector<SchemaNode> nodes);
  /// Derives the schema of rows of an own struct that StructFields<T> describes (include struct_fields.h).
  template <typename T>
  static Result<Schema> Of(std::string root_name = "schema");

  std::span<const SchemaNode> nodes() const noexcept { return state_->nodes; }
  const SchemaNode& node(int i) const noexcept { return state_->nodes[static_cast<size_t>(i)]; }
  const SchemaNode& root() const noexcept { return node(0); }
  int leaf_count() const noexcept { return static_cast<int>(state_->leaves.size()); }
  /// Node index of a leaf ordinal.
  int leaf_node_index(int leaf) const noexcept { return state_->leaves[static_cast<size_t>(leaf)]; }
  const SchemaNode& leaf(int leaf) const noexcept { return node(leaf_node_index(leaf)); }

  /// Names from below the root to the node.
  std::vector<std::string> Path(int node) const;
  /// The path with dots; names that contain dots or quotes are quoted: a."b.c".d
  std::string PathString(int node) const;
  /// Finds nodes by a dotted path as users write it: exact path, or one that leaves out the list and map plumbing
  /// ("items.sku" for items.list.element.sku); case-sensitive. kInvalidArgument naming near ones when nothing matches.
  Result<int> Find(std::string_view path) const;
  /// Leaf ordinals at or below a node, ascending.
  std::vector<int> LeavesBelow(int node) const;

  /// The message text, two-space indent, ends in a newline. Parse() reads it back.
  std::string ToString() const;
  bool operator==(const Schema& other) const;  ///< Structure, names, types, ids; not column orders.

 private:
  struct State {
    std::vector<SchemaNode> nodes;
    std::vector<int> leaves;
  };
  std::shared_ptr<const State> state_;
};

/// Puts a schema together from code, depth first:
///   SchemaBuilder b("trip"); b.Leaf("id", Repetition::kRequired, PhysicalType::kInt64);
///   b.BeginList("stops", Repetition::kOptional); b.Leaf("element", ...); b.End(); Result<Schema> s = b.Finish();
class SchemaBuilder {
 public:
  explicit SchemaBuilder(std::string root_name = "schema");
  SchemaBuilder& Leaf(std::string name, Repetition repetition, PhysicalType type, LogicalType logical_type = {},
                      int32_t type_length = 0, std::optional<int32_t> field_id = {});
  SchemaBuilder& BeginGroup(std::string name, Repetition repetition, LogicalType logical_type = {},
                            std::optional<int32_t> field_id = {});
  /// Opens NAME (LIST) { repeated group list { : the next node is the element. End() closes both.
  SchemaBuilder& BeginList(std::string name, Repetition repetition, std::optional<int32_t> field_id = {});
  /// Opens NAME (MAP) { repeated group key_value { : the next two nodes are key and value. End() closes both.
  SchemaBuilder& BeginMap(std::string name, Repetition repetition, std::optional<int32_t> field_id = {});
  SchemaBuilder& End();
  Result<Schema> Finish();

 private:
  std::vector<SchemaNode> nodes_;
  std::vector<int> open_;  // groups not yet closed; -1 marks the inner group of a list or map
};

/// The ConvertedType that says the same as a logical type; nothing where there is none.
std::optional<ConvertedType> ConvertedTypeFor(const LogicalType& logical_type);
/// The logical type that a ConvertedType stands for (precision and scale belong to DECIMAL).
LogicalType LogicalTypeFor(ConvertedType converted, int32_t precision, int32_t scale);
/// Whether a logical type may annotate that leaf; kInvalidArgument says why not.
Status CheckLogicalType(const LogicalType& logical_type, PhysicalType physical_type, int32_t type_length);

}  // namespace taracea

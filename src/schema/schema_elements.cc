#include "schema/schema_elements.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/try.h"
#include "schema/logical_type_rules.h"
#include "schema/schema_limits.h"
#include "schema/schema_path.h"

namespace taracea::schema {
namespace {

using Kind = LogicalType::Kind;

bool IsGroupKind(Kind kind) noexcept {
  return kind == Kind::kList || kind == Kind::kMap || kind == Kind::kVariant || kind == Kind::kFile ||
         kind == Kind::kNone || kind == Kind::kUnrecognised;
}

/// Turns the list into nodes. Groups not yet full are a stack, so that depth costs no recursion.
class ElementReader {
 public:
  ElementReader(std::span<const SchemaElement> elements, std::span<const ColumnOrder> column_orders,
                const ReadLimits& limits)
      : elements_(elements), column_orders_(column_orders), limits_(limits) {}

  Result<FileSchema> Run() {
    TARACEA_TRY(CheckSize());
    nodes_.reserve(elements_.size());
    for (size_t i = 0; i < elements_.size(); ++i) {
      TARACEA_TRY(Read(i));
    }
    CloseFullGroups();
    if (!open_.empty()) {
      return Status::Corrupt("schema: the element list ends where " + std::to_string(open_.back().missing) +
                             " children of " + Name(static_cast<size_t>(open_.back().node)) + " are missing");
    }
    FileSchema out;
    Result<Schema> schema = Schema::FromNodes(std::move(nodes_));
    if (!schema) {
      return Status::Corrupt("schema: " + schema.error().message());
    }
    out.schema = *std::move(schema);
    out.warnings = std::move(warnings_);
    return out;
  }

 private:
  struct OpenGroup {
    int node;
    int32_t missing;  // children that are still to come
  };

  std::string Name(size_t i) const { return "element " + std::to_string(i) + " " + QuotedName(elements_[i].name); }

  void Warn(size_t i, const std::string& message) {
    if (warnings_.size() < kMaxSchemaWarnings) {
      warnings_.push_back("schema " + Name(i) + ": " + message);
    }
  }

  Status CheckSize() const {
    if (elements_.empty()) {
      return Status::Corrupt("schema: expected a root element, found an empty list");
    }
    if (static_cast<int64_t>(elements_.size()) > limits_.max_schema_nodes) {
      return Status::LimitExceeded("max_schema_nodes is " + std::to_string(limits_.max_schema_nodes) +
                                   "; the schema has " + std::to_string(elements_.size()));
    }
    return {};
  }

  Status Read(size_t i) {
    const SchemaElement& element = elements_[i];
    CloseFullGroups();
    const int32_t child_count = element.num_children.value_or(0);
    if (child_count < 0 || static_cast<size_t>(child_count) >= elements_.size() - i) {
      return Status::Corrupt("schema " + Name(i) + ": expected at most " + std::to_string(elements_.size() - i - 1) +
                             " children, found " + std::to_string(child_count));
    }
    SchemaNode node;
    node.name = element.name;
    node.field_id = element.field_id;
    TARACEA_TRY(i == 0 ? Status() : ReadRepetition(i, &node));
    const bool is_group = i == 0 || child_count > 0 || !element.type;
    TARACEA_TRY(is_group ? ReadGroup(i, &node) : ReadLeaf(i, &node));
    TARACEA_TRY(Place(i, std::move(node)));
    if (child_count > 0) {
      if (static_cast<int64_t>(open_.size()) >= std::min<int64_t>(limits_.max_schema_depth, kMaxTreeDepth)) {
        return Status::LimitExceeded("max_schema_depth is " +
                                     std::to_string(std::min<int64_t>(limits_.max_schema_depth, kMaxTreeDepth)) +
                                     "; the schema is deeper at " + Name(i));
      }
      open_.push_back({static_cast<int>(i), child_count});
    }
    return {};
  }

  /// Hangs a node below the innermost group that misses children.
  Status Place(size_t i, SchemaNode node) {
    if (i != 0) {
      if (open_.empty()) {
        return Status::Corrupt("schema " + Name(i) + ": the root has no room for more children");
      }
      nodes_[static_cast<size_t>(open_.back().node)].children.push_back(static_cast<int>(i));
      --open_.back().missing;
    }
    nodes_.push_back(std::move(node));
    return {};
  }

  void CloseFullGroups() {
    while (!open_.empty() && open_.back().missing == 0) {
      open_.pop_back();
    }
  }

  Status ReadRepetition(size_t i, SchemaNode* node) {
    if (!elements_[i].repetition_type) {
      Warn(i, "has no repetition; read as required");
      return {};
    }
    const auto number = static_cast<int32_t>(*elements_[i].repetition_type);
    if (number < 0 || number > 2) {
      return Status::Corrupt("schema " + Name(i) + ": expected a repetition from 0 to 2, found " +
                             std::to_string(number));
    }
    node->repetition = *elements_[i].repetition_type;
    return {};
  }

  Status ReadGroup(size_t i, SchemaNode* node) {
    const SchemaElement& element = elements_[i];
    if (element.type) {
      Warn(i, "has a physical type and children; read as a group");
    }
    if (i == 0) {
      return {};  // Some writers annotate the root; nothing there means anything.
    }
    LogicalType logical = Annotation(i);
    const SchemaNode& parent = nodes_[static_cast<size_t>(open_.empty() ? 0 : open_.back().node)];
    if (element.converted_type == ConvertedType::kMapKeyValue && parent.logical_type.kind == Kind::kMap &&
        element.logical_type.kind != Kind::kMap) {
      logical = {};  // Below a MAP it marks the entries; elsewhere it stands for MAP.
      node->converted_type = element.converted_type;
    }
    if (!IsGroupKind(logical.kind)) {
      Warn(i, logical.ToString() + " does not fit a group; ignored");
      return {};
    }
    node->logical_type = std::move(logical);
    node->converted_type = node->logical_type ? element.converted_type : node->converted_type;
    return {};
  }

  Status ReadLeaf(size_t i, SchemaNode* node) {
    const SchemaElement& element = elements_[i];
    const auto type = static_cast<int32_t>(*element.type);
    if (type < 0 || type >= kPhysicalTypeCount) {
      return Status::Corrupt("schema " + Name(i) + ": expected a physical type from 0 to 7, found " +
                             std::to_string(type));
    }
    node->physical_type = element.type;
    if (*element.type == PhysicalType::kFixedLenByteArray) {
      if (!element.type_length || *element.type_length < 0) {
        return Status::Corrupt("schema " + Name(i) + ": FIXED_LEN_BYTE_ARRAY needs a length of at least 0, found " +
                               (element.type_length ? std::to_string(*element.type_length) : "none"));
      }
      node->type_length = *element.type_length;
    }
    LogicalType logical = Annotation(i);
    if (const Status fits = CheckLogicalType(logical, *element.type, node->type_length); fits.ok()) {
      node->logical_type = std::move(logical);
      node->converted_type = element.converted_type;
    } else {
      Warn(i, fits.message() + "; read without a logical type");
    }
    if (leaf_count_ < column_orders_.size()) {
      node->column_order = column_orders_[leaf_count_];
    }
    ++leaf_count_;
    return {};
  }

  /// The logical type that the two annotations of an element mean together.
  LogicalType Annotation(size_t i) {
    const SchemaElement& element = elements_[i];
    if (!element.converted_type) {
      return element.logical_type;
    }
    LogicalType old = LogicalTypeFor(*element.converted_type, element.precision.value_or(0), element.scale.value_or(0));
    if (!old && !IsLegacyNull(*element.converted_type)) {
      Warn(i, "unknown converted type " + std::to_string(static_cast<int32_t>(*element.converted_type)));
    }
    const Kind kind = element.logical_type.kind;
    if (kind == Kind::kNone || (old && (kind == Kind::kNull || kind == Kind::kUnrecognised))) {
      return old;
    }
    if (old && kind != old.kind && ConvertedTypeFor(element.logical_type) != element.converted_type) {
      Warn(i, "LogicalType " + element.logical_type.ToString() + " holds against ConvertedType " +
                  ToString(*element.converted_type));
    }
    return element.logical_type;
  }

  std::span<const SchemaElement> elements_;
  std::span<const ColumnOrder> column_orders_;
  const ReadLimits& limits_;
  std::vector<SchemaNode> nodes_;
  std::vector<OpenGroup> open_;
  std::vector<std::string> warnings_;
  size_t leaf_count_ = 0;
};

}  // namespace

Result<FileSchema> SchemaFromElements(std::span<const SchemaElement> elements,
                                      std::span<const ColumnOrder> column_orders, const ReadLimits& limits) {
  return ElementReader(elements, column_orders, limits).Run();
}

std::vector<SchemaElement> ElementsFromSchema(const Schema& schema) {
  std::vector<SchemaElement> elements;
  elements.reserve(schema.nodes().size());
  for (const SchemaNode& node : schema.nodes()) {
    SchemaElement element;
    element.name = node.name;
    element.field_id = node.field_id;
    if (node.parent >= 0) {
      element.repetition_type = node.repetition;
    }
    if (node.is_leaf()) {
      element.type = node.physical_type;
    } else {
      element.num_children = static_cast<int32_t>(node.children.size());
    }
    if (node.physical_type == PhysicalType::kFixedLenByteArray) {
      element.type_length = node.type_length;
    }
    if (node.logical_type) {
      element.converted_type = ConvertedTypeFor(node.logical_type);
    } else if (node.converted_type == ConvertedType::kMapKeyValue) {
      element.converted_type = node.converted_type;
    }
    if (node.logical_type.kind == LogicalType::Kind::kDecimal) {
      element.precision = node.logical_type.precision;
      element.scale = node.logical_type.scale;
    }
    if (node.logical_type.kind != LogicalType::Kind::kInterval) {
      element.logical_type = node.logical_type;  // INTERVAL exists as ConvertedType only.
    }
    elements.push_back(std::move(element));
  }
  return elements;
}

}  // namespace taracea::schema

#include "schema/array_mapping.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/try.h"
#include "schema/field_metadata.h"
#include "schema/leaf_types.h"
#include "schema/nesting_rules.h"
#include "schema/type_shape.h"

namespace taracea::schema {
namespace {

using array::Field;
using array::Type;
using array::TypeId;

/// A field that someone asks for; null: nobody does.
struct Wish {
  const Field* field = nullptr;
  FitPurpose purpose = FitPurpose::kStored;

  bool is_strict() const noexcept { return field != nullptr && purpose != FitPurpose::kStored; }
  Wish For(const Field& child) const noexcept { return {&child, purpose}; }
};

/// Level at which a node's slot exists and is valid.
struct SlotLevels {
  uint16_t slot;
  uint16_t valid;
};

bool IsListId(TypeId id) noexcept {
  return id >= TypeId::kList && id <= TypeId::kFixedSizeList;
}

/// Walks the schema from the top. An empty optional stands for a node without leaves: no column says anything about
/// it, so that it is left out.
class TreeMapper {
 public:
  explicit TreeMapper(const Schema& schema) : schema_(schema) {}

  /// Maps a node as its parent sees it; a repeated one is a list of required elements.
  Result<std::optional<MappedField>> MapField(int node, uint16_t slot, const Wish& wish) const {
    const SchemaNode& self = schema_.node(node);
    if (self.repetition != Repetition::kRepeated) {
      return MapContent(node, {slot, self.max_definition_level}, wish);
    }
    return MapList({slot, slot}, {node, node, node}, wish);
  }

 private:
  /// Nodes of a list: the one that carries its name, the repeated one, the element. For a repeated node without
  /// annotation all three are the same.
  struct ListNodes {
    int outer;
    int repeated;
    int element;
  };

  Status Misfit(int node, const Wish& wish) const {
    return Status::InvalidArgument("column " + schema_.PathString(node) + " of " + Describe(node) +
                                   (wish.purpose == FitPurpose::kWritten ? " cannot hold " : " cannot be read as ") +
                                   wish.field->type.ToString());
  }

  std::string Describe(int node) const {
    const SchemaNode& self = schema_.node(node);
    const std::string logical = self.logical_type.ToString();
    if (!self.is_leaf()) {
      return logical.empty() ? "a group" : logical;
    }
    return ToString(*self.physical_type) + (logical.empty() ? "" : " (" + logical + ")");
  }

  /// Maps what a node holds, whatever its repetition.
  Result<std::optional<MappedField>> MapContent(int node, SlotLevels levels, const Wish& wish) const {
    if (schema_.node(node).is_leaf()) {
      return MapLeaf(node, levels, wish);
    }
    if (const int repeated = ListRepeatedChild(schema_, node); repeated >= 0) {
      return MapList(levels, {node, repeated, ListElement(schema_, node, repeated)}, wish);
    }
    if (const int entries = MapEntries(schema_, node); entries >= 0 && HasKey(entries)) {
      const SchemaNode& group = schema_.node(entries);
      if (group.children.size() == 1) {
        return MapList(levels, {node, entries, group.children[0]}, wish);  // No values: a set of keys.
      }
      return MapMap(levels, node, entries, wish);
    }
    return MapStruct(node, levels, wish);
  }

  bool HasKey(int entries) const {
    const std::vector<int>& children = schema_.node(entries).children;
    return std::all_of(children.begin(), children.end(),
                       [this](int child) { return !schema_.LeavesBelow(child).empty(); });
  }

  MappedField Start(int node, MappedField::Kind kind, SlotLevels levels) const {
    const SchemaNode& self = schema_.node(node);
    MappedField out;
    out.kind = kind;
    out.node = node;
    out.slot_definition_level = levels.slot;
    out.valid_definition_level = levels.valid;
    out.field.name = self.name;
    out.field.nullable = levels.valid > levels.slot;
    out.field.metadata = MetadataFor(self);
    return out;
  }

  /// Takes over the metadata of a wish that was granted. The field id is the file's; an extension type that a reader
  /// asks for replaces the file's own. What is written from is taken as it is: its nulls meet the column's levels.
  static void Grant(const Wish& wish, MappedField* out) {
    if (wish.field == nullptr) {
      return;
    }
    if (wish.purpose == FitPurpose::kWritten) {
      out->field = *wish.field;
      return;
    }
    array::Metadata own = std::move(out->field.metadata);
    const auto is_field_id = [](const auto& entry) { return entry.first == kFieldIdKey; };
    if (wish.is_strict()) {
      std::erase_if(own, [&](const auto& entry) { return !is_field_id(entry); });
    }
    const auto own_id = std::find_if(own.begin(), own.end(), is_field_id);
    out->field.metadata = wish.field->metadata;
    if (own_id == own.end()) {
      std::erase_if(out->field.metadata, is_field_id);
    }
    for (auto& entry : out->field.metadata) {
      entry.second = is_field_id(entry) ? own_id->second : entry.second;
    }
    out->field.metadata = MergeMetadata(out->field.metadata, own);
  }

  Result<std::optional<MappedField>> MapLeaf(int node, SlotLevels levels, const Wish& wish) const {
    MappedField out = Start(node, MappedField::Kind::kLeaf, levels);
    const SchemaNode& leaf = schema_.node(node);
    out.leaf = leaf.leaf;
    if (wish.field != nullptr) {
      if (std::optional<Type> fit = FitLeafType(leaf, wish.field->type, wish.purpose)) {
        out.field.type = *std::move(fit);
        Grant(wish, &out);
        return std::optional<MappedField>(std::move(out));
      }
      if (wish.is_strict()) {
        return Misfit(node, wish);
      }
    }
    out.field.type = LeafType(leaf);
    return std::optional<MappedField>(std::move(out));
  }

  Result<std::optional<MappedField>> MapList(SlotLevels levels, ListNodes nodes, Wish wish) const {
    if (wish.field != nullptr && !(IsListId(wish.field->type.id) && HasItsChildren(wish.field->type))) {
      if (wish.is_strict()) {
        return Misfit(nodes.outer, wish);
      }
      wish = {};
    }
    const SchemaNode& repeated = schema_.node(nodes.repeated);
    const Wish element_wish = wish.field != nullptr ? wish.For(wish.field->type.child(0)) : Wish{};
    const uint16_t element_level = repeated.max_definition_level;
    TARACEA_TRY_ASSIGN(std::optional<MappedField> element,
                       nodes.element == nodes.repeated
                           ? MapContent(nodes.repeated, {element_level, element_level}, element_wish)
                           : MapField(nodes.element, element_level, element_wish));
    if (!element) {
      return std::optional<MappedField>();
    }
    MappedField out = Start(nodes.outer, MappedField::Kind::kList, levels);
    if (nodes.outer == nodes.element) {
      out.field.metadata = {};
      if (schema_.node(nodes.outer).field_id) {
        out.field.metadata.emplace_back(kFieldIdKey, std::to_string(*schema_.node(nodes.outer).field_id));
      }
    }
    out.element_definition_level = element_level;
    out.element_repetition_level = repeated.max_repetition_level;
    if (wish.field != nullptr) {
      element->field.name = element_wish.field->name;
    }
    const TypeId id = wish.field != nullptr ? wish.field->type.id : TypeId::kList;
    out.field.type = id == TypeId::kFixedSizeList ? Type::FixedSizeList(element->field, wish.field->type.list_size)
                                                  : Type::List(element->field, id);
    out.children.push_back(*std::move(element));
    Grant(wish, &out);
    return std::optional<MappedField>(std::move(out));
  }

  Result<std::optional<MappedField>> MapMap(SlotLevels levels, int node, int entries, Wish wish) const {
    if (wish.field != nullptr && !(wish.field->type.id == TypeId::kMap && HasItsChildren(wish.field->type))) {
      if (wish.is_strict()) {
        return Misfit(node, wish);
      }
      wish = {};
    }
    const SchemaNode& group = schema_.node(entries);
    const uint16_t level = group.max_definition_level;
    MappedField pair;
    pair.kind = MappedField::Kind::kStruct;
    pair.slot_definition_level = level;
    pair.valid_definition_level = level;
    for (size_t i = 0; i < 2; ++i) {
      const Wish child_wish = wish.field != nullptr ? wish.For(wish.field->type.child(0).type.child(i)) : Wish{};
      TARACEA_TRY_ASSIGN(std::optional<MappedField> child, MapField(group.children[i], level, child_wish));
      if (wish.purpose != FitPurpose::kWritten) {
        child->field.nullable = i == 1 && child->field.nullable;
      }
      if (wish.field != nullptr) {
        child->field.name = child_wish.field->name;
      }
      pair.children.push_back(*std::move(child));
    }
    MappedField out = Start(node, MappedField::Kind::kList, levels);
    out.element_definition_level = level;
    out.element_repetition_level = group.max_repetition_level;
    out.field.type = Type::Map(pair.children[0].field, pair.children[1].field);
    if (wish.field != nullptr) {
      RenameEntries(wish.field->type, &out.field.type);
    }
    Grant(wish, &out);
    pair.field = out.field.type.child(0);
    out.children.push_back(std::move(pair));
    return std::optional<MappedField>(std::move(out));
  }

  /// Gives the entries struct the name that the wish has for it.
  static void RenameEntries(const Type& wanted, Type* map) {
    Field entries = map->child(0);
    entries.name = wanted.child(0).name;
    entries.metadata = wanted.child(0).metadata;
    map->keys_sorted = wanted.keys_sorted;
    map->children = std::make_shared<const std::vector<Field>>(1, std::move(entries));
  }

  Result<std::optional<MappedField>> MapStruct(int node, SlotLevels levels, Wish wish) const {
    if (wish.field != nullptr && wish.field->type.id != TypeId::kStruct) {
      if (wish.is_strict()) {
        return Misfit(node, wish);
      }
      wish = {};
    }
    MappedField out = Start(node, MappedField::Kind::kStruct, levels);
    TARACEA_TRY(wish.is_strict() ? MapWishedChildren(node, levels.valid, wish, &out)
                                 : MapAllChildren(node, levels.valid, wish, &out));
    if (out.children.empty()) {
      return std::optional<MappedField>();
    }
    std::vector<Field> fields;
    fields.reserve(out.children.size());
    for (const MappedField& child : out.children) {
      fields.push_back(child.field);
    }
    out.field.type = Type::Struct(std::move(fields));
    Grant(wish, &out);
    return std::optional<MappedField>(std::move(out));
  }

  /// All children of the file; a hint holds where name and position agree.
  Status MapAllChildren(int node, uint16_t slot, const Wish& wish, MappedField* out) const {
    const std::vector<int>& children = schema_.node(node).children;
    for (size_t i = 0; i < children.size(); ++i) {
      Wish child_wish;
      if (wish.field != nullptr && i < wish.field->type.child_count() &&
          wish.field->type.child(i).name == schema_.node(children[i]).name) {
        child_wish = wish.For(wish.field->type.child(i));
      }
      TARACEA_TRY_ASSIGN(std::optional<MappedField> child, MapField(children[i], slot, child_wish));
      if (child) {
        out->children.push_back(*std::move(child));
      }
    }
    return {};
  }

  /// The children that are asked for, in the order of the wish; equal names pair up in order.
  Status MapWishedChildren(int node, uint16_t slot, const Wish& wish, MappedField* out) const {
    std::vector<int> left = schema_.node(node).children;
    for (size_t i = 0; i < wish.field->type.child_count(); ++i) {
      const Field& wanted = wish.field->type.child(i);
      const auto found =
          std::find_if(left.begin(), left.end(), [&](int child) { return schema_.node(child).name == wanted.name; });
      if (found == left.end()) {
        return Status::InvalidArgument("column " + schema_.PathString(node) + " has no field " + wanted.name);
      }
      TARACEA_TRY_ASSIGN(std::optional<MappedField> child, MapField(*found, slot, wish.For(wanted)));
      if (!child) {
        return Status::InvalidArgument("column " + schema_.PathString(*found) + " is an empty group");
      }
      left.erase(found);
      out->children.push_back(*std::move(child));
    }
    return {};
  }

  const Schema& schema_;
};

const Field* FindByName(std::span<const Field> fields, const std::string& name) {
  const auto found = std::find_if(fields.begin(), fields.end(), [&](const Field& field) { return field.name == name; });
  return found == fields.end() ? nullptr : &*found;
}

void CollectLeaves(const MappedField& field, std::vector<int>* leaves) {
  if (field.kind == MappedField::Kind::kLeaf) {
    leaves->push_back(field.leaf);
  }
  for (const MappedField& child : field.children) {
    CollectLeaves(child, leaves);
  }
}

/// Every leaf must be written exactly once.
Status CheckAllLeaves(const ArrayMapping& mapping, const Schema& schema) {
  std::vector<int> leaves;
  for (const MappedField& column : mapping.columns) {
    CollectLeaves(column, &leaves);
  }
  std::sort(leaves.begin(), leaves.end());
  for (int i = 0; i < schema.leaf_count(); ++i) {
    if (static_cast<size_t>(i) >= leaves.size() || leaves[static_cast<size_t>(i)] != i) {
      return Status::InvalidArgument("no field is given for column " + schema.PathString(schema.leaf_node_index(i)));
    }
  }
  return {};
}

}  // namespace

Result<ArrayMapping> MapToArrays(const Schema& schema, const MappingOptions& options) {
  for (const Field& requested : options.requested) {
    const std::vector<int>& children = schema.root().children;
    if (std::none_of(children.begin(), children.end(),
                     [&](int child) { return schema.node(child).name == requested.name; })) {
      return Status::InvalidArgument("a type is requested for column " + requested.name + ", which does not exist");
    }
  }
  const TreeMapper mapper(schema);
  ArrayMapping mapping;
  for (size_t i = 0; i < schema.root().children.size(); ++i) {
    const int node = schema.root().children[i];
    const std::string& name = schema.node(node).name;
    Wish wish;
    if (const Field* requested = FindByName(options.requested, name)) {
      wish = {requested, FitPurpose::kRequested};
    } else if (i < options.stored.size() && options.stored[i].name == name) {
      wish = {&options.stored[i], FitPurpose::kStored};
    }
    TARACEA_TRY_ASSIGN(std::optional<MappedField> column, mapper.MapField(node, 0, wish));
    if (column) {
      mapping.columns.push_back(*std::move(column));
    }
  }
  return mapping;
}

Result<ArrayMapping> MapFieldsTo(std::span<const Field> fields, const Schema& schema) {
  const TreeMapper mapper(schema);
  std::vector<int> left = schema.root().children;
  ArrayMapping mapping;
  for (const Field& field : fields) {
    const auto found =
        std::find_if(left.begin(), left.end(), [&](int child) { return schema.node(child).name == field.name; });
    if (found == left.end()) {
      return Status::InvalidArgument("the schema has no column for field " + field.name);
    }
    TARACEA_TRY_ASSIGN(std::optional<MappedField> column, mapper.MapField(*found, 0, {&field, FitPurpose::kWritten}));
    if (!column) {
      return Status::InvalidArgument("column " + field.name + " is an empty group");
    }
    left.erase(found);
    mapping.columns.push_back(*std::move(column));
  }
  TARACEA_TRY(CheckAllLeaves(mapping, schema));
  return mapping;
}

}  // namespace taracea::schema

#include "read/projection.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/try.h"

namespace taracea::read {
namespace {

using schema::MappedField;

void MarkLeaves(const MappedField& field, std::vector<bool>* wanted) {
  if (field.kind == MappedField::Kind::kLeaf) {
    (*wanted)[static_cast<size_t>(field.leaf)] = true;
  }
  for (const MappedField& child : field.children) {
    MarkLeaves(child, wanted);
  }
}

bool HasWanted(const MappedField& field, const std::vector<bool>& wanted) {
  if (field.kind == MappedField::Kind::kLeaf) {
    return wanted[static_cast<size_t>(field.leaf)];
  }
  return std::any_of(field.children.begin(), field.children.end(),
                     [&wanted](const MappedField& child) { return HasWanted(child, wanted); });
}

/// The type of a field whose children were cut down.
array::Type WithChildren(const array::Type& type, const std::vector<MappedField>& children) {
  array::Type out = type;
  auto fields = std::make_shared<std::vector<array::Field>>();
  for (const MappedField& child : children) {
    fields->push_back(child.field);
  }
  out.children = std::move(fields);
  return out;
}

/// Drops what is not wanted below `field`, which has something wanted.
void Prune(const std::vector<bool>& wanted, MappedField* field) {
  if (field->kind == MappedField::Kind::kLeaf || field->field.type.id == array::TypeId::kMap) {
    return;
  }
  std::erase_if(field->children, [&wanted](const MappedField& child) { return !HasWanted(child, wanted); });
  for (MappedField& child : field->children) {
    Prune(wanted, &child);
  }
  field->field.type = WithChildren(field->field.type, field->children);
}

}  // namespace

Result<Projection> Project(const Schema& schema, schema::ArrayMapping mapping, const std::vector<std::string>& paths) {
  Projection out;
  std::vector<bool> wanted(static_cast<size_t>(schema.leaf_count()), paths.empty());
  for (const std::string& path : paths) {
    TARACEA_TRY_ASSIGN(const int node, schema.Find(path));
    for (const int leaf : schema.LeavesBelow(node)) {
      wanted[static_cast<size_t>(leaf)] = true;
    }
  }
  for (MappedField& column : mapping.columns) {
    if (!HasWanted(column, wanted)) {
      continue;
    }
    if (!paths.empty()) {
      Prune(wanted, &column);
    }
    out.mapping.columns.push_back(std::move(column));
  }
  // A map that was wanted in part is read whole.
  std::fill(wanted.begin(), wanted.end(), false);
  for (const MappedField& column : out.mapping.columns) {
    MarkLeaves(column, &wanted);
  }
  for (size_t leaf = 0; leaf < wanted.size(); ++leaf) {
    if (wanted[leaf]) {
      out.leaves.push_back(static_cast<int>(leaf));
    }
  }
  return out;
}

}  // namespace taracea::read

#include "arrow/schema_export.h"

#include <memory>
#include <string>
#include <utility>

#include "arrow/format_string.h"
#include "arrow/owned_c_struct.h"
#include "arrow/schema_metadata.h"
#include "base/guard.h"
#include "base/try.h"

namespace taracea::arrow {
namespace {

using array::Field;
using array::Type;
using array::TypeId;

/// What an exported ArrowSchema points into; each child has its own, so that it may be moved out.
struct SchemaMemory {
  std::string format;
  std::string name;
  std::string metadata;
  std::vector<ArrowSchema> children;
  std::vector<ArrowSchema*> child_pointers;
  ArrowSchema dictionary{};
};

void ReleaseIfHeld(ArrowSchema* schema) noexcept {
  if (schema->release != nullptr) {
    schema->release(schema);
  }
}

extern "C" void TaraceaReleaseSchema(ArrowSchema* schema) {
  const std::unique_ptr<SchemaMemory> memory(static_cast<SchemaMemory*>(schema->private_data));
  for (ArrowSchema& child : memory->children) {
    ReleaseIfHeld(&child);
  }
  ReleaseIfHeld(&memory->dictionary);
  schema->release = nullptr;
  schema->private_data = nullptr;
}

Status FillSchema(const Field& field, ArrowSchema* out);

Status FillChildren(const Type& type, SchemaMemory* memory) {
  memory->children.resize(type.child_count());
  for (size_t i = 0; i < memory->children.size(); ++i) {
    TARACEA_TRY(FillSchema(type.child(i), &memory->children[i]));
    memory->child_pointers.push_back(&memory->children[i]);
  }
  return {};
}

int64_t FlagsOf(const Field& field) {
  int64_t flags = field.nullable ? ARROW_FLAG_NULLABLE : 0;
  flags |= field.type.id == TypeId::kDictionary && field.type.ordered ? ARROW_FLAG_DICTIONARY_ORDERED : 0;
  flags |= field.type.id == TypeId::kMap && field.type.keys_sorted ? ARROW_FLAG_MAP_KEYS_SORTED : 0;
  return flags;
}

Status FillSchema(const Field& field, ArrowSchema* out) {
  auto owner = std::make_unique<SchemaMemory>();
  SchemaMemory& memory = *owner;
  memory.format = FormatOf(field.type);
  memory.name = field.name;
  if (!field.metadata.empty()) {
    TARACEA_TRY_ASSIGN(memory.metadata, EncodeMetadata(field.metadata));
  }
  // From here on `out` owns the memory, so that an error below releases what the children already hold.
  *out = ArrowSchema{};
  out->private_data = owner.release();
  out->release = &TaraceaReleaseSchema;
  if (field.type.id == TypeId::kDictionary) {
    TARACEA_TRY(FillSchema(field.type.child(0), &memory.dictionary));
    out->dictionary = &memory.dictionary;
  } else {
    TARACEA_TRY(FillChildren(field.type, &memory));
  }
  out->format = memory.format.c_str();
  out->name = memory.name.c_str();
  out->metadata = memory.metadata.empty() ? nullptr : memory.metadata.data();
  out->flags = FlagsOf(field);
  out->n_children = static_cast<int64_t>(memory.children.size());
  out->children = memory.child_pointers.empty() ? nullptr : memory.child_pointers.data();
  return {};
}

}  // namespace

Status ExportField(const Field& field, ArrowSchema* out) {
  Owned<ArrowSchema> schema;
  TARACEA_TRY(Guard([&] { return FillSchema(field, schema.get()); }));
  schema.MoveTo(out);
  return {};
}

Status ExportTableSchema(const std::vector<Field>& fields, const array::Metadata& metadata, ArrowSchema* out) {
  return Guard([&] {
    Field root;
    root.nullable = false;
    root.type = Type::Struct(fields);
    root.metadata = metadata;
    return ExportField(root, out);
  });
}

}  // namespace taracea::arrow

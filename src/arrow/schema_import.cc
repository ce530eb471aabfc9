#include "arrow/schema_import.h"

#include <string>
#include <utility>

#include "arrow/format_string.h"
#include "arrow/owned_c_struct.h"
#include "arrow/schema_metadata.h"
#include "base/try.h"

namespace taracea::arrow {
namespace {

using array::Field;
using array::Type;
using array::TypeId;

std::string NameOf(const ArrowSchema& schema) {
  return schema.name == nullptr ? std::string() : schema.name;
}

/// Walks over one tree of schemas.
class SchemaWalk {
 public:
  explicit SchemaWalk(const ReadLimits& limits) : limits_(limits) {}
  /// `path`: names from the root, with dots.
  Result<Field> Read(const ArrowSchema* schema, const std::string& path, int depth);

 private:
  Status CheckShape(const ArrowSchema* schema, const std::string& path, int depth);
  Result<std::vector<Field>> ReadChildren(const ArrowSchema& schema, const std::string& path, int depth);
  Result<Type> ReadDictionary(const ArrowSchema& schema, const Type& index, const std::string& path, int depth);

  const ReadLimits& limits_;
  int64_t node_count_ = 0;
};

Status Malformed(const std::string& path, const std::string& what) {
  return Status::InvalidArgument("Arrow schema: " + what).At({.column = path});
}

Status SchemaWalk::CheckShape(const ArrowSchema* schema, const std::string& path, int depth) {
  if (depth > limits_.max_schema_depth) {
    return Status::LimitExceeded("Arrow schema nested deeper than max_schema_depth = " +
                                 std::to_string(limits_.max_schema_depth))
        .At({.column = path});
  }
  if (++node_count_ > limits_.max_schema_nodes) {
    return Status::LimitExceeded("Arrow schema of more than max_schema_nodes = " +
                                 std::to_string(limits_.max_schema_nodes));
  }
  if (schema == nullptr) {
    return Malformed(path, "a null pointer");
  }
  if (schema->release == nullptr) {
    return Malformed(path, "already released");
  }
  if (schema->format == nullptr) {
    return Malformed(path, "no format string");
  }
  if (schema->n_children < 0 || (schema->n_children > 0 && schema->children == nullptr)) {
    return Malformed(path, std::to_string(schema->n_children) + " children without an array of them");
  }
  return {};
}

Result<std::vector<Field>> SchemaWalk::ReadChildren(const ArrowSchema& schema, const std::string& path, int depth) {
  std::vector<Field> children;
  for (int64_t i = 0; i < schema.n_children; ++i) {
    const ArrowSchema* child = schema.children[i];
    const std::string child_name = child == nullptr || child->release == nullptr ? std::to_string(i) : NameOf(*child);
    TARACEA_TRY_ASSIGN(Field field, Read(child, path.empty() ? child_name : path + "." + child_name, depth + 1));
    children.push_back(std::move(field));
  }
  return children;
}

Result<Type> SchemaWalk::ReadDictionary(const ArrowSchema& schema, const Type& index, const std::string& path,
                                        int depth) {
  if (index.id < TypeId::kInt8 || index.id > TypeId::kUint64) {
    return Malformed(path, "dictionary indices must be integers, found " + index.ToString());
  }
  TARACEA_TRY_ASSIGN(Field values, Read(schema.dictionary, path, depth + 1));
  return Type::Dictionary(index.id, std::move(values.type), (schema.flags & ARROW_FLAG_DICTIONARY_ORDERED) != 0);
}

Status CheckNested(const Type& type, const std::string& path) {
  if (type.id == TypeId::kMap && (type.child(0).type.id != TypeId::kStruct || type.child(0).type.child_count() != 2)) {
    return Malformed(path, "the child of a map must be a struct of key and value");
  }
  if (type.id == TypeId::kRunEndEncoded) {
    const TypeId id = type.child(0).type.id;
    if (id != TypeId::kInt16 && id != TypeId::kInt32 && id != TypeId::kInt64) {
      return Malformed(path, "run ends must be int16, int32 or int64, found " + type.child(0).type.ToString());
    }
  }
  return {};
}

Result<Field> SchemaWalk::Read(const ArrowSchema* schema, const std::string& path, int depth) {
  TARACEA_TRY(CheckShape(schema, path, depth));
  Field field;
  field.name = NameOf(*schema);
  field.nullable = (schema->flags & ARROW_FLAG_NULLABLE) != 0;
  Result<array::Metadata> metadata = DecodeMetadata(schema->metadata);
  if (!metadata) {
    return std::move(metadata).error().At({.column = path});
  }
  field.metadata = *std::move(metadata);
  Result<Type> type = TypeFromFormat(schema->format);
  if (!type) {
    return std::move(type).error().At({.column = path});
  }
  const int child_count = ChildCountOf(type->id);
  if (child_count >= 0 && schema->n_children != child_count) {
    return Malformed(path, std::to_string(child_count) + " children of format '" + schema->format +
                               "' expected, found " + std::to_string(schema->n_children));
  }
  field.type = *std::move(type);
  if (child_count != 0) {
    TARACEA_TRY_ASSIGN(std::vector<Field> children, ReadChildren(*schema, path, depth));
    field.type.children = std::make_shared<const std::vector<Field>>(std::move(children));
    TARACEA_TRY(CheckNested(field.type, path));
  }
  field.type.keys_sorted = field.type.id == TypeId::kMap && (schema->flags & ARROW_FLAG_MAP_KEYS_SORTED) != 0;
  if (schema->dictionary != nullptr) {
    TARACEA_TRY_ASSIGN(field.type, ReadDictionary(*schema, field.type, path, depth));
  }
  return field;
}

}  // namespace

Result<Field> ReadField(const ArrowSchema& schema, const ReadLimits& limits) {
  return SchemaWalk(limits).Read(&schema, schema.release == nullptr ? std::string() : NameOf(schema), 1);
}

Result<ImportedSchema> ReadTableSchema(const ArrowSchema& schema, const ReadLimits& limits) {
  TARACEA_TRY_ASSIGN(Field root, SchemaWalk(limits).Read(&schema, "", 0));
  if (root.type.id != TypeId::kStruct) {
    return Status::InvalidArgument("Arrow schema of a table: a struct expected, found " + root.type.ToString());
  }
  ImportedSchema out;
  out.fields = root.type.children;
  out.metadata = std::move(root.metadata);
  return out;
}

Result<Field> ImportField(ArrowSchema* schema, const ReadLimits& limits) {
  const Owned<ArrowSchema> owned(schema);
  return ReadField(*owned.get(), limits);
}

Result<ImportedSchema> ImportTableSchema(ArrowSchema* schema, const ReadLimits& limits) {
  const Owned<ArrowSchema> owned(schema);
  return ReadTableSchema(*owned.get(), limits);
}

}  // namespace taracea::arrow

#include <string>
#include <utility>
#include <vector>

#include "base/try.h"
#include "schema/array_mapping.h"
#include "schema/field_metadata.h"
#include "schema/logical_type_rules.h"
#include "schema/schema_limits.h"
#include "schema/type_shape.h"

namespace taracea::schema {
namespace {

using array::Field;
using array::Type;
using array::TypeId;
using Kind = LogicalType::Kind;

LogicalType OfKind(Kind kind) {
  LogicalType out;
  out.kind = kind;
  return out;
}

LogicalType OfInteger(int8_t bit_width, bool is_signed) {
  LogicalType out = OfKind(Kind::kInteger);
  out.bit_width = bit_width;
  out.is_signed = is_signed;
  return out;
}

LogicalType OfUnit(Kind kind, TimeUnit unit, bool is_adjusted_to_utc) {
  LogicalType out = OfKind(kind);
  out.unit = unit == TimeUnit::kSecond ? TimeUnit::kMilli : unit;  // The format has no seconds.
  out.is_adjusted_to_utc = is_adjusted_to_utc;
  return out;
}

/// Physical type, length and annotation of a leaf.
struct LeafStorage {
  PhysicalType physical = PhysicalType::kByteArray;
  LogicalType logical = {};
  int32_t type_length = 0;
};

Result<LeafStorage> DecimalStorage(const Type& type, const std::string& path) {
  LogicalType logical = OfKind(Kind::kDecimal);
  logical.precision = type.precision;
  logical.scale = type.scale;
  if (type.precision < 1 || type.scale < 0 || type.scale > type.precision) {
    return Status::InvalidArgument("field " + path + ": Parquet decimals have a scale from 0 to the precision; got " +
                                   type.ToString());
  }
  if (type.precision <= 9) {
    return LeafStorage{PhysicalType::kInt32, logical};
  }
  if (type.precision <= 18) {
    return LeafStorage{PhysicalType::kInt64, logical};
  }
  return LeafStorage{PhysicalType::kFixedLenByteArray, logical, DecimalWidthBytes(type.precision)};
}

LeafStorage TemporalStorage(const Type& type) {
  if (type.id == TypeId::kTimestamp) {
    return {PhysicalType::kInt64, OfUnit(Kind::kTimestamp, type.unit, !type.timezone.empty())};
  }
  return {type.id == TypeId::kTime32 ? PhysicalType::kInt32 : PhysicalType::kInt64,
          OfUnit(Kind::kTime, type.unit, false)};
}

Result<LeafStorage> StorageOf(const Field& field, const std::string& path) {
  const LogicalType extension = ExtensionLogicalType(field);
  switch (field.type.id) {
    case TypeId::kNull: return LeafStorage{PhysicalType::kInt32, OfKind(Kind::kNull)};
    case TypeId::kBool: return LeafStorage{PhysicalType::kBoolean};
    case TypeId::kInt8: return LeafStorage{PhysicalType::kInt32, OfInteger(8, true)};
    case TypeId::kInt16: return LeafStorage{PhysicalType::kInt32, OfInteger(16, true)};
    case TypeId::kInt32: return LeafStorage{PhysicalType::kInt32};
    case TypeId::kInt64:
    case TypeId::kDuration: return LeafStorage{PhysicalType::kInt64};
    case TypeId::kUint8: return LeafStorage{PhysicalType::kInt32, OfInteger(8, false)};
    case TypeId::kUint16: return LeafStorage{PhysicalType::kInt32, OfInteger(16, false)};
    case TypeId::kUint32: return LeafStorage{PhysicalType::kInt32, OfInteger(32, false)};
    case TypeId::kUint64: return LeafStorage{PhysicalType::kInt64, OfInteger(64, false)};
    case TypeId::kHalfFloat: return LeafStorage{PhysicalType::kFixedLenByteArray, OfKind(Kind::kFloat16), 2};
    case TypeId::kFloat: return LeafStorage{PhysicalType::kFloat};
    case TypeId::kDouble: return LeafStorage{PhysicalType::kDouble};
    case TypeId::kUtf8:
    case TypeId::kLargeUtf8:
    case TypeId::kUtf8View: return LeafStorage{PhysicalType::kByteArray, extension ? extension : OfKind(Kind::kString)};
    case TypeId::kBinary:
    case TypeId::kLargeBinary:
    case TypeId::kBinaryView: return LeafStorage{PhysicalType::kByteArray, extension};
    case TypeId::kFixedSizeBinary:
      return LeafStorage{PhysicalType::kFixedLenByteArray, extension, field.type.byte_width};
    case TypeId::kDecimal32:
    case TypeId::kDecimal64:
    case TypeId::kDecimal128:
    case TypeId::kDecimal256: return DecimalStorage(field.type, path);
    case TypeId::kDate32:
    case TypeId::kDate64: return LeafStorage{PhysicalType::kInt32, OfKind(Kind::kDate)};
    case TypeId::kTime32:
    case TypeId::kTime64:
    case TypeId::kTimestamp: return TemporalStorage(field.type);
    case TypeId::kIntervalMonths:
    case TypeId::kIntervalDayTime:
    case TypeId::kIntervalMonthDayNano:
      return LeafStorage{PhysicalType::kFixedLenByteArray, OfKind(Kind::kInterval), 12};
    default: return Status::InvalidArgument("field " + path + ": Parquet has no type for " + field.type.ToString());
  }
}

class FieldWriter {
 public:
  explicit FieldWriter(std::string root_name) {
    nodes_.emplace_back();
    nodes_[0].name = std::move(root_name);
  }

  /// Adds a field below a node. `name` replaces the field's own where the format prescribes one.
  Status Add(const Field& field, int parent, const std::string& name, const std::string& path) {
    TARACEA_TRY_ASSIGN(const std::optional<int32_t> field_id, FieldIdOf(field));
    if (depth_ >= kMaxTreeDepth / 2) {
      return Status::InvalidArgument("fields may be nested " + std::to_string(kMaxTreeDepth / 2) + " deep; " +
                                     path.substr(0, 100) + "... is deeper");
    }
    if (!HasItsChildren(field.type)) {
      return Status::InvalidArgument("field " + path + ": its type lacks children: " + field.type.ToString());
    }
    SchemaNode node;
    node.name = name;
    node.field_id = field_id;
    node.repetition = field.nullable ? Repetition::kOptional : Repetition::kRequired;
    ++depth_;
    const Status status = AddOfType(field, std::move(node), parent, path);
    --depth_;
    return status;
  }

  Result<Schema> Finish() { return Schema::FromNodes(std::move(nodes_)); }

 private:
  int Append(SchemaNode node, int parent) {
    const int index = static_cast<int>(nodes_.size());
    nodes_[static_cast<size_t>(parent)].children.push_back(index);
    nodes_.push_back(std::move(node));
    return index;
  }

  Status AddOfType(const Field& field, SchemaNode node, int parent, const std::string& path) {
    switch (field.type.id) {
      case TypeId::kDictionary:
      case TypeId::kRunEndEncoded: return AddValues(field, parent, node.name, path);
      case TypeId::kList:
      case TypeId::kLargeList:
      case TypeId::kListView:
      case TypeId::kLargeListView:
      case TypeId::kFixedSizeList: return AddList(field, std::move(node), parent, path);
      case TypeId::kMap: return AddMap(field, std::move(node), parent, path);
      case TypeId::kStruct: return AddStruct(field, std::move(node), parent, path);
      default: break;
    }
    TARACEA_TRY_ASSIGN(LeafStorage storage, StorageOf(field, path));
    node.physical_type = storage.physical;
    node.logical_type = std::move(storage.logical);
    node.type_length = storage.type_length;
    if (field.type.id == TypeId::kNull) {
      node.repetition = Repetition::kOptional;
    }
    Append(std::move(node), parent);
    return {};
  }

  /// Dictionary and run-end encoding are ways to hold values: the column is that of the values.
  Status AddValues(const Field& field, int parent, const std::string& name, const std::string& path) {
    const Field& values = field.type.child(field.type.id == TypeId::kDictionary ? 0 : 1);
    Field plain = field;
    plain.type = values.type;
    plain.nullable = field.nullable || (field.type.id == TypeId::kRunEndEncoded && values.nullable);
    plain.metadata = MergeMetadata(field.metadata, values.metadata);
    return Add(plain, parent, name, path);
  }

  Status AddList(const Field& field, SchemaNode node, int parent, const std::string& path) {
    node.logical_type = OfKind(Kind::kList);
    const int outer = Append(std::move(node), parent);
    SchemaNode list;
    list.name = "list";
    list.repetition = Repetition::kRepeated;
    return Add(field.type.child(0), Append(std::move(list), outer), "element", path + ".element");
  }

  Status AddMap(const Field& field, SchemaNode node, int parent, const std::string& path) {
    node.logical_type = OfKind(Kind::kMap);
    const int outer = Append(std::move(node), parent);
    SchemaNode entries;
    entries.name = "key_value";
    entries.repetition = Repetition::kRepeated;
    const int group = Append(std::move(entries), outer);
    Field key = field.type.child(0).type.child(0);
    key.nullable = false;
    TARACEA_TRY(Add(key, group, "key", path + ".key"));
    return Add(field.type.child(0).type.child(1), group, "value", path + ".value");
  }

  Status AddStruct(const Field& field, SchemaNode node, int parent, const std::string& path) {
    if (field.type.child_count() == 0) {
      return Status::InvalidArgument("field " + path + ": Parquet cannot hold a struct without fields");
    }
    node.logical_type = ExtensionLogicalType(field);
    const int group = Append(std::move(node), parent);
    for (size_t i = 0; i < field.type.child_count(); ++i) {
      const Field& child = field.type.child(i);
      TARACEA_TRY(Add(child, group, child.name, path + "." + child.name));
    }
    return {};
  }

  std::vector<SchemaNode> nodes_;
  int depth_ = 0;
};

}  // namespace

Result<Schema> SchemaForFields(std::span<const Field> fields, std::string root_name) {
  FieldWriter writer(std::move(root_name));
  for (const Field& field : fields) {
    TARACEA_TRY(writer.Add(field, 0, field.name, field.name));
  }
  return writer.Finish();
}

}  // namespace taracea::schema

#include "schema/field_metadata.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "schema/geo_extension.h"

namespace taracea::schema {
namespace {

using array::TypeId;
using Kind = LogicalType::Kind;

constexpr std::string_view kJsonExtension = "arrow.json";
constexpr std::string_view kUuidExtension = "arrow.uuid";
constexpr std::string_view kVariantExtension = "arrow.parquet.variant";
constexpr std::string_view kWkbExtension = "geoarrow.wkb";

void AddExtension(std::string_view name, std::string parameters, array::Metadata* metadata) {
  metadata->emplace_back(kExtensionNameKey, name);
  metadata->emplace_back(kExtensionMetadataKey, std::move(parameters));
}

}  // namespace

array::Metadata MetadataFor(const SchemaNode& node) {
  array::Metadata metadata;
  switch (node.logical_type.kind) {
    case Kind::kJson: AddExtension(kJsonExtension, "", &metadata); break;
    case Kind::kUuid: AddExtension(kUuidExtension, "", &metadata); break;
    case Kind::kVariant: AddExtension(kVariantExtension, "", &metadata); break;
    case Kind::kGeometry:
    case Kind::kGeography: AddExtension(kWkbExtension, GeoExtensionMetadata(node.logical_type), &metadata); break;
    default: break;
  }
  if (node.field_id) {
    metadata.emplace_back(kFieldIdKey, std::to_string(*node.field_id));
  }
  return metadata;
}

Result<std::optional<int32_t>> FieldIdOf(const array::Field& field) {
  const std::string* text = field.FindMetadata(kFieldIdKey);
  if (text == nullptr) {
    return std::optional<int32_t>();
  }
  int32_t id = 0;
  const auto [stopped, error] = std::from_chars(text->data(), text->data() + text->size(), id);
  if (error != std::errc() || stopped != text->data() + text->size()) {
    return Status::InvalidArgument("field " + field.name + ": " + std::string(kFieldIdKey) +
                                   " must be a 32-bit number; got " + *text);
  }
  return std::optional<int32_t>(id);
}

LogicalType ExtensionLogicalType(const array::Field& field) {
  LogicalType out;
  const std::string* name = field.FindMetadata(kExtensionNameKey);
  if (name == nullptr) {
    return out;
  }
  const TypeId id = field.type.id;
  if (*name == kJsonExtension && array::IsUtf8(id)) {
    out.kind = Kind::kJson;
  } else if (*name == kUuidExtension && id == TypeId::kFixedSizeBinary && field.type.byte_width == 16) {
    out.kind = Kind::kUuid;
  } else if (*name == kVariantExtension && id == TypeId::kStruct) {
    out.kind = Kind::kVariant;
    out.specification_version = 1;
  } else if (*name == kWkbExtension && array::IsBinaryLike(id) && !array::IsUtf8(id)) {
    const std::string* parameters = field.FindMetadata(kExtensionMetadataKey);
    out = GeoLogicalType(parameters == nullptr ? std::string_view() : *parameters);
  }
  return out;
}

array::Metadata MergeMetadata(const array::Metadata& over, const array::Metadata& under) {
  array::Metadata merged = over;
  for (const auto& entry : under) {
    const bool known =
        std::any_of(over.begin(), over.end(), [&entry](const auto& other) { return other.first == entry.first; });
    if (!known) {
      merged.push_back(entry);
    }
  }
  return merged;
}

}  // namespace taracea::schema

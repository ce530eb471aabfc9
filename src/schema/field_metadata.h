#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "array/type.h"
#include "taracea/schema.h"
#include "taracea/status.h"

namespace taracea::schema {

inline constexpr std::string_view kFieldIdKey = "PARQUET:field_id";
inline constexpr std::string_view kExtensionNameKey = "ARROW:extension:name";
inline constexpr std::string_view kExtensionMetadataKey = "ARROW:extension:metadata";

/// The metadata that an array field gets from its schema node: the extension type that says what the storage type
/// cannot (JSON, UUID, VARIANT, GEOMETRY, GEOGRAPHY), then the field id.
array::Metadata MetadataFor(const SchemaNode& node);

/// The field id in the metadata; nothing when there is none. kInvalidArgument when it is no 32-bit number.
Result<std::optional<int32_t>> FieldIdOf(const array::Field& field);

/// The logical type that the field's extension type stands for where its storage type allows it; kNone otherwise.
LogicalType ExtensionLogicalType(const array::Field& field);

/// Lays `over` on `under`: keys of `over` first, then those of `under` that it does not have.
array::Metadata MergeMetadata(const array::Metadata& over, const array::Metadata& under);

}  // namespace taracea::schema

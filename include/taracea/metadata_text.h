#pragma once

#include <string>
#include <string_view>

#include "taracea/metadata.h"
#include "taracea/schema.h"

namespace taracea {

// Print a struct of the format as one line of JSON with the specification's field names. 64-bit integers are numbers,
// binary is base64 where it is no text. Thread safety: from any thread.

std::string ToJson(const FileMetaData& metadata);
std::string ToJson(const PageHeader& header);
std::string ToJson(const OffsetIndex& index);
std::string ToJson(const ColumnIndex& index);

/// Returns the text of one PLAIN-encoded value of a leaf, as statistics and indexes hold them, by its logical type;
/// 0x and hexadecimal digits where the bytes are no value of it.
std::string PlainValueText(const SchemaNode& leaf, std::string_view plain);

}  // namespace taracea

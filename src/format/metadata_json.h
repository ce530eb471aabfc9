#pragma once

#include <string>

#include "taracea/metadata.h"

namespace taracea::format {

// Print a struct as one line of JSON with the specification's field names; see thrift/thrift_json.h for the rules.
// Thread safety: from any thread.

std::string ToJson(const FileMetaData& metadata);
std::string ToJson(const RowGroup& row_group);
std::string ToJson(const ColumnChunk& chunk);
std::string ToJson(const SchemaElement& element);
std::string ToJson(const Statistics& statistics);
std::string ToJson(const PageHeader& header);
std::string ToJson(const OffsetIndex& index);
std::string ToJson(const ColumnIndex& index);
std::string ToJson(const BloomFilterHeader& header);
std::string ToJson(const FileCryptoMetaData& metadata);

}  // namespace taracea::format

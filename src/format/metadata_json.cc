#include "format/metadata_json.h"

#include "format/footer_fields.h"
#include "format/page_fields.h"
#include "thrift/thrift_json.h"

namespace taracea::format {

std::string ToJson(const FileMetaData& metadata) {
  return thrift::ToJson(metadata);
}
std::string ToJson(const RowGroup& row_group) {
  return thrift::ToJson(row_group);
}
std::string ToJson(const ColumnChunk& chunk) {
  return thrift::ToJson(chunk);
}
std::string ToJson(const SchemaElement& element) {
  return thrift::ToJson(element);
}
std::string ToJson(const Statistics& statistics) {
  return thrift::ToJson(statistics);
}
std::string ToJson(const PageHeader& header) {
  return thrift::ToJson(header);
}
std::string ToJson(const OffsetIndex& index) {
  return thrift::ToJson(index);
}
std::string ToJson(const ColumnIndex& index) {
  return thrift::ToJson(index);
}
std::string ToJson(const BloomFilterHeader& header) {
  return thrift::ToJson(header);
}
std::string ToJson(const FileCryptoMetaData& metadata) {
  return thrift::ToJson(metadata);
}

}  // namespace taracea::format

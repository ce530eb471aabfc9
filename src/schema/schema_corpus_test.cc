#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "format/file_metadata.h"
#include "format/magic.h"
#include "schema/array_mapping.h"
#include "schema/schema_elements.h"

namespace taracea::schema {
namespace {

std::string FileBytes(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The footer's metadata; nothing for files that are damaged, encrypted or no Parquet.
std::optional<FileMetaData> Footer(const std::string& bytes) {
  const ReadLimits limits;
  const Result<format::FooterTail> tail =
      format::ParseFooterTail(AsBytes(bytes), static_cast<int64_t>(bytes.size()), limits);
  if (!tail || tail->is_encrypted) {
    return std::nullopt;
  }
  const ConstBytes footer =
      AsBytes(bytes).subspan(static_cast<size_t>(tail->footer_offset), static_cast<size_t>(tail->footer_size_bytes));
  Result<FileMetaData> metadata = format::ReadFileMetaData(footer, limits);
  return metadata ? std::optional<FileMetaData>(*std::move(metadata)) : std::nullopt;
}

size_t LeafCount(const MappedField& field) {
  size_t count = field.kind == MappedField::Kind::kLeaf ? 1 : 0;
  for (const MappedField& child : field.children) {
    count += LeafCount(child);
  }
  return count;
}

void CheckSchema(const Schema& schema) {
  const Result<ArrayMapping> mapping = MapToArrays(schema);
  ASSERT_TRUE(mapping.ok()) << mapping.error().ToString();
  size_t leaves = 0;
  std::vector<array::Field> fields;
  for (const MappedField& column : mapping->columns) {
    leaves += LeafCount(column);
    fields.push_back(column.field);
  }
  EXPECT_EQ(leaves, static_cast<size_t>(schema.leaf_count()));
  const Result<Schema> printed = Schema::Parse(schema.ToString());
  ASSERT_TRUE(printed.ok()) << printed.error().ToString();
  EXPECT_EQ(printed->ToString(), schema.ToString());
  const Result<FileSchema> written = SchemaFromElements(ElementsFromSchema(schema));
  ASSERT_TRUE(written.ok()) << written.error().ToString();
  EXPECT_EQ(written->schema, schema);
  const Result<Schema> made = SchemaForFields(fields);
  ASSERT_TRUE(made.ok()) << made.error().ToString();
  MappingOptions options;
  options.stored = fields;
  const Result<ArrayMapping> again = MapToArrays(*made, options);
  ASSERT_TRUE(again.ok()) << again.error().ToString();
  for (size_t i = 0; i < fields.size(); ++i) {
    EXPECT_EQ(again->columns[i].field.type.ToString(), fields[i].type.ToString());
  }
}

TEST(SchemaCorpus, MapsEverySchemaAndWritesItBack) {
  const char* corpus = std::getenv("TARACEA_CORPUS");
  if (corpus == nullptr || !std::filesystem::is_directory(corpus)) {
    GTEST_SKIP() << "TARACEA_CORPUS names no folder";
  }
  int schemas = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(corpus)) {
    if (!entry.is_regular_file()) {
      continue;
    }
    SCOPED_TRACE(entry.path().string());
    const std::optional<FileMetaData> footer = Footer(FileBytes(entry.path()));
    if (!footer) {
      continue;
    }
    const Result<FileSchema> schema = SchemaFromElements(footer->schema, footer->column_orders);
    if (!schema) {
      EXPECT_EQ(schema.error().code(), ErrorCode::kCorrupt);
      continue;
    }
    ++schemas;
    CheckSchema(schema->schema);
  }
  EXPECT_GT(schemas, 0);
}

}  // namespace
}  // namespace taracea::schema

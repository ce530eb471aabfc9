#include "schema/schema_elements.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace taracea::schema {
namespace {

using Kind = LogicalType::Kind;

LogicalType OfKind(Kind kind) {
  LogicalType out;
  out.kind = kind;
  return out;
}

SchemaElement Root(int32_t child_count) {
  SchemaElement root;
  root.name = "schema";
  root.num_children = child_count;
  return root;
}

SchemaElement Group(std::string name, int32_t child_count, Repetition repetition = Repetition::kOptional) {
  SchemaElement group = Root(child_count);
  group.name = std::move(name);
  group.repetition_type = repetition;
  return group;
}

SchemaElement Leaf(std::string name, PhysicalType type) {
  SchemaElement leaf;
  leaf.name = std::move(name);
  leaf.type = type;
  leaf.repetition_type = Repetition::kOptional;
  return leaf;
}

FileSchema Read(const std::vector<SchemaElement>& elements) {
  Result<FileSchema> schema = SchemaFromElements(elements);
  EXPECT_TRUE(schema.ok()) << schema.error().ToString();
  return schema.ok() ? *std::move(schema) : FileSchema();
}

/// The one leaf of a schema of its own, with the number of warnings.
SchemaNode ReadLeaf(const SchemaElement& element, size_t warning_count) {
  const FileSchema schema = Read({Root(1), element});
  EXPECT_EQ(schema.warnings.size(), warning_count) << (schema.warnings.empty() ? "" : schema.warnings[0]);
  return schema.schema.leaf_count() == 1 ? schema.schema.leaf(0) : SchemaNode();
}

ErrorCode CodeOf(const std::vector<SchemaElement>& elements, const ReadLimits& limits = {}) {
  return SchemaFromElements(elements, {}, limits).status().code();
}

TEST(SchemaFromElements, ReadsWhatElementsFromSchemaWrites) {
  const Result<Schema> schema = Schema::Parse(R"(message trip {
    required int64 id (INTEGER(64,false)) = 4;
    optional group tags (MAP) { repeated group key_value (MAP_KEY_VALUE) {
      required binary key (STRING); optional int32 value (DECIMAL(9,2)); } }
    optional group stops (LIST) { repeated group list { optional fixed_len_byte_array(12) element (INTERVAL); } }
    repeated fixed_len_byte_array(0) nothing;
    optional int64 at (TIMESTAMP(NANOS,false));
    required group empty { } })");
  ASSERT_TRUE(schema.ok()) << schema.error().ToString();
  const std::vector<SchemaElement> elements = ElementsFromSchema(*schema);
  const FileSchema back = Read(elements);
  EXPECT_EQ(back.schema, *schema);
  EXPECT_TRUE(back.warnings.empty());
  EXPECT_EQ(ElementsFromSchema(back.schema), elements);
}

TEST(ElementsFromSchema, WritesBothAnnotationsWhereBothExist) {
  const Result<Schema> schema = Schema::Parse(R"(message m { required int64 d (DECIMAL(12,2));
    required int64 local (TIMESTAMP(MILLIS,false)); required int64 nano (TIME(NANOS,true));
    required fixed_len_byte_array(12) i (INTERVAL); })");
  const std::vector<SchemaElement> elements = ElementsFromSchema(*schema);
  EXPECT_FALSE(elements[0].repetition_type.has_value());
  EXPECT_EQ(elements[1].converted_type, ConvertedType::kDecimal);
  EXPECT_EQ(elements[1].precision, 12);
  EXPECT_EQ(elements[1].scale, 2);
  EXPECT_EQ(elements[1].logical_type.kind, Kind::kDecimal);
  EXPECT_EQ(elements[2].converted_type, ConvertedType::kTimestampMillis);
  EXPECT_FALSE(elements[3].converted_type.has_value());
  EXPECT_EQ(elements[4].converted_type, ConvertedType::kInterval);
  EXPECT_EQ(elements[4].logical_type.kind, Kind::kNone);
  EXPECT_FALSE(elements[1].num_children.has_value());
}

TEST(SchemaFromElements, IgnoresTheRootsRepetitionTypeAndAnnotation) {
  SchemaElement root = Root(1);
  root.repetition_type = Repetition::kRepeated;
  root.converted_type = ConvertedType::kUtf8;
  const FileSchema schema = Read({root, Leaf("a", PhysicalType::kInt32)});
  EXPECT_EQ(schema.schema.leaf(0).max_definition_level, 1);
  EXPECT_EQ(schema.schema.leaf(0).max_repetition_level, 0);
}

TEST(SchemaFromElements, TakesLeavesWithZeroChildrenAndGroupsWithAType) {
  SchemaElement leaf = Leaf("a", PhysicalType::kInt32);
  leaf.num_children = 0;
  EXPECT_EQ(ReadLeaf(leaf, 0).name, "a");
  SchemaElement group = Group("g", 1);
  group.type = PhysicalType::kInt64;
  const FileSchema schema = Read({Root(1), group, leaf});
  EXPECT_EQ(schema.schema.leaf_count(), 1);
  EXPECT_EQ(schema.warnings.size(), 1U);
}

TEST(SchemaFromElements, RefusesListsThatAreNoTree) {
  const SchemaElement leaf = Leaf("a", PhysicalType::kInt32);
  EXPECT_EQ(CodeOf({}), ErrorCode::kCorrupt);
  EXPECT_EQ(CodeOf({Root(1)}), ErrorCode::kCorrupt);
  EXPECT_EQ(CodeOf({Root(2), leaf}), ErrorCode::kCorrupt);
  EXPECT_EQ(CodeOf({Root(1), leaf, leaf}), ErrorCode::kCorrupt);
  EXPECT_EQ(CodeOf({Root(0), leaf}), ErrorCode::kCorrupt);
  EXPECT_EQ(CodeOf({Root(-1), leaf}), ErrorCode::kCorrupt);
  EXPECT_EQ(CodeOf({Root(2147483647), leaf}), ErrorCode::kCorrupt);
  EXPECT_EQ(CodeOf({Root(1), Group("g", 1)}), ErrorCode::kCorrupt);
  EXPECT_EQ(CodeOf({Root(1), Group("g", 2), leaf}), ErrorCode::kCorrupt);
  EXPECT_EQ(CodeOf({Root(1), Group("g", -5), leaf}), ErrorCode::kCorrupt);
  EXPECT_EQ(CodeOf({Root(0)}), ErrorCode::kOk);
}

TEST(SchemaFromElements, RefusesUnusableTypesLengthsAndRepetitions) {
  const auto code_with = [](auto change) {
    SchemaElement leaf = Leaf("a", PhysicalType::kFixedLenByteArray);
    leaf.type_length = 0;
    change(&leaf);
    return CodeOf({Root(1), leaf});
  };
  EXPECT_EQ(code_with([](SchemaElement*) {}), ErrorCode::kOk);
  EXPECT_EQ(code_with([](SchemaElement* leaf) { leaf->type_length = -1; }), ErrorCode::kCorrupt);
  EXPECT_EQ(code_with([](SchemaElement* leaf) { leaf->type_length.reset(); }), ErrorCode::kCorrupt);
  EXPECT_EQ(code_with([](SchemaElement* leaf) { leaf->type = static_cast<PhysicalType>(8); }), ErrorCode::kCorrupt);
  EXPECT_EQ(code_with([](SchemaElement* leaf) { leaf->type = static_cast<PhysicalType>(-1); }), ErrorCode::kCorrupt);
  EXPECT_EQ(code_with([](SchemaElement* leaf) { leaf->repetition_type.reset(); }), ErrorCode::kOk);
  EXPECT_EQ(code_with([](SchemaElement* leaf) { leaf->repetition_type = static_cast<Repetition>(3); }),
            ErrorCode::kCorrupt);
}

TEST(SchemaFromElements, HoldsDepthAndNodesToTheirLimits) {
  const auto chain = [](size_t depth) {
    std::vector<SchemaElement> elements(depth, Group("g", 1));
    elements[0] = Root(1);
    elements.push_back(Leaf("a", PhysicalType::kInt32));
    return elements;
  };
  ReadLimits limits;
  EXPECT_EQ(CodeOf(chain(512), limits), ErrorCode::kOk);
  EXPECT_EQ(CodeOf(chain(513), limits), ErrorCode::kLimitExceeded);
  EXPECT_EQ(CodeOf(chain(10000), limits), ErrorCode::kLimitExceeded);
  limits.max_schema_depth = 1000000;
  EXPECT_EQ(CodeOf(chain(1000), limits), ErrorCode::kOk);
  EXPECT_EQ(CodeOf(chain(100000), limits), ErrorCode::kLimitExceeded);
  limits.max_schema_nodes = 3;
  EXPECT_EQ(CodeOf(chain(2), limits), ErrorCode::kOk);
  EXPECT_EQ(CodeOf(chain(3), limits), ErrorCode::kLimitExceeded);
}

TEST(SchemaFromElements, LetsLogicalTypeWinOverAConflictingConvertedType) {
  SchemaElement leaf = Leaf("a", PhysicalType::kByteArray);
  leaf.logical_type = OfKind(Kind::kJson);
  leaf.converted_type = ConvertedType::kUtf8;
  EXPECT_EQ(ReadLeaf(leaf, 1).logical_type.kind, Kind::kJson);
  leaf.converted_type = ConvertedType::kJson;
  EXPECT_EQ(ReadLeaf(leaf, 0).logical_type.kind, Kind::kJson);
  leaf.logical_type = {};
  const SchemaNode old = ReadLeaf(leaf, 0);
  EXPECT_EQ(old.logical_type.kind, Kind::kJson);
  EXPECT_EQ(old.converted_type, ConvertedType::kJson);
}

TEST(SchemaFromElements, LetsUnknownYieldToTheConvertedTypeBesideIt) {
  SchemaElement leaf = Leaf("a", PhysicalType::kFixedLenByteArray);
  leaf.type_length = 12;
  leaf.logical_type = OfKind(Kind::kNull);
  leaf.converted_type = ConvertedType::kInterval;
  EXPECT_EQ(ReadLeaf(leaf, 0).logical_type.kind, Kind::kInterval);
  leaf.converted_type = static_cast<ConvertedType>(25);
  EXPECT_EQ(ReadLeaf(leaf, 0).logical_type.kind, Kind::kNull);
  leaf.converted_type.reset();
  EXPECT_EQ(ReadLeaf(leaf, 0).logical_type.kind, Kind::kNull);
}

TEST(SchemaFromElements, DropsAnnotationsThatDoNotFitWithAWarning) {
  SchemaElement leaf = Leaf("a", PhysicalType::kInt32);
  leaf.logical_type = OfKind(Kind::kString);
  EXPECT_EQ(ReadLeaf(leaf, 1).logical_type.kind, Kind::kNone);
  leaf.logical_type = {};
  leaf.converted_type = ConvertedType::kDecimal;
  EXPECT_EQ(ReadLeaf(leaf, 1).logical_type.kind, Kind::kNone) << "a decimal without precision";
  leaf.precision = 5;
  EXPECT_EQ(ReadLeaf(leaf, 0).logical_type.precision, 5);
  leaf.converted_type = static_cast<ConvertedType>(99);
  EXPECT_EQ(ReadLeaf(leaf, 1).logical_type.kind, Kind::kNone);
  SchemaElement group = Group("g", 1);
  group.converted_type = ConvertedType::kEnum;
  const FileSchema schema = Read({Root(1), group, Leaf("a", PhysicalType::kInt32)});
  EXPECT_EQ(schema.schema.node(1).logical_type.kind, Kind::kNone);
  EXPECT_EQ(schema.warnings.size(), 1U);
}

TEST(SchemaFromElements, KeepsLogicalTypesThatAreNewerThanTheLibrary) {
  SchemaElement leaf = Leaf("a", PhysicalType::kInt64);
  leaf.logical_type = OfKind(Kind::kUnrecognised);
  leaf.logical_type.unrecognised_id = 2555;
  EXPECT_EQ(ReadLeaf(leaf, 0).logical_type.unrecognised_id, 2555);
  leaf.converted_type = ConvertedType::kTimestampMicros;
  EXPECT_EQ(ReadLeaf(leaf, 0).logical_type.kind, Kind::kTimestamp) << "what the writer offers to older readers";
  SchemaElement timestamp = Leaf("a", PhysicalType::kInt64);
  timestamp.logical_type = OfKind(Kind::kTimestamp);
  timestamp.logical_type.unit = TimeUnit::kUnknown;
  EXPECT_EQ(ReadLeaf(timestamp, 1).logical_type.kind, Kind::kNone);
}

TEST(SchemaFromElements, TellsMapKeyValueOfEntriesFromThatOfMaps) {
  SchemaElement map = Group("m", 1);
  SchemaElement entries = Group("map", 2, Repetition::kRepeated);
  SchemaElement key = Leaf("key", PhysicalType::kByteArray);
  key.repetition_type = Repetition::kRequired;
  const SchemaElement value = Leaf("value", PhysicalType::kInt32);
  map.converted_type = ConvertedType::kMap;
  entries.converted_type = ConvertedType::kMapKeyValue;
  entries.logical_type = OfKind(Kind::kNull);  // Written so by an old parquet-mr.
  const FileSchema marked = Read({Root(1), map, entries, key, value});
  EXPECT_EQ(marked.schema.node(1).logical_type.kind, Kind::kMap);
  EXPECT_EQ(marked.schema.node(2).logical_type.kind, Kind::kNone);
  EXPECT_EQ(marked.schema.node(2).converted_type, ConvertedType::kMapKeyValue);
  map.converted_type = ConvertedType::kMapKeyValue;
  entries.converted_type.reset();
  entries.logical_type = {};
  const FileSchema instead = Read({Root(1), map, entries, key, value});
  EXPECT_EQ(instead.schema.node(1).logical_type.kind, Kind::kMap);
  EXPECT_EQ(instead.schema, marked.schema);
}

TEST(SchemaFromElements, GivesLeavesTheirColumnOrders) {
  const std::vector<SchemaElement> elements{Root(2), Group("g", 1), Leaf("a", PhysicalType::kInt32),
                                            Leaf("b", PhysicalType::kInt32)};
  const std::vector<ColumnOrder> too_few{ColumnOrder::kTypeDefined};
  const Result<FileSchema> schema = SchemaFromElements(elements, too_few);
  ASSERT_TRUE(schema.ok());
  EXPECT_EQ(schema->schema.leaf(0).column_order, ColumnOrder::kTypeDefined);
  EXPECT_EQ(schema->schema.leaf(1).column_order, ColumnOrder::kUndefined);
}

TEST(SchemaFromElements, AnswersEveryRandomListWithATreeOrAnError) {
  std::mt19937 random(3);
  const auto below = [&random](int bound) { return static_cast<int>(random() % static_cast<uint32_t>(bound)); };
  int good = 0;
  for (int round = 0; round < 20000; ++round) {
    std::vector<SchemaElement> elements(static_cast<size_t>(below(8)));
    for (SchemaElement& element : elements) {
      element.name = std::string(static_cast<size_t>(below(3)), 'a');
      if (below(3) != 0) {
        element.type = static_cast<PhysicalType>(below(80) == 0 ? 9 : below(8));
        element.type_length = below(40) == 0 ? -1 : below(20);
      }
      element.repetition_type = static_cast<Repetition>(below(80) == 0 ? 3 : below(3));
      element.num_children = below(2) == 0 ? below(4) : below(50) == 0 ? -1 : 0;
      if (below(2) == 0) {
        element.converted_type = static_cast<ConvertedType>(below(27) - 1);
      }
      element.precision = below(40);
      element.scale = below(40) - 2;
      element.logical_type.kind = below(2) == 0 ? static_cast<Kind>(below(21)) : Kind::kNone;
    }
    const Result<FileSchema> schema = SchemaFromElements(elements);
    if (schema) {
      ++good;
      const std::vector<SchemaElement> written = ElementsFromSchema(schema->schema);
      EXPECT_EQ(Read(written).schema, schema->schema);
      EXPECT_EQ(Read(written).warnings, std::vector<std::string>());
    } else {
      EXPECT_EQ(schema.error().code(), ErrorCode::kCorrupt);
    }
  }
  EXPECT_GT(good, 200);
}

}  // namespace
}  // namespace taracea::schema

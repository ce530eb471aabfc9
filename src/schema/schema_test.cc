#include "taracea/schema.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace taracea {
namespace {

constexpr std::string_view kTrip = R"(message trip {
  required int64 id = 1;
  optional group stops (LIST) {
    repeated group list {
      optional group element {
        required binary name (STRING);
        optional group tags (MAP) {
          repeated group key_value {
            required binary key (STRING);
            optional int32 value;
          }
        }
      }
    }
  }
  repeated double samples;
  optional fixed_len_byte_array(16) a.b (UUID);
}
)";

Schema Parsed(std::string_view text) {
  Result<Schema> schema = Schema::Parse(text);
  EXPECT_TRUE(schema.ok()) << schema.error().ToString();
  return schema.ok() ? *schema : Schema();
}

std::string FindError(const Schema& schema, std::string_view path) {
  const Result<int> found = schema.Find(path);
  EXPECT_FALSE(found.ok()) << path;
  return found.ok() ? "" : found.error().message();
}

TEST(Schema, ComputesLevelsAndLeafOrdinals) {
  const Schema schema = Parsed(kTrip);
  ASSERT_EQ(schema.leaf_count(), 6);
  EXPECT_EQ(schema.leaf(0).name, "id");
  EXPECT_EQ(schema.leaf(0).max_definition_level, 0);
  EXPECT_EQ(schema.leaf(1).name, "name");
  EXPECT_EQ(schema.leaf(1).max_definition_level, 3);
  EXPECT_EQ(schema.leaf(1).max_repetition_level, 1);
  EXPECT_EQ(schema.leaf(3).name, "value");
  EXPECT_EQ(schema.leaf(3).max_definition_level, 6);
  EXPECT_EQ(schema.leaf(3).max_repetition_level, 2);
  EXPECT_EQ(schema.leaf(4).max_definition_level, 1);
  EXPECT_EQ(schema.leaf(4).max_repetition_level, 1);
  for (int leaf = 0; leaf < schema.leaf_count(); ++leaf) {
    EXPECT_EQ(schema.leaf(leaf).leaf, leaf);
  }
}

TEST(Schema, QuotesNamesWithDotsInPaths) {
  const Schema schema = Parsed(kTrip);
  EXPECT_EQ(schema.PathString(schema.leaf_node_index(3)), "stops.list.element.tags.key_value.value");
  EXPECT_EQ(schema.PathString(schema.leaf_node_index(5)), "\"a.b\"");
  EXPECT_EQ(schema.Path(schema.leaf_node_index(5)), std::vector<std::string>{"a.b"});
  EXPECT_EQ(schema.PathString(0), "");
}

TEST(Schema, FindsEveryNodeByItsOwnPath) {
  const Schema schema = Parsed(kTrip);
  for (int node = 1; node < static_cast<int>(schema.nodes().size()); ++node) {
    const Result<int> found = schema.Find(schema.PathString(node));
    ASSERT_TRUE(found.ok()) << found.error().ToString();
    EXPECT_EQ(*found, node);
  }
}

TEST(Schema, FindsColumnsWithoutListAndMapPlumbing) {
  const Schema schema = Parsed(kTrip);
  EXPECT_EQ(*schema.Find("stops.name"), schema.leaf_node_index(1));
  EXPECT_EQ(*schema.Find("stops.tags.value"), schema.leaf_node_index(3));
  EXPECT_EQ(*schema.Find("stops.list.element.tags.key"), schema.leaf_node_index(2));
  EXPECT_EQ(schema.node(*schema.Find("stops")).logical_type.kind, LogicalType::Kind::kList);
  EXPECT_EQ(*schema.Find("a.b"), schema.leaf_node_index(5));
}

TEST(Schema, NamesNearColumnsWhenNothingMatches) {
  const Schema schema = Parsed(kTrip);
  EXPECT_EQ(FindError(schema, "sample"), "no column sample; did you mean samples");
  EXPECT_EQ(FindError(schema, "di"), "no column di; did you mean id");
  EXPECT_EQ(FindError(schema, "ID"), "no column ID; did you mean id");
  EXPECT_EQ(FindError(schema, "stops.nam"), "no column stops.nam; did you mean stops.name");
  EXPECT_EQ(FindError(schema, "name"), "no column name; did you mean stops.name");
  EXPECT_EQ(FindError(schema, "entirely_else"), "no column entirely_else");
}

TEST(Schema, RefusesAmbiguousAndMalformedPaths) {
  const Schema schema = Parsed("message m { required int32 a; optional int64 a; required int32 b; }");
  EXPECT_EQ(FindError(schema, "a"), "a column path must name one column; a names 2");
  for (const std::string path : {"", ".", "b.", ".b", "\"b", "\"b\"x", "\"\\q\""}) {
    EXPECT_FALSE(schema.Find(path).ok()) << path;
  }
  EXPECT_TRUE(schema.Find("\"b\"").ok());
}

TEST(Schema, ListsLeavesBelowANode) {
  const Schema schema = Parsed(kTrip);
  EXPECT_EQ(schema.LeavesBelow(0), (std::vector<int>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(schema.LeavesBelow(*schema.Find("stops")), (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(schema.LeavesBelow(*schema.Find("stops.tags")), (std::vector<int>{2, 3}));
  EXPECT_EQ(schema.LeavesBelow(*schema.Find("samples")), (std::vector<int>{4}));
  EXPECT_TRUE(Schema().LeavesBelow(0).empty());
}

TEST(Schema, ComparesStructureNamesTypesAndIdsButNotColumnOrders) {
  const Schema schema = Parsed(kTrip);
  std::vector<SchemaNode> nodes(schema.nodes().begin(), schema.nodes().end());
  nodes[1].column_order = ColumnOrder::kTypeDefined;
  EXPECT_EQ(*Schema::FromNodes(nodes), schema);
  nodes[1].field_id = 2;
  EXPECT_FALSE(*Schema::FromNodes(nodes) == schema);
  EXPECT_FALSE(Schema("a") == Schema("b"));
}

TEST(Schema, PutsNodesIntoDepthFirstOrder) {
  std::vector<SchemaNode> nodes(4);
  nodes[0].name = "m";
  nodes[0].children = {3, 1};
  nodes[1].name = "second";
  nodes[1].physical_type = PhysicalType::kInt32;
  nodes[2].name = "inner";
  nodes[2].physical_type = PhysicalType::kInt64;
  nodes[3].name = "first";
  nodes[3].children = {2};
  const Result<Schema> schema = Schema::FromNodes(nodes);
  ASSERT_TRUE(schema.ok());
  EXPECT_EQ(schema->PathString(schema->leaf_node_index(0)), "first.inner");
  EXPECT_EQ(schema->PathString(schema->leaf_node_index(1)), "second");
}

TEST(Schema, RefusesNodesThatAreNoTree) {
  const auto refused = [](std::vector<SchemaNode> nodes) { return !Schema::FromNodes(std::move(nodes)).ok(); };
  std::vector<SchemaNode> nodes(3);
  EXPECT_TRUE(refused({}));
  EXPECT_TRUE(refused(nodes)) << "unreachable nodes";
  nodes[0].children = {1, 1};
  EXPECT_TRUE(refused(nodes)) << "twice the same child";
  nodes[0].children = {1};
  nodes[1].children = {2};
  nodes[2].children = {0};
  EXPECT_TRUE(refused(nodes)) << "a cycle";
  nodes[2].children = {3};
  EXPECT_TRUE(refused(nodes)) << "an index behind the end";
  nodes[2].children = {-1};
  EXPECT_TRUE(refused(nodes)) << "a negative index";
  nodes[2].children.clear();
  EXPECT_FALSE(refused(nodes));
  nodes[1].physical_type = PhysicalType::kInt32;
  EXPECT_TRUE(refused(nodes)) << "a leaf with children";
  nodes[0].physical_type = PhysicalType::kInt32;
  nodes[0].children.clear();
  nodes.resize(1);
  EXPECT_TRUE(refused(nodes)) << "a root with a type";
}

TEST(Schema, RefusesTypesThatDoNotExist) {
  const auto with_leaf = [](auto change) {
    std::vector<SchemaNode> nodes(2);
    nodes[0].children = {1};
    nodes[1].physical_type = PhysicalType::kFixedLenByteArray;
    nodes[1].type_length = 4;
    change(&nodes[1]);
    return Schema::FromNodes(std::move(nodes)).ok();
  };
  EXPECT_TRUE(with_leaf([](SchemaNode*) {}));
  EXPECT_TRUE(with_leaf([](SchemaNode* leaf) { leaf->type_length = 0; }));
  EXPECT_FALSE(with_leaf([](SchemaNode* leaf) { leaf->type_length = -1; }));
  EXPECT_FALSE(with_leaf([](SchemaNode* leaf) { leaf->physical_type = static_cast<PhysicalType>(8); }));
  EXPECT_FALSE(with_leaf([](SchemaNode* leaf) { leaf->physical_type = static_cast<PhysicalType>(-1); }));
  EXPECT_FALSE(with_leaf([](SchemaNode* leaf) { leaf->repetition = static_cast<Repetition>(3); }));
  EXPECT_FALSE(with_leaf([](SchemaNode* leaf) { leaf->logical_type.kind = LogicalType::Kind::kString; }));
}

TEST(Schema, HoldsTreesAThousandLevelsDeepAndRefusesDeeperOnes) {
  const auto chain = [](int depth) {
    std::vector<SchemaNode> nodes(static_cast<size_t>(depth) + 1);
    for (int i = 0; i < depth; ++i) {
      nodes[static_cast<size_t>(i)].children = {i + 1};
      nodes[static_cast<size_t>(i)].repetition = Repetition::kRepeated;
    }
    nodes.back().physical_type = PhysicalType::kInt32;
    return Schema::FromNodes(std::move(nodes));
  };
  ASSERT_TRUE(chain(1000).ok());
  EXPECT_EQ(chain(1000)->leaf(0).max_repetition_level, 999);
  EXPECT_EQ(*Schema::Parse(chain(1000)->ToString()), *chain(1000));
  EXPECT_FALSE(chain(100000).ok());
}

TEST(SchemaBuilder, BuildsWhatTheParserReads) {
  SchemaBuilder builder("trip");
  LogicalType string;
  string.kind = LogicalType::Kind::kString;
  LogicalType uuid;
  uuid.kind = LogicalType::Kind::kUuid;
  builder.Leaf("id", Repetition::kRequired, PhysicalType::kInt64, {}, 0, 1);
  builder.BeginList("stops", Repetition::kOptional).BeginGroup("element", Repetition::kOptional);
  builder.Leaf("name", Repetition::kRequired, PhysicalType::kByteArray, string);
  builder.BeginMap("tags", Repetition::kOptional)
      .Leaf("key", Repetition::kRequired, PhysicalType::kByteArray, string)
      .Leaf("value", Repetition::kOptional, PhysicalType::kInt32)
      .End();
  builder.End().End();
  builder.Leaf("samples", Repetition::kRepeated, PhysicalType::kDouble);
  builder.Leaf("a.b", Repetition::kOptional, PhysicalType::kFixedLenByteArray, uuid, 16);
  const Result<Schema> schema = builder.Finish();
  ASSERT_TRUE(schema.ok()) << schema.error().ToString();
  EXPECT_EQ(*schema, Parsed(kTrip));
  EXPECT_EQ(schema->ToString(), kTrip);
}

TEST(SchemaBuilder, RefusesGroupsLeftOpenAndClosedTwice) {
  SchemaBuilder open;
  open.BeginList("a", Repetition::kOptional);
  EXPECT_FALSE(open.Finish().ok());
  SchemaBuilder closed;
  closed.BeginGroup("a", Repetition::kOptional).End().End();
  EXPECT_FALSE(closed.Finish().ok());
}

}  // namespace
}  // namespace taracea

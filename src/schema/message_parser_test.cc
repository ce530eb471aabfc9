#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <vector>

#include "taracea/schema.h"

namespace taracea {
namespace {

using Kind = LogicalType::Kind;

SchemaNode OnlyLeaf(const std::string& field) {
  const Result<Schema> schema = Schema::Parse("message m { " + field + " }");
  EXPECT_TRUE(schema.ok()) << field << ": " << schema.error().ToString();
  return schema.ok() && schema->leaf_count() == 1 ? schema->leaf(0) : SchemaNode();
}

std::string ParseError(std::string_view text) {
  const Result<Schema> schema = Schema::Parse(text);
  EXPECT_FALSE(schema.ok()) << text;
  return schema.ok() ? "" : schema.error().message();
}

TEST(MessageParser, ReadsPhysicalTypesIdsAndRepetitionsInAnyCase) {
  const Result<Schema> schema = Schema::Parse(
      "MESSAGE m { required boolean a; OPTIONAL Int32 b = 7; repeated int64 c = -1; required INT96 d; optional float e;"
      "# a comment; } up to the end of the line\n optional double f; required binary g; optional byte_array h;"
      "required fixed_len_byte_array ( 16 ) i = 2147483647; }");
  ASSERT_TRUE(schema.ok()) << schema.error().ToString();
  ASSERT_EQ(schema->leaf_count(), 9);
  EXPECT_EQ(schema->leaf(1).physical_type, PhysicalType::kInt32);
  EXPECT_EQ(schema->leaf(1).field_id, 7);
  EXPECT_EQ(schema->leaf(2).field_id, -1);
  EXPECT_EQ(schema->leaf(7).physical_type, PhysicalType::kByteArray);
  EXPECT_EQ(schema->leaf(8).type_length, 16);
}

TEST(MessageParser, ReadsLogicalTypesWithParameters) {
  const SchemaNode decimal = OnlyLeaf("required int64 a (DECIMAL(12,2));");
  EXPECT_EQ(decimal.logical_type.precision, 12);
  EXPECT_EQ(decimal.logical_type.scale, 2);
  EXPECT_EQ(OnlyLeaf("required int32 a (decimal( 5 ));").logical_type.scale, 0);
  const SchemaNode timestamp = OnlyLeaf("required int64 a (TIMESTAMP(MICROS,true));");
  EXPECT_EQ(timestamp.logical_type.unit, TimeUnit::kMicro);
  EXPECT_TRUE(timestamp.logical_type.is_adjusted_to_utc);
  EXPECT_FALSE(OnlyLeaf("required int32 a (time(millis,false));").logical_type.is_adjusted_to_utc);
  const SchemaNode integer = OnlyLeaf("required int32 a (INTEGER(8,false)) = 3;");
  EXPECT_EQ(integer.logical_type.bit_width, 8);
  EXPECT_FALSE(integer.logical_type.is_signed);
  EXPECT_EQ(integer.field_id, 3);
  EXPECT_EQ(OnlyLeaf("optional int32 a (UNKNOWN);").logical_type.kind, Kind::kNull);
  EXPECT_EQ(OnlyLeaf("optional int32 a (UNRECOGNISED(77));").logical_type.unrecognised_id, 77);
}

TEST(MessageParser, ReadsOldConvertedNames) {
  const SchemaNode text = OnlyLeaf("required binary a (UTF8);");
  EXPECT_EQ(text.logical_type.kind, Kind::kString);
  EXPECT_EQ(text.converted_type, ConvertedType::kUtf8);
  EXPECT_EQ(OnlyLeaf("required int32 a (INT_8);").logical_type.bit_width, 8);
  EXPECT_FALSE(OnlyLeaf("required int64 a (UINT_64);").logical_type.is_signed);
  EXPECT_TRUE(OnlyLeaf("required int64 a (TIMESTAMP_MILLIS);").logical_type.is_adjusted_to_utc);
  EXPECT_EQ(OnlyLeaf("required fixed_len_byte_array(12) a (INTERVAL);").logical_type.kind, Kind::kInterval);
}

TEST(MessageParser, ReadsMapKeyValueAsMapOrAsMarkOfTheEntries) {
  const std::string entries = "{ required binary key; optional int32 value; } } }";
  const Result<Schema> marked =
      Schema::Parse("message m { optional group a (MAP) { repeated group b (MAP_KEY_VALUE) " + entries);
  const Result<Schema> instead =
      Schema::Parse("message m { optional group a (MAP_KEY_VALUE) { repeated group b " + entries);
  ASSERT_TRUE(marked.ok() && instead.ok());
  EXPECT_EQ(*marked, *instead);
  EXPECT_EQ(marked->node(2).logical_type.kind, Kind::kNone);
  EXPECT_EQ(marked->node(2).converted_type, ConvertedType::kMapKeyValue);
  EXPECT_NE(marked->ToString().find("repeated group b (MAP_KEY_VALUE) {"), std::string::npos);
}

TEST(MessageParser, ReadsGeospatialParameters) {
  EXPECT_EQ(OnlyLeaf("optional binary a (GEOMETRY(EPSG:4326));").logical_type.crs, "EPSG:4326");
  EXPECT_EQ(OnlyLeaf("optional binary a (GEOMETRY);").logical_type.crs, "");
  const LogicalType bare = OnlyLeaf("optional binary a (GEOGRAPHY(srid:4326, KARNEY));").logical_type;
  EXPECT_EQ(bare.crs, "srid:4326");
  EXPECT_EQ(bare.algorithm, EdgeAlgorithm::kKarney);
  const LogicalType only_algorithm = OnlyLeaf("optional binary a (GEOGRAPHY(vincenty));").logical_type;
  EXPECT_EQ(only_algorithm.crs, "");
  EXPECT_EQ(only_algorithm.algorithm, EdgeAlgorithm::kVincenty);
  EXPECT_EQ(OnlyLeaf("optional binary a (GEOMETRY(\"a)\\\"b\"));").logical_type.crs, "a)\"b");
}

TEST(MessageParser, SaysLineAndColumnOfAnError) {
  EXPECT_EQ(ParseError(""), "schema text, line 1, column 1: expected \"message\", found the end");
  EXPECT_EQ(ParseError("message m {\n  required int33 a;\n}"),
            "schema text, line 2, column 12: expected group or a physical type, found \"int33\"");
  EXPECT_EQ(ParseError("message m {\n  required int32 a\n}"),
            "schema text, line 3, column 1: expected \";\", found \"}\"");
  EXPECT_EQ(ParseError("message m {\n required int32 a (UUIDD);}"),
            "schema text, line 2, column 20: unknown logical type \"UUIDD\"");
  EXPECT_EQ(ParseError("message m {\n required int32 a (UUID);}"),
            "schema text, line 2, column 2: field \"a\": UUID needs FIXED_LEN_BYTE_ARRAY(16); got INT32");
  EXPECT_EQ(ParseError("message m { }\nx"), "schema text, line 2, column 1: expected the end, found \"x\"");
}

TEST(MessageParser, RefusesMalformedText) {
  for (const std::string text : {"message",
                                 "message m",
                                 "message m {",
                                 "message m { required }",
                                 "message m { required int32 }",
                                 "message m { required int32 a = ; }",
                                 "message m { required int32 a = 2147483648; }",
                                 "message m { required int32 a = x; }",
                                 "message m { required int32 a (; }",
                                 "message m { required int32 a (); }",
                                 "message m { required int32 a (DECIMAL); }",
                                 "message m { required int32 a (DECIMAL(1,2,3)); }",
                                 "message m { required int32 a (DECIMAL(10,2)); }",
                                 "message m { required int32 a (INTEGER(7,true)); }",
                                 "message m { required int32 a (INTEGER(8,maybe)); }",
                                 "message m { required int64 a (TIMESTAMP(SECONDS,true)); }",
                                 "message m { required fixed_len_byte_array a; }",
                                 "message m { required fixed_len_byte_array(-1) a; }",
                                 "message m { required group a (STRING) { } }",
                                 "message m { required group a; }",
                                 "message m { required binary \"a; }",
                                 "message m { required binary a (GEOMETRY(x; }",
                                 "message m { required binary \"\\x0\"; }",
                                 "message m { required int32 a; } }"}) {
    EXPECT_FALSE(Schema::Parse(text).ok()) << text;
  }
}

TEST(MessageParser, RefusesGroupsNestedTooDeepWithoutRecursion) {
  std::string text = "message m {";
  for (int i = 0; i < 200000; ++i) {
    text += "optional group a {";
  }
  EXPECT_NE(ParseError(text).find("nested 1024 deep"), std::string::npos);
}

/// Grows random trees of every type of leaf and group.
class RandomTree {
 public:
  explicit RandomTree(uint32_t seed) : random_(seed) {}

  std::vector<SchemaNode> Make() {
    nodes_.assign(1, {});
    nodes_[0].name = Name();
    Grow(0, 0);
    return nodes_;
  }

 private:
  int Below(int bound) { return static_cast<int>(random_() % static_cast<uint32_t>(bound)); }

  std::string Name() {
    constexpr std::string_view kCharacters = "ab_.\"\\#(){};,= \n\t\x01\xC3\xA4\x7F-9";
    std::string name;
    for (int i = Below(6); i > 0; --i) {
      name += kCharacters[static_cast<size_t>(Below(static_cast<int>(kCharacters.size())))];
    }
    return name;
  }

  LogicalType Annotation() {
    LogicalType out;
    out.kind = static_cast<Kind>(Below(21));
    out.precision = out.kind == Kind::kDecimal ? 1 + Below(20) : 0;
    out.scale = out.kind == Kind::kDecimal ? Below(out.precision + 1) : 0;
    if (out.kind == Kind::kTime || out.kind == Kind::kTimestamp) {
      out.unit = static_cast<TimeUnit>(1 + Below(3));
      out.is_adjusted_to_utc = Below(2) == 0;
    }
    if (out.kind == Kind::kInteger) {
      out.bit_width = static_cast<int8_t>(8 << Below(4));
      out.is_signed = Below(2) == 0;
    }
    if (out.kind == Kind::kGeometry || out.kind == Kind::kGeography) {
      out.crs = Name();
    }
    if (out.kind == Kind::kGeography && Below(2) == 0) {
      out.has_algorithm = true;
      out.algorithm = static_cast<EdgeAlgorithm>(Below(5));
    }
    out.specification_version = out.kind == Kind::kVariant ? static_cast<int8_t>(Below(3)) : int8_t{0};
    out.unrecognised_id = out.kind == Kind::kUnrecognised ? Below(5000) : 0;
    return out;
  }

  static bool IsGroupKind(Kind kind) {
    return kind == Kind::kList || kind == Kind::kMap || kind == Kind::kVariant || kind == Kind::kFile;
  }

  void Grow(int parent, int depth) {
    for (int i = Below(6); i > 0; --i) {
      SchemaNode node;
      node.name = Name();
      node.repetition = static_cast<Repetition>(Below(3));
      if (Below(3) == 0) {
        node.field_id = Below(100) - 50;
      }
      node.logical_type = Annotation();
      const bool is_group = depth < 5 && Below(3) == 0;
      if (is_group) {
        node.logical_type = IsGroupKind(node.logical_type.kind) ? node.logical_type : LogicalType();
      } else {
        node.physical_type = static_cast<PhysicalType>(Below(8));
        constexpr std::array<int32_t, 5> kLengths{0, 2, 12, 16, 300};
        node.type_length = *node.physical_type == PhysicalType::kFixedLenByteArray
                               ? kLengths[static_cast<size_t>(Below(static_cast<int>(kLengths.size())))]
                               : 0;
        if (!CheckLogicalType(node.logical_type, *node.physical_type, node.type_length).ok()) {
          node.logical_type = {};
        }
      }
      const int index = static_cast<int>(nodes_.size());
      nodes_[static_cast<size_t>(parent)].children.push_back(index);
      nodes_.push_back(std::move(node));
      if (is_group) {
        Grow(index, depth + 1);
      }
    }
  }

  std::mt19937 random_;
  std::vector<SchemaNode> nodes_;
};

TEST(MessagePrinter, WritesWhatTheParserReadsBack) {
  for (uint32_t seed = 0; seed < 500; ++seed) {
    const Result<Schema> schema = Schema::FromNodes(RandomTree(seed).Make());
    ASSERT_TRUE(schema.ok()) << schema.error().ToString();
    const Result<Schema> back = Schema::Parse(schema->ToString());
    ASSERT_TRUE(back.ok()) << back.error().ToString() << "\n" << schema->ToString();
    EXPECT_EQ(*back, *schema) << schema->ToString() << back->ToString();
  }
}

TEST(MessageParser, EndsOnEveryTruncationAndChangedByte) {
  const std::string text = Schema::FromNodes(RandomTree(7).Make())->ToString() + "# end\n";
  for (size_t length = 0; length + 8 < text.size(); ++length) {
    EXPECT_FALSE(Schema::Parse(std::string_view(text).substr(0, length)).ok());
  }
  std::mt19937 random(11);
  for (size_t i = 0; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] = static_cast<char>(random());
    if (const Result<Schema> schema = Schema::Parse(changed)) {
      EXPECT_EQ(*Schema::Parse(schema->ToString()), *schema);
    }
  }
}

}  // namespace
}  // namespace taracea

#include "schema/array_mapping.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace taracea::schema {
namespace {

using array::Field;
using array::Type;
using array::TypeId;

Schema Parsed(const std::string& fields) {
  Result<Schema> schema = Schema::Parse("message m { " + fields + " }");
  EXPECT_TRUE(schema.ok()) << schema.error().ToString();
  return schema.ok() ? *schema : Schema();
}

ArrayMapping Mapped(const Schema& schema, const MappingOptions& options = {}) {
  Result<ArrayMapping> mapping = MapToArrays(schema, options);
  EXPECT_TRUE(mapping.ok()) << mapping.error().ToString();
  return mapping.ok() ? *std::move(mapping) : ArrayMapping();
}

/// "a: int32 not null, b: utf8" for the columns of a schema.
std::string Text(const ArrayMapping& mapping) {
  std::string out;
  for (const MappedField& column : mapping.columns) {
    out += out.empty() ? "" : ", ";
    out += column.field.name + ": " + column.field.type.ToString() + (column.field.nullable ? "" : " not null");
  }
  return out;
}

std::string TypesOf(const std::string& fields) {
  return Text(Mapped(Parsed(fields)));
}

std::string Metadata(const Field& field, std::string_view key) {
  const std::string* value = field.FindMetadata(key);
  return value == nullptr ? "(none)" : *value;
}

TEST(MapToArrays, GivesEachLeafItsType) {
  EXPECT_EQ(TypesOf("required boolean a; optional int32 b; optional int64 c; optional int96 d; optional float e;"
                    "optional double f; optional binary g; optional fixed_len_byte_array(7) h;"),
            "a: bool not null, b: int32, c: int64, d: timestamp[us], e: float, f: double, g: binary, "
            "h: fixed_size_binary[7]");
  EXPECT_EQ(TypesOf("optional int32 a (INTEGER(8,true)); optional int32 b (INTEGER(8,false));"
                    "optional int32 c (INTEGER(16,true)); optional int32 d (INTEGER(16,false));"
                    "optional int32 e (INTEGER(32,true)); optional int32 f (INTEGER(32,false));"
                    "optional int64 g (INTEGER(64,true)); optional int64 h (INTEGER(64,false));"),
            "a: int8, b: uint8, c: int16, d: uint16, e: int32, f: uint32, g: int64, h: uint64");
  EXPECT_EQ(TypesOf("optional int32 a (DECIMAL(9,2)); optional int64 b (DECIMAL(18,0)); optional binary c "
                    "(DECIMAL(38,1)); optional binary d (DECIMAL(39,1)); optional binary e (DECIMAL(77,1));"),
            "a: decimal128(9, 2), b: decimal128(18, 0), c: decimal128(38, 1), d: decimal256(39, 1), e: binary");
  EXPECT_EQ(TypesOf("optional int32 a (DATE); optional int32 b (TIME(MILLIS,true)); optional int64 c "
                    "(TIME(MICROS,true)); optional int64 d (TIME(NANOS,false)); optional int64 e "
                    "(TIMESTAMP(MILLIS,true)); optional int64 f (TIMESTAMP(NANOS,false));"),
            "a: date32[day], b: time32[ms], c: time64[us], d: time64[ns], e: timestamp[ms, tz=UTC], f: timestamp[ns]");
  EXPECT_EQ(TypesOf("optional binary a (STRING); optional binary b (ENUM); optional binary c (JSON); optional binary d "
                    "(BSON); optional fixed_len_byte_array(16) e (UUID); optional fixed_len_byte_array(2) f (FLOAT16); "
                    "optional fixed_len_byte_array(12) g (INTERVAL); optional int32 h (UNKNOWN);"
                    "optional binary i (GEOMETRY); optional int64 j (UNRECOGNISED(99));"),
            "a: utf8, b: utf8, c: utf8, d: binary, e: fixed_size_binary[16], f: halffloat, "
            "g: month_day_nano_interval, h: null, i: binary, j: int64");
}

TEST(MapToArrays, NamesExtensionTypesAndFieldIdsInMetadata) {
  const ArrayMapping mapping =
      Mapped(Parsed("optional binary a (JSON) = 7; optional fixed_len_byte_array(16) b (UUID); optional binary c "
                    "(GEOMETRY(srid:4326)); optional binary d (GEOGRAPHY(KARNEY)); required group e (VARIANT(1)) {"
                    "required binary metadata; required binary value; } optional int32 f;"));
  EXPECT_EQ(Metadata(mapping.columns[0].field, "ARROW:extension:name"), "arrow.json");
  EXPECT_EQ(Metadata(mapping.columns[0].field, "PARQUET:field_id"), "7");
  EXPECT_EQ(Metadata(mapping.columns[1].field, "ARROW:extension:name"), "arrow.uuid");
  EXPECT_EQ(Metadata(mapping.columns[2].field, "ARROW:extension:name"), "geoarrow.wkb");
  EXPECT_EQ(Metadata(mapping.columns[2].field, "ARROW:extension:metadata"), R"({"crs":"4326","crs_type":"srid"})");
  EXPECT_EQ(Metadata(mapping.columns[3].field, "ARROW:extension:metadata"),
            R"({"crs":"OGC:CRS84","crs_type":"authority_code","edges":"karney"})");
  EXPECT_EQ(Metadata(mapping.columns[4].field, "ARROW:extension:name"), "arrow.parquet.variant");
  EXPECT_TRUE(mapping.columns[5].field.metadata.empty());
}

TEST(MapToArrays, FollowsTheListRulesInOrder) {
  EXPECT_EQ(TypesOf("optional group a (LIST) { repeated int32 element; }"), "a: list<element: int32 not null>");
  EXPECT_EQ(
      TypesOf("optional group a (LIST) { repeated group element { required binary s (STRING); required int32 n; } }"),
      "a: list<element: struct<s: utf8 not null, n: int32 not null> not null>");
  EXPECT_EQ(TypesOf("optional group a (LIST) { repeated group array { repeated int32 x; } }"),
            "a: list<array: struct<x: list<x: int32 not null> not null> not null>");
  EXPECT_EQ(TypesOf("optional group a (LIST) { repeated group array (LIST) { repeated int32 array; } }"),
            "a: list<array: list<array: int32 not null> not null>");
  EXPECT_EQ(TypesOf("optional group a (LIST) { repeated group array { required int32 x; } }"),
            "a: list<array: struct<x: int32 not null> not null>");
  EXPECT_EQ(TypesOf("optional group a (LIST) { repeated group a_tuple { optional int32 x; } }"),
            "a: list<a_tuple: struct<x: int32> not null>");
  EXPECT_EQ(TypesOf("optional group a (LIST) { repeated group list { optional int32 element; } }"),
            "a: list<element: int32>");
  EXPECT_EQ(TypesOf("required group a (LIST) { repeated group bag { required int32 array_element; } }"),
            "a: list<array_element: int32 not null> not null");
}

TEST(MapToArrays, FollowsTheMapRules) {
  EXPECT_EQ(TypesOf("optional group a (MAP) { repeated group key_value { required binary key (STRING); optional int32 "
                    "value; } }"),
            "a: map<utf8, int32>");
  EXPECT_EQ(TypesOf("required group a (MAP_KEY_VALUE) { repeated group map { required int32 k; required int32 v; } }"),
            "a: map<int32, int32 not null> not null");
  EXPECT_EQ(
      TypesOf("optional group a (MAP) { repeated group key_value { optional int32 key; optional int32 value; } }"),
      "a: map<int32, int32>");
  EXPECT_EQ(TypesOf("optional group a (MAP) { repeated group key_value { required int32 key; } }"),
            "a: list<key: int32 not null>");
  EXPECT_EQ(
      TypesOf("optional group a (MAP) { repeated group key_value { required int32 key; repeated int32 value; } }"),
      "a: map<int32, list<value: int32 not null> not null>");
}

TEST(MapToArrays, ReadsRepeatedFieldsWithoutAnnotationAsRequiredLists) {
  EXPECT_EQ(TypesOf("repeated int32 a = 5;"), "a: list<a: int32 not null> not null");
  EXPECT_EQ(TypesOf("repeated group a { optional binary b (STRING); repeated float c; }"),
            "a: list<a: struct<b: utf8, c: list<c: float not null> not null> not null> not null");
}

TEST(MapToArrays, ReadsGroupsThatBreakTheirAnnotationAsStructs) {
  EXPECT_EQ(TypesOf("optional group a (LIST) { required int32 x; }"), "a: struct<x: int32 not null>");
  EXPECT_EQ(TypesOf("optional group a (LIST) { repeated int32 x; repeated int32 y; }"),
            "a: struct<x: list<x: int32 not null> not null, y: list<y: int32 not null> not null>");
  EXPECT_EQ(TypesOf("optional group a (MAP) { repeated group b { required int32 x; required int32 y; required int32 z; "
                    "} }"),
            "a: struct<b: list<b: struct<x: int32 not null, y: int32 not null, z: int32 not null> not null> not null>");
  EXPECT_EQ(TypesOf("optional group a (MAP) { repeated int32 b; }"), "a: struct<b: list<b: int32 not null> not null>");
}

TEST(MapToArrays, LeavesOutGroupsWithoutLeaves) {
  EXPECT_EQ(TypesOf("required group a { } required int32 b; optional group c (LIST) { repeated group list { optional "
                    "group element { } } } optional group d { optional group e { } optional int32 f; }"),
            "b: int32 not null, d: struct<f: int32>");
}

TEST(MapToArrays, KeepsDuplicateNamesApart) {
  const ArrayMapping mapping =
      Mapped(Parsed("required int32 a; required int64 a; required group b { required int32 c; "
                    "required float c; }"));
  EXPECT_EQ(Text(mapping),
            "a: int32 not null, a: int64 not null, b: struct<c: int32 not null, c: float not null> not null");
  EXPECT_EQ(mapping.columns[1].leaf, 1);
  EXPECT_EQ(mapping.columns[2].children[1].leaf, 3);
}

TEST(MapToArrays, TellsTheLevelsOfEachSlot) {
  const Schema schema = Parsed(
      "optional group a (LIST) { repeated group list { optional group element { required int32 x; optional group m "
      "(MAP) { repeated group key_value { required int32 key; optional int32 value; } } } } } repeated int32 r;");
  const ArrayMapping mapping = Mapped(schema);
  const MappedField& list = mapping.columns[0];
  EXPECT_EQ(list.kind, MappedField::Kind::kList);
  EXPECT_EQ(list.node, 1);
  EXPECT_EQ(list.slot_definition_level, 0);
  EXPECT_EQ(list.valid_definition_level, 1);
  EXPECT_EQ(list.element_definition_level, 2);
  EXPECT_EQ(list.element_repetition_level, 1);
  const MappedField& element = list.children[0];
  EXPECT_EQ(element.kind, MappedField::Kind::kStruct);
  EXPECT_EQ(element.slot_definition_level, 2);
  EXPECT_EQ(element.valid_definition_level, 3);
  EXPECT_EQ(element.children[0].slot_definition_level, 3);
  EXPECT_EQ(element.children[0].valid_definition_level, 3);
  const MappedField& map = element.children[1];
  EXPECT_EQ(map.valid_definition_level, 4);
  EXPECT_EQ(map.element_definition_level, 5);
  EXPECT_EQ(map.element_repetition_level, 2);
  const MappedField& entries = map.children[0];
  EXPECT_EQ(entries.node, -1);
  EXPECT_EQ(entries.slot_definition_level, 5);
  EXPECT_EQ(entries.valid_definition_level, 5);
  EXPECT_EQ(entries.children[1].slot_definition_level, 5);
  EXPECT_EQ(entries.children[1].valid_definition_level, 6);
  EXPECT_EQ(entries.children[1].leaf, 2);
  const MappedField& repeated = mapping.columns[1];
  EXPECT_EQ(repeated.slot_definition_level, 0);
  EXPECT_EQ(repeated.valid_definition_level, 0);
  EXPECT_EQ(repeated.element_definition_level, 1);
  EXPECT_EQ(repeated.children[0].kind, MappedField::Kind::kLeaf);
  EXPECT_EQ(repeated.children[0].slot_definition_level, 1);
}

TEST(MapToArrays, MapsTreesAThousandLevelsDeep) {
  for (const bool is_list : {false, true}) {
    std::vector<SchemaNode> nodes(1001);
    for (int i = 0; i < 1000; ++i) {
      nodes[static_cast<size_t>(i)].children = {i + 1};
      nodes[static_cast<size_t>(i)].repetition = is_list ? Repetition::kRepeated : Repetition::kOptional;
    }
    nodes.back().physical_type = PhysicalType::kInt32;
    const ArrayMapping mapping = Mapped(*Schema::FromNodes(std::move(nodes)));
    ASSERT_EQ(mapping.columns.size(), 1U);
    EXPECT_TRUE(mapping.columns[0].field.type == Type(mapping.columns[0].field.type));
  }
}

Field Plain(std::string name, Type type) {
  return Field{std::move(name), std::move(type), true, {}};
}

std::string StoredAs(const std::string& column, const Type& stored) {
  const std::vector<Field> hints{Plain("a", stored)};
  MappingOptions options;
  options.stored = hints;
  const ArrayMapping mapping = Mapped(Parsed(column), options);
  return mapping.columns.empty() ? "" : mapping.columns[0].field.type.ToString();
}

TEST(MapToArrays, HonoursStoredTypesWhereTheyFit) {
  const std::string text = "optional binary a (STRING);";
  EXPECT_EQ(StoredAs(text, TypeId::kLargeUtf8), "large_utf8");
  EXPECT_EQ(StoredAs(text, TypeId::kUtf8View), "utf8_view");
  EXPECT_EQ(StoredAs(text, TypeId::kBinary), "utf8");
  EXPECT_EQ(StoredAs(text, TypeId::kInt32), "utf8");
  EXPECT_EQ(StoredAs(text, Type::Dictionary(TypeId::kInt16, TypeId::kUtf8)), "dictionary<values=utf8, indices=int16>");
  EXPECT_EQ(StoredAs(text, Type::Dictionary(TypeId::kInt16, TypeId::kInt32)), "utf8");
  EXPECT_EQ(StoredAs("optional binary a;", TypeId::kBinaryView), "binary_view");
  EXPECT_EQ(StoredAs("optional binary a;", TypeId::kUtf8), "binary");
  EXPECT_EQ(StoredAs("optional int64 a;", Type::Duration(TimeUnit::kNano)), "duration[ns]");
  EXPECT_EQ(StoredAs("optional int64 a;", TypeId::kInt32), "int64");
  EXPECT_EQ(StoredAs("optional int64 a;", Type::Dictionary(TypeId::kInt16, TypeId::kInt64)), "int64");
  EXPECT_EQ(StoredAs("optional int32 a (DATE);", TypeId::kDate64), "date64[ms]");
  EXPECT_EQ(StoredAs("optional int32 a (DECIMAL(9,2));", Type::Decimal(TypeId::kDecimal32, 9, 2)), "decimal32(9, 2)");
  EXPECT_EQ(StoredAs("optional int32 a (DECIMAL(9,2));", Type::Decimal(TypeId::kDecimal256, 9, 2)), "decimal256(9, 2)");
  EXPECT_EQ(StoredAs("optional int32 a (DECIMAL(9,2));", Type::Decimal(TypeId::kDecimal128, 10, 2)),
            "decimal128(9, 2)");
  EXPECT_EQ(StoredAs("optional fixed_len_byte_array(12) a (INTERVAL);", TypeId::kIntervalMonths), "month_interval");
  const Type run_end = Type::RunEndEncoded(TypeId::kInt32, Plain("values", TypeId::kInt64));
  EXPECT_EQ(StoredAs("optional int64 a;", run_end), run_end.ToString());
  EXPECT_EQ(StoredAs("optional int32 a;", run_end), "int32");
}

TEST(MapToArrays, BlendsStoredZonesWithTheUnitsOfTheFile) {
  const std::string utc = "optional int64 a (TIMESTAMP(MILLIS,true));";
  EXPECT_EQ(StoredAs(utc, Type::Timestamp(TimeUnit::kMilli, "Europe/Oslo")), "timestamp[ms, tz=Europe/Oslo]");
  EXPECT_EQ(StoredAs(utc, Type::Timestamp(TimeUnit::kNano, "Europe/Oslo")), "timestamp[ms, tz=Europe/Oslo]");
  EXPECT_EQ(StoredAs(utc, Type::Timestamp(TimeUnit::kSecond, "UTC")), "timestamp[s, tz=UTC]");
  EXPECT_EQ(StoredAs(utc, Type::Timestamp(TimeUnit::kMilli)), "timestamp[ms, tz=UTC]");
  EXPECT_EQ(StoredAs("optional int64 a (TIMESTAMP(MILLIS,false));", Type::Timestamp(TimeUnit::kSecond)),
            "timestamp[s]");
  EXPECT_EQ(StoredAs("optional int32 a (TIME(MILLIS,false));", Type::Time(TimeUnit::kSecond)), "time32[s]");
  EXPECT_EQ(StoredAs("optional int64 a (TIME(MICROS,false));", Type::Time(TimeUnit::kNano)), "time64[us]");
  EXPECT_EQ(StoredAs("optional int96 a;", Type::Timestamp(TimeUnit::kNano, "UTC")), "timestamp[ns, tz=UTC]");
}

TEST(MapToArrays, HonoursStoredListKindsAndNames) {
  const std::string list = "optional group a (LIST) { repeated group list { optional binary element (STRING); } }";
  const Field item = Plain("item", TypeId::kLargeUtf8);
  EXPECT_EQ(StoredAs(list, Type::List(item, TypeId::kLargeList)), "large_list<item: large_utf8>");
  EXPECT_EQ(StoredAs(list, Type::List(item, TypeId::kListView)), "list_view<item: large_utf8>");
  EXPECT_EQ(StoredAs(list, Type::FixedSizeList(item, 3)), Type::FixedSizeList(item, 3).ToString());
  EXPECT_EQ(StoredAs(list, Type(TypeId::kList)), "list<element: utf8>") << "a list type without a child";
  EXPECT_EQ(StoredAs(list, TypeId::kUtf8), "list<element: utf8>");
}

TEST(MapToArrays, KeepsMetadataOfStoredFieldsThatFitButNotTheirFieldIds) {
  Field stored = Plain("a", Type::FixedSizeBinary(3));
  stored.metadata = {{"ARROW:extension:name", "my.colour"}, {"note", "x"}, {"PARQUET:field_id", "7"}};
  const std::vector<Field> hints{stored};
  MappingOptions options;
  options.stored = hints;
  const Field fits = Mapped(Parsed("optional fixed_len_byte_array(3) a = 9;"), options).columns[0].field;
  EXPECT_EQ(Metadata(fits, "ARROW:extension:name"), "my.colour");
  EXPECT_EQ(Metadata(fits, "note"), "x");
  EXPECT_EQ(Metadata(fits, "PARQUET:field_id"), "9");
  const Field other = Mapped(Parsed("optional fixed_len_byte_array(4) a;"), options).columns[0].field;
  EXPECT_TRUE(other.metadata.empty());
}

std::string RequestedAs(const std::string& column, const Type& requested) {
  const std::vector<Field> fields{Plain("a", requested)};
  MappingOptions options;
  options.requested = fields;
  const Result<ArrayMapping> mapping = MapToArrays(Parsed(column), options);
  return mapping ? mapping->columns[0].field.type.ToString() : mapping.error().message();
}

TEST(MapToArrays, GivesRequestedTypesOrSaysWhyNot) {
  EXPECT_EQ(RequestedAs("optional int64 a;", TypeId::kInt8), "int8");
  EXPECT_EQ(RequestedAs("optional int32 a;", TypeId::kUint64), "uint64");
  EXPECT_EQ(RequestedAs("optional float a;", TypeId::kDouble), "double");
  EXPECT_EQ(RequestedAs("optional double a;", TypeId::kFloat), "column a of DOUBLE cannot be read as float");
  EXPECT_EQ(RequestedAs("optional binary a;", TypeId::kUtf8), "utf8");
  EXPECT_EQ(RequestedAs("optional binary a (STRING);", TypeId::kLargeBinary), "large_binary");
  EXPECT_EQ(RequestedAs("optional binary a (STRING);", TypeId::kInt32),
            "column a of BYTE_ARRAY (STRING) cannot be read as int32");
  EXPECT_EQ(RequestedAs("optional int64 a (TIMESTAMP(MICROS,true));", Type::Timestamp(TimeUnit::kNano, "UTC")),
            "timestamp[ns, tz=UTC]");
  EXPECT_EQ(RequestedAs("optional int64 a (TIMESTAMP(MICROS,true));", Type::Timestamp(TimeUnit::kNano)),
            "column a of INT64 (TIMESTAMP(MICROS,true)) cannot be read as timestamp[ns]");
  EXPECT_EQ(RequestedAs("optional int32 a (DECIMAL(9,2));", Type::Decimal(TypeId::kDecimal64, 12, 2)),
            "decimal64(12, 2)");
  EXPECT_EQ(RequestedAs("optional int32 a (DECIMAL(9,2));", Type::Decimal(TypeId::kDecimal32, 5, 2)),
            "column a of INT32 (DECIMAL(9,2)) cannot be read as decimal32(5, 2)");
  EXPECT_EQ(RequestedAs("optional group a { optional int32 x; }", TypeId::kInt32),
            "column a of a group cannot be read as int32");
  EXPECT_EQ(RequestedAs("optional int32 b;", TypeId::kInt32), "a type is requested for column a, which does not exist");
}

TEST(MapToArrays, GivesRequestedStructsTheirFieldsInTheirOrder) {
  const std::string column = "optional group a { optional int32 x; optional int64 y; optional float z; }";
  EXPECT_EQ(RequestedAs(column, Type::Struct({Plain("z", TypeId::kFloat), Plain("x", TypeId::kInt16)})),
            "struct<z: float, x: int16>");
  EXPECT_EQ(RequestedAs(column, Type::Struct({Plain("w", TypeId::kFloat)})), "column a has no field w");
}

}  // namespace
}  // namespace taracea::schema

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <vector>

#include "schema/array_mapping.h"

namespace taracea::schema {
namespace {

using array::Field;
using array::Type;
using array::TypeId;

Field Plain(std::string name, Type type, bool nullable = true) {
  return Field{std::move(name), std::move(type), nullable, {}};
}

std::string SchemaText(const std::vector<Field>& fields) {
  const Result<Schema> schema = SchemaForFields(fields, "m");
  return schema ? schema->ToString() : schema.error().ToString();
}

TEST(SchemaForFields, StoresFlatTypes) {
  EXPECT_EQ(SchemaText({Plain("a", TypeId::kNull, false), Plain("b", TypeId::kBool, false), Plain("c", TypeId::kInt8),
                        Plain("d", TypeId::kUint32), Plain("e", TypeId::kUint64), Plain("f", TypeId::kHalfFloat),
                        Plain("g", TypeId::kLargeUtf8), Plain("h", TypeId::kBinaryView),
                        Plain("i", Type::FixedSizeBinary(5)), Plain("j", TypeId::kInt64)}),
            R"(message m {
  optional int32 a (UNKNOWN);
  required boolean b;
  optional int32 c (INTEGER(8,true));
  optional int32 d (INTEGER(32,false));
  optional int64 e (INTEGER(64,false));
  optional fixed_len_byte_array(2) f (FLOAT16);
  optional binary g (STRING);
  optional binary h;
  optional fixed_len_byte_array(5) i;
  optional int64 j;
}
)");
}

TEST(SchemaForFields, StoresDecimalsAndTimes) {
  EXPECT_EQ(
      SchemaText(
          {Plain("a", Type::Decimal(TypeId::kDecimal128, 9, 2)), Plain("b", Type::Decimal(TypeId::kDecimal256, 18, 0)),
           Plain("c", Type::Decimal(TypeId::kDecimal128, 38, 38)), Plain("d", TypeId::kDate64),
           Plain("e", Type::Time(TimeUnit::kSecond)), Plain("f", Type::Time(TimeUnit::kNano)),
           Plain("g", Type::Timestamp(TimeUnit::kSecond)), Plain("h", Type::Timestamp(TimeUnit::kMicro, "Europe/Oslo")),
           Plain("i", Type::Duration(TimeUnit::kMicro)), Plain("j", TypeId::kIntervalDayTime)}),
      R"(message m {
  optional int32 a (DECIMAL(9,2));
  optional int64 b (DECIMAL(18,0));
  optional fixed_len_byte_array(16) c (DECIMAL(38,38));
  optional int32 d (DATE);
  optional int32 e (TIME(MILLIS,false));
  optional int64 f (TIME(NANOS,false));
  optional int64 g (TIMESTAMP(MILLIS,false));
  optional int64 h (TIMESTAMP(MICROS,true));
  optional int64 i;
  optional fixed_len_byte_array(12) j (INTERVAL);
}
)");
}

TEST(SchemaForFields, StoresNestedTypesByTheFormatsNames) {
  Field id = Plain("a", Type::List(Plain("item", TypeId::kInt32, false)));
  id.metadata = {{"PARQUET:field_id", "12"}};
  EXPECT_EQ(
      SchemaText({id,
                  Plain("b", Type::Map(Plain("k", TypeId::kUtf8, false),
                                       Plain("v", Type::FixedSizeList(Plain("item", TypeId::kFloat), 2)))),
                  Plain("c",
                        Type::Struct(
                            {Plain("x", Type::Dictionary(TypeId::kInt8, TypeId::kUtf8), false),
                             Plain("y", Type::RunEndEncoded(TypeId::kInt32, Plain("values", TypeId::kInt16)), false)}),
                        false)}),
      R"(message m {
  optional group a (LIST) = 12 {
    repeated group list {
      required int32 element;
    }
  }
  optional group b (MAP) {
    repeated group key_value {
      required binary key (STRING);
      optional group value (LIST) {
        repeated group list {
          optional float element;
        }
      }
    }
  }
  required group c {
    required binary x (STRING);
    optional int32 y (INTEGER(16,true));
  }
}
)");
}

TEST(SchemaForFields, TurnsExtensionTypesIntoLogicalTypes) {
  const auto extension = [](std::string name, Type type, std::string extension_name, std::string parameters) {
    Field field = Plain(std::move(name), std::move(type));
    field.metadata = {{"ARROW:extension:name", std::move(extension_name)},
                      {"ARROW:extension:metadata", std::move(parameters)}};
    return field;
  };
  EXPECT_EQ(SchemaText({extension("a", Type::FixedSizeBinary(16), "arrow.uuid", ""),
                        extension("b", Type::FixedSizeBinary(15), "arrow.uuid", ""),
                        extension("c", TypeId::kUtf8View, "arrow.json", ""),
                        extension("d", TypeId::kBinary, "geoarrow.wkb", R"({"crs":"EPSG:1","edges":"planar"})"),
                        extension("e", TypeId::kBinary, "geoarrow.wkb", R"({"edges":"spherical"})"),
                        extension("f", TypeId::kBinary, "geoarrow.wkb", "no json"),
                        extension("g", TypeId::kUtf8, "my.own", "")}),
            R"(message m {
  optional fixed_len_byte_array(16) a (UUID);
  optional fixed_len_byte_array(15) b;
  optional binary c (JSON);
  optional binary d (GEOMETRY("EPSG:1"));
  optional binary e (GEOGRAPHY(SPHERICAL));
  optional binary f (GEOMETRY);
  optional binary g (STRING);
}
)");
}

TEST(SchemaForFields, NamesTheFieldThatParquetCannotHold) {
  EXPECT_EQ(SchemaText({Plain("a", Type::List(Plain("item", Type::Struct({}))))}),
            "invalid argument: field a.element: Parquet cannot hold a struct without fields");
  EXPECT_EQ(SchemaText({Plain("a", Type::Decimal(TypeId::kDecimal128, 5, -2))}),
            "invalid argument: field a: Parquet decimals have a scale from 0 to the precision; got decimal128(5, -2)");
  EXPECT_EQ(SchemaText({Plain("a", Type(TypeId::kList))}).substr(0, 58),
            "invalid argument: field a: its type lacks children: list<>");
  Field bad_id = Plain("a", TypeId::kInt32);
  bad_id.metadata = {{"PARQUET:field_id", "x"}};
  EXPECT_EQ(SchemaText({bad_id}), "invalid argument: field a: PARQUET:field_id must be a 32-bit number; got x");
}

TEST(SchemaForFields, RefusesTypesNestedTooDeep) {
  Type type = TypeId::kInt32;
  for (int i = 0; i < 1000; ++i) {
    type = Type::Struct({Plain("x", type)});
  }
  EXPECT_EQ(SchemaForFields(std::vector<Field>{Plain("a", type)}).status().code(), ErrorCode::kInvalidArgument);
}

/// Makes random fields of every type that a file can give back as it was.
class RandomFields {
 public:
  explicit RandomFields(uint32_t seed) : random_(seed) {}

  std::vector<Field> Make(int depth, size_t count) {
    std::vector<Field> fields;
    for (size_t i = 0; i < count; ++i) {
      fields.push_back(MakeField(std::string(1, static_cast<char>('a' + i)), depth));
    }
    return fields;
  }

 private:
  int Below(int bound) { return static_cast<int>(random_() % static_cast<uint32_t>(bound)); }

  Field MakeField(std::string name, int depth) {
    Field field = Plain(std::move(name), depth > 0 && Below(2) == 0 ? Nested(depth - 1) : Flat(), Below(3) != 0);
    field.nullable = field.nullable || field.type.id == TypeId::kNull || field.type.id == TypeId::kRunEndEncoded;
    if (Below(3) == 0) {
      field.metadata.emplace_back("PARQUET:field_id", std::to_string(Below(1000)));
    }
    return field;
  }

  Type Flat() {
    constexpr std::array kPlain{TypeId::kNull,
                                TypeId::kBool,
                                TypeId::kInt8,
                                TypeId::kInt16,
                                TypeId::kInt32,
                                TypeId::kInt64,
                                TypeId::kUint8,
                                TypeId::kUint16,
                                TypeId::kUint32,
                                TypeId::kUint64,
                                TypeId::kHalfFloat,
                                TypeId::kFloat,
                                TypeId::kDouble,
                                TypeId::kUtf8,
                                TypeId::kLargeUtf8,
                                TypeId::kBinary,
                                TypeId::kLargeBinary,
                                TypeId::kUtf8View,
                                TypeId::kDate32,
                                TypeId::kBinaryView,
                                TypeId::kDate64,
                                TypeId::kIntervalMonths,
                                TypeId::kIntervalDayTime,
                                TypeId::kIntervalMonthDayNano};
    const auto unit = static_cast<TimeUnit>(Below(4));
    switch (Below(12)) {
      case 0: return Type::FixedSizeBinary(Below(20));
      case 1: return Type::Decimal(TypeId::kDecimal32, 1 + Below(9), 0);
      case 2: return Type::Decimal(TypeId::kDecimal64, 5, Below(6));
      case 3: return Type::Decimal(TypeId::kDecimal256, 5 + Below(72), Below(6));
      case 4: return Type::Time(unit);
      case 5: return Type::Timestamp(unit, Below(2) == 0 ? "" : "America/New_York");
      case 6: return Type::Duration(unit);
      case 7: return Type::Dictionary(TypeId::kUint8, Below(2) == 0 ? TypeId::kUtf8 : TypeId::kLargeBinary);
      case 8: return Type::RunEndEncoded(TypeId::kInt64, Plain("values", kPlain[static_cast<size_t>(1 + Below(17))]));
      default: return kPlain[static_cast<size_t>(Below(static_cast<int>(kPlain.size())))];
    }
  }

  Type Nested(int depth) {
    switch (Below(5)) {
      case 0: return Type::FixedSizeList(MakeField("item", depth), Below(5));
      case 1: return Type::Struct(Make(depth, static_cast<size_t>(1 + Below(3))));
      case 2: {
        Field key = MakeField("keys", depth);
        key.type =
            key.type.id == TypeId::kNull || key.type.id == TypeId::kRunEndEncoded ? Type(TypeId::kUtf8) : key.type;
        key.nullable = false;
        return Type::Map(key, MakeField("values", depth), Below(2) == 0);
      }
      default:
        return Type::List(MakeField("item", depth), static_cast<TypeId>(static_cast<int>(TypeId::kList) + Below(4)));
    }
  }

  std::mt19937 random_;
};

std::vector<Field> FieldsOf(const ArrayMapping& mapping) {
  std::vector<Field> fields;
  for (const MappedField& column : mapping.columns) {
    fields.push_back(column.field);
  }
  return fields;
}

TEST(SchemaForFields, IsUndoneByTheStoredFields) {
  for (uint32_t seed = 0; seed < 400; ++seed) {
    const std::vector<Field> fields = RandomFields(seed).Make(4, 3);
    const Result<Schema> schema = SchemaForFields(fields);
    ASSERT_TRUE(schema.ok()) << schema.error().ToString();
    MappingOptions options;
    options.stored = fields;
    const Result<ArrayMapping> back = MapToArrays(*schema, options);
    ASSERT_TRUE(back.ok()) << back.error().ToString();
    const std::vector<Field> mapped = FieldsOf(*back);
    ASSERT_EQ(mapped.size(), fields.size());
    for (size_t i = 0; i < fields.size(); ++i) {
      EXPECT_EQ(mapped[i].type.ToString(), fields[i].type.ToString()) << seed;
      EXPECT_EQ(mapped[i], fields[i]) << seed << " " << fields[i].type.ToString();
    }
  }
}

TEST(MapFieldsTo, TakesTheFieldsThatASchemaWasMadeFor) {
  for (uint32_t seed = 0; seed < 400; ++seed) {
    std::vector<Field> fields = RandomFields(seed).Make(4, 3);
    const Result<Schema> schema = SchemaForFields(fields);
    ASSERT_TRUE(schema.ok());
    std::swap(fields[0], fields[2]);
    const Result<ArrayMapping> mapping = MapFieldsTo(fields, *schema);
    ASSERT_TRUE(mapping.ok()) << mapping.error().ToString();
    EXPECT_EQ(FieldsOf(*mapping), fields) << "columns are parallel to the fields";
  }
}

std::string WriteError(const std::string& columns, const std::vector<Field>& fields) {
  const Result<Schema> schema = Schema::Parse("message m { " + columns + " }");
  EXPECT_TRUE(schema.ok());
  const Result<ArrayMapping> mapping = MapFieldsTo(fields, *schema);
  return mapping ? "" : mapping.error().message();
}

TEST(MapFieldsTo, RefusesFieldsThatDoNotFit) {
  EXPECT_EQ(WriteError("required int32 a; required int32 b;", {Plain("a", TypeId::kInt32)}),
            "no field is given for column b");
  EXPECT_EQ(WriteError("required int32 a;", {Plain("b", TypeId::kInt32)}), "the schema has no column for field b");
  EXPECT_EQ(WriteError("required int32 a;", {Plain("a", TypeId::kInt32), Plain("a", TypeId::kInt32)}),
            "the schema has no column for field a");
  EXPECT_EQ(WriteError("required int32 a;", {Plain("a", TypeId::kUtf8)}), "column a of INT32 cannot hold utf8");
  EXPECT_EQ(WriteError("required group a { required int32 x; required int32 y; }",
                       {Plain("a", Type::Struct({Plain("x", TypeId::kInt32)}))}),
            "no field is given for column a.y");
  EXPECT_EQ(WriteError("optional binary a (STRING);", {Plain("a", TypeId::kBinary)}),
            "column a of BYTE_ARRAY (STRING) cannot hold binary");
  EXPECT_EQ(WriteError("required int32 a;", {Plain("a", TypeId::kNull)}), "column a of INT32 cannot hold null");
}

TEST(MapFieldsTo, TakesOtherTypesWhoseValuesTheColumnHolds) {
  EXPECT_EQ(WriteError("optional int32 a;", {Plain("a", TypeId::kInt64)}), "");
  EXPECT_EQ(WriteError("optional double a;", {Plain("a", TypeId::kFloat)}), "");
  EXPECT_EQ(WriteError("optional binary a;", {Plain("a", TypeId::kUtf8)}), "");
  EXPECT_EQ(WriteError("optional binary a (STRING);", {Plain("a", TypeId::kNull)}), "");
  EXPECT_EQ(WriteError("optional group a (LIST) { repeated int32 array; }",
                       {Plain("a", Type::List(Plain("item", TypeId::kInt32)))}),
            "");
}

TEST(MapFieldsTo, DescribesTheArraysAsTheyAreAndTheColumnsByTheirLevels) {
  const std::vector<Field> fields{Plain("a", Type::List(Plain("item", TypeId::kInt16))),
                                  Plain("b", Type::Map(Plain("k", TypeId::kUtf8), Plain("v", TypeId::kInt32), true))};
  const Result<Schema> schema = Schema::Parse(
      "message m { required group a (LIST) = 3 { repeated group list { required int32 element = 4; } }"
      "required group b (MAP) { repeated group kv { required binary key (STRING); required int32 value; } } }");
  const Result<ArrayMapping> mapping = MapFieldsTo(fields, *schema);
  ASSERT_TRUE(mapping.ok()) << mapping.error().ToString();
  EXPECT_EQ(FieldsOf(*mapping), fields);
  EXPECT_EQ(mapping->columns[0].children[0].field, fields[0].type.child(0));
  EXPECT_EQ(mapping->columns[0].valid_definition_level, mapping->columns[0].slot_definition_level);
  EXPECT_EQ(mapping->columns[1].children[0].field, fields[1].type.child(0));
}

}  // namespace
}  // namespace taracea::schema

#include <gtest/gtest.h>

#include <string>

#include "arrow/format_string.h"
#include "arrow/owned_c_struct.h"
#include "arrow/schema_export.h"
#include "arrow/schema_import.h"
#include "arrow/schema_metadata.h"
#include "support/every_type.h"

namespace taracea::arrow {
namespace {

using array::Field;
using array::RecordBatch;
using array::Type;
using array::TypeId;

/// A schema in the test's own memory, to be damaged at will.
struct PlainSchema {
  explicit PlainSchema(const char* format) {
    schema.format = format;
    schema.name = "x";
    schema.release = [](ArrowSchema* released) { released->release = nullptr; };
  }
  void Adopt(PlainSchema* child) {
    pointers.push_back(&child->schema);
    schema.children = pointers.data();
    schema.n_children = static_cast<int64_t>(pointers.size());
  }

  ArrowSchema schema{};
  std::vector<ArrowSchema*> pointers;
};

TEST(SchemaBridgeTest, ReturnsTheFieldsOfEveryType) {
  const RecordBatch batch = testing::EveryTypeBatch();
  ArrowSchema schema;
  ASSERT_TRUE(ExportTableSchema(*batch.fields, batch.metadata, &schema).ok());
  const auto back = ImportTableSchema(&schema);
  ASSERT_TRUE(back.has_value()) << back.error().ToString();
  EXPECT_EQ(schema.release, nullptr);
  EXPECT_EQ(*back->fields, *batch.fields);
  EXPECT_EQ(back->metadata, batch.metadata);
}

TEST(SchemaBridgeTest, KeepsFlagsOfMapsAndDictionaries) {
  Field map{"m", Type::Map({"k", TypeId::kInt32, false, {}}, {"v", TypeId::kUtf8, true, {}}, true), true, {}};
  Field dictionary{"d", Type::Dictionary(TypeId::kUint8, Type::Struct({map}), true), false, {}};
  ArrowSchema schema;
  ASSERT_TRUE(ExportField(dictionary, &schema).ok());
  EXPECT_STREQ(schema.format, "C");
  EXPECT_EQ(schema.flags, ARROW_FLAG_DICTIONARY_ORDERED);
  EXPECT_STREQ(schema.dictionary->format, "+s");
  EXPECT_EQ(schema.dictionary->children[0]->flags, ARROW_FLAG_NULLABLE | ARROW_FLAG_MAP_KEYS_SORTED);
  EXPECT_EQ(ImportField(&schema).value(), dictionary);
}

TEST(SchemaBridgeTest, WritesTheFormatsOfTheStandard) {
  EXPECT_EQ(FormatOf(Type::Decimal(TypeId::kDecimal128, 12, 2)), "d:12,2");
  EXPECT_EQ(FormatOf(Type::Decimal(TypeId::kDecimal256, 12, -2)), "d:12,-2,256");
  EXPECT_EQ(FormatOf(Type::Decimal(TypeId::kDecimal32, 9, 0)), "d:9,0,32");
  EXPECT_EQ(FormatOf(Type::Timestamp(TimeUnit::kMicro)), "tsu:");
  EXPECT_EQ(FormatOf(Type::Timestamp(TimeUnit::kSecond, "UTC")), "tss:UTC");
  EXPECT_EQ(FormatOf(Type::FixedSizeBinary(16)), "w:16");
  EXPECT_EQ(FormatOf(TypeId::kLargeListView), "+vL");
  EXPECT_EQ(FormatOf(TypeId::kIntervalMonthDayNano), "tin");
}

TEST(SchemaBridgeTest, RejectsMalformedFormats) {
  for (const char* format :
       {"",       "x",    "ll",   "d:",      "d:12",          "d:12,", "d:12,2,", "d:12,2,100", "d:0,0",
        "d:39,0", "w:",   "w:-1", "w:1x",    "w:99999999999", "+w:",   "+",       "+x",         "t",
        "td",     "tdX",  "tsx:", "ts",      "tsu",           "ttD",   "ttms",    "tDx",        "ti",
        "v",      "vx",   "+v",   "d:12 ,2", "d:10,0,32",     "nn",    "d:a,b",   "tiMM",       "tsuUTC",
        "z:1",    "+w:-2"}) {
    const auto type = TypeFromFormat(format);
    ASSERT_FALSE(type.has_value()) << format;
    EXPECT_EQ(type.error().code(), ErrorCode::kInvalidArgument) << format;
  }
  EXPECT_EQ(TypeFromFormat("+ud:0,1").error().code(), ErrorCode::kUnsupported);
  EXPECT_EQ(TypeFromFormat("+us:").error().code(), ErrorCode::kUnsupported);
}

TEST(SchemaBridgeTest, NamesTheFieldOfAnError) {
  PlainSchema leaf("nonsense");
  PlainSchema list("+l");
  PlainSchema root("+s");
  leaf.schema.name = "leaf";
  list.schema.name = "list";
  list.Adopt(&leaf);
  root.Adopt(&list);
  const Status status = ReadTableSchema(root.schema).error();
  EXPECT_EQ(status.code(), ErrorCode::kInvalidArgument);
  EXPECT_EQ(status.place().column, "list.leaf");
}

TEST(SchemaBridgeTest, RejectsBrokenStructs) {
  const auto expect_invalid = [](const ArrowSchema& schema) {
    const auto field = ReadField(schema);
    ASSERT_FALSE(field.has_value());
    EXPECT_EQ(field.error().code(), ErrorCode::kInvalidArgument);
  };
  expect_invalid(ArrowSchema{});
  PlainSchema no_format(nullptr);
  expect_invalid(no_format.schema);
  PlainSchema negative("+s");
  negative.schema.n_children = -1;
  expect_invalid(negative.schema);
  PlainSchema absent("+s");
  absent.schema.n_children = 2;
  expect_invalid(absent.schema);
  ArrowSchema* nothing = nullptr;
  absent.schema.n_children = 1;
  absent.schema.children = &nothing;
  expect_invalid(absent.schema);
  PlainSchema childless("+l");
  expect_invalid(childless.schema);
  PlainSchema values("u");
  PlainSchema bad_index("f");
  bad_index.schema.dictionary = &values.schema;
  expect_invalid(bad_index.schema);
  PlainSchema bad_map("+m");
  bad_map.Adopt(&values);
  expect_invalid(bad_map.schema);
  PlainSchema bad_runs("+r");
  bad_runs.Adopt(&values);
  bad_runs.Adopt(&values);
  expect_invalid(bad_runs.schema);
  EXPECT_EQ(ReadTableSchema(values.schema).error().code(), ErrorCode::kInvalidArgument);
}

TEST(SchemaBridgeTest, RejectsNestingBeyondTheLimit) {
  Type type = TypeId::kInt32;
  for (int i = 0; i < 40; ++i) {
    type = Type::List({"e", type, true, {}});
  }
  ArrowSchema schema;
  ASSERT_TRUE(ExportField({"deep", type, true, {}}, &schema).ok());
  Owned<ArrowSchema> owned(&schema);
  ReadLimits limits;
  EXPECT_TRUE(ReadField(*owned.get(), limits).has_value());
  limits.max_schema_depth = 40;
  EXPECT_EQ(ReadField(*owned.get(), limits).error().code(), ErrorCode::kLimitExceeded);
  limits = {};
  limits.max_schema_nodes = 10;
  EXPECT_EQ(ReadField(*owned.get(), limits).error().code(), ErrorCode::kLimitExceeded);
}

TEST(SchemaBridgeTest, RejectsNegativeLengthsInMetadata) {
  const std::string good = EncodeMetadata({{"key", "value"}}).value();
  EXPECT_EQ(DecodeMetadata(good.data()).value(), (array::Metadata{{"key", "value"}}));
  EXPECT_TRUE(DecodeMetadata(nullptr).value().empty());
  for (const size_t at : {0U, 4U, 11U}) {
    std::string bad = good;
    bad.replace(at, 4, "\xFF\xFF\xFF\xFF");
    EXPECT_EQ(DecodeMetadata(bad.data()).error().code(), ErrorCode::kInvalidArgument);
  }
}

TEST(SchemaBridgeTest, LetsChildrenBeMovedOut) {
  ArrowSchema schema;
  ASSERT_TRUE(
      ExportField({"s", Type::Struct({{"a", TypeId::kInt8, true, {}}, {"b", TypeId::kUtf8, true, {}}}), true, {}},
                  &schema)
          .ok());
  Owned<ArrowSchema> child(schema.children[1]);
  EXPECT_EQ(schema.children[1]->release, nullptr);
  schema.release(&schema);
  EXPECT_EQ(schema.release, nullptr);
  EXPECT_STREQ(child->name, "b");
  EXPECT_EQ(ReadField(*child.get()).value().type.id, TypeId::kUtf8);
}

}  // namespace
}  // namespace taracea::arrow

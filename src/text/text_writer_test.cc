#include "text/text_writer.h"

#include <gtest/gtest.h>

#include "support/array_builder.h"
#include "support/every_type.h"
#include "text/csv_reader.h"
#include "text/display_width.h"
#include "text/json_check.h"
#include "text/schema_file.h"
#include "text/text_fixture.h"
#include "text/type_name.h"

namespace taracea::text {
namespace {

using array::Array;
using array::RecordBatch;
using array::TypeId;
using testing::Share;
using testing::Utf8Array;

std::string Contents(const MemorySink& sink) {
  const ConstBytes bytes = sink.bytes();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

RecordBatch Batch(const std::vector<std::pair<std::string, Array>>& columns) {
  std::vector<array::Field> fields;
  RecordBatch batch;
  for (const auto& [name, column] : columns) {
    fields.push_back(NullableField(name, column.type));
    batch.columns.push_back(Share(column));
    batch.length = column.length;
  }
  batch.fields = std::make_shared<const std::vector<array::Field>>(std::move(fields));
  return batch;
}

std::string Csv(const RecordBatch& batch, const CsvWriteOptions& options = {}) {
  MemorySink sink;
  auto writer = MakeCsvWriter(batch.fields, options, &sink);
  EXPECT_TRUE(writer.ok());
  EXPECT_TRUE((*writer)->Write(batch).ok());
  EXPECT_TRUE((*writer)->Finish().ok());
  return Contents(sink);
}

std::string JsonLines(const RecordBatch& batch, const JsonWriteOptions& options = {}) {
  MemorySink sink;
  auto writer = MakeJsonLinesWriter(batch.fields, options, &sink);
  EXPECT_TRUE(writer->Write(batch).ok());
  EXPECT_TRUE(writer->Finish().ok());
  return Contents(sink);
}

std::string Table(const RecordBatch& batch, const TableWriteOptions& options = {}) {
  MemorySink sink;
  auto writer = MakeTableWriter(batch.fields, options, &sink);
  EXPECT_TRUE(writer->Write(batch).ok());
  EXPECT_TRUE(writer->Finish().ok());
  return Contents(sink);
}

TEST(CsvWriter, Rule7KeepsNullAndTheEmptyTextApart) {
  const RecordBatch batch =
      Batch({{"a", Utf8Array({"x", "", std::nullopt, "NA"})}, {"b", testing::Int32Array({1, 2, 3, std::nullopt})}});
  EXPECT_EQ(Csv(batch), "a,b\nx,1\n\"\",2\n,3\nNA,\n");
  CsvWriteOptions options;
  options.null_string = "NA";
  options.delimiter = '\t';
  options.crlf = true;
  EXPECT_EQ(Csv(batch, options), "a\tb\r\nx\t1\r\n\"\"\t2\r\nNA\t3\r\n\"NA\"\tNA\r\n");
}

TEST(CsvWriter, QuotesWhatWouldNotComeBack) {
  const RecordBatch batch = Batch({{"a,b", Utf8Array({"x,y", "say \"hi\"", "two\nlines", "cr\r", " plain "})}});
  EXPECT_EQ(Csv(batch), "\"a,b\"\n\"x,y\"\n\"say \"\"hi\"\"\"\n\"two\nlines\"\n\"cr\r\"\n plain \n");
}

TEST(CsvWriter, WritesNestedCellsAsCompactJson) {
  const Array list = testing::ListArray({2, std::nullopt, 0}, testing::Int32Array({1, std::nullopt}));
  const Array structs =
      testing::StructArray({{"k", Utf8Array({"a", std::nullopt, "c"})}, {"l", list}}, {true, false, true});
  const Array map = testing::MapArray({1, 0, std::nullopt}, Utf8Array({"key"}), testing::Int32Array({7}));
  EXPECT_EQ(Csv(Batch({{"s", structs}, {"m", map}})),
            "s,m\n\"{\"\"k\"\":\"\"a\"\",\"\"l\"\":[1,null]}\",\"{\"\"key\"\":7}\"\n,{}\n\"{\"\"k\"\":\"\"c\"\","
            "\"\"l\"\":[]}\",\n");
  EXPECT_EQ(JsonLines(Batch({{"s", structs}, {"m", map}})),
            "{\"s\":{\"k\":\"a\",\"l\":[1,null]},\"m\":{\"key\":7}}\n{\"s\":null,\"m\":{}}\n{\"s\":{\"k\":\"c\",\"l\":["
            "]},\"m\":null}\n");
}

TEST(CsvWriter, RoundTripsFlatTypesThroughTheReader) {
  const std::string text =
      "i,u,d,f,b,t,day,at,utc,time\n"
      "-1,18446744073709551615,123456789012345678901234,1.5,true,\"a\n\"\"b\",2024-02-29,2024-01-02T03:04:05.123,"
      "2024-01-02T03:04:05Z,01:02:03\n"
      ",,,,,,,,,\n"
      "2,9223372036854775808,-5,NaN,false,\"\",0001-01-01,1969-12-31T23:59:59,9999-12-31T00:00:00Z,00:00:00.000001\n";
  const auto stream = OpenCsv(StringInput(text), {});
  ASSERT_TRUE(stream.ok()) << stream.error().ToString();
  const auto batch = (*stream)->Next();
  ASSERT_TRUE(batch.ok()) << batch.error().ToString();
  EXPECT_EQ(Csv(**batch), text);
}

TEST(JsonLinesWriter, WritesEveryTypeAsValidJson) {
  const RecordBatch batch = testing::EveryTypeBatch();
  const std::string text = JsonLines(batch, {.big_ints = BigInts::kString});
  size_t lines = 0;
  for (size_t at = 0; at < text.size(); ++lines) {
    const size_t end = text.find('\n', at);
    EXPECT_TRUE(IsOneJsonLine(std::string_view(text).substr(at, end - at))) << text.substr(at, end - at);
    at = end + 1;
  }
  EXPECT_EQ(lines, static_cast<size_t>(batch.length));
  EXPECT_FALSE(Csv(batch).empty());
  EXPECT_FALSE(Table(batch, {.width = 80}).empty());
}

TEST(JsonLinesWriter, WritesSlicesAsTheRowsTheyAre) {
  const RecordBatch batch = testing::EveryTypeBatch();
  const std::string whole = JsonLines(batch);
  std::string parts;
  for (int64_t row = 0; row < batch.length; ++row) {
    parts += JsonLines(batch.Slice(row, 1));
  }
  EXPECT_EQ(parts, whole);
}

TEST(TableWriter, AlignsNumbersRightAndTextLeft) {
  const RecordBatch batch = Batch(
      {{"name", Utf8Array({"a", "\u6f22\u5b57", std::nullopt})}, {"n", testing::Int32Array({1, 1000, std::nullopt})}});
  EXPECT_EQ(Table(batch),
            "name     n\n"
            "----  ----\n"
            "a        1\n"
            "\u6f22\u5b57  1000\n"
            "null  null\n");
}

TEST(TableWriter, SaysWhatItLeftOut) {
  const RecordBatch batch =
      Batch({{"a", Utf8Array({std::string(60, 'x')})}, {"b", Utf8Array({"yy"})}, {"c", Utf8Array({"z"})}});
  EXPECT_EQ(Table(batch, {.width = 46}),
            "a                                         b\n"
            "----------------------------------------  ----\n" +
                std::string(39, 'x') + "\u2026  yy\n+1 column: --vertical\n1 cell cut to fit: --vertical\n");
  for (int32_t width = 1; width < 60; ++width) {
    const std::string table = Table(batch, {.width = width});
    EXPECT_NE(table.find("--vertical"), std::string::npos);
    EXPECT_LE(DisplayWidth(table.substr(0, table.find('\n'))), std::max<size_t>(static_cast<size_t>(width), 4));
  }
}

TEST(TableWriter, EscapesControlCharactersAndColorsOnlyWhenAsked) {
  const RecordBatch batch = Batch({{"a\n", Utf8Array({"\x1b[31mred", std::nullopt})}});
  EXPECT_EQ(Table(batch).find('\x1b'), std::string::npos);
  EXPECT_EQ(Table(batch), "a\\n\n-----------\n\\x1b[31mred\nnull\n");
  EXPECT_NE(Table(batch, {.color = true}).find("\x1b[2mnull\x1b[0m"), std::string::npos);
}

TEST(TableWriter, WritesOneLineAValueWhenVertical) {
  const RecordBatch batch = Batch({{"name", Utf8Array({"a", std::nullopt})}, {"n", testing::Int32Array({1, 2})}});
  EXPECT_EQ(Table(batch, {.vertical = true, .first_row_number = 10}),
            "row 10\n  name  a\n  n     1\nrow 11\n  name  null\n  n     2\n");
}

TEST(TypeName, RoundTripsEveryNameThatItReads) {
  for (const char* name : {"bool",
                           "int8",
                           "uint64",
                           "half",
                           "float",
                           "double",
                           "utf8",
                           "json",
                           "binary",
                           "binary(hex)",
                           "date",
                           "time",
                           "time(ms)",
                           "timestamp",
                           "timestamp(UTC)",
                           "timestamp(ns, UTC)",
                           "duration(s)",
                           "decimal(12, 2)",
                           "decimal(76, 0)",
                           "list<int64>",
                           "struct<a: int64 not null, \"b,c\": list<utf8>>",
                           "map<utf8, struct<>>",
                           "int64 not null",
                           "null",
                           "large_utf8"}) {
    const auto field = ParseTypeName(name);
    ASSERT_TRUE(field.ok()) << name << field.error().ToString();
    EXPECT_EQ(FormatTypeName(*field), name);
  }
  for (const char* name :
       {"", "int", "int65", "decimal(0,0)", "decimal(5,6)", "decimal", "list<", "list<int64", "struct<a>",
        "map<int64, utf8>", "time(UTC)", "timestamp(h)", "int64 x", "list<>", "binary(base32)"}) {
    EXPECT_TRUE(!ParseTypeName(name).ok() || std::string_view(name) == "int") << name;
  }
  std::string deep;
  for (int i = 0; i < 100000; ++i) {
    deep += "list<";
  }
  EXPECT_FALSE(ParseTypeName(deep).ok());
}

TEST(SchemaFile, RoundTripsOddNames) {
  const std::vector<array::Field> fields = {NullableField("a:b", TypeId::kInt8), NullableField("", TypeId::kUtf8),
                                            NullableField(" x\"\n#", TypeId::kBool),
                                            NullableField("\u00e4", TypeId::kDate32)};
  const auto back = ParseSchemaFile("# made by hand\n\n" + FormatSchemaFile(fields, {{"text", "a#\nb", 3}}));
  ASSERT_TRUE(back.ok()) << back.error().ToString();
  EXPECT_EQ(*back, fields);
  EXPECT_EQ(ParseSchemaFile("a: int8\na: int8\n").error().message(), "schema line 2 names a column again: a");
  EXPECT_EQ(ParseSchemaFile("a int8\n").error().message(), "schema line 1: expected \"name: type\"");
}

}  // namespace
}  // namespace taracea::text

#include "text/json_reader.h"

#include <gtest/gtest.h>

#include "support/array_builder.h"
#include "support/every_type.h"
#include "text/schema_file.h"
#include "text/text_fixture.h"
#include "text/text_writer.h"
#include "text/type_name.h"

namespace taracea::text {
namespace {

using array::RecordBatch;

struct Import {
  Status status;
  std::vector<array::Field> fields;
  ImportReport report;
  std::string lines;  ///< Written back as JSON lines.
  int64_t rows = 0;
  std::vector<RecordBatch> batches;

  std::string schema() const { return FormatSchemaFile(fields, {}); }
};

Import Read(std::shared_ptr<TextInput> input, const JsonReadOptions& options = {}) {
  Import out;
  Result<std::unique_ptr<TextBatchStream>> stream = OpenJson(std::move(input), options);
  if (!stream) {
    out.status = stream.error();
    return out;
  }
  out.fields = *(*stream)->fields();
  MemorySink sink;
  const auto writer = MakeJsonLinesWriter((*stream)->fields(), {}, &sink);
  while (true) {
    Result<std::optional<RecordBatch>> batch = (*stream)->Next();
    if (!batch) {
      out.status = batch.error();
      return out;
    }
    if (!*batch) {
      break;
    }
    for (const auto& column : (*batch)->columns) {
      const Status valid = array::Validate(*column, true);
      EXPECT_TRUE(valid.ok()) << valid.ToString();
      EXPECT_EQ(column->length, (*batch)->length);
    }
    EXPECT_TRUE(writer->Write(**batch).ok());
    out.rows += (*batch)->length;
    out.batches.push_back(**std::move(batch));
  }
  out.lines.assign(reinterpret_cast<const char*>(sink.bytes().data()), sink.bytes().size());
  out.report = (*stream)->report();
  return out;
}

Import Read(const std::string& text, const JsonReadOptions& options = {}) {
  Import out = Read(StringInput(text), options);
  EXPECT_TRUE(out.status.ok()) << out.status.ToString();
  return out;
}

std::string Fault(const std::string& text, const JsonReadOptions& options = {}) {
  return Read(StringInput(text), options).status.message();
}

TEST(JsonImport, Rule19TakesAbsentForNull) {
  const Import out = Read("{\"a\":1,\"b\":\"x\"}\n{\"b\":null}\n{\"c\":true,\"a\":null}\n");
  EXPECT_EQ(out.schema(), "a: int64\nb: utf8\nc: bool\n");
  EXPECT_EQ(
      out.lines,
      "{\"a\":1,\"b\":\"x\",\"c\":null}\n{\"a\":null,\"b\":null,\"c\":null}\n{\"a\":null,\"b\":null,\"c\":true}\n");
}

TEST(JsonImport, Rule19MakesJsonTextOfMixedTypesWithAWarning) {
  const Import out = Read("{\"a\":1}\n{\"a\":\"x\"}\n{\"a\":{\"k\":[1, 2]}}\n{}\n{\"a\":null}\n");
  EXPECT_EQ(out.schema(), "a: json\n");
  EXPECT_EQ(out.lines, "{\"a\":1}\n{\"a\":\"x\"}\n{\"a\":{\"k\":[1,2]}}\n{\"a\":null}\n{\"a\":null}\n");
  EXPECT_EQ(out.batches[0].columns[0]->BinaryValue(1), "\"x\"");
  ASSERT_EQ(out.report.warnings.size(), 1U);
  EXPECT_EQ(out.report.warnings[0], "column a: object beside text (line 3), so it becomes JSON text");
}

TEST(JsonImport, Rule19RefusesDuplicateKeys) {
  EXPECT_EQ(Fault("{\"a\":1}\n{\"a\":1,\"b\":2,\"a\":3}\n"), "line 2: an object has a key twice: a");
  EXPECT_EQ(Fault("{\"a\":{\"x\":1,\"\\u0078\":2}}\n"), "line 1: an object has a key twice: x");
}

TEST(JsonImport, Rule19ReadsATopLevelArrayAsLines) {
  for (const char* text : {"[{\"a\":1},{\"a\":\"]}\"}]", " [ {\"a\":1}\n,\n {\"a\" : \"]}\"} \n] \n",
                           "{\"a\":1}\n\n  {\"a\":\"]}\"}  \r\n\n"}) {
    const Import out = Read(text);
    EXPECT_EQ(out.lines, "{\"a\":1}\n{\"a\":\"]}\"}\n") << text;
  }
  EXPECT_EQ(Fault("[{\"a\":1},]"), "line 1: an element of the top-level array is missing");
  for (const char* text : {"[", "[{\"a\":1}", "[{\"a\":1},", "[{\"a\":1},]", "[{\"a\":1} {\"a\":2}]", "[{\"a\":1}] x",
                           "[,{\"a\":1}]", "[1]", "[{\"a\":1}}]"}) {
    EXPECT_NE(Fault(text), "") << text;
  }
}

TEST(JsonImport, Rule19KeepsIntegersExact) {
  const Import out = Read(
      "{\"i\":9223372036854775807,\"u\":18446744073709551615,\"d\":-123456789012345678901234567890,\"f\":12E4,\"g\":0."
      "1}\n"
      "{\"i\":-9223372036854775808,\"u\":1,\"d\":5,\"f\":1,\"g\":9007199254740992}\n");
  EXPECT_EQ(out.schema(), "i: int64\nu: uint64\nd: decimal(30, 0)\nf: double\ng: double\n");
  EXPECT_EQ(out.lines,
            "{\"i\":9223372036854775807,\"u\":18446744073709551615,\"d\":-123456789012345678901234567890,\"f\":120000."
            "0,\"g\":0.1}\n"
            "{\"i\":-9223372036854775808,\"u\":1,\"d\":5,\"f\":1.0,\"g\":9007199254740992.0}\n");
  const Import inexact = Read("{\"a\":9007199254740993,\"b\":0.1234567890123456789}\n{\"a\":0.5}\n");
  EXPECT_EQ(inexact.schema(), "a: json\nb: json\n");
  EXPECT_EQ(inexact.lines, "{\"a\":9007199254740993,\"b\":0.1234567890123456789}\n{\"a\":0.5,\"b\":null}\n");
  EXPECT_EQ(inexact.report.warnings.size(), 2U);
}

TEST(JsonImport, Rule20LeavesTextAsTextWithoutAType) {
  const std::string text = "{\"when\":\"2024-01-02\",\"s\":{\"n\":\"7\",\"x\":1.5},\"d\":0.10}\n";
  EXPECT_EQ(Read(text).schema(), "when: utf8\ns: struct<n: utf8, x: double>\nd: double\n");
  JsonReadOptions options;
  options.types = {{"when", "date"}, {"s.n", "int8"}, {"d", "decimal(5,2)"}};
  const Import out = Read(text, options);
  EXPECT_EQ(out.schema(), "when: date\ns: struct<n: int8, x: double>\nd: decimal(5, 2)\n");
  EXPECT_EQ(out.lines, "{\"when\":\"2024-01-02\",\"s\":{\"n\":7,\"x\":1.5},\"d\":0.10}\n");
  options.types = {{"when", "int64"}};
  EXPECT_EQ(Fault(text, options), "line 1, column when: not int64: \"2024-01-02\"");
  options.types = {{"s.q", "int64"}};
  EXPECT_EQ(Fault(text, options), "a type is given for a path that no record has: s.q");
}

TEST(JsonImport, Rule20MakesMapsOfObjectsWithManyKeysOfOneType) {
  std::string same = "{\"m\":{";
  std::string mixed = "{\"m\":{";
  for (int i = 0; i < 201; ++i) {
    const std::string key = (i == 0 ? "\"k" : ",\"k") + std::to_string(i) + "\":";
    same += key + std::to_string(i);
    mixed += key + (i == 100 ? "\"x\"" : std::to_string(i));
  }
  const Import map = Read(same + "}}\n{\"m\":{}}\n{\"m\":{\"k7\":null}}\n{}\n");
  EXPECT_EQ(map.schema(), "m: map<utf8, int64>\n");
  EXPECT_EQ(map.lines.substr(0, same.size() + 3), same + "}}\n");
  EXPECT_EQ(map.lines.substr(same.size() + 3), "{\"m\":{}}\n{\"m\":{\"k7\":null}}\n{\"m\":null}\n");
  EXPECT_EQ(Read(mixed + "}}\n").fields[0].type.id, array::TypeId::kStruct);
  JsonReadOptions options;
  options.map_key_threshold = 300;
  EXPECT_EQ(Read(same + "}}\n", options).fields[0].type.id, array::TypeId::kStruct);
  const std::string twice = same + ",\"k1\":5}}\n";
  EXPECT_NE(Fault(twice).find("has a key twice: k1"), std::string::npos);
}

TEST(JsonImport, ForgetsTheKeysOfObjectsWithTooMany) {
  std::string text;
  for (int row = 0; row < 300; ++row) {
    text += "{\"m\":{";
    for (int i = 0; i < 50; ++i) {
      text += (i == 0 ? "\"k" : ",\"k") + std::to_string(row * 50 + i) + "\":1.5";
    }
    text += "}}\n";
  }
  const Import out = Read(text);
  EXPECT_EQ(out.schema(), "m: map<utf8, double>\n");
  EXPECT_EQ(out.lines, text);
  EXPECT_EQ(Read(text + "{\"m\":{\"k\":\"x\"}}\n").schema(), "m: json\n");
}

TEST(JsonImport, ReadsNestedValuesToAnyDepth) {
  const std::string text =
      "{\"a\":[[1,null],[],null],\"s\":{\"t\":{\"u\":[{\"v\":1},{\"w\":\"x\"}]}},\"e\":[]}\n"
      "{\"a\":null,\"s\":{\"t\":null},\"e\":[]}\n"
      "{\"a\":[],\"s\":null,\"e\":null}\n";
  const Import out = Read(text);
  EXPECT_EQ(out.schema(),
            "a: list<list<int64>>\ns: struct<t: struct<u: list<struct<v: int64, w: utf8>>>>\ne: list<utf8>\n");
  EXPECT_EQ(
      out.lines,
      "{\"a\":[[1,null],[],null],\"s\":{\"t\":{\"u\":[{\"v\":1,\"w\":null},{\"v\":null,\"w\":\"x\"}]}},\"e\":[]}\n"
      "{\"a\":null,\"s\":{\"t\":null},\"e\":[]}\n"
      "{\"a\":[],\"s\":null,\"e\":null}\n");
  JsonReadOptions options;
  options.schema_text = out.schema();
  EXPECT_EQ(Read(text, options).fields, out.fields);
  EXPECT_EQ(Read(text, options).lines, out.lines);
}

TEST(JsonImport, ResultDoesNotDependOnChunkSizesOrBatches) {
  std::string text;
  for (int i = 0; i < 500; ++i) {
    text += "{\"id\":" + std::to_string(i) + ",\"l\":[" + (i % 3 == 0 ? "" : "1,2") +
            "],\"t\":\"\\u00e4\xC3\xA4 \\\"}\\\\\"" + (i % 7 == 0 ? ",\"o\":{\"x\":null}" : "") + "}\n";
  }
  JsonReadOptions options;
  options.batch_rows = 77;
  options.batch_bytes = 1500;
  const Import whole = Read(text, options);
  std::string array = "[" + text + "]";
  for (size_t at = array.find("}\n{"); at != std::string::npos; at = array.find("}\n{", at)) {
    array.replace(at, 2, "},");
  }
  for (const int64_t chunk_bytes : {1, 3, 64, 1000}) {
    options.chunk_bytes = chunk_bytes;
    const Import cut = Read(text, options);
    EXPECT_EQ(cut.lines, whole.lines);
    EXPECT_EQ(cut.batches.size(), whole.batches.size());
    EXPECT_EQ(Read(array, options).lines, whole.lines);
  }
}

TEST(JsonImport, ReportsTheLineOfBrokenText) {
  EXPECT_EQ(Fault("{\"a\":1}\n{\"a\":\n"), "line 2: an object or array is not closed, or text follows it");
  EXPECT_EQ(Fault("{\"a\":1}\n\n5\n"), "line 3: expected a JSON object");
  EXPECT_EQ(Fault("{\"a\":1}\n{\"a\":01}\n"), "line 2: not a JSON number: 01");
  EXPECT_EQ(Fault("{\"a\":1} x\n"), "line 1: an object or array is not closed, or text follows it");
  EXPECT_EQ(Fault("{\"a\":\"\xFF\"}\n"),
            "the text is not UTF-8 at byte 6 (line 1); --encoding names another encoding: 0xff");
  EXPECT_EQ(Fault(""), "the input holds no record with a key, expected JSON objects");
  for (const char* text : {"{\"a\":1 \"b\":2}", "{\"a\" 1}", "{\"a\":[1,]}", "{\"a\":1,}", "{a:1}", "{\"a\":nul}",
                           "{\"a\":tru}", "{\"a\":+1}", "{\"a\":1.}", "{\"a\":.5}", "{\"a\":\"\\x\"}",
                           "{\"a\":\"\\ud800\"}", "{\"a\":[1 2]}", "{\"a\":\"\t\"}", "{\"a\":1]", "{\"a\":{\"b\":1}"}) {
    EXPECT_NE(Fault(text), "") << text;
  }
  const std::string deep = "{\"a\":" + std::string(100000, '[') + std::string(100000, ']') + "}";
  EXPECT_EQ(Read(StringInput(deep), {}).status.code(), ErrorCode::kLimitExceeded);
}

TEST(JsonImport, NamesWhatAPipePastItsSpoolBrings) {
  std::string text;
  for (int i = 0; i < 1000; ++i) {
    text += "{\"a\":1}\n";
  }
  EXPECT_EQ(Read(PipeInput(text + "{\"a\":\"x\"}\n", 500), {}).status.message(),
            "line 1001, column a: not int64: \"x\"");
  EXPECT_EQ(Read(PipeInput(text + "{\"b\":1}\n", 500), {}).status.message(),
            "line 1001: a key that the schema does not have: b");
  EXPECT_EQ(Read(PipeInput(text + "{\"a\":\"x\"}\n", 1 << 20), {}).schema(), "a: json\n");
}

TEST(JsonImport, ReadsBackWhatTheWriterWrote) {
  const RecordBatch batch = testing::EveryTypeBatch();
  MemorySink sink;
  const auto writer = MakeJsonLinesWriter(batch.fields, {}, &sink);
  ASSERT_TRUE(writer->Write(batch).ok());
  const std::string text(reinterpret_cast<const char*>(sink.bytes().data()), sink.bytes().size());
  const Import out = Read(text);
  EXPECT_EQ(out.rows, batch.length);
}

TEST(JsonImport, FailsCleanlyAtEveryTruncationAndByteFlip) {
  const std::string text = "[{\"a\":[1.5,{\"b\":\"\\u00e4\"}],\"c\":null},\n{\"c\":true}]";
  for (size_t size = 0; size < text.size(); ++size) {
    EXPECT_FALSE(Read(StringInput(text.substr(0, size)), {}).status.ok());
  }
  for (size_t i = 0; i < text.size(); ++i) {
    for (const char c : {'"', ',', '\n', '\\', '\0', '\xFF', '9', '{', ']', ':'}) {
      std::string flipped = text;
      flipped[i] = c;
      Read(StringInput(flipped), {});
    }
  }
}

}  // namespace
}  // namespace taracea::text

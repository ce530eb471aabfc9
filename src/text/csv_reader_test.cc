#include "text/csv_reader.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "text/schema_file.h"
#include "text/text_fixture.h"
#include "text/type_name.h"

namespace taracea::text {
namespace {

using array::Array;
using array::RecordBatch;

/// All batches of a text in one, with the report.
struct Import {
  Status status;
  std::vector<array::Field> fields;
  std::vector<RecordBatch> batches;
  ImportReport report;

  std::string type(size_t column) const { return FormatTypeName(fields.at(column)); }
  std::vector<std::string> types() const {
    std::vector<std::string> out;
    for (size_t i = 0; i < fields.size(); ++i) {
      out.push_back(type(i));
    }
    return out;
  }
  const Array& column(size_t i) const { return *batches.at(0).columns.at(i); }
  int64_t rows() const {
    int64_t out = 0;
    for (const RecordBatch& batch : batches) {
      out += batch.length;
    }
    return out;
  }
  template <typename T>
  std::vector<T> values(size_t i) const {
    const auto view = column(i).Values<T>();
    return {view.begin(), view.end()};
  }
  /// Texts of a column; "<null>" for null.
  std::vector<std::string> texts(size_t i) const {
    std::vector<std::string> out;
    for (const RecordBatch& batch : batches) {
      const Array& array = *batch.columns.at(i);
      for (int64_t row = 0; row < array.length; ++row) {
        out.push_back(array.IsValid(row) ? std::string(array.BinaryValue(row)) : "<null>");
      }
    }
    return out;
  }
};

Import Read(std::shared_ptr<TextInput> input, const CsvReadOptions& options = {}) {
  Import out;
  Result<std::unique_ptr<TextBatchStream>> stream = OpenCsv(std::move(input), options);
  if (!stream) {
    out.status = stream.error();
    return out;
  }
  out.fields = *(*stream)->fields();
  while (true) {
    Result<std::optional<RecordBatch>> batch = (*stream)->Next();
    if (!batch) {
      out.status = batch.error();
      break;
    }
    if (!*batch) {
      break;
    }
    for (const std::shared_ptr<const Array>& column : (*batch)->columns) {
      const Status valid = array::Validate(*column, true);
      EXPECT_TRUE(valid.ok()) << valid.ToString();
    }
    out.batches.push_back(**std::move(batch));
  }
  out.report = (*stream)->report();
  return out;
}

Import Read(std::string text, const CsvReadOptions& options = {}) {
  Import out = Read(StringInput(std::move(text)), options);
  EXPECT_TRUE(out.status.ok()) << out.status.ToString();
  return out;
}

std::string Fault(std::string text, const CsvReadOptions& options = {}) {
  return Read(StringInput(std::move(text)), options).status.message();
}

/// One column named x, a header, one value a line.
std::string Column(const std::vector<std::string>& values) {
  std::string out = "x\n";
  for (const std::string& value : values) {
    out += value + "\n";
  }
  return out;
}

std::string TypeOf(const std::vector<std::string>& values, const CsvReadOptions& options = {}) {
  return Read(Column(values), options).type(0);
}

std::vector<std::string> Repeat(size_t count, const std::string& value, const std::string& last) {
  std::vector<std::string> out(count, value);
  out.push_back(last);
  return out;
}

CsvReadOptions WithType(std::string column, std::string type) {
  CsvReadOptions options;
  options.types = {{std::move(column), std::move(type)}};
  return options;
}

using Strings = std::vector<std::string>;

TEST(CsvImport, Rule1InfersAgainWhenALateValueBreaksTheGuess) {
  EXPECT_EQ(TypeOf(Repeat(30000, "7", "02134")), "utf8");
  EXPECT_EQ(TypeOf(Repeat(30000, "7", "1.5")), "double");
  EXPECT_EQ(TypeOf(Repeat(30000, "", "1.5")), "double");
  EXPECT_EQ(TypeOf(Repeat(30000, "NaN", "1.5")), "double");
  EXPECT_EQ(TypeOf(Repeat(30000, "true", "False")), "utf8");
  EXPECT_EQ(TypeOf(Repeat(30000, "12:30:00", "12:30:00.1234560")), "time(ns)");
  const Import kept = Read(Column(Repeat(30000, "7", "02134")));
  EXPECT_EQ(kept.texts(0).front(), "7");
  EXPECT_EQ(kept.texts(0).back(), "02134");
}

TEST(CsvImport, Rule1NamesLineColumnValueAndOptionWhenAPipeOutgrowsItsSpool) {
  const Import out = Read(PipeInput(Column(Repeat(30000, "7", "02134")), 1000), {});
  ASSERT_FALSE(out.status.ok());
  EXPECT_EQ(out.status.code(), ErrorCode::kCorrupt);
  EXPECT_EQ(out.status.message(), "line 30002, column x: not int64; --type x=utf8 reads it as text: \"02134\"");
  CsvReadOptions options;
  options.types = {{"x", "utf8"}};
  EXPECT_EQ(Read(PipeInput(Column(Repeat(30000, "7", "02134")), 1000), options).rows(), 30001);
}

TEST(CsvImport, Rule1InfersAPipeInsideItsSpoolAsAFile) {
  const Import out = Read(PipeInput(Column(Repeat(30000, "7", "02134")), 1 << 20), {});
  ASSERT_TRUE(out.status.ok()) << out.status.ToString();
  EXPECT_EQ(out.type(0), "utf8");
  EXPECT_EQ(out.rows(), 30001);
}

TEST(CsvImport, Rule2ReadsLateValuesAsStrictlyAsEarlyOnes) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"7", "1.5"},
      {"7", "+1"},
      {"7", "-0"},
      {"7", "9223372036854775808"},
      {"1.5", "1e5"},
      {"1.5", "01.5"},
      {"1.5", "+2.5"},
      {"1.5", "0.1234567890123456789"},
      {"true", "TRUE"},
      {"true", "1"},
      {"2024-01-02", "2024-02-30"},
      {"2024-01-02T03:04:05", "2024-01-02"},
      {"2024-01-02T03:04:05", "2024-01-02T03:04:05Z"},
      {"2024-01-02T03:04:05Z", "2024-01-02T03:04:05"},
      {"12:00:00", "24:00:00"},
      {"18446744073709551615", "01"},
      {"123456789012345678901234", "1.0"},
  };
  for (const auto& [early, late] : cases) {
    const Import out = Read(PipeInput(Column(Repeat(20000, early, late)), 4000), {});
    EXPECT_FALSE(out.status.ok()) << early << " then " << late;
    EXPECT_NE(out.status.message().find("line 20002"), std::string::npos) << out.status.message();
  }
}

TEST(CsvImport, Rule3TakesLeadingZerosAndPlusSignsForText) {
  EXPECT_EQ(TypeOf({"02134", "1"}), "utf8");
  EXPECT_EQ(TypeOf({"1", "+1"}), "utf8");
  EXPECT_EQ(TypeOf({"1", "-01"}), "utf8");
  EXPECT_EQ(TypeOf({"0", "1"}), "int64");
  EXPECT_EQ(TypeOf({"0.5", "0"}), "double");
  EXPECT_EQ(TypeOf({"00.5", "1"}), "utf8");
  EXPECT_EQ(Read(Column({"02134", "1"})).texts(0), (Strings{"02134", "1"}));
}

TEST(CsvImport, Rule4WidensIntegersWithoutEverRounding) {
  EXPECT_EQ(TypeOf({"9223372036854775807", "-9223372036854775808"}), "int64");
  EXPECT_EQ(Read(Column({"9223372036854775807", "-9223372036854775808"})).values<int64_t>(0),
            (std::vector<int64_t>{INT64_MAX, INT64_MIN}));
  EXPECT_EQ(TypeOf({"9223372036854775808", "1"}), "uint64");
  EXPECT_EQ(Read(Column({"18446744073709551615"})).values<uint64_t>(0), (std::vector<uint64_t>{UINT64_MAX}));
  EXPECT_EQ(TypeOf({"18446744073709551615", "-1"}), "decimal(20, 0)");
  EXPECT_EQ(TypeOf({"18446744073709551616"}), "decimal(20, 0)");
  EXPECT_EQ(TypeOf({std::string(38, '9')}), "decimal(38, 0)");
  EXPECT_EQ(TypeOf({std::string(39, '9')}), "utf8");
  EXPECT_EQ(TypeOf({"9223372036854775808", "0.5"}), "utf8");
}

TEST(CsvImport, Rule5TakesDecimalsForDoublesWhereTheIntegersStayExact) {
  EXPECT_EQ(TypeOf({"1.5", "2"}), "double");
  EXPECT_EQ(TypeOf({"9007199254740992", "1.5"}), "double");
  EXPECT_EQ(TypeOf({"9007199254740993", "1.5"}), "utf8");
  EXPECT_EQ(TypeOf({"0.12345678901234567"}), "double");
  EXPECT_EQ(TypeOf({"0.123456789012345678"}), "utf8");
  EXPECT_EQ(TypeOf({"1.5e300", "-2.5E-7"}), "double");
  EXPECT_EQ(TypeOf({"1.5e400"}), "utf8");
  EXPECT_EQ(TypeOf({"1e-05", "1e+22"}), "double");
  EXPECT_EQ(TypeOf({"12E4", "17"}), "utf8");
  CsvReadOptions options;
  options.types = {{"x", "decimal(12,2)"}};
  EXPECT_EQ(TypeOf({"1.5", "-10.25", "1.50"}, options), "decimal(12, 2)");
  EXPECT_EQ(Read(Column({"1.5", "-10.25", "1.50"}), options).values<int64_t>(0)[0], 150);
  EXPECT_NE(Fault(Column({"1.505"}), options).find("line 2, column x: not decimal(12, 2)"), std::string::npos);
  EXPECT_NE(Fault(Column({"12345678901.00"}), options), "");
}

TEST(CsvImport, Rule6TakesTheUsualNullTextsForNullInTypedColumnsOnly) {
  const Import typed = Read("x,y\n1,NA\nNA,b\nNULL,c\nnull,null\nN/A,e\n");
  EXPECT_EQ(typed.types(), (Strings{"int64", "utf8"}));
  EXPECT_EQ(typed.column(0).NullCount(), 4);
  EXPECT_EQ(typed.texts(1), (Strings{"NA", "b", "c", "null", "e"}));
  EXPECT_EQ(typed.report.null_texts, (std::vector<int64_t>{4, 0}));
  CsvReadOptions options;
  options.null_strings = Strings{"-", "-999"};
  const Import own = Read("x,y\n1,NA\n-,-\n-999,c\n", options);
  EXPECT_EQ(own.types(), (Strings{"int64", "utf8"}));
  EXPECT_EQ(own.column(0).NullCount(), 2);
  EXPECT_EQ(own.texts(1), (Strings{"NA", "<null>", "c"}));
  EXPECT_EQ(own.report.null_texts, (std::vector<int64_t>{2, 1}));
}

TEST(CsvImport, Rule7TellsEmptyFromQuotedEmpty) {
  const Import out = Read("x,y\na,1\n,2\n\"\",3\n");
  EXPECT_EQ(out.texts(0), (Strings{"a", "<null>", ""}));
  EXPECT_EQ(TypeOf({"1", "\"\""}), "utf8");
  EXPECT_EQ(Read("x,y\n1,1\n,2\n").column(0).NullCount(), 1);
  CsvReadOptions options;
  options.null_strings = Strings{""};
  EXPECT_EQ(TypeOf({"1", "\"\""}, options), "int64");
}

TEST(CsvImport, Rule8MakesABooleanOfTrueAndFalseInOneSpelling) {
  EXPECT_EQ(TypeOf({"true", "false"}), "bool");
  EXPECT_EQ(TypeOf({"True", "False"}), "bool");
  EXPECT_EQ(TypeOf({"TRUE", "FALSE", "NA"}), "bool");
  EXPECT_EQ(TypeOf({"true", "False"}), "utf8");
  EXPECT_EQ(TypeOf({"tRUE"}), "utf8");
  EXPECT_EQ(TypeOf({"0", "1"}), "int64");
  EXPECT_EQ(TypeOf({"true", "1"}), "utf8");
  const Import out = Read(Column({"true", "false", "true"}));
  EXPECT_EQ(std::to_integer<int>(out.column(0).buffers[0].data()[0]), 5);
}

TEST(CsvImport, Rule9RecognisesIsoDatesAndLeavesOthersAsText) {
  EXPECT_EQ(TypeOf({"2024-02-29"}), "date");
  EXPECT_EQ(Read(Column({"1970-01-02", "1969-12-31", "2000-03-01"})).values<int32_t>(0),
            (std::vector<int32_t>{1, -1, 11017}));
  EXPECT_EQ(TypeOf({"2023-02-29"}), "utf8");
  EXPECT_EQ(TypeOf({"12:34:56"}), "time");
  EXPECT_EQ(TypeOf({"01/02/2024"}), "utf8");
  CsvReadOptions options;
  options.date_formats = {"%d/%m/%Y"};
  const Import out = Read(Column({"01/02/1970", "NA"}), options);
  EXPECT_EQ(out.type(0), "date");
  EXPECT_EQ(out.values<int32_t>(0)[0], 31);
  EXPECT_EQ(TypeOf({"31/12/2024", "12/31/2024"}, options), "utf8");
  options.date_formats = {"%d.%m.%Y %H:%M"};
  EXPECT_EQ(TypeOf({"31.12.2024 23:59"}, options), "timestamp");
}

TEST(CsvImport, Rule10TellsInstantsFromLocalTimes) {
  EXPECT_EQ(TypeOf({"2024-01-02T03:04:05Z", "2024-01-02 03:04:05+02:00"}), "timestamp(UTC)");
  EXPECT_EQ(TypeOf({"2024-01-02T03:04:05", "2024-01-02 03:04"}), "timestamp");
  EXPECT_EQ(TypeOf({"2024-01-02T03:04:05.123456789"}), "timestamp(ns)");
  EXPECT_EQ(Read(Column({"1970-01-01T01:00:00+01:00"})).values<int64_t>(0), (std::vector<int64_t>{0}));
  EXPECT_EQ(Read(Column({"1969-12-31T23:59:59.5"})).values<int64_t>(0), (std::vector<int64_t>{-500000}));
  const Import mixed = Read(Column({"2024-01-02T03:04:05Z", "2024-01-02T03:04:05"}));
  EXPECT_EQ(mixed.type(0), "utf8");
  ASSERT_EQ(mixed.report.warnings.size(), 1U);
  EXPECT_EQ(mixed.report.warnings[0], "column x: some times have a zone and some have none, so it stays text");
}

TEST(CsvImport, Rule11KeepsNaNAndInfinityAsValues) {
  const Import out = Read(Column({"1.5", "NaN", "inf", "-inf", "nan", "-Infinity"}));
  EXPECT_EQ(out.type(0), "double");
  EXPECT_EQ(out.column(0).NullCount(), 0);
  const std::vector<double> values = out.values<double>(0);
  EXPECT_TRUE(std::isnan(values[1]));
  EXPECT_EQ(values[2], INFINITY);
  EXPECT_EQ(values[5], -INFINITY);
  EXPECT_EQ(TypeOf({"inf", "nan"}), "utf8");
}

TEST(CsvImport, Rule12ReportsTheLineOfARaggedRecord) {
  EXPECT_EQ(Fault("a,b\n1,2\n1,2,3\n"), "line 3 has 3 fields, expected 2");
  EXPECT_EQ(Fault("a,b\n\"x\ny\",2\n1\n4,5\n"), "line 4 has 1 fields, expected 2");
  EXPECT_EQ(Fault("a,b\n1,2\n\n3,4\n"), "line 3 is blank and others follow it, expected 2 fields");
}

TEST(CsvImport, Rule13DetectsDelimitersAndObeysTheDialect) {
  EXPECT_EQ(Read("a;b\n1,5;2\n").texts(0), (Strings{"1,5"}));
  EXPECT_EQ(Read("a\tb\n1\t2\n").fields.size(), 2U);
  EXPECT_EQ(Read("a|b|c\n1|2|3\n").fields.size(), 3U);
  EXPECT_EQ(Read("a,b\n1,2\n").fields.size(), 2U);
  CsvReadOptions options;
  options.delimiter = ':';
  options.quote = '\'';
  options.escape = '\\';
  const Import out = Read("a:b\n'x:y':1\n'it''s':2\n'it\\'s':3\nx\\:y:4\n", options);
  EXPECT_EQ(out.texts(0), (Strings{"x:y", "it's", "it's", "x:y"}));
  options = {};
  options.header = HeaderMode::kAbsent;
  const Import bare = Read("a,b\n1,2\n", options);
  EXPECT_EQ(bare.fields[1].name, "column_2");
  EXPECT_EQ(bare.rows(), 2);
  options = {};
  options.quote = std::nullopt;
  EXPECT_EQ(Read("a,b\n\"1,2\n", options).texts(0), (Strings{"\"1"}));
}

TEST(CsvImport, Rule13ResultDoesNotDependOnChunkSizes) {
  std::mt19937 random(7);
  std::string text = "id,name,when,amount\n";
  for (int i = 0; i < 3000; ++i) {
    const unsigned kind = random() % 4;
    text += std::to_string(i) +
            (kind == 0   ? ",\"a \"\"quoted\"\" text,\r\nover lines\""
             : kind == 1 ? ",plain"
                         : ",") +
            ",2024-01-0" + std::to_string(1 + i % 9) + "," + std::to_string(random() % 1000) + ".25\r\n";
  }
  CsvReadOptions options;
  options.batch_rows = 257;
  options.batch_bytes = 7000;
  const Import whole = Read(text, options);
  EXPECT_EQ(whole.types(), (Strings{"int64", "utf8", "date", "double"}));
  for (const int64_t chunk_bytes : {1, 7, 63, 64, 65, 1000, 4096}) {
    options.chunk_bytes = chunk_bytes;
    const Import cut = Read(text, options);
    ASSERT_EQ(cut.batches.size(), whole.batches.size());
    for (size_t i = 0; i < cut.batches.size(); ++i) {
      ASSERT_EQ(cut.batches[i].length, whole.batches[i].length);
      for (size_t column = 0; column < 4; ++column) {
        ASSERT_TRUE(array::ValuesEqual(*cut.batches[i].columns[column], *whole.batches[i].columns[column]));
      }
    }
  }
}

TEST(CsvImport, Rule14ReadsEveryLineEndAndQuotedNewlines) {
  const Strings expected = {"x\n\"y\"", "z"};
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    EXPECT_EQ(Read("a,b" + end + "\"x\n\"\"y\"\"\",1" + end + "z,2" + end).texts(0), expected);
    EXPECT_EQ(Read("a,b" + end + "\"x\n\"\"y\"\"\",1" + end + "z,2").texts(0), expected);
    EXPECT_EQ(Read("a,b" + end + "\"x\n\"\"y\"\"\",1" + end + "z,2" + end + end + end).texts(0), expected);
  }
  EXPECT_EQ(Read("a,b\n1,\"x\"").texts(1), (Strings{"x"}));
  EXPECT_EQ(Read("a,b\nx\"y,1\n").texts(0), (Strings{"x\"y"}));
}

TEST(CsvImport, Rule15AssumesAnUncertainHeaderAndSaysSo) {
  const Import uncertain = Read("a,b\nc,d\n");
  EXPECT_EQ(uncertain.rows(), 1);
  ASSERT_EQ(uncertain.report.warnings.size(), 1U);
  EXPECT_TRUE(Read("a,b\n1,d\n").report.warnings.empty());
  EXPECT_EQ(Read("1,x\n2,y\n").rows(), 2);
  EXPECT_EQ(
      Fault("a,b,a,\n1,2,3,4\n"),
      "the header does not name the columns apart; --rename-duplicates gives them names: column 3 is again \"a\", "
      "column 4 has no name");
  CsvReadOptions options;
  options.rename_duplicates = true;
  const Import renamed = Read("a,b,a,,a_2\n1,2,3,4,5\n", options);
  Strings names;
  for (const array::Field& field : renamed.fields) {
    names.push_back(field.name);
  }
  EXPECT_EQ(names, (Strings{"a", "b", "a_3", "column_4", "a_2"}));
}

TEST(CsvImport, Rule16TakesMarksOffAndDecodesUtf16) {
  EXPECT_EQ(Read("\xEF\xBB\xBF"
                 "a,b\n1,2\n")
                .fields[0]
                .name,
            "a");
  const auto utf16 = [](std::u16string_view text, bool big) {
    std::string out;
    for (const char16_t unit : text) {
      const char low = static_cast<char>(unit & 0xFF);
      const char high = static_cast<char>(unit >> 8);
      out += big ? std::string{high, low} : std::string{low, high};
    }
    return out;
  };
  for (const bool big : {false, true}) {
    EXPECT_EQ(Read(utf16(u"\uFEFFa,b\n\u00E4\U0001F600,2\n", big)).texts(0), (Strings{"\u00E4\U0001F600"}));
  }
  CsvReadOptions options;
  options.encoding = "UTF-16LE";
  EXPECT_EQ(Read(utf16(u"a,b\nx,2\n", false), options).texts(0), (Strings{"x"}));
  options.encoding = "latin1";
  EXPECT_EQ(Read("a,b\n\xE4,2\n", options).texts(0), (Strings{"\u00E4"}));
  const Import broken = Read(StringInput("a,b\n1,x\n2,\xE4\n"), {});
  EXPECT_EQ(broken.status.place().offset, 10);
  EXPECT_EQ(broken.status.message(),
            "the text is not UTF-8 at byte 10 (line 3); --encoding names another encoding: 0xe4");
}

TEST(CsvImport, Rule17KeepsSpacesAndReportsTheOpeningQuote) {
  EXPECT_EQ(Read("a,b\n  x ,1\n").texts(0), (Strings{"  x "}));
  EXPECT_EQ(TypeOf({" 1"}), "utf8");
  EXPECT_EQ(Fault("a,b\n1,2\n3,\"four\n5,6\n7,8\n"), "line 3: a quote opens here and is never closed");
  EXPECT_EQ(Fault("a,b\n1,2\n\"3\"x,4\n"), "line 3: a quoted field goes on behind its closing quote");
}

TEST(CsvImport, Rule18MakesNullableTextOfNothingButEmpties) {
  const Import out = Read("x,y\n,1\n,2\n");
  EXPECT_EQ(out.type(0), "utf8");
  EXPECT_TRUE(out.fields[0].nullable);
  EXPECT_EQ(out.column(0).NullCount(), 2);
  EXPECT_EQ(out.report.evidence[0].reason, "no values");
}

TEST(CsvImport, Rule22PrintsTypesWithEvidenceThatCanBeGivenBack) {
  const Import out = Read("id,zip,\"odd: name\",price,day\n1,100,x,2,2024-01-01\n2,02134,y,2.5,2024-01-02\n");
  const std::string schema = FormatSchemaFile(out.fields, out.report.evidence);
  EXPECT_EQ(schema,
            "id: int64          # integer, line 2: 1\n"
            "zip: utf8          # leading zero, line 3: 02134\n"
            "\"odd: name\": utf8  # text, line 2: x\n"
            "price: double      # decimal number, line 3: 2.5\n"
            "day: date          # date, line 2: 2024-01-01\n");
  CsvReadOptions options;
  options.schema_text = schema;
  const Import again = Read("id,zip,\"odd: name\",price,day\n1,100,x,2,2024-01-01\n", options);
  EXPECT_EQ(again.fields, out.fields);
  options.types = {{"nothing", "utf8"}};
  EXPECT_NE(Fault("a,b\n1,2\n", options), "");
}

TEST(CsvImport, ReadsEveryTypeThatIsAskedFor) {
  CsvReadOptions options;
  options.header = HeaderMode::kPresent;
  options.types = {{"a", "int8"},          {"b", "uint16"},      {"c", "float"},
                   {"d", "binary"},        {"e", "time(ms)"},    {"f", "timestamp(s, UTC)"},
                   {"g", "decimal(50,3)"}, {"h", "binary(hex)"}, {"i", "bool"},
                   {"j", "date"}};
  const Import out =
      Read("a,b,c,d,e,f,g,h,i,j\n-128,65535,1.5,SGk=,00:00:01.5,1970-01-01 00:01,-1.5,4869,1,1970-01-02\n", options);
  EXPECT_EQ(out.values<int8_t>(0)[0], -128);
  EXPECT_EQ(out.values<uint16_t>(1)[0], 65535);
  EXPECT_EQ(out.values<float>(2)[0], 1.5F);
  EXPECT_EQ(out.texts(3)[0], "Hi");
  EXPECT_EQ(out.values<int32_t>(4)[0], 1500);
  EXPECT_EQ(out.values<int64_t>(5)[0], 60);
  EXPECT_EQ(out.values<int64_t>(6)[0], -1500);
  EXPECT_EQ(out.texts(7)[0], "Hi");
  EXPECT_EQ(std::to_integer<int>(out.column(8).buffers[0].data()[0]), 1);
  EXPECT_EQ(out.values<int32_t>(9)[0], 1);
  EXPECT_NE(Fault("a\n128\n", WithType("a", "int8")), "");
  EXPECT_NE(Fault("a\n-1\n", WithType("a", "uint64")), "");
}

TEST(CsvImport, RefusesTextsThatARequestedTypeWouldSpellInAnotherWay) {
  const std::vector<std::pair<const char*, Strings>> refused = {
      {"int64", {"02134", "+1", "-0", "1.0", "1e3", " 1", "00"}},
      {"uint64", {"02134", "+1", "-0"}},
      {"int8", {"007", "+7"}},
      {"double", {"02134", "+1.5", "00.5", "0.123456789012345678", "9007199254740993", "1e400", "+inf", "+nan"}},
      {"float", {"01.5", "+1.5", "0.1234567891", "16777217", "1e40"}},
      {"decimal(12,2)", {"02134", "+1.5", "1.500", "1e3", "15e-1", "-0.00", "-0"}},
      {"decimal(50,2)", {"02134", "+1.5", "1.500", "1e3", "-0"}},
      {"bool", {"tRUE", "yes", "01"}},
      {"timestamp(us)", {"2024-01-01T00:00:00Z", "2024-01-01T00:00:00.1234567"}},
  };
  for (const auto& [type, texts] : refused) {
    for (const std::string& text : texts) {
      const std::string fault = Fault("a,b\n" + text + ",x\n", WithType("a", type));
      EXPECT_NE(fault.find("line 2, column a: not " + std::string(type).substr(0, 3)), std::string::npos)
          << type << ' ' << text << ": " << fault;
      EXPECT_NE(fault.find("\"" + text + "\""), std::string::npos) << fault;
      EXPECT_NE(fault.find("--type a=utf8"), std::string::npos) << fault;
    }
  }
  EXPECT_NE(Fault("a,b\ntrue,x\nTRUE,x\n", WithType("a", "bool")), "");
  EXPECT_NE(Fault("a,b\n1,x\ntrue,x\n", WithType("a", "bool")), "");
}

TEST(CsvImport, ReadsTextsThatStandForOneValueOfARequestedType) {
  const std::vector<std::pair<const char*, Strings>> read = {
      {"int64", {"0", "-9223372036854775808", "9223372036854775807"}},
      {"uint64", {"18446744073709551615"}},
      {"double", {"1.5", "12E4", "NaN", "-inf", "1e-05", "-0", "-0.0", "17"}},
      {"float", {"1.5", "16777216", "0.123456789", "nan", "-Infinity"}},
      {"decimal(12,2)", {"1.5", "-0.5", "0", "0.00", ".5", "1234567890.12"}},
      {"bool", {"0", "1", "true", "FALSE"}},
  };
  for (const auto& [type, texts] : read) {
    for (const std::string& text : texts) {
      EXPECT_EQ(Fault("a,b\n" + text + ",x\n", WithType("a", type)), "") << type << ' ' << text;
    }
  }
}

TEST(CsvImport, RefusesEmptyInput) {
  EXPECT_EQ(Fault(""), "the input is empty, expected a header or a record");
  EXPECT_EQ(Read("a,b\n").rows(), 0);
}

TEST(CsvImport, FailsCleanlyAtEveryTruncationAndByteFlip) {
  const std::string text = "a,b,c\n1,\"x\"\"y\",2.5\r\n2,\"\n\",3\n";
  for (size_t size = 0; size < text.size(); ++size) {
    Read(StringInput(text.substr(0, size)), {});
  }
  for (size_t i = 0; i < text.size(); ++i) {
    for (const char c : {'"', ',', '\n', '\r', '\0', '\xFF', '9'}) {
      std::string flipped = text;
      flipped[i] = c;
      Read(StringInput(flipped), {});
    }
  }
}

}  // namespace
}  // namespace taracea::text

#include "index/created_by.h"

#include <gtest/gtest.h>

#include <random>

namespace taracea::index {
namespace {

TEST(CreatedBy, TakesTheUsualFormApart) {
  const CreatedBy out = ParseCreatedBy("parquet-mr version 1.12.3 (build f8dced182c4c1fbdec6ccb3185537b5a01e6ed6b)");
  EXPECT_EQ(out.application, "parquet-mr");
  EXPECT_EQ(out.version, (WriterVersion{1, 12, 3, ""}));
  EXPECT_EQ(out.build, "f8dced182c4c1fbdec6ccb3185537b5a01e6ed6b");
}

TEST(CreatedBy, TakesOtherFormsApart) {
  EXPECT_EQ(ParseCreatedBy("parquet-cpp version 1.5.1-SNAPSHOT").version, (WriterVersion{1, 5, 1, "SNAPSHOT"}));
  EXPECT_EQ(ParseCreatedBy("parquet-mr version 1.6.0rc3 (build abc)").version, (WriterVersion{1, 6, 0, "rc3"}));
  EXPECT_EQ(ParseCreatedBy("impala version 1.3.0-INTERNAL (build 8a48ddb1eff8)").version,
            (WriterVersion{1, 3, 0, "INTERNAL"}));
  EXPECT_EQ(ParseCreatedBy("parquet-mr version 1.12.3-databricks-0002 (build x)").version,
            (WriterVersion{1, 12, 3, "databricks-0002"}));
  EXPECT_EQ(ParseCreatedBy("DuckDB version v1.5.6 (build 1)").version, (WriterVersion{1, 5, 6, ""}));
  EXPECT_EQ(ParseCreatedBy("parquet-rs version 53").version, (WriterVersion{53, 0, 0, ""}));
  EXPECT_EQ(ParseCreatedBy("parquet-rs version 53.2").version, (WriterVersion{53, 2, 0, ""}));
  EXPECT_EQ(ParseCreatedBy("x version 1.2.3.4").version, (WriterVersion{1, 2, 3, "4"}));
  EXPECT_EQ(ParseCreatedBy("  spaced   version   2.0.1 ( build  b ) ").application, "spaced");
  EXPECT_EQ(ParseCreatedBy("Parquet.jl 0.6.0"), (CreatedBy{"Parquet.jl", WriterVersion{0, 6, 0, ""}, ""}));
  EXPECT_EQ(ParseCreatedBy("Two Words v4 (build b)"), (CreatedBy{"Two Words", WriterVersion{4, 0, 0, ""}, "b"}));
  EXPECT_EQ(ParseCreatedBy("Two Words"), (CreatedBy{"Two Words", std::nullopt, ""}));
  EXPECT_EQ(ParseCreatedBy("  spaced   version   2.0.1 ( build  b ) ").build, "b");
}

TEST(CreatedBy, KeepsTheNameWhereThereIsNoVersion) {
  EXPECT_EQ(ParseCreatedBy("Polars").application, "Polars");
  EXPECT_EQ(ParseCreatedBy("Polars").version, std::nullopt);
  EXPECT_EQ(ParseCreatedBy("parquet-mr (build abc)"), (CreatedBy{"parquet-mr", std::nullopt, "abc"}));
  EXPECT_EQ(ParseCreatedBy("parquet-mr version (build abc)"), (CreatedBy{"parquet-mr", std::nullopt, "abc"}));
  EXPECT_EQ(ParseCreatedBy("parquet-mr version unknown").version, std::nullopt);
  EXPECT_EQ(ParseCreatedBy("parquet-mr version -1.2").version, std::nullopt);
  EXPECT_EQ(ParseCreatedBy("parquet-mr version 99999999999.0").version, std::nullopt);
  EXPECT_EQ(ParseCreatedBy(""), CreatedBy());
  EXPECT_EQ(ParseCreatedBy(" \n"), CreatedBy());
}

TEST(CreatedBy, ComparesVersionsByNumbersAndPutsSuffixesBeforeTheRelease) {
  EXPECT_TRUE((WriterVersion{1, 7, 9, ""}.IsBefore(1, 8, 0)));
  EXPECT_TRUE((WriterVersion{1, 8, 0, "SNAPSHOT"}.IsBefore(1, 8, 0)));
  EXPECT_FALSE((WriterVersion{1, 8, 0, ""}.IsBefore(1, 8, 0)));
  EXPECT_FALSE((WriterVersion{1, 8, 1, "rc1"}.IsBefore(1, 8, 0)));
  EXPECT_FALSE((WriterVersion{1, 10, 0, ""}.IsBefore(1, 8, 0)));
}

TEST(CreatedBy, SurvivesAnyText) {
  std::mt19937 random(3);
  const std::string_view pieces[] = {"version", " version ", "(",           ")", "build", ".",   "-",
                                     "v",       "1",         "99999999999", " ", "x",     "\xFF"};
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (size_t n = random() % 12; n > 0; --n) {
      text += pieces[random() % std::size(pieces)];
    }
    const CreatedBy out = ParseCreatedBy(text);
    ASSERT_LE(out.application.size() + out.build.size(), text.size());
  }
}

}  // namespace
}  // namespace taracea::index

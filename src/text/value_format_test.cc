#include "text/value_format.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "support/array_builder.h"
#include "text/json_check.h"
#include "text/scalar_format.h"
#include "text/type_name.h"

namespace taracea::text {
namespace {

using array::Array;
using array::Type;
using array::TypeId;
using testing::BinaryArray;
using testing::BoolArray;
using testing::FixedArray;

std::string Text(const Array& array, int64_t i, const ValueFormat& format = {}) {
  std::string out;
  AppendValue(NullableField("x", array.type), array, i, format, &out);
  return out;
}

template <typename T>
std::string One(Type type, T value, const ValueFormat& format = {}) {
  return Text(FixedArray<T>(std::move(type), {value}), 0, format);
}

constexpr ValueFormat kJson{.style = ValueStyle::kJson};
constexpr ValueFormat kJsonStrings{.style = ValueStyle::kJson, .big_ints = BigInts::kString};

TEST(ValueFormat, KeepsIntegersExact) {
  EXPECT_EQ(One<int8_t>(TypeId::kInt8, -128), "-128");
  EXPECT_EQ(One<uint64_t>(TypeId::kUint64, UINT64_MAX, kJson), "18446744073709551615");
  EXPECT_EQ(One<int64_t>(TypeId::kInt64, INT64_MIN, kJson), "-9223372036854775808");
  EXPECT_EQ(One<int64_t>(TypeId::kInt64, 9007199254740993, kJsonStrings), "\"9007199254740993\"");
  EXPECT_EQ(One<int64_t>(TypeId::kInt64, -9007199254740992, kJsonStrings), "-9007199254740992");
  EXPECT_EQ(One<int64_t>(TypeId::kInt64, INT64_MIN, kJsonStrings), "\"-9223372036854775808\"");
}

TEST(ValueFormat, WritesFloatsShortAndRecognisable) {
  EXPECT_EQ(One(TypeId::kDouble, 1.0), "1.0");
  EXPECT_EQ(One(TypeId::kDouble, 0.1), "0.1");
  EXPECT_EQ(One(TypeId::kDouble, -0.0), "-0.0");
  EXPECT_EQ(One(TypeId::kDouble, 1e300), "1e+300");
  EXPECT_EQ(One(TypeId::kFloat, 0.1F), "0.1");
  EXPECT_EQ(One<uint16_t>(TypeId::kHalfFloat, 0x3C00), "1.0");
  EXPECT_EQ(One<uint16_t>(TypeId::kHalfFloat, 0x0001), "5.9604645e-08");
  EXPECT_EQ(One<uint16_t>(TypeId::kHalfFloat, 0xFC00), "-inf");
  EXPECT_EQ(One(TypeId::kDouble, std::nan("")), "NaN");
  EXPECT_EQ(One(TypeId::kDouble, std::nan(""), kJson), "\"NaN\"");
  EXPECT_EQ(One<double>(TypeId::kDouble, -HUGE_VAL, kJson), "\"-Infinity\"");
}

TEST(ValueFormat, KeepsTheScaleOfDecimalsOfEveryWidth) {
  const auto decimal = [](TypeId id, int precision, int scale) {
    Type type(id);
    type.precision = precision;
    type.scale = scale;
    return type;
  };
  EXPECT_EQ(One<int32_t>(decimal(TypeId::kDecimal32, 9, 2), -150), "-1.50");
  EXPECT_EQ(One<int64_t>(decimal(TypeId::kDecimal64, 18, 3), 5), "0.005");
  EXPECT_EQ(One<int64_t>(decimal(TypeId::kDecimal64, 18, -2), 5), "500");
  EXPECT_EQ(One<int64_t>(decimal(TypeId::kDecimal64, 18, 2), 5, kJsonStrings), "\"0.05\"");
  EXPECT_EQ(One<Int128>(decimal(TypeId::kDecimal128, 38, 0), -1), "-1");
  std::mt19937_64 random(11);
  for (int i = 0; i < 3000; ++i) {
    const int digits = 1 + static_cast<int>(random() % 76);
    std::string text = random() % 2 == 0 ? "-" : "";
    for (int k = 0; k < digits; ++k) {
      text.push_back(static_cast<char>('0' + (k == 0 ? 1 + random() % 9 : random() % 3 == 0 ? random() % 10 : 0)));
    }
    Limbs256 limbs;
    ASSERT_TRUE(ParseDecimal256(text, 76, 0, &limbs));
    ASSERT_EQ(One<Limbs256>(decimal(TypeId::kDecimal256, 76, 0), limbs), text);
  }
}

TEST(ValueFormat, WritesTimesInIsoForms) {
  EXPECT_EQ(One<int32_t>(TypeId::kDate32, -1), "1969-12-31");
  EXPECT_EQ(One<int32_t>(TypeId::kDate32, 2932897), "+10000-01-01");
  EXPECT_EQ(One<int32_t>(TypeId::kDate32, -719529), "-0001-12-31");
  EXPECT_EQ(One<int64_t>(TypeId::kDate64, 86400000), "1970-01-02");
  EXPECT_EQ(One<int32_t>(Type::Time(TimeUnit::kMilli), 3723004), "01:02:03.004");
  EXPECT_EQ(One<int64_t>(Type::Time(TimeUnit::kNano), 1), "00:00:00.000000001");
  EXPECT_EQ(One<int64_t>(Type::Timestamp(TimeUnit::kMicro), -1), "1969-12-31T23:59:59.999999");
  EXPECT_EQ(One<int64_t>(Type::Timestamp(TimeUnit::kSecond, "Europe/Berlin"), 0, kJson), "\"1970-01-01T00:00:00Z\"");
  EXPECT_EQ(One<int64_t>(Type::Timestamp(TimeUnit::kNano, "UTC"), INT64_MIN), "1677-09-21T00:12:43.145224192Z");
  EXPECT_EQ(One<int64_t>(Type::Duration(TimeUnit::kMilli), -1500), "PT-1.500S");
  EXPECT_EQ(One<int64_t>(Type::Duration(TimeUnit::kSecond), INT64_MIN), "PT-9223372036854775808S");
  EXPECT_EQ(One<int32_t>(TypeId::kIntervalMonths, 14), "P14M");
  EXPECT_EQ(One<uint64_t>(TypeId::kIntervalDayTime, uint64_t{500} << 32 | 3), "P3DT0.500S");
  struct MonthDayNano {
    int32_t months;
    int32_t days;
    int64_t nanos;
  };
  EXPECT_EQ(One(TypeId::kIntervalMonthDayNano, MonthDayNano{-1, 2, -3000000001}), "P-1M2DT-3.000000001S");
  EXPECT_EQ(One(TypeId::kIntervalMonthDayNano, MonthDayNano{0, 0, 0}), "P0D");
}

TEST(ValueFormat, WritesTextForEachStyle) {
  const Array text = BinaryArray(TypeId::kUtf8View, {"a\"b\n\x1b[31m\u00e4 long enough for a view", std::nullopt});
  EXPECT_EQ(Text(text, 0), "a\"b\n\x1b[31m\u00e4 long enough for a view");
  EXPECT_EQ(Text(text, 0, kJson), "\"a\\\"b\\n\\u001b[31m\u00e4 long enough for a view\"");
  EXPECT_EQ(Text(text, 0, {.style = ValueStyle::kDisplay}), "a\"b\\n\\x1b[31m\u00e4 long enough for a view");
  EXPECT_EQ(Text(text, 1), "");
  EXPECT_EQ(Text(text, 1, kJson), "null");
  EXPECT_EQ(Text(BinaryArray(TypeId::kBinary, {std::string("\0\xFF", 2)}), 0, kJson), "\"AP8=\"");
  EXPECT_EQ(Text(BoolArray({true, false}), 1), "false");
}

TEST(ValueFormat, WritesJsonAndUuidExtensionsInTheirOwnForm) {
  const Array text = BinaryArray(TypeId::kUtf8, {"{\"a\":12345678901234567890123}", "{broken"});
  std::string out;
  AppendValue(JsonTextField("x"), text, 0, kJson, &out);
  AppendValue(JsonTextField("x"), text, 1, kJson, &out);
  EXPECT_EQ(out, "{\"a\":12345678901234567890123}\"{broken\"");
  array::Field uuid = NullableField("x", Type::FixedSizeBinary(16));
  uuid.metadata.emplace_back("ARROW:extension:name", "arrow.uuid");
  struct Bytes {
    char bytes[16];
  };
  out.clear();
  AppendValue(uuid, FixedArray<Bytes>(uuid.type, {Bytes{"\x01\x23\x45\x67\x89\xab\xcd\xef"}}), 0, {}, &out);
  EXPECT_EQ(out, "01234567-89ab-cdef-0000-000000000000");
}

TEST(ValueFormat, SeesThroughDictionariesAndRunEnds) {
  const Array dictionary = testing::DictionaryArray({1, std::nullopt, 0}, testing::Utf8Array({"x", std::nullopt}));
  EXPECT_TRUE(IsNullSlot(dictionary, 0));
  EXPECT_TRUE(IsNullSlot(dictionary, 1));
  EXPECT_EQ(Text(dictionary, 2), "x");
  const Array runs = testing::RunEndArray({2, 3, 7}, testing::Utf8Array({"x", std::nullopt, "z"})).Slice(1, 4);
  EXPECT_EQ(Text(runs, 0), "x");
  EXPECT_TRUE(IsNullSlot(runs, 1));
  EXPECT_EQ(Text(runs, 3, kJson), "\"z\"");
}

TEST(ValueFormat, MakesControlCharactersVisible) {
  std::string out;
  AppendVisible("a\tb\x7F\xC2\x9B\xFFz\xC3\xA4", &out);
  EXPECT_EQ(out, "a\\tb\\x7f\\x9b\\xffz\u00e4");
}

TEST(JsonCheck, AcceptsExactlyOneValueOnALine) {
  for (const char* text : {"1", "-0.5e+7", "\"\\u00e4\\n\"", "[]", "{}", " [1 , {\"a\" : null}] ", "true"}) {
    EXPECT_TRUE(IsOneJsonLine(text)) << text;
  }
  for (const char* text : {"", "01", "1 2", "[1,]", "{\"a\"}", "\"\\x\"", "\"", "[\n1]", "nul", "+1", "1.", ".5",
                           "\"\\u00g0\"", "{1:2}", "[1"}) {
    EXPECT_FALSE(IsOneJsonLine(text)) << text;
  }
  EXPECT_FALSE(IsOneJsonLine(std::string(100000, '[')));
}

}  // namespace
}  // namespace taracea::text

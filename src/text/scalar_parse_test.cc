#include "text/scalar_parse.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <string>

#include "text/byte_text.h"
#include "text/temporal_parse.h"

namespace taracea::text {
namespace {

/// A text with the room behind it that the parsers need.
class Padded {
 public:
  explicit Padded(std::string text) : size_(text.size()), text_(std::move(text)) {
    text_.append(kParseSlackBytes, '9');
  }
  operator std::string_view() const { return std::string_view(text_).substr(0, size_); }  // NOLINT

 private:
  size_t size_;
  std::string text_;
};

TEST(ScalarParse, ReadsDigitsOfEveryLengthAsTheyAre) {
  std::mt19937_64 random(3);
  for (size_t digits = 1; digits <= 19; ++digits) {
    for (int i = 0; i < 200; ++i) {
      std::string text;
      for (size_t j = 0; j < digits; ++j) {
        text.push_back(static_cast<char>('0' + (j == 0 ? random() % 9 + 1 : random() % 10)));
      }
      uint64_t value = 0;
      ASSERT_TRUE(ParseDigits(std::string_view(Padded(text)).data(), digits, &value));
      ASSERT_EQ(std::to_string(value), text);
      std::string broken = text;
      broken[random() % digits] = static_cast<char>("/:aA.-+\xB5"[random() % 8]);
      ASSERT_FALSE(ParseDigits(std::string_view(Padded(broken)).data(), digits, &value)) << broken;
    }
  }
}

TEST(ScalarParse, AgreesWithStrtodOnShortAndLongNumbers) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 20000; ++i) {
    std::string text = random() % 2 == 0 ? "-" : "";
    text += std::to_string(random() % 1000000) + "." + std::to_string(random() % (i % 2 == 0 ? 1000 : 10000000000));
    double value = 0;
    ASSERT_TRUE(ParseInferredDouble(Padded(text), &value)) << text;
    ASSERT_EQ(value, std::strtod(text.c_str(), nullptr)) << text;
  }
}

TEST(ScalarParse, ReadsUint64UpToItsEnd) {
  uint64_t value = 0;
  EXPECT_TRUE(ParseUint64(Padded("18446744073709551615"), &value));
  EXPECT_EQ(value, UINT64_MAX);
  EXPECT_FALSE(ParseUint64(Padded("18446744073709551616"), &value));
  EXPECT_FALSE(ParseUint64(Padded("28446744073709551615"), &value));
  EXPECT_FALSE(ParseUint64(Padded("184467440737095516150"), &value));
  EXPECT_FALSE(ParseUint64(Padded(""), &value));
}

TEST(ScalarParse, ReadsDecimalsExactlyOrNotAtAll) {
  Int128 value = 0;
  EXPECT_TRUE(ParseDecimal128(Padded("1.5e1"), 5, 2, &value));
  EXPECT_EQ(static_cast<int64_t>(value), 1500);
  EXPECT_TRUE(ParseDecimal128(Padded("15e-1"), 5, 2, &value));
  EXPECT_EQ(static_cast<int64_t>(value), 150);
  EXPECT_TRUE(ParseDecimal128(Padded("-.25"), 5, 2, &value));
  EXPECT_EQ(static_cast<int64_t>(value), -25);
  EXPECT_TRUE(ParseDecimal128(Padded("0e999999"), 5, 2, &value));
  EXPECT_FALSE(ParseDecimal128(Padded("1e999999999999"), 5, 2, &value));
  EXPECT_FALSE(ParseDecimal128(Padded("1e5"), 5, 2, &value));
  EXPECT_FALSE(ParseDecimal128(Padded("0.001"), 5, 2, &value));
  EXPECT_FALSE(ParseDecimal128(Padded("."), 5, 2, &value));
}

TEST(TemporalParse, RoundTripsEveryDayOfEightCenturies) {
  for (int64_t days = -200000; days < 100000; ++days) {
    const CivilDate date = CivilFromDays(days);
    ASSERT_EQ(DaysFromCivil(date.year, date.month, date.day), days);
  }
}

TEST(TemporalParse, RefusesImpossibleTimes) {
  ParsedMoment moment;
  for (const char* text : {"2024-01-02T24:00:00", "2024-01-02T23:60:00", "2024-01-02T23:59:60", "2024-01-02T",
                           "2024-01-02T1:00", "2024-13-02T10:00", "2024-01-02T10:00:00.",
                           "2024-01-02T10:00:00.1234567890", "2024-01-02T10:00+25", "2024-01-02  10:00"}) {
    moment = {};
    EXPECT_FALSE(ParseIsoTimestamp(text, &moment)) << text;
  }
}

TEST(TemporalParse, ReadsPatterns) {
  const auto parse = [](const char* pattern, const char* text) -> std::string {
    const Result<DatePattern> compiled = DatePattern::Compile(pattern);
    if (!compiled) {
      return compiled.error().message();
    }
    ParsedMoment moment;
    return compiled->Parse(text, &moment) ? std::to_string(moment.seconds) : "no";
  };
  EXPECT_EQ(parse("%d/%m/%Y", "2/1/1970"), "86400");
  EXPECT_EQ(parse("%d/%m/%Y", "31/2/1970"), "no");
  EXPECT_EQ(parse("%b %e, %Y %I:%M %p", "Jan 1, 1970 1:05 PM"), "47100");
  EXPECT_EQ(parse("%A %d %B %y", "Friday 02 January 70"), "86400");
  EXPECT_EQ(parse("%FT%T%z", "1970-01-01T01:00:00+0100"), "0");
  EXPECT_EQ(parse("%D", "01/02/70"), "86400");
  EXPECT_EQ(parse("%Y-%q", ""), "a date format has an unknown directive %q: %Y-%q");
  EXPECT_EQ(parse("%Y-%m", ""), "a date format needs year, month and day, or hour and minute, or both: %Y-%m");
}

TEST(TemporalParse, CountsUnitsAtTheEndsOfTheirRange) {
  EXPECT_EQ(CountUnits({.seconds = -9223372037, .nanos = 145224192}, TimeUnit::kNano), INT64_MIN);
  EXPECT_EQ(CountUnits({.seconds = 9223372036, .nanos = 854775807}, TimeUnit::kNano), INT64_MAX);
  EXPECT_EQ(CountUnits({.seconds = 9223372036, .nanos = 854775808}, TimeUnit::kNano), std::nullopt);
  EXPECT_EQ(CountUnits({.seconds = 1, .nanos = 500}, TimeUnit::kMicro), std::nullopt);
}

TEST(Base64, RoundTripsEveryLengthAndRefusesOtherSpellings) {
  std::string bytes;
  for (int i = 0; i < 70; ++i) {
    std::string text;
    std::string back;
    AppendBase64(bytes, &text);
    ASSERT_TRUE(DecodeBase64(text, &back));
    ASSERT_EQ(back, bytes);
    bytes.push_back(static_cast<char>(i * 37));
  }
  std::string out;
  for (const char* text : {"A", "AA", "AAA", "AB==", "A===", "====", "AA=A", "A*==", "AAB="}) {
    EXPECT_FALSE(DecodeBase64(text, &out)) << text;
  }
}

}  // namespace
}  // namespace taracea::text

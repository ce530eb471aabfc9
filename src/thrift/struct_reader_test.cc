#include "thrift/struct_reader.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "thrift/struct_writer.h"
#include "thrift/thrift_json.h"

namespace taracea::thrift {
namespace {

enum class Colour : int32_t { kRed = 0, kBlue = 1 };
std::string ToString(Colour colour) {
  return colour == Colour::kRed ? "RED" : "UNKNOWN";
}

struct Point {
  int64_t x = 0;
  std::optional<int64_t> y;
  bool operator==(const Point&) const = default;
};
constexpr auto Fields(const Point* /*self*/) {
  return Table("Point", Required(1, &Point::x, "x"), Optional(2, &Point::y, "y"));
}

struct Choice {
  std::optional<Point> point;
  int32_t unrecognised_id = 0;
  std::string unknown_fields;
  bool operator==(const Choice&) const = default;
};
constexpr auto Fields(const Choice* /*self*/) {
  return Table("Choice", Optional(1, &Choice::point, "POINT"));
}

struct Sample {
  bool flag = false;
  std::optional<bool> maybe;
  int8_t tiny = 0;
  int16_t small = 0;
  int32_t number = 0;
  int64_t large = 0;
  double real = 0;
  std::string text;
  Colour colour = Colour::kRed;
  std::vector<bool> flags;
  std::vector<int64_t> numbers;
  std::vector<std::string> texts;
  std::vector<Point> points;
  Choice choice;
  int32_t defaulted = 7;
  std::string unknown_fields;
  bool operator==(const Sample&) const = default;
};
constexpr auto Fields(const Sample* /*self*/) {
  using S = Sample;
  return Table("Sample", Defaulted(1, &S::flag, "flag"), Optional(2, &S::maybe, "maybe"),
               Defaulted(3, &S::tiny, "tiny"), Defaulted(4, &S::small, "small"), Defaulted(5, &S::number, "number"),
               Defaulted(6, &S::large, "large"), Defaulted(7, &S::real, "real"), UnlessEmpty(8, &S::text, "text"),
               Defaulted(9, &S::colour, "colour"), UnlessEmpty(10, &S::flags, "flags"),
               UnlessEmpty(11, &S::numbers, "numbers"), Binary(UnlessEmpty(12, &S::texts, "texts")),
               UnlessEmpty(40, &S::points, "points"), Defaulted(41, &S::choice, "choice"),
               Defaulted(1000, &S::defaulted, "defaulted"));
}

std::string Bytes(std::initializer_list<int> values) {
  std::string out;
  for (const int value : values) {
    out.push_back(static_cast<char>(value));
  }
  return out;
}

template <typename T>
Result<T> Read(const std::string& message, ReadLimits limits = {}) {
  return ReadMessage<T>(AsBytes(message), limits);
}

template <typename T>
std::string Write(const T& value) {
  OwnedBuffer out = *DefaultArena()->Allocate(0);
  EXPECT_TRUE(WriteMessage(value, &out).ok());
  return std::string(AsText(out.bytes()));
}

Sample FullSample() {
  Sample sample;
  sample.flag = true;
  sample.maybe = false;
  sample.tiny = -128;
  sample.small = std::numeric_limits<int16_t>::min();
  sample.number = std::numeric_limits<int32_t>::max();
  sample.large = std::numeric_limits<int64_t>::min();
  sample.real = -0.5;
  sample.text = std::string("a\0b", 3);
  sample.colour = static_cast<Colour>(77);
  sample.flags = std::vector<bool>(40, true);
  sample.flags[3] = false;
  for (int i = 0; i < 20; ++i) {
    sample.numbers.push_back(int64_t{i} * i * i * 1000003 - 5);
  }
  sample.texts = {"", "x", std::string(300, 'y')};
  sample.points = {{1, 2}, {3, {}}};
  sample.choice.point = Point{5, {}};
  sample.defaulted = 9;
  return sample;
}

TEST(StructReader, ReadsBackWhatTheWriterWrote) {
  EXPECT_EQ(Read<Sample>(Write(FullSample())).value(), FullSample());
  EXPECT_EQ(Read<Sample>(Write(Sample())).value(), Sample());
}

TEST(StructReader, SaysHowManyBytesTheStructTook) {
  const std::string message = Write(Point{1, 2});
  size_t consumed = 0;
  const ReadLimits limits;
  EXPECT_TRUE(ReadMessage<Point>(AsBytes(message + "more"), limits, &consumed).ok());
  EXPECT_EQ(consumed, message.size());
}

TEST(StructReader, FailsCleanlyOnEveryTruncation) {
  const std::string message = Write(FullSample());
  for (size_t cut = 0; cut < message.size(); ++cut) {
    const Result<Sample> read = Read<Sample>(message.substr(0, cut));
    ASSERT_FALSE(read.ok()) << cut;
    EXPECT_EQ(read.error().code(), ErrorCode::kCorrupt);
  }
}

TEST(StructReader, SurvivesEveryChangeOfOneByte) {
  const std::string message = Write(FullSample());
  int parsed = 0;
  for (size_t i = 0; i < message.size(); ++i) {
    for (int change = 1; change < 256; ++change) {
      std::string damaged = message;
      damaged[i] = static_cast<char>(damaged[i] ^ change);
      const Result<Sample> read = Read<Sample>(damaged);
      parsed += read.ok() ? 1 : 0;
      if (!read.ok()) {
        EXPECT_NE(read.error().code(), ErrorCode::kInternal);
      }
    }
  }
  EXPECT_GT(parsed, 0);
}

TEST(StructReader, SkipsUnknownFields) {
  // x = 1; field 7: list of structs; field 9: map.
  const std::string message =
      Bytes({0x16, 0x02, 0x69, 0x2C, 0x15, 0x02, 0x00, 0x00, 0x2B, 0x01, 0x55, 0x02, 0x04, 0x00});
  EXPECT_EQ(Read<Point>(message).value(), (Point{1, {}}));
}

TEST(StructReader, KeepsUnknownFieldsForTheWriter) {
  const std::string message =
      Bytes({0x15 + 0x40, 0x0A, 0xFC, 0x11, 0x00, 0x08, 0xFE, 0xFF, 0x03, 0x02, 'h', 'i', 0x00});
  const Sample sample = Read<Sample>(message).value();
  EXPECT_EQ(sample.number, 5);
  EXPECT_FALSE(sample.unknown_fields.empty());
  const Sample again = Read<Sample>(Write(sample)).value();
  EXPECT_EQ(again, sample);
}

TEST(StructReader, SkipsAKnownFieldOfAnotherWireType) {
  // x = 1; y as a list of i16.
  EXPECT_EQ(Read<Point>(Bytes({0x16, 0x02, 0x19, 0x24, 0x02, 0x04, 0x00})).value(), (Point{1, {}}));
  // y as i32, as binary, as a boolean.
  EXPECT_EQ(Read<Point>(Bytes({0x16, 0x02, 0x15, 0x04, 0x00})).value(), (Point{1, {}}));
  EXPECT_EQ(Read<Point>(Bytes({0x16, 0x02, 0x18, 0x01, 'q', 0x00})).value(), (Point{1, {}}));
  EXPECT_EQ(Read<Point>(Bytes({0x16, 0x02, 0x11, 0x00})).value(), (Point{1, {}}));
}

TEST(StructReader, NamesTheMissingRequiredField) {
  const Result<Point> absent = Read<Point>(Bytes({0x00}));
  ASSERT_FALSE(absent.ok());
  EXPECT_EQ(absent.error().code(), ErrorCode::kCorrupt);
  EXPECT_EQ(absent.error().message(), "Point lacks its required field x (1), at byte 1 of the message");
  // x as i32 instead of i64.
  EXPECT_FALSE(Read<Point>(Bytes({0x15, 0x02, 0x00})).ok());
}

TEST(StructReader, SkipsAListOfAnotherElementType) {
  // numbers (11) as a list of two strings, then defaulted (1000) = 3.
  const Sample sample = Read<Sample>(Bytes({0xB9, 0x28, 0x01, 'a', 0x00, 0x05, 0xD0, 0x0F, 0x06, 0x00})).value();
  EXPECT_TRUE(sample.numbers.empty());
  EXPECT_EQ(sample.defaulted, 3);
}

TEST(StructReader, TakesAnEmptyListOfAnyElementType) {
  const Sample sample = Read<Sample>(Bytes({0xB9, 0x00, 0x05, 0xD0, 0x0F, 0x06, 0x00})).value();
  EXPECT_TRUE(sample.numbers.empty());
  EXPECT_EQ(sample.defaulted, 3);
}

TEST(StructReader, TakesBothEncodingsOfBooleansInLists) {
  // flags (10): the element type may be 1 or 2; elements are 1 for true, 0 or 2 for false.
  for (const int element_type : {1, 2}) {
    const Sample sample = Read<Sample>(Bytes({0xA9, 0x30 + element_type, 0x01, 0x00, 0x02, 0x00})).value();
    EXPECT_EQ(sample.flags, (std::vector<bool>{true, false, false}));
  }
}

TEST(StructReader, KeepsTheNumberOfAnUnknownEnumValue) {
  const Sample sample = Read<Sample>(Bytes({0x95, 0xC8, 0x01, 0x00})).value();
  EXPECT_EQ(static_cast<int32_t>(sample.colour), 100);
}

TEST(StructReader, KeepsTheIdOfAnUnknownUnionMember) {
  // Member 9, a struct with a field; it is written again as it was.
  const std::string message = Bytes({0x9C, 0x15, 0x08, 0x00, 0x00});
  const Choice choice = Read<Choice>(message).value();
  EXPECT_FALSE(choice.point);
  EXPECT_EQ(choice.unrecognised_id, 9);
  EXPECT_EQ(Read<Choice>(Write(choice)).value(), choice);
  // A known member of another wire type is no less unknown.
  EXPECT_EQ(Read<Choice>(Bytes({0x15, 0x08, 0x00})).value().unrecognised_id, 1);
  // No member at all.
  EXPECT_EQ(Read<Choice>(Bytes({0x00})).value(), Choice());
}

TEST(StructReader, LetsTheLastOfRepeatedFieldsWin) {
  EXPECT_EQ(Read<Point>(Bytes({0x16, 0x02, 0x06, 0x02, 0x08, 0x00})).value().x, 4);
}

TEST(StructReader, BoundsTheMemoryOfLists) {
  // 40 points of 3 bytes each want more memory than the budget has.
  Sample sample;
  sample.points.assign(40, Point{1, {}});
  const std::string message = Write(sample);
  EXPECT_TRUE(Read<Sample>(message).ok());
  const Result<Sample> read = Read<Sample>(message, {.memory_budget_bytes = 500});
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().code(), ErrorCode::kLimitExceeded);
}

TEST(StructWriter, WritesTheShortestForm) {
  EXPECT_EQ(Write(Point{1, -1}), Bytes({0x16, 0x02, 0x16, 0x01, 0x00}));
}

TEST(StructWriter, AppendsBehindWhatTheBufferHolds) {
  OwnedBuffer out = *DefaultArena()->Allocate(0);
  ASSERT_TRUE(out.Append(AsBytes("head")).ok());
  ASSERT_TRUE(WriteMessage(Point{1, {}}, &out).ok());
  EXPECT_EQ(AsText(out.bytes()), "head" + Bytes({0x16, 0x02, 0x00}));
}

TEST(StructWriter, LeavesTheBufferAsItWasWhenMemoryRunsOut) {
  const auto arena = Arena::Create(std::make_shared<MemoryBudget>(8192));
  OwnedBuffer out = *arena->Allocate(16);
  ASSERT_TRUE(out.Append(AsBytes("head")).ok());
  Sample sample;
  sample.text = std::string(100000, 'x');
  EXPECT_EQ(WriteMessage(sample, &out).code(), ErrorCode::kOutOfMemory);
  EXPECT_EQ(AsText(out.bytes()), "head");
}

TEST(ThriftJson, PrintsEveryKindOfField) {
  Sample sample = FullSample();
  sample.flags = {true, false};
  sample.numbers = {-1};
  sample.texts = {"hi"};
  sample.text = "q\"\n\x01";
  EXPECT_EQ(ToJson(sample),
            R"({"flag":true,"maybe":false,"tiny":-128,"small":-32768,"number":2147483647,)"
            R"("large":-9223372036854775808,"real":-0.5,"text":"q\"\n\u0001","colour":"UNKNOWN","flags":[true,false],)"
            R"("numbers":[-1],"texts":["aGk="],"points":[{"x":1,"y":2},{"x":3}],"choice":{"POINT":{"x":5}},)"
            R"("defaulted":9})");
}

TEST(ThriftJson, ShowsWhatIsNewerThanTheTables) {
  const Choice choice = Read<Choice>(Bytes({0x9C, 0x00, 0x00})).value();
  EXPECT_EQ(ToJson(choice), R"({"unrecognised_id":9,"unknown_fields":"DBIA"})");
}

TEST(ThriftJson, PrintsInvalidTextAsBase64AndSpecialNumbersAsStrings) {
  Sample sample;
  sample.text = "\xFF";
  sample.real = std::numeric_limits<double>::quiet_NaN();
  const std::string json = ToJson(sample);
  EXPECT_NE(json.find(R"("text":{"base64":"/w=="})"), std::string::npos) << json;
  EXPECT_NE(json.find(R"("real":"NaN")"), std::string::npos) << json;
}

}  // namespace
}  // namespace taracea::thrift

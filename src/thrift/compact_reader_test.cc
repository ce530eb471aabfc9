#include "thrift/compact_reader.h"

#include <gtest/gtest.h>

#include <cstring>
#include <initializer_list>
#include <string>
#include <vector>

namespace taracea::thrift {
namespace {

std::string Bytes(std::initializer_list<int> values) {
  std::string out;
  for (const int value : values) {
    out.push_back(static_cast<char>(value));
  }
  return out;
}

struct Reading {
  explicit Reading(std::string message, ReadLimits read_limits = {})
      : bytes(std::move(message)), limits(read_limits), reader(AsBytes(bytes), limits) {}
  std::string bytes;
  ReadLimits limits;
  CompactReader reader;
};

TEST(CompactReader, ReadsVarintsOfEveryLength) {
  for (int bits = 0; bits <= 64; ++bits) {
    const uint64_t value = bits == 0 ? 0 : ~uint64_t{0} >> (64 - bits);
    std::string encoded;
    uint64_t rest = value;
    for (; rest >= 0x80; rest >>= 7) {
      encoded.push_back(static_cast<char>((rest & 0x7F) | 0x80));
    }
    encoded.push_back(static_cast<char>(rest));
    Reading whole(encoded);
    uint64_t out = 1;
    ASSERT_TRUE(whole.reader.ReadVarint(&out)) << bits;
    EXPECT_EQ(out, value);
    EXPECT_EQ(whole.reader.remaining(), 0u);
    Reading cut(encoded.substr(0, encoded.size() - 1));
    EXPECT_FALSE(cut.reader.ReadVarint(&out));
    EXPECT_TRUE(cut.reader.ran_out());
  }
}

TEST(CompactReader, RejectsVarintsOfMoreThan64Bits) {
  uint64_t out;
  Reading eleven(std::string(10, '\x80') + '\x01');
  EXPECT_FALSE(eleven.reader.ReadVarint(&out));
  EXPECT_FALSE(eleven.reader.ran_out());
  EXPECT_EQ(eleven.reader.status().code(), ErrorCode::kCorrupt);
  Reading high_bits(std::string(9, '\xFF') + '\x02');
  EXPECT_FALSE(high_bits.reader.ReadVarint(&out));
}

TEST(CompactReader, RejectsIntegersThatTheTypeCannotHold) {
  Reading fits(Bytes({0xFF, 0xFF, 0xFF, 0xFF, 0x0F}));
  int32_t out;
  ASSERT_TRUE(fits.reader.ReadInteger(&out));
  EXPECT_EQ(out, std::numeric_limits<int32_t>::min());
  Reading above(Bytes({0x80, 0x80, 0x80, 0x80, 0x10}));
  EXPECT_FALSE(above.reader.ReadInteger(&out));
  EXPECT_EQ(above.reader.status().message(),
            "expected an integer of 32 bits, found 2147483648 at byte 5 of the message");
}

TEST(CompactReader, ReadsShortAndLongFieldHeaders) {
  // Field 3 (delta 3, i32), field 18 (delta 15), field 1000 in long form, field 999 backwards in long form, stop.
  Reading r(Bytes({0x35, 0xF5, 0x05, 0xD0, 0x0F, 0x05, 0xCE, 0x0F, 0x00}));
  int32_t id = 0;
  WireType type;
  for (const int expected : {3, 18, 1000, 999}) {
    ASSERT_TRUE(r.reader.ReadFieldHeader(&id, &type));
    EXPECT_EQ(id, expected);
    EXPECT_EQ(type, WireType::kI32);
  }
  ASSERT_TRUE(r.reader.ReadFieldHeader(&id, &type));
  EXPECT_EQ(type, WireType::kStop);
}

TEST(CompactReader, RejectsFieldIdsAbove32767) {
  Reading r(Bytes({0x05, 0xFE, 0xFF, 0x03, 0x15}));
  int32_t id = 0;
  WireType type;
  ASSERT_TRUE(r.reader.ReadFieldHeader(&id, &type));
  EXPECT_EQ(id, 32767);
  EXPECT_FALSE(r.reader.ReadFieldHeader(&id, &type));
  Reading long_form(Bytes({0x05, 0x80, 0x80, 0x04}));
  id = 0;
  EXPECT_FALSE(long_form.reader.ReadFieldHeader(&id, &type));
}

TEST(CompactReader, RejectsStopWithADelta) {
  Reading r(Bytes({0x10}));
  int32_t id = 0;
  WireType type;
  EXPECT_FALSE(r.reader.ReadFieldHeader(&id, &type));
  EXPECT_EQ(r.reader.status().code(), ErrorCode::kCorrupt);
}

TEST(CompactReader, ReadsShortAndLongListHeaders) {
  WireType element;
  size_t count;
  Reading shorter(Bytes({0xE3}) + std::string(14, 'x'));
  ASSERT_TRUE(shorter.reader.ReadListHeader(&element, &count));
  EXPECT_EQ(count, 14u);
  Reading longer(Bytes({0xF3, 0x0F}) + std::string(15, 'x'));
  ASSERT_TRUE(longer.reader.ReadListHeader(&element, &count));
  EXPECT_EQ(count, 15u);
  EXPECT_EQ(element, WireType::kByte);
}

TEST(CompactReader, BoundsListsByTheBytesLeftAndTheLimit) {
  WireType element;
  size_t count;
  Reading beyond_end(Bytes({0xF3, 0x0F}) + std::string(14, 'x'));
  EXPECT_FALSE(beyond_end.reader.ReadListHeader(&element, &count));
  EXPECT_TRUE(beyond_end.reader.ran_out());
  Reading beyond_limit(Bytes({0x53}) + std::string(5, 'x'), {.max_thrift_elements = 4});
  EXPECT_FALSE(beyond_limit.reader.ReadListHeader(&element, &count));
  EXPECT_EQ(beyond_limit.reader.status().code(), ErrorCode::kLimitExceeded);
  EXPECT_NE(beyond_limit.reader.status().message().find("max_thrift_elements of 4: 5"), std::string::npos);
}

TEST(CompactReader, BoundsStringsByTheBytesLeftAndTheLimit) {
  std::string_view out;
  Reading empty(Bytes({0x00}));
  ASSERT_TRUE(empty.reader.ReadBinary(&out));
  EXPECT_TRUE(out.empty());
  Reading beyond_end(Bytes({0x03, 'a', 'b'}));
  EXPECT_FALSE(beyond_end.reader.ReadBinary(&out));
  EXPECT_TRUE(beyond_end.reader.ran_out());
  Reading beyond_limit(Bytes({0x03, 'a', 'b', 'c'}), {.max_thrift_string_bytes = 2});
  EXPECT_FALSE(beyond_limit.reader.ReadBinary(&out));
  EXPECT_EQ(beyond_limit.reader.status().code(), ErrorCode::kLimitExceeded);
}

TEST(CompactReader, TakesBothEncodingsOfFalseInLists) {
  Reading r(Bytes({0, 1, 2, 3}));
  bool out = true;
  ASSERT_TRUE(r.reader.ReadBoolElement(&out));
  EXPECT_FALSE(out);
  ASSERT_TRUE(r.reader.ReadBoolElement(&out));
  EXPECT_TRUE(out);
  ASSERT_TRUE(r.reader.ReadBoolElement(&out));
  EXPECT_FALSE(out);
  EXPECT_FALSE(r.reader.ReadBoolElement(&out));
}

TEST(CompactReader, SkipsEveryWireType) {
  const std::vector<std::pair<WireType, std::string>> values = {
      {WireType::kTrue, ""},
      {WireType::kFalse, ""},
      {WireType::kByte, Bytes({0x80})},
      {WireType::kI16, Bytes({0x80, 0x01})},
      {WireType::kI32, Bytes({0x07})},
      {WireType::kI64, Bytes({0xFF, 0xFF, 0xFF, 0x7F})},
      {WireType::kDouble, std::string(8, '\x81')},
      {WireType::kBinary, Bytes({0x02, 0x00, 0xFF})},
      {WireType::kList, Bytes({0x21, 0x01, 0x02})},
      {WireType::kList, Bytes({0x09})},
      {WireType::kSet, Bytes({0x25, 0x80, 0x01, 0x03})},
      {WireType::kMap, Bytes({0x00})},
      {WireType::kMap, Bytes({0x02, 0x81, 0x01, 'k', 0x01, 0x00, 0x02})},
      {WireType::kStruct, Bytes({0x15, 0x02, 0x1C, 0x11, 0x00, 0x00})},
      {WireType::kUuid, std::string(16, '\xAB')},
  };
  for (const auto& [type, value] : values) {
    Reading r(value + "rest");
    EXPECT_TRUE(r.reader.Skip(type)) << WireTypeName(type);
    EXPECT_EQ(r.reader.remaining(), 4u) << WireTypeName(type);
    for (size_t cut = 0; cut < value.size(); ++cut) {
      Reading shortened(value.substr(0, cut));
      EXPECT_FALSE(shortened.reader.Skip(type)) << WireTypeName(type) << " cut to " << cut;
      EXPECT_TRUE(shortened.reader.ran_out());
    }
  }
}

TEST(CompactReader, RejectsUnknownWireTypes) {
  for (const int type : {0, 14, 15}) {
    Reading r(std::string(32, '\0'));
    EXPECT_FALSE(r.reader.Skip(static_cast<WireType>(type)));
    EXPECT_EQ(r.reader.status().code(), ErrorCode::kCorrupt);
  }
}

TEST(CompactReader, BoundsNestingOfAllContainers) {
  const std::string structs(100, '\x1C');
  const std::string lists(100, '\x19');
  std::string maps;
  for (int i = 0; i < 100; ++i) {
    maps += Bytes({0x01, 0x3B, 0x00});
  }
  for (const auto& [type, nested] :
       {std::pair{WireType::kStruct, structs}, {WireType::kList, lists}, {WireType::kMap, maps}}) {
    Reading r(nested + std::string(400, '\0'));
    EXPECT_FALSE(r.reader.Skip(type));
    EXPECT_EQ(r.reader.status().code(), ErrorCode::kLimitExceeded) << r.reader.status().ToString();
    EXPECT_NE(r.reader.status().message().find("max_thrift_depth"), std::string::npos);
  }
}

TEST(CompactReader, KeepsFieldsSoThatTheyReadAgainAnywhere) {
  const std::string value = Bytes({0x02, 'h', 'i'});
  Reading r(value);
  std::string kept;
  ASSERT_TRUE(r.reader.KeepField(kExtensionFieldId, WireType::kBinary, &kept));
  Reading again(kept);
  int32_t id = 5;
  WireType type;
  std::string_view text;
  ASSERT_TRUE(again.reader.ReadFieldHeader(&id, &type));
  EXPECT_EQ(id, kExtensionFieldId);
  ASSERT_TRUE(again.reader.ReadBinary(&text));
  EXPECT_EQ(text, "hi");
}

TEST(CompactReader, ChargesDecodedElementsAgainstTheBudget) {
  Reading r("", {.memory_budget_bytes = 1000});
  EXPECT_TRUE(r.reader.Charge(10, 90));
  EXPECT_FALSE(r.reader.Charge(1, 101));
  EXPECT_EQ(r.reader.status().code(), ErrorCode::kLimitExceeded);
  Reading unbounded("", {.memory_budget_bytes = 0});
  EXPECT_TRUE(unbounded.reader.Charge(1000000, 1000000));
}

}  // namespace
}  // namespace taracea::thrift

#include "index/sort_order.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "base/bytes.h"

namespace taracea::index {
namespace {

using Kind = LogicalType::Kind;

SortOrder OrderOf(PhysicalType type, Kind kind = Kind::kNone, ColumnOrder order = ColumnOrder::kTypeDefined) {
  LogicalType logical_type;
  logical_type.kind = kind;
  return SortOrderOf(type, logical_type, order);
}

template <typename T>
std::string Plain(T value) {
  return std::string(AsText(BytesOf(&value, 1)));
}

int Compare(SortOrder order, const std::string& a, const std::string& b) {
  const std::strong_ordering compared = CompareBounds(order, AsBytes(a), AsBytes(b));
  const std::strong_ordering mirrored = CompareBounds(order, AsBytes(b), AsBytes(a));
  EXPECT_EQ(compared < 0, mirrored > 0);
  EXPECT_EQ(compared == 0, mirrored == 0);
  return compared < 0 ? -1 : compared > 0 ? 1 : 0;
}

TEST(SortOrder, FollowsThePhysicalTypeWithoutAnnotation) {
  EXPECT_EQ(OrderOf(PhysicalType::kBoolean), SortOrder::kBoolean);
  EXPECT_EQ(OrderOf(PhysicalType::kInt32), SortOrder::kInt32);
  EXPECT_EQ(OrderOf(PhysicalType::kInt64), SortOrder::kInt64);
  EXPECT_EQ(OrderOf(PhysicalType::kInt96), SortOrder::kNone);
  EXPECT_EQ(OrderOf(PhysicalType::kFloat), SortOrder::kFloat);
  EXPECT_EQ(OrderOf(PhysicalType::kDouble), SortOrder::kDouble);
  EXPECT_EQ(OrderOf(PhysicalType::kByteArray), SortOrder::kUnsignedBytes);
  EXPECT_EQ(OrderOf(PhysicalType::kFixedLenByteArray), SortOrder::kUnsignedBytes);
}

TEST(SortOrder, FollowsTheLogicalType) {
  for (const Kind kind : {Kind::kString, Kind::kEnum, Kind::kJson, Kind::kBson}) {
    EXPECT_EQ(OrderOf(PhysicalType::kByteArray, kind), SortOrder::kUnsignedBytes);
  }
  EXPECT_EQ(OrderOf(PhysicalType::kFixedLenByteArray, Kind::kUuid), SortOrder::kUnsignedBytes);
  EXPECT_EQ(OrderOf(PhysicalType::kFixedLenByteArray, Kind::kFloat16), SortOrder::kFloat16);
  EXPECT_EQ(OrderOf(PhysicalType::kInt32, Kind::kDecimal), SortOrder::kInt32);
  EXPECT_EQ(OrderOf(PhysicalType::kInt64, Kind::kDecimal), SortOrder::kInt64);
  EXPECT_EQ(OrderOf(PhysicalType::kByteArray, Kind::kDecimal), SortOrder::kDecimalBytes);
  EXPECT_EQ(OrderOf(PhysicalType::kFixedLenByteArray, Kind::kDecimal), SortOrder::kDecimalBytes);
  EXPECT_EQ(OrderOf(PhysicalType::kInt32, Kind::kDate), SortOrder::kInt32);
  EXPECT_EQ(OrderOf(PhysicalType::kInt64, Kind::kTimestamp), SortOrder::kInt64);
  LogicalType integer;
  integer.kind = Kind::kInteger;
  integer.bit_width = 16;
  integer.is_signed = false;
  EXPECT_EQ(SortOrderOf(PhysicalType::kInt32, integer, ColumnOrder::kTypeDefined), SortOrder::kUint32);
  EXPECT_EQ(SortOrderOf(PhysicalType::kInt64, integer, ColumnOrder::kTypeDefined), SortOrder::kUint64);
  integer.is_signed = true;
  EXPECT_EQ(SortOrderOf(PhysicalType::kInt32, integer, ColumnOrder::kTypeDefined), SortOrder::kInt32);
}

TEST(SortOrder, IsNoneForTypesWithoutOrder) {
  EXPECT_EQ(OrderOf(PhysicalType::kFixedLenByteArray, Kind::kInterval), SortOrder::kNone);
  for (const Kind kind : {Kind::kGeometry, Kind::kGeography, Kind::kVariant, Kind::kUnrecognised, Kind::kNull}) {
    EXPECT_EQ(OrderOf(PhysicalType::kByteArray, kind), SortOrder::kNone);
  }
  EXPECT_EQ(OrderOf(PhysicalType::kInt32, Kind::kUnrecognised), SortOrder::kNone);
  EXPECT_EQ(OrderOf(PhysicalType::kInt32, Kind::kNull), SortOrder::kNone);
}

TEST(SortOrder, FollowsTheColumnOrder) {
  for (const PhysicalType type : {PhysicalType::kInt32, PhysicalType::kDouble, PhysicalType::kByteArray}) {
    EXPECT_EQ(OrderOf(type, Kind::kNone, ColumnOrder::kUndefined), SortOrder::kNone);
    EXPECT_EQ(OrderOf(type, Kind::kNone, ColumnOrder::kUnknown), SortOrder::kNone);
    EXPECT_EQ(OrderOf(type, Kind::kNone, ColumnOrder::kInt96Timestamp), SortOrder::kNone);
  }
  EXPECT_EQ(OrderOf(PhysicalType::kInt96, Kind::kNone, ColumnOrder::kInt96Timestamp), SortOrder::kInt96Timestamp);
  EXPECT_EQ(OrderOf(PhysicalType::kFloat, Kind::kNone, ColumnOrder::kIeee754TotalOrder), SortOrder::kTotalFloat);
  EXPECT_EQ(OrderOf(PhysicalType::kDouble, Kind::kNone, ColumnOrder::kIeee754TotalOrder), SortOrder::kTotalDouble);
  EXPECT_EQ(OrderOf(PhysicalType::kFixedLenByteArray, Kind::kFloat16, ColumnOrder::kIeee754TotalOrder),
            SortOrder::kTotalFloat16);
  EXPECT_EQ(OrderOf(PhysicalType::kInt32, Kind::kNone, ColumnOrder::kIeee754TotalOrder), SortOrder::kNone);
}

TEST(SortOrder, ComparesUnsignedIntegersAsUnsigned) {
  EXPECT_LT(Compare(SortOrder::kInt32, Plain<int32_t>(-1), Plain<int32_t>(1)), 0);
  EXPECT_GT(Compare(SortOrder::kUint32, Plain<int32_t>(-1), Plain<int32_t>(1)), 0);
  EXPECT_GT(Compare(SortOrder::kUint64, Plain<int64_t>(-1), Plain<int64_t>(1)), 0);
}

TEST(SortOrder, ComparesByteStringsAsUnsignedAndPrefixesFirst) {
  EXPECT_LT(Compare(SortOrder::kUnsignedBytes, "a", "\x80"), 0);
  EXPECT_LT(Compare(SortOrder::kUnsignedBytes, "", "a"), 0);
  EXPECT_LT(Compare(SortOrder::kUnsignedBytes, "a", std::string("a\0", 2)), 0);
  EXPECT_EQ(Compare(SortOrder::kUnsignedBytes, "", ""), 0);
}

TEST(SortOrder, ComparesDecimalsOfAnyWidthAsNumbers) {
  // Big-endian two's complement of a number in some number of bytes.
  const auto encode = [](int64_t number, size_t width) {
    std::string out(width, number < 0 ? '\xFF' : '\0');
    for (size_t i = 0; i < std::min<size_t>(width, 8); ++i) {
      out[width - 1 - i] = static_cast<char>(number >> (8 * i));
    }
    return out;
  };
  std::vector<int64_t> numbers = {0, 1, -1, 127, 128, -128, -129, 255, 256, -256, -257, 32767, -32768, 1 << 20};
  for (const int64_t a : numbers) {
    for (const int64_t b : numbers) {
      for (const size_t a_width : {size_t{4}, size_t{5}, size_t{8}, size_t{16}}) {
        for (const size_t b_width : {size_t{4}, size_t{7}, size_t{17}}) {
          const int expected = a < b ? -1 : a > b ? 1 : 0;
          EXPECT_EQ(Compare(SortOrder::kDecimalBytes, encode(a, a_width), encode(b, b_width)), expected)
              << a << " in " << a_width << " bytes, " << b << " in " << b_width;
        }
      }
    }
  }
  EXPECT_LT(Compare(SortOrder::kDecimalBytes, "\xFF", encode(5, 16)), 0);
  EXPECT_EQ(Compare(SortOrder::kDecimalBytes, "", std::string(3, '\0')), 0);
  EXPECT_GT(Compare(SortOrder::kDecimalBytes, "", "\xFF"), 0);
}

TEST(SortOrder, ComparesNumbersAsTheMachineDoes) {
  std::mt19937_64 random(1);
  const float corners[] = {0.0F,
                           -0.0F,
                           1.0F,
                           -1.0F,
                           std::numeric_limits<float>::infinity(),
                           -std::numeric_limits<float>::infinity(),
                           std::numeric_limits<float>::denorm_min()};
  for (int i = 0; i < 20000; ++i) {
    const auto pick = [&] {
      return i % 3 == 0 ? corners[random() % 7] : std::bit_cast<float>(static_cast<uint32_t>(random()));
    };
    const float a = pick();
    const float b = pick();
    if (std::isnan(a) || std::isnan(b)) {
      continue;
    }
    const int expected = a < b ? -1 : a > b ? 1 : 0;
    ASSERT_EQ(Compare(SortOrder::kFloat, Plain(a), Plain(b)), expected) << a << " " << b;
    ASSERT_EQ(Compare(SortOrder::kDouble, Plain(static_cast<double>(a)), Plain(static_cast<double>(b))), expected)
        << a << " " << b;
  }
}

TEST(SortOrder, ComparesTheTotalOrderFromNegativeToPositiveNan) {
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double rising[] = {-nan, -inf, -1, -0.0, 0.0, 1, inf, nan};
  for (size_t i = 0; i < 8; ++i) {
    for (size_t j = 0; j < 8; ++j) {
      EXPECT_EQ(Compare(SortOrder::kTotalDouble, Plain(rising[i]), Plain(rising[j])), i < j ? -1 : i > j ? 1 : 0);
    }
  }
}

TEST(SortOrder, ComparesHalfFloats) {
  const uint16_t rising[] = {0xFC00, 0xBC00, 0x8001, 0x8000, 0x0001, 0x3C00, 0x7C00};
  for (size_t i = 0; i < 7; ++i) {
    for (size_t j = 0; j < 7; ++j) {
      EXPECT_EQ(Compare(SortOrder::kFloat16, Plain(rising[i]), Plain(rising[j])), i < j ? -1 : i > j ? 1 : 0);
    }
  }
  EXPECT_EQ(Compare(SortOrder::kFloat16, Plain<uint16_t>(0x8000), Plain<uint16_t>(0)), 0);
}

TEST(SortOrder, ComparesInt96ByDayThenNanoseconds) {
  const auto timestamp = [](int32_t day, int64_t nanoseconds) { return Plain(nanoseconds) + Plain(day); };
  EXPECT_LT(Compare(SortOrder::kInt96Timestamp, timestamp(-1, 5), timestamp(1, 0)), 0);
  EXPECT_LT(Compare(SortOrder::kInt96Timestamp, timestamp(1, -5), timestamp(1, 4)), 0);
  EXPECT_GT(Compare(SortOrder::kInt96Timestamp, timestamp(2, 0), timestamp(1, 9)), 0);
}

TEST(SortOrder, KnowsNansAndZeros) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(IsNanBound(SortOrder::kDouble, AsBytes(Plain(nan))));
  EXPECT_TRUE(IsNanBound(SortOrder::kDouble, AsBytes(Plain(-nan))));
  EXPECT_FALSE(IsNanBound(SortOrder::kDouble, AsBytes(Plain(std::numeric_limits<double>::infinity()))));
  EXPECT_FALSE(IsNanBound(SortOrder::kDouble, AsBytes(Plain(-std::numeric_limits<double>::infinity()))));
  EXPECT_TRUE(IsNanBound(SortOrder::kFloat16, AsBytes(Plain<uint16_t>(0x7C01))));
  EXPECT_TRUE(IsZeroBound(SortOrder::kFloat, AsBytes(Plain(-0.0F))));
  EXPECT_TRUE(IsZeroBound(SortOrder::kTotalFloat, AsBytes(Plain(0.0F))));
  EXPECT_FALSE(IsZeroBound(SortOrder::kFloat, AsBytes(Plain(std::numeric_limits<float>::denorm_min()))));
  EXPECT_FALSE(IsZeroBound(SortOrder::kInt32, AsBytes(Plain(0))));
}

TEST(SortOrder, ChecksTheSizeOfBounds) {
  EXPECT_TRUE(IsWellFormedBound(SortOrder::kInt32, AsBytes("abcd")));
  EXPECT_FALSE(IsWellFormedBound(SortOrder::kInt32, AsBytes("abc")));
  EXPECT_FALSE(IsWellFormedBound(SortOrder::kBoolean, AsBytes("")));
  EXPECT_TRUE(IsWellFormedBound(SortOrder::kUnsignedBytes, AsBytes("")));
  EXPECT_FALSE(IsWellFormedBound(SortOrder::kNone, AsBytes("")));
}

}  // namespace
}  // namespace taracea::index

#include "schema/logical_type_rules.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "taracea/schema.h"

namespace taracea {
namespace {

using Kind = LogicalType::Kind;

LogicalType OfKind(Kind kind) {
  LogicalType out;
  out.kind = kind;
  return out;
}

LogicalType Decimal(int32_t precision, int32_t scale) {
  LogicalType out = OfKind(Kind::kDecimal);
  out.precision = precision;
  out.scale = scale;
  return out;
}

LogicalType Integer(int bit_width, bool is_signed) {
  LogicalType out = OfKind(Kind::kInteger);
  out.bit_width = static_cast<int8_t>(bit_width);
  out.is_signed = is_signed;
  return out;
}

LogicalType Temporal(Kind kind, TimeUnit unit) {
  LogicalType out = OfKind(kind);
  out.unit = unit;
  out.is_adjusted_to_utc = true;
  return out;
}

bool Fits(const LogicalType& logical_type, PhysicalType type, int32_t type_length = 0) {
  return CheckLogicalType(logical_type, type, type_length).ok();
}

TEST(CheckLogicalType, AllowsEachKindOnItsPhysicalTypesOnly) {
  struct Row {
    LogicalType logical_type;
    std::string allowed;  // one character a physical type, by number
    int32_t type_length;
  };
  const std::vector<Row> rows{{OfKind(Kind::kNone), "01234567", 5},
                              {OfKind(Kind::kString), "6", 5},
                              {OfKind(Kind::kEnum), "6", 5},
                              {OfKind(Kind::kJson), "6", 5},
                              {OfKind(Kind::kBson), "6", 5},
                              {OfKind(Kind::kGeometry), "6", 5},
                              {OfKind(Kind::kGeography), "6", 5},
                              {OfKind(Kind::kDate), "1", 5},
                              {OfKind(Kind::kNull), "01234567", 5},
                              {OfKind(Kind::kUnrecognised), "01234567", 5},
                              {OfKind(Kind::kUuid), "7", 16},
                              {OfKind(Kind::kUuid), "", 15},
                              {OfKind(Kind::kFloat16), "7", 2},
                              {OfKind(Kind::kFloat16), "", 4},
                              {OfKind(Kind::kInterval), "7", 12},
                              {OfKind(Kind::kMap), "", 5},
                              {OfKind(Kind::kList), "", 5},
                              {OfKind(Kind::kVariant), "", 5},
                              {OfKind(Kind::kFile), "", 5},
                              {Temporal(Kind::kTime, TimeUnit::kMilli), "1", 5},
                              {Temporal(Kind::kTime, TimeUnit::kMicro), "2", 5},
                              {Temporal(Kind::kTime, TimeUnit::kNano), "2", 5},
                              {Temporal(Kind::kTime, TimeUnit::kUnknown), "", 5},
                              {Temporal(Kind::kTimestamp, TimeUnit::kMilli), "2", 5},
                              {Temporal(Kind::kTimestamp, TimeUnit::kNano), "2", 5},
                              {Temporal(Kind::kTimestamp, TimeUnit::kSecond), "", 5},
                              {Integer(8, true), "1", 5},
                              {Integer(32, false), "1", 5},
                              {Integer(64, true), "2", 5},
                              {Integer(24, true), "", 5},
                              {Decimal(9, 9), "1267", 5},
                              {Decimal(10, 0), "267", 5},
                              {Decimal(18, 2), "267", 8},
                              {Decimal(19, 2), "67", 9},
                              {Decimal(19, 2), "6", 8},
                              {Decimal(0, 0), "", 5},
                              {Decimal(2, 3), "", 5},
                              {Decimal(2, -1), "", 5}};
  for (const Row& row : rows) {
    for (int type = 0; type < kPhysicalTypeCount; ++type) {
      EXPECT_EQ(Fits(row.logical_type, static_cast<PhysicalType>(type), row.type_length),
                row.allowed.find(static_cast<char>('0' + type)) != std::string::npos)
          << row.logical_type.ToString() << " on " << type << " of length " << row.type_length;
    }
  }
}

TEST(CheckLogicalType, SaysWhatWasExpectedAndFound) {
  EXPECT_EQ(CheckLogicalType(OfKind(Kind::kUuid), PhysicalType::kFixedLenByteArray, 12).message(),
            "UUID needs FIXED_LEN_BYTE_ARRAY(16); got FIXED_LEN_BYTE_ARRAY(12)");
  EXPECT_EQ(CheckLogicalType(Decimal(12, 2), PhysicalType::kInt32, 0).message(),
            "DECIMAL on INT32 has at most 9 digits; got precision 12");
}

TEST(ConvertedTypeFor, IsUndoneByLogicalTypeForEveryConvertedType) {
  for (int number = 0; number <= 21; ++number) {
    const auto converted = static_cast<ConvertedType>(number);
    const LogicalType logical_type = LogicalTypeFor(converted, 12, 3);
    EXPECT_NE(logical_type.kind, Kind::kNone) << number;
    if (converted != ConvertedType::kMapKeyValue) {
      EXPECT_EQ(ConvertedTypeFor(logical_type), converted) << number;
    }
  }
  EXPECT_EQ(LogicalTypeFor(ConvertedType::kMapKeyValue, 0, 0).kind, Kind::kMap);
  EXPECT_EQ(LogicalTypeFor(ConvertedType::kDecimal, 12, 3), Decimal(12, 3));
}

TEST(ConvertedTypeFor, HasNothingForNewerTypes) {
  for (const Kind kind : {Kind::kNone, Kind::kNull, Kind::kUuid, Kind::kFloat16, Kind::kVariant, Kind::kGeometry,
                          Kind::kGeography, Kind::kFile, Kind::kUnrecognised}) {
    EXPECT_EQ(ConvertedTypeFor(OfKind(kind)), std::nullopt);
  }
  EXPECT_EQ(ConvertedTypeFor(Temporal(Kind::kTimestamp, TimeUnit::kNano)), std::nullopt);
}

TEST(ConvertedTypeFor, AnnotatesLocalTimesToo) {
  LogicalType local = Temporal(Kind::kTimestamp, TimeUnit::kMicro);
  local.is_adjusted_to_utc = false;
  EXPECT_EQ(ConvertedTypeFor(local), ConvertedType::kTimestampMicros);
}

TEST(LogicalTypeFor, KnowsTheNumbersThatStoodForNullBeforeAndIgnoresOthers) {
  EXPECT_EQ(LogicalTypeFor(static_cast<ConvertedType>(25), 0, 0).kind, Kind::kNull);
  EXPECT_EQ(LogicalTypeFor(static_cast<ConvertedType>(24), 0, 0).kind, Kind::kNull);
  EXPECT_EQ(LogicalTypeFor(static_cast<ConvertedType>(22), 0, 0).kind, Kind::kNone);
  EXPECT_EQ(LogicalTypeFor(static_cast<ConvertedType>(-1), 0, 0).kind, Kind::kNone);
}

TEST(MaxDecimalPrecision, AgreesWithTheTableOfTheFormat) {
  constexpr std::array<int32_t, 17> kDigits{0, 2, 4, 6, 9, 11, 14, 16, 18, 21, 23, 26, 28, 31, 33, 35, 38};
  for (size_t width = 0; width < kDigits.size(); ++width) {
    EXPECT_EQ(schema::MaxDecimalPrecision(static_cast<int32_t>(width)), kDigits[width]) << width;
  }
  EXPECT_EQ(schema::MaxDecimalPrecision(32), 76);
  EXPECT_EQ(schema::MaxDecimalPrecision(-1), 0);
  EXPECT_GT(schema::MaxDecimalPrecision(2147483647), 1000000000);
}

TEST(DecimalWidthBytes, IsTheLeastThatHoldsThePrecision) {
  for (int32_t precision = 1; precision <= 200; ++precision) {
    const int32_t width = schema::DecimalWidthBytes(precision);
    EXPECT_GE(schema::MaxDecimalPrecision(width), precision);
    EXPECT_LT(schema::MaxDecimalPrecision(width - 1), precision);
  }
}

}  // namespace
}  // namespace taracea

#include "array/type.h"

#include <gtest/gtest.h>

namespace taracea::array {
namespace {

TEST(TypeTest, PrintsAsArrowDoes) {
  EXPECT_EQ(Type(TypeId::kInt32).ToString(), "int32");
  EXPECT_EQ(Type::Timestamp(TimeUnit::kMicro, "UTC").ToString(), "timestamp[us, tz=UTC]");
  EXPECT_EQ(Type::Timestamp(TimeUnit::kNano).ToString(), "timestamp[ns]");
  EXPECT_EQ(Type::Time(TimeUnit::kMilli).ToString(), "time32[ms]");
  EXPECT_EQ(Type::Time(TimeUnit::kNano).ToString(), "time64[ns]");
  EXPECT_EQ(Type::Duration(TimeUnit::kSecond).ToString(), "duration[s]");
  EXPECT_EQ(Type::Decimal(TypeId::kDecimal128, 12, 2).ToString(), "decimal128(12, 2)");
  EXPECT_EQ(Type::FixedSizeBinary(16).ToString(), "fixed_size_binary[16]");
  EXPECT_EQ(Type::List({"element", TypeId::kUtf8, false, {}}).ToString(), "list<element: utf8 not null>");
  EXPECT_EQ(Type::FixedSizeList({"item", TypeId::kFloat, true, {}}, 3).ToString(), "fixed_size_list<item: float>[3]");
  EXPECT_EQ(Type::Struct({{"a", TypeId::kBool, true, {}}, {"b", TypeId::kDate32, false, {}}}).ToString(),
            "struct<a: bool, b: date32[day] not null>");
  EXPECT_EQ(Type::Map({"key", TypeId::kUtf8, true, {}}, {"value", TypeId::kInt64, true, {}}).ToString(),
            "map<utf8, int64>");
  EXPECT_EQ(Type::Dictionary(TypeId::kInt8, TypeId::kUtf8, true).ToString(),
            "dictionary<values=utf8, indices=int8, ordered>");
  EXPECT_EQ(Type::RunEndEncoded(TypeId::kInt32, {"values", TypeId::kUtf8, true, {}}).ToString(),
            "run_end_encoded<run_ends: int32 not null, values: utf8>");
}

TEST(TypeTest, EqualityLooksAtWhatMattersForTheId) {
  Type a(TypeId::kInt32);
  Type b(TypeId::kInt32);
  b.timezone = "UTC";
  EXPECT_EQ(a, b);
  EXPECT_FALSE(Type::Timestamp(TimeUnit::kMicro) == Type::Timestamp(TimeUnit::kMicro, "UTC"));
  EXPECT_FALSE(Type::Timestamp(TimeUnit::kMicro) == Type::Timestamp(TimeUnit::kNano));
  EXPECT_FALSE(Type::Decimal(TypeId::kDecimal64, 9, 2) == Type::Decimal(TypeId::kDecimal64, 9, 3));
  EXPECT_FALSE(Type::FixedSizeBinary(4) == Type::FixedSizeBinary(5));
  EXPECT_FALSE(Type::List({"x", TypeId::kInt8, true, {}}) == Type::List({"y", TypeId::kInt8, true, {}}));
  EXPECT_FALSE(Type::List({"x", TypeId::kInt8, true, {}}) == Type::List({"x", TypeId::kInt8, false, {}}));
  EXPECT_FALSE(Type::List({"x", TypeId::kInt8, true, {}}) == Type::List({"x", TypeId::kInt8, true, {{"k", "v"}}}));
  EXPECT_EQ(Type::List({"x", TypeId::kInt8, true, {}}), Type::List({"x", TypeId::kInt8, true, {}}));
  EXPECT_FALSE(Type::Dictionary(TypeId::kInt8, TypeId::kUtf8) == Type::Dictionary(TypeId::kInt16, TypeId::kUtf8));
  EXPECT_FALSE(Type::FixedSizeList({"x", TypeId::kInt8, true, {}}, 2) ==
               Type::FixedSizeList({"x", TypeId::kInt8, true, {}}, 3));
}

TEST(TypeTest, SortsIdsIntoFamilies) {
  EXPECT_TRUE(IsBinaryLike(TypeId::kUtf8) && IsBinaryLike(TypeId::kBinaryView) && IsBinaryLike(TypeId::kLargeBinary));
  EXPECT_FALSE(IsBinaryLike(TypeId::kFixedSizeBinary) || IsBinaryLike(TypeId::kDouble));
  EXPECT_TRUE(IsUtf8(TypeId::kUtf8View) && !IsUtf8(TypeId::kBinary));
  EXPECT_TRUE(HasOffsets64(TypeId::kLargeList) && !HasOffsets64(TypeId::kList));
  EXPECT_TRUE(IsView(TypeId::kUtf8View) && !IsView(TypeId::kUtf8));
  EXPECT_TRUE(IsNested(TypeId::kList) && IsNested(TypeId::kMap) && !IsNested(TypeId::kDictionary));
  EXPECT_EQ(ByteWidth(Type::FixedSizeBinary(5)), 5);
  EXPECT_EQ(ByteWidth(TypeId::kIntervalMonthDayNano), 16);
  EXPECT_EQ(ByteWidth(TypeId::kDecimal256), 32);
  EXPECT_EQ(ByteWidth(TypeId::kBool), 0);
  EXPECT_EQ(ByteWidth(TypeId::kUtf8), 0);
}

TEST(FieldTest, FindsMetadataByKey) {
  const Field field{"f", TypeId::kInt8, true, {{"a", "1"}, {"b", "2"}}};
  EXPECT_EQ(*field.FindMetadata("b"), "2");
  EXPECT_EQ(field.FindMetadata("c"), nullptr);
}

}  // namespace
}  // namespace taracea::array

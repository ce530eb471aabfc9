#include "ipc/schema_message.h"

#include <gtest/gtest.h>

#include "support/every_type.h"

namespace taracea::ipc {
namespace {

using array::Field;
using array::Type;
using array::TypeId;

Type Nested(int depth) {
  Type type = TypeId::kInt32;
  for (int i = 0; i < depth; ++i) {
    type = Type::List({"e", type, true, {}});
  }
  return type;
}

TEST(SchemaMessageTest, ReturnsTheFieldsOfEveryType) {
  const array::RecordBatch batch = testing::EveryTypeBatch();
  const std::vector<std::byte> message = EncodeSchemaMessage(*batch.fields, batch.metadata).value();
  EXPECT_EQ(message.size() % 8, 0U);
  const auto back = DecodeSchemaMessage(message);
  ASSERT_TRUE(back.has_value()) << back.error().ToString();
  EXPECT_EQ(*back->fields, *batch.fields);
  EXPECT_EQ(back->metadata, batch.metadata);
}

TEST(SchemaMessageTest, KeepsOrderKeysAndTimeZones) {
  const std::vector<Field> fields = {
      {"d", Type::Dictionary(TypeId::kUint16, TypeId::kDate32, true), false, {{"a", "b"}}},
      {"m", Type::Map({"k", TypeId::kUtf8, false, {}}, {"v", Nested(3), true, {}}, true), true, {}},
      {"t", Type::Timestamp(TimeUnit::kNano, "+05:30"), true, {}},
  };
  EXPECT_EQ(*DecodeSchemaMessage(EncodeSchemaMessage(fields, {}).value())->fields, fields);
}

TEST(SchemaMessageTest, ReadsTheOlderFramingAndUnalignedBytes) {
  const std::vector<std::byte> message = EncodeSchemaMessage({{"a", TypeId::kInt8, true, {}}}, {}).value();
  EXPECT_TRUE(DecodeSchemaMessage(ConstBytes(message).subspan(4)).has_value());
  std::vector<std::byte> shifted(1);
  shifted.insert(shifted.end(), message.begin(), message.end());
  EXPECT_TRUE(DecodeSchemaMessage(ConstBytes(shifted).subspan(1)).has_value());
}

TEST(SchemaMessageTest, NumbersInnerDictionariesFirst) {
  const Type inner = Type::Dictionary(TypeId::kInt8, TypeId::kUtf8);
  const Type outer = Type::Dictionary(TypeId::kInt8, Type::Struct({{"i", inner, true, {}}}));
  const std::vector<DictionaryIds> ids = NumberDictionaries({{"o", outer, true, {}}, {"i", inner, true, {}}});
  EXPECT_EQ(ids[0].id, 1);
  EXPECT_EQ(ids[0].children[0].id, 0);
  EXPECT_EQ(ids[1].id, 2);
}

TEST(SchemaMessageTest, BoundsItsDepth) {
  ReadLimits limits;
  limits.max_schema_depth = 100;
  const auto decode = [&](int depth) {
    return DecodeSchemaMessage(EncodeSchemaMessage({{"deep", Nested(depth), true, {}}}, {}).value(), limits);
  };
  EXPECT_TRUE(decode(99).has_value());
  EXPECT_EQ(decode(100).error().code(), ErrorCode::kLimitExceeded);
  EXPECT_FALSE(decode(400).has_value());
}

TEST(SchemaMessageTest, RejectsEveryTruncationAndSurvivesEveryDamagedByte) {
  const std::vector<std::byte> message = EncodeSchemaMessage(*testing::EveryTypeBatch().fields, {{"k", "v"}}).value();
  for (size_t size = 0; size < message.size(); size += 3) {
    EXPECT_FALSE(DecodeSchemaMessage(ConstBytes(message).first(size)).has_value()) << size;
  }
  for (size_t at = 0; at < message.size(); ++at) {
    for (const unsigned flip : {0x01U, 0x80U, 0xFFU}) {
      std::vector<std::byte> damaged = message;
      damaged[at] ^= static_cast<std::byte>(flip);
      (void)DecodeSchemaMessage(damaged);
    }
  }
}

TEST(SchemaMessageTest, RejectsTheEndOfAStream) {
  std::vector<std::byte> end(8);
  std::fill_n(end.begin(), 4, std::byte{0xFF});
  EXPECT_EQ(DecodeSchemaMessage(end).error().code(), ErrorCode::kCorrupt);
}

}  // namespace
}  // namespace taracea::ipc

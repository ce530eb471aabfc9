#include "array/plain_size.h"

#include <gtest/gtest.h>

#include <limits>

#include "support/every_type.h"

namespace taracea::array {
namespace {

using testing::DictionaryArray;
using testing::Int32Array;
using testing::Int64Array;
using testing::ListArray;
using testing::RunEndArray;
using testing::StructArray;
using testing::Utf8Array;

constexpr int64_t kNoLimit = std::numeric_limits<int64_t>::max();

int64_t SizeOf(const Array& array) {
  return PlainSize(array, 0, array.length, kNoLimit);
}

TEST(PlainSize, CountsWidthsAndLengths) {
  EXPECT_EQ(SizeOf(Int32Array({1, std::nullopt, 3})), 12);
  EXPECT_EQ(SizeOf(testing::BoolArray({true, false})), 2);
  for (const TypeId id : {TypeId::kUtf8, TypeId::kLargeUtf8, TypeId::kUtf8View}) {
    const Array texts = testing::BinaryArray(id, {"abc", "", "a text that is too long for a view"});
    EXPECT_EQ(SizeOf(texts), 3 * 4 + 3 + 34) << texts.type.ToString();
    EXPECT_EQ(PlainSize(texts, 1, 1, kNoLimit), 4);
  }
}

TEST(PlainSize, LooksUnderNoNull) {
  EXPECT_EQ(SizeOf(Utf8Array({"ab", std::nullopt, "c"})), 3 * 4 + 3);
  const Array texts = Utf8Array({"ab", "cd", "ef"});
  EXPECT_EQ(SizeOf(StructArray({{"t", texts}}, {true, false, true})), 2 * (4 + 2));
  EXPECT_EQ(SizeOf(ListArray({1, std::nullopt, 2}, texts)), 3 + 3 * (4 + 2));
}

TEST(PlainSize, CountsEncodedArraysAsUnpacked) {
  EXPECT_EQ(SizeOf(DictionaryArray({0, 1, std::nullopt, 1}, Utf8Array({"x", "yyy"}))), 4 * 4 + 1 + 3 + 3);
  EXPECT_EQ(SizeOf(DictionaryArray({0, 0, std::nullopt}, Int64Array({7}))), 3 * 8);
  const Array runs = RunEndArray({2, 7}, Utf8Array({"x", "yyy"}));
  EXPECT_EQ(SizeOf(runs), 7 * 4 + 2 * 1 + 5 * 3);
  EXPECT_EQ(PlainSize(runs, 1, 3, kNoLimit), 3 * 4 + 1 + 2 * 3);
}

TEST(PlainSize, IsTheSumOfItsPartsForEveryType) {
  for (const Array& array : testing::EveryType()) {
    int64_t sum = 0;
    for (int64_t i = 0; i < array.length; ++i) {
      sum += PlainSize(array, i, 1, kNoLimit);
    }
    EXPECT_EQ(SizeOf(array), sum) << array.type.ToString();
    EXPECT_EQ(PlainSize(array.Slice(3, 11), 2, 7, kNoLimit), PlainSize(array, 5, 7, kNoLimit)) << array.type.ToString();
    EXPECT_EQ(PlainSize(array, 0, array.length, 5), std::min<int64_t>(sum, 5)) << array.type.ToString();
  }
}

TEST(PlainSize, StopsAtItsLimitWhereListsOverlapWithoutEnd) {
  Array lists = Int32Array({1});
  for (int depth = 0; depth < 12; ++depth) {
    std::vector<int32_t> offsets(64, 0);
    std::vector<int32_t> sizes(64, static_cast<int32_t>(lists.length));
    Array next;
    next.type = Type::List({"element", lists.type, true, {}}, TypeId::kListView);
    next.length = 64;
    next.buffers = {testing::BufferOf(offsets), testing::BufferOf(sizes)};
    next.children = {testing::Share(std::move(lists))};
    lists = std::move(next);
  }
  EXPECT_EQ(PlainSize(lists, 0, lists.length, int64_t{1} << 20), int64_t{1} << 20);
}

}  // namespace
}  // namespace taracea::array

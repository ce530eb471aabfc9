#include "array/array.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "array/bitmap.h"
#include "array/indirection.h"
#include "support/array_builder.h"

namespace taracea::array {
namespace {

using testing::BinaryArray;
using testing::BoolArray;
using testing::BufferOf;
using testing::DictionaryArray;
using testing::FixedArray;
using testing::Int32Array;
using testing::ListArray;
using testing::MapArray;
using testing::RunEndArray;
using testing::Share;
using testing::StructArray;
using testing::Utf8Array;

const std::string kLong = "a value longer than a view";

Array FixedSizeListArray(int32_t size, Array elements, const std::vector<bool>& valid) {
  Array out;
  out.type = Type::FixedSizeList({"item", elements.type}, size);
  out.length = static_cast<int64_t>(valid.size());
  testing::SetValidity(out, valid);
  out.children.push_back(Share(std::move(elements)));
  return out;
}

Array ListViewArray(const std::vector<int32_t>& offsets, const std::vector<int32_t>& sizes, Array elements) {
  Array out;
  out.type = Type::List({"element", elements.type}, TypeId::kListView);
  out.length = static_cast<int64_t>(offsets.size());
  out.buffers = {BufferOf(offsets), BufferOf(sizes)};
  out.children.push_back(Share(std::move(elements)));
  return out;
}

Array NullArray(int64_t length) {
  Array out;
  out.length = length;
  out.null_count = length;
  return out;
}

/// One array of each layout, seven slots or so, with nulls where the layout has them.
std::vector<Array> EveryLayout() {
  const Array ints = Int32Array({1, std::nullopt, 3, 4, std::nullopt, 6, 7});
  const Array text = Utf8Array({"a", std::nullopt, kLong, "", "\xC3\xA9", "e", "f"});
  const Array sevens = Int32Array({10, 11, 12, 13, 14, 15, 16});
  return {
      NullArray(7),
      BoolArray({true, false, std::nullopt, true, true, false, std::nullopt}),
      FixedArray<int8_t>(TypeId::kInt8, {1, 2, std::nullopt, 4}),
      ints,
      FixedArray<double>(TypeId::kDouble, {1.5, std::nullopt, -0.0, 0.0}),
      FixedArray<std::array<char, 3>>(Type::FixedSizeBinary(3), {{{'a', 'b', 'c'}}, std::nullopt, {{'d', 'e', 'f'}}}),
      FixedArray<std::array<int64_t, 4>>(Type::Decimal(TypeId::kDecimal256, 60, 2), {{{1, 2, 3, 4}}, std::nullopt}),
      text,
      BinaryArray(TypeId::kLargeBinary, {"x", std::nullopt, "\xFF", "yyy"}),
      BinaryArray(TypeId::kUtf8View, {"short", std::nullopt, kLong, "", kLong + "2"}),
      BinaryArray(TypeId::kBinaryView, {"\xFF", std::nullopt, kLong}),
      ListArray({2, std::nullopt, 0, 5}, ints),
      ListArray({3, 4, std::nullopt}, text, TypeId::kLargeList),
      ListArray({1, std::nullopt, 2}, ListArray({2, 0, 5}, ints)),
      ListViewArray({5, 0, 2, 2}, {2, 3, 0, 4}, ints),
      FixedSizeListArray(2, Int32Array({1, 2, 3, std::nullopt, 5, 6}), {true, false, true}),
      StructArray({{"i", ints}, {"t", text}}, {true, true, false, true, true, true, false}),
      MapArray({3, std::nullopt, 4}, sevens, text),
      DictionaryArray({0, 2, std::nullopt, 1, 2}, Utf8Array({"x", "y", std::nullopt})),
      RunEndArray({2, 3, 7}, Utf8Array({"x", std::nullopt, "z"})),
  };
}

TEST(ArrayTest, EveryLayoutIsValidAndEqualToItself) {
  for (const Array& array : EveryLayout()) {
    const Status status = Validate(array, true);
    EXPECT_TRUE(status.ok()) << status.ToString();
    EXPECT_TRUE(ValuesEqual(array, array)) << array.type.ToString();
  }
}

TEST(ArrayTest, SlicesShareMemoryAndKeepKnownNullCounts) {
  const Array array = Int32Array({1, std::nullopt, 3, 4});
  const Array slice = array.Slice(1, 2);
  EXPECT_EQ(slice.buffers[0].data(), array.buffers[0].data());
  EXPECT_EQ(slice.null_count, -1);
  EXPECT_EQ(slice.NullCount(), 1);
  EXPECT_FALSE(slice.IsValid(0));
  EXPECT_EQ(slice.Values<int32_t>()[1], 3);
  EXPECT_EQ(array.Slice(0, 4).null_count, 1);
  EXPECT_EQ(Int32Array({1, 2}).Slice(1, 1).null_count, 0);
  EXPECT_EQ(Int32Array({std::nullopt, std::nullopt}).Slice(1, 1).null_count, 1);
  EXPECT_EQ(NullArray(5).Slice(2, 2).NullCount(), 2);
  EXPECT_FALSE(NullArray(5).IsValid(0));
}

TEST(ArrayTest, ReadsBinaryValuesOfEveryKind) {
  for (const TypeId id : {TypeId::kUtf8, TypeId::kLargeUtf8, TypeId::kUtf8View}) {
    const Array array = BinaryArray(id, {"", "twelve bytes", "thirteen byte", kLong}).Slice(1, 3);
    EXPECT_EQ(array.BinaryValue(0), "twelve bytes");
    EXPECT_EQ(array.BinaryValue(1), "thirteen byte");
    EXPECT_EQ(array.BinaryValue(2), kLong);
  }
}

TEST(ArrayTest, BatchSlicesSliceEveryColumn) {
  RecordBatch batch;
  batch.length = 3;
  batch.columns = {Share(Int32Array({1, 2, 3})), Share(Utf8Array({"a", "b", "c"}))};
  const RecordBatch slice = batch.Slice(1, 2);
  EXPECT_EQ(slice.length, 2);
  EXPECT_EQ(slice.columns[0]->Values<int32_t>()[0], 2);
  EXPECT_EQ(slice.columns[1]->BinaryValue(1), "c");
}

TEST(ArrayTest, FindsRunsOfSlicedRunEndArrays) {
  const Array array = RunEndArray({2, 3, 7}, Int32Array({10, 20, 30})).Slice(1, 4);
  const int64_t indices[] = {0, 1, 2, 2};
  const int64_t counts[] = {1, 1, 2, 1};
  for (int64_t i = 0; i < 4; ++i) {
    EXPECT_EQ(FindRun(array, i).index, indices[i]);
    EXPECT_EQ(FindRun(array, i).count, counts[i]);
  }
}

TEST(ArrayTest, NullsOfEveryTypeAreValidAndNull) {
  for (const Array& array : EveryLayout()) {
    for (const int64_t length : {0, 1, 9}) {
      const Result<Array> nulls = MakeNulls(array.type, length);
      ASSERT_TRUE(nulls.ok()) << nulls.status().ToString();
      const Status status = Validate(*nulls, true);
      ASSERT_TRUE(status.ok()) << status.ToString();
      EXPECT_EQ(nulls->length, length);
      if (array.type.id != TypeId::kRunEndEncoded) {
        EXPECT_EQ(nulls->NullCount(), length) << array.type.ToString();
      }
      EXPECT_TRUE(ValuesEqual(*nulls, *nulls));
    }
  }
  EXPECT_EQ(MakeNulls(TypeId::kInt32, -1).error().code(), ErrorCode::kInvalidArgument);
  EXPECT_EQ(MakeNulls(TypeId::kInt32, int64_t{1} << 62).error().code(), ErrorCode::kInvalidArgument);
  EXPECT_EQ(MakeNulls(Type::RunEndEncoded(TypeId::kInt16, {"v", TypeId::kInt8}), 40000).error().code(),
            ErrorCode::kInvalidArgument);
}

TEST(ArrayEqualTest, IgnoresOffsetsNullBytesAndLayoutsOfViewsAndDictionaries) {
  for (const Array& array : EveryLayout()) {
    const Result<Array> copied = Concatenate({Share(array)});
    ASSERT_TRUE(copied.ok());
    EXPECT_TRUE(ValuesEqual(array, *copied)) << array.type.ToString();
    for (int64_t start = 0; start <= array.length; ++start) {
      const int64_t count = array.length - start;
      EXPECT_TRUE(ValuesEqual(array.Slice(start, count), copied->Slice(start, count)));
    }
  }
  EXPECT_TRUE(ValuesEqual(DictionaryArray({0, 1, std::nullopt}, Utf8Array({"x", "y"})),
                          DictionaryArray({2, 1, 0}, Utf8Array({std::nullopt, "y", "x"}))));
  EXPECT_TRUE(
      ValuesEqual(RunEndArray({1, 2, 4}, Int32Array({5, 5, 6})), RunEndArray({2, 3, 4}, Int32Array({5, 6, 6}))));
}

TEST(ArrayEqualTest, SeesEveryDifference) {
  EXPECT_FALSE(ValuesEqual(Int32Array({1, 2}), Int32Array({1, 3})));
  EXPECT_FALSE(ValuesEqual(Int32Array({1, 2}), Int32Array({1})));
  EXPECT_FALSE(ValuesEqual(Int32Array({1}), FixedArray<int32_t>(TypeId::kUint32, {1})));
  EXPECT_FALSE(ValuesEqual(Int32Array({1, std::nullopt}), Int32Array({std::nullopt, 1})));
  EXPECT_FALSE(ValuesEqual(Int32Array({0x55555555}), Int32Array({std::nullopt})));
  EXPECT_FALSE(ValuesEqual(FixedArray<double>(TypeId::kDouble, {0.0}), FixedArray<double>(TypeId::kDouble, {-0.0})));
  EXPECT_FALSE(ValuesEqual(BoolArray({true, false}), BoolArray({true, true})));
  EXPECT_FALSE(ValuesEqual(Utf8Array({"ab", "c"}), Utf8Array({"a", "bc"})));
  EXPECT_FALSE(ValuesEqual(Utf8Array({"ab"}), Utf8Array({"ac"})));
  EXPECT_FALSE(ValuesEqual(BinaryArray(TypeId::kUtf8View, {kLong}), BinaryArray(TypeId::kUtf8View, {kLong + "2"})));
  EXPECT_FALSE(ValuesEqual(ListArray({1, 2}, Int32Array({1, 2, 3})), ListArray({2, 1}, Int32Array({1, 2, 3}))));
  EXPECT_FALSE(ValuesEqual(ListArray({0}, Int32Array({})), ListArray({std::nullopt}, Int32Array({}))));
  EXPECT_FALSE(ValuesEqual(ListViewArray({0}, {2}, Int32Array({1, 2})), ListViewArray({0}, {2}, Int32Array({1, 3}))));
  EXPECT_FALSE(ValuesEqual(StructArray({{"a", Int32Array({1})}}), StructArray({{"a", Int32Array({2})}})));
  EXPECT_FALSE(ValuesEqual(DictionaryArray({0}, Utf8Array({"x"})), DictionaryArray({0}, Utf8Array({"y"}))));
  EXPECT_FALSE(ValuesEqual(RunEndArray({2}, Int32Array({5})), RunEndArray({1, 2}, Int32Array({5, 6}))));
  EXPECT_FALSE(
      ValuesEqual(FixedSizeListArray(1, Int32Array({1}), {true}), FixedSizeListArray(1, Int32Array({2}), {true})));
}

TEST(ArrayEqualTest, NullParentsHideTheirChildren) {
  EXPECT_TRUE(ValuesEqual(StructArray({{"a", Int32Array({1, 2})}}, {true, false}),
                          StructArray({{"a", Int32Array({1, std::nullopt})}}, {true, false})));
}

TEST(ArrayConcatenateTest, AnySplitJoinsToTheWhole) {
  std::mt19937 random(99);
  for (const Array& array : EveryLayout()) {
    for (int round = 0; round < 40; ++round) {
      std::vector<std::shared_ptr<const Array>> parts;
      for (int64_t at = 0; at < array.length || parts.empty();) {
        const int64_t count = std::min<int64_t>(array.length - at, random() % 4);
        parts.push_back(Share(array.Slice(at, count)));
        at += count;
      }
      const Result<Array> joined = Concatenate(parts);
      ASSERT_TRUE(joined.ok()) << joined.status().ToString();
      const Status status = Validate(*joined, true);
      ASSERT_TRUE(status.ok()) << status.ToString();
      ASSERT_TRUE(ValuesEqual(*joined, array)) << array.type.ToString();
      ASSERT_EQ(joined->NullCount(), array.NullCount());
    }
  }
}

TEST(ArrayConcatenateTest, JoinsDictionariesOfDifferentValues) {
  const auto a = Share(DictionaryArray({1, 0, std::nullopt}, Utf8Array({"x", "y"})));
  const auto b = Share(DictionaryArray({0, 1}, Utf8Array({"z", "x"})));
  const auto c = Share(DictionaryArray({1}, Utf8Array({"x", "y"})));
  const Result<Array> joined = Concatenate({a, b, c});
  ASSERT_TRUE(joined.ok());
  EXPECT_TRUE(ValuesEqual(*joined, DictionaryArray({1, 0, std::nullopt, 2, 0, 1}, Utf8Array({"x", "y", "z"}))));
  EXPECT_EQ(joined->dictionary->length, 4);
  EXPECT_EQ(Concatenate({a, c})->dictionary, a->dictionary);
}

TEST(ArrayConcatenateTest, RejectsWhatCannotBeHeld) {
  EXPECT_EQ(Concatenate({}).error().code(), ErrorCode::kInvalidArgument);
  EXPECT_EQ(Concatenate({Share(Int32Array({1})), Share(Utf8Array({"a"}))}).error().code(), ErrorCode::kInvalidArgument);
  const auto with_index = [](int count, const char* prefix) {
    std::vector<std::optional<std::string>> values;
    for (int i = 0; i < count; ++i) {
      values.emplace_back(prefix + std::to_string(i));
    }
    Array array = FixedArray<int8_t>(TypeId::kInt8, {0, 1});
    Array dictionary = Utf8Array(values);
    array.type = Type::Dictionary(TypeId::kInt8, dictionary.type);
    array.dictionary = Share(std::move(dictionary));
    return Share(std::move(array));
  };
  EXPECT_TRUE(Concatenate({with_index(64, "a"), with_index(64, "b")}).ok());
  EXPECT_EQ(Concatenate({with_index(64, "a"), with_index(65, "b")}).error().code(), ErrorCode::kInvalidArgument);
  // Offsets that claim 1.5 GiB each: the sum is refused before a byte is copied.
  Array huge = Utf8Array({"x"});
  huge.buffers[0] = BufferOf<int32_t>({0, 1'500'000'000});
  EXPECT_EQ(Concatenate({Share(huge), Share(huge)}).error().code(), ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace taracea::array

#include <gtest/gtest.h>

#include <limits>

#include "array/array.h"
#include "array/bitmap.h"
#include "support/array_builder.h"

namespace taracea::array {
namespace {

using testing::BinaryArray;
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

void ExpectFault(const Array& array, bool full, const std::string& words) {
  const Status status = Validate(array, full);
  EXPECT_EQ(status.code(), ErrorCode::kInvalidArgument);
  EXPECT_NE(status.message().find(words), std::string::npos) << status.ToString();
}

/// Valid by sizes, not valid in full.
void ExpectHiddenFault(const Array& array, const std::string& words) {
  const Status status = Validate(array, false);
  EXPECT_TRUE(status.ok()) << status.ToString();
  ExpectFault(array, true, words);
}

TEST(ArrayValidateTest, RejectsLengthsAndCountsThatLie) {
  Array array = Int32Array({1, std::nullopt});
  array.length = -1;
  ExpectFault(array, false, "length -1");
  array.length = std::numeric_limits<int64_t>::max();
  array.offset = 1;
  ExpectFault(array, false, "length");
  array.offset = 0;
  ExpectFault(array, false, "validity");
  array = Int32Array({1, std::nullopt});
  array.null_count = 3;
  ExpectFault(array, false, "null count 3");
  array.null_count = 2;
  ExpectHiddenFault(array, "validity holds 1");
  array = Int32Array({1});
  array.null_count = 1;
  ExpectFault(array, false, "no validity");
  array = Int32Array({1});
  array.length = std::numeric_limits<int64_t>::max();
  ExpectFault(array, false, "buffer 0 must hold");
}

TEST(ArrayValidateTest, RejectsShortMissingAndMisalignedBuffers) {
  Array array = Int32Array({1, 2, 3});
  array.buffers[0] = array.buffers[0].Slice(0, 11);
  ExpectFault(array, false, "has 11 bytes");
  array = Int32Array({1, 2, 3});
  array.offset = 1;
  ExpectFault(array, false, "buffer 0");
  array = Int32Array({1, 2, 3});
  array.length = 2;
  array.buffers[0] = array.buffers[0].Slice(1, 8);
  ExpectFault(array, false, "not aligned");
  array.buffers.clear();
  ExpectFault(array, false, "expected 1 buffers");
  array = testing::BoolArray({true, true});
  array.length = 9;
  ExpectFault(array, false, "buffer 0");
  array = Int32Array({1, std::nullopt});
  array.validity = Buffer::Unowned(array.validity.bytes().first(0));
  ExpectFault(array, false, "validity");
  array = FixedArray<int32_t>(Type::FixedSizeBinary(-4), {1});
  ExpectFault(array, false, "negative");
}

TEST(ArrayValidateTest, RejectsOffsetsThatLeaveTheDataOrDescend) {
  Array array = Utf8Array({"ab", "cd"});
  array.buffers[0] = BufferOf<int32_t>({0, 2, 5});
  ExpectFault(array, false, "from 0 to 5");
  array.buffers[0] = BufferOf<int32_t>({-1, 2, 4});
  ExpectFault(array, false, "from -1");
  array.buffers[0] = BufferOf<int32_t>({0, 2});
  ExpectFault(array, false, "buffer 0");
  array.buffers[0] = BufferOf<int32_t>({0, 9, 4});
  ExpectHiddenFault(array, "offset 2 is smaller");
  Array list = ListArray({1, 2}, Int32Array({1, 2, 3}), TypeId::kLargeList);
  list.buffers[0] = BufferOf<int64_t>({0, 1, 4});
  ExpectFault(list, false, "within 3");
}

TEST(ArrayValidateTest, RejectsTextThatIsNotUtf8ButNotUnderNulls) {
  ExpectHiddenFault(Utf8Array({"ok", "\xFF"}), "slot 1 is not UTF-8 at byte 0");
  ExpectHiddenFault(BinaryArray(TypeId::kUtf8View, {"ok", "a\xC3"}), "slot 1 is not UTF-8 at byte 1");
  // A sequence that two slots share is none in either.
  ExpectHiddenFault(Utf8Array({"\xC3", "\xA9"}), "slot 0 is not UTF-8");
  ExpectHiddenFault(BinaryArray(TypeId::kLargeUtf8, {"\xC3", "\xA9"}), "slot 0 is not UTF-8");
  EXPECT_TRUE(Validate(Utf8Array({"ok", std::nullopt, "\xC3\xA9"}), true).ok());
  EXPECT_TRUE(Validate(BinaryArray(TypeId::kBinary, {"\xFF"}), true).ok());
  EXPECT_TRUE(Validate(Utf8Array({"\xC3\xA9", "\xFF"}).Slice(0, 1), true).ok());
}

TEST(ArrayValidateTest, RejectsViewsThatLeaveTheirBuffers) {
  const Array good = BinaryArray(TypeId::kBinaryView, {"a value longer than a view"});
  const auto with = [&](size_t at, int32_t value) {
    std::vector<std::byte> views(good.buffers[0].bytes().begin(), good.buffers[0].bytes().end());
    Store(views.data() + at, value);
    Array bad = good;
    bad.buffers[0] = Buffer::CopyOf(views);
    return bad;
  };
  ExpectHiddenFault(with(0, -1), "length -1");
  ExpectHiddenFault(with(0, 27), "covers 27 bytes");
  ExpectHiddenFault(with(4, 0), "prefix");
  ExpectHiddenFault(with(8, 1), "data buffer 1 of 1");
  ExpectHiddenFault(with(8, -1), "data buffer -1");
  ExpectHiddenFault(with(12, 1), "covers");
  ExpectHiddenFault(with(12, std::numeric_limits<int32_t>::max()), "covers");
  Array none = good;
  none.buffers.clear();
  ExpectFault(none, false, "at least one buffer");
}

TEST(ArrayValidateTest, RejectsChildrenThatDoNotFit) {
  Array array = StructArray({{"a", Int32Array({1, 2})}, {"b", Utf8Array({"x", "y"})}});
  array.length = 3;
  ExpectFault(array, false, "child a has 2 slots");
  array = StructArray({{"a", Int32Array({1, 2})}});
  array.offset = 1;
  ExpectFault(array, false, "fewer than 3");
  array = StructArray({{"a", Int32Array({1, 2})}});
  array.children[0] = Share(Utf8Array({"x", "y"}));
  ExpectFault(array, false, "child a has type utf8");
  array.children[0] = nullptr;
  ExpectFault(array, false, "absent");
  array.children.clear();
  ExpectFault(array, false, "expected 1 children");
  array = ListArray({2}, Utf8Array({"a", "\xFF"}));
  ExpectHiddenFault(array, "child element: utf8 array: slot 1");
  array = MapArray({1}, Int32Array({1}), Int32Array({2}));
  array.type.children = Type::List({"x", TypeId::kInt32}).children;
  ExpectFault(array, false, "struct of key and value");
  array = Int32Array({1});
  array.type = TypeId::kList;
  ExpectFault(array, false, "children");
}

TEST(ArrayValidateTest, RejectsFixedSizeListsAndListViewsOverTheEnd) {
  Array array;
  array.type = Type::FixedSizeList({"item", TypeId::kInt32}, 3);
  array.length = 2;
  array.children = {Share(Int32Array({1, 2, 3, 4, 5}))};
  ExpectFault(array, false, "too few for 2 lists of 3");
  array.length = std::numeric_limits<int64_t>::max() / 2;
  ExpectFault(array, false, "too few");
  array.type.list_size = -1;
  array.length = 0;
  ExpectFault(array, false, "lists of -1");

  Array view;
  view.type = Type::List({"item", TypeId::kInt32}, TypeId::kListView);
  view.length = 1;
  view.children = {Share(Int32Array({1, 2}))};
  view.buffers = {BufferOf<int32_t>({1}), BufferOf<int32_t>({2})};
  ExpectHiddenFault(view, "covers 2 elements from 1 of 2");
  view.buffers = {BufferOf<int32_t>({-1}), BufferOf<int32_t>({2})};
  ExpectHiddenFault(view, "from -1");
  view.buffers = {BufferOf<int32_t>({0})};
  ExpectFault(view, false, "expected 2 buffers");
}

TEST(ArrayValidateTest, RejectsDictionaryIndicesOutOfRangeButNotUnderNulls) {
  const Array values = Utf8Array({"x", "y"});
  EXPECT_TRUE(Validate(DictionaryArray({0, 1, std::nullopt}, values), true).ok());
  ExpectHiddenFault(DictionaryArray({0, 2}, values), "names value 2 of a dictionary of 2");
  ExpectHiddenFault(DictionaryArray({-1}, values), "names value -1");
  ExpectHiddenFault(DictionaryArray({0}, Utf8Array({"\xFF"})), "dictionary: utf8 array");
  Array array = FixedArray<uint64_t>(TypeId::kUint64, {~uint64_t{0}});
  array.type = Type::Dictionary(TypeId::kUint64, TypeId::kUtf8);
  array.dictionary = Share(values);
  ExpectHiddenFault(array, "18446744073709551615");
  array.dictionary = Share(Int32Array({1}));
  ExpectFault(array, false, "dictionary has type int32");
  array.dictionary = nullptr;
  ExpectFault(array, false, "and a dictionary");
  array = DictionaryArray({0}, values);
  array.type.index_type = TypeId::kFloat;
  ExpectFault(array, false, "integers");
}

TEST(ArrayValidateTest, RejectsRunEndsThatFallShortOrDoNotAscend) {
  Array array = RunEndArray({2, 4}, Int32Array({1, 2}));
  array.length = 5;
  ExpectFault(array, false, "runs end at 4");
  ExpectHiddenFault(RunEndArray({4, 4}, Int32Array({1, 2})), "run end 1 does not ascend");
  ExpectHiddenFault(RunEndArray({0, 4}, Int32Array({1, 2})), "run end 0 does not ascend");
  ExpectFault(RunEndArray({2, 4}, Int32Array({1})), false, "one of 1 values");
  array = RunEndArray({}, Int32Array({}));
  EXPECT_TRUE(Validate(array, true).ok());
  array.length = 1;
  ExpectFault(array, false, "runs end at 0");
}

}  // namespace
}  // namespace taracea::array

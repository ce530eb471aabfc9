#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "arrow/array_export.h"
#include "arrow/array_import.h"
#include "arrow/owned_c_struct.h"
#include "base/memory_budget.h"
#include "support/every_type.h"

namespace taracea::arrow {
namespace {

using array::Array;
using array::Field;
using array::RecordBatch;
using array::Type;
using array::TypeId;
using testing::EveryType;
using testing::EveryTypeBatch;

Field FieldOf(const Array& array) {
  return {"f", array.type, true, {}};
}

/// Puts a counter in front of the release of an exported array.
class CountedArray {
 public:
  explicit CountedArray(const Array& array) {
    EXPECT_TRUE(ExportArray(array, &inner_).ok());
    outer_ = inner_;
    outer_.private_data = this;
    outer_.release = [](ArrowArray* released) {
      auto* self = static_cast<CountedArray*>(released->private_data);
      ++self->releases_;
      self->inner_.release(&self->inner_);
      released->release = nullptr;
    };
  }
  ArrowArray* get() { return &outer_; }
  int releases() const { return releases_; }

 private:
  ArrowArray inner_{};
  ArrowArray outer_{};
  int releases_ = 0;
};

TEST(ArrayBridgeTest, ReturnsEveryTypeWithoutACopy) {
  for (const Array& array : EveryType()) {
    ArrowArray exported;
    ASSERT_TRUE(ExportArray(array, &exported).ok());
    const auto back = ImportArray(&exported, FieldOf(array));
    ASSERT_TRUE(back.has_value()) << array.type.ToString() << ": " << back.error().ToString();
    EXPECT_EQ(exported.release, nullptr);
    EXPECT_TRUE(array::ValuesEqual(array, *back)) << array.type.ToString();
    for (size_t i = 0; i < array.buffers.size(); ++i) {
      EXPECT_TRUE(array.buffers[i].empty() || array.buffers[i].data() == back->buffers[i].data());
    }
  }
}

TEST(ArrayBridgeTest, ReturnsEverySliceOfEveryType) {
  for (const Array& array : EveryType()) {
    for (int64_t start = 0; start <= array.length; ++start) {
      for (const int64_t count : {int64_t{0}, int64_t{1}, (array.length - start) / 2, array.length - start}) {
        const Array slice = array.Slice(start, std::min(count, array.length - start));
        ArrowArray exported;
        ASSERT_TRUE(ExportArray(slice, &exported).ok());
        const auto back = ImportArray(&exported, FieldOf(array));
        ASSERT_TRUE(back.has_value()) << array.type.ToString() << ": " << back.error().ToString();
        EXPECT_TRUE(array::ValuesEqual(slice, *back)) << array.type.ToString();
      }
    }
  }
}

TEST(ArrayBridgeTest, ReturnsBatchesAndTheirSlices) {
  const RecordBatch batch = EveryTypeBatch();
  for (const RecordBatch& part : {batch, batch.Slice(3, 11), batch.Slice(21, 0)}) {
    ArrowArray exported;
    ASSERT_TRUE(ExportBatch(part, &exported).ok());
    const auto back = ImportBatch(&exported, {batch.fields, batch.metadata});
    ASSERT_TRUE(back.has_value()) << back.error().ToString();
    ASSERT_EQ(back->length, part.length);
    for (size_t i = 0; i < part.columns.size(); ++i) {
      EXPECT_TRUE(array::ValuesEqual(*part.columns[i], *back->columns[i]));
    }
  }
}

TEST(ArrayBridgeTest, AppliesTheOffsetOfABatchToItsColumns) {
  const RecordBatch batch = EveryTypeBatch();
  ArrowArray exported;
  ASSERT_TRUE(ExportBatch(batch, &exported).ok());
  exported.offset = 4;
  exported.length = 10;
  const auto back = ImportBatch(&exported, {batch.fields, {}});
  ASSERT_TRUE(back.has_value()) << back.error().ToString();
  const RecordBatch expected = batch.Slice(4, 10);
  for (size_t i = 0; i < expected.columns.size(); ++i) {
    EXPECT_TRUE(array::ValuesEqual(*expected.columns[i], *back->columns[i]));
  }
}

TEST(ArrayBridgeTest, RejectsABatchWithNullRows) {
  const Array structs = testing::StructArray({{"a", testing::Int32Array({1, 2})}}, {true, false});
  ArrowArray exported;
  ASSERT_TRUE(ExportArray(structs, &exported).ok());
  const auto back = ImportBatch(&exported, {structs.type.children, {}});
  EXPECT_EQ(back.error().code(), ErrorCode::kInvalidArgument);
  EXPECT_EQ(exported.release, nullptr);
}

TEST(ArrayBridgeTest, ReleasesOnceWhenTheLastBufferIsGone) {
  CountedArray counted(testing::Utf8Array({"a", "b"}));
  auto back = ImportArray(counted.get(), {"f", TypeId::kUtf8, true, {}});
  ASSERT_TRUE(back.has_value());
  Array copy = *back;
  *back = Array();
  EXPECT_EQ(counted.releases(), 0);
  std::thread([held = std::move(copy)] {}).join();
  EXPECT_EQ(counted.releases(), 1);
}

TEST(ArrayBridgeTest, ReleasesOnceOnEveryError) {
  for (const Array& array : EveryType()) {
    const Type other = array.type.id == TypeId::kUtf8 ? Type(TypeId::kInt32) : Type(TypeId::kUtf8);
    if (array.type.id == TypeId::kBinary) {
      continue;  // As good as utf8 in all but its type's name.
    }
    CountedArray counted(array);
    (void)ImportArray(counted.get(), {"f", other, true, {}});
    EXPECT_EQ(counted.releases(), 1) << array.type.ToString();
    EXPECT_EQ(counted.get()->release, nullptr);
  }
  const Array nothing = testing::NullArray(3);
  CountedArray without_buffers(nothing);
  EXPECT_TRUE(ImportArray(without_buffers.get(), FieldOf(nothing)).has_value());
  EXPECT_EQ(without_buffers.releases(), 1);
}

TEST(ArrayBridgeTest, CountsNullsThatTheProducerDidNot) {
  const Array array = testing::Int32Array({1, std::nullopt, 3, std::nullopt});
  ArrowArray exported;
  ASSERT_TRUE(ExportArray(array, &exported).ok());
  exported.null_count = -1;
  EXPECT_EQ(ImportArray(&exported, FieldOf(array)).value().null_count, 2);

  ASSERT_TRUE(ExportArray(testing::Int32Array({1, 2}), &exported).ok());
  exported.null_count = -1;
  EXPECT_EQ(ImportArray(&exported, FieldOf(array)).value().null_count, 0);
}

TEST(ArrayBridgeTest, RejectsBrokenStructs) {
  const Array array = testing::Utf8Array({"a", std::nullopt, "ccc"});
  const auto expect_invalid = [&](auto&& damage) {
    ArrowArray exported;
    ASSERT_TRUE(ExportArray(array, &exported).ok());
    CountedArray counted(array);
    damage(counted.get());
    const auto back = ImportArray(counted.get(), FieldOf(array));
    ASSERT_FALSE(back.has_value());
    EXPECT_EQ(back.error().code(), ErrorCode::kInvalidArgument) << back.error().ToString();
    EXPECT_EQ(back.error().place().column, "f");
    EXPECT_EQ(counted.releases(), 1);
    exported.release(&exported);
  };
  expect_invalid([](ArrowArray* a) { a->length = -1; });
  expect_invalid([](ArrowArray* a) { a->offset = -1; });
  expect_invalid([](ArrowArray* a) { a->offset = INT64_MAX; });
  expect_invalid([](ArrowArray* a) { a->null_count = -2; });
  expect_invalid([](ArrowArray* a) { a->null_count = 4; });
  expect_invalid([](ArrowArray* a) { a->null_count = 2; });
  expect_invalid([](ArrowArray* a) { a->n_buffers = 2; });
  expect_invalid([](ArrowArray* a) { a->buffers = nullptr; });
  expect_invalid([](ArrowArray* a) { a->n_children = 1; });
  expect_invalid([](ArrowArray* a) { a->dictionary = a; });
  expect_invalid([](ArrowArray* a) { a->buffers[0] = nullptr; });
  expect_invalid([](ArrowArray* a) { a->buffers[1] = nullptr; });
  expect_invalid([](ArrowArray* a) { a->buffers[2] = nullptr; });
  const std::vector<int32_t> falling = {0, 3, 1, 4};
  expect_invalid([&](ArrowArray* a) { a->buffers[1] = falling.data(); });
  const std::vector<int32_t> negative = {0, 1, 1, -4};
  expect_invalid([&](ArrowArray* a) { a->buffers[1] = negative.data(); });
  const char not_utf8[] = "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF";
  expect_invalid([&](ArrowArray* a) { a->buffers[2] = not_utf8; });
  EXPECT_EQ(ImportArray(nullptr, FieldOf(array)).error().code(), ErrorCode::kInvalidArgument);
}

TEST(ArrayBridgeTest, RejectsBrokenChildren) {
  const Array array = testing::StructArray({{"a", testing::Int32Array({1, 2})}});
  ArrowArray exported;
  ASSERT_TRUE(ExportArray(array, &exported).ok());
  ArrowArray* const child = exported.children[0];
  exported.children[0] = nullptr;
  const auto back = ImportArray(&exported, FieldOf(array));
  EXPECT_NE(back.error().message().find("child 'a'"), std::string::npos) << back.error().ToString();
  (void)child;

  ASSERT_TRUE(ExportArray(array, &exported).ok());
  exported.children[0]->length = 1;
  EXPECT_EQ(ImportArray(&exported, FieldOf(array)).error().code(), ErrorCode::kInvalidArgument);
}

TEST(ArrayBridgeTest, TakesEmptyArraysWithoutAnyBuffer) {
  for (const Array& array : EveryType()) {
    ArrowArray exported;
    ASSERT_TRUE(ExportArray(array.Slice(0, 0), &exported).ok());
    for (int64_t i = 0; i < exported.n_buffers; ++i) {
      const bool is_view_sizes = array::IsView(array.type.id) && i >= 2;
      exported.buffers[i] = is_view_sizes ? exported.buffers[i] : nullptr;
    }
    const auto back = ImportArray(&exported, FieldOf(array));
    ASSERT_TRUE(back.has_value()) << array.type.ToString() << ": " << back.error().ToString();
    EXPECT_EQ(back->length, 0);
  }
}

TEST(ArrayBridgeTest, CopiesBuffersThatAreNotAligned) {
  alignas(8) std::byte memory[1 + 3 * sizeof(int64_t)] = {};
  Store(memory + 1, int64_t{5});
  Store(memory + 9, int64_t{6});
  Store(memory + 17, int64_t{7});
  ArrowArray exported;
  ASSERT_TRUE(ExportArray(testing::Int64Array({1, 2, 3}), &exported).ok());
  exported.buffers[1] = memory + 1;
  const auto back = ImportArray(&exported, {"f", TypeId::kInt64, true, {}});
  ASSERT_TRUE(back.has_value());
  EXPECT_TRUE(array::ValuesEqual(*back, testing::Int64Array({5, 6, 7})));
}

TEST(ArrayBridgeTest, OutlivesItsSourceAndMovesChildrenOut) {
  ArrowArray exported;
  Owned<ArrowArray> child;
  {
    const Array array =
        testing::StructArray({{"a", testing::Int32Array({1, 2})}, {"t", testing::Utf8Array({"x", "y"})}});
    ASSERT_TRUE(ExportArray(array, &exported).ok());
  }
  child = Owned<ArrowArray>(exported.children[1]);
  std::thread([&] { exported.release(&exported); }).join();
  EXPECT_EQ(exported.release, nullptr);
  const auto back = ImportArray(child.get(), {"t", TypeId::kUtf8, true, {}});
  EXPECT_EQ(back.value().BinaryValue(1), "y");
}

TEST(ArrayBridgeTest, MovesExportedBytesOutOfTheBudget) {
  auto budget = std::make_shared<MemoryBudget>(1 << 20);
  const std::shared_ptr<Arena> arena = Arena::Create(budget);
  Array array;
  array.type = TypeId::kInt32;
  array.length = 1000;
  OwnedBuffer values = arena->AllocateSized(4000).value();
  array.buffers.push_back(std::move(values).Publish());
  EXPECT_GE(budget->used_bytes(), 4000);
  ArrowArray exported;
  ASSERT_TRUE(ExportArray(array, &exported, arena.get()).ok());
  EXPECT_EQ(budget->used_bytes(), 0);
  EXPECT_GE(arena->counters().exported_bytes, 4000);
  exported.release(&exported);
  array = Array();
  EXPECT_EQ(arena->counters().exported_bytes, 0);
}

}  // namespace
}  // namespace taracea::arrow

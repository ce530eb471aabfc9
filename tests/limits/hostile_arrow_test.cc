// Arrow data that breaks its own rules: refused as a whole, and the writer goes on as if it had never come.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "support/every_type.h"
#include "support/failing_sink.h"
#include "taracea/reader.h"
#include "taracea/writer.h"

namespace taracea {
namespace {

using testing::FailingSink;

/// Columns text, lists, dictionary and struct.
Batch GoodBatch() {
  const array::Array texts = testing::Utf8Array({"a", std::nullopt, "ccc"});
  const std::vector<array::Array> columns = {
      texts, testing::ListArray({1, std::nullopt, 2}, testing::Int32Array({1, 2, 3})),
      testing::DictionaryArray({0, 1, std::nullopt}, testing::Utf8Array({"x", "y"})),
      testing::StructArray({{"n", testing::Int64Array({1, 2, 3})}})};
  auto batch = std::make_shared<array::RecordBatch>();
  auto fields = std::make_shared<std::vector<array::Field>>();
  for (const array::Array& column : columns) {
    fields->push_back({std::string(1, static_cast<char>('a' + fields->size())), column.type, true, {}});
    batch->columns.push_back(testing::Share(column));
  }
  batch->fields = std::move(fields);
  batch->length = 3;
  return Batch(std::move(batch));
}

struct Damage {
  std::string name;
  std::function<void(ArrowArray*)> inflict;  ///< What it changes stays alive and is not owned by the array.
};

std::vector<Damage> Damages() {
  static const int32_t falling[] = {0, 3, 1, 4};
  static const int32_t negative[] = {0, 1, 1, -4};
  static const int32_t beyond[] = {0, 1, 1, 2000};
  static const int32_t index_beyond[] = {0, 2, 0};
  static const int32_t index_negative[] = {0, -1, 0};
  static const std::string not_utf8(64, '\xFF');
  return {
      {"negative length", [](ArrowArray* a) { a->length = -1; }},
      {"negative length of a column", [](ArrowArray* a) { a->children[0]->length = -3; }},
      {"short column", [](ArrowArray* a) { a->children[1]->length = 2; }},
      {"negative offset", [](ArrowArray* a) { a->children[0]->offset = -1; }},
      {"offset without end", [](ArrowArray* a) { a->children[0]->offset = INT64_MAX; }},
      {"missing column", [](ArrowArray* a) { a->n_children = 3; }},
      {"no children at all", [](ArrowArray* a) { a->children = nullptr; }},
      {"more nulls than slots", [](ArrowArray* a) { a->children[0]->null_count = 4; }},
      {"other null count than the bitmap's", [](ArrowArray* a) { a->children[0]->null_count = 2; }},
      {"nulls without a bitmap", [](ArrowArray* a) { a->children[0]->buffers[0] = nullptr; }},
      {"absent offsets", [](ArrowArray* a) { a->children[0]->buffers[1] = nullptr; }},
      {"absent bytes", [](ArrowArray* a) { a->children[0]->buffers[2] = nullptr; }},
      {"missing buffer", [](ArrowArray* a) { a->children[0]->n_buffers = 2; }},
      {"falling offsets", [](ArrowArray* a) { a->children[0]->buffers[1] = falling; }},
      {"negative offset of a value", [](ArrowArray* a) { a->children[0]->buffers[1] = negative; }},
      {"text that is not UTF-8", [](ArrowArray* a) { a->children[0]->buffers[2] = not_utf8.data(); }},
      {"falling list offsets", [](ArrowArray* a) { a->children[1]->buffers[1] = falling; }},
      {"lists beyond their elements", [](ArrowArray* a) { a->children[1]->buffers[1] = beyond; }},
      {"lists without elements", [](ArrowArray* a) { a->children[1]->n_children = 0; }},
      {"index beyond the dictionary", [](ArrowArray* a) { a->children[2]->buffers[1] = index_beyond; }},
      {"negative index", [](ArrowArray* a) { a->children[2]->buffers[1] = index_negative; }},
      {"no dictionary", [](ArrowArray* a) { a->children[2]->dictionary = nullptr; }},
      {"struct without its child", [](ArrowArray* a) { a->children[3]->n_children = 0; }},
      {"short child of a struct", [](ArrowArray* a) { a->children[3]->children[0]->length = 1; }},
  };
}

/// An exported batch whose structs are copies: whatever happens to them, the originals are released.
class Exported {
 public:
  Exported() {
    ArrowSchema schema{};
    EXPECT_TRUE(GoodBatch().Export(&owner_, &schema).ok());
    schema.release(&schema);
    lent_ = Copy(owner_);
    lent_.release = [](ArrowArray* array) { array->release = nullptr; };
  }
  Exported(const Exported&) = delete;
  Exported& operator=(const Exported&) = delete;
  ~Exported() { owner_.release(&owner_); }

  ArrowArray* get() { return &lent_; }

 private:
  ArrowArray Copy(const ArrowArray& from) {
    ArrowArray out = from;
    out.private_data = nullptr;
    out.release = [](ArrowArray* array) { array->release = nullptr; };
    buffers_.push_back(std::make_unique<std::vector<const void*>>(from.buffers, from.buffers + from.n_buffers));
    out.buffers = buffers_.back()->data();
    auto children = std::make_unique<std::vector<ArrowArray*>>();
    for (int64_t i = 0; i < from.n_children; ++i) {
      arrays_.push_back(std::make_unique<ArrowArray>(Copy(*from.children[i])));
      children->push_back(arrays_.back().get());
    }
    if (from.dictionary != nullptr) {
      arrays_.push_back(std::make_unique<ArrowArray>(Copy(*from.dictionary)));
      out.dictionary = arrays_.back().get();
    }
    out.children = children->data();
    children_.push_back(std::move(children));
    return out;
  }

  ArrowArray owner_{};
  ArrowArray lent_{};
  std::vector<std::unique_ptr<std::vector<const void*>>> buffers_;
  std::vector<std::unique_ptr<std::vector<ArrowArray*>>> children_;
  std::vector<std::unique_ptr<ArrowArray>> arrays_;
};

Result<Writer> MakeWriter(std::unique_ptr<ByteSink> sink) {
  ArrowSchema schema{};
  ArrowArray array{};
  EXPECT_TRUE(GoodBatch().Export(&array, &schema).ok());
  array.release(&array);
  return Writer::Create(std::move(sink), &schema, {});
}

TEST(HostileArrow, IsRefusedAndLeavesTheWriterAsItWas) {
  auto plain_sink = std::make_unique<FailingSink>();
  const auto plain = plain_sink->log();
  Writer plain_writer = MakeWriter(std::move(plain_sink)).value();
  ASSERT_TRUE(plain_writer.Write(GoodBatch()).ok());
  ASSERT_TRUE(plain_writer.Write(GoodBatch()).ok());
  ASSERT_TRUE(plain_writer.Close().ok());

  auto sink = std::make_unique<FailingSink>();
  const auto log = sink->log();
  Writer writer = MakeWriter(std::move(sink)).value();
  ASSERT_TRUE(writer.Write(GoodBatch()).ok());
  for (const Damage& damage : Damages()) {
    Exported exported;
    damage.inflict(exported.get());
    const Status status = writer.Write(exported.get());
    EXPECT_EQ(status.code(), ErrorCode::kInvalidArgument) << damage.name << ": " << status.ToString();
    EXPECT_FALSE(status.message().empty());
    EXPECT_EQ(exported.get()->release, nullptr) << damage.name;
  }
  EXPECT_EQ(writer.Write(static_cast<ArrowArray*>(nullptr)).code(), ErrorCode::kInvalidArgument);
  auto other = std::make_shared<array::RecordBatch>(*GoodBatch().internal());
  std::swap(other->columns[0], other->columns[1]);
  EXPECT_EQ(writer.Write(Batch(other)).code(), ErrorCode::kInvalidArgument);
  ASSERT_TRUE(writer.Write(GoodBatch()).ok());
  ASSERT_TRUE(writer.Close().ok());
  EXPECT_TRUE(log->bytes == plain->bytes);
}

}  // namespace
}  // namespace taracea

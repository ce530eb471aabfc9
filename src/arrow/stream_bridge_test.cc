#include "arrow/stream_bridge.h"

#include <gtest/gtest.h>

#include <cerrno>

#include "arrow/arrow_schema_key.h"
#include "arrow/schema_export.h"
#include "support/every_type.h"

namespace taracea::arrow {
namespace {

using array::BatchStream;
using array::MemoryBatchStream;
using array::RecordBatch;

/// Hands out one batch, then fails.
class FailingStream final : public BatchStream {
 public:
  FailingStream(RecordBatch batch, Status error, bool* destroyed)
      : batch_(std::move(batch)), error_(std::move(error)), destroyed_(destroyed) {}
  ~FailingStream() override { *destroyed_ = true; }

  const std::shared_ptr<const std::vector<array::Field>>& fields() const noexcept override { return batch_.fields; }
  const array::Metadata& metadata() const noexcept override { return batch_.metadata; }
  Result<std::optional<RecordBatch>> Next() override {
    if (std::exchange(served_, true)) {
      return error_;
    }
    return std::optional<RecordBatch>(batch_);
  }

 private:
  RecordBatch batch_;
  Status error_;
  bool* destroyed_;
  bool served_ = false;
};

TEST(StreamBridgeTest, ReturnsItsBatches) {
  const RecordBatch batch = testing::EveryTypeBatch();
  ArrowArrayStream exported;
  ASSERT_TRUE(ExportStream(std::make_unique<MemoryBatchStream>(batch.fields, batch.metadata,
                                                               std::vector<RecordBatch>{batch, batch.Slice(2, 5)}),
                           &exported)
                  .ok());
  auto imported = ImportStream(&exported);
  ASSERT_TRUE(imported.has_value()) << imported.error().ToString();
  EXPECT_EQ(exported.release, nullptr);
  EXPECT_EQ(*(*imported)->fields(), *batch.fields);
  EXPECT_EQ((*imported)->metadata(), batch.metadata);
  const RecordBatch first = (*imported)->Next().value().value();
  const RecordBatch second = (*imported)->Next().value().value();
  EXPECT_FALSE((*imported)->Next().value().has_value());
  EXPECT_FALSE((*imported)->Next().value().has_value());
  imported = std::unique_ptr<BatchStream>();
  for (size_t i = 0; i < batch.columns.size(); ++i) {
    EXPECT_TRUE(array::ValuesEqual(*batch.columns[i], *first.columns[i]));
    EXPECT_TRUE(array::ValuesEqual(batch.columns[i]->Slice(2, 5), *second.columns[i]));
  }
}

TEST(StreamBridgeTest, CarriesErrorsAsErrnoAndWords) {
  bool destroyed = false;
  ArrowArrayStream exported;
  const Status error = Status::Unsupported("no such feature");
  ASSERT_TRUE(
      ExportStream(std::make_unique<FailingStream>(testing::EveryTypeBatch(), error, &destroyed), &exported).ok());
  ArrowArray array;
  ASSERT_EQ(exported.get_next(&exported, &array), 0);
  EXPECT_EQ(exported.get_last_error(&exported), nullptr);
  array.release(&array);
  EXPECT_EQ(exported.get_next(&exported, &array), ENOTSUP);
  EXPECT_STREQ(exported.get_last_error(&exported), "unsupported: no such feature");
  ArrowSchema schema;
  EXPECT_EQ(exported.get_schema(&exported, &schema), 0);
  schema.release(&schema);

  auto imported = ImportStream(&exported).value();
  const Status back = imported->Next().error();
  EXPECT_EQ(back.code(), ErrorCode::kUnsupported);
  EXPECT_NE(back.message().find("no such feature"), std::string::npos);
  EXPECT_EQ(imported->Next().error(), back);
  EXPECT_FALSE(destroyed);
  imported.reset();
  EXPECT_TRUE(destroyed);
}

TEST(StreamBridgeTest, RejectsAReleasedStream) {
  ArrowArrayStream stream{};
  EXPECT_EQ(ImportStream(&stream).error().code(), ErrorCode::kInvalidArgument);
  EXPECT_EQ(ImportStream(nullptr).error().code(), ErrorCode::kInvalidArgument);
}

TEST(StreamBridgeTest, ReleasesAStreamWhoseSchemaIsNoTable) {
  static int releases;
  releases = 0;
  ArrowArrayStream stream{};
  stream.get_schema = [](ArrowArrayStream*, ArrowSchema* out) {
    return ExportField({"i", array::TypeId::kInt32, true, {}}, out).ok() ? 0 : EINVAL;
  };
  stream.get_next = [](ArrowArrayStream*, ArrowArray*) { return EIO; };
  stream.release = [](ArrowArrayStream* self) {
    ++releases;
    self->release = nullptr;
  };
  EXPECT_EQ(ImportStream(&stream).error().code(), ErrorCode::kInvalidArgument);
  EXPECT_EQ(releases, 1);
}

TEST(StreamBridgeTest, TurnsEveryCodeIntoAnErrnoAndBack) {
  for (const ErrorCode code : {ErrorCode::kOk, ErrorCode::kInvalidArgument, ErrorCode::kIo, ErrorCode::kUnsupported,
                               ErrorCode::kOutOfMemory, ErrorCode::kCancelled}) {
    EXPECT_EQ(CodeFromErrno(ErrnoOf(code)), code);
  }
  EXPECT_EQ(ErrnoOf(ErrorCode::kCorrupt), EINVAL);
  EXPECT_EQ(CodeFromErrno(EPERM), ErrorCode::kIo);
}

TEST(ArrowSchemaKeyTest, ReturnsTheFieldsOfEveryType) {
  const RecordBatch batch = testing::EveryTypeBatch();
  const std::string value = EncodeArrowSchema(*batch.fields, batch.metadata).value();
  const auto back = DecodeArrowSchema(value);
  ASSERT_TRUE(back.has_value()) << back.error().ToString();
  EXPECT_EQ(*back->fields, *batch.fields);
  EXPECT_EQ(back->metadata, batch.metadata);
}

TEST(ArrowSchemaKeyTest, RejectsDamagedText) {
  const std::string value = EncodeArrowSchema(*testing::EveryTypeBatch().fields, {}).value();
  for (size_t size = 0; size < value.size() - 8; size += 3) {
    EXPECT_FALSE(DecodeArrowSchema(value.substr(0, size)).has_value()) << size;
  }
  for (size_t at = 0; at < value.size(); ++at) {
    std::string damaged = value;
    damaged[at] = damaged[at] == 'A' ? 'Q' : 'A';
    (void)DecodeArrowSchema(damaged);
  }
  EXPECT_EQ(DecodeArrowSchema("!").error().code(), ErrorCode::kCorrupt);
}

}  // namespace
}  // namespace taracea::arrow

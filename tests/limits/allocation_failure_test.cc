// Memory that runs out at any point: kOutOfMemory, and nothing else happens. Leaks are for the sanitizers to find.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <string>

#include "support/every_type.h"
#include "support/failing_sink.h"
#include "support/file_bytes.h"
#include "taracea/reader.h"
#include "taracea/verify.h"
#include "taracea/writer.h"

namespace {

/// Allocations that still succeed; negative: all do.
std::atomic<int64_t> allocations_left{-1};

bool IsTheOneToFail() noexcept {
  return allocations_left.load(std::memory_order_relaxed) >= 0 && allocations_left.fetch_sub(1) == 0;
}

}  // namespace

// Not inlined: g++ would see memory of `new` go to `free`, and warn.
[[gnu::noinline]] void* operator new(std::size_t size_bytes) {
  void* const memory = IsTheOneToFail() ? nullptr : std::malloc(size_bytes);
  if (memory == nullptr) {
    throw std::bad_alloc();
  }
  return memory;
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace taracea {
namespace {

array::RecordBatch SomeBatch() {
  return testing::OneColumnBatch(testing::StructArray(
      {{"t", testing::Utf8Array(testing::NumberedTexts())},
       {"l", testing::ListArray(testing::ListSizes(), testing::NumberedArray<int32_t>(array::TypeId::kInt32))},
       {"d", testing::DictionaryArray(std::vector<std::optional<int32_t>>(21, 1), testing::Utf8Array({"x", "yy"}))}}));
}

/// Runs `work` with its first allocation failing, then with its second, until it needs no more.
template <typename Work>
void FailEachAllocation(Work work) {
  for (int64_t ordinal = 0;; ++ordinal) {
    ASSERT_LT(ordinal, 100000);
    allocations_left = ordinal;
    const Status status = work();
    const bool has_failed = allocations_left.exchange(-1) < 0;
    if (!has_failed) {
      EXPECT_TRUE(status.ok()) << status.ToString();
      EXPECT_GT(ordinal, 10) << "allocations are not counted";
      return;
    }
    // Some failures cost nothing: an index that could not be read, a hint, a helper thread.
    EXPECT_TRUE(status.ok() || status.code() == ErrorCode::kOutOfMemory) << ordinal << ": " << status.ToString();
  }
}

Status ReadAll(const Buffer& bytes, const OpenOptions& open, const ScanOptions& options) {
  Result<File> file = File::Open(bytes, open);
  if (!file.ok()) {
    return std::move(file).error();
  }
  Result<Scanner> scanner = file->Scan(options);
  if (!scanner.ok()) {
    return std::move(scanner).error();
  }
  for (;;) {
    Result<std::optional<Batch>> batch = scanner->Next();
    if (!batch.ok()) {
      return std::move(batch).error();
    }
    if (!batch->has_value()) {
      return {};
    }
  }
}

TEST(AllocationFailure, EndsAScanWithOutOfMemory) {
  WriteOptions write;
  write.data_page_rows = 10;
  write.row_group_rows = 15;
  const Buffer bytes = Buffer::CopyOf(testing::FileBytes({SomeBatch()}, write).value());
  ScanOptions scan;
  scan.batch_rows = 7;
  scan.rows = RowRange{3, 20};
  FailEachAllocation([&] { return ReadAll(bytes, {}, scan); });
  scan.executor = MakeThreadPool(3);
  FailEachAllocation([&] { return ReadAll(bytes, {}, scan); });
}

TEST(AllocationFailure, EndsAVerificationWithOutOfMemory) {
  const Buffer bytes = Buffer::CopyOf(testing::FileBytes({SomeBatch()}).value());
  const std::shared_ptr<ByteSource> source = MakeMemorySource(bytes);
  FailEachAllocation([&] { return Verify(source).status(); });
}

/// Writes two batches; what the sink got is whole only when all went well.
Status WriteAll(const Batch& batch, const Schema& schema, const WriteOptions& options) {
  // The sink and its log are the caller's matter.
  const int64_t left = allocations_left.exchange(-1);
  auto sink = std::make_unique<testing::FailingSink>();
  const auto log = sink->log();
  log->bytes.reserve(size_t{1} << 16);
  allocations_left = left;
  Status status;
  {
    Result<Writer> writer = Writer::Create(std::move(sink), schema, options);
    status = writer.status();
    if (writer.ok()) {
      const Status first = writer->Write(batch);
      const Status second = writer->Write(batch);
      const Result<WriteReport> report = writer->Close();
      status = report.status();
      EXPECT_TRUE(first.ok() || (second == first && status == first)) << first.ToString() << status.ToString();
      EXPECT_TRUE(second.ok() || status == second) << second.ToString() << status.ToString();
    }
  }
  const int64_t rest = allocations_left.exchange(-1);
  const Result<File> file = File::Open(Buffer::CopyOf(log->bytes));
  EXPECT_EQ(file.ok() && log->closes == 1, status.ok());
  EXPECT_EQ(log->aborts, status.ok() ? 0 : 1);
  allocations_left = rest;
  return status;
}

TEST(AllocationFailure, EndsAWriterWithOutOfMemory) {
  const Buffer bytes = Buffer::CopyOf(testing::FileBytes({SomeBatch()}).value());
  const File file = File::Open(bytes).value();
  const Batch batch = *file.Scan({.use_stored_arrow_schema = false}).value().Next().value();
  WriteOptions options;
  options.data_page_rows = 10;
  options.row_group_rows = 15;
  FailEachAllocation([&] { return WriteAll(batch, file.schema(), options); });
  options.executor = MakeThreadPool(3);
  FailEachAllocation([&] { return WriteAll(batch, file.schema(), options); });
}

TEST(AllocationFailure, IsNamedForEveryBudgetThatIsTooSmall) {
  const Buffer bytes = Buffer::CopyOf(testing::FileBytes({SomeBatch()}, {.data_page_rows = 10}).value());
  const File file = File::Open(bytes).value();
  const Batch batch = *file.Scan({.use_stored_arrow_schema = false}).value().Next().value();
  bool read = false;
  bool written = false;
  for (int64_t budget = 1; !read || !written; budget += 1 + budget / 16) {
    ASSERT_LT(budget, int64_t{1} << 30);
    const auto expect_named = [&](const Status& status) {
      // Decoded metadata counts too, and names its limit.
      EXPECT_TRUE(status.code() == ErrorCode::kOutOfMemory || status.code() == ErrorCode::kLimitExceeded);
      EXPECT_NE(status.message().find("memory"), std::string::npos) << status.ToString();
    };
    OpenOptions open;
    open.limits.memory_budget_bytes = budget;
    const Status scanned = ReadAll(bytes, open, {});
    read = scanned.ok();
    if (!read) {
      expect_named(scanned);
    }
    WriteOptions options;
    options.memory_budget_bytes = budget;
    const Status status = WriteAll(batch, file.schema(), options);
    written = status.ok();
    if (!written) {
      expect_named(status);
    }
  }
}

}  // namespace
}  // namespace taracea

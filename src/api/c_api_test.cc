#include "taracea/c.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "support/c_calls.h"
#include "support/temporary_folder.h"

namespace taracea::testing {
namespace {

using Error = Given<taracea_error>;

constexpr int64_t kRows = 1000;

/// Writes the sample batch with what `options` say, to a store.
void WriteTo(CStore* store, const taracea_write_options* options = nullptr) {
  ArrowSchema schema{};
  ArrowArray batch{};
  ASSERT_TRUE(TripBatch(kRows).Export(&batch, &schema).ok());
  const taracea_sink sink = store->Sink();
  Given<taracea_writer> writer;
  Error error;
  ASSERT_EQ(taracea_writer_create_sink(&sink, &schema, options, writer.out(), error.out()), TARACEA_OK) << error->text;
  ASSERT_EQ(taracea_writer_write(writer.get(), &batch, error.out()), TARACEA_OK) << error->text;
  ASSERT_EQ(taracea_writer_close(writer.get(), nullptr, error.out()), TARACEA_OK) << error->text;
  EXPECT_EQ(schema.release, nullptr);
  EXPECT_EQ(batch.release, nullptr);
}

class CInterface : public ::testing::Test {
 protected:
  void SetUp() override {
    WriteTo(&store_);
    const taracea_memory memory = store_.Memory();
    Error error;
    ASSERT_EQ(taracea_file_open_memory(&memory, nullptr, file_.out(), error.out()), TARACEA_OK) << error->text;
  }

  /// Ids that a stream gives, which is released.
  static std::vector<int64_t> Ids(ArrowArrayStream* stream) {
    std::vector<int64_t> ids;
    auto reader = ImportStream(stream).value();
    while (std::optional<Batch> batch = reader->Next().value()) {
      const auto column = batch->column<int64_t>("id").value();
      ids.insert(ids.end(), column.values().begin(), column.values().end());
    }
    return ids;
  }
  std::vector<int64_t> Scan(const taracea_scan_options& options) {
    ArrowArrayStream stream{};
    Error error;
    EXPECT_EQ(taracea_file_scan(file_.get(), &options, &stream, error.out()), TARACEA_OK) << error->text;
    return Ids(&stream);
  }

  CStore store_;
  Given<taracea_file> file_;
  Error error_;
};

TEST_F(CInterface, DescribesTheFile) {
  auto info = Sized<taracea_file_info>();
  ASSERT_EQ(taracea_file_get_info(file_.get(), &info, error_.out()), TARACEA_OK);
  EXPECT_EQ(info.num_rows, kRows);
  EXPECT_EQ(info.file_bytes, static_cast<int64_t>(store_.bytes.size()));
  EXPECT_EQ(info.row_group_count, 1);
  EXPECT_EQ(info.leaf_count, 3);
  EXPECT_EQ(std::string(info.created_by).find("taracea version "), 0U);

  auto leaf = Sized<taracea_leaf_info>();
  ASSERT_EQ(taracea_file_get_leaf(file_.get(), 1, &leaf, error_.out()), TARACEA_OK);
  EXPECT_STREQ(leaf.path, "name");
  EXPECT_STREQ(leaf.logical_type, "STRING");
  EXPECT_EQ(leaf.field_id, -1);
  int32_t found = 0;
  ASSERT_EQ(taracea_file_find_leaf(file_.get(), "price", &found, error_.out()), TARACEA_OK);
  EXPECT_EQ(found, 2);
  EXPECT_EQ(taracea_file_find_leaf(file_.get(), "prices", &found, error_.out()), TARACEA_INVALID_ARGUMENT);
  EXPECT_NE(std::string(error_->text).find("price"), std::string::npos);
  EXPECT_EQ(found, -1);
}

TEST_F(CInterface, DescribesRowGroupsAndChunks) {
  auto group = Sized<taracea_row_group_info>();
  ASSERT_EQ(taracea_file_get_row_group(file_.get(), 0, &group, error_.out()), TARACEA_OK);
  EXPECT_EQ(group.num_rows, kRows);
  auto chunk = Sized<taracea_chunk_info>();
  ASSERT_EQ(taracea_file_get_chunk(file_.get(), 0, 0, &chunk, error_.out()), TARACEA_OK);
  EXPECT_EQ(chunk.num_values, kRows);
  EXPECT_EQ(chunk.type, 2);
  EXPECT_EQ(chunk.bloom_filter_offset, -1);
  EXPECT_NE(chunk.encodings, 0U);
  EXPECT_EQ(taracea_file_get_row_group(file_.get(), 1, &group, error_.out()), TARACEA_INVALID_ARGUMENT);
  EXPECT_EQ(taracea_file_get_chunk(file_.get(), 0, 3, &chunk, error_.out()), TARACEA_INVALID_ARGUMENT);
  EXPECT_EQ(taracea_file_get_chunk(file_.get(), -1, 0, &chunk, error_.out()), TARACEA_INVALID_ARGUMENT);

  Given<taracea_statistics> statistics;
  ASSERT_EQ(taracea_file_get_statistics(file_.get(), 0, 1, statistics.out(), error_.out()), TARACEA_OK);
  EXPECT_EQ(statistics->null_count, 334);
  EXPECT_STREQ(statistics->min_text, "name 1");
  EXPECT_EQ(std::string(static_cast<const char*>(statistics->max_value), statistics->max_bytes), "name 998");
}

TEST_F(CInterface, PrintsMetadataAndSchema) {
  Given<char> text;
  ASSERT_EQ(taracea_file_metadata_json(file_.get(), text.out(), error_.out()), TARACEA_OK);
  EXPECT_NE(std::string(text.get()).find("\"num_rows\":1000"), std::string::npos);
  ASSERT_EQ(taracea_file_schema_message(file_.get(), text.out(), error_.out()), TARACEA_OK);
  EXPECT_NE(std::string(text.get()).find("name (STRING);"), std::string::npos) << text.get();
  ASSERT_EQ(taracea_file_offset_index_json(file_.get(), 0, 0, text.out(), error_.out()), TARACEA_OK);
  EXPECT_NE(std::string(text.get()).find("page_locations"), std::string::npos);
  ASSERT_EQ(taracea_file_column_index_json(file_.get(), 0, 0, text.out(), error_.out()), TARACEA_OK);
  EXPECT_NE(std::string(text.get()).find("null_pages"), std::string::npos);
}

TEST_F(CInterface, ScansTheRowsColumnsAndRowGroupsAskedFor) {
  auto options = Sized<taracea_scan_options>();
  EXPECT_EQ(Scan(options).size(), static_cast<size_t>(kRows));
  const taracea_row_range rows{10, 13};
  const char* const columns[] = {"id"};
  options.rows = &rows;
  options.columns = columns;
  options.column_count = 1;
  EXPECT_EQ(Scan(options), (std::vector<int64_t>{10, 11, 12}));
  const int32_t row_group = 0;
  options.rows = nullptr;
  options.row_groups = &row_group;
  options.row_group_count = 1;
  EXPECT_EQ(Scan(options).size(), static_cast<size_t>(kRows));
}

TEST_F(CInterface, TakesRowsInTheOrderAskedFor) {
  const int64_t rows[] = {999, 0, 5, 5};
  ArrowArrayStream stream{};
  ASSERT_EQ(taracea_file_take(file_.get(), rows, 4, nullptr, &stream, error_.out()), TARACEA_OK);
  EXPECT_EQ(Ids(&stream), (std::vector<int64_t>{999, 0, 5, 5}));
  const int64_t outside = kRows;
  EXPECT_EQ(taracea_file_take(file_.get(), &outside, 1, nullptr, &stream, error_.out()), TARACEA_INVALID_ARGUMENT);
  EXPECT_EQ(stream.release, nullptr);
}

TEST_F(CInterface, ReadsBatchByBatchAndOutlivesTheFile) {
  auto options = Sized<taracea_scan_options>();
  options.batch_rows = 400;
  Given<taracea_scanner> scanner;
  ASSERT_EQ(taracea_scanner_open(file_.get(), &options, scanner.out(), error_.out()), TARACEA_OK);
  file_.out();  // closes the file
  ArrowSchema schema{};
  ASSERT_EQ(taracea_scanner_schema(scanner.get(), &schema, error_.out()), TARACEA_OK);
  EXPECT_EQ(schema.n_children, 3);
  schema.release(&schema);
  std::vector<int64_t> lengths;
  ArrowArray batch{};
  while (taracea_scanner_next(scanner.get(), &batch, error_.out()) == TARACEA_OK && batch.release != nullptr) {
    lengths.push_back(batch.length);
    batch.release(&batch);
  }
  EXPECT_EQ(error_.get(), nullptr);
  EXPECT_EQ(lengths, (std::vector<int64_t>{400, 400, 200}));
  auto counters = Sized<taracea_scan_counters>();
  ASSERT_EQ(taracea_scanner_counters(scanner.get(), &counters, error_.out()), TARACEA_OK);
  EXPECT_EQ(counters.total_rows, kRows);
  EXPECT_EQ(counters.batches, 3);
}

TEST_F(CInterface, GivesTheArrowSchema) {
  ArrowSchema schema{};
  ASSERT_EQ(taracea_file_schema_arrow(file_.get(), &schema, error_.out()), TARACEA_OK);
  EXPECT_STREQ(schema.children[2]->name, "price");
  EXPECT_STREQ(schema.children[2]->format, "g");
  schema.release(&schema);
}

TEST_F(CInterface, CancelsWhenProgressSaysSo) {
  auto options = Sized<taracea_scan_options>();
  options.batch_rows = 100;
  int64_t calls = 0;
  options.progress_context = &calls;
  options.progress = [](void* context, int64_t, int64_t total) -> int32_t {
    EXPECT_EQ(total, kRows);
    return ++*static_cast<int64_t*>(context) >= 2 ? 1 : 0;
  };
  Given<taracea_scanner> scanner;
  ASSERT_EQ(taracea_scanner_open(file_.get(), &options, scanner.out(), error_.out()), TARACEA_OK);
  taracea_code code = TARACEA_OK;
  for (int i = 0; i < 20 && code == TARACEA_OK; ++i) {
    ArrowArray batch{};
    code = taracea_scanner_next(scanner.get(), &batch, error_.out());
    if (batch.release != nullptr) {
      batch.release(&batch);
    }
  }
  EXPECT_EQ(code, TARACEA_CANCELLED);
}

TEST_F(CInterface, RunsOnTheCallersThreads) {
  struct Context {
    int submits = 0;
    int releases = 0;
  } context;
  auto callbacks = Sized<taracea_executor_callbacks>();
  callbacks.context = &context;
  callbacks.submit = [](void* given, taracea_task* task) {
    ++static_cast<Context*>(given)->submits;
    taracea_task_run(task);
  };
  callbacks.concurrency = [](void*) -> int32_t { return 3; };
  callbacks.release = [](void* given) { ++static_cast<Context*>(given)->releases; };
  {
    Given<taracea_executor> executor;
    ASSERT_EQ(taracea_executor_create(&callbacks, executor.out(), error_.out()), TARACEA_OK);
    auto options = Sized<taracea_scan_options>();
    options.executor = executor.get();
    EXPECT_EQ(Scan(options).size(), static_cast<size_t>(kRows));
  }
  EXPECT_GT(context.submits, 0);
  EXPECT_EQ(context.releases, 1);
  Given<taracea_executor> threads;
  ASSERT_EQ(taracea_executor_create_threads(2, threads.out(), error_.out()), TARACEA_OK);
  auto options = Sized<taracea_scan_options>();
  options.executor = threads.get();
  EXPECT_EQ(Scan(options).size(), static_cast<size_t>(kRows));
}

TEST_F(CInterface, WritesWhatTheOptionsSay) {
  const TemporaryFolder folder;
  const std::string path = folder.File("out.parquet");
  auto column = Sized<taracea_column_options>();
  column.path = "name";
  column.encoding = "DELTA_BYTE_ARRAY";
  column.codec = "none";
  column.dictionary = TARACEA_NO;
  const taracea_key_value pair = {"origin", 6, "a\0b", 3};
  auto options = Sized<taracea_write_options>();
  options.codec = "zstd";
  options.columns = &column;
  options.column_count = 1;
  options.key_values = &pair;
  options.key_value_count = 1;
  options.row_group_rows = 600;
  ArrowSchema schema{};
  ArrowArrayStream stream{};
  ASSERT_EQ(taracea_file_schema_arrow(file_.get(), &schema, error_.out()), TARACEA_OK);
  ASSERT_EQ(taracea_file_scan(file_.get(), nullptr, &stream, error_.out()), TARACEA_OK);
  Given<taracea_writer> writer;
  ASSERT_EQ(taracea_writer_create(path.c_str(), &schema, &options, writer.out(), error_.out()), TARACEA_OK);
  ASSERT_EQ(taracea_writer_write_stream(writer.get(), &stream, error_.out()), TARACEA_OK) << error_->text;
  EXPECT_EQ(stream.release, nullptr);
  auto counters = Sized<taracea_write_counters>();
  ASSERT_EQ(taracea_writer_counters(writer.get(), &counters, error_.out()), TARACEA_OK);
  EXPECT_EQ(counters.rows, kRows);
  Given<char> report;
  ASSERT_EQ(taracea_writer_close(writer.get(), report.out(), error_.out()), TARACEA_OK);
  EXPECT_EQ(std::string(report.get()).find("{\"rows\":1000,\"row_groups\":2,"), 0U) << report.get();
  EXPECT_NE(std::string(report.get()).find("\"DELTA_BYTE_ARRAY\""), std::string::npos) << report.get();

  Given<taracea_file> written;
  ASSERT_EQ(taracea_file_open(path.c_str(), nullptr, written.out(), error_.out()), TARACEA_OK) << error_->text;
  taracea_key_value read{};
  ASSERT_EQ(taracea_file_get_key_value(written.get(), 0, &read, error_.out()), TARACEA_OK);
  EXPECT_EQ(std::string(read.key, read.key_bytes), "origin");
  EXPECT_EQ(std::string(read.value, read.value_bytes), std::string("a\0b", 3));
  int32_t ok = 0;
  ASSERT_EQ(taracea_verify(path.c_str(), nullptr, &ok, report.out(), error_.out()), TARACEA_OK);
  EXPECT_EQ(ok, 1) << report.get();
}

TEST_F(CInterface, WritesLikeAnotherFileAndFromMessageText) {
  const TemporaryFolder folder;
  Given<taracea_writer> writer;
  ArrowArrayStream stream{};
  ASSERT_EQ(taracea_file_scan(file_.get(), nullptr, &stream, error_.out()), TARACEA_OK);
  ASSERT_EQ(taracea_writer_create_like(file_.get(), folder.File("like").c_str(), nullptr, writer.out(), error_.out()),
            TARACEA_OK);
  ASSERT_EQ(taracea_writer_write_stream(writer.get(), &stream, error_.out()), TARACEA_OK) << error_->text;
  ASSERT_EQ(taracea_writer_flush_row_group(writer.get(), error_.out()), TARACEA_OK);
  ASSERT_EQ(taracea_writer_close(writer.get(), nullptr, error_.out()), TARACEA_OK);

  const char* const message = "message trip { optional int64 id; }";
  ASSERT_EQ(taracea_writer_create_message(folder.File("text").c_str(), message, nullptr, writer.out(), error_.out()),
            TARACEA_OK);
  ASSERT_EQ(taracea_writer_close(writer.get(), nullptr, error_.out()), TARACEA_OK);
  CStore store;
  const taracea_sink sink = store.Sink();
  EXPECT_EQ(taracea_writer_create_sink_message(&sink, "message trip {", nullptr, writer.out(), error_.out()),
            TARACEA_INVALID_ARGUMENT);
  EXPECT_EQ(store.releases, 1);
}

TEST_F(CInterface, VerifyFindsAFlippedByte) {
  store_.bytes[30] = static_cast<char>(store_.bytes[30] ^ 1);
  CStore damaged{.bytes = store_.bytes};
  const taracea_source source = damaged.Source();
  auto options = Sized<taracea_verify_options>();
  options.level = TARACEA_VERIFY_CHECKSUMS;
  int32_t ok = 1;
  Given<char> report;
  ASSERT_EQ(taracea_verify_source(&source, &options, &ok, report.out(), error_.out()), TARACEA_OK);
  EXPECT_EQ(ok, 0);
  EXPECT_NE(std::string(report.get()).find("\"severity\":\"error\""), std::string::npos) << report.get();
  EXPECT_EQ(damaged.releases, 1);
}

TEST_F(CInterface, ReleasesCallbacksOnceAfterTheLastUse) {
  CStore store{.bytes = store_.bytes};
  const taracea_source source = store.Source();
  ArrowArrayStream stream{};
  {
    Given<taracea_file> file;
    ASSERT_EQ(taracea_file_open_source(&source, nullptr, file.out(), error_.out()), TARACEA_OK);
    ASSERT_EQ(taracea_file_scan(file.get(), nullptr, &stream, error_.out()), TARACEA_OK);
  }
  EXPECT_EQ(store.releases, 0);
  EXPECT_EQ(Ids(&stream).size(), static_cast<size_t>(kRows));
  EXPECT_EQ(store.releases, 1);
}

}  // namespace
}  // namespace taracea::testing

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <stdexcept>
#include <string>

#include "support/c_calls.h"
#include "support/encrypted_file.h"
#include "support/temporary_folder.h"
#include "taracea/c.h"

namespace taracea::testing {
namespace {

using Error = Given<taracea_error>;

/// A file of the sample batch.
std::string SampleFile() {
  CStore store;
  ArrowSchema schema{};
  ArrowArray batch{};
  EXPECT_TRUE(TripBatch(1000).Export(&batch, &schema).ok());
  const taracea_sink sink = store.Sink();
  Given<taracea_writer> writer;
  EXPECT_EQ(taracea_writer_create_sink(&sink, &schema, nullptr, writer.out(), nullptr), TARACEA_OK);
  EXPECT_EQ(taracea_writer_write(writer.get(), &batch, nullptr), TARACEA_OK);
  EXPECT_EQ(taracea_writer_close(writer.get(), nullptr, nullptr), TARACEA_OK);
  return store.bytes;
}

/// Opens bytes in memory.
taracea_code Open(const std::string& bytes, const taracea_open_options* options, Given<taracea_file>* file,
                  Error* error) {
  auto memory = Sized<taracea_memory>();
  memory.data = bytes.data();
  memory.size_bytes = bytes.size();
  return taracea_file_open_memory(&memory, options, file->out(), error->out());
}

TEST(CErrors, NamesCodes) {
  EXPECT_STREQ(taracea_code_name(TARACEA_OK), "ok");
  EXPECT_STREQ(taracea_code_name(TARACEA_OUT_OF_MEMORY), "out of memory");
  EXPECT_STREQ(taracea_code_name(77), taracea_code_name(TARACEA_INTERNAL));
  EXPECT_STREQ(taracea_version(), TARACEA_VERSION);
}

TEST(CErrors, TellsEachCodeApart) {
  Given<taracea_file> file;
  Error error;
  EXPECT_EQ(taracea_file_open("/no/such/file", nullptr, file.out(), error.out()), TARACEA_IO);
  EXPECT_STREQ(error->file, "/no/such/file");
  EXPECT_EQ(error->row_group, -1);
  EXPECT_EQ(file.get(), nullptr);
  EXPECT_EQ(Open("no parquet file at all", nullptr, &file, &error), TARACEA_CORRUPT);
  const std::string bytes = SampleFile();
  const std::vector<std::byte> encrypted = FileEncryptor::Encrypt(AsBytes(bytes), {});
  EXPECT_EQ(Open(std::string(AsText(encrypted)), nullptr, &file, &error), TARACEA_UNSUPPORTED) << error->text;
  auto limits = Sized<taracea_read_limits>();
  limits.max_footer_bytes = 10;
  auto options = Sized<taracea_open_options>();
  options.limits = &limits;
  EXPECT_EQ(Open(bytes, &options, &file, &error), TARACEA_LIMIT_EXCEEDED);
  EXPECT_NE(std::string(error->message).find("max_footer_bytes"), std::string::npos) << error->text;
  limits.max_footer_bytes = 0;
  limits.memory_budget_bytes = 6000;
  ASSERT_EQ(Open(bytes, &options, &file, &error), TARACEA_OK);
  Given<taracea_scanner> scanner;
  ArrowArray batch{};
  ASSERT_EQ(taracea_scanner_open(file.get(), nullptr, scanner.out(), error.out()), TARACEA_OK);
  EXPECT_EQ(taracea_scanner_next(scanner.get(), &batch, error.out()), TARACEA_OUT_OF_MEMORY);
}

TEST(CErrors, SaysWhereAPageIsBroken) {
  std::string bytes = SampleFile();
  bytes[60] = static_cast<char>(bytes[60] ^ 1);
  Given<taracea_file> file;
  Error error;
  ASSERT_EQ(Open(bytes, nullptr, &file, &error), TARACEA_OK);
  Given<taracea_scanner> scanner;
  ArrowArray batch{};
  ASSERT_EQ(taracea_scanner_open(file.get(), nullptr, scanner.out(), error.out()), TARACEA_OK);
  ASSERT_EQ(taracea_scanner_next(scanner.get(), &batch, error.out()), TARACEA_CORRUPT);
  EXPECT_STREQ(error->column, "id");
  EXPECT_EQ(error->row_group, 0);
  EXPECT_NE(std::string(error->text).find(error->message), std::string::npos);
}

TEST(CErrors, HandsOnWhatASourceSays) {
  CStore store{.bytes = SampleFile()};
  store.fail_read = true;
  const taracea_source source = store.Source();
  Given<taracea_file> file;
  Error error;
  EXPECT_EQ(taracea_file_open_source(&source, nullptr, file.out(), error.out()), TARACEA_IO);
  EXPECT_STREQ(error->message, "the disk is gone");
  EXPECT_EQ(store.releases, 1);
}

TEST(CErrors, TakesAThrowingOrNonsensicalCallbackForABug) {
  CStore store{.bytes = SampleFile()};
  taracea_source source = store.Source();
  Given<taracea_file> file;
  Error error;
  source.size = [](void*, int64_t*, taracea_error**) -> taracea_code { throw std::runtime_error("out of the blue"); };
  EXPECT_EQ(taracea_file_open_source(&source, nullptr, file.out(), error.out()), TARACEA_INTERNAL);
  source.size = [](void*, int64_t*, taracea_error**) -> taracea_code { return 4711; };
  EXPECT_EQ(taracea_file_open_source(&source, nullptr, file.out(), error.out()), TARACEA_INTERNAL);
  source.size = [](void*, int64_t*, taracea_error**) -> taracea_code { throw std::bad_alloc(); };
  EXPECT_EQ(taracea_file_open_source(&source, nullptr, file.out(), error.out()), TARACEA_OUT_OF_MEMORY);
  EXPECT_EQ(store.releases, 3);
}

TEST(CErrors, AbortsASinkThatFailed) {
  for (const bool fail_write : {true, false}) {
    CStore store;
    store.fail_write = fail_write;
    store.fail_close = !fail_write;
    ArrowSchema schema{};
    ArrowArray batch{};
    ASSERT_TRUE(TripBatch(10).Export(&batch, &schema).ok());
    const taracea_sink sink = store.Sink();
    Error error;
    {
      Given<taracea_writer> writer;
      taracea_code code = taracea_writer_create_sink(&sink, &schema, nullptr, writer.out(), error.out());
      code = code == TARACEA_OK ? taracea_writer_write(writer.get(), &batch, error.out()) : code;
      code = code == TARACEA_OK ? taracea_writer_close(writer.get(), nullptr, error.out()) : code;
      EXPECT_EQ(code, TARACEA_IO);
      EXPECT_STREQ(error->message, fail_write ? "the disk is full" : "cannot close");
      if (batch.release != nullptr) {
        batch.release(&batch);
      }
    }
    EXPECT_EQ(store.aborts, 1);
    EXPECT_EQ(store.releases, 1);
  }
}

TEST(CErrors, LeavesNothingBehindOfAWriterThatWasNotClosed) {
  const TemporaryFolder folder;
  for (const bool abort : {true, false}) {
    Given<taracea_writer> writer;
    ASSERT_EQ(taracea_writer_create_message(folder.File("x").c_str(), "message m { required int32 a; }", nullptr,
                                            writer.out(), nullptr),
              TARACEA_OK);
    if (abort) {
      taracea_writer_abort(writer.get());
      EXPECT_NE(taracea_writer_close(writer.get(), nullptr, nullptr), TARACEA_OK);
    }
  }
  EXPECT_TRUE(folder.List().empty());
}

TEST(CErrors, ReleasesWhatACallThatFailsConsumes) {
  ArrowSchema schema{};
  ArrowArray batch{};
  ASSERT_TRUE(TripBatch(10).Export(&batch, &schema).ok());
  Given<taracea_writer> writer;
  EXPECT_EQ(taracea_writer_create(nullptr, &schema, nullptr, writer.out(), nullptr), TARACEA_INVALID_ARGUMENT);
  EXPECT_EQ(schema.release, nullptr);
  EXPECT_EQ(taracea_writer_write(nullptr, &batch, nullptr), TARACEA_INVALID_ARGUMENT);
  EXPECT_EQ(batch.release, nullptr);
}

TEST(CErrors, RefusesOptionsThatMakeNoSense) {
  const std::string bytes = SampleFile();
  Given<taracea_file> file;
  Error error;
  auto open = Sized<taracea_open_options>();
  open.verify_checksums = 7;
  EXPECT_EQ(Open(bytes, &open, &file, &error), TARACEA_INVALID_ARGUMENT);
  EXPECT_NE(std::string(error->message).find("verify_checksums"), std::string::npos);
  open = {};
  EXPECT_EQ(Open(bytes, &open, &file, &error), TARACEA_INVALID_ARGUMENT);
  EXPECT_NE(std::string(error->message).find("struct_size"), std::string::npos);
  auto write = Sized<taracea_write_options>();
  write.codec = "zip";
  Given<taracea_writer> writer;
  EXPECT_EQ(taracea_writer_create_message("/no/such/file", "message m { required int32 a; }", &write, writer.out(),
                                          error.out()),
            TARACEA_INVALID_ARGUMENT);
  EXPECT_NE(std::string(error->message).find("zip"), std::string::npos);
}

TEST(CErrors, UnderstandsStructsOfOlderAndNewerHeaders) {
  const std::string bytes = SampleFile();
  Given<taracea_file> file;
  Error error;
  struct Newer {
    taracea_open_options options;
    int64_t unheard_of;
  } newer = {Sized<taracea_open_options>(), 0};
  newer.options.struct_size = sizeof(Newer);
  EXPECT_EQ(Open(bytes, &newer.options, &file, &error), TARACEA_OK);
  newer.unheard_of = 1;
  EXPECT_EQ(Open(bytes, &newer.options, &file, &error), TARACEA_UNSUPPORTED);
  auto older = Sized<taracea_open_options>();
  older.struct_size = offsetof(taracea_open_options, memory_map);
  older.memory_map = 99;  // Behind the end, as an older header sees it.
  ASSERT_EQ(Open(bytes, &older, &file, &error), TARACEA_OK);
  struct {
    taracea_file_info info;
    int64_t unheard_of;
  } info = {Sized<taracea_file_info>(), 5};
  info.info.struct_size = sizeof info;
  EXPECT_EQ(taracea_file_get_info(file.get(), &info.info, error.out()), TARACEA_OK);
  EXPECT_EQ(info.unheard_of, 0);
  info.info = {};
  info.info.struct_size = offsetof(taracea_file_info, file_bytes);
  EXPECT_EQ(taracea_file_get_info(file.get(), &info.info, error.out()), TARACEA_OK);
  EXPECT_EQ(info.info.num_rows, 1000);
  EXPECT_EQ(info.info.file_bytes, 0);
}

TEST(CErrors, RefusesNullHandlesAndPlacesForAnswers) {
  constexpr taracea_code kInvalid = TARACEA_INVALID_ARGUMENT;
  EXPECT_EQ(taracea_file_open(nullptr, nullptr, nullptr, nullptr), kInvalid);
  EXPECT_EQ(taracea_file_open_source(nullptr, nullptr, nullptr, nullptr), kInvalid);
  EXPECT_EQ(taracea_file_open_memory(nullptr, nullptr, nullptr, nullptr), kInvalid);
  EXPECT_EQ(taracea_file_get_info(nullptr, nullptr, nullptr), kInvalid);
  EXPECT_EQ(taracea_file_get_key_value(nullptr, 0, nullptr, nullptr), kInvalid);
  EXPECT_EQ(taracea_file_get_row_group(nullptr, 0, nullptr, nullptr), kInvalid);
  EXPECT_EQ(taracea_file_get_chunk(nullptr, 0, 0, nullptr, nullptr), kInvalid);
  EXPECT_EQ(taracea_file_get_statistics(nullptr, 0, 0, nullptr, nullptr), kInvalid);
  EXPECT_EQ(taracea_file_metadata_json(nullptr, nullptr, nullptr), kInvalid);
  EXPECT_EQ(taracea_file_offset_index_json(nullptr, 0, 0, nullptr, nullptr), kInvalid);
  EXPECT_EQ(taracea_file_column_index_json(nullptr, 0, 0, nullptr, nullptr), kInvalid);
  EXPECT_EQ(taracea_file_schema_message(nullptr, nullptr, nullptr), kInvalid);
  EXPECT_EQ(taracea_file_schema_arrow(nullptr, nullptr, nullptr), kInvalid);
  EXPECT_EQ(taracea_file_get_leaf(nullptr, 0, nullptr, nullptr), kInvalid);
  EXPECT_EQ(taracea_file_find_leaf(nullptr, nullptr, nullptr, nullptr), kInvalid);
  EXPECT_EQ(taracea_file_scan(nullptr, nullptr, nullptr, nullptr), kInvalid);
  EXPECT_EQ(taracea_file_take(nullptr, nullptr, 1, nullptr, nullptr, nullptr), kInvalid);
  EXPECT_EQ(taracea_scanner_open(nullptr, nullptr, nullptr, nullptr), kInvalid);
  EXPECT_EQ(taracea_scanner_schema(nullptr, nullptr, nullptr), kInvalid);
  EXPECT_EQ(taracea_scanner_next(nullptr, nullptr, nullptr), kInvalid);
  EXPECT_EQ(taracea_scanner_counters(nullptr, nullptr, nullptr), kInvalid);
  EXPECT_EQ(taracea_writer_create(nullptr, nullptr, nullptr, nullptr, nullptr), kInvalid);
  EXPECT_EQ(taracea_writer_create_sink(nullptr, nullptr, nullptr, nullptr, nullptr), kInvalid);
  EXPECT_EQ(taracea_writer_create_message(nullptr, nullptr, nullptr, nullptr, nullptr), kInvalid);
  EXPECT_EQ(taracea_writer_create_sink_message(nullptr, nullptr, nullptr, nullptr, nullptr), kInvalid);
  EXPECT_EQ(taracea_writer_create_like(nullptr, nullptr, nullptr, nullptr, nullptr), kInvalid);
  EXPECT_EQ(taracea_writer_write(nullptr, nullptr, nullptr), kInvalid);
  EXPECT_EQ(taracea_writer_write_stream(nullptr, nullptr, nullptr), kInvalid);
  EXPECT_EQ(taracea_writer_flush_row_group(nullptr, nullptr), kInvalid);
  EXPECT_EQ(taracea_writer_counters(nullptr, nullptr, nullptr), kInvalid);
  EXPECT_EQ(taracea_writer_close(nullptr, nullptr, nullptr), kInvalid);
  EXPECT_EQ(taracea_verify(nullptr, nullptr, nullptr, nullptr, nullptr), kInvalid);
  EXPECT_EQ(taracea_verify_source(nullptr, nullptr, nullptr, nullptr, nullptr), kInvalid);
  EXPECT_EQ(taracea_executor_create(nullptr, nullptr, nullptr), kInvalid);
  EXPECT_EQ(taracea_executor_create_threads(1, nullptr, nullptr), kInvalid);
}

TEST(CErrors, FreesNothing) {
  taracea_error_free(nullptr);
  taracea_string_free(nullptr);
  taracea_file_close(nullptr);
  taracea_scanner_free(nullptr);
  taracea_writer_abort(nullptr);
  taracea_writer_free(nullptr);
  taracea_executor_free(nullptr);
  taracea_statistics_free(nullptr);
  taracea_task_run(nullptr);
  SUCCEED();
}

}  // namespace
}  // namespace taracea::testing

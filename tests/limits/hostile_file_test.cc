// Files of any bytes: one clear error or a result from every reading entry point, within the memory budget.
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "format/magic.h"
#include "support/every_type.h"
#include "support/file_bytes.h"
#include "taracea/reader.h"
#include "taracea/verify.h"

namespace taracea {
namespace {

constexpr int64_t kBudgetBytes = int64_t{64} << 20;

OpenOptions SmallOptions() {
  OpenOptions options;
  options.limits.memory_budget_bytes = kBudgetBytes;
  return options;
}

/// Runs every reading entry point; the outcome may be anything but a crash, and memory stays within the budget.
Status ReadEverything(const std::vector<std::byte>& bytes) {
  const Buffer buffer = Buffer::CopyOf(bytes);
  VerifyOptions verify;
  verify.open = SmallOptions();
  EXPECT_TRUE(Verify(MakeMemorySource(buffer), verify).ok());  // What is wrong is a finding.
  const Result<File> file = File::Open(buffer, SmallOptions());
  if (!file.ok()) {
    return file.status();
  }
  Result<Scanner> scanner = file->Scan();
  if (!scanner.ok()) {
    return scanner.status();
  }
  const int64_t rows[] = {0, 5};
  (void)file->Take(rows).ok();
  Status failure;
  int64_t batches = 0;
  for (const Result<Batch>& batch : *scanner) {
    if (!batch.ok()) {
      failure = batch.status();
      break;
    }
    if (++batches == 100) {
      break;  // A footer may claim any number of rows.
    }
  }
  EXPECT_LE(scanner->counters().peak_memory_bytes, 2 * kBudgetBytes);
  return failure;
}

/// Small files that together use every encoding, nesting and page version that the writer has.
std::vector<std::vector<std::byte>> SmallFiles() {
  std::vector<std::vector<std::byte>> files;
  WriteOptions options;
  options.data_page_rows = 9;
  for (const array::Array& column : testing::EveryType()) {
    const bool nested = array::IsNested(column.type.id);
    const bool common = column.type.id == array::TypeId::kInt32 || column.type.id == array::TypeId::kUtf8 ||
                        column.type.id == array::TypeId::kBool || column.type.id == array::TypeId::kDecimal128;
    if (!nested && !common) {
      continue;
    }
    options.data_page_version = files.size() % 2 == 0 ? DataPageVersion::kV1 : DataPageVersion::kV2;
    options.dictionary = files.size() % 3 != 0;
    options.codec = files.size() % 4 == 1 ? Codec::kSnappy : Codec::kUncompressed;
    if (Result<std::vector<std::byte>> bytes = testing::FileBytes({testing::OneColumnBatch(column)}, options);
        bytes.ok()) {
      files.push_back(*std::move(bytes));
    }
  }
  return files;
}

TEST(HostileFile, IsRefusedOrReadWhenCutAnywhere) {
  for (const std::vector<std::byte>& whole : SmallFiles()) {
    for (size_t size = 0; size < whole.size(); ++size) {
      const std::vector<std::byte> cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
      const Status status = ReadEverything(cut);
      ASSERT_FALSE(status.ok()) << "cut after " << size << " bytes";
      ASSERT_FALSE(status.message().empty());
    }
  }
}

TEST(HostileFile, IsRefusedOrReadWhenAnyByteChanges) {
  for (const std::vector<std::byte>& whole : SmallFiles()) {
    for (size_t at = 0; at < whole.size(); ++at) {
      for (const unsigned pattern : {0xFFU, 0x01U, 0x80U}) {
        std::vector<std::byte> changed = whole;
        changed[at] ^= static_cast<std::byte>(pattern);
        (void)ReadEverything(changed).ok();
      }
    }
  }
}

TEST(HostileFile, NamesWhatIsWrongWithSomethingElse) {
  const auto message = [](std::string_view text) {
    const ConstBytes bytes = AsBytes(text);
    return ReadEverything({bytes.begin(), bytes.end()});
  };
  EXPECT_EQ(message("").code(), ErrorCode::kCorrupt);
  EXPECT_EQ(message("PAR1").code(), ErrorCode::kCorrupt);
  EXPECT_EQ(message("year,month,day\n2013,1,1\n").code(), ErrorCode::kCorrupt);
  EXPECT_EQ(message(std::string("PAR1\xFF\xFF\xFF\x7FPAR1", 12)).code(), ErrorCode::kCorrupt);
  EXPECT_EQ(message(std::string("PAR1\0\0\0\0PARE", 12)).code(), ErrorCode::kUnsupported);
}

TEST(HostileFile, NamesThePlaceOfADamagedPage) {
  WriteOptions options;
  options.codec = Codec::kUncompressed;
  options.dictionary = false;
  const array::Array column = testing::Utf8Array(testing::NumberedTexts());
  std::vector<std::byte> bytes = testing::FileBytes({testing::OneColumnBatch(column)}, options).value();
  const std::string_view text = AsText(bytes);
  const size_t at = text.find("xxxxxxx");
  ASSERT_NE(at, std::string_view::npos);
  bytes[at] = std::byte{'y'};
  const Status status = ReadEverything(bytes);
  EXPECT_EQ(status.code(), ErrorCode::kCorrupt);
  EXPECT_EQ(status.place().row_group, 0);
  EXPECT_EQ(status.place().column, "x");
  EXPECT_EQ(status.place().page, 0);
  EXPECT_EQ(status.place().offset, 4);
}

}  // namespace
}  // namespace taracea

// Files of any bytes: one clear error that names the place, or a result, from every reading entry point, within the
// memory budget.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "base/arena.h"
#include "format/file_metadata.h"
#include "format/magic.h"
#include "support/encrypted_file.h"
#include "support/every_type.h"
#include "support/file_bytes.h"
#include "taracea/pages.h"
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

/// Holds that an error says what is wrong with the file and where.
void ExpectBlamesFile(const Status& status) {
  EXPECT_FALSE(status.message().empty());
  EXPECT_EQ(status.place().file, "<memory>") << status.ToString();
  const ErrorCode code = status.code();
  // kInvalidArgument: the Arrow types that the file keeps do not fit its values.
  EXPECT_TRUE(code == ErrorCode::kCorrupt || code == ErrorCode::kUnsupported || code == ErrorCode::kLimitExceeded ||
              code == ErrorCode::kOutOfMemory || code == ErrorCode::kInvalidArgument)
      << status.ToString();
}

void ExpectNamesColumn(const Status& status) {
  ExpectBlamesFile(status);
  EXPECT_GE(status.place().row_group, 0) << status.ToString();
  EXPECT_FALSE(status.place().column.empty()) << status.ToString();
}

/// Metadata and pages of every chunk.
void ReadChunks(const File& file) {
  (void)file.metadata().full().ok();
  for (int row_group = 0; row_group < std::min(file.metadata().row_group_count(), 4); ++row_group) {
    for (int leaf = 0; leaf < file.schema().leaf_count(); ++leaf) {
      const ColumnChunkInfo chunk = file.metadata().row_group(row_group).column(leaf);
      (void)chunk.metadata().ok();
      (void)chunk.statistics().ok();
      if (const auto index = chunk.offset_index(); !index.ok()) {
        ExpectBlamesFile(index.status());
      }
      if (const auto index = chunk.column_index(); !index.ok()) {
        ExpectBlamesFile(index.status());
      }
      const Result<PageList> pages = ListPages(file, row_group, leaf);
      if (!pages.ok() || !pages->status.ok()) {
        ExpectNamesColumn(pages.ok() ? pages->status : pages.status());
      }
      if (const Result<Batch> page = ReadPageValues(file, row_group, leaf, 0);
          !page.ok() && page.status().code() != ErrorCode::kInvalidArgument) {
        ExpectNamesColumn(page.status());
      }
    }
  }
}

/// Scans a file that may claim any number of rows.
Status ScanSome(const File& file) {
  Result<Scanner> scanner = file.Scan();
  if (!scanner.ok()) {
    return scanner.status();
  }
  Status failure;
  int64_t batches = 0;
  for (const Result<Batch>& batch : *scanner) {
    if (!batch.ok()) {
      failure = batch.status();
      ExpectNamesColumn(failure);
      break;
    }
    if (++batches == 100) {
      break;
    }
  }
  EXPECT_LE(scanner->counters().peak_memory_bytes, kBudgetBytes);
  return failure;
}

/// Runs every reading entry point; the outcome may be anything but a crash, and memory stays within the budget.
Status ReadEverything(const std::vector<std::byte>& bytes) {
  const Buffer buffer = Buffer::CopyOf(bytes);
  VerifyOptions verify;
  verify.open = SmallOptions();
  if (const Result<VerifyReport> report = Verify(MakeMemorySource(buffer), verify); !report.ok()) {
    EXPECT_EQ(report.status().code(), ErrorCode::kOutOfMemory);  // All else is a finding.
  }
  const Result<File> file = File::Open(buffer, SmallOptions());
  if (!file.ok()) {
    ExpectBlamesFile(file.status());
    return file.status();
  }
  ReadChunks(*file);
  const int64_t rows[] = {0, 5};
  (void)file->Take(rows).ok();
  return ScanSome(*file);
}

/// A small file and what it is.
struct Sample {
  std::string name;
  std::vector<std::byte> bytes;
};

/// Small files that together use every codec, encoding, nesting and page version that the writer has.
std::vector<Sample> SmallFiles() {
  constexpr Codec kCodecs[] = {Codec::kUncompressed, Codec::kSnappy, Codec::kGzip,
                               Codec::kZstd,         Codec::kLz4Raw, Codec::kBrotli};
  std::vector<Sample> files;
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
    options.codec = kCodecs[files.size() % std::size(kCodecs)];
    options.page_index = files.size() % 4 != 3;
    options.row_group_rows = files.size() % 5 == 4 ? 12 : 100;
    if (Result<std::vector<std::byte>> bytes = testing::FileBytes({testing::OneColumnBatch(column)}, options);
        bytes.ok()) {
      files.push_back({column.type.ToString() + ", " + ToString(options.codec), *std::move(bytes)});
    }
  }
  return files;
}

TEST(HostileFile, IsRefusedOrReadWhenCutAnywhere) {
  for (const Sample& whole : SmallFiles()) {
    SCOPED_TRACE(whole.name);
    ASSERT_TRUE(ReadEverything(whole.bytes).ok());
    for (size_t size = 0; size < whole.bytes.size(); ++size) {
      const std::vector<std::byte> cut(whole.bytes.begin(), whole.bytes.begin() + static_cast<std::ptrdiff_t>(size));
      ASSERT_FALSE(ReadEverything(cut).ok()) << "cut after " << size << " bytes";
    }
  }
}

TEST(HostileFile, IsRefusedOrReadWhenAnyByteChanges) {
  for (const Sample& whole : SmallFiles()) {
    SCOPED_TRACE(whole.name);
    for (size_t at = 0; at < whole.bytes.size(); ++at) {
      for (const unsigned pattern : {0xFFU, 0x01U, 0x80U}) {
        std::vector<std::byte> changed = whole.bytes;
        changed[at] ^= static_cast<std::byte>(pattern);
        (void)ReadEverything(changed).ok();
        ASSERT_FALSE(::testing::Test::HasFailure()) << "byte " << at << " xor " << pattern;
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
  EXPECT_EQ(message(std::string("PARE\0\0\0\0PARE", 12)).code(), ErrorCode::kCorrupt);
  const array::Array column = testing::NumberedArray<int32_t>(array::TypeId::kInt32);
  const std::vector<std::byte> plain = testing::FileBytes({testing::OneColumnBatch(column)}).value();
  const Status encrypted = ReadEverything(testing::FileEncryptor::Encrypt(plain, {}));
  EXPECT_EQ(encrypted.code(), ErrorCode::kUnsupported);
  EXPECT_NE(encrypted.message().find("encrypted"), std::string::npos);
}

TEST(HostileFile, IsRefusedForEveryLieAboutTheLengthOfItsFooter) {
  const array::Array column = testing::NumberedArray<int32_t>(array::TypeId::kInt32);
  const std::vector<std::byte> whole = testing::FileBytes({testing::OneColumnBatch(column)}).value();
  const size_t length_at = whole.size() - 8;
  const auto length = Load<uint32_t>(whole.data() + length_at);
  for (const uint32_t lie : {uint32_t{0}, uint32_t{1}, length - 1, length + 1, static_cast<uint32_t>(whole.size()),
                             uint32_t{0x7FFFFFFF}, uint32_t{0xFFFFFFFF}}) {
    std::vector<std::byte> changed = whole;
    Store(changed.data() + length_at, lie);
    EXPECT_EQ(ReadEverything(changed).code(), ErrorCode::kCorrupt) << "length " << lie;
  }
}

/// Puts another footer behind the pages of a file.
std::vector<std::byte> WithFooter(const std::vector<std::byte>& bytes, const FileMetaData& metadata) {
  const auto length = Load<uint32_t>(bytes.data() + bytes.size() - 8);
  std::vector<std::byte> out(bytes.begin(), bytes.end() - 8 - static_cast<std::ptrdiff_t>(length));
  OwnedBuffer footer = DefaultArena()->Allocate(0).value();
  EXPECT_TRUE(format::WriteFileMetaData(metadata, &footer).ok());
  const auto tail = format::MakeFooterTail(static_cast<uint32_t>(footer.size()), false);
  out.insert(out.end(), footer.bytes().begin(), footer.bytes().end());
  out.insert(out.end(), tail.begin(), tail.end());
  return out;
}

TEST(HostileFile, IsRefusedWhenItsRowGroupsClaimMoreRowsThanNumbersHold) {
  const array::Array column = testing::NumberedArray<int32_t>(array::TypeId::kInt32);
  const std::vector<std::byte> whole =
      testing::FileBytes({testing::OneColumnBatch(column)}, {.row_group_rows = 10}).value();
  FileMetaData metadata = File::Open(Buffer::CopyOf(whole)).value().metadata().full().value();
  for (RowGroup& row_group : metadata.row_groups) {
    row_group.num_rows = std::numeric_limits<int64_t>::max() / 2;
  }
  EXPECT_EQ(ReadEverything(WithFooter(whole, metadata)).code(), ErrorCode::kCorrupt);
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

TEST(HostileFile, MayNotPadNullListsBeyondTheBudget) {
  // The stored Arrow schema says how long the lists are; no byte of the file stands for those that are null.
  const array::Array column = testing::FixedSizeListArray(
      1 << 15, std::vector<bool>(4096, false), array::MakeNulls(array::TypeId::kInt8, int64_t{4096} << 15).value());
  const std::vector<std::byte> bytes = testing::FileBytes({testing::OneColumnBatch(column)}).value();
  ASSERT_LT(bytes.size(), 4096U);
  const Status status = ReadEverything(bytes);
  EXPECT_EQ(status.code(), ErrorCode::kOutOfMemory);
  EXPECT_NE(status.message().find("memory budget of 67108864 bytes"), std::string::npos) << status.ToString();
}

}  // namespace
}  // namespace taracea

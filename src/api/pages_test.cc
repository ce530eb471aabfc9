#include "taracea/pages.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/written_file.h"
#include "taracea/metadata_text.h"
#include "taracea/writer.h"

namespace taracea {
namespace {

using testing::WrittenFile;

constexpr int64_t kRows = 5000;

Batch MakeBatch() {
  std::vector<int64_t> numbers;
  std::vector<std::string> texts;
  std::vector<uint8_t> valid;
  for (int64_t row = 0; row < kRows; ++row) {
    numbers.push_back(row * 3);
    texts.push_back("text " + std::to_string(row % 50));
    valid.push_back(row % 9 == 0 ? 0 : 1);
  }
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  BatchBuilder builder;
  builder.Add("number", std::span<const int64_t>(numbers)).AddStrings("text", views, valid);
  return builder.Finish().value();
}

WriteOptions SmallPages(DataPageVersion version) {
  WriteOptions options;
  options.data_page_rows = 700;
  options.data_page_version = version;
  return options;
}

TEST(ListPages, FindsEveryPageWithItsRowsAndChecksum) {
  for (const DataPageVersion version : {DataPageVersion::kV1, DataPageVersion::kV2}) {
    const File file = File::Open(Buffer::CopyOf(WrittenFile(MakeBatch(), SmallPages(version)))).value();
    for (const int leaf : {0, 1}) {
      const PageList list = ListPages(file, 0, leaf).value();
      ASSERT_TRUE(list.status.ok()) << list.status.ToString();
      int64_t next_row = 0;
      int64_t next_offset = list.pages.front().offset;
      for (const PageInfo& page : list.pages) {
        EXPECT_EQ(page.offset, next_offset);
        next_offset += page.header_bytes + page.header.compressed_page_size;
        EXPECT_EQ(page.checksum, ChecksumState::kMatches);
        if (page.ordinal >= 0) {
          EXPECT_EQ(page.first_row, next_row);
          next_row += page.row_count.value_or(0);
        }
      }
      EXPECT_EQ(next_row, kRows);
    }
  }
}

TEST(ReadPageValues, GivesTheValuesOfAScan) {
  const Batch expected = MakeBatch();
  for (const DataPageVersion version : {DataPageVersion::kV1, DataPageVersion::kV2}) {
    const File file = File::Open(Buffer::CopyOf(WrittenFile(MakeBatch(), SmallPages(version)))).value();
    const PageList list = ListPages(file, 0, 1).value();
    for (const PageInfo& page : list.pages) {
      const Result<Batch> values = ReadPageValues(file, 0, 1, page.ordinal);
      ASSERT_TRUE(values.ok()) << values.status().ToString();
      ASSERT_EQ(values->num_rows(), page.entry_count);
      for (int64_t i = 0; page.ordinal >= 0 && i < page.entry_count; ++i) {
        const int64_t row = *page.first_row + i;
        ASSERT_EQ(values->validity("value")->is_valid(i), expected.validity("text")->is_valid(row));
        if (expected.validity("text")->is_valid(row)) {
          ASSERT_EQ((*values->strings("value"))[i], (*expected.strings("text"))[row]);
        }
      }
    }
  }
}

TEST(ReadPageValues, RefusesWhatIsNotThere) {
  const File file = File::Open(Buffer::CopyOf(WrittenFile(MakeBatch()))).value();
  EXPECT_EQ(ReadPageValues(file, 0, 0, 999).error().code(), ErrorCode::kInvalidArgument);
  EXPECT_EQ(ReadPageValues(file, 1, 0, 0).error().code(), ErrorCode::kInvalidArgument);
  EXPECT_EQ(ReadPageValues(file, 0, 2, 0).error().code(), ErrorCode::kInvalidArgument);
  EXPECT_EQ(ListPages(file, -1, 0).error().code(), ErrorCode::kInvalidArgument);
}

TEST(ReadPageValues, SurvivesEveryChangedByteOfAPage) {
  WriteOptions options;
  options.page_checksums = false;
  const std::vector<std::byte> bytes = WrittenFile(MakeBatch(), options);
  const File whole = File::Open(Buffer::CopyOf(bytes)).value();
  const PageInfo page = ListPages(whole, 0, 1)->pages.back();
  const int64_t end = page.offset + page.header_bytes + page.header.compressed_page_size;
  for (int64_t at = page.offset; at < end; ++at) {
    std::vector<std::byte> broken = bytes;
    broken[static_cast<size_t>(at)] ^= std::byte{0x41};
    OpenOptions open;
    open.limits.memory_budget_bytes = int64_t{64} << 20;
    const Result<File> file = File::Open(Buffer::CopyOf(broken), open);
    ASSERT_TRUE(file.ok());
    (void)ReadPageValues(*file, 0, 1, page.ordinal);  // Either values or one error, within the budget.
    EXPECT_TRUE(ListPages(*file, 0, 1).ok());
  }
}

TEST(ListPages, TellsAChecksumThatDiffersAndShowsThePage) {
  std::vector<std::byte> bytes = WrittenFile(MakeBatch());
  const PageInfo page = ListPages(File::Open(Buffer::CopyOf(bytes)).value(), 0, 0)->pages.back();
  bytes[static_cast<size_t>(page.offset + page.header_bytes)] ^= std::byte{1};
  const PageList list = ListPages(File::Open(Buffer::CopyOf(bytes)).value(), 0, 0).value();
  EXPECT_EQ(list.pages.back().checksum, ChecksumState::kDiffers);
}

TEST(PlainValueText, ShowsBoundsByLogicalType) {
  const Schema schema = Schema::Parse(
                            "message m { required int32 d (DATE); required binary s (STRING); "
                            "required int32 p (DECIMAL(9,2)); required boolean b; required int64 n; }")
                            .value();
  EXPECT_EQ(PlainValueText(schema.leaf(0), std::string_view("\1\0\0\0", 4)), "1970-01-02");
  EXPECT_EQ(PlainValueText(schema.leaf(1), "text"), "text");
  EXPECT_EQ(PlainValueText(schema.leaf(1), ""), "");
  EXPECT_EQ(PlainValueText(schema.leaf(2), std::string_view("\x39\x30\0\0", 4)), "123.45");
  EXPECT_EQ(PlainValueText(schema.leaf(3), std::string_view("\1", 1)), "true");
  EXPECT_EQ(PlainValueText(schema.leaf(4), "abc"), "0x616263");
}

}  // namespace
}  // namespace taracea

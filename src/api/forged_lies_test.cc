// Pages and footers that say what is not true: refused with one error that names the place.
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "support/page_forge.h"
#include "support/scanned_rows.h"

namespace taracea {
namespace {

using testing::ByteVector;
using testing::DataPage;
using testing::DictionaryIndices;
using testing::DictionaryPage;
using testing::ForgedFile;
using testing::ForgedPage;
using testing::PlainInt32;
using testing::ScannedRows;

constexpr DataPageVersion kVersions[] = {DataPageVersion::kV1, DataPageVersion::kV2};
constexpr int32_t kMost = std::numeric_limits<int32_t>::max();
constexpr int32_t kLeast = std::numeric_limits<int32_t>::min();

ForgedFile FileOf(std::vector<ForgedPage> pages, int64_t rows, Codec codec = Codec::kUncompressed,
                  Repetition repetition = Repetition::kRequired) {
  return testing::Int32File(repetition, rows, std::move(pages), codec);
}

ForgedPage Numbers(DataPageVersion version, Codec codec = Codec::kUncompressed) {
  return DataPage({.version = version, .entry_count = 3, .values = PlainInt32({1, 2, 3}), .codec = codec});
}

ForgedPage MaybeNumbers(DataPageVersion version, Codec codec = Codec::kUncompressed) {
  return DataPage({.version = version,
                   .entry_count = 4,
                   .max_definition_level = 1,
                   .definition_levels = {1, 0, 1, 1},
                   .values = PlainInt32({1, 2, 3}),
                   .codec = codec});
}

OpenOptions SmallBudget() {
  OpenOptions options;
  options.limits.memory_budget_bytes = int64_t{64} << 20;
  return options;
}

/// Holds that a file is refused and that the error, which it returns, names row group and column.
Status RefusalOf(const ForgedFile& file) {
  const Result<std::string> rows = ScannedRows(Forge(file), {}, SmallBudget());
  EXPECT_FALSE(rows.ok()) << *rows;
  const Status status = rows.status();
  EXPECT_TRUE(status.code() == ErrorCode::kCorrupt || status.code() == ErrorCode::kLimitExceeded ||
              status.code() == ErrorCode::kOutOfMemory)
      << status.ToString();
  EXPECT_EQ(status.place().row_group, 0) << status.ToString();
  EXPECT_EQ(status.place().column, "x") << status.ToString();
  return status;
}

void ExpectRefused(const ForgedFile& file) {
  (void)RefusalOf(file).ok();
}

TEST(ForgedLies, AboutAChecksumNameThePage) {
  const ForgedPage dictionary = DictionaryPage(2, PlainInt32({1, 2}));
  for (const DataPageVersion version : kVersions) {
    const ForgedPage page = DataPage({.version = version,
                                      .entry_count = 2,
                                      .encoding = Encoding::kRleDictionary,
                                      .values = DictionaryIndices({1, 0}, 1)});
    for (int wrong = 0; wrong < 3; ++wrong) {
      const ForgedFile file = FileOf({WithChecksum(dictionary, wrong == 0 ? 1 : 0),
                                      WithChecksum(page, wrong == 1 ? 1 : 0), WithChecksum(page, wrong == 2 ? 1 : 0)},
                                     4);
      const Status status = RefusalOf(file);
      EXPECT_EQ(status.code(), ErrorCode::kCorrupt);
      EXPECT_NE(status.message().find("checksum"), std::string::npos) << status.ToString();
      EXPECT_EQ(status.place().page, wrong - 1);
      EXPECT_GE(status.place().offset, 4);
      const std::string text = status.ToString();
      for (const char* part : {"row group 0", "column x", "page", "offset"}) {
        EXPECT_NE(text.find(part), std::string::npos) << text;
      }
    }
    EXPECT_TRUE(ScannedRows(Forge(FileOf({WithChecksum(dictionary), WithChecksum(page)}, 2))).ok());
  }
}

TEST(ForgedLies, AboutTheSizesOfAPageAreRefused) {
  for (const Codec codec : {Codec::kUncompressed, Codec::kSnappy, Codec::kZstd, Codec::kGzip}) {
    for (const DataPageVersion version : kVersions) {
      const ForgedPage page = Numbers(version, codec);
      const int32_t stored = page.header.compressed_page_size;
      const int32_t plain = page.header.uncompressed_page_size;
      for (const int32_t lie : {-1, kLeast, stored + 1, 1 << 20, kMost}) {
        ForgedPage changed = page;
        changed.header.compressed_page_size = lie;
        ExpectRefused(FileOf({changed}, 3, codec));
      }
      for (const int32_t lie : {-1, kLeast, 0, plain - 1, plain + 1, 1 << 20, kMost}) {
        ForgedPage changed = page;
        changed.header.uncompressed_page_size = lie;
        ExpectRefused(FileOf({changed}, 3, codec));
      }
    }
  }
}

TEST(ForgedLies, AboutTheNumberOfValuesAreRefused) {
  for (const DataPageVersion version : kVersions) {
    for (const Repetition repetition : {Repetition::kRequired, Repetition::kOptional}) {
      const ForgedPage page = repetition == Repetition::kRequired ? Numbers(version) : MaybeNumbers(version);
      const int32_t count = repetition == Repetition::kRequired ? 3 : 4;
      for (const int32_t lie : {-1, kLeast, 0, count - 1, count + 100, 1 << 20, kMost}) {
        SCOPED_TRACE(lie);
        ForgedPage changed = page;
        if (version == DataPageVersion::kV1) {
          changed.header.data_page_header->num_values = lie;
        } else {
          changed.header.data_page_header_v2->num_values = lie;
        }
        ForgedFile file = FileOf({changed}, count, Codec::kUncompressed, repetition);
        file.chunks[0].lie = [count](ColumnMetaData* meta) { meta->num_values = count; };
        ExpectRefused(file);
        // The same lie told by everyone: there must be bytes for the values.
        if (lie > count) {
          ExpectRefused(FileOf({changed}, lie, Codec::kUncompressed, repetition));
        }
      }
    }
  }
}

TEST(ForgedLies, AboutTheEntriesOfADictionaryAreRefused) {
  for (const int32_t lie : {-1, kLeast, 0, 1, 1 << 20, kMost}) {
    ForgedPage dictionary = DictionaryPage(lie, PlainInt32({1, 2}));
    ExpectRefused(FileOf(
        {dictionary,
         DataPage({.entry_count = 2, .encoding = Encoding::kRleDictionary, .values = DictionaryIndices({1, 0}, 1)})},
        2));
  }
}

TEST(ForgedLies, AboutTheLengthsOfLevelsAreRefused) {
  ForgedPage v1 = MaybeNumbers(DataPageVersion::kV1);
  for (const uint32_t lie : {0U, 1U, 1000U, 0x7FFFFFFFU, 0xFFFFFFFFU}) {
    SCOPED_TRACE(lie);
    Store(v1.body.data(), lie);
    ExpectRefused(FileOf({v1}, 4, Codec::kUncompressed, Repetition::kOptional));
  }
  for (const Codec codec : {Codec::kUncompressed, Codec::kSnappy}) {
    for (const int32_t lie : {-1, kLeast, 0, 1000, kMost}) {
      SCOPED_TRACE(lie);
      ForgedPage v2 = MaybeNumbers(DataPageVersion::kV2, codec);
      v2.header.data_page_header_v2->definition_levels_byte_length = lie;
      ExpectRefused(FileOf({v2}, 4, codec, Repetition::kOptional));
    }
  }
}

TEST(ForgedLies, AboutADecompressedSizeStayWithinTheBudget) {
  for (const Codec codec : {Codec::kSnappy, Codec::kZstd, Codec::kGzip, Codec::kBrotli, Codec::kLz4Raw}) {
    // A megabyte of zeros many times over is what it says it is; it does not fit the budget.
    ForgedPage bomb =
        DataPage({.entry_count = 3, .values = ByteVector(size_t{80} << 20, std::byte{0}), .codec = codec});
    const Status status = RefusalOf(FileOf({bomb}, 3, codec));
    EXPECT_EQ(status.code(), ErrorCode::kOutOfMemory) << status.ToString();
    // One that says less than it holds is cut off.
    bomb.header.uncompressed_page_size = 12;
    EXPECT_EQ(RefusalOf(FileOf({bomb}, 3, codec)).code(), ErrorCode::kCorrupt);
  }
}

TEST(ForgedLies, OfASecondDictionaryAreRefused) {
  const ForgedPage dictionary = DictionaryPage(2, PlainInt32({1, 2}));
  const Status status = RefusalOf(FileOf({dictionary, dictionary, Numbers(DataPageVersion::kV1)}, 3));
  EXPECT_NE(status.message().find("more than one dictionary page"), std::string::npos) << status.ToString();
}

TEST(ForgedLies, OfADictionaryThatIsNotThereAreRefused) {
  const ForgedPage page =
      DataPage({.entry_count = 2, .encoding = Encoding::kRleDictionary, .values = DictionaryIndices({1, 0}, 1)});
  EXPECT_EQ(RefusalOf(FileOf({page}, 2)).place().page, 0);
}

TEST(ForgedLies, OfARequiredColumnThatHoldsNullsAreRefused) {
  // The column has no levels to read, so four entries need four values.
  ForgedPage page = MaybeNumbers(DataPageVersion::kV2);
  ExpectRefused(FileOf({page}, 4));
  page.header.data_page_header_v2->definition_levels_byte_length = 0;
  page.body = PlainInt32({1, 2, 3});
  page.header.compressed_page_size = page.header.uncompressed_page_size = 12;
  ExpectRefused(FileOf({page}, 4));
}

TEST(ForgedLies, AboutWhereTheDictionaryPageBeginsAreRefused) {
  const ForgedPage dictionary = DictionaryPage(2, PlainInt32({1, 2}));
  ForgedFile file = FileOf({dictionary, Numbers(DataPageVersion::kV1)}, 3);
  for (const int64_t lie : {5, 9, 20}) {
    file.chunks[0].lie = [lie](ColumnMetaData* meta) { meta->dictionary_page_offset = lie; };
    ExpectRefused(file);
  }
}

Status OpenStatus(const ByteVector& bytes) {
  return File::Open(Buffer::CopyOf(bytes), SmallBudget()).status();
}

TEST(ForgedFooter, WithANegativeNumberOfRowsIsRefusedAtOnce) {
  for (const int64_t lie : {int64_t{-1}, std::numeric_limits<int64_t>::min()}) {
    ForgedFile file = FileOf({Numbers(DataPageVersion::kV1)}, 3);
    file.lie = [lie](FileMetaData* metadata) { metadata->num_rows = lie; };
    const Status of_file = OpenStatus(Forge(file));
    EXPECT_EQ(of_file.code(), ErrorCode::kCorrupt) << lie;
    EXPECT_NE(of_file.message().find(std::to_string(lie)), std::string::npos) << of_file.ToString();
    file.lie = [lie](FileMetaData* metadata) { metadata->row_groups[0].num_rows = lie; };
    EXPECT_EQ(OpenStatus(Forge(file)).code(), ErrorCode::kCorrupt) << lie;
  }
}

TEST(ForgedFooter, WithAnotherNumberOfRowsThanItsRowGroupsFillsNoMemoryOfTheCallers) {
  for (const int64_t lie : {0, 2, 4}) {
    ForgedFile file = FileOf({Numbers(DataPageVersion::kV1)}, 3);
    file.lie = [lie](FileMetaData* metadata) { metadata->num_rows = lie; };
    const File opened = File::Open(Buffer::CopyOf(Forge(file))).value();
    std::vector<int32_t> values(static_cast<size_t>(lie));
    EXPECT_EQ(opened.ReadInto("x", std::span(values)).code(), ErrorCode::kCorrupt) << lie;
  }
}

TEST(ForgedFooter, WithOffsetsOrSizesThatCannotBeIsRefused) {
  constexpr int64_t kLies[] = {-1, std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max(),
                               int64_t{1} << 40};
  for (int64_t ColumnMetaData::* const field :
       {&ColumnMetaData::num_values, &ColumnMetaData::data_page_offset, &ColumnMetaData::total_compressed_size}) {
    for (const int64_t lie : kLies) {
      SCOPED_TRACE(lie);
      ForgedFile file = FileOf({Numbers(DataPageVersion::kV1)}, 3);
      file.chunks[0].lie = [=](ColumnMetaData* meta) { meta->*field = lie; };
      const Result<std::string> rows = ScannedRows(Forge(file), {}, SmallBudget());
      // A number of values that is too large is not needed to read a flat column.
      EXPECT_TRUE(!rows.ok() || (field == &ColumnMetaData::num_values && lie > 0)) << *rows;
    }
  }
}

TEST(ForgedFooter, WithListsLongerThanItsBytesIsRefused) {
  // Field 2 (schema): a list of structs whose count is a varint behind 0xFC.
  for (const char* count :
       {"\xFF\xFF\xFF\xFF\x07", "\xFF\xFF\xFF\xFF\x0F", "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01"}) {
    const std::string footer = std::string("\x15\x02\x19\xFC") + count + std::string("\0", 1);
    const ConstBytes bytes = AsBytes(footer);
    const Status status = OpenStatus(testing::ForgeAround({}, {bytes.begin(), bytes.end()}));
    EXPECT_TRUE(status.code() == ErrorCode::kCorrupt || status.code() == ErrorCode::kLimitExceeded)
        << status.ToString();
  }
}

TEST(ForgedFooter, WithChildCountsThatCannotBeIsRefused) {
  for (const int32_t lie : {-1, kLeast, 2, 1000000, kMost}) {
    ForgedFile file = FileOf({Numbers(DataPageVersion::kV1)}, 3);
    file.schema[0].num_children = lie;
    EXPECT_EQ(OpenStatus(Forge(file)).code(), ErrorCode::kCorrupt) << lie;
  }
}

TEST(ForgedFooter, WithTenThousandNestedGroupsIsRefused) {
  ForgedFile file;
  file.schema.push_back(testing::Group("schema", 1, Repetition::kRequired));
  for (int depth = 0; depth < 10000; ++depth) {
    file.schema.push_back(testing::Group("g", 1, Repetition::kOptional));
  }
  file.schema.push_back(testing::Leaf("x", PhysicalType::kInt32, Repetition::kRequired));
  const Status status = OpenStatus(Forge(file));
  EXPECT_EQ(status.code(), ErrorCode::kLimitExceeded) << status.ToString();
  EXPECT_NE(status.message().find("max_schema_depth"), std::string::npos) << status.ToString();
}

}  // namespace
}  // namespace taracea

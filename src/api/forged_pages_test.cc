// Legal layouts of pages that this library's writer never makes.
#include <gtest/gtest.h>

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
using testing::Int32Chunk;
using testing::Int32File;
using testing::PageParts;
using testing::PlainInt32;
using testing::ScannedRows;

constexpr DataPageVersion kVersions[] = {DataPageVersion::kV1, DataPageVersion::kV2};

ForgedFile ListFile(int64_t rows, std::vector<ForgedPage> pages, Codec codec = Codec::kUncompressed) {
  ForgedFile file;
  file.schema = {testing::Group("schema", 1, Repetition::kRequired),
                 testing::Group("x", 1, Repetition::kOptional, LogicalType::Kind::kList),
                 testing::Group("list", 1, Repetition::kRepeated),
                 testing::Leaf("element", PhysicalType::kInt32, Repetition::kOptional)};
  file.schema[0].repetition_type.reset();
  file.row_count = rows;
  file.chunks.push_back(Int32Chunk({"x", "list", "element"}, std::move(pages), codec));
  return file;
}

/// A page of a required column.
ForgedPage Numbers(const std::vector<int32_t>& values, DataPageVersion version = DataPageVersion::kV1,
                   Codec codec = Codec::kUncompressed) {
  return DataPage({.version = version,
                   .entry_count = static_cast<int32_t>(values.size()),
                   .values = PlainInt32(values),
                   .codec = codec});
}

/// A page of an optional column.
ForgedPage MaybeNumbers(DataPageVersion version, const std::vector<uint16_t>& levels,
                        const std::vector<int32_t>& values, Codec codec = Codec::kUncompressed) {
  return DataPage({.version = version,
                   .entry_count = static_cast<int32_t>(levels.size()),
                   .max_definition_level = 1,
                   .definition_levels = levels,
                   .values = values.empty() ? ByteVector() : PlainInt32(values),
                   .codec = codec});
}

/// A page of the list column.
ForgedPage ListPage(DataPageVersion version, const std::vector<uint16_t>& repetition,
                    const std::vector<uint16_t>& definition, const std::vector<int32_t>& values,
                    Codec codec = Codec::kUncompressed) {
  return DataPage({.version = version,
                   .entry_count = static_cast<int32_t>(repetition.size()),
                   .max_repetition_level = 1,
                   .max_definition_level = 3,
                   .repetition_levels = repetition,
                   .definition_levels = definition,
                   .values = PlainInt32(values),
                   .codec = codec});
}

/// Lists of 0 to 4 elements with every kind of null, in V1 pages of `page_entries` that cut rows anywhere.
ForgedFile CutLists(int64_t rows, size_t page_entries, Codec codec, std::string* json) {
  std::vector<uint16_t> repetition;
  std::vector<uint16_t> definition;
  json->clear();
  int32_t next = 0;
  std::vector<int32_t> values;
  std::vector<size_t> values_before;
  const auto add = [&](uint16_t r, uint16_t d) {
    values_before.push_back(values.size());
    repetition.push_back(r);
    definition.push_back(d);
    if (d == 3) {
      values.push_back(next++);
    }
  };
  for (int64_t row = 0; row < rows; ++row) {
    const auto size = static_cast<uint16_t>(row % 5);
    if (size == 0) {
      const bool null = row % 2 == 0;
      add(0, null ? 0 : 1);
      *json += null ? "{\"x\":null}\n" : "{\"x\":[]}\n";
      continue;
    }
    *json += "{\"x\":[";
    for (uint16_t i = 0; i < size; ++i) {
      const bool null = (row + i) % 4 == 0;
      *json += (i == 0 ? "" : ",") + (null ? std::string("null") : std::to_string(next));
      add(i == 0 ? 0 : 1, null ? 2 : 3);
    }
    *json += "]}\n";
  }
  values_before.push_back(values.size());
  std::vector<ForgedPage> pages;
  for (size_t begin = 0; begin < repetition.size(); begin += page_entries) {
    const size_t end = std::min(begin + page_entries, repetition.size());
    const auto cut = [&](const std::vector<uint16_t>& levels) {
      return std::vector<uint16_t>(levels.data() + begin, levels.data() + end);
    };
    pages.push_back(ListPage(DataPageVersion::kV1, cut(repetition), cut(definition),
                             {values.data() + values_before[begin], values.data() + values_before[end]}, codec));
  }
  return ListFile(rows, std::move(pages), codec);
}

TEST(ForgedPages, HoldRowsThatRunOverPageBordersOfVersion1) {
  for (const Codec codec : {Codec::kUncompressed, Codec::kSnappy}) {
    for (const size_t page_entries : {size_t{1}, size_t{2}, size_t{3}, size_t{7}, size_t{1000}}) {
      std::string expected;
      const ByteVector bytes = Forge(CutLists(43, page_entries, codec, &expected));
      for (const int64_t batch_rows : {1, 7, 65536}) {
        const Result<std::string> rows = ScannedRows(bytes, {.batch_rows = batch_rows});
        ASSERT_TRUE(rows.ok()) << rows.status().ToString();
        EXPECT_EQ(*rows, expected) << page_entries << " entries a page, " << batch_rows << " rows a batch";
      }
    }
  }
}

TEST(ForgedPages, GiveForEveryRowRangeWhatAWholeScanGives) {
  constexpr int64_t kRows = 12;
  std::string whole;
  const ByteVector bytes = Forge(CutLists(kRows, 2, Codec::kUncompressed, &whole));
  std::vector<size_t> line_begins = {0};
  while (line_begins.size() <= kRows) {
    line_begins.push_back(whole.find('\n', line_begins.back()) + 1);
  }
  for (int64_t begin = 0; begin <= kRows; ++begin) {
    for (int64_t end = begin; end <= kRows; ++end) {
      const size_t at = line_begins[static_cast<size_t>(begin)];
      const size_t behind = line_begins[static_cast<size_t>(end)];
      for (const int64_t batch_rows : {1, 7}) {
        const Result<std::string> rows = ScannedRows(bytes, {.rows = RowRange{begin, end}, .batch_rows = batch_rows});
        ASSERT_TRUE(rows.ok()) << rows.status().ToString();
        EXPECT_EQ(*rows, whole.substr(at, behind - at)) << "rows " << begin << " to " << end;
      }
    }
  }
}

TEST(ForgedPages, MayHoldNoRows) {
  for (const DataPageVersion version : kVersions) {
    const ForgedPage empty = Numbers({}, version);
    const Result<std::string> flat = ScannedRows(Forge(Int32File(
        Repetition::kRequired, 3, {empty, Numbers({1, 2}, version), empty, empty, Numbers({3}, version), empty})));
    ASSERT_TRUE(flat.ok()) << flat.status().ToString();
    EXPECT_EQ(*flat, "{\"x\":1}\n{\"x\":2}\n{\"x\":3}\n");
    const ForgedPage no_lists = ListPage(version, {}, {}, {});
    const Result<std::string> lists =
        ScannedRows(Forge(ListFile(1, {no_lists, ListPage(version, {0, 1}, {3, 3}, {1, 2}), no_lists})));
    ASSERT_TRUE(lists.ok()) << lists.status().ToString();
    EXPECT_EQ(*lists, "{\"x\":[1,2]}\n");
  }
}

TEST(ForgedPages, MayHoldNullsOnly) {
  for (const Codec codec : {Codec::kUncompressed, Codec::kSnappy, Codec::kZstd, Codec::kGzip}) {
    for (const DataPageVersion version : kVersions) {
      const std::vector<ForgedPage> pages = {MaybeNumbers(version, {0, 0}, {}, codec),
                                             MaybeNumbers(version, {1, 0}, {5}, codec),
                                             MaybeNumbers(version, {0}, {}, codec)};
      const Result<std::string> rows = ScannedRows(Forge(Int32File(Repetition::kOptional, 5, pages, codec)));
      ASSERT_TRUE(rows.ok()) << rows.status().ToString();
      EXPECT_EQ(*rows, "{\"x\":null}\n{\"x\":null}\n{\"x\":5}\n{\"x\":null}\n{\"x\":null}\n");
    }
  }
}

TEST(ForgedPages, OfVersion2MayHaveAValuesSectionOfNoBytesThatIsSaidToBeCompressed) {
  for (const Codec codec : {Codec::kSnappy, Codec::kZstd, Codec::kGzip, Codec::kBrotli, Codec::kLz4Raw}) {
    ForgedPage page = MaybeNumbers(DataPageVersion::kV2, {0, 0, 0}, {}, codec);
    for (const std::optional<bool> said :
         {std::optional<bool>(true), std::optional<bool>(false), std::optional<bool>()}) {
      page.header.data_page_header_v2->is_compressed = said;
      const Result<std::string> rows = ScannedRows(Forge(Int32File(Repetition::kOptional, 3, {page}, codec)));
      ASSERT_TRUE(rows.ok()) << rows.status().ToString();
      EXPECT_EQ(*rows, "{\"x\":null}\n{\"x\":null}\n{\"x\":null}\n");
    }
  }
}

TEST(ForgedPages, OfVersion2MayBeStoredAsTheyAreInACompressedChunk) {
  PageParts stored = {.version = DataPageVersion::kV2,
                      .entry_count = 2,
                      .values = PlainInt32({7, 8}),
                      .codec = Codec::kZstd,
                      .compress = false};
  const ForgedPage compressed = Numbers({9}, DataPageVersion::kV2, Codec::kZstd);
  const Result<std::string> rows =
      ScannedRows(Forge(Int32File(Repetition::kRequired, 3, {DataPage(stored), compressed}, Codec::kZstd)));
  ASSERT_TRUE(rows.ok()) << rows.status().ToString();
  EXPECT_EQ(*rows, "{\"x\":7}\n{\"x\":8}\n{\"x\":9}\n");
}

/// A chunk that gives its dictionary up after one page.
std::vector<ForgedPage> DictionaryThenPlain(DataPageVersion version) {
  return {DictionaryPage(3, PlainInt32({10, 20, 30})),
          DataPage({.version = version,
                    .entry_count = 4,
                    .encoding = Encoding::kRleDictionary,
                    .values = DictionaryIndices({2, 0, 1, 2}, 2)}),
          Numbers({40, 50}, version),
          DataPage({.version = version,
                    .entry_count = 2,
                    .encoding = Encoding::kDeltaBinaryPacked,
                    .values = testing::EncodedInt32(Encoding::kDeltaBinaryPacked, {60, 70})})};
}

constexpr const char* kDictionaryRows =
    "{\"x\":30}\n{\"x\":10}\n{\"x\":20}\n{\"x\":30}\n{\"x\":40}\n{\"x\":50}\n{\"x\":60}\n{\"x\":70}\n";

TEST(ForgedPages, MayFallBackFromTheDictionaryWithinAChunk) {
  for (const DataPageVersion version : kVersions) {
    for (const int64_t batch_rows : {1, 7, 100}) {
      const Result<std::string> rows = ScannedRows(
          Forge(Int32File(Repetition::kRequired, 8, DictionaryThenPlain(version))), {.batch_rows = batch_rows});
      ASSERT_TRUE(rows.ok()) << rows.status().ToString();
      EXPECT_EQ(*rows, kDictionaryRows);
    }
  }
}

TEST(ForgedPages, AreFoundWhateverTheOffsetOfTheDictionaryPageSays) {
  for (const std::optional<int64_t> offset :
       {std::optional<int64_t>(), std::optional<int64_t>(0), std::optional<int64_t>(-1), std::optional<int64_t>(1),
        std::optional<int64_t>(100000)}) {
    ForgedFile file = Int32File(Repetition::kRequired, 8, DictionaryThenPlain(DataPageVersion::kV1));
    file.chunks[0].lie = [offset](ColumnMetaData* meta) {
      meta->data_page_offset = *meta->dictionary_page_offset;  // As such writers have it.
      meta->dictionary_page_offset = offset;
    };
    const Result<std::string> rows = ScannedRows(Forge(file));
    ASSERT_TRUE(rows.ok()) << rows.status().ToString();
    EXPECT_EQ(*rows, kDictionaryRows);
  }
}

TEST(ForgedPages, OfOtherTypesArePassedOverBySize) {
  const ByteVector body(300, std::byte{0xFF});
  const ForgedPage index = testing::OtherPage(PageType::kIndexPage, body);
  const ForgedPage newer = testing::OtherPage(static_cast<PageType>(77), body);
  const Result<std::string> rows =
      ScannedRows(Forge(Int32File(Repetition::kRequired, 3, {Numbers({1}), index, newer, Numbers({2, 3}), newer})));
  ASSERT_TRUE(rows.ok()) << rows.status().ToString();
  EXPECT_EQ(*rows, "{\"x\":1}\n{\"x\":2}\n{\"x\":3}\n");
}

/// A map whose keys are optional, as some writers have them, and one of them null.
ForgedFile MapFileWithNullKey() {
  ForgedFile file;
  file.schema = {testing::Group("schema", 1, Repetition::kRequired),
                 testing::Group("x", 1, Repetition::kRequired, LogicalType::Kind::kMap),
                 testing::Group("key_value", 2, Repetition::kRepeated),
                 testing::Leaf("key", PhysicalType::kInt32, Repetition::kOptional),
                 testing::Leaf("value", PhysicalType::kInt32, Repetition::kRequired)};
  file.schema[0].repetition_type.reset();
  file.row_count = 1;
  PageParts keys = {.entry_count = 2,
                    .max_repetition_level = 1,
                    .max_definition_level = 2,
                    .repetition_levels = {0, 1},
                    .definition_levels = {2, 1},
                    .values = PlainInt32({1})};
  PageParts values = keys;
  values.max_definition_level = 1;
  values.definition_levels = {1, 1};
  values.values = PlainInt32({1, 2});
  file.chunks = {Int32Chunk({"x", "key_value", "key"}, {DataPage(keys)}, Codec::kUncompressed),
                 Int32Chunk({"x", "key_value", "value"}, {DataPage(values)}, Codec::kUncompressed)};
  return file;
}

TEST(ForgedPages, KeepANullKeyOfAMapWhoseKeysAreOptional) {
  const Result<std::string> rows = ScannedRows(Forge(MapFileWithNullKey()));
  ASSERT_TRUE(rows.ok()) << rows.status().ToString();
  EXPECT_EQ(*rows, "{\"x\":[{\"key\":1,\"value\":1},{\"key\":null,\"value\":2}]}\n");
}

}  // namespace
}  // namespace taracea

#include "index/writer_bugs.h"

#include <gtest/gtest.h>

namespace taracea::index {
namespace {

bool Has(std::string_view created_by, WriterBug bug) {
  return HasBug(ParseCreatedBy(created_by), bug);
}

TEST(WriterBugs, CorruptBinaryBoundsEndWithParquetMr180) {
  EXPECT_TRUE(Has("parquet-mr version 1.6.0rc3 (build x)", WriterBug::kCorruptBinaryBounds));
  EXPECT_TRUE(Has("parquet-mr version 1.7.9", WriterBug::kCorruptBinaryBounds));
  EXPECT_TRUE(Has("parquet-mr version 1.8.0-SNAPSHOT", WriterBug::kCorruptBinaryBounds));
  EXPECT_FALSE(Has("parquet-mr version 1.8.0", WriterBug::kCorruptBinaryBounds));
  EXPECT_FALSE(Has("parquet-mr version 1.10.0", WriterBug::kCorruptBinaryBounds));
  EXPECT_FALSE(Has("parquet-cpp version 1.0.0", WriterBug::kCorruptBinaryBounds));
}

TEST(WriterBugs, CorruptBinaryBoundsAreAssumedWhereTheWriterIsNotKnown) {
  EXPECT_TRUE(Has("", WriterBug::kCorruptBinaryBounds));
  EXPECT_TRUE(Has("parquet-mr", WriterBug::kCorruptBinaryBounds));
  EXPECT_TRUE(Has("parquet-mr version (build x)", WriterBug::kCorruptBinaryBounds));
  EXPECT_FALSE(Has("Polars", WriterBug::kCorruptBinaryBounds));
}

TEST(WriterBugs, DeltaByteArrayAcrossPagesEndsWithParquetMr180) {
  EXPECT_TRUE(Has("parquet-mr version 1.7.0", WriterBug::kDeltaByteArrayAcrossPages));
  EXPECT_FALSE(Has("parquet-mr version 1.8.0", WriterBug::kDeltaByteArrayAcrossPages));
  EXPECT_FALSE(Has("", WriterBug::kDeltaByteArrayAcrossPages));
}

TEST(WriterBugs, ChunkSizeWithoutDictionaryHeaderEndsWithParquetMr129) {
  EXPECT_TRUE(Has("parquet-mr version 1.2.8", WriterBug::kChunkSizeWithoutDictionaryHeader));
  EXPECT_FALSE(Has("parquet-mr version 1.2.9", WriterBug::kChunkSizeWithoutDictionaryHeader));
}

TEST(WriterBugs, WrongCompressedFlagsAreThoseOfTheFirstParquetCpp) {
  EXPECT_TRUE(Has("parquet-cpp version 1.5.1-SNAPSHOT", WriterBug::kCompressedPagesMarkedUncompressed));
  EXPECT_FALSE(Has("parquet-cpp version 2.0.0", WriterBug::kCompressedPagesMarkedUncompressed));
  EXPECT_FALSE(Has("parquet-cpp-arrow version 1.0.0", WriterBug::kCompressedPagesMarkedUncompressed));
}

TEST(WriterBugs, BitPackedLevelsFromTheLowBitAreImpalas) {
  EXPECT_TRUE(HasBug(ParseCreatedBy("impala version 2.11.0-SNAPSHOT (build 6320ae)"),
                     WriterBug::kBitPackedLevelsFromTheLowBit));
  EXPECT_FALSE(HasBug(ParseCreatedBy("parquet-mr version 1.0.0"), WriterBug::kBitPackedLevelsFromTheLowBit));
}

TEST(WriterBugs, ZeroForNoChecksumIsOfParquetJl) {
  EXPECT_TRUE(Has("Parquet.jl 0.6.0", WriterBug::kZeroForNoChecksum));
  EXPECT_FALSE(Has("parquet-mr version 1.0.0", WriterBug::kZeroForNoChecksum));
}

TEST(WriterBugs, EveryRowNamesItsReportAndWriter) {
  EXPECT_FALSE(WriterBugs().empty());
  for (const WriterBugEntry& entry : WriterBugs()) {
    EXPECT_FALSE(entry.report.empty());
    EXPECT_TRUE(HasBug({std::string(entry.application), WriterVersion{}, ""}, entry.bug)) << entry.report;
    const WriterVersion fixed{entry.fixed_major, entry.fixed_minor, entry.fixed_patch, ""};
    EXPECT_FALSE(HasBug({std::string(entry.application), fixed, ""}, entry.bug)) << entry.report;
  }
}

}  // namespace
}  // namespace taracea::index

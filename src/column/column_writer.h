#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/arena.h"
#include "column/leaf_input.h"
#include "column/row_positions.h"
#include "encoding/encoder.h"
#include "encoding/level_encoder.h"
#include "index/column_index_builder.h"
#include "index/offset_index_builder.h"
#include "index/size_statistics.h"
#include "index/statistics.h"
#include "page/page_writer.h"
#include "taracea/metadata.h"
#include "taracea/schema.h"

namespace taracea::column {

/// How one leaf is written: WriteOptions after the column's own choices were laid over them.
struct ColumnWriterSpec {
  SchemaNode node;                ///< The leaf.
  std::vector<std::string> path;  ///< From below the root.
  Encoding encoding = Encoding::kPlain;
  bool dictionary = true;
  Codec codec = Codec::kUncompressed;
  std::optional<int> compression_level;
  DataPageVersion version = DataPageVersion::kV1;
  int64_t data_page_bytes = 0;
  int64_t data_page_rows = 0;
  int64_t dictionary_page_bytes = 0;
  bool statistics = true;
  bool page_index = true;
  bool size_statistics = true;
  bool checksums = true;
  int64_t statistics_truncate_bytes = 64;
  std::shared_ptr<Arena> arena;
};

/// What the footer and the page index say of a finished chunk.
struct ChunkDescription {
  ColumnChunk chunk;
  std::optional<ColumnIndex> column_index;
  std::optional<OffsetIndex> offset_index;
};

/// Turns the rows of one leaf into the pages of one column chunk after another.
///
/// Pages end at row borders: after data_page_rows rows, or after the row that brings the values (nulls count as the
/// width of a value, byte arrays as their bytes + 4) to data_page_bytes. A dictionary is given up at the end of a page,
/// when it is larger than dictionary_page_bytes or most values are new: so the bytes depend on the sequence of rows
/// alone, never on how it was split over calls.
/// Memory: the pages of the chunk, compressed, until it is written; one page in progress; the dictionary.
/// Thread safety: one thread at a time.
class ColumnWriter {
 public:
  static Result<std::unique_ptr<ColumnWriter>> Create(ColumnWriterSpec spec);

  Status Write(const LeafInput& input, page::WorkerScratch& scratch);
  /// Bytes that the chunk would take now: exact for finished pages, an estimate for the one in progress.
  int64_t EstimatedBytes() const noexcept;
  /// Ends the last page and adds the dictionary page.
  Status Finish(page::WorkerScratch& scratch);
  /// The bytes of the finished chunk in file order; valid until Reset.
  std::vector<ConstBytes> Pieces() const { return pages_.Pieces(); }
  int64_t chunk_bytes() const noexcept { return pages_.compressed_size_bytes(); }
  /// Describes the finished chunk, which begins at `chunk_offset` in the file.
  Result<ChunkDescription> Describe(int64_t chunk_offset);
  bool dictionary_given_up() const noexcept { return dictionary_ != nullptr && !dictionary_active_; }
  /// Starts the next chunk.
  Status Reset();

 private:
  explicit ColumnWriter(ColumnWriterSpec spec);
  Status Init();
  int64_t RowsUntilCut(const RowPositions& positions, const LeafInput& input, int64_t row) const;
  Status AppendRows(const RowPositions& positions, const LeafInput& input, int64_t row, int64_t rows);
  Status AppendLevels(const LeafInput& input, int64_t entry, int64_t entries);
  Status FlushPage(page::WorkerScratch& scratch);
  Status FlushValues(OwnedBuffer* out);
  bool PageIsFull() const noexcept;
  bool ShouldGiveUpDictionary() const noexcept;
  void CollectPage(int64_t page_bytes);
  ColumnMetaData DescribeMetaData(int64_t chunk_offset) const;

  ColumnWriterSpec spec_;
  page::PageWriter pages_;
  encoding::LevelEncoder repetition_;
  encoding::LevelEncoder definition_;
  std::unique_ptr<encoding::Encoder> plain_;  // For pages without a dictionary.
  std::unique_ptr<encoding::DictionaryEncoder> dictionary_;
  bool dictionary_active_ = false;

  // The page in progress.
  int64_t page_rows_ = 0;
  int64_t page_entries_ = 0;
  int64_t page_values_ = 0;
  int64_t page_payload_bytes_ = 0;
  index::StatisticsCollector page_statistics_;
  index::SizeStatisticsCollector page_sizes_;

  // The chunk in progress.
  int64_t chunk_rows_ = 0;
  int64_t chunk_entries_ = 0;
  int64_t chunk_values_ = 0;
  int32_t dictionary_data_pages_ = 0;
  int32_t plain_data_pages_ = 0;
  index::StatisticsCollector chunk_statistics_;
  index::SizeStatisticsCollector chunk_sizes_;
  index::ColumnIndexBuilder column_index_;
  index::OffsetIndexBuilder offset_index_;
};

}  // namespace taracea::column

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "column/leaf_rows.h"
#include "column/open_page.h"
#include "page/page_reader.h"
#include "taracea/metadata.h"

namespace taracea::column {

/// What a column reader is made for: one leaf in one row group.
struct ColumnReaderSpec {
  PhysicalType type = PhysicalType::kInt32;
  int32_t type_length = 0;
  int64_t entry_count = 0;                                                  ///< ColumnMetaData.num_values.
  int64_t row_count = 0;                                                    ///< RowGroup.num_rows.
  encoding::BitOrder bit_packed_order = encoding::BitOrder::kHighBitFirst;  ///< Of BIT_PACKED levels.
  std::shared_ptr<const OffsetIndex> offset_index;                          ///< Lets Skip jump; null: none.
  /// Bytes of values and repeated levels after which Collect gathers no more pages; <= 0: no bound.
  int64_t max_collected_bytes = 0;
  page::PageReaderSpec pages;
};

/// Reads the pages of one column chunk as rows: runs of level entries that begin with repetition level 0.
///
/// Works in two phases on a window of pages: first the levels of the wanted rows are decoded and the values of each
/// page measured, then memory of exactly that size is allocated and every page decoded into its own part of it. Memory:
/// the rows asked for, plus the pages that hold them, plus the dictionary. Errors: kCorrupt with the place for
/// everything that the format rules out. After an error nothing may follow. Thread safety: one thread at a time.
class ColumnReader {
 public:
  explicit ColumnReader(ColumnReaderSpec spec);

  /// Rows not yet read or skipped.
  int64_t rows_left() const noexcept { return spec_.row_count - row_; }
  /// Gathers the pages of the next `rows` <= rows_left() rows and returns how many of them may be taken at once: at
  /// least one, fewer than `rows` where 32-bit offsets or max_collected_bytes would be passed. Rows that are not taken
  /// stay gathered for the next call.
  Result<int64_t> Collect(int64_t rows, ValueForm form, page::WorkerScratch& scratch);
  /// Decodes the next `rows`, at most as many as Collect allowed. `form`: as given to Collect; kIndices falls back to
  /// kOffsets64 or kFixed when some page is not dictionary-encoded: look at LeafRows::form. kLimitExceeded when 32-bit
  /// offsets cannot hold the bytes of a single row.
  Result<LeafRows> Take(int64_t rows, ValueForm form);
  /// Reads the next `rows` <= rows_left() rows at once, however many bytes they have. kLimitExceeded when 32-bit
  /// offsets cannot hold them.
  Result<LeafRows> Read(int64_t rows, ValueForm form, page::WorkerScratch& scratch);
  /// Passes over `rows` <= rows_left() rows; whole pages without decompressing them where the format lets it.
  /// Precondition: everything collected was taken.
  Status Skip(int64_t rows, page::WorkerScratch& scratch);

  int64_t read_bytes() const noexcept { return pages_.read_bytes(); }
  int64_t read_requests() const noexcept { return pages_.read_requests(); }

 private:
  /// Entries of one page that belong to the rows being read.
  struct Segment {
    std::shared_ptr<OpenPage> page;
    int64_t value_count = 0;
    int64_t value_bytes = 0;
    bool measured = false;  ///< Whether value_bytes speaks of all value_count values.
  };

  bool flat() const noexcept { return spec_.pages.max_repetition_level == 0; }
  bool has_bits() const noexcept { return flat() && spec_.pages.max_definition_level == 1; }
  Status NextPage(page::WorkerScratch& scratch, bool* found);
  Status NextHeader(page::WorkerScratch& scratch);
  Status OpenDataPage(page::WorkerScratch& scratch);
  Status ReadDictionary(page::WorkerScratch& scratch);
  Status MakePageDecoder(OpenPage* page, int64_t value_count);

  // `out` null: pass over instead of gathering.
  Status CollectFlat(int64_t rows, page::WorkerScratch& scratch, LeafRows* out);
  Status CollectRepeated(int64_t rows, page::WorkerScratch& scratch, LeafRows* out);
  Status TakeRepeated(int64_t rows, int64_t* started, bool* border, LeafRows* out);
  Status MakeRoom(int64_t rows);
  Status MeasureLast();
  bool IsFull() const noexcept;
  // Where row `rows` of the collected ones begins.
  struct Cut {
    int64_t entries = 0;
    int64_t values = 0;
  };
  Cut CutBefore(int64_t rows) const;
  Result<bool> Fits(int64_t rows);
  Result<LeafRows> SplitOff(int64_t rows, std::vector<Segment>* rest);
  Status TakeEntries(int64_t entries, LeafRows* out);
  static Status LookAhead(OpenPage* page);

  bool AllDictionaryEncoded() const noexcept;
  Status Measure(Segment* segment);
  Status MeasureSegments(int64_t* total_bytes);
  Status AllocateValues(int64_t total_bytes, LeafRows* out) const;
  Status DecodeValues(LeafRows* out);
  void ReleaseSegments(const OpenPage* still_used);

  Status JumpTo(int64_t row, page::WorkerScratch& scratch);
  Status SkipWholePages(int64_t target, page::WorkerScratch& scratch);

  Status EndsEarly(int64_t rows) const;
  Status Locate(Status status, const OpenPage& page) const;

  ColumnReaderSpec spec_;
  page::PageReader pages_;
  std::shared_ptr<const encoding::Dictionary> dictionary_;
  std::shared_ptr<OpenPage> current_;
  LeafRows collected_;             // Levels of the rows at hand; row_count: those known to be complete.
  bool open_row_ = false;          // Repeated leaves: entries of one more row are at hand, perhaps not all.
  int64_t collected_bytes_ = 0;    // Measured; of values.
  int64_t max_bytes_ = 0;          // Of what is collected, for the form at hand.
  bool measures_ = false;          // Whether the form asks for the bytes of the values.
  std::vector<Segment> segments_;  // Of the collected entries.
  std::vector<std::unique_ptr<encoding::Decoder>> idle_decoders_;  // One of an encoding at a time is usual.
  int64_t row_ = 0;                                                // Rows read or skipped.
  int64_t entries_seen_ = 0;                                       // Of pages opened or passed over.
  bool entries_exact_ = true;                                      // False after a jump: entries_seen_ misses pages.
  bool header_pending_ = false;  // Next() found a data page that was neither opened nor passed over.
  bool at_end_ = false;
};

}  // namespace taracea::column

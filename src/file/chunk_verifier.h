#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "file/file_reader.h"
#include "file/finding_list.h"
#include "index/statistics.h"
#include "page/page_reader.h"
#include "taracea/verify.h"

namespace taracea::file {

/// Checks one column chunk: its place and sizes, its page headers, checksums, and at the full level every value against
/// statistics and page index. Thread safety: one thread at a time.
class ChunkVerifier {
 public:
  ChunkVerifier(std::shared_ptr<const FileReader> file, int row_group, int leaf, VerifyLevel level,
                FindingList* findings, VerifyReport* report);

  /// Errors: kIo, kOutOfMemory; all else becomes a finding.
  Status Verify(page::WorkerScratch& scratch);

 private:
  /// What the page headers say.
  struct PageFacts {
    int64_t offset = 0;
    int64_t size_bytes = 0;
  };

  Status WalkPages(page::WorkerScratch& scratch);
  Status CheckPage(page::PageReader& pages, page::WorkerScratch& scratch);
  void CheckTotals();
  Status CheckIndexes();
  void CheckOffsetIndexPages(const OffsetIndex& index);
  Status CheckValues(page::WorkerScratch& scratch);
  Status ReadValues(column::ColumnReader& reader, page::WorkerScratch& scratch);
  Status CheckText(const column::LeafRows& rows);
  void CheckPageBounds(size_t page, const index::StatisticsCollector& found);
  Status CheckChunkStatistics(const index::StatisticsCollector& found);
  void CheckBound(const char* clause, const std::optional<std::string>& stored,
                  const std::optional<std::string>& actual, bool is_min, bool claims_exact);

  std::shared_ptr<const FileReader> file_;
  int row_group_;
  int leaf_;
  VerifyLevel level_;
  FindingList* findings_;
  VerifyReport* report_;
  std::shared_ptr<Arena> arena_;  // With the budget of the file's limits.
  Place place_;
  const format::IndexedChunk* chunk_ = nullptr;
  FileReader::ChunkRange range_;
  std::vector<PageFacts> pages_;
  int64_t entries_ = 0;
  int64_t header_rows_ = -1;  // Of V2 pages; -1: some page does not say.
  int64_t uncompressed_bytes_ = 0;
  int64_t walked_bytes_ = 0;
  bool has_dictionary_ = false;
  bool walk_failed_ = false;
  std::optional<OffsetIndex> offset_index_;
  std::optional<ColumnIndex> column_index_;
};

}  // namespace taracea::file

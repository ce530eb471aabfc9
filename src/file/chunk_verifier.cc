#include "file/chunk_verifier.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/try.h"
#include "base/utf8.h"
#include "index/created_by.h"
#include "index/page_index_check.h"
#include "index/sort_order.h"
#include "index/statistics_rules.h"

namespace taracea::file {
namespace {

// Rows that are decoded at a time where no offset index gives the pages' own.
constexpr int64_t kRowsAtATime = 8192;

bool MustBeText(const SchemaNode& leaf) {
  const LogicalType::Kind kind = leaf.logical_type.kind;
  return *leaf.physical_type == PhysicalType::kByteArray &&
         (kind == LogicalType::Kind::kString || kind == LogicalType::Kind::kEnum || kind == LogicalType::Kind::kJson);
}

encoding::Values DenseValuesOf(const SchemaNode& leaf, const column::LeafRows& rows) {
  if (rows.form == column::ValueForm::kOffsets64) {
    return encoding::Values::Binary64(rows.offsets.as<int64_t>(), rows.values.data(), rows.value_count);
  }
  const int width =
      *leaf.physical_type == PhysicalType::kFixedLenByteArray ? leaf.type_length : FixedWidthBytes(*leaf.physical_type);
  return encoding::Values::Fixed(rows.values.data(), width, rows.value_count);
}

std::string Hex(const std::optional<std::string>& bytes) {
  if (!bytes) {
    return "none";
  }
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out = "0x";
  for (size_t i = 0; i < std::min<size_t>(bytes->size(), 32); ++i) {
    const auto byte = static_cast<uint8_t>((*bytes)[i]);
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return bytes->size() > 32 ? out + "..." : out;
}

}  // namespace

ChunkVerifier::ChunkVerifier(std::shared_ptr<const FileReader> file, int row_group, int leaf, VerifyLevel level,
                             FindingList* findings, VerifyReport* report)
    : file_(std::move(file)),
      row_group_(row_group),
      leaf_(leaf),
      level_(level),
      findings_(findings),
      report_(report),
      arena_(Arena::CreateShared(std::make_shared<MemoryBudget>(file_->options().limits.memory_budget_bytes))),
      place_(file_->PlaceOf(row_group, leaf)) {}

Status ChunkVerifier::Verify(page::WorkerScratch& scratch) {
  Result<const format::IndexedChunk*> chunk = file_->Chunk(row_group_, leaf_);
  if (!chunk.ok()) {
    return findings_->Take("parquet.thrift#ColumnChunk", place_, std::move(chunk).error());
  }
  chunk_ = *chunk;
  if (Result<page::PageEncryption> encryption = file_->EncryptionOf(row_group_, leaf_); !encryption.ok()) {
    return findings_->Take("Encryption.md", place_, std::move(encryption).error());
  }
  Result<FileReader::ChunkRange> range = file_->PagesOf(row_group_, leaf_);
  if (!range.ok()) {
    return findings_->Take("parquet.thrift#ColumnMetaData", place_, std::move(range).error());
  }
  range_ = *range;
  TARACEA_TRY(findings_->Take("parquet.thrift#PageHeader", place_, WalkPages(scratch)));
  if (!walk_failed_) {
    CheckTotals();
  }
  TARACEA_TRY(CheckIndexes());
  if (level_ == VerifyLevel::kFull && !walk_failed_) {
    TARACEA_TRY(findings_->Take("Encodings.md", place_, CheckValues(scratch)));
  }
  return {};
}

Status ChunkVerifier::WalkPages(page::WorkerScratch& scratch) {
  walk_failed_ = true;  // Until the end was reached.
  TARACEA_TRY_ASSIGN(column::ColumnReaderSpec spec, file_->ColumnSpec(row_group_, leaf_, false, arena_));
  spec.pages.verify_checksums = level_ != VerifyLevel::kStructure;
  page::PageReader pages(std::move(spec.pages));
  header_rows_ = 0;
  while (true) {
    TARACEA_TRY_ASSIGN(const bool more, pages.Next());
    if (!more) {
      walk_failed_ = false;
      return {};
    }
    TARACEA_TRY(CheckPage(pages, scratch));
  }
}

Status ChunkVerifier::CheckPage(page::PageReader& pages, page::WorkerScratch& scratch) {
  const PageHeader& header = pages.header();
  Place place = place_;
  place.page = pages.ordinal();
  place.offset = pages.offset();
  const int64_t size_bytes = pages.header_bytes() + header.compressed_page_size;
  walked_bytes_ += size_bytes;
  uncompressed_bytes_ += pages.header_bytes() + header.uncompressed_page_size;
  ++report_->pages;
  report_->pages_without_checksum += pages.checksum() ? 0 : 1;
  Encoding encoding = Encoding::kPlain;
  if (pages.type() == PageType::kDictionaryPage) {
    if (has_dictionary_ || !pages_.empty()) {
      findings_->Error("README.md#column-chunks", place, "one dictionary page, before all data pages",
                       has_dictionary_ ? "a second one" : "one behind a data page");
    }
    has_dictionary_ = true;
  } else {
    pages_.push_back({pages.offset(), size_bytes});
    entries_ += pages.entry_count();
    if (header.data_page_header_v2) {
      encoding = header.data_page_header_v2->encoding;
      header_rows_ = header_rows_ < 0 ? -1 : header_rows_ + header.data_page_header_v2->num_rows;
    } else {
      encoding = header.data_page_header->encoding;
      header_rows_ = -1;
    }
    if (!chunk_->meta_data->encodings.Has(encoding)) {
      findings_->Add(Severity::kWarning, "parquet.thrift#ColumnMetaData.encodings", place,
                     "every encoding in use listed", ToString(encoding) + " is not");
    }
  }
  return level_ == VerifyLevel::kStructure ? Status() : pages.Read(scratch).status();
}

void ChunkVerifier::CheckTotals() {
  const format::IndexedMetaData& meta = *chunk_->meta_data;
  const auto expect = [&](const char* clause, int64_t stored, int64_t found, Severity severity) {
    if (stored != found) {
      findings_->Add(severity, clause, place_, std::to_string(stored) + " as the footer says", std::to_string(found));
    }
  };
  expect("parquet.thrift#ColumnMetaData.num_values", meta.num_values, entries_, Severity::kError);
  expect("parquet.thrift#ColumnMetaData.total_compressed_size", meta.total_compressed_size, walked_bytes_,
         Severity::kError);
  expect("parquet.thrift#ColumnMetaData.total_uncompressed_size", meta.total_uncompressed_size, uncompressed_bytes_,
         Severity::kWarning);
  if (!pages_.empty()) {
    expect("parquet.thrift#ColumnMetaData.data_page_offset", meta.data_page_offset, pages_.front().offset,
           Severity::kWarning);
  }
  if (header_rows_ >= 0) {
    expect("parquet.thrift#RowGroup.num_rows", file_->row_group_rows(row_group_), header_rows_, Severity::kError);
  }
}

Status ChunkVerifier::CheckIndexes() {
  Result<std::optional<OffsetIndex>> offset_index = file_->ReadOffsetIndex(row_group_, leaf_);
  if (!offset_index.ok()) {
    TARACEA_TRY(findings_->Take("PageIndex.md", place_, std::move(offset_index).error()));
  } else {
    offset_index_ = *std::move(offset_index);
  }
  Result<std::optional<ColumnIndex>> column_index = file_->ReadColumnIndex(row_group_, leaf_);
  if (!column_index.ok()) {
    TARACEA_TRY(findings_->Take("PageIndex.md", place_, std::move(column_index).error()));
  } else {
    column_index_ = *std::move(column_index);
  }
  if (column_index_ && !offset_index_) {
    findings_->Error("PageIndex.md", place_, "an offset index beside each column index", "none");
  }
  if (offset_index_) {
    const index::ChunkExtent extent{range_.begin, range_.end - range_.begin, file_->row_group_rows(row_group_)};
    Status status = index::CheckOffsetIndex(*offset_index_, extent);
    const bool usable = status.ok();
    TARACEA_TRY(findings_->Take("parquet.thrift#OffsetIndex", place_, std::move(status)));
    if (!walk_failed_) {
      CheckOffsetIndexPages(*offset_index_);
    }
    if (!usable) {
      offset_index_.reset();
    }
  }
  if (column_index_ && offset_index_) {
    const size_t pages = offset_index_->page_locations.size();
    Status status = index::CheckColumnIndex(*column_index_, pages, file_->schema().leaf(leaf_));
    if (!status.ok()) {
      column_index_.reset();
    }
    TARACEA_TRY(findings_->Take("parquet.thrift#ColumnIndex", place_, std::move(status)));
  }
  return {};
}

void ChunkVerifier::CheckOffsetIndexPages(const OffsetIndex& index) {
  if (index.page_locations.size() != pages_.size()) {
    findings_->Error("parquet.thrift#OffsetIndex", place_, std::to_string(pages_.size()) + " data pages",
                     std::to_string(index.page_locations.size()));
    return;
  }
  for (size_t i = 0; i < pages_.size(); ++i) {
    const PageLocation& location = index.page_locations[i];
    if (location.offset != pages_[i].offset || location.compressed_page_size != pages_[i].size_bytes) {
      Place place = place_;
      place.page = static_cast<int64_t>(i);
      place.offset = pages_[i].offset;
      findings_->Error("parquet.thrift#PageLocation", place,
                       std::to_string(pages_[i].size_bytes) + " bytes at " + std::to_string(pages_[i].offset),
                       std::to_string(location.compressed_page_size) + " bytes at " + std::to_string(location.offset));
      return;
    }
  }
}

Status ChunkVerifier::CheckValues(page::WorkerScratch& scratch) {
  TARACEA_TRY_ASSIGN(column::ColumnReaderSpec spec, file_->ColumnSpec(row_group_, leaf_, false, arena_));
  spec.pages.verify_checksums = false;  // Done while walking.
  column::ColumnReader reader(std::move(spec));
  return ReadValues(reader, scratch);
}

Status ChunkVerifier::ReadValues(column::ColumnReader& reader, page::WorkerScratch& scratch) {
  const SchemaNode& leaf = file_->schema().leaf(leaf_);
  SchemaNode ordered = leaf;
  index::StatisticsCollector chunk_found(ordered);
  index::StatisticsCollector page_found(ordered);
  const column::ValueForm form =
      *leaf.physical_type == PhysicalType::kByteArray ? column::ValueForm::kOffsets64 : column::ValueForm::kFixed;
  const int64_t all_rows = reader.rows_left();
  for (size_t page = 0; reader.rows_left() > 0; ++page) {
    int64_t rows = std::min(kRowsAtATime, reader.rows_left());
    if (offset_index_) {
      const std::vector<PageLocation>& locations = offset_index_->page_locations;
      const int64_t end = page + 1 < locations.size() ? locations[page + 1].first_row_index : all_rows;
      rows = end - (all_rows - reader.rows_left());
    }
    TARACEA_TRY_ASSIGN(const column::LeafRows read, reader.Read(rows, form, scratch));
    report_->values += read.value_count;
    page_found.Reset();
    page_found.Update(DenseValuesOf(leaf, read), read.entry_count - read.value_count);
    chunk_found.Merge(page_found);
    TARACEA_TRY(findings_->Take("LogicalTypes.md#string", place_, CheckText(read)));
    if (offset_index_ && column_index_) {
      CheckPageBounds(page, page_found);
    }
  }
  return CheckChunkStatistics(chunk_found);
}

Status ChunkVerifier::CheckText(const column::LeafRows& rows) {
  if (!MustBeText(file_->schema().leaf(leaf_))) {
    return {};
  }
  const int64_t* offsets = rows.offsets.as<int64_t>();
  for (int64_t i = 0; i < rows.value_count; ++i) {
    const ConstBytes value{rows.values.data() + offsets[i], static_cast<size_t>(offsets[i + 1] - offsets[i])};
    if (const size_t bad = FindInvalidUtf8(value); bad != kUtf8Valid) {
      return Status::Corrupt("a text value is not UTF-8 from its byte " + std::to_string(bad) + " on");
    }
  }
  return {};
}

void ChunkVerifier::CheckBound(const char* clause, const std::optional<std::string>& stored,
                               const std::optional<std::string>& actual, bool is_min, bool claims_exact) {
  if (!stored || !actual) {
    return;
  }
  const index::SortOrder order = index::SortOrderOf(file_->schema().leaf(leaf_));
  const auto compared = index::CompareBounds(order, AsBytes(*stored), AsBytes(*actual));
  const bool holds = is_min ? compared <= 0 : compared >= 0;
  if (!holds || (claims_exact && compared != 0)) {
    findings_->Error(clause, place_, std::string(is_min ? "a minimum" : "a maximum") + " of " + Hex(actual),
                     Hex(stored));
  }
}

void ChunkVerifier::CheckPageBounds(size_t page, const index::StatisticsCollector& found) {
  const SchemaNode& leaf = file_->schema().leaf(leaf_);
  const index::UsableStatistics stored = index::JudgePage(*column_index_, page, leaf);
  const index::EncodedBounds actual = found.EncodeBounds(0);
  if (column_index_->null_pages[page] != (found.value_count() == 0)) {
    findings_->Error("parquet.thrift#ColumnIndex.null_pages", place_,
                     found.value_count() == 0 ? "a null page" : "no null page", "the opposite");
  }
  if (stored.null_count && *stored.null_count != found.null_count()) {
    findings_->Error("parquet.thrift#ColumnIndex.null_counts", place_, std::to_string(found.null_count()),
                     std::to_string(*stored.null_count));
  }
  CheckBound("parquet.thrift#ColumnIndex.min_values", stored.min, actual.min, true, false);
  CheckBound("parquet.thrift#ColumnIndex.max_values", stored.max, actual.max, false, false);
}

Status ChunkVerifier::CheckChunkStatistics(const index::StatisticsCollector& found) {
  TARACEA_TRY_ASSIGN(const std::optional<Statistics> statistics, file_->ReadStatistics(row_group_, leaf_));
  if (!statistics) {
    return {};
  }
  const index::UsableStatistics stored =
      index::JudgeStatistics(*statistics, file_->schema().leaf(leaf_), index::ParseCreatedBy(file_->created_by()),
                             chunk_->meta_data->num_values);
  const index::EncodedBounds actual = found.EncodeBounds(0);
  if (statistics->null_count && *statistics->null_count != found.null_count()) {
    findings_->Error("parquet.thrift#Statistics.null_count", place_, std::to_string(found.null_count()),
                     std::to_string(*statistics->null_count));
  }
  CheckBound("parquet.thrift#Statistics.min_value", stored.min, actual.min, true, stored.is_min_exact);
  CheckBound("parquet.thrift#Statistics.max_value", stored.max, actual.max, false, stored.is_max_exact);
  return {};
}

}  // namespace taracea::file

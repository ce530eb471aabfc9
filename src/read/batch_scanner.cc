#include "read/batch_scanner.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "column/record_assembler.h"

namespace taracea::read {
namespace {

using schema::MappedField;

/// Of a value of fixed width other than FIXED_LEN_BYTE_ARRAY, at most.
constexpr int64_t kMaxWidth = 12;
/// Of a column's share of the memory budget, what its part of a batch may take: its pages are in memory besides, as
/// they lie in the file and decompressed.
constexpr int64_t kBudgetParts = 4;

/// Notes the array type of each leaf below a field.
void CollectLeafTypes(const MappedField& field, std::vector<const array::Type*>* types) {
  if (field.kind == MappedField::Kind::kLeaf) {
    (*types)[static_cast<size_t>(field.leaf)] = &field.field.type;
  }
  for (const MappedField& child : field.children) {
    CollectLeafTypes(child, types);
  }
}

/// Text columns whose bytes need not be UTF-8 are handed out as binary.
void TextAsBinary(MappedField* field) {
  array::Type& type = field->field.type;
  switch (type.id) {
    case array::TypeId::kUtf8: type = array::TypeId::kBinary; break;
    case array::TypeId::kLargeUtf8: type = array::TypeId::kLargeBinary; break;
    case array::TypeId::kUtf8View: type = array::TypeId::kBinaryView; break;
    default: break;
  }
  if (field->children.empty()) {
    return;
  }
  auto children = std::make_shared<std::vector<array::Field>>();
  for (MappedField& child : field->children) {
    TextAsBinary(&child);
    children->push_back(child.field);
  }
  type.children = std::move(children);
}

int64_t SinceNanos(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

BatchScanner::BatchScanner(std::shared_ptr<const file::FileReader> file, ReadPlan plan, const ScanOptions& options)
    : file_(std::move(file)), plan_(std::move(plan)), options_(options) {
  options_.requested_schema = nullptr;  // Was used for the plan; the caller may have released it.
  arena_ = Arena::CreateShared(std::make_shared<MemoryBudget>(file_->options().limits.memory_budget_bytes));
  auto fields = std::make_shared<std::vector<array::Field>>();
  for (MappedField& column : plan_.projection.mapping.columns) {
    if (options_.invalid_utf8 == InvalidUtf8::kBinary) {
      TextAsBinary(&column);
    }
    fields->push_back(column.field);
  }
  fields_ = std::move(fields);
  std::vector<const array::Type*> types(static_cast<size_t>(file_->schema().leaf_count()));
  for (const MappedField& column : plan_.projection.mapping.columns) {
    CollectLeafTypes(column, &types);
  }
  for (const int leaf : plan_.projection.leaves) {
    leaves_.emplace_back();
    leaves_.back().leaf = leaf;
    leaves_.back().form = column::FormFor(file_->schema().leaf(leaf), *types[static_cast<size_t>(leaf)]);
  }
  if (const int64_t budget = file_->options().limits.memory_budget_bytes; budget > 0 && !leaves_.empty()) {
    const auto parts = static_cast<int64_t>(leaves_.size()) * kBudgetParts;
    max_leaf_bytes_ = std::max<int64_t>(budget / parts, 1);
  }
  rows_by_leaf_.resize(static_cast<size_t>(file_->schema().leaf_count()));
  const int workers = options_.executor != nullptr ? options_.executor->Concurrency() : 1;
  for (int i = 0; i < workers; ++i) {
    scratch_.push_back({.codecs = compression::WorkerCodecs(file_->codecs())});
  }
}

Result<std::optional<array::RecordBatch>> BatchScanner::Next() {
  if (!failed_.ok()) {
    return failed_;
  }
  Result<std::optional<array::RecordBatch>> next = ReadNext();
  if (!next.ok()) {
    Place place;
    place.file = file_->name();
    failed_ = std::move(next).error().At(place);
    leaves_.clear();
    return failed_;
  }
  return next;
}

Result<std::optional<array::RecordBatch>> BatchScanner::ReadNext() {
  TARACEA_TRY(Report());
  if (row_group_at_ == plan_.row_groups.size()) {
    return std::optional<array::RecordBatch>();
  }
  if (!row_group_open_) {
    TARACEA_TRY(OpenRowGroup());
  }
  const std::vector<RowRange>& ranges = plan_.row_groups[row_group_at_].rows;
  const RowRange range = ranges[range_at_];
  if (row_ < range.begin) {
    TARACEA_TRY(SkipTo(range.begin));
  }
  TARACEA_TRY_ASSIGN(const int64_t rows, CollectRows(std::min(options_.batch_rows, range.end - row_)));
  TARACEA_TRY_ASSIGN(array::RecordBatch batch, ReadRows(rows));
  row_ += rows;
  counters_.rows += rows;
  ++counters_.batches;
  if (row_ == range.end && ++range_at_ == ranges.size()) {
    TARACEA_TRY(CloseRowGroup());
  }
  return std::optional<array::RecordBatch>(std::move(batch));
}

Status BatchScanner::Report() {
  if (options_.progress && !options_.progress(counters_.rows, plan_.total_rows)) {
    return Status::Cancelled("the scan was cancelled after " + std::to_string(counters_.rows) + " rows");
  }
  return {};
}

Status BatchScanner::OpenRowGroup() {
  const PlannedRowGroup& planned = plan_.row_groups[row_group_at_];
  const RowRange first = planned.rows.front();
  const bool skips = first.begin > 0 || planned.rows.size() > 1;
  TARACEA_TRY(ParallelFor(options_.executor.get(), static_cast<int64_t>(leaves_.size()), [&](int64_t i, int) -> Status {
    LeafState& leaf = leaves_[static_cast<size_t>(i)];
    TARACEA_TRY_ASSIGN(column::ColumnReaderSpec spec, file_->ColumnSpec(planned.row_group, leaf.leaf, skips, arena_));
    spec.max_collected_bytes = max_leaf_bytes_;
    leaf.reader = std::make_unique<column::ColumnReader>(std::move(spec));
    return {};
  }));
  row_ = 0;
  range_at_ = 0;
  row_group_open_ = true;
  return {};
}

Status BatchScanner::CloseRowGroup() {
  for (LeafState& leaf : leaves_) {
    counters_.read_bytes += leaf.reader->read_bytes();
    counters_.read_requests += leaf.reader->read_requests();
    leaf.reader.reset();
  }
  ++row_group_at_;
  row_group_open_ = false;
  return {};
}

Status BatchScanner::SkipTo(int64_t row) {
  const int64_t rows = row - row_;
  row_ = row;
  return ParallelFor(options_.executor.get(), static_cast<int64_t>(leaves_.size()), [&](int64_t i, int worker) {
    return leaves_[static_cast<size_t>(i)].reader->Skip(rows, scratch_[static_cast<size_t>(worker)]);
  });
}

bool BatchScanner::MayBeCut(const LeafState& leaf) const {
  const SchemaNode& node = file_->schema().leaf(leaf.leaf);
  if (node.max_repetition_level > 0 || leaf.form == column::ValueForm::kOffsets32 ||
      leaf.form == column::ValueForm::kOffsets64) {
    return true;
  }
  const int64_t width = leaf.form == column::ValueForm::kFixed && node.type_length > 0 ? node.type_length : kMaxWidth;
  return max_leaf_bytes_ > 0 && options_.batch_rows > max_leaf_bytes_ / width;
}

/// How many of the next rows every column can hand out at once. Columns that can always hand out all are left alone, so
/// that their pages are decoded while they are in the cache.
Result<int64_t> BatchScanner::CollectRows(int64_t most_rows) {
  const auto start = std::chrono::steady_clock::now();
  TARACEA_TRY(
      ParallelFor(options_.executor.get(), static_cast<int64_t>(leaves_.size()), [&](int64_t i, int worker) -> Status {
        LeafState& leaf = leaves_[static_cast<size_t>(i)];
        leaf.ready_rows = most_rows;
        if (MayBeCut(leaf)) {
          TARACEA_TRY_ASSIGN(leaf.ready_rows,
                             leaf.reader->Collect(most_rows, leaf.form, scratch_[static_cast<size_t>(worker)]));
        }
        return {};
      }));
  int64_t rows = most_rows;
  for (const LeafState& leaf : leaves_) {
    rows = std::min(rows, leaf.ready_rows);
  }
  counters_.decode_ns += SinceNanos(start);
  return rows;
}

Result<array::RecordBatch> BatchScanner::ReadRows(int64_t rows) {
  const auto start = std::chrono::steady_clock::now();
  TARACEA_TRY(
      ParallelFor(options_.executor.get(), static_cast<int64_t>(leaves_.size()), [&](int64_t i, int worker) -> Status {
        LeafState& leaf = leaves_[static_cast<size_t>(i)];
        if (MayBeCut(leaf)) {
          TARACEA_TRY_ASSIGN(leaf.rows, leaf.reader->Take(rows, leaf.form));
        } else {
          TARACEA_TRY_ASSIGN(leaf.rows, leaf.reader->Read(rows, leaf.form, scratch_[static_cast<size_t>(worker)]));
        }
        return {};
      }));
  for (LeafState& leaf : leaves_) {
    rows_by_leaf_[static_cast<size_t>(leaf.leaf)] = &leaf.rows;
  }
  const std::vector<MappedField>& columns = plan_.projection.mapping.columns;
  array::RecordBatch batch;
  batch.fields = fields_;
  batch.length = rows;
  batch.columns.resize(columns.size());
  const column::LeafArrayOptions leaf_options{options_.invalid_utf8, arena_};
  TARACEA_TRY(ParallelFor(options_.executor.get(), static_cast<int64_t>(columns.size()), [&](int64_t i, int) -> Status {
    const auto at = static_cast<size_t>(i);
    Result<array::Array> column = column::AssembleField(columns[at], file_->schema(), rows_by_leaf_, leaf_options);
    if (column.ok() && column->length != rows) {
      column = Status::Corrupt("a column has " + std::to_string(column->length) + " rows where " +
                               std::to_string(rows) + " were read");
    }
    if (!column.ok()) {
      Place place;
      place.row_group = plan_.row_groups[row_group_at_].row_group;
      place.column = columns[at].field.name;
      return std::move(column).error().At(place);
    }
    HandOut(*column);
    batch.columns[at] = std::make_shared<const array::Array>(*std::move(column));
    return {};
  }));
  for (LeafState& leaf : leaves_) {
    leaf.rows = {};
  }
  counters_.decode_ns += SinceNanos(start);
  return batch;
}

void BatchScanner::HandOut(const array::Array& array) const {
  arena_->MarkExported(array.validity);
  for (const Buffer& buffer : array.buffers) {
    arena_->MarkExported(buffer);
  }
  for (const std::shared_ptr<const array::Array>& child : array.children) {
    HandOut(*child);
  }
  if (array.dictionary != nullptr) {
    HandOut(*array.dictionary);
  }
}

ScanCounters BatchScanner::counters() const noexcept {
  ScanCounters out = counters_;
  for (const page::WorkerScratch& scratch : scratch_) {
    out.pages += scratch.counters.data_pages;
    out.skipped_pages += scratch.counters.skipped_pages;
    out.dictionary_pages += scratch.counters.dictionary_pages;
    out.decompressed_bytes += scratch.counters.uncompressed_bytes;
    out.decompress_ns += scratch.counters.codec_ns;
  }
  for (const LeafState& leaf : leaves_) {
    if (leaf.reader != nullptr) {
      out.read_bytes += leaf.reader->read_bytes();
      out.read_requests += leaf.reader->read_requests();
    }
  }
  const Arena::Counters arena = arena_->counters();
  out.allocations = arena.allocations;
  out.peak_memory_bytes = arena.peak_live_bytes;
  return out;
}

}  // namespace taracea::read

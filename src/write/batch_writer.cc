#include "write/batch_writer.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "array/plain_size.h"
#include "array/take.h"
#include "arrow/arrow_schema_key.h"
#include "base/guard.h"
#include "base/try.h"
#include "taracea/version.h"

namespace taracea::write {
namespace {

/// What a row group may have at most of the memory budget: columns keep a page in progress and a dictionary besides.
constexpr int64_t kBudgetParts = 4;
/// Slices of a row group, so that it does not grow much beyond its size where rows are large.
constexpr int64_t kSliceParts = 4;

int64_t RowGroupBytes(const WriteOptions& options) {
  const int64_t budget = options.memory_budget_bytes;
  return budget <= 0 ? options.row_group_bytes
                     : std::min(options.row_group_bytes, std::max<int64_t>(budget / kBudgetParts, 1));
}

int64_t SliceBytes(int64_t row_group_bytes) {
  return std::max<int64_t>(row_group_bytes / kSliceParts, 1);
}

int64_t SinceNanos(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

BatchWriter::BatchWriter(std::unique_ptr<ByteSink> sink, Schema schema, std::vector<array::Field> fields,
                         array::Metadata metadata, WriteOptions options)
    : file_(std::move(sink), std::move(schema)),
      fields_(std::move(fields)),
      metadata_(std::move(metadata)),
      options_(std::move(options)) {}

Result<std::unique_ptr<BatchWriter>> BatchWriter::Create(std::unique_ptr<ByteSink> sink, Schema schema,
                                                         std::vector<array::Field> fields, array::Metadata metadata,
                                                         const WriteOptions& options) {
  std::unique_ptr<BatchWriter> writer(
      new BatchWriter(std::move(sink), std::move(schema), std::move(fields), std::move(metadata), options));
  if (Status status = writer->Init(); !status.ok()) {
    writer->Abort();
    return status;
  }
  return writer;
}

Status BatchWriter::Init() {
  arena_ = Arena::CreateShared(std::make_shared<MemoryBudget>(options_.memory_budget_bytes));
  row_group_bytes_ = RowGroupBytes(options_);
  slice_left_bytes_ = SliceBytes(row_group_bytes_);
  TARACEA_TRY_ASSIGN(mapping_, schema::MapFieldsTo(fields_, schema()));
  TARACEA_TRY_ASSIGN(std::vector<column::ColumnWriterSpec> specs, ChooseColumns(schema(), options_, arena_));
  for (column::ColumnWriterSpec& spec : specs) {
    TARACEA_TRY_ASSIGN(std::unique_ptr<column::ColumnWriter> column, column::ColumnWriter::Create(std::move(spec)));
    columns_.push_back(std::move(column));
  }
  const int workers = options_.executor != nullptr ? options_.executor->Concurrency() : 1;
  scratch_.resize(static_cast<size_t>(workers));
  for (int i = 0; i < workers; ++i) {
    dense_.emplace_back(arena_);
  }
  return {};
}

template <typename Work>
Status BatchWriter::Poisoning(Work work) {
  if (!failure_.ok()) {
    return failure_;
  }
  failure_ = Guard(work);
  if (!failure_.ok()) {
    Abort();
  }
  return failure_;
}

Status BatchWriter::Write(const array::RecordBatch& batch) {
  TARACEA_TRY(failure_);
  TARACEA_TRY(CheckBatch(batch));
  return Poisoning([&] { return WriteRows(batch); });
}

Status BatchWriter::CheckBatch(const array::RecordBatch& batch) const {
  if (batch.columns.size() != fields_.size()) {
    return Status::InvalidArgument("a batch has " + std::to_string(batch.columns.size()) + " columns, the file " +
                                   std::to_string(fields_.size()));
  }
  for (size_t i = 0; i < fields_.size(); ++i) {
    const array::Array& column = *batch.columns[i];
    if (!(column.type == fields_[i].type)) {
      return Status::InvalidArgument("column '" + fields_[i].name + "' must be " + fields_[i].type.ToString() +
                                     ", found " + column.type.ToString());
    }
    if (column.length != batch.length) {
      return Status::InvalidArgument("column '" + fields_[i].name + "' has " + std::to_string(column.length) +
                                     " rows, its batch " + std::to_string(batch.length));
    }
  }
  return {};
}

namespace {

bool IsEncoded(const array::Array& column) {
  return column.type.id == array::TypeId::kDictionary || column.type.id == array::TypeId::kRunEndEncoded;
}

/// Rows [start, start + rows) of a column that is dictionary or run-end encoded as plain values, which may take many
/// times its memory; other columns whole, as they are.
Result<std::shared_ptr<const array::Array>> PlainRows(const std::shared_ptr<const array::Array>& column, int64_t start,
                                                      int64_t rows) {
  if (!IsEncoded(*column)) {
    return column;
  }
  return array::UnpackEncoded(std::make_shared<const array::Array>(column->Slice(start, rows)));
}

}  // namespace

Status BatchWriter::WriteRows(const array::RecordBatch& batch) {
  std::vector<std::shared_ptr<const array::Array>> columns = batch.columns;
  for (std::shared_ptr<const array::Array>& column : columns) {
    if (!IsEncoded(*column)) {
      TARACEA_TRY_ASSIGN(column, array::UnpackEncoded(column));
    }
  }
  for (int64_t row = 0; row < batch.length;) {
    // Slices end at rows that follow from the values of the row group, whatever the batches are.
    const int64_t until_slice = kSliceRows - row_group_rows_ % kSliceRows;
    const int64_t most_rows = std::min({until_slice, options_.row_group_rows - row_group_rows_, batch.length - row});
    const int64_t rows = RowsOfSlice(columns, row, most_rows);
    TARACEA_TRY(WriteSlice(columns, row, rows));
    row += rows;
    const bool at_border = row_group_rows_ % kSliceRows == 0 || slice_left_bytes_ <= 0;
    if (at_border) {
      slice_left_bytes_ = SliceBytes(row_group_bytes_);
    }
    if (row_group_rows_ == options_.row_group_rows || (at_border && EstimatedBytes() >= row_group_bytes_)) {
      TARACEA_TRY(EndRowGroup());
    }
  }
  if (options_.progress && !options_.progress(counters_.rows, -1)) {
    return Status::Cancelled("writing was cancelled after " + std::to_string(counters_.rows) + " rows");
  }
  return {};
}

/// Takes what the rows hold off slice_left_bytes_, which falls to 0 with the last of them or not at all.
int64_t BatchWriter::RowsOfSlice(const std::vector<std::shared_ptr<const array::Array>>& columns, int64_t start,
                                 int64_t most_rows) {
  const auto left_behind = [&](int64_t rows) {
    int64_t left = slice_left_bytes_;
    for (size_t i = 0; i < columns.size() && left > 0; ++i) {
      left -= array::PlainSize(*columns[i], start, rows, left);
    }
    return left;
  };
  if (const int64_t left = left_behind(most_rows); left > 0) {
    slice_left_bytes_ = left;
    return most_rows;
  }
  int64_t too_few = 0;
  int64_t enough = most_rows;
  while (enough - too_few > 1) {
    const int64_t middle = too_few + (enough - too_few) / 2;
    (left_behind(middle) <= 0 ? enough : too_few) = middle;
  }
  slice_left_bytes_ = 0;
  return enough;
}

Status BatchWriter::WriteSlice(const std::vector<std::shared_ptr<const array::Array>>& columns, int64_t start,
                               int64_t rows) {
  const auto begun = std::chrono::steady_clock::now();
  leaves_.clear();
  std::vector<std::shared_ptr<const array::Array>> plain;
  for (size_t i = 0; i < columns.size(); ++i) {
    TARACEA_TRY_ASSIGN(std::shared_ptr<const array::Array> column, PlainRows(columns[i], start, rows));
    const int64_t first = IsEncoded(*columns[i]) ? 0 : start;
    TARACEA_TRY(column::ShredField(mapping_.columns[i], *column, first, rows, &leaves_));
    plain.push_back(std::move(column));
  }
  TARACEA_TRY(
      ParallelFor(options_.executor.get(), static_cast<int64_t>(leaves_.size()), [&](int64_t i, int worker) -> Status {
        const column::ShreddedLeaf& leaf = leaves_[static_cast<size_t>(i)];
        const SchemaNode& node = schema().leaf(leaf.leaf);
        TARACEA_TRY_ASSIGN(const column::LeafInput input, dense_[static_cast<size_t>(worker)].Make(node, leaf));
        return columns_[static_cast<size_t>(leaf.leaf)]->Write(input, scratch_[static_cast<size_t>(worker)]);
      }));
  row_group_rows_ += rows;
  counters_.rows += rows;
  counters_.encode_ns += SinceNanos(begun);
  return {};
}

int64_t BatchWriter::EstimatedBytes() const noexcept {
  int64_t bytes = 0;
  for (const std::unique_ptr<column::ColumnWriter>& column : columns_) {
    bytes += column->EstimatedBytes();
  }
  return bytes;
}

Status BatchWriter::EndRowGroup() {
  if (row_group_rows_ == 0) {
    return {};
  }
  const auto begun = std::chrono::steady_clock::now();
  TARACEA_TRY(ParallelFor(options_.executor.get(), static_cast<int64_t>(columns_.size()), [&](int64_t i, int worker) {
    return columns_[static_cast<size_t>(i)]->Finish(scratch_[static_cast<size_t>(worker)]);
  }));
  counters_.encode_ns += SinceNanos(begun);
  std::vector<column::ColumnWriter*> columns;
  for (const std::unique_ptr<column::ColumnWriter>& column : columns_) {
    counters_.dictionaries_given_up += column->dictionary_given_up() ? 1 : 0;
    columns.push_back(column.get());
  }
  const auto written = std::chrono::steady_clock::now();
  TARACEA_TRY(file_.AppendRowGroup(row_group_rows_, columns));
  counters_.write_ns += SinceNanos(written);
  for (column::ColumnWriter* const column : columns) {
    TARACEA_TRY(column->Reset());
  }
  row_group_rows_ = 0;
  slice_left_bytes_ = SliceBytes(row_group_bytes_);
  return {};
}

Status BatchWriter::FlushRowGroup() {
  return Poisoning([this] { return EndRowGroup(); });
}

Result<WriteReport> BatchWriter::Close() {
  WriteReport report;
  TARACEA_TRY(Poisoning([&] { return CloseFile(&report); }));
  report.file_bytes = file_.position();
  return report;
}

Status BatchWriter::CloseFile(WriteReport* report) {
  TARACEA_TRY(EndRowGroup());
  *report = MakeReport();  // Now: nothing may fail once the file is closed.
  file::FooterFacts facts;
  facts.version = options_.format_version;
  facts.created_by = options_.created_by.empty() ? "taracea version " TARACEA_VERSION : options_.created_by;
  for (const auto& [key, value] : options_.key_value_metadata) {
    facts.key_value_metadata.push_back({key, value});
  }
  if (options_.store_arrow_schema) {
    TARACEA_TRY_ASSIGN(std::string key, arrow::EncodeArrowSchema(fields_, metadata_));
    facts.key_value_metadata.push_back({std::string(arrow::kArrowSchemaKey), std::move(key)});
  }
  return file_.Close(std::move(facts));
}

namespace {

void AddChunk(const ColumnMetaData& chunk, ColumnWriteReport* column) {
  column->codec = chunk.codec;
  column->uncompressed_bytes += chunk.total_uncompressed_size;
  column->compressed_bytes += chunk.total_compressed_size;
  column->null_count += chunk.statistics ? chunk.statistics->null_count.value_or(0) : 0;
  for (const PageEncodingStats& stats : chunk.encoding_stats) {
    column->data_pages += stats.page_type == PageType::kDictionaryPage ? 0 : stats.count;
  }
  for (const Encoding encoding : chunk.encodings) {
    if (std::find(column->encodings.begin(), column->encodings.end(), encoding) == column->encodings.end()) {
      column->encodings.push_back(encoding);
    }
  }
}

}  // namespace

WriteReport BatchWriter::MakeReport() const {
  WriteReport report;
  report.rows = file_.row_count();
  report.row_groups = static_cast<int64_t>(file_.row_groups().size());
  report.columns.resize(columns_.size());
  for (size_t i = 0; i < columns_.size(); ++i) {
    ColumnWriteReport& column = report.columns[i];
    column.path = schema().PathString(schema().leaf_node_index(static_cast<int>(i)));
    for (const RowGroup& row_group : file_.row_groups()) {
      AddChunk(*row_group.columns[i].meta_data, &column);
    }
  }
  return report;
}

WriteCounters BatchWriter::counters() const noexcept {
  WriteCounters out = counters_;
  for (const page::WorkerScratch& scratch : scratch_) {
    out.pages += scratch.counters.data_pages;
    out.dictionary_pages += scratch.counters.dictionary_pages;
    out.uncompressed_bytes += scratch.counters.uncompressed_bytes;
    out.compress_ns += scratch.counters.codec_ns;
  }
  out.written_bytes = file_.position();
  const Arena::Counters arena = arena_->counters();
  out.allocations = arena.allocations;
  out.peak_memory_bytes = arena.peak_live_bytes;
  return out;
}

}  // namespace taracea::write

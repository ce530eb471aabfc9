#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "api/batch_streams.h"
#include "array/take.h"
#include "arrow/schema_export.h"
#include "arrow/stream_bridge.h"
#include "base/guard.h"
#include "base/try.h"
#include "file/file_reader.h"
#include "read/batch_scanner.h"
#include "read/read_plan.h"
#include "taracea/reader.h"

namespace taracea {

// ---- metadata -------------------------------------------------------------------------------------------------------

namespace {

const format::IndexedRowGroup& GroupOf(const file::FileReader& file, int row_group) {
  return file.footer().row_groups()[static_cast<size_t>(row_group)];
}

/// kInvalidArgument when the footer has no entry of that chunk.
Status CheckEntry(const file::FileReader& file, int row_group, int column) {
  if (row_group < 0 || row_group >= file.row_group_count() || column < 0 ||
      static_cast<size_t>(column) >= GroupOf(file, row_group).chunk_count) {
    return Status::InvalidArgument("there is no column chunk " + std::to_string(column) + " in row group " +
                                   std::to_string(row_group));
  }
  return {};
}

}  // namespace

Result<ColumnChunk> ColumnChunkInfo::metadata() const {
  return Guard([this]() -> Result<ColumnChunk> {
    TARACEA_TRY(CheckEntry(*file_, row_group_, column_));
    return file_->ReadColumnChunk(row_group_, column_);
  });
}

Result<std::optional<Statistics>> ColumnChunkInfo::statistics() const {
  return Guard([this]() -> Result<std::optional<Statistics>> {
    TARACEA_TRY(CheckEntry(*file_, row_group_, column_));
    return file_->ReadStatistics(row_group_, column_);
  });
}

Result<std::optional<OffsetIndex>> ColumnChunkInfo::offset_index() const {
  return Guard([this]() -> Result<std::optional<OffsetIndex>> {
    TARACEA_TRY(CheckEntry(*file_, row_group_, column_));
    return file_->ReadOffsetIndex(row_group_, column_);
  });
}

Result<std::optional<ColumnIndex>> ColumnChunkInfo::column_index() const {
  return Guard([this]() -> Result<std::optional<ColumnIndex>> {
    TARACEA_TRY(CheckEntry(*file_, row_group_, column_));
    return file_->ReadColumnIndex(row_group_, column_);
  });
}

int64_t RowGroupInfo::num_rows() const noexcept {
  return GroupOf(*file_, row_group_).num_rows;
}
int64_t RowGroupInfo::total_byte_size() const noexcept {
  return GroupOf(*file_, row_group_).total_byte_size;
}
int RowGroupInfo::column_count() const noexcept {
  return static_cast<int>(GroupOf(*file_, row_group_).chunk_count);
}

std::vector<ColumnChunkInfo> RowGroupInfo::columns() const {
  std::vector<ColumnChunkInfo> out;
  for (int i = 0; i < column_count(); ++i) {
    out.push_back(column(i));
  }
  return out;
}

Result<RowGroup> RowGroupInfo::metadata() const {
  return Guard([this] { return file_->footer().DecodeRowGroup(GroupOf(*file_, row_group_)); });
}

int64_t MetadataInfo::num_rows() const noexcept {
  return file_->footer().num_rows();
}
int32_t MetadataInfo::version() const noexcept {
  return file_->footer().version();
}
const std::string& MetadataInfo::created_by() const noexcept {
  return file_->created_by();
}
int64_t MetadataInfo::footer_bytes() const noexcept {
  return file_->footer_bytes();
}
int64_t MetadataInfo::file_bytes() const noexcept {
  return file_->file_bytes();
}
const FileEncryption* MetadataInfo::encryption() const noexcept {
  return file_->encryption();
}
int MetadataInfo::row_group_count() const noexcept {
  return file_->row_group_count();
}
const std::vector<KeyValue>& MetadataInfo::key_value_metadata() const noexcept {
  return file_->footer().key_value_metadata();
}

std::vector<RowGroupInfo> MetadataInfo::row_groups() const {
  std::vector<RowGroupInfo> out;
  for (int i = 0; i < row_group_count(); ++i) {
    out.push_back(row_group(i));
  }
  return out;
}

Result<FileMetaData> MetadataInfo::full() const {
  return Guard([this] { return file_->footer().DecodeAll(); });
}

// ---- scanner --------------------------------------------------------------------------------------------------------

struct Scanner::State {
  std::unique_ptr<read::BatchScanner> scanner;
};

Scanner::Scanner(std::unique_ptr<State> state) : state_(std::move(state)) {}
Scanner::Scanner(Scanner&&) noexcept = default;
Scanner& Scanner::operator=(Scanner&&) noexcept = default;
Scanner::~Scanner() = default;

Result<std::optional<Batch>> Scanner::Next() {
  return Guard([this]() -> Result<std::optional<Batch>> {
    if (state_ == nullptr) {
      return Status::InvalidArgument("the scanner was exported or moved from");
    }
    TARACEA_TRY_ASSIGN(std::optional<array::RecordBatch> next, state_->scanner->Next());
    if (!next) {
      return std::optional<Batch>();
    }
    return std::optional<Batch>(Batch(std::make_shared<const array::RecordBatch>(*std::move(next))));
  });
}

Status Scanner::ExportSchema(ArrowSchema* out) const {
  return Guard([&]() -> Status {
    if (state_ == nullptr) {
      return Status::InvalidArgument("the scanner was exported or moved from");
    }
    return arrow::ExportTableSchema(*state_->scanner->fields(), state_->scanner->metadata(), out);
  });
}

Status Scanner::Export(ArrowArrayStream* out) && {
  return Guard([&]() -> Status {
    if (state_ == nullptr) {
      return Status::InvalidArgument("the scanner was exported or moved from");
    }
    const std::unique_ptr<State> state = std::move(state_);
    return arrow::ExportStream(std::move(state->scanner), out);
  });
}

int64_t Scanner::total_rows() const noexcept {
  return state_ == nullptr ? 0 : state_->scanner->total_rows();
}
ScanCounters Scanner::counters() const noexcept {
  return state_ == nullptr ? ScanCounters() : state_->scanner->counters();
}

// ---- file -----------------------------------------------------------------------------------------------------------

Result<File> File::Open(std::shared_ptr<ByteSource> source, const OpenOptions& options) {
  return Guard([&]() -> Result<File> {
    TARACEA_TRY_ASSIGN(std::shared_ptr<const file::FileReader> file,
                       file::FileReader::Open(std::move(source), options));
    return File(std::move(file));
  });
}

Result<File> File::Open(const std::string& path, const OpenOptions& options) {
  return Guard([&]() -> Result<File> {
    TARACEA_TRY_ASSIGN(std::shared_ptr<ByteSource> source, OpenFileSource(path, {.memory_map = options.memory_map}));
    return Open(std::move(source), options);
  });
}

Result<File> File::Open(Buffer bytes, const OpenOptions& options) {
  return Guard([&] { return Open(MakeMemorySource(std::move(bytes)), options); });
}

const Schema& File::schema() const noexcept {
  return file_->schema();
}
std::string File::name() const {
  return file_->name();
}

Result<Scanner> File::Scan(const ScanOptions& options) const {
  return Guard([&]() -> Result<Scanner> {
    TARACEA_TRY_ASSIGN(read::ReadPlan plan, read::PlanScan(*file_, options));
    auto state = std::make_unique<Scanner::State>();
    state->scanner = std::make_unique<read::BatchScanner>(file_, std::move(plan), options);
    return Scanner(std::move(state));
  });
}

Result<Batch> File::Take(std::span<const int64_t> rows, const ScanOptions& options) const {
  return Guard([&]() -> Result<Batch> {
    std::vector<int64_t> wanted(rows.begin(), rows.end());
    std::sort(wanted.begin(), wanted.end());
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    TARACEA_TRY_ASSIGN(read::ReadPlan plan, read::PlanRows(*file_, wanted, options));
    read::BatchScanner scanner(file_, std::move(plan), options);
    std::vector<std::vector<std::shared_ptr<const array::Array>>> parts(scanner.fields()->size());
    while (true) {
      TARACEA_TRY_ASSIGN(std::optional<array::RecordBatch> batch, scanner.Next());
      if (!batch) {
        break;
      }
      for (size_t i = 0; i < parts.size(); ++i) {
        parts[i].push_back(batch->columns[i]);
      }
    }
    // The rows came ascending and once each; now in the order asked for.
    std::vector<int64_t> order;
    for (const int64_t row : rows) {
      order.push_back(std::lower_bound(wanted.begin(), wanted.end(), row) - wanted.begin());
    }
    array::RecordBatch out;
    out.fields = scanner.fields();
    out.length = static_cast<int64_t>(rows.size());
    for (size_t i = 0; i < parts.size(); ++i) {
      if (parts[i].empty()) {
        TARACEA_TRY_ASSIGN(array::Array none, array::MakeNulls((*out.fields)[i].type, 0));
        parts[i].push_back(std::make_shared<const array::Array>(std::move(none)));
      }
      TARACEA_TRY_ASSIGN(array::Array joined, array::Concatenate(parts[i]));
      TARACEA_TRY_ASSIGN(array::Array taken, array::Take(joined, order));
      out.columns.push_back(std::make_shared<const array::Array>(std::move(taken)));
    }
    return Batch(std::make_shared<const array::RecordBatch>(std::move(out)));
  });
}

}  // namespace taracea

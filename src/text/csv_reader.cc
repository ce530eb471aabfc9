#include "text/csv_reader.h"

#include <algorithm>
#include <optional>

#include "base/try.h"
#include "text/csv_plan.h"

namespace taracea::text {
namespace {

using array::RecordBatch;

/// Rows whose types are found value by value; the types found are then tried on the rest.
constexpr int64_t kSampleRows = 4096;
/// Text whose batches are kept while the types are tried, so that files up to this size are converted once.
constexpr int64_t kKeptTextBytes = int64_t{64} << 20;

using SharedFields = std::shared_ptr<const std::vector<array::Field>>;

/// Converts tiles into batches.
class BatchAssembler {
 public:
  static Result<BatchAssembler> Create(const CsvPlan& plan) {
    BatchAssembler out(&plan, std::make_shared<const std::vector<array::Field>>(plan.fields));
    for (size_t i = 0; i < plan.fields.size(); ++i) {
      TARACEA_TRY_ASSIGN(std::unique_ptr<ColumnConverter> converter,
                         MakeColumnConverter(plan.fields[i], plan.converters[i], plan.context.get()));
      out.converters_.push_back(std::move(converter));
    }
    return out;
  }

  /// The next batch, nothing at the end. `text_bytes` grows by the records' size; `each_tile` sees every tile.
  template <typename EachTile>
  Result<std::optional<RecordBatch>> Next(CsvTileReader& tiles, int64_t* text_bytes, const EachTile& each_tile) {
    const int64_t batch_rows = std::max<int64_t>(plan_->options.batch_rows, 1);
    int64_t rows = 0;
    int64_t bytes = 0;
    while (rows < batch_rows && bytes < plan_->options.batch_bytes) {
      TARACEA_TRY_ASSIGN(CsvTile tile, tiles.Next(static_cast<size_t>(batch_rows - rows)));
      if (tile.rows == 0) {
        break;
      }
      tile.rows = RowsWithin(tile, plan_->options.batch_bytes - bytes, tiles);
      each_tile(tile);
      TARACEA_TRY(AppendTile(tile));
      rows += static_cast<int64_t>(tile.rows);
      bytes += static_cast<int64_t>(tile.text.size());
    }
    *text_bytes += bytes;
    if (rows == 0) {
      return std::optional<RecordBatch>();
    }
    return Finish(rows);
  }

  const SharedFields& fields() const noexcept { return fields_; }
  int64_t null_texts(size_t column) const noexcept { return converters_[column]->null_texts(); }

 private:
  BatchAssembler(const CsvPlan* plan, SharedFields fields) : plan_(plan), fields_(std::move(fields)) {}

  /// Cuts a tile behind the record with which the batch reaches its bytes; the rest is read again.
  static size_t RowsWithin(CsvTile& tile, int64_t bytes_left, CsvTileReader& tiles) {
    if (static_cast<int64_t>(tile.text.size()) < bytes_left) {
      return tile.rows;
    }
    return tiles.CutTile(&tile, static_cast<size_t>(bytes_left));
  }

  Status AppendTile(const CsvTile& tile) {
    for (size_t column = 0; column < converters_.size(); ++column) {
      TARACEA_TRY_ASSIGN(const size_t taken, converters_[column]->Append(tile, column));
      if (taken != tile.rows) {
        return CellFault(*plan_, tile, taken, column);
      }
    }
    return {};
  }

  Result<std::optional<RecordBatch>> Finish(int64_t rows) {
    RecordBatch batch;
    batch.fields = fields_;
    batch.length = rows;
    for (const std::unique_ptr<ColumnConverter>& converter : converters_) {
      TARACEA_TRY_ASSIGN(std::shared_ptr<const array::Array> column, converter->Finish());
      batch.columns.push_back(std::move(column));
    }
    return std::optional<RecordBatch>(std::move(batch));
  }

  const CsvPlan* plan_;
  SharedFields fields_;
  std::vector<std::unique_ptr<ColumnConverter>> converters_;
};

/// Finds the types of the columns that need it.
class TypeSearch {
 public:
  explicit TypeSearch(CsvPlan* plan) : plan_(plan) {
    for (size_t i = 0; i < plan->fields.size(); ++i) {
      columns_.emplace_back(&plan->context->nulls, &plan->context->patterns, plan->layout.dialect);
    }
  }

  /// Looks at up to `max_rows` records; `only_undecided`: of columns that any later value may still decide.
  Status Observe(CsvTileReader& tiles, int64_t max_rows) {
    int64_t rows = 0;
    while (rows < max_rows) {
      TARACEA_TRY_ASSIGN(const CsvTile tile, tiles.Next(static_cast<size_t>(max_rows - rows)));
      if (tile.rows == 0) {
        break;
      }
      for (size_t column = 0; column < columns_.size(); ++column) {
        if (plan_->infer[column]) {
          columns_[column].Observe(tile, column);
        }
      }
      rows += static_cast<int64_t>(tile.rows);
    }
    return {};
  }

  /// Columns whose type a later value may still change from text.
  std::vector<size_t> Undecided() const {
    std::vector<size_t> out;
    for (size_t column = 0; column < columns_.size(); ++column) {
      if (plan_->infer[column] && columns_[column].undecided()) {
        out.push_back(column);
      }
    }
    return out;
  }
  void ObserveColumns(const CsvTile& tile, const std::vector<size_t>& which) {
    for (const size_t column : which) {
      columns_[column].Observe(tile, column);
    }
  }
  bool StillUndecided(const std::vector<size_t>& which) const {
    return std::all_of(which.begin(), which.end(), [&](size_t column) { return columns_[column].undecided(); });
  }

  /// Writes what was found into the plan.
  void Decide() {
    for (size_t column = 0; column < columns_.size(); ++column) {
      if (!plan_->infer[column]) {
        continue;
      }
      InferredType found = columns_[column].Decide();
      plan_->fields[column].type = std::move(found.type);
      plan_->converters[column].pattern = found.pattern;
      plan_->report.evidence[column] = std::move(found.evidence);
      if (!found.warning.empty()) {
        warnings_.push_back("column " + plan_->fields[column].name + ": " + found.warning);
      }
    }
  }
  void PublishWarnings() {
    plan_->report.warnings.insert(plan_->report.warnings.end(), warnings_.begin(), warnings_.end());
  }

 private:
  CsvPlan* plan_;
  std::vector<ColumnInference> columns_;
  std::vector<std::string> warnings_;
};

class CsvStream final : public TextBatchStream {
 public:
  explicit CsvStream(std::unique_ptr<CsvPlan> plan) : plan_(std::move(plan)) {}

  Status Prepare() {
    if (plan_->infers()) {
      TARACEA_TRY(FindTypes());
    }
    if (!complete_) {
      kept_.clear();
      TARACEA_TRY_ASSIGN(BatchAssembler assembler, BatchAssembler::Create(*plan_));
      assembler_.emplace(std::move(assembler));
    }
    return {};
  }

  const SharedFields& fields() const noexcept override { return assembler_->fields(); }
  const array::Metadata& metadata() const noexcept override { return metadata_; }
  const ImportReport& report() const noexcept override { return plan_->report; }

  Result<std::optional<RecordBatch>> Next() override {
    if (!failure_.ok()) {
      return failure_;
    }
    Result<std::optional<RecordBatch>> batch = complete_ ? TakeKept() : ReadBatch();
    if (!batch) {
      failure_ = batch.error();
      return batch;
    }
    plan_->report.rows += *batch ? (*batch)->length : 0;
    for (size_t column = 0; column < plan_->fields.size(); ++column) {
      plan_->report.null_texts[column] = assembler_->null_texts(column);
    }
    return batch;
  }

 private:
  std::optional<RecordBatch> TakeKept() {
    if (kept_at_ == kept_.size()) {
      return std::nullopt;
    }
    return std::move(kept_[kept_at_++]);
  }

  Result<std::optional<RecordBatch>> ReadBatch() {
    if (ended_) {
      return std::optional<RecordBatch>();
    }
    if (tiles_ == nullptr) {
      TARACEA_TRY_ASSIGN(tiles_, OpenAllTiles(*plan_));
    }
    int64_t bytes = 0;
    TARACEA_TRY_ASSIGN(std::optional<RecordBatch> batch, assembler_->Next(*tiles_, &bytes, [](const CsvTile&) {}));
    ended_ = !batch;
    return batch;
  }

  /// Guesses from the first rows, tries the guess on the whole, and looks at every value when it does not hold.
  Status FindTypes() {
    TypeSearch sample(plan_.get());
    bool whole = false;
    TARACEA_TRY_ASSIGN(std::unique_ptr<CsvTileReader> tiles, OpenPreviewTiles(*plan_, &whole));
    TARACEA_TRY(sample.Observe(*tiles, kSampleRows));
    sample.Decide();
    TARACEA_TRY_ASSIGN(const bool holds, TryGuess(&sample));
    if (holds) {
      sample.PublishWarnings();
      return {};
    }
    complete_ = false;
    kept_.clear();
    TypeSearch all(plan_.get());
    TARACEA_TRY_ASSIGN(tiles, OpenPreviewTiles(*plan_, &whole));
    TARACEA_TRY(all.Observe(*tiles, INT64_MAX));
    all.Decide();
    all.PublishWarnings();
    return {};
  }

  /// Converts the whole preview; false when a value is not of its guessed type, or decides a type that was open.
  Result<bool> TryGuess(TypeSearch* sample) {
    bool whole = false;
    TARACEA_TRY_ASSIGN(const std::unique_ptr<CsvTileReader> tiles, OpenPreviewTiles(*plan_, &whole));
    TARACEA_TRY_ASSIGN(BatchAssembler assembler, BatchAssembler::Create(*plan_));
    const std::vector<size_t> undecided = sample->Undecided();
    int64_t text_bytes = 0;
    complete_ = whole;
    while (true) {
      Result<std::optional<RecordBatch>> batch =
          assembler.Next(*tiles, &text_bytes, [&](const CsvTile& tile) { sample->ObserveColumns(tile, undecided); });
      if (!batch) {
        // A value of another type has its column in the place; faults of the text itself have none.
        const bool wrong_type = batch.error().code() == ErrorCode::kCorrupt && IsInferred(batch.error().place().column);
        return wrong_type ? Result<bool>(false) : Result<bool>(std::move(batch).error());
      }
      if (!sample->StillUndecided(undecided)) {
        return false;
      }
      if (!*batch) {
        assembler_.emplace(std::move(assembler));
        return true;
      }
      complete_ = complete_ && text_bytes <= kKeptTextBytes;
      if (complete_) {
        kept_.push_back(**std::move(batch));
      } else {
        kept_.clear();
      }
    }
  }

  bool IsInferred(const std::string& column) const {
    for (size_t i = 0; i < plan_->fields.size(); ++i) {
      if (plan_->fields[i].name == column) {
        return plan_->infer[i];
      }
    }
    return false;
  }

  std::unique_ptr<CsvPlan> plan_;
  array::Metadata metadata_;
  std::optional<BatchAssembler> assembler_;
  std::unique_ptr<CsvTileReader> tiles_;
  bool ended_ = false;
  Status failure_;
  bool complete_ = false;  ///< kept_ holds the whole input.
  std::vector<RecordBatch> kept_;
  size_t kept_at_ = 0;
};

}  // namespace

Result<std::unique_ptr<TextBatchStream>> OpenCsv(std::shared_ptr<TextInput> input, const CsvReadOptions& options) {
  TARACEA_TRY_ASSIGN(std::unique_ptr<CsvPlan> plan, PlanCsv(std::move(input), options));
  auto stream = std::make_unique<CsvStream>(std::move(plan));
  TARACEA_TRY(stream->Prepare());
  return std::unique_ptr<TextBatchStream>(std::move(stream));
}

}  // namespace taracea::text

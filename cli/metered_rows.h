#pragma once

#include <cstdint>

#include "interrupt.h"
#include "progress_meter.h"
#include "propagate.h"
#include "taracea/batch.h"

namespace taracea::cli {

/// Tells a meter about every row that passes; ends early after Ctrl-C. `meter` may be null.
class MeteredRows final : public BatchReader {
 public:
  MeteredRows(BatchReader& reader, ProgressMeter* meter) : reader_(reader), meter_(meter) {}
  Result<std::optional<Batch>> Next() override {
    CLI_TRY(CheckInterrupt());
    CLI_TRY_ASSIGN(std::optional<Batch> batch, reader_.Next());
    if (batch) {
      rows_ += batch->num_rows();
      if (meter_ != nullptr) {
        meter_->Add(batch->num_rows());
      }
    }
    return batch;
  }
  Status ExportSchema(ArrowSchema* out) const override { return reader_.ExportSchema(out); }
  int64_t rows() const noexcept { return rows_; }

 private:
  BatchReader& reader_;
  ProgressMeter* meter_;
  int64_t rows_ = 0;
};

}  // namespace taracea::cli

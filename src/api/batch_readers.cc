#include "taracea/batch_readers.h"

#include <algorithm>
#include <utility>

#include "api/batch_streams.h"
#include "base/guard.h"
#include "base/try.h"
#include "schema/schema_path.h"

namespace taracea {
namespace {

using array::BatchStream;
using array::Field;
using array::RecordBatch;
using SharedFields = std::shared_ptr<const std::vector<Field>>;

class SelectedColumns final : public BatchStream {
 public:
  SelectedColumns(std::unique_ptr<BatchStream> stream, std::vector<size_t> which)
      : stream_(std::move(stream)), which_(std::move(which)) {
    auto fields = std::make_shared<std::vector<Field>>();
    for (const size_t i : which_) {
      fields->push_back((*stream_->fields())[i]);
    }
    fields_ = std::move(fields);
  }

  const SharedFields& fields() const noexcept override { return fields_; }
  const array::Metadata& metadata() const noexcept override { return stream_->metadata(); }
  Result<std::optional<RecordBatch>> Next() override {
    TARACEA_TRY_ASSIGN(std::optional<RecordBatch> batch, stream_->Next());
    if (batch) {
      std::vector<std::shared_ptr<const array::Array>> columns;
      for (const size_t i : which_) {
        columns.push_back(batch->columns[i]);
      }
      batch->columns = std::move(columns);
      batch->fields = fields_;
    }
    return batch;
  }

 private:
  std::unique_ptr<BatchStream> stream_;
  std::vector<size_t> which_;
  SharedFields fields_;
};

class SelectedRows final : public BatchReader {
 public:
  SelectedRows(std::unique_ptr<BatchReader> reader, RowRange rows) : reader_(std::move(reader)), rows_(rows) {}

  Status ExportSchema(ArrowSchema* out) const override { return reader_->ExportSchema(out); }
  Result<std::optional<Batch>> Next() override {
    while (row_ < rows_.end) {
      TARACEA_TRY_ASSIGN(std::optional<Batch> batch, reader_->Next());
      if (!batch) {
        row_ = rows_.end;
        break;
      }
      const int64_t first = row_;
      row_ += batch->num_rows();
      const int64_t begin = std::max(rows_.begin - first, int64_t{0});
      const int64_t end = std::min(rows_.end - first, batch->num_rows());
      if (begin < end) {
        return std::optional<Batch>(batch->Slice(begin, end - begin));
      }
    }
    return std::optional<Batch>();
  }

 private:
  std::unique_ptr<BatchReader> reader_;
  RowRange rows_;
  int64_t row_ = 0;
};

class JoinedStreams final : public BatchStream {
 public:
  explicit JoinedStreams(std::vector<std::unique_ptr<BatchStream>> streams) : streams_(std::move(streams)) {}

  const SharedFields& fields() const noexcept override { return streams_.front()->fields(); }
  const array::Metadata& metadata() const noexcept override { return streams_.front()->metadata(); }
  Result<std::optional<RecordBatch>> Next() override {
    while (at_ < streams_.size()) {
      TARACEA_TRY_ASSIGN(std::optional<RecordBatch> batch, streams_[at_]->Next());
      if (batch) {
        batch->fields = fields();
        return batch;
      }
      ++at_;
    }
    return std::optional<RecordBatch>();
  }

 private:
  std::vector<std::unique_ptr<BatchStream>> streams_;
  size_t at_ = 0;
};

class BatchesInMemory final : public BatchReader {
 public:
  explicit BatchesInMemory(std::vector<Batch> batches) : first_(batches.front()), batches_(std::move(batches)) {}

  Status ExportSchema(ArrowSchema* out) const override {
    ArrowArray none{};
    TARACEA_TRY(first_.Slice(0, 0).Export(&none, out));
    none.release(&none);
    return {};
  }
  Result<std::optional<Batch>> Next() override {
    return at_ == batches_.size() ? std::optional<Batch>() : std::optional<Batch>(std::move(batches_[at_++]));
  }

 private:
  Batch first_;
  std::vector<Batch> batches_;
  size_t at_ = 0;
};

Status UnknownColumn(const std::string& name, const std::vector<Field>& fields) {
  std::string message = "there is no column " + name;
  std::string near;
  const int bound = static_cast<int>(std::max<size_t>(name.size() / 3, 2));
  for (const Field& field : fields) {
    if (schema::EditDistance(name, field.name, bound) <= bound) {
      near += (near.empty() ? "" : ", ") + field.name;
    }
  }
  return Status::InvalidArgument(near.empty() ? message : message + "; did you mean " + near + "?");
}

/// Says in what the fields of a later reader differ from the first's; empty when they do not.
std::string FieldDifference(const std::vector<Field>& first, const std::vector<Field>& other) {
  for (size_t i = 0; i < std::max(first.size(), other.size()); ++i) {
    if (i >= other.size()) {
      return "column " + first[i].name + " is missing";
    }
    if (i >= first.size()) {
      return "column " + other[i].name + " is not in the first";
    }
    if (first[i].name != other[i].name) {
      return "column " + std::to_string(i + 1) + " is " + other[i].name + ", in the first " + first[i].name;
    }
    if (first[i].type != other[i].type) {
      return "column " + first[i].name + " is " + other[i].type.ToString() + ", in the first " +
             first[i].type.ToString();
    }
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<BatchReader>> SelectColumns(std::unique_ptr<BatchReader> reader,
                                                   const std::vector<std::string>& columns) {
  return Guard([&]() -> Result<std::unique_ptr<BatchReader>> {
    TARACEA_TRY_ASSIGN(std::unique_ptr<BatchStream> stream, api::UnwrapReader(std::move(reader)));
    const std::vector<Field>& fields = *stream->fields();
    std::vector<size_t> which;
    for (const std::string& name : columns) {
      const auto found = std::find_if(fields.begin(), fields.end(), [&](const Field& f) { return f.name == name; });
      if (found == fields.end()) {
        return UnknownColumn(name, fields);
      }
      which.push_back(static_cast<size_t>(found - fields.begin()));
    }
    return api::WrapStream(std::make_unique<SelectedColumns>(std::move(stream), std::move(which)));
  });
}

std::unique_ptr<BatchReader> SelectRows(std::unique_ptr<BatchReader> reader, RowRange rows) {
  return std::make_unique<SelectedRows>(std::move(reader), rows);
}

Result<std::unique_ptr<BatchReader>> JoinReaders(std::vector<std::unique_ptr<BatchReader>> readers) {
  return Guard([&]() -> Result<std::unique_ptr<BatchReader>> {
    if (readers.empty()) {
      return Status::InvalidArgument("there is no reader to join");
    }
    std::vector<std::unique_ptr<BatchStream>> streams;
    for (std::unique_ptr<BatchReader>& reader : readers) {
      TARACEA_TRY_ASSIGN(std::unique_ptr<BatchStream> stream, api::UnwrapReader(std::move(reader)));
      streams.push_back(std::move(stream));
      const std::string difference = FieldDifference(*streams.front()->fields(), *streams.back()->fields());
      if (!difference.empty()) {
        return Status::InvalidArgument("input " + std::to_string(streams.size()) +
                                       " has other columns than the first: " + difference);
      }
    }
    return api::WrapStream(std::make_unique<JoinedStreams>(std::move(streams)));
  });
}

std::unique_ptr<BatchReader> ReadBatches(std::vector<Batch> batches) {
  return std::make_unique<BatchesInMemory>(std::move(batches));
}

}  // namespace taracea

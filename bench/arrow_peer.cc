// The tasks, done by Arrow C++ out of the pyarrow wheel.

#include <arrow/c/bridge.h>
#include <arrow/io/file.h>
#include <parquet/file_reader.h>
#include <parquet/metadata.h>

#include <cstdio>

#include "arrow_table.h"
#include "table_answer.h"

namespace bench {
namespace {

class Read final : public Task {
 public:
  explicit Read(std::string path) : path_(std::move(path)) {}
  void Run() override { table_ = ReadParquet(path_); }
  void Drop() override { table_.reset(); }
  std::string Answer() override {
    TableAnswer answer;
    arrow::TableBatchReader batches(*table_);
    for (auto batch = Must(batches.Next()); batch != nullptr; batch = Must(batches.Next())) {
      ArrowArray array;
      ArrowSchema schema;
      Must(arrow::ExportRecordBatch(*batch, &array, &schema));
      answer.Add(&array, &schema);
    }
    return answer.ToJson();
  }

 private:
  std::string path_;
  std::shared_ptr<arrow::Table> table_;
};

class Write final : public Task {
 public:
  Write(std::string input, std::string output, std::string codec)
      : input_(std::move(input)), output_(std::move(output)), codec_(std::move(codec)) {}
  void Prepare() override { table_ = ReadParquet(input_); }
  void Run() override { WriteParquet(*table_, output_, codec_); }
  void Drop() override { std::remove(output_.c_str()); }

 private:
  std::string input_;
  std::string output_;
  std::string codec_;
  std::shared_ptr<arrow::Table> table_;
};

class ConvertCsv final : public Task {
 public:
  ConvertCsv(std::string input, std::string output) : input_(std::move(input)), output_(std::move(output)) {}
  void Run() override { WriteParquet(*ReadCsv(input_), output_, "snappy"); }
  void Drop() override { std::remove(output_.c_str()); }

 private:
  std::string input_;
  std::string output_;
};

class Open final : public Task {
 public:
  explicit Open(std::string path) : path_(std::move(path)) {}
  void Run() override { reader_ = parquet::ParquetFileReader::Open(Must(arrow::io::ReadableFile::Open(path_))); }
  void Drop() override { reader_.reset(); }
  std::string Answer() override {
    return "{\"rows\": " + std::to_string(reader_->metadata()->num_rows()) +
           ", \"columns\": " + std::to_string(reader_->metadata()->RowGroup(0)->num_columns()) + "}";
  }

 private:
  std::string path_;
  std::unique_ptr<parquet::ParquetFileReader> reader_;
};

constexpr TaskMaker kMakeTask = MakeFileTask<Read, Write, ConvertCsv, Open>;

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::Serve(argc, argv, bench::kMakeTask, [] { return arrow::default_memory_pool()->num_allocations(); });
}

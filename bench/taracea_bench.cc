// The tasks, done by Taracea through its public interface.

#include <filesystem>
#include <optional>

#include "table_answer.h"
#include "taracea/taracea.h"
#include "worker.h"

namespace bench {
namespace {

using taracea::Batch;
using taracea::File;

template <typename T>
T Must(taracea::Result<T> result) {
  if (!result.ok()) {
    Fail(result.error().ToString());
  }
  return std::move(result).value();
}

void Must(const taracea::Status& status) {
  if (!status.ok()) {
    Fail(status.ToString());
  }
}

std::vector<Batch> ReadBatches(const std::string& path) {
  taracea::Scanner scanner = Must(Must(File::Open(path)).Scan());
  std::vector<Batch> batches;
  for (std::optional<Batch> batch = Must(scanner.Next()); batch.has_value(); batch = Must(scanner.Next())) {
    batches.push_back(*std::move(batch));
  }
  return batches;
}

taracea::WriteOptions Options(const std::string& codec) {
  taracea::WriteOptions options;
  options.codec = codec == "none" ? taracea::Codec::kUncompressed : taracea::Codec::kSnappy;
  return options;
}

class Read final : public Task {
 public:
  explicit Read(std::string path) : path_(std::move(path)) {}
  void Run() override { batches_ = ReadBatches(path_); }
  void Drop() override { batches_.clear(); }
  std::string Answer() override {
    TableAnswer answer;
    for (const Batch& batch : batches_) {
      ArrowArray array;
      ArrowSchema schema;
      Must(batch.Export(&array, &schema));
      answer.Add(&array, &schema);
    }
    return answer.ToJson();
  }

 private:
  std::string path_;
  std::vector<Batch> batches_;
};

class Write final : public Task {
 public:
  Write(std::string input, std::string output, const std::string& codec)
      : input_(std::move(input)), output_(std::move(output)), options_(Options(codec)) {}
  void Prepare() override { batches_ = ReadBatches(input_); }
  void Run() override {
    ArrowArray array;
    ArrowSchema schema;
    Must(batches_.front().Slice(0, 0).Export(&array, &schema));
    array.release(&array);
    taracea::Writer writer = Must(taracea::Writer::Create(output_, &schema, options_));
    for (const Batch& batch : batches_) {
      Must(writer.Write(batch));
    }
    Must(writer.Close());
  }
  void Drop() override { std::filesystem::remove(output_); }

 private:
  std::string input_;
  std::string output_;
  taracea::WriteOptions options_;
  std::vector<Batch> batches_;
};

class ConvertCsv final : public Task {
 public:
  ConvertCsv(std::string input, std::string output) : input_(std::move(input)), output_(std::move(output)) {}
  void Run() override {
    taracea::CsvReadOptions read_options;
    read_options.null_strings = {"NA"};
    const std::unique_ptr<taracea::ImportReader> reader = Must(taracea::ReadCsv(input_, read_options));
    ArrowSchema schema;
    Must(reader->ExportSchema(&schema));
    taracea::Writer writer = Must(taracea::Writer::Create(output_, &schema, Options("snappy")));
    Must(writer.WriteAll(*reader));
    Must(writer.Close());
  }
  void Drop() override { std::filesystem::remove(output_); }

 private:
  std::string input_;
  std::string output_;
};

class Open final : public Task {
 public:
  explicit Open(std::string path) : path_(std::move(path)) {}
  void Run() override { file_ = Must(File::Open(path_)); }
  void Drop() override { file_.reset(); }
  std::string Answer() override {
    return "{\"rows\": " + std::to_string(file_->num_rows()) +
           ", \"columns\": " + std::to_string(file_->metadata().row_group(0).column_count()) + "}";
  }

 private:
  std::string path_;
  std::optional<File> file_;
};

constexpr TaskMaker kMakeTask = MakeFileTask<Read, Write, ConvertCsv, Open>;

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::Serve(argc, argv, bench::kMakeTask, [] { return int64_t{0}; });
}

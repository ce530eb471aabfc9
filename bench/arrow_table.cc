#include "arrow_table.h"

#include <arrow/csv/api.h>
#include <arrow/io/file.h>
#include <parquet/arrow/reader.h>
#include <parquet/arrow/writer.h>

namespace bench {

std::shared_ptr<arrow::Table> ReadParquet(const std::string& path) {
  const auto file = Must(arrow::io::ReadableFile::Open(path));
  const auto reader = Must(parquet::arrow::OpenFile(file, arrow::default_memory_pool()));
  reader->set_use_threads(false);
  return Must(reader->ReadTable());
}

void WriteParquet(const arrow::Table& table, const std::string& path, const std::string& codec) {
  const auto compression = codec == "none" ? arrow::Compression::UNCOMPRESSED : arrow::Compression::SNAPPY;
  const auto properties = parquet::WriterProperties::Builder().compression(compression)->build();
  const auto arrow_properties = parquet::ArrowWriterProperties::Builder().store_schema()->build();
  const auto sink = Must(arrow::io::FileOutputStream::Open(path));
  Must(parquet::arrow::WriteTable(table, arrow::default_memory_pool(), sink, parquet::DEFAULT_MAX_ROW_GROUP_LENGTH,
                                  properties, arrow_properties));
  Must(sink->Close());
}

std::shared_ptr<arrow::Table> ReadCsv(const std::string& path) {
  auto read_options = arrow::csv::ReadOptions::Defaults();
  read_options.use_threads = false;
  auto convert_options = arrow::csv::ConvertOptions::Defaults();
  convert_options.null_values = {"NA"};
  convert_options.strings_can_be_null = true;
  const auto file = Must(arrow::io::ReadableFile::Open(path));
  const auto reader = Must(arrow::csv::TableReader::Make(arrow::io::default_io_context(), file, read_options,
                                                         arrow::csv::ParseOptions::Defaults(), convert_options));
  return Must(reader->Read());
}

}  // namespace bench

#include "write/column_choices.h"

#include <string>

#include "base/try.h"
#include "compression/codec_registry.h"
#include "format/legal_encodings.h"

namespace taracea::write {
namespace {

Status MustBePositive(const char* name, int64_t value) {
  if (value < 1) {
    return Status::InvalidArgument(std::string(name) + " must be at least 1, found " + std::to_string(value));
  }
  return {};
}

Status CheckSizes(const WriteOptions& options) {
  TARACEA_TRY(MustBePositive("data_page_bytes", options.data_page_bytes));
  TARACEA_TRY(MustBePositive("data_page_rows", options.data_page_rows));
  TARACEA_TRY(MustBePositive("row_group_rows", options.row_group_rows));
  TARACEA_TRY(MustBePositive("row_group_bytes", options.row_group_bytes));
  TARACEA_TRY(MustBePositive("dictionary_page_bytes", options.dictionary_page_bytes));
  if (options.format_version != 1 && options.format_version != 2) {
    return Status::InvalidArgument("format_version must be 1 or 2, found " + std::to_string(options.format_version));
  }
  return {};
}

void Overlay(const ColumnWriteOptions& own, column::ColumnWriterSpec* spec) {
  spec->encoding = own.encoding.value_or(spec->encoding);
  spec->dictionary = own.dictionary.value_or(own.encoding ? false : spec->dictionary);
  if (own.codec) {
    spec->codec = *own.codec;
    spec->compression_level.reset();  // A level belongs to its codec.
  }
  if (own.compression_level) {
    spec->compression_level = own.compression_level;
  }
  spec->statistics = own.statistics.value_or(spec->statistics);
}

Status CheckColumn(const column::ColumnWriterSpec& spec, const std::string& path) {
  const PhysicalType type = *spec.node.physical_type;
  if (format::IsDictionaryEncoding(spec.encoding)) {
    return Status::InvalidArgument("column '" + path + "': set dictionary = true instead of encoding " +
                                   ToString(spec.encoding));
  }
  if (!format::IsLegalToWrite(spec.encoding, type)) {
    return Status::InvalidArgument("column '" + path + "': encoding " + ToString(spec.encoding) +
                                   " is not defined for " + ToString(type));
  }
  // Makes the compressor once, so that an unknown codec or level fails now and not with the first page.
  compression::WorkerCodecs codecs;
  if (spec.codec == Codec::kUncompressed) {
    return {};
  }
  if (Result<compression::Compressor*> made = codecs.CompressorFor(spec.codec, spec.compression_level); !made.ok()) {
    return Status(made.error().code(), "column '" + path + "': " + made.error().message());
  }
  return {};
}

}  // namespace

Result<std::vector<column::ColumnWriterSpec>> ChooseColumns(const Schema& schema, const WriteOptions& options,
                                                            const std::shared_ptr<Arena>& arena) {
  TARACEA_TRY(CheckSizes(options));
  std::vector<column::ColumnWriterSpec> specs(static_cast<size_t>(schema.leaf_count()));
  for (int leaf = 0; leaf < schema.leaf_count(); ++leaf) {
    column::ColumnWriterSpec& spec = specs[static_cast<size_t>(leaf)];
    spec.node = schema.leaf(leaf);
    spec.node.children.clear();
    spec.path = schema.Path(schema.leaf_node_index(leaf));
    spec.dictionary = options.dictionary && *spec.node.physical_type != PhysicalType::kBoolean;
    spec.codec = options.codec;
    spec.compression_level = options.compression_level;
    spec.version = options.data_page_version;
    spec.data_page_bytes = options.data_page_bytes;
    spec.data_page_rows = options.data_page_rows;
    spec.dictionary_page_bytes = options.dictionary_page_bytes;
    spec.statistics = options.statistics;
    spec.page_index = options.page_index;
    spec.size_statistics = options.size_statistics;
    spec.checksums = options.page_checksums;
    spec.statistics_truncate_bytes = options.statistics_truncate_bytes;
    spec.arena = arena;
  }
  for (const auto& [path, own] : options.column) {
    TARACEA_TRY_ASSIGN(const int node, schema.Find(path));
    for (const int leaf : schema.LeavesBelow(node)) {
      Overlay(own, &specs[static_cast<size_t>(leaf)]);
    }
  }
  for (int leaf = 0; leaf < schema.leaf_count(); ++leaf) {
    TARACEA_TRY(CheckColumn(specs[static_cast<size_t>(leaf)], schema.PathString(schema.leaf_node_index(leaf))));
  }
  return specs;
}

}  // namespace taracea::write

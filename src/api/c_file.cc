#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "api/c_boundary.h"
#include "api/c_callbacks.h"
#include "api/c_handles.h"
#include "api/c_options.h"
#include "base/try.h"
#include "taracea/c.h"
#include "taracea/metadata_text.h"

namespace taracea::api {
namespace {

Status CheckOrdinal(int32_t given, int64_t count, std::string_view name) {
  return given >= 0 && given < count
             ? Status()
             : Status::InvalidArgument("expected a " + std::string(name) + " below " + std::to_string(count) +
                                       ", found " + std::to_string(given));
}

Status GiveFile(Result<File> opened, taracea_file** file) {
  TARACEA_TRY(opened.status());
  TARACEA_TRY(Need(file, "file"));
  *file = std::make_unique<taracea_file>(*std::move(opened)).release();
  return {};
}

/// Opens what comes from callbacks or memory, which are taken over already.
Status OpenSource(Result<std::shared_ptr<ByteSource>> source, const taracea_open_options* options,
                  taracea_file** file) {
  TARACEA_TRY(source.status());
  TARACEA_TRY_ASSIGN(const OpenOptions wanted, ToOpenOptions(options));
  return GiveFile(File::Open(*std::move(source), wanted), file);
}

Result<ColumnChunkInfo> FindChunk(const taracea_file* file, int32_t row_group, int32_t leaf) {
  TARACEA_TRY(Need(file, "file"));
  const MetadataInfo metadata = file->file.metadata();
  TARACEA_TRY(CheckOrdinal(row_group, metadata.row_group_count(), "row group"));
  const RowGroupInfo group = metadata.row_group(row_group);
  TARACEA_TRY(CheckOrdinal(leaf, group.column_count(), "leaf"));
  return group.column(leaf);
}

taracea_chunk_info Describe(const ColumnChunk& chunk) {
  const ColumnMetaData& from = *chunk.meta_data;
  taracea_chunk_info out{};
  out.num_values = from.num_values;
  out.total_compressed_size = from.total_compressed_size;
  out.total_uncompressed_size = from.total_uncompressed_size;
  out.data_page_offset = from.data_page_offset;
  out.dictionary_page_offset = from.dictionary_page_offset.value_or(-1);
  out.offset_index_offset = chunk.offset_index_offset.value_or(-1);
  out.column_index_offset = chunk.column_index_offset.value_or(-1);
  out.bloom_filter_offset = from.bloom_filter_offset.value_or(-1);
  for (const Encoding encoding : from.encodings) {
    const auto number = static_cast<uint32_t>(encoding);
    out.encodings |= number < 64 ? uint64_t{1} << number : 0;
  }
  out.codec = static_cast<int32_t>(from.codec);
  out.type = static_cast<int32_t>(from.type);
  return out;
}

/// Public statistics and the bytes and texts that they point to.
struct StatisticsMemory : taracea_statistics {
  Statistics values;
  std::string min_text_memory;
  std::string max_text_memory;
};

taracea_choice Choice(std::optional<bool> flag) {
  return !flag ? TARACEA_DEFAULT : *flag ? TARACEA_YES : TARACEA_NO;
}

std::unique_ptr<StatisticsMemory> MakeStatistics(Statistics values, const SchemaNode& leaf) {
  auto out = std::make_unique<StatisticsMemory>();
  static_cast<taracea_statistics&>(*out) = {};
  out->values = std::move(values);
  out->struct_size = sizeof(taracea_statistics);
  out->null_count = out->values.null_count.value_or(-1);
  out->distinct_count = out->values.distinct_count.value_or(-1);
  out->nan_count = out->values.nan_count.value_or(-1);
  if (const auto& bound = out->values.min_value) {
    out->min_value = bound->data();
    out->min_bytes = bound->size();
    out->min_text_memory = PlainValueText(leaf, *bound);
    out->min_text = out->min_text_memory.c_str();
  }
  if (const auto& bound = out->values.max_value) {
    out->max_value = bound->data();
    out->max_bytes = bound->size();
    out->max_text_memory = PlainValueText(leaf, *bound);
    out->max_text = out->max_text_memory.c_str();
  }
  out->is_min_exact = Choice(out->values.is_min_value_exact);
  out->is_max_exact = Choice(out->values.is_max_value_exact);
  return out;
}

/// Gives an index of a chunk as JSON, where it has one.
template <typename Read>
taracea_code GiveIndex(const taracea_file* file, int32_t row_group, int32_t leaf, char** json, taracea_error** error,
                       Read&& read) noexcept {
  Clear(json);
  return Answer(error, [&]() -> Status {
    TARACEA_TRY(Need(json, "json"));
    TARACEA_TRY_ASSIGN(const ColumnChunkInfo chunk, FindChunk(file, row_group, leaf));
    TARACEA_TRY_ASSIGN(const auto index, read(chunk));
    if (index) {
      GiveText(ToJson(*index), json);
    }
    return {};
  });
}

}  // namespace
}  // namespace taracea::api

namespace api = taracea::api;
using taracea::Status;

taracea_code taracea_file_open(const char* path, const taracea_open_options* options, taracea_file** file,
                               taracea_error** error) {
  api::Clear(file);
  return api::Answer(error, [&]() -> Status {
    TARACEA_TRY(api::Need(path, "path"));
    TARACEA_TRY_ASSIGN(const taracea::OpenOptions wanted, api::ToOpenOptions(options));
    return api::GiveFile(taracea::File::Open(std::string(path), wanted), file);
  });
}

taracea_code taracea_file_open_source(const taracea_source* source, const taracea_open_options* options,
                                      taracea_file** file, taracea_error** error) {
  api::Clear(file);
  return api::Answer(error, [&] { return api::OpenSource(api::MakeSource(source), options, file); });
}

taracea_code taracea_file_open_memory(const taracea_memory* memory, const taracea_open_options* options,
                                      taracea_file** file, taracea_error** error) {
  api::Clear(file);
  return api::Answer(error, [&] { return api::OpenSource(api::MakeMemory(memory), options, file); });
}

void taracea_file_close(taracea_file* file) {
  const std::unique_ptr<taracea_file> memory(file);
}

taracea_code taracea_file_get_info(const taracea_file* file, taracea_file_info* info, taracea_error** error) {
  return api::Answer(error, [&]() -> Status {
    TARACEA_TRY(api::Need(file, "file"));
    const taracea::MetadataInfo metadata = file->file.metadata();
    taracea_file_info out{};
    out.num_rows = metadata.num_rows();
    out.file_bytes = metadata.file_bytes();
    out.footer_bytes = metadata.footer_bytes();
    out.name = file->name.c_str();
    out.created_by = metadata.created_by().c_str();
    out.version = metadata.version();
    out.row_group_count = metadata.row_group_count();
    out.leaf_count = file->file.schema().leaf_count();
    out.key_value_count = static_cast<int32_t>(metadata.key_value_metadata().size());
    return api::FillStruct(out, info, "info");
  });
}

taracea_code taracea_file_get_key_value(const taracea_file* file, int32_t i, taracea_key_value* pair,
                                        taracea_error** error) {
  api::Clear(pair);
  return api::Answer(error, [&]() -> Status {
    TARACEA_TRY(api::Need(file, "file"));
    TARACEA_TRY(api::Need(pair, "pair"));
    const auto& pairs = file->file.metadata().key_value_metadata();
    TARACEA_TRY(api::CheckOrdinal(i, static_cast<int64_t>(pairs.size()), "pair"));
    const taracea::KeyValue& found = pairs[static_cast<size_t>(i)];
    *pair = {found.key.c_str(), found.key.size(), found.value ? found.value->c_str() : nullptr,
             found.value ? found.value->size() : 0};
    return {};
  });
}

taracea_code taracea_file_get_row_group(const taracea_file* file, int32_t row_group, taracea_row_group_info* info,
                                        taracea_error** error) {
  return api::Answer(error, [&]() -> Status {
    TARACEA_TRY(api::Need(file, "file"));
    const taracea::MetadataInfo metadata = file->file.metadata();
    TARACEA_TRY(api::CheckOrdinal(row_group, metadata.row_group_count(), "row group"));
    TARACEA_TRY_ASSIGN(const taracea::RowGroup group, metadata.row_group(row_group).metadata());
    taracea_row_group_info out{};
    out.num_rows = group.num_rows;
    out.total_byte_size = group.total_byte_size;
    out.total_compressed_size = group.total_compressed_size.value_or(-1);
    return api::FillStruct(out, info, "info");
  });
}

taracea_code taracea_file_get_chunk(const taracea_file* file, int32_t row_group, int32_t leaf, taracea_chunk_info* info,
                                    taracea_error** error) {
  return api::Answer(error, [&]() -> Status {
    TARACEA_TRY_ASSIGN(const taracea::ColumnChunkInfo found, api::FindChunk(file, row_group, leaf));
    TARACEA_TRY_ASSIGN(const taracea::ColumnChunk chunk, found.metadata());
    if (!chunk.meta_data) {
      return Status::Unsupported("expected the metadata of the chunk in the footer, found none: it is encrypted");
    }
    return api::FillStruct(api::Describe(chunk), info, "info");
  });
}

taracea_code taracea_file_get_statistics(const taracea_file* file, int32_t row_group, int32_t leaf,
                                         taracea_statistics** statistics, taracea_error** error) {
  api::Clear(statistics);
  return api::Answer(error, [&]() -> Status {
    TARACEA_TRY(api::Need(statistics, "statistics"));
    TARACEA_TRY_ASSIGN(const taracea::ColumnChunkInfo chunk, api::FindChunk(file, row_group, leaf));
    TARACEA_TRY(api::CheckOrdinal(leaf, file->file.schema().leaf_count(), "leaf"));
    TARACEA_TRY_ASSIGN(std::optional<taracea::Statistics> found, chunk.statistics());
    if (found) {
      *statistics = api::MakeStatistics(*std::move(found), file->file.schema().leaf(leaf)).release();
    }
    return {};
  });
}

void taracea_statistics_free(taracea_statistics* statistics) {
  const std::unique_ptr<api::StatisticsMemory> memory(static_cast<api::StatisticsMemory*>(statistics));
}

taracea_code taracea_file_metadata_json(const taracea_file* file, char** json, taracea_error** error) {
  api::Clear(json);
  return api::Answer(error, [&]() -> Status {
    TARACEA_TRY(api::Need(file, "file"));
    TARACEA_TRY(api::Need(json, "json"));
    TARACEA_TRY_ASSIGN(const taracea::FileMetaData metadata, file->file.metadata().full());
    api::GiveText(taracea::ToJson(metadata), json);
    return {};
  });
}

taracea_code taracea_file_offset_index_json(const taracea_file* file, int32_t row_group, int32_t leaf, char** json,
                                            taracea_error** error) {
  return api::GiveIndex(file, row_group, leaf, json, error, [](const auto& chunk) { return chunk.offset_index(); });
}

taracea_code taracea_file_column_index_json(const taracea_file* file, int32_t row_group, int32_t leaf, char** json,
                                            taracea_error** error) {
  return api::GiveIndex(file, row_group, leaf, json, error, [](const auto& chunk) { return chunk.column_index(); });
}

taracea_code taracea_file_schema_message(const taracea_file* file, char** message, taracea_error** error) {
  api::Clear(message);
  return api::Answer(error, [&]() -> Status {
    TARACEA_TRY(api::Need(file, "file"));
    TARACEA_TRY(api::Need(message, "message"));
    api::GiveText(file->file.schema().ToString(), message);
    return {};
  });
}

taracea_code taracea_file_get_leaf(const taracea_file* file, int32_t leaf, taracea_leaf_info* info,
                                   taracea_error** error) {
  return api::Answer(error, [&]() -> Status {
    TARACEA_TRY(api::Need(file, "file"));
    const taracea::Schema& schema = file->file.schema();
    TARACEA_TRY(api::CheckOrdinal(leaf, schema.leaf_count(), "leaf"));
    const taracea::SchemaNode& node = schema.leaf(leaf);
    const taracea_file::LeafTexts& texts = file->Leaves()[static_cast<size_t>(leaf)];
    taracea_leaf_info out{};
    out.path = texts.path.c_str();
    out.logical_type = texts.logical_type.c_str();
    out.type = static_cast<int32_t>(*node.physical_type);
    out.type_length = node.type_length;
    out.repetition = static_cast<int32_t>(node.repetition);
    out.field_id = node.field_id.value_or(-1);
    out.max_definition_level = node.max_definition_level;
    out.max_repetition_level = node.max_repetition_level;
    return api::FillStruct(out, info, "info");
  });
}

taracea_code taracea_file_find_leaf(const taracea_file* file, const char* path, int32_t* leaf, taracea_error** error) {
  if (leaf != nullptr) {
    *leaf = -1;
  }
  return api::Answer(error, [&]() -> Status {
    TARACEA_TRY(api::Need(file, "file"));
    TARACEA_TRY(api::Need(path, "path"));
    TARACEA_TRY(api::Need(leaf, "leaf"));
    TARACEA_TRY_ASSIGN(const int node, file->file.schema().Find(path));
    if (!file->file.schema().node(node).is_leaf()) {
      return Status::InvalidArgument("expected a column that holds values, found the group " + std::string(path));
    }
    *leaf = file->file.schema().node(node).leaf;
    return {};
  });
}

#include "api/c_options.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "api/c_boundary.h"
#include "api/c_callbacks.h"
#include "api/c_handles.h"

namespace taracea::api {
namespace {

Status Unknown(std::string_view field, std::string_view expected, std::string_view found) {
  return Status::InvalidArgument(std::string(field) + ": expected " + std::string(expected) + ", found " +
                                 std::string(found));
}

/// Takes over a number that is not 0.
template <typename T>
void Override(T given, T* out) {
  if (given != 0) {
    *out = given;
  }
}

/// Takes over a choice that is not the default.
template <typename Flag>
Status Choose(taracea_choice given, std::string_view field, Flag* out) {
  switch (given) {
    case TARACEA_DEFAULT: return {};
    case TARACEA_YES: *out = true; return {};
    case TARACEA_NO: *out = false; return {};
    default: return Unknown(field, "TARACEA_DEFAULT, TARACEA_YES or TARACEA_NO", std::to_string(given));
  }
}

/// Takes over a name that is not null.
template <typename Value, typename Parse>
Status FromName(const char* given, std::string_view field, Parse parse, Value* out) {
  if (given == nullptr) {
    return {};
  }
  const auto found = parse(given);
  if (!found) {
    return Unknown(field, "a name of the format", given);
  }
  const auto value = *found;
  *out = value;
  return {};
}

template <typename T>
Status CheckArray(const T* items, size_t count, std::string_view field) {
  return count == 0 ? Status() : Need(items, field);
}

Result<ReadLimits> ToLimits(const taracea_read_limits* given) {
  TARACEA_TRY_ASSIGN(const taracea_read_limits read, ReadOptions(given, "limits"));
  ReadLimits out;
  Override(read.max_footer_bytes, &out.max_footer_bytes);
  Override(read.max_page_header_bytes, &out.max_page_header_bytes);
  Override(read.max_page_bytes, &out.max_page_bytes);
  Override(read.max_index_bytes, &out.max_index_bytes);
  Override(read.max_thrift_elements, &out.max_thrift_elements);
  Override(read.max_thrift_string_bytes, &out.max_thrift_string_bytes);
  Override(read.max_schema_nodes, &out.max_schema_nodes);
  Override(read.max_thrift_depth, &out.max_thrift_depth);
  Override(read.max_schema_depth, &out.max_schema_depth);
  Override(read.memory_budget_bytes, &out.memory_budget_bytes);
  return out;
}

Status TakeColumns(const taracea_write_options& read, WriteOptions* out) {
  if (read.column_count == 0) {
    return {};
  }
  TARACEA_TRY(Need(read.columns, "columns"));
  // The caller's elements may be of another size than ours.
  const size_t stride = read.columns->struct_size;
  for (size_t i = 0; i < read.column_count; ++i) {
    const auto* const bytes = reinterpret_cast<const std::byte*>(read.columns) + i * stride;
    const auto* const given = reinterpret_cast<const taracea_column_options*>(bytes);
    TARACEA_TRY_ASSIGN(const taracea_column_options column, ReadStruct(given, "columns"));
    if (column.struct_size != stride) {
      return Unknown("columns", "struct_size " + std::to_string(stride) + " in every element",
                     std::to_string(column.struct_size));
    }
    TARACEA_TRY(Need(column.path, "columns.path"));
    ColumnWriteOptions& choices = out->column[column.path];
    TARACEA_TRY(FromName(column.encoding, "columns.encoding", EncodingFromName, &choices.encoding));
    TARACEA_TRY(FromName(column.codec, "columns.codec", CodecFromName, &choices.codec));
    if (column.compression_level != nullptr) {
      choices.compression_level = *column.compression_level;
    }
    TARACEA_TRY(Choose(column.dictionary, "columns.dictionary", &choices.dictionary));
    TARACEA_TRY(Choose(column.statistics, "columns.statistics", &choices.statistics));
  }
  return {};
}

Status TakeKeyValues(const taracea_write_options& read, WriteOptions* out) {
  TARACEA_TRY(CheckArray(read.key_values, read.key_value_count, "key_values"));
  for (size_t i = 0; i < read.key_value_count; ++i) {
    const taracea_key_value& pair = read.key_values[i];
    TARACEA_TRY(Need(pair.key, "key_values.key"));
    TARACEA_TRY(Need(pair.value, "key_values.value"));
    out->key_value_metadata.emplace_back(std::string(pair.key, pair.key_bytes),
                                         std::string(pair.value, pair.value_bytes));
  }
  return {};
}

Status TakeNumbers(const taracea_write_options& read, WriteOptions* out) {
  Override(read.data_page_bytes, &out->data_page_bytes);
  Override(read.data_page_rows, &out->data_page_rows);
  Override(read.row_group_rows, &out->row_group_rows);
  Override(read.row_group_bytes, &out->row_group_bytes);
  Override(read.dictionary_page_bytes, &out->dictionary_page_bytes);
  Override(read.statistics_truncate_bytes, &out->statistics_truncate_bytes);
  Override(read.memory_budget_bytes, &out->memory_budget_bytes);
  Override(read.format_version, &out->format_version);
  if (read.data_page_version < 0 || read.data_page_version > 2) {
    return Unknown("data_page_version", "1 or 2", std::to_string(read.data_page_version));
  }
  out->data_page_version = read.data_page_version == 2 ? DataPageVersion::kV2 : DataPageVersion::kV1;
  return {};
}

Status TakeChoices(const taracea_write_options& read, FileWriteOptions* out) {
  TARACEA_TRY(Choose(read.dictionary, "dictionary", &out->write.dictionary));
  TARACEA_TRY(Choose(read.statistics, "statistics", &out->write.statistics));
  TARACEA_TRY(Choose(read.page_index, "page_index", &out->write.page_index));
  TARACEA_TRY(Choose(read.size_statistics, "size_statistics", &out->write.size_statistics));
  TARACEA_TRY(Choose(read.page_checksums, "page_checksums", &out->write.page_checksums));
  TARACEA_TRY(Choose(read.store_arrow_schema, "store_arrow_schema", &out->write.store_arrow_schema));
  TARACEA_TRY(Choose(read.overwrite, "overwrite", &out->sink.overwrite));
  return Choose(read.sync, "sync", &out->sink.sync);
}

std::shared_ptr<Executor> ExecutorOf(const taracea_executor* given) {
  return given == nullptr ? nullptr : given->executor;
}

}  // namespace

Result<OpenOptions> ToOpenOptions(const taracea_open_options* given) {
  TARACEA_TRY_ASSIGN(const taracea_open_options read, ReadOptions(given, "options"));
  OpenOptions out;
  TARACEA_TRY_ASSIGN(out.limits, ToLimits(read.limits));
  TARACEA_TRY(Choose(read.verify_checksums, "verify_checksums", &out.verify_checksums));
  TARACEA_TRY(Choose(read.memory_map, "memory_map", &out.memory_map));
  return out;
}

Result<ScanOptions> ToScanOptions(const taracea_scan_options* given) {
  TARACEA_TRY_ASSIGN(const taracea_scan_options read, ReadOptions(given, "options"));
  ScanOptions out;
  TARACEA_TRY(CheckArray(read.columns, read.column_count, "columns"));
  for (size_t i = 0; i < read.column_count; ++i) {
    TARACEA_TRY(Need(read.columns[i], "columns"));
    out.columns.emplace_back(read.columns[i]);
  }
  TARACEA_TRY(CheckArray(read.row_groups, read.row_group_count, "row_groups"));
  if (read.row_groups != nullptr) {
    out.row_groups.emplace(read.row_groups, read.row_groups + read.row_group_count);
  }
  if (read.rows != nullptr) {
    out.rows = RowRange{read.rows->begin, read.rows->end};
  }
  Override(read.batch_rows, &out.batch_rows);
  switch (read.invalid_utf8) {
    case TARACEA_UTF8_ERROR: out.invalid_utf8 = InvalidUtf8::kError; break;
    case TARACEA_UTF8_BINARY: out.invalid_utf8 = InvalidUtf8::kBinary; break;
    case TARACEA_UTF8_REPLACE: out.invalid_utf8 = InvalidUtf8::kReplace; break;
    default:
      return Unknown("invalid_utf8", "TARACEA_UTF8_ERROR, _BINARY or _REPLACE", std::to_string(read.invalid_utf8));
  }
  TARACEA_TRY(Choose(read.use_stored_arrow_schema, "use_stored_arrow_schema", &out.use_stored_arrow_schema));
  out.requested_schema = read.requested_schema;
  out.executor = ExecutorOf(read.executor);
  out.progress = MakeProgress(read.progress, read.progress_context);
  return out;
}

Result<FileWriteOptions> ToWriteOptions(const taracea_write_options* given) {
  TARACEA_TRY_ASSIGN(const taracea_write_options read, ReadOptions(given, "options"));
  FileWriteOptions out;
  TARACEA_TRY(FromName(read.codec, "codec", CodecFromName, &out.write.codec));
  if (read.compression_level != nullptr) {
    out.write.compression_level = *read.compression_level;
  }
  TARACEA_TRY(TakeColumns(read, &out.write));
  TARACEA_TRY(TakeKeyValues(read, &out.write));
  TARACEA_TRY(TakeNumbers(read, &out.write));
  TARACEA_TRY(TakeChoices(read, &out));
  if (read.created_by != nullptr) {
    out.write.created_by = read.created_by;
  }
  out.write.executor = ExecutorOf(read.executor);
  out.write.progress = MakeProgress(read.progress, read.progress_context);
  return out;
}

Result<VerifyOptions> ToVerifyOptions(const taracea_verify_options* given) {
  TARACEA_TRY_ASSIGN(const taracea_verify_options read, ReadOptions(given, "options"));
  VerifyOptions out;
  TARACEA_TRY_ASSIGN(out.open, ToOpenOptions(read.open));
  Override(read.max_findings, &out.max_findings);
  switch (read.level) {
    case 0:
    case TARACEA_VERIFY_FULL: out.level = VerifyLevel::kFull; break;
    case TARACEA_VERIFY_CHECKSUMS: out.level = VerifyLevel::kChecksums; break;
    case TARACEA_VERIFY_STRUCTURE: out.level = VerifyLevel::kStructure; break;
    default: return Unknown("level", "a level of verification", std::to_string(read.level));
  }
  if (read.reserved != 0) {
    return Unknown("reserved", "0", std::to_string(read.reserved));
  }
  return out;
}

}  // namespace taracea::api

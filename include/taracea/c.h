#pragma once

/// The C interface of libtaracea: stable within a major version.
///
/// Calls: every function that can fail returns a taracea_code and takes a `taracea_error** error` last, which may be
/// null. Where it is given, *error is set to null on success and to an error of the caller's on failure; handles and
/// texts that the call would have made are null then. A null pointer where one is needed is TARACEA_INVALID_ARGUMENT.
/// No C++ exception leaves the library.
///
/// Structs: whatever may grow begins with `struct_size`, to be set to sizeof the struct. In options, zero and null mean
/// the default, so that `taracea_scan_options o = {.struct_size = sizeof o};` is a whole set of defaults; null stands
/// for that too. A library that is older than the caller's header refuses fields that it does not know, unless they
/// are zero. What a call fills in is filled as far as struct_size reaches.
///
/// Text: UTF-8, ends in NUL. A `char**` result is the caller's, to be given to taracea_string_free. A `const char*` in
/// a struct lives as long as what the struct came from.
///
/// Data: Arrow's C structs only. One that is handed in to be consumed (schema of a writer, array, stream) is always
/// released, whatever the outcome; one that comes out is the caller's to release.
///
/// Handles: a file and an executor may be used by any number of threads at once, a scanner and a writer by one at a
/// time. What came out of a handle (streams, scanners, arrays) outlives it.

#include <stddef.h>
#include <stdint.h>

#include "taracea/arrow_c.h"
#include "taracea/version.h"

#if defined(__GNUC__)
#define TARACEA_EXPORT __attribute__((visibility("default")))
#else
#define TARACEA_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

// ---- errors and texts -------------------------------------------------------------------------------------------

/// Says what the caller should do about an error.
typedef int32_t taracea_code;
enum {
  TARACEA_OK = 0,
  TARACEA_INVALID_ARGUMENT = 1,  ///< Fix the call.
  TARACEA_IO = 2,                ///< The source or sink failed; trying again may help.
  TARACEA_CORRUPT = 3,           ///< The input breaks its own format.
  TARACEA_UNSUPPORTED = 4,       ///< Valid, but this build lacks the feature that the message names.
  TARACEA_LIMIT_EXCEEDED = 5,    ///< Raise the limit that the message names if the input is trusted.
  TARACEA_OUT_OF_MEMORY = 6,     ///< The memory budget or the machine has no room.
  TARACEA_CANCELLED = 7,         ///< The caller's own progress callback stopped the work.
  TARACEA_INTERNAL = 8           ///< A bug in this library.
};

/// One error: what happened and where. Made by the library only; read its fields, then free it.
/// Units: row_group and page are 0-based ordinals, offset counts bytes from the start of the file; -1: not known.
typedef struct taracea_error {
  size_t struct_size;
  const char* message;  ///< What was expected and what was found.
  const char* text;     ///< The whole sentence: code, message, place.
  const char* file;     ///< "" where it is not known.
  const char* column;   ///< Dotted path; "" where it is not known.
  int64_t row_group;
  int64_t page;
  int64_t offset;
  taracea_code code;
  int32_t reserved;
} taracea_error;

/// Returns "0.1.0". Lives for ever.
TARACEA_EXPORT const char* taracea_version(void);
/// Returns the code's name in lower case: "corrupt", "invalid argument", ... Lives for ever.
TARACEA_EXPORT const char* taracea_code_name(taracea_code code);
/// Makes an error for a callback to hand over. A code that is none counts as TARACEA_INTERNAL; a null message is empty.
TARACEA_EXPORT taracea_error* taracea_error_new(taracea_code code, const char* message);
/// Frees an error; null is fine.
TARACEA_EXPORT void taracea_error_free(taracea_error* error);
/// Frees a text that a call gave to the caller; null is fine.
TARACEA_EXPORT void taracea_string_free(char* text);

// ---- callbacks --------------------------------------------------------------------------------------------------

// A callback that can fail does as the library's functions do: it returns a code, and where that is not TARACEA_OK it
// may set *error (never null itself, *error is null at the call) to an error made by taracea_error_new, which the
// library then owns. `release` is called once, after the last other call, on any thread, also when the call that
// the callbacks were given to fails; it may be null. `name` appears in messages; null: a general name.

/// One piece of a vectored read: `size_bytes` bytes from `offset` on are wanted at `out`.
typedef struct taracea_read_request {
  int64_t offset;
  size_t size_bytes;
  void* out;
} taracea_read_request;

/// Where bytes come from. size and read_ranges are required and may be called from several threads at once.
typedef struct taracea_source {
  size_t struct_size;
  void* context;
  /// Tells the size in bytes, which must not change.
  taracea_code (*size)(void* context, int64_t* size_bytes, taracea_error** error);
  /// Fills every request, wholly.
  taracea_code (*read_ranges)(void* context, const taracea_read_request* requests, size_t count, taracea_error** error);
  void (*release)(void* context);
  const char* name;
} taracea_source;

/// A file's bytes in memory, read without a copy: they must not change, nor go away before `release`, which follows the
/// last use by the file, its scans and what these handed out.
typedef struct taracea_memory {
  size_t struct_size;
  const void* data;
  size_t size_bytes;
  void* context;
  void (*release)(void* context);
  const char* name;
} taracea_memory;

typedef struct taracea_bytes {
  const void* data;
  size_t size_bytes;
} taracea_bytes;

/// Where bytes go, in order, one call at a time. write is required. After a failure of write, flush or close nothing
/// more is written, and abort is called. Exactly one of a close that succeeds and abort precedes release.
typedef struct taracea_sink {
  size_t struct_size;
  void* context;
  /// Takes all pieces, wholly.
  taracea_code (*write)(void* context, const taracea_bytes* pieces, size_t count, taracea_error** error);
  taracea_code (*flush)(void* context, taracea_error** error);
  taracea_code (*close)(void* context, taracea_error** error);
  void (*abort)(void* context);
  void (*release)(void* context);
  const char* name;
} taracea_sink;

/// Told about progress, in rows, from one thread at a time; returns 0 to go on, anything else to cancel.
typedef int32_t (*taracea_progress)(void* context, int64_t done, int64_t total);

/// A piece of work for an executor of the caller's; to be given to taracea_task_run exactly once.
typedef struct taracea_task taracea_task;

/// Threads of the caller's. submit may be called from any thread; it has the task run on any thread, or runs it itself.
typedef struct taracea_executor_callbacks {
  size_t struct_size;
  void* context;
  void (*submit)(void* context, taracea_task* task);
  /// How many tasks may run at the same time, at least 1; must not change.
  int32_t (*concurrency)(void* context);
  void (*release)(void* context);
} taracea_executor_callbacks;

/// Runs tasks for scans and writers. Freed by the caller; what uses it keeps it alive.
typedef struct taracea_executor taracea_executor;

/// Makes an executor with threads of its own; 1 or less: everything runs in the calling thread.
TARACEA_EXPORT taracea_code taracea_executor_create_threads(int32_t thread_count, taracea_executor** executor,
                                                            taracea_error** error);
/// Makes an executor of the caller's threads; takes the callbacks over.
TARACEA_EXPORT taracea_code taracea_executor_create(const taracea_executor_callbacks* callbacks,
                                                    taracea_executor** executor, taracea_error** error);
/// Frees an executor; null is fine. Scans and writers that use it keep what it stands for until they are done.
TARACEA_EXPORT void taracea_executor_free(taracea_executor* executor);
/// Runs a task and frees it, on the thread that calls; null is fine.
TARACEA_EXPORT void taracea_task_run(taracea_task* task);

// ---- reading: open and look ---------------------------------------------------------------------------------------

/// A yes or no with a default.
typedef int32_t taracea_choice;
enum { TARACEA_DEFAULT = 0, TARACEA_YES = 1, TARACEA_NO = -1 };

/// Bounds on what an input may ask for; exceeding one is TARACEA_LIMIT_EXCEEDED and names it. See taracea/limits.h.
typedef struct taracea_read_limits {
  size_t struct_size;
  int64_t max_footer_bytes;
  int64_t max_page_header_bytes;
  int64_t max_page_bytes;
  int64_t max_index_bytes;
  int64_t max_thrift_elements;
  int64_t max_thrift_string_bytes;
  int64_t max_schema_nodes;
  int32_t max_thrift_depth;
  int32_t max_schema_depth;
  int64_t memory_budget_bytes;  ///< Of one scan. Default: 4 GiB; negative: no limit.
} taracea_read_limits;

typedef struct taracea_open_options {
  size_t struct_size;
  const taracea_read_limits* limits;
  taracea_choice verify_checksums;  ///< Default: yes.
  /// Map the file instead of reading it. Default: no, as a file that is shortened meanwhile would kill the process.
  taracea_choice memory_map;
} taracea_open_options;

/// An open Parquet file.
typedef struct taracea_file taracea_file;

/// Opens a file by its path. Errors: TARACEA_IO; TARACEA_CORRUPT for what is no Parquet file or has a broken footer;
/// TARACEA_UNSUPPORTED for encryption.
TARACEA_EXPORT taracea_code taracea_file_open(const char* path, const taracea_open_options* options,
                                              taracea_file** file, taracea_error** error);
/// Opens what callbacks of the caller's read; takes them over.
TARACEA_EXPORT taracea_code taracea_file_open_source(const taracea_source* source, const taracea_open_options* options,
                                                     taracea_file** file, taracea_error** error);
/// Opens a file that lies in memory; takes the memory over, without a copy.
TARACEA_EXPORT taracea_code taracea_file_open_memory(const taracea_memory* memory, const taracea_open_options* options,
                                                     taracea_file** file, taracea_error** error);
/// Closes a file; null is fine. Scans of it go on.
TARACEA_EXPORT void taracea_file_close(taracea_file* file);

typedef struct taracea_file_info {
  size_t struct_size;
  int64_t num_rows;
  int64_t file_bytes;
  int64_t footer_bytes;  ///< Of the Thrift message.
  const char* name;
  const char* created_by;  ///< "" where the file has none.
  int32_t version;         ///< FileMetaData.version.
  int32_t row_group_count;
  int32_t leaf_count;  ///< Columns that hold values, nested ones counted each.
  int32_t key_value_count;
} taracea_file_info;
/// Describes the file from its footer. Texts live as long as the file.
TARACEA_EXPORT taracea_code taracea_file_get_info(const taracea_file* file, taracea_file_info* info,
                                                  taracea_error** error);

/// A pair of the file's own metadata; both may hold any bytes. A null value is absent, which only files that are read
/// can have.
typedef struct taracea_key_value {
  const char* key;
  size_t key_bytes;
  const char* value;
  size_t value_bytes;
} taracea_key_value;
/// Gives pair i in file order; keys may repeat. It lives as long as the file.
TARACEA_EXPORT taracea_code taracea_file_get_key_value(const taracea_file* file, int32_t i, taracea_key_value* pair,
                                                       taracea_error** error);

typedef struct taracea_row_group_info {
  size_t struct_size;
  int64_t num_rows;
  int64_t total_byte_size;        ///< Uncompressed.
  int64_t total_compressed_size;  ///< -1 where the file does not say.
} taracea_row_group_info;
/// Describes a row group. TARACEA_INVALID_ARGUMENT where there is none of that ordinal, here and in what follows.
TARACEA_EXPORT taracea_code taracea_file_get_row_group(const taracea_file* file, int32_t row_group,
                                                       taracea_row_group_info* info, taracea_error** error);

/// One column chunk. Sizes in bytes, headers included; offsets from the start of the file, -1 where there is none.
typedef struct taracea_chunk_info {
  size_t struct_size;
  int64_t num_values;  ///< Nulls included.
  int64_t total_compressed_size;
  int64_t total_uncompressed_size;
  int64_t data_page_offset;
  int64_t dictionary_page_offset;
  int64_t offset_index_offset;
  int64_t column_index_offset;
  int64_t bloom_filter_offset;
  uint64_t encodings;  ///< Bit n stands for encoding n of parquet.thrift.
  int32_t codec;       ///< CompressionCodec of parquet.thrift.
  int32_t type;        ///< Type of parquet.thrift.
} taracea_chunk_info;
/// Describes the chunk of a leaf. TARACEA_CORRUPT where its part of the footer is broken, TARACEA_UNSUPPORTED where it
/// is encrypted.
TARACEA_EXPORT taracea_code taracea_file_get_chunk(const taracea_file* file, int32_t row_group, int32_t leaf,
                                                   taracea_chunk_info* info, taracea_error** error);

/// Bounds and counts of a chunk. Counts are -1 and bounds null where the file does not say. Bounds are PLAIN-encoded,
/// byte arrays without a length, in the order of the column's type.
typedef struct taracea_statistics {
  size_t struct_size;
  int64_t null_count;
  int64_t distinct_count;
  int64_t nan_count;
  const void* min_value;
  size_t min_bytes;
  const void* max_value;
  size_t max_bytes;
  const char* min_text;  ///< The bound as text, by the column's type.
  const char* max_text;
  taracea_choice is_min_exact;  ///< TARACEA_DEFAULT: the file does not say.
  taracea_choice is_max_exact;
} taracea_statistics;
/// Gives the statistics of a chunk, to be freed by the caller; null where it has none.
TARACEA_EXPORT taracea_code taracea_file_get_statistics(const taracea_file* file, int32_t row_group, int32_t leaf,
                                                        taracea_statistics** statistics, taracea_error** error);
/// Frees statistics; null is fine.
TARACEA_EXPORT void taracea_statistics_free(taracea_statistics* statistics);

/// Gives the whole footer as one line of JSON with the specification's field names.
TARACEA_EXPORT taracea_code taracea_file_metadata_json(const taracea_file* file, char** json, taracea_error** error);
/// Gives a chunk's index as JSON; null where it has none.
TARACEA_EXPORT taracea_code taracea_file_offset_index_json(const taracea_file* file, int32_t row_group, int32_t leaf,
                                                           char** json, taracea_error** error);
TARACEA_EXPORT taracea_code taracea_file_column_index_json(const taracea_file* file, int32_t row_group, int32_t leaf,
                                                           char** json, taracea_error** error);

/// Gives the Parquet schema as the usual message text.
TARACEA_EXPORT taracea_code taracea_file_schema_message(const taracea_file* file, char** message,
                                                        taracea_error** error);
/// Gives the schema that a scan with default options hands out.
TARACEA_EXPORT taracea_code taracea_file_schema_arrow(const taracea_file* file, struct ArrowSchema* schema,
                                                      taracea_error** error);

/// One column that holds values. Texts live as long as the file.
typedef struct taracea_leaf_info {
  size_t struct_size;
  const char* path;          ///< From below the root, with dots; names that contain dots are quoted.
  const char* logical_type;  ///< "STRING", "DECIMAL(12,2)", ...; "" for none.
  int32_t type;              ///< Type of parquet.thrift.
  int32_t type_length;       ///< FIXED_LEN_BYTE_ARRAY: bytes.
  int32_t repetition;        ///< FieldRepetitionType of parquet.thrift.
  int32_t field_id;          ///< -1 where there is none.
  int32_t max_definition_level;
  int32_t max_repetition_level;
} taracea_leaf_info;
/// Describes a leaf by its ordinal, which is that of its chunks too.
TARACEA_EXPORT taracea_code taracea_file_get_leaf(const taracea_file* file, int32_t leaf, taracea_leaf_info* info,
                                                  taracea_error** error);
/// Finds a leaf by its path, whole or without the words of lists and maps. TARACEA_INVALID_ARGUMENT, naming near
/// ones, when there is none.
TARACEA_EXPORT taracea_code taracea_file_find_leaf(const taracea_file* file, const char* path, int32_t* leaf,
                                                   taracea_error** error);

// ---- reading: scan ------------------------------------------------------------------------------------------------

/// Rows [begin, end), 0-based.
typedef struct taracea_row_range {
  int64_t begin;
  int64_t end;
} taracea_row_range;

/// What to do with bytes that are no UTF-8 in a text column.
enum { TARACEA_UTF8_ERROR = 0, TARACEA_UTF8_BINARY = 1, TARACEA_UTF8_REPLACE = 2 };

/// What to read. Read during the call; only executor and progress are kept.
typedef struct taracea_scan_options {
  size_t struct_size;
  const char* const* columns;  ///< Paths of columns or groups. Order: the file's.
  size_t column_count;         ///< 0: all.
  const int32_t* row_groups;   ///< Ordinals, in the order wanted; null: all.
  size_t row_group_count;
  const taracea_row_range* rows;               ///< Of the file, or of the row groups joined; null: all.
  int64_t batch_rows;                          ///< Default: 65536.
  const struct ArrowSchema* requested_schema;  ///< Types asked for, by top-level column; not released.
  taracea_executor* executor;                  ///< Null: everything runs in the calling thread.
  taracea_progress progress;
  void* progress_context;
  int32_t invalid_utf8;                    ///< TARACEA_UTF8_ERROR, ...
  taracea_choice use_stored_arrow_schema;  ///< Default: yes.
} taracea_scan_options;

/// Starts to read as an Arrow stream. Its errors: errno values, with the whole sentence as the last error.
TARACEA_EXPORT taracea_code taracea_file_scan(const taracea_file* file, const taracea_scan_options* options,
                                              struct ArrowArrayStream* stream, taracea_error** error);
/// Reads rows by number (0-based, any order, repeats allowed), in the order given, into a stream of one batch.
TARACEA_EXPORT taracea_code taracea_file_take(const taracea_file* file, const int64_t* rows, size_t row_count,
                                              const taracea_scan_options* options, struct ArrowArrayStream* stream,
                                              taracea_error** error);

/// A scan that is read batch by batch, with whole errors and counters.
typedef struct taracea_scanner taracea_scanner;
/// Starts to read. The scanner is the caller's to free and keeps the file's contents open.
TARACEA_EXPORT taracea_code taracea_scanner_open(const taracea_file* file, const taracea_scan_options* options,
                                                 taracea_scanner** scanner, taracea_error** error);
/// Gives the schema of the batches, which the caller releases.
TARACEA_EXPORT taracea_code taracea_scanner_schema(const taracea_scanner* scanner, struct ArrowSchema* schema,
                                                   taracea_error** error);
/// Gives the next batch as a struct array, which the caller releases; at the end, one whose `release` is null. After an
/// error the same error comes again.
TARACEA_EXPORT taracea_code taracea_scanner_next(taracea_scanner* scanner, struct ArrowArray* batch,
                                                 taracea_error** error);

/// What a scan has done so far. Times in nanoseconds, summed over threads.
typedef struct taracea_scan_counters {
  size_t struct_size;
  int64_t total_rows;  ///< That the scan will hand out in all.
  int64_t rows;
  int64_t batches;
  int64_t pages;
  int64_t skipped_pages;
  int64_t dictionary_pages;
  int64_t read_bytes;
  int64_t read_requests;
  int64_t decompressed_bytes;
  int64_t allocations;
  int64_t peak_memory_bytes;
  int64_t read_ns;
  int64_t decompress_ns;
  int64_t decode_ns;
} taracea_scan_counters;
/// Tells what a scanner has done so far.
TARACEA_EXPORT taracea_code taracea_scanner_counters(const taracea_scanner* scanner, taracea_scan_counters* counters,
                                                     taracea_error** error);
/// Frees a scanner; null is fine. Its batches live on.
TARACEA_EXPORT void taracea_scanner_free(taracea_scanner* scanner);

// ---- writing ------------------------------------------------------------------------------------------------------

/// Choices for one column; what keeps its default is taken from taracea_write_options.
typedef struct taracea_column_options {
  size_t struct_size;
  const char* path;                  ///< Of a column or group.
  const char* encoding;              ///< "PLAIN", "DELTA_BYTE_ARRAY", ... without regard to case.
  const char* codec;                 ///< As in taracea_write_options.
  const int32_t* compression_level;  ///< Null: the codec's default.
  taracea_choice dictionary;
  taracea_choice statistics;
} taracea_column_options;

/// How to write a file; read during the call. A value that cannot be honoured is an error when the writer is created.
typedef struct taracea_write_options {
  size_t struct_size;
  const char* codec;                 ///< "none", "snappy" (default), "gzip", "zstd", "lz4_raw", "brotli".
  const int32_t* compression_level;  ///< Null: the codec's default.
  const taracea_column_options* columns;
  size_t column_count;
  const taracea_key_value* key_values;  ///< Metadata of the file's own.
  size_t key_value_count;
  const char* created_by;             ///< Default: "taracea version X.Y.Z".
  int64_t data_page_bytes;            ///< Uncompressed. Default: 1 MiB.
  int64_t data_page_rows;             ///< Default: 20000.
  int64_t row_group_rows;             ///< Default: 1048576.
  int64_t row_group_bytes;            ///< Encoded. Default: 128 MiB.
  int64_t dictionary_page_bytes;      ///< Default: 1 MiB.
  int64_t statistics_truncate_bytes;  ///< Default: 64.
  int64_t memory_budget_bytes;        ///< Default: 4 GiB; negative: no limit.
  taracea_executor* executor;         ///< Null: everything runs in the calling thread.
  taracea_progress progress;
  void* progress_context;
  int32_t data_page_version;  ///< 1 (default) or 2.
  int32_t format_version;     ///< 1 (default) or 2.
  taracea_choice dictionary;  ///< Default: yes, as for the next five.
  taracea_choice statistics;
  taracea_choice page_index;
  taracea_choice size_statistics;
  taracea_choice page_checksums;
  taracea_choice store_arrow_schema;
  taracea_choice overwrite;  ///< Replace a file of that name. Default: no. Files by path only.
  taracea_choice sync;       ///< Force to disk before close returns. Default: no. Files by path only.
} taracea_write_options;

/// Writes one Parquet file. Freed unclosed, or closed after an error: nothing appears under the final name. A batch
/// that is refused as a whole (TARACEA_INVALID_ARGUMENT) leaves the writer as it was; after any other error every later
/// call fails with its cause.
typedef struct taracea_writer taracea_writer;

/// Creates a file at `path` of the columns of a struct schema, which is consumed.
TARACEA_EXPORT taracea_code taracea_writer_create(const char* path, struct ArrowSchema* schema,
                                                  const taracea_write_options* options, taracea_writer** writer,
                                                  taracea_error** error);
/// The same into callbacks of the caller's; takes them over.
TARACEA_EXPORT taracea_code taracea_writer_create_sink(const taracea_sink* sink, struct ArrowSchema* schema,
                                                       const taracea_write_options* options, taracea_writer** writer,
                                                       taracea_error** error);
/// Create a file of a Parquet schema, given as message text ("message trip { required int64 id; ... }"), at a path or
/// into callbacks. A text that cannot be parsed is TARACEA_INVALID_ARGUMENT with line and column.
TARACEA_EXPORT taracea_code taracea_writer_create_message(const char* path, const char* message,
                                                          const taracea_write_options* options, taracea_writer** writer,
                                                          taracea_error** error);
TARACEA_EXPORT taracea_code taracea_writer_create_sink_message(const taracea_sink* sink, const char* message,
                                                               const taracea_write_options* options,
                                                               taracea_writer** writer, taracea_error** error);
/// Creates a file of the schema, codecs and metadata of another where options keep their defaults.
TARACEA_EXPORT taracea_code taracea_writer_create_like(const taracea_file* file, const char* path,
                                                       const taracea_write_options* options, taracea_writer** writer,
                                                       taracea_error** error);
/// Appends the rows of a struct array, which is consumed; its columns must be the schema's.
TARACEA_EXPORT taracea_code taracea_writer_write(taracea_writer* writer, struct ArrowArray* batch,
                                                 taracea_error** error);
/// Appends everything that a stream has to give; it is consumed.
TARACEA_EXPORT taracea_code taracea_writer_write_stream(taracea_writer* writer, struct ArrowArrayStream* stream,
                                                        taracea_error** error);
/// Ends the row group in progress, if it has rows.
TARACEA_EXPORT taracea_code taracea_writer_flush_row_group(taracea_writer* writer, taracea_error** error);

/// What a writer has done so far. Times in nanoseconds, summed over threads.
typedef struct taracea_write_counters {
  size_t struct_size;
  int64_t rows;
  int64_t pages;
  int64_t dictionary_pages;
  int64_t dictionaries_given_up;
  int64_t written_bytes;
  int64_t uncompressed_bytes;
  int64_t allocations;
  int64_t peak_memory_bytes;
  int64_t encode_ns;
  int64_t compress_ns;
  int64_t write_ns;
} taracea_write_counters;
/// Tells what a writer has done so far.
TARACEA_EXPORT taracea_code taracea_writer_counters(const taracea_writer* writer, taracea_write_counters* counters,
                                                    taracea_error** error);
/// Writes indexes and footer and closes the sink; only then the file appears. `report_json` may be null; it tells rows,
/// row_groups, file_bytes and, for each column, path, encodings, codec, sizes, pages and nulls.
TARACEA_EXPORT taracea_code taracea_writer_close(taracea_writer* writer, char** report_json, taracea_error** error);
/// Gives up; nothing appears under the final name. Does nothing once closed.
TARACEA_EXPORT void taracea_writer_abort(taracea_writer* writer);
/// Frees a writer, which aborts it where it is not closed; null is fine.
TARACEA_EXPORT void taracea_writer_free(taracea_writer* writer);

// ---- verifying ----------------------------------------------------------------------------------------------------

/// How deep verification goes; 0: the deepest.
enum {
  TARACEA_VERIFY_STRUCTURE = 1,  ///< Footer, page headers, indexes against one another.
  TARACEA_VERIFY_CHECKSUMS = 2,  ///< And the CRC-32 of each page that has one.
  TARACEA_VERIFY_FULL = 3        ///< And every value.
};

typedef struct taracea_verify_options {
  size_t struct_size;
  const taracea_open_options* open;
  int64_t max_findings;  ///< Default: 1000.
  int32_t level;
  int32_t reserved;  ///< Must be 0.
} taracea_verify_options;

/// Checks a file against the specification. `ok` tells whether no finding is an error, also for what is no Parquet
/// file; a call fails only where reading does. `report_json` may be null; it lists the findings, each with severity,
/// clause, place, expected and found.
TARACEA_EXPORT taracea_code taracea_verify(const char* path, const taracea_verify_options* options, int32_t* ok,
                                           char** report_json, taracea_error** error);
/// The same for what callbacks of the caller's read; takes them over.
TARACEA_EXPORT taracea_code taracea_verify_source(const taracea_source* source, const taracea_verify_options* options,
                                                  int32_t* ok, char** report_json, taracea_error** error);

#ifdef __cplusplus
}
#endif

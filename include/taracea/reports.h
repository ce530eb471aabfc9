#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "taracea/types.h"

namespace taracea {

/// What a scan has done so far.
struct ScanCounters {
  int64_t rows = 0;
  int64_t batches = 0;
  int64_t pages = 0;          ///< Data pages decoded, wholly or in part.
  int64_t skipped_pages = 0;  ///< Data pages passed over without decompression.
  int64_t dictionary_pages = 0;
  int64_t read_bytes = 0;  ///< Asked of the source.
  int64_t read_requests = 0;
  int64_t decompressed_bytes = 0;
  int64_t allocations = 0;
  int64_t peak_memory_bytes = 0;
  int64_t read_ns = 0;
  int64_t decompress_ns = 0;
  int64_t decode_ns = 0;
};

struct ColumnWriteReport {
  std::string path;
  std::vector<Encoding> encodings;
  Codec codec = Codec::kUncompressed;
  int64_t uncompressed_bytes = 0;
  int64_t compressed_bytes = 0;
  int64_t data_pages = 0;
  int64_t null_count = 0;
};

/// What was written. Sizes in bytes.
struct WriteReport {
  int64_t rows = 0;
  int64_t row_groups = 0;
  int64_t file_bytes = 0;
  std::vector<ColumnWriteReport> columns;
};

/// What a writer has done so far.
struct WriteCounters {
  int64_t rows = 0;
  int64_t pages = 0;
  int64_t dictionary_pages = 0;
  int64_t dictionaries_given_up = 0;
  int64_t written_bytes = 0;
  int64_t uncompressed_bytes = 0;
  int64_t allocations = 0;
  int64_t peak_memory_bytes = 0;
  int64_t encode_ns = 0;
  int64_t compress_ns = 0;
  int64_t write_ns = 0;
};

}  // namespace taracea

#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "taracea/executor.h"
#include "taracea/limits.h"
#include "taracea/types.h"

struct ArrowSchema;

namespace taracea {

class CodecRegistry;
class KeyProvider;

/// Rows [begin, end), 0-based.
struct RowRange {
  int64_t begin = 0;
  int64_t end = 0;
  bool operator==(const RowRange&) const = default;
};

/// What to do with bytes that are no UTF-8 in a text column.
enum class InvalidUtf8 : uint8_t {
  kError,    ///< kCorrupt, with the place.
  kBinary,   ///< Hand the column out as binary.
  kReplace,  ///< Put U+FFFD in place of each bad sequence.
};

/// How to open a file for reading. Kept for all scans of it.
struct OpenOptions {
  ReadLimits limits = {};
  bool verify_checksums = true;  ///< Check the CRC-32 of each page that has one.
  bool memory_map = false;       ///< See FileSourceOptions.
  /// Codecs beyond the built-in ones; null: none.
  std::shared_ptr<const CodecRegistry> codecs = {};
  /// Finds the keys of encrypted files (encryption.h); null: only what is not encrypted is read.
  std::shared_ptr<const KeyProvider> keys = {};
  /// AAD prefix of encrypted files, which those that do not store it need. Where a file stores one it must be this.
  std::optional<std::string> aad_prefix = {};
};

/// What to read. Defaults: every column and row, in file order.
struct ScanOptions {
  /// Paths of columns or groups ("carrier", "trip.dep_delay", "items.sku"); empty: all. Order: the file's.
  /// An unknown path is kInvalidArgument, naming near ones.
  std::vector<std::string> columns = {};
  /// Row groups by ordinal, in the order given; absent: all.
  std::optional<std::vector<int>> row_groups = {};
  /// Rows of the whole file (of the chosen row groups, joined, when row_groups is given); absent: all.
  std::optional<RowRange> rows = {};
  /// Rows of a batch. Fewer where a row group ends, where 32-bit offsets are full, and where the values of a column
  /// reach a quarter of its equal share of ReadLimits::memory_budget_bytes.
  int64_t batch_rows = 65536;
  InvalidUtf8 invalid_utf8 = InvalidUtf8::kError;
  /// Use the Arrow types that the writer stored (ARROW:schema) where they fit.
  bool use_stored_arrow_schema = true;
  /// Types asked for, by top-level column: an exported struct schema whose children name columns; null: defaults.
  /// Read at Scan, not kept. kInvalidArgument when a type cannot hold the column.
  const ArrowSchema* requested_schema = nullptr;
  std::shared_ptr<Executor> executor = {};  ///< Null: everything runs in the calling thread.
  ProgressCallback progress = {};
};

enum class DataPageVersion : uint8_t { kV1 = 1, kV2 = 2 };

/// Choices for one column; absent ones are taken from WriteOptions.
struct ColumnWriteOptions {
  std::optional<Encoding> encoding =
      {};  ///< Of data pages when there is no dictionary, or none any more. Default: PLAIN.
  std::optional<bool> dictionary = {};
  std::optional<Codec> codec = {};
  std::optional<int> compression_level = {};
  std::optional<bool> statistics = {};
};

/// How to write a file. A value that cannot be honoured is an error when the writer is created.
struct WriteOptions {
  Codec codec = Codec::kSnappy;
  std::optional<int> compression_level = {};  ///< Absent: the codec's default.
  DataPageVersion data_page_version = DataPageVersion::kV1;
  int32_t format_version = 1;                  ///< FileMetaData.version; 1 or 2. Nothing else depends on it.
  int64_t data_page_bytes = int64_t{1} << 20;  ///< Uncompressed bytes after which a data page is cut.
  int64_t data_page_rows = 20000;              ///< Rows after which a data page is cut.
  int64_t row_group_rows = int64_t{1} << 20;
  /// Encoded bytes after which a row group is cut; a quarter of memory_budget_bytes where that is less. They stay in
  /// memory until then. Looked at every 16384 rows, and more often where rows are large.
  int64_t row_group_bytes = int64_t{128} << 20;
  bool dictionary = true;
  int64_t dictionary_page_bytes = int64_t{1} << 20;  ///< A dictionary that grows beyond is given up for the chunk.
  bool statistics = true;                            ///< In chunks; page bounds live in the column index.
  bool page_index = true;
  bool size_statistics = true;
  bool page_checksums = true;
  int64_t statistics_truncate_bytes = 64;  ///< Longer bounds are shortened and marked as not exact.
  bool store_arrow_schema = true;          ///< Keep the Arrow types under the key ARROW:schema.
  std::vector<std::pair<std::string, std::string>> key_value_metadata = {};
  std::string created_by = {};  ///< Empty: "taracea version X.Y.Z".
  /// Columns or groups by path as in ScanOptions. An unknown path is an error naming near ones.
  std::map<std::string, ColumnWriteOptions> column = {};
  int64_t memory_budget_bytes = int64_t{4} << 30;  ///< <= 0: no limit. Beyond it: kOutOfMemory.
  std::shared_ptr<Executor> executor = {};         ///< Columns are encoded in parallel; the bytes stay the same.
  ProgressCallback progress = {};
};

}  // namespace taracea

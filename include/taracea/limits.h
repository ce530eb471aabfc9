#pragma once

#include <cstdint>

namespace taracea {

/// Every bound on what an input may ask for, checked before memory is allocated. Exceeding one is kLimitExceeded and
/// names the field. The defaults admit every file that a known writer makes.
struct ReadLimits {
  int64_t max_footer_bytes = int64_t{1} << 30;
  int64_t max_page_header_bytes = int64_t{16} << 20;
  /// Uncompressed or compressed body of one page.
  int64_t max_page_bytes = (int64_t{1} << 31) - 1;
  int64_t max_index_bytes = int64_t{1} << 28;
  /// Nested containers and structs in a Thrift message.
  int32_t max_thrift_depth = 64;
  /// Elements of one Thrift list; also bounded by the bytes that are left.
  int64_t max_thrift_elements = int64_t{1} << 26;
  /// Length of one Thrift string or binary; also bounded by the bytes that are left.
  int64_t max_thrift_string_bytes = int64_t{1} << 30;
  /// Depth of the schema tree, root excluded.
  int32_t max_schema_depth = 512;
  int64_t max_schema_nodes = int64_t{1} << 24;
  /// Memory of one reader: pages, dictionaries, batches not yet handed out. <= 0: no limit.
  int64_t memory_budget_bytes = int64_t{4} << 30;

  bool operator==(const ReadLimits&) const = default;
};

}  // namespace taracea

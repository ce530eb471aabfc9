#include "format/page_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "format/page_fields.h"
#include "thrift/struct_reader.h"
#include "thrift/struct_writer.h"

namespace taracea::format {

Result<std::optional<PageHeader>> ReadPageHeader(ConstBytes bytes, const ReadLimits& limits, size_t* consumed) {
  const auto limit = static_cast<size_t>(std::max<int64_t>(limits.max_page_header_bytes, 0));
  thrift::CompactReader reader(bytes.first(std::min(bytes.size(), limit)), limits);
  PageHeader header;
  if (thrift::ReadStruct(reader, &header)) {
    if (consumed != nullptr) {
      *consumed = reader.position();
    }
    return std::optional(std::move(header));
  }
  if (!reader.ran_out()) {
    return reader.status();
  }
  if (bytes.size() >= limit) {
    return Status::LimitExceeded(fmt::format("a page header is longer than max_page_header_bytes of {}", limit));
  }
  return std::optional<PageHeader>();
}

Status WritePageHeader(const PageHeader& header, OwnedBuffer* out) {
  return thrift::WriteMessage(header, out);
}

}  // namespace taracea::format

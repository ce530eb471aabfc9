#include "thrift/struct_reader.h"

#include <fmt/format.h>

namespace taracea::thrift {

bool FailMissingField(CompactReader& reader, std::string_view struct_name, std::string_view field_name, int16_t id) {
  return reader.FailCorrupt(fmt::format("{} lacks its required field {} ({}),", struct_name, field_name, id));
}

}  // namespace taracea::thrift

#include "format/page_index.h"

#include "format/page_fields.h"
#include "thrift/struct_reader.h"
#include "thrift/struct_writer.h"

namespace taracea::format {

Result<OffsetIndex> ReadOffsetIndex(ConstBytes bytes, const ReadLimits& limits, size_t* consumed) {
  return thrift::ReadMessage<OffsetIndex>(bytes, limits, consumed);
}
Status WriteOffsetIndex(const OffsetIndex& index, OwnedBuffer* out) {
  return thrift::WriteMessage(index, out);
}

Result<ColumnIndex> ReadColumnIndex(ConstBytes bytes, const ReadLimits& limits, size_t* consumed) {
  return thrift::ReadMessage<ColumnIndex>(bytes, limits, consumed);
}
Status WriteColumnIndex(const ColumnIndex& index, OwnedBuffer* out) {
  return thrift::WriteMessage(index, out);
}

Result<BloomFilterHeader> ReadBloomFilterHeader(ConstBytes bytes, const ReadLimits& limits, size_t* consumed) {
  return thrift::ReadMessage<BloomFilterHeader>(bytes, limits, consumed);
}
Status WriteBloomFilterHeader(const BloomFilterHeader& header, OwnedBuffer* out) {
  return thrift::WriteMessage(header, out);
}

}  // namespace taracea::format

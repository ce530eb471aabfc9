#include "format/file_metadata.h"

#include "format/footer_fields.h"
#include "thrift/struct_reader.h"
#include "thrift/struct_writer.h"

namespace taracea::format {

Result<FileMetaData> ReadFileMetaData(ConstBytes bytes, const ReadLimits& limits, size_t* consumed) {
  return thrift::ReadMessage<FileMetaData>(bytes, limits, consumed);
}
Status WriteFileMetaData(const FileMetaData& metadata, OwnedBuffer* out) {
  return thrift::WriteMessage(metadata, out);
}

Result<FileCryptoMetaData> ReadFileCryptoMetaData(ConstBytes bytes, const ReadLimits& limits, size_t* consumed) {
  return thrift::ReadMessage<FileCryptoMetaData>(bytes, limits, consumed);
}
Status WriteFileCryptoMetaData(const FileCryptoMetaData& metadata, OwnedBuffer* out) {
  return thrift::WriteMessage(metadata, out);
}

Result<RowGroup> ReadRowGroup(ConstBytes bytes, const ReadLimits& limits, size_t* consumed) {
  return thrift::ReadMessage<RowGroup>(bytes, limits, consumed);
}
Status WriteRowGroup(const RowGroup& row_group, OwnedBuffer* out) {
  return thrift::WriteMessage(row_group, out);
}

Result<ColumnChunk> ReadColumnChunk(ConstBytes bytes, const ReadLimits& limits, size_t* consumed) {
  return thrift::ReadMessage<ColumnChunk>(bytes, limits, consumed);
}
Status WriteColumnChunk(const ColumnChunk& chunk, OwnedBuffer* out) {
  return thrift::WriteMessage(chunk, out);
}

Result<ColumnMetaData> ReadColumnMetaData(ConstBytes bytes, const ReadLimits& limits, size_t* consumed) {
  return thrift::ReadMessage<ColumnMetaData>(bytes, limits, consumed);
}
Status WriteColumnMetaData(const ColumnMetaData& metadata, OwnedBuffer* out) {
  return thrift::WriteMessage(metadata, out);
}

Result<Statistics> ReadStatistics(ConstBytes bytes, const ReadLimits& limits, size_t* consumed) {
  return thrift::ReadMessage<Statistics>(bytes, limits, consumed);
}
Result<SizeStatistics> ReadSizeStatistics(ConstBytes bytes, const ReadLimits& limits, size_t* consumed) {
  return thrift::ReadMessage<SizeStatistics>(bytes, limits, consumed);
}
Result<GeospatialStatistics> ReadGeospatialStatistics(ConstBytes bytes, const ReadLimits& limits, size_t* consumed) {
  return thrift::ReadMessage<GeospatialStatistics>(bytes, limits, consumed);
}

}  // namespace taracea::format

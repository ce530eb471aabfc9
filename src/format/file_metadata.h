#pragma once

#include "base/arena.h"
#include "taracea/buffer.h"
#include "taracea/limits.h"
#include "taracea/metadata.h"
#include "taracea/status.h"

namespace taracea::format {

// Read functions take bytes that begin with the struct and may go on behind it; `consumed`, when not null, gets the
// size of the struct in bytes. Errors: kCorrupt, kLimitExceeded (depth, list and string lengths), with the position
// inside `bytes`. Write functions append to `out`; errors: kOutOfMemory, and then `out` is as it was. Thread safety:
// all functions from any thread.

/// Decodes a whole footer. Opening a file goes through FooterIndex instead, which is cheaper and fails by column.
Result<FileMetaData> ReadFileMetaData(ConstBytes bytes, const ReadLimits& limits, size_t* consumed = nullptr);
Status WriteFileMetaData(const FileMetaData& metadata, OwnedBuffer* out);

Result<FileCryptoMetaData> ReadFileCryptoMetaData(ConstBytes bytes, const ReadLimits& limits,
                                                  size_t* consumed = nullptr);
Status WriteFileCryptoMetaData(const FileCryptoMetaData& metadata, OwnedBuffer* out);

Result<RowGroup> ReadRowGroup(ConstBytes bytes, const ReadLimits& limits, size_t* consumed = nullptr);
Status WriteRowGroup(const RowGroup& row_group, OwnedBuffer* out);

Result<ColumnChunk> ReadColumnChunk(ConstBytes bytes, const ReadLimits& limits, size_t* consumed = nullptr);
Status WriteColumnChunk(const ColumnChunk& chunk, OwnedBuffer* out);

/// Also decodes what `encrypted_column_metadata` holds once it is decrypted.
Result<ColumnMetaData> ReadColumnMetaData(ConstBytes bytes, const ReadLimits& limits, size_t* consumed = nullptr);
Status WriteColumnMetaData(const ColumnMetaData& metadata, OwnedBuffer* out);

Result<Statistics> ReadStatistics(ConstBytes bytes, const ReadLimits& limits, size_t* consumed = nullptr);
Result<SizeStatistics> ReadSizeStatistics(ConstBytes bytes, const ReadLimits& limits, size_t* consumed = nullptr);
Result<GeospatialStatistics> ReadGeospatialStatistics(ConstBytes bytes, const ReadLimits& limits,
                                                      size_t* consumed = nullptr);

}  // namespace taracea::format

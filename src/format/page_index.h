#pragma once

#include "base/arena.h"
#include "taracea/buffer.h"
#include "taracea/limits.h"
#include "taracea/metadata.h"
#include "taracea/status.h"

namespace taracea::format {

// As in file_metadata.h: `consumed`, when not null, gets the size in bytes of the struct at the start of `bytes`;
// reading fails with kCorrupt or kLimitExceeded, writing with kOutOfMemory. Nothing beyond the Thrift encoding is
// checked: the lists may differ in length and offsets may lie anywhere.

Result<OffsetIndex> ReadOffsetIndex(ConstBytes bytes, const ReadLimits& limits, size_t* consumed = nullptr);
Status WriteOffsetIndex(const OffsetIndex& index, OwnedBuffer* out);

Result<ColumnIndex> ReadColumnIndex(ConstBytes bytes, const ReadLimits& limits, size_t* consumed = nullptr);
Status WriteColumnIndex(const ColumnIndex& index, OwnedBuffer* out);

Result<BloomFilterHeader> ReadBloomFilterHeader(ConstBytes bytes, const ReadLimits& limits, size_t* consumed = nullptr);
Status WriteBloomFilterHeader(const BloomFilterHeader& header, OwnedBuffer* out);

}  // namespace taracea::format

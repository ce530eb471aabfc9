// Footers of any bytes: the index, the full decoding, all that is decoded on demand, and writing it again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "base/arena.h"
#include "format/file_metadata.h"
#include "format/footer_index.h"
#include "format/metadata_json.h"

using taracea::Buffer;
using taracea::ConstBytes;
using taracea::FileMetaData;
using taracea::ReadLimits;
using taracea::Result;
using taracea::format::FooterIndex;
using taracea::format::IndexedChunk;
using taracea::format::IndexedRowGroup;

namespace {

void Require(bool condition) {
  if (!condition) {
    std::abort();
  }
}

void DecodeOnDemand(const FooterIndex& index) {
  for (const IndexedChunk& chunk : index.chunks()) {
    Require(index.CheckChunk(chunk).ok() == chunk.is_usable);
    static_cast<void>(index.DecodePath(chunk).ok());
    static_cast<void>(index.DecodeStatistics(chunk).ok());
    static_cast<void>(index.DecodeSizeStatistics(chunk).ok());
    static_cast<void>(index.DecodeGeospatialStatistics(chunk).ok());
    static_cast<void>(index.DecodeEncodingStats(chunk).ok());
    static_cast<void>(index.DecodeKeyValueMetadata(chunk).ok());
    static_cast<void>(index.DecodeColumnChunk(chunk).ok());
  }
  for (const IndexedRowGroup& row_group : index.row_groups()) {
    static_cast<void>(index.DecodeSortingColumns(row_group).ok());
  }
}

/// What was read is written and read again: the bytes are then a fixed point, whatever the first ones were.
void RequireFixedPoint(const FileMetaData& file, const ReadLimits& limits) {
  taracea::OwnedBuffer first = *taracea::DefaultArena()->Allocate(0);
  Require(taracea::format::WriteFileMetaData(file, &first).ok());
  const Result<FileMetaData> again = taracea::format::ReadFileMetaData(first.bytes(), limits);
  Require(again.ok());
  taracea::OwnedBuffer second = *taracea::DefaultArena()->Allocate(0);
  Require(taracea::format::WriteFileMetaData(*again, &second).ok());
  Require(taracea::AsText(first.bytes()) == taracea::AsText(second.bytes()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  ReadLimits limits;
  limits.memory_budget_bytes = int64_t{64} << 20;
  const ConstBytes bytes(reinterpret_cast<const std::byte*>(data), size);
  const Result<FooterIndex> index = FooterIndex::Parse(Buffer::Unowned(bytes), limits);
  const Result<FileMetaData> file = taracea::format::ReadFileMetaData(bytes, limits);
  if (index.ok()) {
    DecodeOnDemand(*index);
  }
  if (file.ok()) {
    static_cast<void>(taracea::format::ToJson(*file));
    RequireFixedPoint(*file, limits);
    Require(index.ok());
    Require(index->schema() == file->schema && index->num_rows() == file->num_rows);
    Require(index->row_groups().size() == file->row_groups.size());
  }
  return 0;
}

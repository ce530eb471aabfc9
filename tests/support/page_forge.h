#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "taracea/metadata.h"
#include "taracea/options.h"
#include "taracea/types.h"

// A writer that obeys: it makes files page by page, true unless told to lie. Lies are told by changing what it returns
// before it is put together, or by the `lie` of a chunk or file, which sees the finished fields last.
namespace taracea::testing {

using ByteVector = std::vector<std::byte>;

/// One page as it will lie in the file.
struct ForgedPage {
  PageHeader header;
  ByteVector body;
};

/// What a data page is made of. Levels are left out where their maximum is 0.
struct PageParts {
  DataPageVersion version = DataPageVersion::kV1;
  int32_t entry_count = 0;
  uint16_t max_repetition_level = 0;
  uint16_t max_definition_level = 0;
  std::vector<uint16_t> repetition_levels = {};
  std::vector<uint16_t> definition_levels = {};
  Encoding encoding = Encoding::kPlain;
  ByteVector values = {};
  Codec codec = Codec::kUncompressed;
  bool compress = true;  ///< V2: otherwise the values are stored as they are and the header says so.
};

ForgedPage DataPage(const PageParts& parts);
ForgedPage DictionaryPage(int32_t entry_count, const ByteVector& entries, Codec codec = Codec::kUncompressed);
/// Makes a page of a type that readers pass over.
ForgedPage OtherPage(PageType type, const ByteVector& body);
/// Gives a page the checksum of its body, with `wrong_bits` of it flipped.
ForgedPage WithChecksum(ForgedPage page, int32_t wrong_bits = 0);

/// One column chunk. Of `meta` the caller sets type, path_in_schema and codec; counts, sizes and offsets follow from
/// the pages.
struct ForgedChunk {
  ColumnMetaData meta;
  std::vector<ForgedPage> pages;
  std::function<void(ColumnMetaData*)> lie = {};
};

/// A file of one row group.
struct ForgedFile {
  std::vector<SchemaElement> schema;
  int64_t row_count = 0;
  std::vector<ForgedChunk> chunks;
  std::function<void(FileMetaData*)> lie = {};
};

/// Makes a chunk of INT32 values.
ForgedChunk Int32Chunk(std::vector<std::string> path, std::vector<ForgedPage> pages, Codec codec);
/// Makes a file of one INT32 column, "x".
ForgedFile Int32File(Repetition repetition, int64_t row_count, std::vector<ForgedPage> pages,
                     Codec codec = Codec::kUncompressed);

ByteVector Forge(const ForgedFile& file);
/// Puts a footer of any bytes behind pages of any bytes.
ByteVector ForgeAround(ByteVector pages, const ByteVector& footer);

SchemaElement Leaf(std::string name, PhysicalType type, Repetition repetition);
SchemaElement Group(std::string name, int32_t child_count, Repetition repetition,
                    LogicalType::Kind kind = LogicalType::Kind::kNone);

ByteVector PlainInt32(const std::vector<int32_t>& values);
ByteVector PlainTexts(const std::vector<std::string>& values);
/// Encodes INT32 values by any encoding but the dictionary ones.
ByteVector EncodedInt32(Encoding encoding, const std::vector<int32_t>& values);
/// Encodes a page's indices: the bit width, then the RLE / bit-packed hybrid.
ByteVector DictionaryIndices(const std::vector<uint16_t>& indices, int bit_width);

}  // namespace taracea::testing

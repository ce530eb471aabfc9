#include "support/page_forge.h"

#include <string_view>
#include <utility>

#include "base/arena.h"
#include "base/bytes.h"
#include "base/crc32.h"
#include "compression/codec_registry.h"
#include "encoding/encoder.h"
#include "encoding/level_encoder.h"
#include "format/file_metadata.h"
#include "format/magic.h"
#include "format/page_header.h"

namespace taracea::testing {
namespace {

void Append(ByteVector* out, ConstBytes bytes) {
  out->insert(out->end(), bytes.begin(), bytes.end());
}

OwnedBuffer NewBuffer() {
  return DefaultArena()->Allocate(0).value();
}

ByteVector ToVector(const OwnedBuffer& buffer) {
  return {buffer.bytes().begin(), buffer.bytes().end()};
}

ByteVector Levels(const std::vector<uint16_t>& levels, uint16_t max_level) {
  encoding::LevelEncoder encoder(max_level, DefaultArena());
  OwnedBuffer out = NewBuffer();
  (void)encoder.Append(levels.data(), static_cast<int64_t>(levels.size())).ok();
  (void)encoder.Flush(&out).ok();
  return ToVector(out);
}

ByteVector Compressed(Codec codec, const ByteVector& plain) {
  if (codec == Codec::kUncompressed) {
    return plain;
  }
  OwnedBuffer out = NewBuffer();
  auto compressor = compression::MakeCompressor(*CodecRegistry::BuiltIn(), codec).value();
  (void)compressor->Compress(plain, &out).ok();
  return ToVector(out);
}

ByteVector Encoded(Encoding encoding, PhysicalType type, const encoding::Values& values) {
  OwnedBuffer out = NewBuffer();
  auto encoder = encoding::MakeEncoder(encoding, {.type = type}).value();
  (void)encoder->Append(values).ok();
  (void)encoder->Flush(&out).ok();
  return ToVector(out);
}

void AppendWithLength(ByteVector* out, const ByteVector& levels) {
  std::byte length[sizeof(uint32_t)];
  Store(length, static_cast<uint32_t>(levels.size()));
  Append(out, length);
  Append(out, levels);
}

ForgedPage DataPageV1(const PageParts& parts) {
  ByteVector plain;
  if (parts.max_repetition_level > 0) {
    AppendWithLength(&plain, Levels(parts.repetition_levels, parts.max_repetition_level));
  }
  if (parts.max_definition_level > 0) {
    AppendWithLength(&plain, Levels(parts.definition_levels, parts.max_definition_level));
  }
  Append(&plain, parts.values);
  ForgedPage page;
  page.body = Compressed(parts.codec, plain);
  page.header.type = PageType::kDataPage;
  page.header.uncompressed_page_size = static_cast<int32_t>(plain.size());
  page.header.compressed_page_size = static_cast<int32_t>(page.body.size());
  DataPageHeader& own = page.header.data_page_header.emplace();
  own.num_values = parts.entry_count;
  own.encoding = parts.encoding;
  return page;
}

ForgedPage DataPageV2(const PageParts& parts) {
  const ByteVector repetition = Levels(parts.repetition_levels, parts.max_repetition_level);
  const ByteVector definition = Levels(parts.definition_levels, parts.max_definition_level);
  ForgedPage page;
  Append(&page.body, repetition);
  Append(&page.body, definition);
  page.header.type = PageType::kDataPageV2;
  page.header.uncompressed_page_size = static_cast<int32_t>(page.body.size() + parts.values.size());
  const bool compress = parts.compress && !parts.values.empty();
  Append(&page.body, compress ? Compressed(parts.codec, parts.values) : parts.values);
  page.header.compressed_page_size = static_cast<int32_t>(page.body.size());
  DataPageHeaderV2& own = page.header.data_page_header_v2.emplace();
  own.num_values = parts.entry_count;
  own.num_rows = parts.max_repetition_level == 0 ? parts.entry_count : 0;
  for (const uint16_t level : parts.repetition_levels) {
    own.num_rows += level == 0 ? 1 : 0;
  }
  for (const uint16_t level : parts.definition_levels) {
    own.num_nulls += level < parts.max_definition_level ? 1 : 0;
  }
  own.encoding = parts.encoding;
  own.repetition_levels_byte_length = static_cast<int32_t>(repetition.size());
  own.definition_levels_byte_length = static_cast<int32_t>(definition.size());
  own.is_compressed = compress && parts.codec != Codec::kUncompressed;
  return page;
}

/// Appends the pages of a chunk and returns its metadata.
ColumnMetaData AppendChunk(const ForgedChunk& chunk, ByteVector* out) {
  ColumnMetaData meta = chunk.meta;
  const auto begin = static_cast<int64_t>(out->size());
  for (const ForgedPage& page : chunk.pages) {
    const PageHeader& header = page.header;
    const bool is_data = header.data_page_header || header.data_page_header_v2;
    const auto offset = static_cast<int64_t>(out->size());
    if (header.type == PageType::kDictionaryPage && !meta.dictionary_page_offset) {
      meta.dictionary_page_offset = offset;
    }
    if (is_data && meta.data_page_offset == 0) {
      meta.data_page_offset = offset;
    }
    if (is_data) {
      meta.num_values +=
          header.data_page_header ? header.data_page_header->num_values : header.data_page_header_v2->num_values;
    }
    OwnedBuffer bytes = NewBuffer();
    (void)format::WritePageHeader(header, &bytes).ok();
    Append(out, bytes.bytes());
    Append(out, page.body);
    meta.total_uncompressed_size += static_cast<int64_t>(bytes.size()) + header.uncompressed_page_size;
  }
  meta.total_compressed_size = static_cast<int64_t>(out->size()) - begin;
  if (chunk.lie) {
    chunk.lie(&meta);
  }
  return meta;
}

}  // namespace

ForgedPage DataPage(const PageParts& parts) {
  return parts.version == DataPageVersion::kV2 ? DataPageV2(parts) : DataPageV1(parts);
}

ForgedPage DictionaryPage(int32_t entry_count, const ByteVector& entries, Codec codec) {
  ForgedPage page;
  page.body = Compressed(codec, entries);
  page.header.type = PageType::kDictionaryPage;
  page.header.uncompressed_page_size = static_cast<int32_t>(entries.size());
  page.header.compressed_page_size = static_cast<int32_t>(page.body.size());
  page.header.dictionary_page_header.emplace().num_values = entry_count;
  return page;
}

ForgedPage OtherPage(PageType type, const ByteVector& body) {
  ForgedPage page;
  page.body = body;
  page.header.type = type;
  page.header.uncompressed_page_size = static_cast<int32_t>(body.size());
  page.header.compressed_page_size = static_cast<int32_t>(body.size());
  if (type == PageType::kIndexPage) {
    page.header.index_page_header.emplace();
  }
  return page;
}

ForgedPage WithChecksum(ForgedPage page, int32_t wrong_bits) {
  page.header.crc = static_cast<int32_t>(Crc32(page.body)) ^ wrong_bits;
  return page;
}

ByteVector Forge(const ForgedFile& file) {
  ByteVector out;
  Append(&out, AsBytes(format::kMagic));
  FileMetaData metadata;
  metadata.schema = file.schema;
  metadata.num_rows = file.row_count;
  RowGroup& row_group = metadata.row_groups.emplace_back();
  row_group.num_rows = file.row_count;
  for (const ForgedChunk& chunk : file.chunks) {
    row_group.columns.emplace_back().meta_data = AppendChunk(chunk, &out);
    row_group.total_byte_size += row_group.columns.back().meta_data->total_uncompressed_size;
  }
  if (file.lie) {
    file.lie(&metadata);
  }
  OwnedBuffer footer = NewBuffer();
  (void)format::WriteFileMetaData(metadata, &footer).ok();
  return ForgeAround(std::move(out), ToVector(footer));
}

ByteVector ForgeAround(ByteVector pages, const ByteVector& footer) {
  Append(&pages, footer);
  Append(&pages, format::MakeFooterTail(static_cast<uint32_t>(footer.size()), false));
  return pages;
}

SchemaElement Leaf(std::string name, PhysicalType type, Repetition repetition) {
  SchemaElement leaf;
  leaf.name = std::move(name);
  leaf.type = type;
  leaf.repetition_type = repetition;
  return leaf;
}

SchemaElement Group(std::string name, int32_t child_count, Repetition repetition, LogicalType::Kind kind) {
  SchemaElement group;
  group.name = std::move(name);
  group.num_children = child_count;
  group.repetition_type = repetition;
  group.logical_type.kind = kind;
  return group;
}

ForgedChunk Int32Chunk(std::vector<std::string> path, std::vector<ForgedPage> pages, Codec codec) {
  ForgedChunk chunk;
  chunk.meta.type = PhysicalType::kInt32;
  chunk.meta.path_in_schema = std::move(path);
  chunk.meta.codec = codec;
  chunk.pages = std::move(pages);
  return chunk;
}

ForgedFile Int32File(Repetition repetition, int64_t row_count, std::vector<ForgedPage> pages, Codec codec) {
  ForgedFile file;
  file.schema = {Group("schema", 1, Repetition::kRequired), Leaf("x", PhysicalType::kInt32, repetition)};
  file.schema[0].repetition_type.reset();
  file.row_count = row_count;
  file.chunks.push_back(Int32Chunk({"x"}, std::move(pages), codec));
  return file;
}

ByteVector PlainInt32(const std::vector<int32_t>& values) {
  return EncodedInt32(Encoding::kPlain, values);
}

ByteVector PlainTexts(const std::vector<std::string>& values) {
  std::vector<ConstBytes> spans;
  spans.reserve(values.size());
  for (const std::string& value : values) {
    spans.push_back(AsBytes(value));
  }
  return Encoded(Encoding::kPlain, PhysicalType::kByteArray, encoding::Values::Spans(spans));
}

ByteVector EncodedInt32(Encoding encoding, const std::vector<int32_t>& values) {
  const ConstBytes bytes = BytesOf(values.data(), values.size());
  return Encoded(encoding, PhysicalType::kInt32,
                 encoding::Values::Fixed(bytes.data(), sizeof(int32_t), static_cast<int64_t>(values.size())));
}

ByteVector DictionaryIndices(const std::vector<uint16_t>& indices, int bit_width) {
  ByteVector out = {static_cast<std::byte>(bit_width)};
  Append(&out, Levels(indices, static_cast<uint16_t>((1U << bit_width) - 1)));
  return out;
}

}  // namespace taracea::testing

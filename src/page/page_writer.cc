#include "page/page_writer.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <string>

#include "base/bytes.h"
#include "base/crc32.h"
#include "base/try.h"
#include "format/page_header.h"

namespace taracea::page {
namespace {

Status CheckPageSize(int64_t size_bytes) {
  if (size_bytes > std::numeric_limits<int32_t>::max()) {
    return Status::LimitExceeded("a page must have less than 2 GiB, this one has " + std::to_string(size_bytes) +
                                 " bytes; set a smaller data_page_bytes or shorten the values");
  }
  return {};
}

}  // namespace

void PageBody::AddWithLength(ConstBytes levels) noexcept {
  std::array<std::byte, sizeof(uint32_t)>& length = lengths_[lengths_count_++];
  Store(length.data(), static_cast<uint32_t>(levels.size()));
  Add(length);
  Add(levels);
}

size_t PageBody::size_bytes() const noexcept {
  size_t size_bytes = 0;
  for (const ConstBytes piece : pieces()) {
    size_bytes += piece.size();
  }
  return size_bytes;
}

Status PageWriter::Compress(ConstBytes plain, WorkerScratch& scratch) const {
  TARACEA_TRY_ASSIGN(compression::Compressor* const compressor,
                     scratch.codecs.CompressorFor(options_.codec, options_.compression_level));
  const auto start = std::chrono::steady_clock::now();
  scratch.page.compressed.SetSize(0);
  TARACEA_TRY(compressor->Compress(plain, &scratch.page.compressed));
  const auto spent = std::chrono::steady_clock::now() - start;
  scratch.counters.codec_ns += std::chrono::duration_cast<std::chrono::nanoseconds>(spent).count();
  return {};
}

Status PageWriter::FillV1(const DataPageParts& parts, WorkerScratch& scratch, PageBody* body) const {
  if (parts.max_repetition_level > 0) {
    body->AddWithLength(parts.repetition_levels);
  }
  if (parts.max_definition_level > 0) {
    body->AddWithLength(parts.definition_levels);
  }
  body->Add(parts.values);
  body->uncompressed_size_bytes = static_cast<int64_t>(body->size_bytes());
  TARACEA_TRY(CheckPageSize(body->uncompressed_size_bytes));
  return options_.codec == Codec::kUncompressed ? Status() : CompressBody(scratch, body);
}

Status PageWriter::CompressBody(WorkerScratch& scratch, PageBody* body) const {
  OwnedBuffer& plain = scratch.page.plain;
  plain.SetSize(0);
  TARACEA_TRY(plain.Reserve(body->size_bytes()));
  for (const ConstBytes piece : body->pieces()) {
    TARACEA_TRY(plain.Append(piece));
  }
  TARACEA_TRY(Compress(plain.bytes(), scratch));
  body->SetOnly(scratch.page.compressed.bytes());
  return {};
}

Status PageWriter::FillV2(const DataPageParts& parts, WorkerScratch& scratch, PageHeader* header,
                          PageBody* body) const {
  body->Add(parts.repetition_levels);
  body->Add(parts.definition_levels);
  body->uncompressed_size_bytes = static_cast<int64_t>(body->size_bytes() + parts.values.size());
  TARACEA_TRY(CheckPageSize(body->uncompressed_size_bytes));
  const bool compress = options_.codec != Codec::kUncompressed && !parts.values.empty();
  if (compress) {
    TARACEA_TRY(Compress(parts.values, scratch));
  }
  // Values that compression does not shorten are stored as they are; the page says so.
  const bool shorter = compress && scratch.page.compressed.size() < parts.values.size();
  body->Add(shorter ? scratch.page.compressed.bytes() : parts.values);
  header->data_page_header_v2->is_compressed = shorter;
  return {};
}

Status PageWriter::WriteHeader(PageHeader header, const PageBody& body, OwnedBuffer* out) {
  const size_t body_bytes = body.size_bytes();
  TARACEA_TRY(CheckPageSize(static_cast<int64_t>(body_bytes)));
  header.uncompressed_page_size = static_cast<int32_t>(body.uncompressed_size_bytes);
  header.compressed_page_size = static_cast<int32_t>(body_bytes);
  if (options_.checksums) {
    uint32_t crc = 0;
    for (const ConstBytes piece : body.pieces()) {
      crc = Crc32(piece, crc);
    }
    header.crc = static_cast<int32_t>(crc);
  }
  out->SetSize(0);
  TARACEA_TRY(format::WritePageHeader(header, out));
  const auto header_bytes = static_cast<int64_t>(out->size());
  compressed_size_bytes_ += header_bytes + static_cast<int64_t>(body_bytes);
  uncompressed_size_bytes_ += header_bytes + body.uncompressed_size_bytes;
  return {};
}

Result<int64_t> PageWriter::AddDataPage(const DataPageParts& parts, WorkerScratch& scratch) {
  TARACEA_TRY(scratch.page.TakeMemoryFrom(*options_.arena));
  PageHeader header;
  if (options_.version == DataPageVersion::kV2) {
    header.type = PageType::kDataPageV2;
    DataPageHeaderV2& own = header.data_page_header_v2.emplace();
    own.num_values = static_cast<int32_t>(parts.entry_count);
    own.num_nulls = static_cast<int32_t>(parts.null_count);
    own.num_rows = static_cast<int32_t>(parts.row_count);
    own.encoding = parts.encoding;
    own.repetition_levels_byte_length = static_cast<int32_t>(parts.repetition_levels.size());
    own.definition_levels_byte_length = static_cast<int32_t>(parts.definition_levels.size());
    own.is_compressed = true;
  } else {
    header.type = PageType::kDataPage;
    DataPageHeader& own = header.data_page_header.emplace();
    own.num_values = static_cast<int32_t>(parts.entry_count);
    own.encoding = parts.encoding;
    own.repetition_level_encoding = Encoding::kRle;
    own.definition_level_encoding = Encoding::kRle;
  }
  PageBody body;
  TARACEA_TRY(options_.version == DataPageVersion::kV2 ? FillV2(parts, scratch, &header, &body)
                                                       : FillV1(parts, scratch, &body));
  TARACEA_TRY(WriteHeader(std::move(header), body, &scratch.page.header));
  const int64_t before = data_pages_.size_bytes();
  TARACEA_TRY(data_pages_.Append(scratch.page.header.bytes()));
  for (const ConstBytes piece : body.pieces()) {
    TARACEA_TRY(data_pages_.Append(piece));
  }
  ++scratch.counters.data_pages;
  scratch.counters.uncompressed_bytes += body.uncompressed_size_bytes;
  scratch.counters.compressed_bytes += static_cast<int64_t>(body.size_bytes());
  return data_pages_.size_bytes() - before;
}

Status PageWriter::SetDictionaryPage(int64_t entry_count, ConstBytes entries, WorkerScratch& scratch) {
  TARACEA_TRY(CheckPageSize(static_cast<int64_t>(entries.size())));
  TARACEA_TRY(scratch.page.TakeMemoryFrom(*options_.arena));
  PageHeader header;
  header.type = PageType::kDictionaryPage;
  DictionaryPageHeader& own = header.dictionary_page_header.emplace();
  own.num_values = static_cast<int32_t>(entry_count);
  own.encoding = Encoding::kPlain;
  PageBody body;
  body.uncompressed_size_bytes = static_cast<int64_t>(entries.size());
  if (options_.codec == Codec::kUncompressed) {
    body.Add(entries);
  } else {
    TARACEA_TRY(Compress(entries, scratch));
    body.Add(scratch.page.compressed.bytes());
  }
  TARACEA_TRY(WriteHeader(std::move(header), body, &scratch.page.header));
  TARACEA_TRY_ASSIGN(dictionary_page_, options_.arena->Allocate(scratch.page.header.size() + body.size_bytes()));
  TARACEA_TRY(dictionary_page_.Append(scratch.page.header.bytes()));
  for (const ConstBytes piece : body.pieces()) {
    TARACEA_TRY(dictionary_page_.Append(piece));
  }
  ++scratch.counters.dictionary_pages;
  return {};
}

std::vector<ConstBytes> PageWriter::Pieces() const {
  std::vector<ConstBytes> pieces;
  if (dictionary_page_.size() > 0) {
    pieces.push_back(dictionary_page_.bytes());
  }
  data_pages_.AddPieces(&pieces);
  return pieces;
}

void PageWriter::Reset() noexcept {
  data_pages_.Reset();
  dictionary_page_.Reset();
  compressed_size_bytes_ = 0;
  uncompressed_size_bytes_ = 0;
}

}  // namespace taracea::page

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

// Bodies are laid one behind the other into segments that grow with the chunk, so that ten thousand columns of a few
// rows each stay small.
constexpr size_t kFirstSegmentBytes = size_t{4} << 10;
constexpr size_t kLargestSegmentBytes = size_t{1} << 20;

Status AppendWithLength(ConstBytes levels, OwnedBuffer* out) {
  std::byte prefix[sizeof(uint32_t)];
  Store(prefix, static_cast<uint32_t>(levels.size()));
  TARACEA_TRY(out->Append(prefix));
  return out->Append(levels);
}

/// The body of a V1 page before compression.
Status AppendV1(const DataPageParts& parts, OwnedBuffer* out) {
  if (parts.max_repetition_level > 0) {
    TARACEA_TRY(AppendWithLength(parts.repetition_levels, out));
  }
  if (parts.max_definition_level > 0) {
    TARACEA_TRY(AppendWithLength(parts.definition_levels, out));
  }
  return out->Append(parts.values);
}

Status CheckPageSize(int64_t size_bytes) {
  if (size_bytes > std::numeric_limits<int32_t>::max()) {
    return Status::LimitExceeded("a page must have less than 2 GiB, this one has " + std::to_string(size_bytes) +
                                 " bytes; set a smaller data_page_bytes or shorten the values");
  }
  return {};
}

}  // namespace

Result<OwnedBuffer*> PageWriter::SegmentWithRoom(size_t size_bytes) {
  if (segments_.empty() || segments_.back().capacity() - segments_.back().size() < size_bytes) {
    const size_t grown = segments_.empty() ? kFirstSegmentBytes : 2 * segments_.back().capacity();
    const size_t wanted = std::max(size_bytes, std::min(grown, kLargestSegmentBytes));
    TARACEA_TRY_ASSIGN(OwnedBuffer segment, options_.arena->Allocate(wanted));
    segments_.push_back(std::move(segment));
  }
  return &segments_.back();
}

Status PageWriter::AppendCompressed(ConstBytes bytes, WorkerScratch& scratch, OwnedBuffer* out) const {
  TARACEA_TRY_ASSIGN(compression::Compressor* const compressor,
                     scratch.codecs.CompressorFor(options_.codec, options_.compression_level));
  const auto start = std::chrono::steady_clock::now();
  TARACEA_TRY(compressor->Compress(bytes, out));
  const auto spent = std::chrono::steady_clock::now() - start;
  scratch.counters.codec_ns += std::chrono::duration_cast<std::chrono::nanoseconds>(spent).count();
  return {};
}

Status PageWriter::FillBody(const DataPageParts& parts, WorkerScratch& scratch, PageHeader* header,
                            RetainedPage* page) {
  const size_t levels_bytes = parts.repetition_levels.size() + parts.definition_levels.size();
  const size_t plain_bytes = levels_bytes + parts.values.size() + 2 * sizeof(uint32_t);
  TARACEA_TRY(CheckPageSize(static_cast<int64_t>(plain_bytes)));
  const bool compress = options_.codec != Codec::kUncompressed;
  size_t most_bytes = plain_bytes;
  if (compress) {
    TARACEA_TRY_ASSIGN(compression::Compressor* const compressor,
                       scratch.codecs.CompressorFor(options_.codec, options_.compression_level));
    most_bytes += compressor->MaxCompressedSize(plain_bytes);
  }
  TARACEA_TRY_ASSIGN(OwnedBuffer* const out, SegmentWithRoom(most_bytes));
  page->segment = segments_.size() - 1;
  page->body_offset = out->size();
  if (options_.version == DataPageVersion::kV2) {
    TARACEA_TRY(out->Append(parts.repetition_levels));
    TARACEA_TRY(out->Append(parts.definition_levels));
    const size_t before = out->size();
    if (compress && !parts.values.empty()) {
      TARACEA_TRY(AppendCompressed(parts.values, scratch, out));
    }
    // Values that compression does not shorten are stored as they are; the page says so.
    if (!compress || parts.values.empty() || out->size() - before >= parts.values.size()) {
      out->SetSize(before);
      TARACEA_TRY(out->Append(parts.values));
      header->data_page_header_v2->is_compressed = false;
    }
    page->uncompressed_size_bytes = static_cast<int64_t>(levels_bytes + parts.values.size());
  } else if (compress) {
    plain_.SetSize(0);
    TARACEA_TRY(AppendV1(parts, &plain_));
    TARACEA_TRY(AppendCompressed(plain_.bytes(), scratch, out));
    page->uncompressed_size_bytes = static_cast<int64_t>(plain_.size());
  } else {
    TARACEA_TRY(AppendV1(parts, out));
    page->uncompressed_size_bytes = static_cast<int64_t>(out->size() - page->body_offset);
  }
  page->body_size = out->size() - page->body_offset;
  return {};
}

Status PageWriter::Finish(PageHeader header, RetainedPage* page) {
  TARACEA_TRY(CheckPageSize(static_cast<int64_t>(page->body_size)));
  header.uncompressed_page_size = static_cast<int32_t>(page->uncompressed_size_bytes);
  header.compressed_page_size = static_cast<int32_t>(page->body_size);
  if (options_.checksums) {
    header.crc = static_cast<int32_t>(Crc32(BodyOf(*page)));
  }
  TARACEA_TRY_ASSIGN(page->header, options_.arena->Allocate(0));
  TARACEA_TRY(format::WritePageHeader(header, &page->header));
  compressed_size_bytes_ += page->size_bytes();
  uncompressed_size_bytes_ += page->uncompressed_size_bytes + static_cast<int64_t>(page->header.size());
  return {};
}

Result<int64_t> PageWriter::AddDataPage(const DataPageParts& parts, WorkerScratch& scratch) {
  if (plain_.arena() == nullptr) {
    TARACEA_TRY_ASSIGN(plain_, options_.arena->Allocate(0));
  }
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
  RetainedPage page;
  TARACEA_TRY(FillBody(parts, scratch, &header, &page));
  TARACEA_TRY(Finish(std::move(header), &page));
  ++scratch.counters.data_pages;
  scratch.counters.uncompressed_bytes += page.uncompressed_size_bytes;
  scratch.counters.compressed_bytes += static_cast<int64_t>(page.body_size);
  const int64_t size_bytes = page.size_bytes();
  data_pages_.push_back(std::move(page));
  return size_bytes;
}

Status PageWriter::SetDictionaryPage(int64_t entry_count, ConstBytes body, WorkerScratch& scratch) {
  TARACEA_TRY(CheckPageSize(static_cast<int64_t>(body.size())));
  PageHeader header;
  header.type = PageType::kDictionaryPage;
  DictionaryPageHeader& own = header.dictionary_page_header.emplace();
  own.num_values = static_cast<int32_t>(entry_count);
  own.encoding = Encoding::kPlain;
  RetainedPage page;
  size_t most_bytes = body.size();
  if (options_.codec != Codec::kUncompressed) {
    TARACEA_TRY_ASSIGN(compression::Compressor* const compressor,
                       scratch.codecs.CompressorFor(options_.codec, options_.compression_level));
    most_bytes = compressor->MaxCompressedSize(body.size());
  }
  TARACEA_TRY_ASSIGN(OwnedBuffer* const out, SegmentWithRoom(most_bytes));
  page.segment = segments_.size() - 1;
  page.body_offset = out->size();
  TARACEA_TRY(options_.codec == Codec::kUncompressed ? out->Append(body) : AppendCompressed(body, scratch, out));
  page.body_size = out->size() - page.body_offset;
  page.uncompressed_size_bytes = static_cast<int64_t>(body.size());
  TARACEA_TRY(Finish(std::move(header), &page));
  ++scratch.counters.dictionary_pages;
  dictionary_page_ = std::move(page);
  return {};
}

ConstBytes PageWriter::BodyOf(const RetainedPage& page) const noexcept {
  return {segments_[page.segment].data() + page.body_offset, page.body_size};
}

std::vector<ConstBytes> PageWriter::Pieces() const {
  std::vector<ConstBytes> pieces;
  pieces.reserve(2 * data_pages_.size() + 2);
  const auto add = [&](const RetainedPage& page) {
    pieces.push_back(page.header.bytes());
    pieces.push_back(BodyOf(page));
  };
  if (dictionary_page_) {
    add(*dictionary_page_);
  }
  for (const RetainedPage& page : data_pages_) {
    add(page);
  }
  return pieces;
}

void PageWriter::Reset() noexcept {
  segments_.clear();
  data_pages_.clear();
  dictionary_page_.reset();
  compressed_size_bytes_ = 0;
  uncompressed_size_bytes_ = 0;
}

}  // namespace taracea::page

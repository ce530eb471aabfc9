#include "page/page_reader.h"

#include <algorithm>
#include <chrono>

#include "base/byte_cursor.h"
#include "base/checked_math.h"
#include "base/crc32.h"
#include "base/try.h"
#include "format/page_header.h"

namespace taracea::page {
namespace {

// Most headers take some 30 bytes; statistics make them longer. Tried first, then doubled.
constexpr int64_t kFirstHeaderBytes = 1024;

/// Bytes that BIT_PACKED levels of one page take: they have no length prefix.
int64_t BitPackedLevelsBytes(int64_t entry_count, uint16_t max_level) {
  int bit_width = 0;
  for (unsigned level = max_level; level != 0; level >>= 1) {
    ++bit_width;
  }
  return (entry_count * bit_width + 7) / 8;
}

/// Takes the levels of a V1 page off the front of the body.
Status TakeLevels(ByteCursor* body, Encoding encoding, uint16_t max_level, int64_t entry_count, const char* kind,
                  ConstBytes* levels) {
  if (max_level == 0) {
    return {};  // Nothing is stored, whatever encoding old writers named.
  }
  uint64_t size_bytes = 0;
  if (encoding == Encoding::kRle) {
    uint32_t prefix = 0;
    if (!body->Read(&prefix)) {
      return Status::Corrupt(std::string("the page ends inside the length of its ") + kind + " levels");
    }
    size_bytes = prefix;
  } else if (encoding == Encoding::kBitPacked) {
    size_bytes = static_cast<uint64_t>(BitPackedLevelsBytes(entry_count, max_level));
  } else {
    return Status::Corrupt(std::string("the encoding of ") + kind + " levels must be RLE or BIT_PACKED, found " +
                           ToString(encoding));
  }
  if (!body->Take(size_bytes, levels)) {
    return Status::Corrupt(std::string("the ") + kind + " levels are longer than the rest of the page: " +
                           std::to_string(size_bytes) + " > " + std::to_string(body->remaining()));
  }
  return {};
}

void SetValues(const Buffer& body, ConstBytes values, PageView* view) {
  view->values = values;
  view->slack_before_bytes = static_cast<size_t>(values.data() - body.data());
  const auto behind = static_cast<size_t>((body.data() + body.size()) - (values.data() + values.size()));
  view->slack_after_bytes = behind + body.slack();
}

}  // namespace

PageReader::PageReader(PageReaderSpec spec)
    : spec_(std::move(spec)), window_(spec_.source, spec_.begin, spec_.end, spec_.window_bytes, spec_.arena) {}

int64_t PageReader::entry_count() const noexcept {
  if (header_.data_page_header) {
    return header_.data_page_header->num_values;
  }
  if (header_.data_page_header_v2) {
    return header_.data_page_header_v2->num_values;
  }
  return header_.dictionary_page_header ? header_.dictionary_page_header->num_values : 0;
}

int64_t PageReader::ordinal() const noexcept {
  return header_.type == PageType::kDictionaryPage ? -1 : next_ordinal_ - 1;
}

Status PageReader::Locate(Status status) const {
  Place place = spec_.place;
  place.page = ordinal();
  place.offset = header_offset_;
  return std::move(status).At(place);
}

Result<bool> PageReader::Next() {
  while (true) {
    window_.Skip(body_left_);
    body_left_ = 0;
    if (window_.remaining() <= 0) {
      return false;
    }
    if (Status status = ReadHeader(); !status.ok()) {
      return Locate(std::move(status));
    }
    switch (header_.type) {
      case PageType::kDataPage:
      case PageType::kDataPageV2: ++next_ordinal_; return true;
      case PageType::kDictionaryPage: return true;
      case PageType::kIndexPage:
      default: break;  // Passed over: the format lets new page types appear.
    }
  }
}

Status PageReader::Seek(int64_t offset, int64_t ordinal) {
  if (offset < spec_.begin || offset >= spec_.end) {
    return Locate(Status::Corrupt("the offset index points outside the column chunk: " + std::to_string(offset) +
                                  " is not in [" + std::to_string(spec_.begin) + ", " + std::to_string(spec_.end) +
                                  ")"));
  }
  window_.Seek(offset);
  body_left_ = 0;
  next_ordinal_ = ordinal;
  return {};
}

Status PageReader::ReadHeader() {
  header_offset_ = window_.position();
  TARACEA_TRY(spec_.encryption.cipher != nullptr ? ReadSealedHeader() : ReadPlainHeader());
  TARACEA_TRY(CheckHeader());
  window_.Skip(header_bytes_);
  body_left_ = header_.compressed_page_size;
  return {};
}

Status PageReader::ReadPlainHeader() {
  const int64_t most = std::min(window_.remaining(), spec_.limits.max_page_header_bytes);
  for (int64_t want = std::min(kFirstHeaderBytes, most);; want = std::min(want * 4, most)) {
    TARACEA_TRY_ASSIGN(const Buffer bytes, window_.Peek(want));
    size_t consumed = 0;
    TARACEA_TRY_ASSIGN(std::optional<PageHeader> header,
                       format::ReadPageHeader(bytes.bytes(), spec_.limits, &consumed));
    if (header.has_value()) {
      header_ = *std::move(header);
      header_bytes_ = static_cast<int64_t>(consumed);
      return {};
    }
    if (want == most) {
      return Status::Corrupt("a page header is cut short after " + std::to_string(want) + " bytes");
    }
  }
}

Status PageReader::ReadSealedHeader() {
  const PageEncryption& how = spec_.encryption;
  const bool is_dictionary = how.starts_with_dictionary && header_offset_ == spec_.begin;
  TARACEA_TRY_ASSIGN(const Buffer front, window_.Peek(encryption::kModuleLengthBytes));
  TARACEA_TRY_ASSIGN(header_bytes_, encryption::StoredModuleBytes(front.bytes(), window_.remaining()));
  if (header_bytes_ - encryption::kModuleOverheadBytes > spec_.limits.max_page_header_bytes) {
    return Status::LimitExceeded("an encrypted page header is longer than max_page_header_bytes of " +
                                 std::to_string(spec_.limits.max_page_header_bytes) + ": " +
                                 std::to_string(header_bytes_));
  }
  TARACEA_TRY_ASSIGN(const Buffer module, window_.Peek(header_bytes_));
  const encryption::ModuleId id{
      is_dictionary ? encryption::ModuleType::kDictionaryPageHeader : encryption::ModuleType::kDataPageHeader,
      how.row_group, how.column, next_ordinal_};
  TARACEA_TRY_ASSIGN(const Buffer plain, how.cipher->Decrypt(id, module.bytes(), *spec_.arena));
  TARACEA_TRY_ASSIGN(std::optional<PageHeader> header, format::ReadPageHeader(plain.bytes(), spec_.limits));
  if (!header.has_value()) {
    return Status::Corrupt("an encrypted page header is cut short after " + std::to_string(plain.size()) + " bytes");
  }
  header_ = *std::move(header);
  return {};
}

Result<Buffer> PageReader::DecryptBody(Buffer body) const {
  const PageEncryption& how = spec_.encryption;
  if (how.cipher == nullptr) {
    return body;
  }
  const encryption::ModuleId id{header_.type == PageType::kDictionaryPage ? encryption::ModuleType::kDictionaryPage
                                                                          : encryption::ModuleType::kDataPage,
                                how.row_group, how.column, ordinal()};
  return how.cipher->Decrypt(id, body.bytes(), *spec_.arena);
}

Status PageReader::CheckHeader() const {
  const int64_t compressed = header_.compressed_page_size;
  const int64_t uncompressed = header_.uncompressed_page_size;
  if (compressed < 0 || uncompressed < 0) {
    return Status::Corrupt("a page has a negative size: compressed " + std::to_string(compressed) + ", uncompressed " +
                           std::to_string(uncompressed));
  }
  const int64_t left = window_.remaining() - header_bytes_;
  if (compressed > left) {
    return Status::Corrupt("a page body is longer than the rest of its column chunk: " + std::to_string(compressed) +
                           " > " + std::to_string(left) + " bytes");
  }
  const bool known = header_.type == PageType::kDataPage || header_.type == PageType::kDataPageV2 ||
                     header_.type == PageType::kDictionaryPage;
  if (!known) {
    return {};
  }
  if (std::max(compressed, uncompressed) > spec_.limits.max_page_bytes) {
    return Status::LimitExceeded(
        "a page is larger than max_page_bytes: " + std::to_string(std::max(compressed, uncompressed)) + " > " +
        std::to_string(spec_.limits.max_page_bytes));
  }
  const bool has_own_header = (header_.type == PageType::kDataPage && header_.data_page_header) ||
                              (header_.type == PageType::kDataPageV2 && header_.data_page_header_v2) ||
                              (header_.type == PageType::kDictionaryPage && header_.dictionary_page_header);
  if (!has_own_header) {
    return Status::Corrupt("a page header of type " + ToString(header_.type) + " lacks the part for that type");
  }
  if (entry_count() < 0) {
    return Status::Corrupt("a page has a negative number of values: " + std::to_string(entry_count()));
  }
  return {};
}

std::optional<uint32_t> PageReader::checksum() const noexcept {
  if (!header_.crc || (spec_.zero_is_no_checksum && *header_.crc == 0)) {
    return std::nullopt;
  }
  return static_cast<uint32_t>(*header_.crc);
}

Status PageReader::CheckChecksum(const Buffer& body, PageView* view) const {
  const std::optional<uint32_t> expected = checksum();
  if (!spec_.verify_checksums || !expected) {
    return {};
  }
  const uint32_t found = Crc32(body.bytes());
  if (found != *expected) {
    return Status::Corrupt("the checksum of a page differs: header says " + std::to_string(*expected) +
                           ", its bytes give " + std::to_string(found));
  }
  view->checksum_verified = true;
  return {};
}

Result<PageView> PageReader::Read(WorkerScratch& scratch) {
  PageView view;
  const auto read = [&]() -> Status {
    TARACEA_TRY_ASSIGN(const Buffer stored, window_.Peek(body_left_));
    window_.Skip(body_left_);
    body_left_ = 0;
    TARACEA_TRY(CheckChecksum(stored, &view));
    TARACEA_TRY_ASSIGN(const Buffer body, DecryptBody(stored));
    view.type = header_.type;
    view.entry_count = entry_count();
    view.ordinal = ordinal();
    view.offset = header_offset_;
    view.header_bytes = header_bytes_;
    scratch.counters.compressed_bytes += static_cast<int64_t>(body.size());
    switch (header_.type) {
      case PageType::kDictionaryPage: ++scratch.counters.dictionary_pages; return ReadDictionary(body, scratch, &view);
      case PageType::kDataPageV2: ++scratch.counters.data_pages; return ReadV2(body, scratch, &view);
      default: ++scratch.counters.data_pages; return ReadV1(body, scratch, &view);
    }
  };
  if (Status status = read(); !status.ok()) {
    return Locate(std::move(status));
  }
  view.header = header_;
  return view;
}

Result<Buffer> PageReader::Decompress(const Buffer& body, int64_t size_bytes, WorkerScratch& scratch) const {
  scratch.counters.uncompressed_bytes += size_bytes;
  if (spec_.codec == Codec::kUncompressed) {
    if (static_cast<int64_t>(body.size()) != size_bytes) {
      return Status::Corrupt("an uncompressed page must have equal sizes, found " + std::to_string(body.size()) +
                             " stored and " + std::to_string(size_bytes) + " uncompressed bytes");
    }
    return body;
  }
  TARACEA_TRY_ASSIGN(compression::Decompressor* const decompressor, scratch.codecs.DecompressorFor(spec_.codec));
  TARACEA_TRY_ASSIGN(OwnedBuffer out, spec_.arena->AllocateSized(static_cast<size_t>(size_bytes)));
  const auto start = std::chrono::steady_clock::now();
  TARACEA_TRY(decompressor->Decompress(body.bytes(), out.mutable_bytes()));
  const auto spent = std::chrono::steady_clock::now() - start;
  scratch.counters.codec_ns += std::chrono::duration_cast<std::chrono::nanoseconds>(spent).count();
  return std::move(out).Publish();
}

Status PageReader::ReadV1(const Buffer& body, WorkerScratch& scratch, PageView* view) const {
  const DataPageHeader& header = *header_.data_page_header;
  TARACEA_TRY_ASSIGN(view->body, Decompress(body, header_.uncompressed_page_size, scratch));
  view->encoding = header.encoding;
  view->repetition_encoding = header.repetition_level_encoding;
  view->definition_encoding = header.definition_level_encoding;
  ByteCursor cursor(view->body.bytes());
  TARACEA_TRY(TakeLevels(&cursor, view->repetition_encoding, spec_.max_repetition_level, view->entry_count,
                         "repetition", &view->repetition_levels));
  TARACEA_TRY(TakeLevels(&cursor, view->definition_encoding, spec_.max_definition_level, view->entry_count,
                         "definition", &view->definition_levels));
  SetValues(view->body, cursor.rest(), view);
  return {};
}

Status PageReader::ReadV2(const Buffer& body, WorkerScratch& scratch, PageView* view) const {
  const DataPageHeaderV2& header = *header_.data_page_header_v2;
  const int64_t repetition_bytes = header.repetition_levels_byte_length;
  const int64_t definition_bytes = header.definition_levels_byte_length;
  const auto stored = static_cast<int64_t>(body.size());
  const int64_t levels_bytes = repetition_bytes + definition_bytes;
  if (repetition_bytes < 0 || definition_bytes < 0 || levels_bytes > stored ||
      levels_bytes > header_.uncompressed_page_size) {
    return Status::Corrupt("the levels of a V2 page do not fit its body: " + std::to_string(repetition_bytes) + " + " +
                           std::to_string(definition_bytes) + " bytes of " + std::to_string(stored) + " stored, " +
                           std::to_string(header_.uncompressed_page_size) + " uncompressed");
  }
  if (header.num_rows < 0) {
    return Status::Corrupt("a V2 page has a negative number of rows: " + std::to_string(header.num_rows));
  }
  view->encoding = header.encoding;
  view->row_count = header.num_rows;
  view->levels_body = body;
  const ConstBytes levels = body.bytes().first(static_cast<size_t>(levels_bytes));
  view->repetition_levels = levels.first(static_cast<size_t>(repetition_bytes));
  view->definition_levels = levels.subspan(static_cast<size_t>(repetition_bytes));
  const Buffer values = body.Slice(static_cast<size_t>(levels_bytes), static_cast<size_t>(stored - levels_bytes));
  const int64_t values_bytes = header_.uncompressed_page_size - levels_bytes;
  if (header.is_compressed.value_or(true) || spec_.ignore_is_compressed) {
    TARACEA_TRY_ASSIGN(view->body, Decompress(values, values_bytes, scratch));
  } else if (values_bytes != static_cast<int64_t>(values.size())) {
    return Status::Corrupt("the stored values of a V2 page must have equal sizes, found " +
                           std::to_string(values.size()) + " stored and " + std::to_string(values_bytes) +
                           " uncompressed bytes");
  } else {
    scratch.counters.uncompressed_bytes += values_bytes;
    view->body = values;
  }
  SetValues(view->body, view->body.bytes(), view);
  return {};
}

Status PageReader::ReadDictionary(const Buffer& body, WorkerScratch& scratch, PageView* view) const {
  TARACEA_TRY_ASSIGN(view->body, Decompress(body, header_.uncompressed_page_size, scratch));
  view->encoding = header_.dictionary_page_header->encoding;
  SetValues(view->body, view->body.bytes(), view);
  return {};
}

}  // namespace taracea::page

#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/arena.h"
#include "encryption/module_cipher.h"
#include "io/window_reader.h"
#include "page/page_view.h"
#include "page/worker_scratch.h"
#include "taracea/io.h"
#include "taracea/limits.h"
#include "taracea/status.h"
#include "taracea/types.h"

namespace taracea::page {

/// How the pages of a chunk are encrypted.
struct PageEncryption {
  std::shared_ptr<encryption::ModuleCipher> cipher;  ///< Null: they are not. For one reader at a time.
  int64_t row_group = 0;                             ///< Ordinals that stand in the AADs.
  int64_t column = 0;
  bool starts_with_dictionary = false;  ///< The first page is a dictionary page: its header cannot say until decrypted.
};

/// Where the pages of one column chunk lie and how they are stored.
struct PageReaderSpec {
  std::shared_ptr<const ByteSource> source;
  int64_t begin = 0;  ///< First byte of the first page header.
  int64_t end = 0;    ///< One behind the last byte of the last page.
  Codec codec = Codec::kUncompressed;
  uint16_t max_repetition_level = 0;
  uint16_t max_definition_level = 0;
  bool verify_checksums = true;
  /// For writers that marked compressed V2 pages as uncompressed (writer_bugs.h): believe the codec instead.
  bool ignore_is_compressed = false;
  /// For writers that wrote a checksum of 0 where they had none (writer_bugs.h).
  bool zero_is_no_checksum = false;
  PageEncryption encryption = {};
  ReadLimits limits;
  int64_t window_bytes = int64_t{1} << 20;
  std::shared_ptr<Arena> arena;
  Place place;  ///< File, row group and column for messages.
};

/// Reads the pages of one column chunk in order and turns both page versions into a PageView.
///
/// Shape:  in: the bytes of a chunk.  out: one PageView a data or dictionary page; index pages and page types that are
///         newer than this library are passed over by their size.
/// Errors: kCorrupt with row group, column, page and offset for headers and bodies that do not fit, checksums that
///         differ, bodies that do not decompress or decrypt; kLimitExceeded by ReadLimits; kUnsupported for a codec.
/// State:  one thread at a time.
/// Spec:   README.md#data-pages, parquet.thrift#PageHeader
class PageReader {
 public:
  explicit PageReader(PageReaderSpec spec);

  /// Reads the next header of a data or dictionary page; false at the end of the chunk. Whatever body was not read is
  /// passed over without being decompressed.
  Result<bool> Next();
  /// The header that Next found.
  const PageHeader& header() const noexcept { return header_; }
  /// CRC-32 that the header states; absent also where the writer's zeros mean nothing.
  std::optional<uint32_t> checksum() const noexcept;
  PageType type() const noexcept { return header_.type; }
  int64_t offset() const noexcept { return header_offset_; }
  int64_t header_bytes() const noexcept { return header_bytes_; }
  /// Level entries of the page that Next found.
  int64_t entry_count() const noexcept;
  /// 0-based among the data pages; -1 for the dictionary page.
  int64_t ordinal() const noexcept;
  /// Reads, checks and decompresses the body of the page that Next found. Once a page.
  Result<PageView> Read(WorkerScratch& scratch);
  /// Goes on at a page header whose place is known from the offset index.
  Status Seek(int64_t offset, int64_t ordinal);

  int64_t read_bytes() const noexcept { return window_.read_bytes(); }
  int64_t read_requests() const noexcept { return window_.read_requests(); }
  /// Adds what is known of the place to an error.
  Status Locate(Status status) const;

 private:
  Status ReadHeader();
  Status ReadPlainHeader();
  Status ReadSealedHeader();
  Result<Buffer> DecryptBody(Buffer body) const;
  Status CheckHeader() const;
  Status CheckChecksum(const Buffer& body, PageView* view) const;
  Status ReadV1(const Buffer& body, WorkerScratch& scratch, PageView* view) const;
  Status ReadV2(const Buffer& body, WorkerScratch& scratch, PageView* view) const;
  Status ReadDictionary(const Buffer& body, WorkerScratch& scratch, PageView* view) const;
  Result<Buffer> Decompress(const Buffer& body, int64_t size_bytes, WorkerScratch& scratch) const;

  PageReaderSpec spec_;
  WindowReader window_;
  PageHeader header_;
  int64_t header_offset_ = 0;
  int64_t header_bytes_ = 0;
  int64_t body_left_ = 0;     // Bytes of the current page's body that were not yet passed over.
  int64_t next_ordinal_ = 0;  // Of the next data page.
};

}  // namespace taracea::page

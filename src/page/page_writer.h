#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/arena.h"
#include "page/worker_scratch.h"
#include "taracea/metadata.h"
#include "taracea/options.h"
#include "taracea/status.h"

namespace taracea::page {

/// The parts of a data page before they are put together. All spans are lent for the call.
struct DataPageParts {
  int64_t entry_count = 0;
  int64_t null_count = 0;
  int64_t row_count = 0;
  Encoding encoding = Encoding::kPlain;
  uint16_t max_repetition_level = 0;
  uint16_t max_definition_level = 0;
  ConstBytes repetition_levels;  ///< RLE, without a length prefix.
  ConstBytes definition_levels;
  ConstBytes values;
};

struct PageWriterOptions {
  Codec codec = Codec::kUncompressed;
  std::optional<int> compression_level;
  DataPageVersion version = DataPageVersion::kV1;
  bool checksums = true;
  std::shared_ptr<Arena> arena;
};

/// One page that is kept until its chunk is written: it owns its bytes, header included.
/// Its place is told apart from that of lent parts by type, so that nothing lent is ever kept.
struct RetainedPage {
  OwnedBuffer header;
  size_t segment = 0;  ///< Of the writer's segments, where the body lies.
  size_t body_offset = 0;
  size_t body_size = 0;
  int64_t uncompressed_size_bytes = 0;  ///< Of the body.

  int64_t size_bytes() const noexcept { return static_cast<int64_t>(header.size() + body_size); }
};

/// Puts pages of one column chunk together, V1 or V2, compresses them straight into memory that it owns, and hands the
/// chunk out as pieces for one gather write: dictionary page first, whenever it was added.
///
/// Shape:  in: levels and values of a page.  out: header and body bytes as they stand in the file.
/// Errors: kLimitExceeded for a page of 2 GiB or more; kOutOfMemory; the codec's.
/// Cost:   V1: parts are copied once and compressed; V2: only values are compressed, levels copied once.
/// State:  one chunk at a time; Reset keeps nothing. Thread safety: one thread at a time.
/// Spec:   README.md#data-pages, parquet.thrift#PageHeader
class PageWriter {
 public:
  explicit PageWriter(PageWriterOptions options) : options_(std::move(options)) {}

  /// Adds the next data page. Returns its size in the file, header included.
  Result<int64_t> AddDataPage(const DataPageParts& parts, WorkerScratch& scratch);
  /// Sets the dictionary page: PLAIN entries. At most once a chunk.
  Status SetDictionaryPage(int64_t entry_count, ConstBytes body, WorkerScratch& scratch);

  const std::vector<RetainedPage>& data_pages() const noexcept { return data_pages_; }
  const std::optional<RetainedPage>& dictionary_page() const noexcept { return dictionary_page_; }
  /// Bytes of all pages, headers included: in the file, and before compression.
  int64_t compressed_size_bytes() const noexcept { return compressed_size_bytes_; }
  int64_t uncompressed_size_bytes() const noexcept { return uncompressed_size_bytes_; }
  /// The pieces of the chunk in file order; valid until Reset.
  std::vector<ConstBytes> Pieces() const;
  void Reset() noexcept;

 private:
  Status FillBody(const DataPageParts& parts, WorkerScratch& scratch, PageHeader* header, RetainedPage* page);
  Status AppendCompressed(ConstBytes bytes, WorkerScratch& scratch, OwnedBuffer* out) const;
  Result<OwnedBuffer*> SegmentWithRoom(size_t size_bytes);
  Status Finish(PageHeader header, RetainedPage* page);
  ConstBytes BodyOf(const RetainedPage& page) const noexcept;

  PageWriterOptions options_;
  std::vector<OwnedBuffer> segments_;
  std::vector<RetainedPage> data_pages_;
  std::optional<RetainedPage> dictionary_page_;
  OwnedBuffer plain_;  // A page before compression; reused.
  int64_t compressed_size_bytes_ = 0;
  int64_t uncompressed_size_bytes_ = 0;
};

}  // namespace taracea::page

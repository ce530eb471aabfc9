#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/arena.h"
#include "page/retained_bytes.h"
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

/// The body of a page as it stands in the file: lent pieces, in order.
class PageBody {
 public:
  PageBody() = default;
  PageBody(const PageBody&) = delete;
  PageBody& operator=(const PageBody&) = delete;

  void Add(ConstBytes piece) noexcept { pieces_[count_++] = piece; }
  /// Puts one piece in the place of all.
  void SetOnly(ConstBytes piece) noexcept {
    pieces_[0] = piece;
    count_ = 1;
  }
  /// Adds levels with their length before them, as V1 pages have them; at most twice.
  void AddWithLength(ConstBytes levels) noexcept;
  std::span<const ConstBytes> pieces() const noexcept { return std::span(pieces_).first(count_); }
  size_t size_bytes() const noexcept;

  int64_t uncompressed_size_bytes = 0;

 private:
  static constexpr size_t kMaxPieces = 5;
  std::array<ConstBytes, kMaxPieces> pieces_;
  size_t count_ = 0;
  std::array<std::array<std::byte, sizeof(uint32_t)>, 2> lengths_;
  size_t lengths_count_ = 0;
};

struct PageWriterOptions {
  Codec codec = Codec::kUncompressed;
  std::optional<int> compression_level;
  DataPageVersion version = DataPageVersion::kV1;
  bool checksums = true;
  std::shared_ptr<Arena> arena;
};

/// Puts pages of one column chunk together, V1 or V2, compresses them, keeps them back to back and hands the chunk out
/// as pieces for one gather write: dictionary page first, whenever it was added.
///
/// Shape:  in: levels and values of a page.  out: header and body bytes as they stand in the file.
/// Errors: kLimitExceeded for a page of 2 GiB or more; kOutOfMemory; the codec's.
/// Cost:   V1: parts are copied once and compressed; V2: only values are compressed; what is kept is copied once more.
///         Memory: the bytes of the chunk as they stand in the file, rounded up to a segment, and a page of the worker.
/// State:  one chunk at a time; Reset keeps nothing. Thread safety: one thread at a time.
/// Spec:   README.md#data-pages, parquet.thrift#PageHeader
class PageWriter {
 public:
  explicit PageWriter(PageWriterOptions options) : options_(std::move(options)), data_pages_(options_.arena) {}

  /// Adds the next data page. `parts` may lie in the scratch's levels and values. Returns its size in the file, header
  /// included.
  Result<int64_t> AddDataPage(const DataPageParts& parts, WorkerScratch& scratch);
  /// Sets the dictionary page: PLAIN entries. At most once a chunk.
  Status SetDictionaryPage(int64_t entry_count, ConstBytes entries, WorkerScratch& scratch);

  /// Size of the dictionary page in the file, header included; 0 when there is none.
  int64_t dictionary_page_bytes() const noexcept { return static_cast<int64_t>(dictionary_page_.size()); }
  /// Bytes of all pages, headers included: in the file, and before compression.
  int64_t compressed_size_bytes() const noexcept { return compressed_size_bytes_; }
  int64_t uncompressed_size_bytes() const noexcept { return uncompressed_size_bytes_; }
  /// The pieces of the chunk in file order; valid until Reset.
  std::vector<ConstBytes> Pieces() const;
  void Reset() noexcept;

 private:
  Status Compress(ConstBytes plain, WorkerScratch& scratch) const;
  Status CompressBody(WorkerScratch& scratch, PageBody* body) const;
  Status FillV1(const DataPageParts& parts, WorkerScratch& scratch, PageBody* body) const;
  Status FillV2(const DataPageParts& parts, WorkerScratch& scratch, PageHeader* header, PageBody* body) const;
  Status WriteHeader(PageHeader header, const PageBody& body, OwnedBuffer* out);

  PageWriterOptions options_;
  RetainedBytes data_pages_;
  OwnedBuffer dictionary_page_;
  int64_t compressed_size_bytes_ = 0;
  int64_t uncompressed_size_bytes_ = 0;
};

}  // namespace taracea::page

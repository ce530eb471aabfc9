#include "column/column_writer.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/try.h"
#include "format/legal_encodings.h"

namespace taracea::column {
namespace {

// Before this many values a dictionary is not judged by how many of them were new.
constexpr int64_t kDictionaryTrialValues = 8192;
// Bytes that each value of a byte array takes beside its own in the count that ends pages.
constexpr int64_t kLengthBytes = 4;

int WidthOf(const SchemaNode& node) {
  return *node.physical_type == PhysicalType::kFixedLenByteArray ? node.type_length
                                                                 : FixedWidthBytes(*node.physical_type);
}

page::PageWriterOptions PageOptions(const ColumnWriterSpec& spec) {
  page::PageWriterOptions options;
  options.codec = spec.codec;
  options.compression_level = spec.compression_level;
  options.version = spec.version;
  options.checksums = spec.checksums;
  options.arena = spec.arena;
  return options;
}

}  // namespace

ColumnWriter::ColumnWriter(ColumnWriterSpec spec)
    : spec_(std::move(spec)),
      pages_(PageOptions(spec_)),
      repetition_(spec_.node.max_repetition_level, spec_.arena),
      definition_(spec_.node.max_definition_level, spec_.arena),
      page_statistics_(spec_.node),
      page_sizes_(spec_.node),
      chunk_statistics_(spec_.node),
      chunk_sizes_(spec_.node),
      column_index_(page_statistics_.order(), spec_.statistics_truncate_bytes) {}

Result<std::unique_ptr<ColumnWriter>> ColumnWriter::Create(ColumnWriterSpec spec) {
  std::unique_ptr<ColumnWriter> writer(new ColumnWriter(std::move(spec)));
  TARACEA_TRY(writer->Init());
  return writer;
}

Status ColumnWriter::Init() {
  const encoding::EncoderSpec spec{*spec_.node.physical_type, spec_.node.type_length, spec_.arena};
  TARACEA_TRY_ASSIGN(plain_, encoding::MakeEncoder(spec_.encoding, spec));
  if (spec_.dictionary && format::IsLegalToWrite(Encoding::kRleDictionary, *spec_.node.physical_type)) {
    TARACEA_TRY_ASSIGN(dictionary_, encoding::MakeDictionaryEncoder(spec));
    dictionary_active_ = true;
  }
  return {};
}

bool ColumnWriter::PageIsFull() const noexcept {
  return page_rows_ >= spec_.data_page_rows || page_payload_bytes_ >= spec_.data_page_bytes;
}

int64_t ColumnWriter::RowsUntilCut(const RowPositions& positions, const LeafInput& input, int64_t row) const {
  const int64_t most_rows = std::min(spec_.data_page_rows - page_rows_, input.row_count - row);
  const int64_t wanted_bytes = spec_.data_page_bytes - page_payload_bytes_;
  const int64_t first_value = positions.Value(row);
  const int64_t first_entry = positions.Entry(row);
  const auto payload = [&](int64_t rows) {
    if (const int width = WidthOf(spec_.node); width > 0) {
      return (positions.Entry(row + rows) - first_entry) * width;
    }
    const int64_t values = positions.Value(row + rows) - first_value;
    return input.values.Slice(first_value, values).PayloadBytes() +
           kLengthBytes * (positions.Entry(row + rows) - first_entry);
  };
  if (payload(most_rows) < wanted_bytes) {
    return most_rows;
  }
  // The fewest rows that reach the size: the payload rises with every row.
  int64_t too_few = 0;
  int64_t enough = most_rows;
  while (enough - too_few > 1) {
    const int64_t middle = too_few + (enough - too_few) / 2;
    (payload(middle) >= wanted_bytes ? enough : too_few) = middle;
  }
  return enough;
}

Status ColumnWriter::AppendLevels(const LeafInput& input, int64_t entry, int64_t entries) {
  const uint16_t max_definition = spec_.node.max_definition_level;
  if (spec_.node.max_repetition_level > 0) {
    TARACEA_TRY(repetition_.Append(input.repetition + entry, entries));
  }
  if (max_definition == 0) {
    return {};
  }
  if (input.definition != nullptr) {
    return definition_.Append(input.definition + entry, entries);
  }
  if (input.validity == nullptr) {
    return definition_.AppendRun(max_definition, entries);
  }
  return definition_.AppendBits(input.validity, input.validity_offset + entry, entries);
}

Status ColumnWriter::AppendRows(const RowPositions& positions, const LeafInput& input, int64_t row, int64_t rows) {
  const int64_t entry = positions.Entry(row);
  const int64_t entries = positions.Entry(row + rows) - entry;
  const int64_t value = positions.Value(row);
  const encoding::Values values = input.values.Slice(value, positions.Value(row + rows) - value);
  TARACEA_TRY(AppendLevels(input, entry, entries));
  TARACEA_TRY(dictionary_active_ ? dictionary_->Append(values) : plain_->Append(values));

  const int64_t nulls = entries - values.count;
  const int width = WidthOf(spec_.node);
  if (spec_.statistics) {
    // Dictionary pages of byte arrays are judged by their entries when the page ends: each is looked at once.
    if (dictionary_active_ && width == 0) {
      page_statistics_.AddNulls(nulls);
    } else {
      page_statistics_.Update(values, nulls);
    }
  }
  int64_t payload_bytes = entries * width;
  if (width == 0) {
    const int64_t value_bytes = values.PayloadBytes();
    page_sizes_.AddValueBytes(value_bytes);
    payload_bytes = value_bytes + kLengthBytes * entries;
  }
  if (spec_.size_statistics) {
    const uint16_t max_definition = spec_.node.max_definition_level;
    if (input.definition != nullptr) {
      page_sizes_.AddLevels(input.repetition == nullptr ? nullptr : input.repetition + entry, input.definition + entry,
                            entries);
    } else {
      page_sizes_.AddRun(0, max_definition, values.count);
      page_sizes_.AddRun(0, 0, nulls);
    }
  }
  page_rows_ += rows;
  page_entries_ += entries;
  page_values_ += values.count;
  page_payload_bytes_ += payload_bytes;
  return {};
}

Status ColumnWriter::Write(const LeafInput& input, page::WorkerScratch& scratch) {
  const RowPositions positions(input, spec_.node.max_definition_level);
  for (int64_t row = 0; row < input.row_count;) {
    const int64_t rows = RowsUntilCut(positions, input, row);
    TARACEA_TRY(AppendRows(positions, input, row, rows));
    row += rows;
    if (PageIsFull()) {
      TARACEA_TRY(FlushPage(scratch));
    }
  }
  return {};
}

bool ColumnWriter::ShouldGiveUpDictionary() const noexcept {
  if (dictionary_->dictionary_size_bytes() > spec_.dictionary_page_bytes) {
    return true;
  }
  return chunk_values_ >= kDictionaryTrialValues && 2 * dictionary_->entry_count() > chunk_values_;
}

Status ColumnWriter::FlushValues(OwnedBuffer* out) {
  out->SetSize(0);
  if (!dictionary_active_) {
    ++plain_data_pages_;
    return plain_->Flush(out);
  }
  ++dictionary_data_pages_;
  if (spec_.statistics && WidthOf(spec_.node) == 0) {
    page_statistics_.UpdateFromDictionary(dictionary_->Entries(0, dictionary_->entry_count()),
                                          dictionary_->PendingIndices(), 0);
  }
  return dictionary_->FlushIndices(out);
}

void ColumnWriter::CollectPage(int64_t page_bytes) {
  offset_index_.AddPage(pages_.compressed_size_bytes() - page_bytes, static_cast<int32_t>(page_bytes), chunk_rows_,
                        spec_.size_statistics ? page_sizes_.value_bytes() : std::nullopt);
  if (spec_.statistics) {
    column_index_.AddPage(page_statistics_, spec_.size_statistics ? &page_sizes_ : nullptr);
  }
  chunk_statistics_.Merge(page_statistics_);
  chunk_sizes_.Merge(page_sizes_);
  chunk_rows_ += page_rows_;
  chunk_entries_ += page_entries_;
  chunk_values_ += page_values_;
  page_statistics_.Reset();
  page_sizes_.Reset();
  page_rows_ = 0;
  page_entries_ = 0;
  page_values_ = 0;
  page_payload_bytes_ = 0;
}

Status ColumnWriter::FlushPage(page::WorkerScratch& scratch) {
  page::PageScratch& page = scratch.page;
  TARACEA_TRY(page.TakeMemoryFrom(*spec_.arena));
  page.repetition_levels.SetSize(0);
  page.definition_levels.SetSize(0);
  TARACEA_TRY(repetition_.Flush(&page.repetition_levels));
  TARACEA_TRY(definition_.Flush(&page.definition_levels));
  page::DataPageParts parts;
  parts.encoding = dictionary_active_ ? Encoding::kRleDictionary : plain_->encoding();
  TARACEA_TRY(FlushValues(&page.values));
  parts.entry_count = page_entries_;
  parts.null_count = page_entries_ - page_values_;
  parts.row_count = page_rows_;
  parts.max_repetition_level = spec_.node.max_repetition_level;
  parts.max_definition_level = spec_.node.max_definition_level;
  parts.repetition_levels = page.repetition_levels.bytes();
  parts.definition_levels = page.definition_levels.bytes();
  parts.values = page.values.bytes();
  TARACEA_TRY_ASSIGN(const int64_t page_bytes, pages_.AddDataPage(parts, scratch));
  CollectPage(page_bytes);
  if (dictionary_active_ && ShouldGiveUpDictionary()) {
    dictionary_active_ = false;
  }
  return {};
}

int64_t ColumnWriter::EstimatedBytes() const noexcept {
  int64_t bytes = pages_.compressed_size_bytes() + repetition_.EstimatedSize() + definition_.EstimatedSize();
  bytes += dictionary_ != nullptr ? dictionary_->dictionary_size_bytes() : 0;
  bytes += dictionary_active_ ? dictionary_->EstimatedIndicesSize() : plain_->EstimatedSize();
  return bytes;
}

Status ColumnWriter::Finish(page::WorkerScratch& scratch) {
  if (page_rows_ > 0) {
    TARACEA_TRY(FlushPage(scratch));
  }
  if (dictionary_data_pages_ > 0) {
    TARACEA_TRY(scratch.page.TakeMemoryFrom(*spec_.arena));
    OwnedBuffer& entries = scratch.page.values;
    entries.SetSize(0);
    TARACEA_TRY(dictionary_->WriteDictionary(&entries));
    TARACEA_TRY(pages_.SetDictionaryPage(dictionary_->entry_count(), entries.bytes(), scratch));
    if (plain_data_pages_ == 0) {
      chunk_statistics_.SetDistinctCount(dictionary_->entry_count());
    }
  }
  return {};
}

ColumnMetaData ColumnWriter::DescribeMetaData(int64_t chunk_offset) const {
  ColumnMetaData meta;
  meta.type = *spec_.node.physical_type;
  meta.path_in_schema = spec_.path;
  meta.codec = spec_.codec;
  meta.num_values = chunk_entries_;
  meta.total_uncompressed_size = pages_.uncompressed_size_bytes();
  meta.total_compressed_size = pages_.compressed_size_bytes();
  meta.data_page_offset = chunk_offset;
  if (pages_.dictionary_page_bytes() > 0) {
    meta.dictionary_page_offset = chunk_offset;
    meta.data_page_offset = chunk_offset + pages_.dictionary_page_bytes();
    meta.encoding_stats.push_back({PageType::kDictionaryPage, Encoding::kPlain, 1});
  }
  const PageType data_page = spec_.version == DataPageVersion::kV2 ? PageType::kDataPageV2 : PageType::kDataPage;
  if (dictionary_data_pages_ > 0) {
    meta.encodings.push_back(Encoding::kRleDictionary);
    meta.encoding_stats.push_back({data_page, Encoding::kRleDictionary, dictionary_data_pages_});
  }
  if (plain_data_pages_ > 0) {
    meta.encodings.push_back(plain_->encoding());
    meta.encoding_stats.push_back({data_page, plain_->encoding(), plain_data_pages_});
  }
  // The list names what is met anywhere in the chunk: entries of the dictionary page are PLAIN, levels RLE.
  for (const Encoding encoding : {Encoding::kPlain, Encoding::kRle}) {
    const bool used = encoding == Encoding::kPlain
                          ? pages_.dictionary_page_bytes() > 0
                          : spec_.node.max_definition_level > 0 || spec_.node.max_repetition_level > 0;
    if (used && std::find(meta.encodings.begin(), meta.encodings.end(), encoding) == meta.encodings.end()) {
      meta.encodings.push_back(encoding);
    }
  }
  if (spec_.statistics) {
    meta.statistics = chunk_statistics_.Encode(spec_.statistics_truncate_bytes);
  }
  if (spec_.size_statistics) {
    meta.size_statistics = chunk_sizes_.Encode();
  }
  return meta;
}

Result<ChunkDescription> ColumnWriter::Describe(int64_t chunk_offset) {
  ChunkDescription out;
  out.chunk.meta_data = DescribeMetaData(chunk_offset);
  if (spec_.page_index && offset_index_.page_count() > 0) {
    TARACEA_TRY_ASSIGN(out.offset_index, offset_index_.Finish(chunk_offset + pages_.dictionary_page_bytes()));
    out.column_index = column_index_.Finish();
  }
  return out;
}

Status ColumnWriter::Reset() {
  pages_.Reset();
  plain_->Reset();
  if (dictionary_ != nullptr) {
    dictionary_->Reset();
    dictionary_active_ = true;
  }
  repetition_.Reset();
  definition_.Reset();
  page_statistics_.Reset();
  page_sizes_.Reset();
  page_rows_ = page_entries_ = page_values_ = page_payload_bytes_ = 0;
  chunk_rows_ = chunk_entries_ = chunk_values_ = 0;
  dictionary_data_pages_ = 0;
  plain_data_pages_ = 0;
  chunk_statistics_.Reset();
  chunk_sizes_.Reset();
  column_index_ = index::ColumnIndexBuilder(page_statistics_.order(), spec_.statistics_truncate_bytes);
  offset_index_ = index::OffsetIndexBuilder();
  return {};
}

}  // namespace taracea::column

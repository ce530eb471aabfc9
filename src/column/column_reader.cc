#include "column/column_reader.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "array/bitmap.h"
#include "base/try.h"

namespace taracea::column {
namespace {

// Repetition levels are decoded this many at a time, so that a page which claims billions of entries costs no memory.
constexpr int64_t kLookAheadEntries = 8192;

bool IsDictionaryEncoding(Encoding encoding) {
  return encoding == Encoding::kRleDictionary || encoding == Encoding::kPlainDictionary;
}

/// Appends room for `count` uint16 levels and returns where they go.
Result<uint16_t*> GrowLevels(OwnedBuffer* levels, int64_t count) {
  const size_t before = levels->size();
  TARACEA_TRY(levels->Resize(before + static_cast<size_t>(count) * sizeof(uint16_t)));
  return reinterpret_cast<uint16_t*>(levels->data() + before);
}

int64_t CountEqual(const uint16_t* levels, int64_t count, uint16_t level) {
  int64_t equal = 0;
  for (int64_t i = 0; i < count; ++i) {
    equal += levels[i] == level ? 1 : 0;
  }
  return equal;
}

}  // namespace

ColumnReader::ColumnReader(ColumnReaderSpec spec) : spec_(std::move(spec)), pages_(spec_.pages) {}

Status ColumnReader::Locate(Status status, const OpenPage& page) const {
  Place place = spec_.pages.place;
  place.page = page.view.ordinal;
  place.offset = page.view.offset;
  return std::move(status).At(place);
}

// ---- pages ----------------------------------------------------------------------------------------------------------

Status ColumnReader::NextPage(page::WorkerScratch& scratch, bool* found) {
  while (current_ == nullptr || current_->entries_left == 0) {
    if (!header_pending_) {
      TARACEA_TRY(NextHeader(scratch));
    }
    *found = header_pending_;
    if (!*found) {
      return {};
    }
    TARACEA_TRY(OpenDataPage(scratch));
  }
  *found = true;
  return {};
}

Status ColumnReader::NextHeader(page::WorkerScratch& scratch) {
  while (!header_pending_ && !at_end_) {
    if (entries_exact_ && entries_seen_ >= spec_.entry_count && entries_seen_ > 0) {
      at_end_ = true;
      break;
    }
    TARACEA_TRY_ASSIGN(const bool more, pages_.Next());
    if (!more) {
      at_end_ = true;
    } else if (pages_.type() == PageType::kDictionaryPage) {
      TARACEA_TRY(ReadDictionary(scratch));
    } else {
      header_pending_ = true;
    }
  }
  return {};
}

Status ColumnReader::ReadDictionary(page::WorkerScratch& scratch) {
  if (dictionary_ != nullptr) {
    return pages_.Locate(Status::Corrupt("a column chunk has more than one dictionary page"));
  }
  TARACEA_TRY_ASSIGN(const page::PageView view, pages_.Read(scratch));
  if (view.encoding != Encoding::kPlain && view.encoding != Encoding::kPlainDictionary) {
    return pages_.Locate(Status::Unsupported("dictionary pages encoded as " + ToString(view.encoding)));
  }
  const encoding::PageValues values{view.values, view.entry_count, view.slack_before_bytes, view.slack_after_bytes};
  Result<std::shared_ptr<const encoding::Dictionary>> dictionary =
      encoding::DecodeDictionary(values, spec_.type, spec_.type_length, spec_.pages.arena);
  if (!dictionary.ok()) {
    return pages_.Locate(std::move(dictionary).error());
  }
  dictionary_ = *std::move(dictionary);
  return {};
}

Status ColumnReader::OpenDataPage(page::WorkerScratch& scratch) {
  auto page = std::make_shared<OpenPage>();
  TARACEA_TRY_ASSIGN(page->view, pages_.Read(scratch));
  header_pending_ = false;
  const page::PageView& view = page->view;
  entries_seen_ += view.entry_count;
  if (entries_exact_ && entries_seen_ > spec_.entry_count) {
    return Locate(Status::Corrupt("the pages of a column chunk hold more values than its metadata says: at least " +
                                  std::to_string(entries_seen_) + " > " + std::to_string(spec_.entry_count)),
                  *page);
  }
  const uint16_t max_definition = spec_.pages.max_definition_level;
  const auto open = [&]() -> Status {
    TARACEA_TRY(page->repetition.Reset(view.repetition_encoding, spec_.pages.max_repetition_level,
                                       view.repetition_levels, view.entry_count, spec_.bit_packed_order));
    int64_t value_count = view.entry_count;
    if (max_definition > 0) {
      // Counted ahead: decoders are told how many values their page holds, and only V2 headers say.
      encoding::LevelDecoder counter;
      TARACEA_TRY(counter.Reset(view.definition_encoding, max_definition, view.definition_levels, view.entry_count,
                                spec_.bit_packed_order));
      value_count = 0;
      TARACEA_TRY(counter.Skip(view.entry_count, &value_count));
    }
    TARACEA_TRY(page->definition.Reset(view.definition_encoding, max_definition, view.definition_levels,
                                       view.entry_count, spec_.bit_packed_order));
    page->entries_left = view.entry_count;
    return value_count == 0 ? Status() : MakePageDecoder(page.get(), value_count);
  };
  if (Status status = open(); !status.ok()) {
    return Locate(std::move(status), *page);
  }
  current_ = std::move(page);
  return {};
}

Status ColumnReader::MakePageDecoder(OpenPage* page, int64_t value_count) {
  const page::PageView& view = page->view;
  for (std::unique_ptr<encoding::Decoder>& idle : idle_decoders_) {
    if (idle != nullptr && idle->encoding() == view.encoding) {
      page->decoder = std::move(idle);
      std::swap(idle, idle_decoders_.back());
      idle_decoders_.pop_back();
      break;
    }
  }
  if (page->decoder == nullptr) {
    if (IsDictionaryEncoding(view.encoding) && dictionary_ == nullptr) {
      return Status::Corrupt("a page is dictionary-encoded, but its column chunk has no dictionary page before it");
    }
    const encoding::DecoderSpec spec{spec_.type, spec_.type_length, dictionary_, spec_.pages.arena};
    TARACEA_TRY_ASSIGN(page->decoder, encoding::MakeDecoder(view.encoding, spec));
  }
  return page->decoder->Reset({view.values, value_count, view.slack_before_bytes, view.slack_after_bytes});
}

// ---- phase A: levels, measures --------------------------------------------------------------------------------------

Status ColumnReader::TakeEntries(int64_t entries, LeafRows* out) {
  if (entries == 0) {
    return {};
  }
  const uint16_t max_definition = spec_.pages.max_definition_level;
  int64_t values = 0;
  if (max_definition == 0) {
    values = entries;
  } else if (out == nullptr) {
    TARACEA_TRY(current_->definition.Skip(entries, &values));
  } else if (has_bits()) {
    TARACEA_TRY(current_->definition.DecodeBits(entries, out->validity.data(), out->entry_count, &values));
  } else {
    TARACEA_TRY_ASSIGN(uint16_t* const levels, GrowLevels(&out->definition_levels, entries));
    TARACEA_TRY(current_->definition.Decode(entries, levels));
    values = CountEqual(levels, entries, max_definition);
  }
  current_->entries_left -= entries;
  if (out == nullptr) {
    return values == 0 ? Status() : current_->decoder->Skip(values);
  }
  out->entry_count += entries;
  out->value_count += values;
  if (!segments_.empty() && segments_.back().page == current_) {
    segments_.back().value_count += values;
    segments_.back().measured = segments_.back().measured && values == 0;
  } else {
    segments_.push_back({current_, values});
  }
  return {};
}

Status ColumnReader::EndsEarly(int64_t rows) const {
  Status status = Status::Corrupt("a column chunk ends after " + std::to_string(row_ + rows) +
                                  " rows, its row group has " + std::to_string(spec_.row_count));
  return std::move(status).At(spec_.pages.place);
}

Status ColumnReader::CollectFlat(int64_t rows, page::WorkerScratch& scratch, LeafRows* out) {
  for (int64_t taken = out == nullptr ? 0 : out->row_count; taken < rows;) {
    bool found = false;
    TARACEA_TRY(NextPage(scratch, &found));
    if (!found) {
      return EndsEarly(taken);
    }
    const int64_t entries = std::min(rows - taken, current_->entries_left);
    if (Status status = TakeEntries(entries, out); !status.ok()) {
      return Locate(std::move(status), *current_);
    }
    taken += entries;
    if (out != nullptr) {
      out->row_count = taken;
      TARACEA_TRY(MeasureLast());
      if (IsFull()) {
        break;
      }
    }
  }
  return {};
}

Status ColumnReader::LookAhead(OpenPage* page) {
  if (page->ahead_at < page->ahead.size()) {
    return {};
  }
  const int64_t count = std::min(page->repetition.remaining(), kLookAheadEntries);
  page->ahead.resize(static_cast<size_t>(count));
  page->ahead_at = 0;
  return page->repetition.Decode(count, page->ahead.data());
}

Status ColumnReader::TakeRepeated(int64_t rows, int64_t* started, bool* border, LeafRows* out) {
  TARACEA_TRY(LookAhead(current_.get()));
  const std::vector<uint16_t>& ahead = current_->ahead;
  size_t end = current_->ahead_at;
  if (*started == 0 && ahead[end] != 0) {
    return Status::Corrupt("a row must begin with repetition level 0, found " + std::to_string(ahead[end]));
  }
  for (; end < ahead.size(); ++end) {
    if (ahead[end] != 0) {
      continue;
    }
    if (*started == rows) {
      *border = true;
      break;
    }
    ++*started;
  }
  const auto count = static_cast<int64_t>(end - current_->ahead_at);
  if (out != nullptr && count > 0) {
    TARACEA_TRY_ASSIGN(uint16_t* const levels, GrowLevels(&out->repetition_levels, count));
    std::copy_n(ahead.data() + current_->ahead_at, count, levels);
  }
  current_->ahead_at = end;
  return TakeEntries(count, out);
}

Status ColumnReader::CollectRepeated(int64_t rows, page::WorkerScratch& scratch, LeafRows* out) {
  int64_t started = out == nullptr ? 0 : out->row_count + (open_row_ ? 1 : 0);
  bool border = false;
  bool found = true;
  while (!border && found) {
    TARACEA_TRY(NextPage(scratch, &found));
    if (!found && started < rows) {
      return EndsEarly(started);
    }
    if (found) {
      if (Status status = TakeRepeated(rows, &started, &border, out); !status.ok()) {
        return Locate(std::move(status), *current_);
      }
    }
    if (out == nullptr || (!border && found && current_->entries_left > 0)) {
      continue;
    }
    TARACEA_TRY(MeasureLast());
    // The last row may go on in the next page; all before it are whole.
    open_row_ = !border && found;
    out->row_count = open_row_ ? started - 1 : started;
    if (IsFull() && out->row_count > 0) {
      break;
    }
  }
  return {};
}

// ---- phase B: values ------------------------------------------------------------------------------------------------

bool ColumnReader::AllDictionaryEncoded() const noexcept {
  return std::all_of(segments_.begin(), segments_.end(), [](const Segment& segment) {
    return segment.value_count == 0 || IsDictionaryEncoding(segment.page->view.encoding);
  });
}

Status ColumnReader::Measure(Segment* segment) {
  if (segment->measured || segment->value_count == 0) {
    return {};
  }
  encoding::Decoder& decoder = *segment->page->decoder;
  // The lengths of a whole PLAIN page need no pass of their own: its size bounds their sum, and Decode checks each.
  const bool bounded = decoder.encoding() == Encoding::kPlain && segment->value_count == decoder.remaining();
  Result<int64_t> bytes =
      bounded ? Result<int64_t>(decoder.MeasureBound(segment->value_count)) : decoder.Measure(segment->value_count);
  if (!bytes.ok()) {
    return Locate(std::move(bytes).error(), *segment->page);
  }
  segment->value_bytes = *bytes;
  segment->measured = true;
  return {};
}

Status ColumnReader::MeasureSegments(int64_t* total_bytes) {
  *total_bytes = 0;
  for (Segment& segment : segments_) {
    TARACEA_TRY(Measure(&segment));
    *total_bytes += segment.value_bytes;
  }
  return {};
}

Status ColumnReader::AllocateValues(int64_t total_bytes, LeafRows* out) const {
  Arena& arena = *spec_.pages.arena;
  const auto slots = static_cast<size_t>(out->entry_count);
  switch (out->form) {
    case ValueForm::kIndices: {
      TARACEA_TRY_ASSIGN(out->values, arena.AllocateSized(slots * sizeof(uint32_t)));
      return {};
    }
    case ValueForm::kFixed: {
      const int width =
          spec_.type == PhysicalType::kFixedLenByteArray ? spec_.type_length : FixedWidthBytes(spec_.type);
      TARACEA_TRY_ASSIGN(out->values, arena.AllocateSized(slots * static_cast<size_t>(width)));
      return {};
    }
    case ValueForm::kOffsets32:
    case ValueForm::kOffsets64: {
      const size_t offset_bytes = out->form == ValueForm::kOffsets32 ? sizeof(int32_t) : sizeof(int64_t);
      TARACEA_TRY_ASSIGN(out->offsets, arena.AllocateSized((slots + 1) * offset_bytes));
      TARACEA_TRY_ASSIGN(out->values, arena.AllocateSized(static_cast<size_t>(total_bytes)));
      return {};
    }
  }
  return {};
}

Status ColumnReader::DecodeValues(LeafRows* out) {
  int64_t at = 0;
  size_t written_bytes = 0;
  if (out->form == ValueForm::kOffsets32) {
    *out->offsets.as<int32_t>() = 0;
  } else if (out->form == ValueForm::kOffsets64) {
    *out->offsets.as<int64_t>() = 0;
  }
  for (const Segment& segment : segments_) {
    if (segment.value_count == 0) {
      continue;
    }
    const size_t end_bytes = written_bytes + static_cast<size_t>(segment.value_bytes);
    // Segments are decoded in order, so what lies behind one may be overwritten.
    const size_t slack = out->values.size() - std::min(end_bytes, out->values.size()) + kSlackBytes;
    encoding::Output output;
    switch (out->form) {
      case ValueForm::kFixed: output = encoding::Output::Fixed(out->values.data() + written_bytes, slack); break;
      case ValueForm::kOffsets32:
        output = encoding::Output::Binary32(out->offsets.as<int32_t>() + at, out->values.data(), slack);
        break;
      case ValueForm::kOffsets64:
        output = encoding::Output::Binary64(out->offsets.as<int64_t>() + at, out->values.data(), slack);
        break;
      case ValueForm::kIndices: output = encoding::Output::Indices(out->values.as<uint32_t>() + at); break;
    }
    if (Status status = segment.page->decoder->Decode(segment.value_count, output); !status.ok()) {
      return Locate(std::move(status), *segment.page);
    }
    at += segment.value_count;
    written_bytes = end_bytes;
  }
  return {};
}

void ColumnReader::ReleaseSegments(const OpenPage* still_used) {
  for (Segment& segment : segments_) {
    OpenPage& page = *segment.page;
    if (page.entries_left == 0 && page.decoder != nullptr && &page != still_used) {
      idle_decoders_.push_back(std::move(page.decoder));
    }
  }
  segments_.clear();
}

Result<LeafRows> ColumnReader::Take(int64_t rows, ValueForm form) {
  LeafRows out;
  std::vector<Segment> rest;
  if (rows == collected_.row_count && !open_row_) {
    out = std::exchange(collected_, {});
  } else {
    TARACEA_TRY_ASSIGN(out, SplitOff(rows, &rest));
  }
  out.form = form;
  if (form == ValueForm::kIndices && !AllDictionaryEncoded()) {
    out.form = spec_.type == PhysicalType::kByteArray ? ValueForm::kOffsets64 : ValueForm::kFixed;
  }
  int64_t total_bytes = 0;
  if (out.form == ValueForm::kIndices) {
    out.dictionary = dictionary_;
  } else {
    TARACEA_TRY(MeasureSegments(&total_bytes));
  }
  if (out.form == ValueForm::kOffsets32 && total_bytes > std::numeric_limits<int32_t>::max()) {
    Status status =
        Status::LimitExceeded("a batch holds more bytes than 32-bit offsets can: " + std::to_string(total_bytes) +
                              "; ask for a large type or for fewer batch_rows");
    return std::move(status).At(spec_.pages.place);
  }
  TARACEA_TRY(AllocateValues(total_bytes, &out));
  TARACEA_TRY(DecodeValues(&out));
  ReleaseSegments(rest.empty() ? nullptr : rest.front().page.get());
  segments_ = std::move(rest);
  collected_bytes_ = 0;
  if (!segments_.empty() && measures_) {
    TARACEA_TRY(MeasureSegments(&collected_bytes_));
  }
  row_ += rows;
  return out;
}

Result<LeafRows> ColumnReader::Read(int64_t rows, ValueForm form, page::WorkerScratch& scratch) {
  max_bytes_ = std::numeric_limits<int64_t>::max();
  measures_ = false;
  TARACEA_TRY(MakeRoom(rows));
  TARACEA_TRY(flat() ? CollectFlat(rows, scratch, &collected_) : CollectRepeated(rows, scratch, &collected_));
  return Take(rows, form);
}

// ---- skipping -------------------------------------------------------------------------------------------------------

Status ColumnReader::JumpTo(int64_t row, page::WorkerScratch& scratch) {
  if (spec_.offset_index == nullptr || spec_.offset_index->page_locations.empty()) {
    return {};
  }
  if (row_ == 0 && current_ == nullptr && !header_pending_) {
    TARACEA_TRY(NextHeader(scratch));  // The dictionary page stands before the pages that the index knows.
  }
  const std::vector<PageLocation>& locations = spec_.offset_index->page_locations;
  const auto behind =
      std::upper_bound(locations.begin(), locations.end(), row,
                       [](int64_t r, const PageLocation& location) { return r < location.first_row_index; });
  const auto ordinal = static_cast<int64_t>(behind - locations.begin()) - 1;
  const int64_t here = current_ != nullptr ? current_->view.ordinal : (header_pending_ ? pages_.ordinal() : -1);
  if (ordinal <= here || ordinal < 0) {
    return {};
  }
  const PageLocation& target = locations[static_cast<size_t>(ordinal)];
  TARACEA_TRY(pages_.Seek(target.offset, ordinal));
  scratch.counters.skipped_pages += ordinal - here - 1;
  current_.reset();
  header_pending_ = false;
  at_end_ = false;
  entries_exact_ = false;
  row_ = target.first_row_index;
  return {};
}

Status ColumnReader::SkipWholePages(int64_t target, page::WorkerScratch& scratch) {
  while (row_ < target && (current_ == nullptr || current_->entries_left == 0)) {
    current_.reset();
    TARACEA_TRY(NextHeader(scratch));
    if (!header_pending_) {
      return EndsEarly(0);
    }
    const bool v2 = pages_.type() == PageType::kDataPageV2;
    if (!flat() && !v2) {
      return {};  // Only its levels say where the rows of a V1 page begin.
    }
    const int64_t page_rows = flat() ? pages_.entry_count() : pages_.header().data_page_header_v2->num_rows;
    if (page_rows < 0 || page_rows > target - row_) {
      return {};
    }
    header_pending_ = false;
    entries_seen_ += pages_.entry_count();
    row_ += page_rows;
    ++scratch.counters.skipped_pages;
  }
  return {};
}

Status ColumnReader::Skip(int64_t rows, page::WorkerScratch& scratch) {
  const int64_t target = row_ + rows;
  TARACEA_TRY(JumpTo(target, scratch));
  while (row_ < target) {
    TARACEA_TRY(SkipWholePages(target, scratch));
    if (row_ == target) {
      break;
    }
    int64_t step = target - row_;
    if (flat()) {
      bool found = false;
      TARACEA_TRY(NextPage(scratch, &found));
      step = found ? std::min(step, current_->entries_left) : step;
    }
    TARACEA_TRY(flat() ? CollectFlat(step, scratch, nullptr) : CollectRepeated(step, scratch, nullptr));
    row_ += step;
  }
  return {};
}

}  // namespace taracea::column

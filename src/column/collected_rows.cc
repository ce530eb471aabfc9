// How many rows a column reader may hand out at once, and what it keeps of the others.
#include <algorithm>
#include <limits>
#include <utility>

#include "array/bitmap.h"
#include "base/try.h"
#include "column/column_reader.h"

namespace taracea::column {

/// Makes room for the levels of `rows` rows, those at hand among them.
Status ColumnReader::MakeRoom(int64_t rows) {
  Arena& arena = *spec_.pages.arena;
  if (has_bits()) {
    const auto size_bytes = static_cast<size_t>(array::BitmapBytes(rows));
    if (collected_.validity.arena() == nullptr) {
      TARACEA_TRY_ASSIGN(collected_.validity, arena.AllocateSized(size_bytes));
    }
    return collected_.validity.Resize(std::max(size_bytes, collected_.validity.size()));
  }
  if (spec_.pages.max_definition_level > 0 && collected_.definition_levels.arena() == nullptr) {
    const size_t first_bytes = flat() ? static_cast<size_t>(rows) * sizeof(uint16_t) : 0;
    TARACEA_TRY_ASSIGN(collected_.definition_levels, arena.Allocate(first_bytes));
  }
  if (!flat() && collected_.repetition_levels.arena() == nullptr) {
    TARACEA_TRY_ASSIGN(collected_.repetition_levels, arena.Allocate(0));
  }
  return {};
}

/// Measures the values of the last page at hand, where the form asks for it.
Status ColumnReader::MeasureLast() {
  if (measures_ && !segments_.empty()) {
    Segment& last = segments_.back();
    const int64_t known_bytes = last.value_bytes;
    TARACEA_TRY(Measure(&last));
    collected_bytes_ += last.value_bytes - known_bytes;
  }
  return {};
}

bool ColumnReader::IsFull() const noexcept {
  const auto level_bytes = static_cast<int64_t>(collected_.repetition_levels.size()) * 2;
  return collected_bytes_ + level_bytes > max_bytes_;
}

ColumnReader::Cut ColumnReader::CutBefore(int64_t rows) const {
  Cut cut;
  const uint16_t max_definition = spec_.pages.max_definition_level;
  if (flat()) {
    cut.entries = rows;
  } else {
    const uint16_t* repetition = collected_.repetition();
    for (int64_t begun = 0; cut.entries < collected_.entry_count; ++cut.entries) {
      begun += repetition[cut.entries] == 0 ? 1 : 0;
      if (begun > rows) {
        break;
      }
    }
  }
  if (max_definition == 0) {
    cut.values = cut.entries;
  } else if (has_bits()) {
    cut.values = array::CountSetBits(collected_.validity.data(), 0, cut.entries);
  } else {
    const uint16_t* levels = collected_.definition_levels.as<uint16_t>();
    cut.values = std::count(levels, levels + cut.entries, max_definition);
  }
  return cut;
}

/// Whether the first `rows` of those at hand stay within max_bytes_.
Result<bool> ColumnReader::Fits(int64_t rows) {
  const Cut cut = CutBefore(rows);
  int64_t bytes = flat() ? 0 : 2 * cut.entries * static_cast<int64_t>(sizeof(uint16_t));
  int64_t values_left = measures_ ? cut.values : 0;
  for (const Segment& segment : segments_) {
    const int64_t values = std::min(values_left, segment.value_count);
    values_left -= values;
    if (values == segment.value_count) {
      bytes += segment.value_bytes;
    } else if (values > 0) {
      const Result<int64_t> part = segment.page->decoder->Measure(values);
      if (!part.ok()) {
        return Locate(part.status(), *segment.page);
      }
      bytes += *part;
    }
  }
  return bytes <= max_bytes_;
}

Result<int64_t> ColumnReader::Collect(int64_t rows, ValueForm form, page::WorkerScratch& scratch) {
  max_bytes_ = spec_.max_collected_bytes > 0 ? spec_.max_collected_bytes : std::numeric_limits<int64_t>::max();
  if (form == ValueForm::kOffsets32 || !flat()) {
    max_bytes_ = std::min<int64_t>(max_bytes_, std::numeric_limits<int32_t>::max());
  }
  measures_ = form != ValueForm::kIndices;
  TARACEA_TRY(MakeRoom(rows));
  if (!IsFull() || collected_.row_count == 0) {
    TARACEA_TRY(flat() ? CollectFlat(rows, scratch, &collected_) : CollectRepeated(rows, scratch, &collected_));
  }
  int64_t fit = std::min(rows, collected_.row_count);
  if (!IsFull()) {
    return fit;
  }
  int64_t too_many = fit + 1;
  fit = 1;  // A single row is tried whatever it takes.
  while (too_many - fit > 1) {
    const int64_t middle = fit + (too_many - fit) / 2;
    TARACEA_TRY_ASSIGN(const bool fits, Fits(middle));
    (fits ? fit : too_many) = middle;
  }
  return fit;
}

/// Takes the first `rows` off what is at hand: their levels are returned, segments_ is left with their values; the
/// others stay, with their values in *rest.
Result<LeafRows> ColumnReader::SplitOff(int64_t rows, std::vector<Segment>* rest) {
  const Cut cut = CutBefore(rows);
  LeafRows front = std::exchange(collected_, {});
  collected_.row_count = front.row_count - rows;
  collected_.entry_count = front.entry_count - cut.entries;
  collected_.value_count = front.value_count - cut.values;
  front.row_count = rows;
  front.entry_count = cut.entries;
  front.value_count = cut.values;
  TARACEA_TRY(MakeRoom(collected_.row_count));
  if (has_bits()) {
    array::CopyBits(front.validity.data(), cut.entries, collected_.entry_count, collected_.validity.data(), 0);
  }
  for (auto member : {&LeafRows::definition_levels, &LeafRows::repetition_levels}) {
    OwnedBuffer& levels = front.*member;
    if (levels.size() > 0) {
      const size_t front_bytes = static_cast<size_t>(cut.entries) * sizeof(uint16_t);
      TARACEA_TRY((collected_.*member).Append(levels.bytes().subspan(front_bytes)));
      levels.SetSize(front_bytes);
    }
  }
  std::vector<Segment> all = std::exchange(segments_, {});
  int64_t values_left = cut.values;
  for (Segment& segment : all) {
    const int64_t values = std::min(values_left, segment.value_count);
    values_left -= values;
    const bool is_whole = values == segment.value_count;
    if (!is_whole) {
      rest->push_back({segment.page, segment.value_count - values});
    }
    if (is_whole) {
      segments_.push_back(std::move(segment));
    } else if (values > 0) {
      segments_.push_back({segment.page, values});
    }
  }
  return front;
}

}  // namespace taracea::column

#include <algorithm>
#include <utility>

#include "api/batch_streams.h"
#include "array/bitmap.h"
#include "base/arena.h"
#include "base/crc32.h"
#include "base/guard.h"
#include "base/try.h"
#include "column/leaf_array.h"
#include "encoding/level_decoder.h"
#include "file/file_reader.h"
#include "page/page_reader.h"
#include "schema/array_mapping.h"
#include "taracea/pages.h"

namespace taracea {
namespace {

Status CheckChunk(const file::FileReader& file, int row_group, int leaf) {
  if (row_group < 0 || row_group >= file.row_group_count()) {
    return Status::InvalidArgument("there is no row group " + std::to_string(row_group) + "; the file has " +
                                   std::to_string(file.row_group_count()));
  }
  if (leaf < 0 || leaf >= file.schema().leaf_count()) {
    return Status::InvalidArgument("there is no leaf column " + std::to_string(leaf));
  }
  return {};
}

/// An arena that stays within the limits that the file was opened with.
std::shared_ptr<Arena> BoundedArena(const file::FileReader& file) {
  return Arena::Create(std::make_shared<MemoryBudget>(file.options().limits.memory_budget_bytes), 0);
}

Result<OwnedBuffer> ReadBytes(const file::FileReader& file, int64_t offset, int64_t size_bytes) {
  TARACEA_TRY_ASSIGN(OwnedBuffer out, BoundedArena(file)->AllocateSized(static_cast<size_t>(size_bytes)));
  TARACEA_TRY(file.source()->ReadAt(offset, out.mutable_bytes()));
  return out;
}

Encoding EncodingOf(const PageHeader& header) {
  return header.data_page_header         ? header.data_page_header->encoding
         : header.data_page_header_v2    ? header.data_page_header_v2->encoding
         : header.dictionary_page_header ? header.dictionary_page_header->encoding
                                         : Encoding::kPlain;
}

/// Where the rows of a chunk's pages begin.
class RowCount {
 public:
  explicit RowCount(const column::ColumnReaderSpec& spec) : spec_(spec) {}

  void Number(PageInfo* page) {
    if (page->ordinal < 0) {
      return;
    }
    if (page->header.data_page_header_v2) {
      page->row_count = page->header.data_page_header_v2->num_rows;
    } else if (spec_.pages.max_repetition_level == 0) {
      page->row_count = page->entry_count;
    }
    const auto ordinal = static_cast<size_t>(page->ordinal);
    if (next_) {
      page->first_row = next_;
    }
    if (spec_.offset_index != nullptr && ordinal < spec_.offset_index->page_locations.size() &&
        spec_.offset_index->page_locations[ordinal].offset == page->offset) {
      TakeFromIndex(ordinal, page);
    }
    next_ = page->first_row && page->row_count ? std::optional(*page->first_row + *page->row_count) : std::nullopt;
  }

 private:
  void TakeFromIndex(size_t ordinal, PageInfo* page) const {
    const std::vector<PageLocation>& locations = spec_.offset_index->page_locations;
    page->first_row = locations[ordinal].first_row_index;
    const int64_t end = ordinal + 1 < locations.size() ? locations[ordinal + 1].first_row_index : spec_.row_count;
    page->row_count = page->row_count.value_or(end - *page->first_row);
  }

  const column::ColumnReaderSpec& spec_;
  std::optional<int64_t> next_ = 0;
};

Status CheckBody(const file::FileReader& file, std::optional<uint32_t> checksum, PageInfo* page) {
  if (!checksum) {
    return {};
  }
  TARACEA_TRY_ASSIGN(const OwnedBuffer body,
                     ReadBytes(file, page->offset + page->header_bytes, page->header.compressed_page_size));
  page->checksum = Crc32(body.bytes()) == *checksum ? ChecksumState::kMatches : ChecksumState::kDiffers;
  return {};
}

Status WalkPages(const file::FileReader& file, const column::ColumnReaderSpec& spec, std::vector<PageInfo>* pages) {
  page::PageReader reader(spec.pages);
  RowCount rows(spec);
  while (true) {
    TARACEA_TRY_ASSIGN(const bool more, reader.Next());
    if (!more) {
      return {};
    }
    PageInfo page;
    page.header = reader.header();
    page.ordinal = reader.ordinal();
    page.offset = reader.offset();
    page.header_bytes = reader.header_bytes();
    page.entry_count = reader.entry_count();
    page.encoding = EncodingOf(page.header);
    rows.Number(&page);
    TARACEA_TRY(CheckBody(file, reader.checksum(), &page));
    pages->push_back(std::move(page));
  }
}

// ---- values of one page ---------------------------------------------------------------------------------------------

/// Decodes one page of a chunk into arrays.
class PageDecoder {
 public:
  PageDecoder(const SchemaNode& leaf, column::ColumnReaderSpec spec)
      : leaf_(leaf), spec_(std::move(spec)), reader_(spec_.pages) {}

  Result<array::RecordBatch> Read(int64_t ordinal) {
    while (true) {
      TARACEA_TRY_ASSIGN(const bool more, reader_.Next());
      if (!more) {
        // The caller's mistake, not the file's: no place in it.
        return Status::InvalidArgument("there is no page " + std::to_string(ordinal) + " in this column chunk");
      }
      if (reader_.type() == PageType::kDictionaryPage) {
        TARACEA_TRY(ReadDictionary());
      }
      if (reader_.ordinal() == ordinal) {
        Result<array::RecordBatch> batch = ordinal < 0 ? DictionaryBatch() : DataBatch();
        return batch.ok() ? std::move(batch) : Result<array::RecordBatch>(reader_.Locate(std::move(batch).error()));
      }
    }
  }

 private:
  Status ReadDictionary() {
    TARACEA_TRY_ASSIGN(const page::PageView view, reader_.Read(scratch_));
    const encoding::PageValues values{view.values, view.entry_count, view.slack_before_bytes, view.slack_after_bytes};
    Result<std::shared_ptr<const encoding::Dictionary>> dictionary =
        encoding::DecodeDictionary(values, spec_.type, spec_.type_length, spec_.pages.arena);
    if (!dictionary.ok()) {
      return reader_.Locate(std::move(dictionary).error());
    }
    dictionary_ = *std::move(dictionary);
    return {};
  }

  /// The entries of a dictionary are its own indices, decoded.
  Result<array::RecordBatch> DictionaryBatch() {
    const int64_t count = dictionary_->entry_count;
    column::LeafRows rows;
    rows.row_count = rows.entry_count = rows.value_count = count;
    if (spec_.type == PhysicalType::kByteArray) {
      const int64_t* const offsets = dictionary_->offsets.as<int64_t>().data();
      TARACEA_TRY(PutBinary(offsets, dictionary_->values.bytes(), count, &rows));
    } else {
      TARACEA_TRY_ASSIGN(rows.values, Allocate(dictionary_->values.size()));
      std::copy_n(dictionary_->values.data(), dictionary_->values.size(), rows.values.data());
    }
    array::RecordBatch batch;
    TARACEA_TRY(AddValues(std::move(rows), {.count = count, .validity = {}}, &batch));
    return batch;
  }

  Result<array::RecordBatch> DataBatch() {
    TARACEA_TRY_ASSIGN(const page::PageView view, reader_.Read(scratch_));
    const int64_t count = view.entry_count;
    array::RecordBatch batch;
    if (leaf_.max_repetition_level > 0) {
      TARACEA_TRY(AddLevels("repetition_level", view.repetition_encoding, leaf_.max_repetition_level,
                            view.repetition_levels, count, &batch));
    }
    column::LeafSlots slots{.count = count, .validity = {}};
    int64_t value_count = count;
    if (leaf_.max_definition_level > 0) {
      TARACEA_TRY(AddLevels("definition_level", view.definition_encoding, leaf_.max_definition_level,
                            view.definition_levels, count, &batch));
      TARACEA_TRY_ASSIGN(slots.validity, MakeValidity(*batch.columns.back(), &value_count));
    }
    TARACEA_TRY_ASSIGN(column::LeafRows rows, Decode(view, value_count));
    TARACEA_TRY(AddValues(std::move(rows), slots, &batch));
    return batch;
  }

  Result<OwnedBuffer> Allocate(size_t size_bytes) const { return spec_.pages.arena->AllocateSized(size_bytes); }

  Status AddLevels(const char* name, Encoding encoding, uint16_t max_level, ConstBytes bytes, int64_t count,
                   array::RecordBatch* batch) const {
    encoding::LevelDecoder decoder;
    TARACEA_TRY(decoder.Reset(encoding, max_level, bytes, count));
    TARACEA_TRY_ASSIGN(OwnedBuffer levels, Allocate(static_cast<size_t>(count) * sizeof(uint16_t)));
    TARACEA_TRY(decoder.Decode(count, levels.as<uint16_t>()));
    array::Array out;
    out.type = array::TypeId::kUint16;
    out.length = count;
    out.buffers.push_back(std::move(levels).Publish());
    Add(name, std::move(out), batch);
    return {};
  }

  Result<Buffer> MakeValidity(const array::Array& definition, int64_t* value_count) const {
    const auto size_bytes = static_cast<size_t>((definition.length + 7) / 8);
    TARACEA_TRY_ASSIGN(OwnedBuffer bits, Allocate(size_bytes));
    std::fill_n(bits.data(), size_bytes, std::byte{0});
    *value_count = 0;
    const auto levels = definition.Values<uint16_t>();
    for (size_t i = 0; i < levels.size(); ++i) {
      if (levels[i] == leaf_.max_definition_level) {
        bits.data()[i / 8] |= std::byte{1} << (i % 8);
        ++*value_count;
      }
    }
    return std::move(bits).Publish();
  }

  /// Dense values in the form that MakeLeafArray wants.
  Result<column::LeafRows> Decode(const page::PageView& view, int64_t value_count) {
    TARACEA_TRY_ASSIGN(const std::unique_ptr<encoding::Decoder> decoder,
                       encoding::MakeDecoder(view.encoding, {.type = spec_.type,
                                                             .type_length = spec_.type_length,
                                                             .dictionary = dictionary_,
                                                             .arena = spec_.pages.arena}));
    TARACEA_TRY(decoder->Reset({view.values, value_count, view.slack_before_bytes, view.slack_after_bytes}));
    TARACEA_TRY_ASSIGN(const int64_t size_bytes, decoder->Measure(value_count));
    column::LeafRows rows;
    rows.row_count = rows.entry_count = view.entry_count;
    rows.value_count = value_count;
    TARACEA_TRY_ASSIGN(OwnedBuffer values, Allocate(static_cast<size_t>(size_bytes)));
    if (spec_.type != PhysicalType::kByteArray) {
      // Room for one value a slot, so that they can be spread out in place.
      const int width =
          spec_.type == PhysicalType::kFixedLenByteArray ? spec_.type_length : FixedWidthBytes(spec_.type);
      TARACEA_TRY(values.Reserve(static_cast<size_t>(view.entry_count) * static_cast<size_t>(width)));
      TARACEA_TRY(decoder->Decode(value_count, encoding::Output::Fixed(values.data(), kSlackBytes)));
      rows.form = column::ValueForm::kFixed;
      rows.values = std::move(values);
      return rows;
    }
    std::vector<int64_t> offsets(static_cast<size_t>(value_count) + 1);
    TARACEA_TRY(decoder->Decode(value_count, encoding::Output::Binary64(offsets.data(), values.data(), kSlackBytes)));
    TARACEA_TRY(PutBinary(offsets.data(), values.bytes(), value_count, &rows));
    return rows;
  }

  Status PutBinary(const int64_t* offsets, ConstBytes bytes, int64_t count, column::LeafRows* rows) const {
    const auto slots = static_cast<size_t>(rows->entry_count) + 1;
    TARACEA_TRY_ASSIGN(const array::Type type, schema::DefaultLeafType(leaf_));
    rows->form = column::FormFor(leaf_, type);
    TARACEA_TRY_ASSIGN(rows->values, Allocate(bytes.size()));
    std::copy(bytes.begin(), bytes.end(), rows->values.data());
    const bool wide = rows->form == column::ValueForm::kOffsets64;
    if (!wide && bytes.size() > INT32_MAX) {
      return Status::LimitExceeded("the values of one page take more than 2 GiB");
    }
    TARACEA_TRY_ASSIGN(rows->offsets, Allocate(slots * (wide ? sizeof(int64_t) : sizeof(int32_t))));
    for (int64_t i = 0; i <= count; ++i) {
      if (wide) {
        rows->offsets.as<int64_t>()[i] = offsets[i];
      } else {
        rows->offsets.as<int32_t>()[i] = static_cast<int32_t>(offsets[i]);
      }
    }
    rows->offsets.SetSize((static_cast<size_t>(count) + 1) * (wide ? sizeof(int64_t) : sizeof(int32_t)));
    return {};
  }

  Status AddValues(column::LeafRows rows, const column::LeafSlots& slots, array::RecordBatch* batch) const {
    TARACEA_TRY_ASSIGN(const array::Type type, schema::DefaultLeafType(leaf_));
    TARACEA_TRY_ASSIGN(array::Array values,
                       column::MakeLeafArray(leaf_, type, std::move(rows), slots,
                                             {.invalid_utf8 = InvalidUtf8::kReplace, .arena = spec_.pages.arena}));
    Add("value", std::move(values), batch);
    return {};
  }

  static void Add(const char* name, array::Array column, array::RecordBatch* batch) {
    auto fields = batch->fields == nullptr ? std::make_shared<std::vector<array::Field>>()
                                           : std::make_shared<std::vector<array::Field>>(*batch->fields);
    fields->push_back({.name = name, .type = column.type, .nullable = true});
    batch->fields = std::move(fields);
    batch->length = column.length;
    batch->columns.push_back(std::make_shared<const array::Array>(std::move(column)));
  }

  const SchemaNode& leaf_;
  column::ColumnReaderSpec spec_;
  page::PageReader reader_;
  page::WorkerScratch scratch_;
  std::shared_ptr<const encoding::Dictionary> dictionary_;
};

}  // namespace

Result<PageList> ListPages(const File& file, int row_group, int leaf) {
  return Guard([&]() -> Result<PageList> {
    TARACEA_TRY(CheckChunk(*file.internal(), row_group, leaf));
    TARACEA_TRY_ASSIGN(const column::ColumnReaderSpec spec,
                       file.internal()->ColumnSpec(row_group, leaf, true, BoundedArena(*file.internal())));
    PageList out;
    out.status = WalkPages(*file.internal(), spec, &out.pages);
    return out;
  });
}

Result<Buffer> ReadPageBytes(const File& file, const PageInfo& page) {
  return Guard([&]() -> Result<Buffer> {
    TARACEA_TRY_ASSIGN(OwnedBuffer bytes,
                       ReadBytes(*file.internal(), page.offset, page.header_bytes + page.header.compressed_page_size));
    return std::move(bytes).Publish();
  });
}

Result<Batch> ReadPageValues(const File& file, int row_group, int leaf, int64_t ordinal) {
  return Guard([&]() -> Result<Batch> {
    TARACEA_TRY(CheckChunk(*file.internal(), row_group, leaf));
    TARACEA_TRY_ASSIGN(column::ColumnReaderSpec spec,
                       file.internal()->ColumnSpec(row_group, leaf, false, BoundedArena(*file.internal())));
    PageDecoder decoder(file.schema().leaf(leaf), std::move(spec));
    TARACEA_TRY_ASSIGN(array::RecordBatch batch, decoder.Read(ordinal));
    return Batch(std::make_shared<const array::RecordBatch>(std::move(batch)));
  });
}

}  // namespace taracea

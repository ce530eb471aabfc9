#include "file/file_writer.h"

#include <limits>

#include "base/bytes.h"
#include "base/try.h"
#include "format/file_metadata.h"
#include "format/magic.h"
#include "format/page_index.h"
#include "index/sort_order.h"
#include "schema/schema_elements.h"

namespace taracea::file {

Status FileWriter::Poison(Status status) {
  if (!status.ok() && failure_.ok()) {
    Place place;
    place.file = sink_->Name();
    failure_ = std::move(status).At(place);
    return failure_;
  }
  return status;
}

Status FileWriter::Write(std::span<const ConstBytes> pieces) {
  TARACEA_TRY(sink_->Write(pieces));
  for (const ConstBytes piece : pieces) {
    position_ += static_cast<int64_t>(piece.size());
  }
  return {};
}

Status FileWriter::AppendRowGroup(int64_t rows, std::vector<column::ColumnWriter*> columns) {
  if (!failure_.ok()) {
    return failure_;
  }
  const auto append = [&]() -> Status {
    if (position_ == 0) {
      const ConstBytes magic = AsBytes(format::kMagic);
      TARACEA_TRY(Write({&magic, 1}));
    }
    RowGroup row_group;
    row_group.num_rows = rows;
    row_group.file_offset = position_;
    row_group.total_compressed_size = 0;
    if (metadata_.row_groups.size() <= static_cast<size_t>(std::numeric_limits<int16_t>::max())) {
      row_group.ordinal = static_cast<int16_t>(metadata_.row_groups.size());
    }
    std::vector<ChunkIndexes> indexes;
    for (column::ColumnWriter* const column : columns) {
      TARACEA_TRY_ASSIGN(column::ChunkDescription description, column->Describe(position_));
      TARACEA_TRY(Write(column->Pieces()));
      row_group.total_byte_size += description.chunk.meta_data->total_uncompressed_size;
      *row_group.total_compressed_size += description.chunk.meta_data->total_compressed_size;
      row_group.columns.push_back(std::move(description.chunk));
      indexes.push_back({std::move(description.column_index), std::move(description.offset_index)});
    }
    metadata_.num_rows += rows;
    metadata_.row_groups.push_back(std::move(row_group));
    indexes_.push_back(std::move(indexes));
    return {};
  };
  return Poison(append());
}

Status FileWriter::WriteIndexes() {
  TARACEA_TRY_ASSIGN(OwnedBuffer bytes, DefaultArena()->Allocate(0));
  // All column indexes stand together, then all offset indexes: readers that prune fetch either kind at once.
  const auto write_all = [&](auto member, auto write, auto place) -> Status {
    for (size_t g = 0; g < indexes_.size(); ++g) {
      for (size_t c = 0; c < indexes_[g].size(); ++c) {
        const auto& index = indexes_[g][c].*member;
        if (!index) {
          continue;
        }
        bytes.SetSize(0);
        TARACEA_TRY(write(*index, &bytes));
        place(metadata_.row_groups[g].columns[c], position_, static_cast<int32_t>(bytes.size()));
        const ConstBytes piece = bytes.bytes();
        TARACEA_TRY(Write({&piece, 1}));
      }
    }
    return {};
  };
  TARACEA_TRY(write_all(&ChunkIndexes::column_index, format::WriteColumnIndex,
                        [](ColumnChunk& chunk, int64_t offset, int32_t length) {
                          chunk.column_index_offset = offset;
                          chunk.column_index_length = length;
                        }));
  return write_all(&ChunkIndexes::offset_index, format::WriteOffsetIndex,
                   [](ColumnChunk& chunk, int64_t offset, int32_t length) {
                     chunk.offset_index_offset = offset;
                     chunk.offset_index_length = length;
                   });
}

Status FileWriter::WriteFooter(FooterFacts facts) {
  metadata_.version = facts.version;
  metadata_.created_by = std::move(facts.created_by);
  metadata_.key_value_metadata = std::move(facts.key_value_metadata);
  metadata_.schema = schema::ElementsFromSchema(schema_);
  for (int leaf = 0; leaf < schema_.leaf_count(); ++leaf) {
    metadata_.column_orders.push_back(index::ColumnOrderToWrite(schema_.leaf(leaf)));
  }
  TARACEA_TRY_ASSIGN(OwnedBuffer footer, DefaultArena()->Allocate(0));
  TARACEA_TRY(format::WriteFileMetaData(metadata_, &footer));
  if (footer.size() > std::numeric_limits<int32_t>::max()) {
    return Status::LimitExceeded("a footer must have less than 2 GiB, this one has " + std::to_string(footer.size()) +
                                 " bytes; write fewer row groups");
  }
  const auto tail = format::MakeFooterTail(static_cast<uint32_t>(footer.size()), false);
  const ConstBytes pieces[] = {footer.bytes(), tail};
  return Write(pieces);
}

Status FileWriter::Close(FooterFacts facts) {
  if (!failure_.ok()) {
    Abort();
    return failure_;
  }
  const auto close = [&]() -> Status {
    if (position_ == 0) {
      const ConstBytes magic = AsBytes(format::kMagic);
      TARACEA_TRY(Write({&magic, 1}));
    }
    TARACEA_TRY(WriteIndexes());
    TARACEA_TRY(WriteFooter(std::move(facts)));
    TARACEA_TRY(sink_->Flush());
    return sink_->Close();
  };
  Status status = Poison(close());
  if (!status.ok()) {
    Abort();
  }
  ended_ = true;
  return status;
}

void FileWriter::Abort() noexcept {
  if (!ended_) {
    ended_ = true;
    sink_->Abort();
  }
}

}  // namespace taracea::file

#include "file_layout.h"

#include <algorithm>
#include <tuple>

#include "encryption_text.h"
#include "propagate.h"

namespace taracea::cli {
namespace {

constexpr int64_t kMagicBytes = 4;
constexpr int64_t kFooterLengthBytes = 4;

/// A range of the file, and the counter that its bytes go to.
struct Part {
  int64_t begin;
  int64_t end;
  int64_t ColumnSize::* counter;
  size_t column;
};

template <typename T>
void AddOnce(std::vector<T>* values, T value) {
  if (std::find(values->begin(), values->end(), value) == values->end()) {
    values->push_back(value);
  }
}

class LayoutReader {
 public:
  explicit LayoutReader(const File& file) : file_(file) {}

  Result<FileLayout> Read() {
    const Schema& schema = file_.schema();
    for (int leaf = 0; leaf < schema.leaf_count(); ++leaf) {
      ColumnSize column;
      column.path = schema.PathString(schema.leaf_node_index(leaf));
      column.type = TypeText(schema.leaf(leaf));
      layout_.columns.push_back(std::move(column));
    }
    const MetadataInfo metadata = file_.metadata();
    for (const RowGroupInfo& row_group : metadata.row_groups()) {
      for (int i = 0; i < row_group.column_count() && i < schema.leaf_count(); ++i) {
        CLI_TRY_ASSIGN(const ColumnChunk chunk, row_group.column(i).metadata());
        Add(chunk, static_cast<size_t>(i));
      }
    }
    layout_.file_bytes = metadata.file_bytes();
    layout_.footer_bytes = metadata.footer_bytes() + kFooterLengthBytes;
    layout_.magic_bytes = std::min(layout_.file_bytes, 2 * kMagicBytes);
    CountParts();
    return std::move(layout_);
  }

 private:
  void Add(const ColumnChunk& chunk, size_t i) {
    ColumnSize& column = layout_.columns[i];
    if (file_.metadata().encryption() != nullptr) {
      column.encryption = EncryptionWord(chunk);
    }
    if (chunk.offset_index_offset && chunk.offset_index_length) {
      AddPart(*chunk.offset_index_offset, *chunk.offset_index_length, &ColumnSize::index_bytes, i);
      ++column.chunks_with_index;
    }
    if (chunk.column_index_offset && chunk.column_index_length) {
      AddPart(*chunk.column_index_offset, *chunk.column_index_length, &ColumnSize::index_bytes, i);
    }
    if (!chunk.meta_data) {
      column.null_count_known = false;
      return;
    }
    const ColumnMetaData& facts = *chunk.meta_data;
    int64_t begin = facts.data_page_offset;
    if (facts.dictionary_page_offset && *facts.dictionary_page_offset > 0) {
      begin = std::min(begin, *facts.dictionary_page_offset);
    }
    AddPart(begin, facts.total_compressed_size, &ColumnSize::compressed_bytes, i);
    if (facts.bloom_filter_offset && facts.bloom_filter_length) {
      AddPart(*facts.bloom_filter_offset, *facts.bloom_filter_length, &ColumnSize::bloom_filter_bytes, i);
    }
    column.uncompressed_bytes += facts.total_uncompressed_size;
    column.value_count += facts.num_values;
    AddOnce(&column.codecs, facts.codec);
    for (const Encoding encoding : facts.encodings) {
      AddOnce(&column.encodings, encoding);
    }
    column.chunks_with_statistics += facts.statistics ? 1 : 0;
    if (facts.statistics && facts.statistics->null_count) {
      column.null_count += *facts.statistics->null_count;
    } else {
      column.null_count_known = false;
    }
  }

  void AddPart(int64_t begin, int64_t size_bytes, int64_t ColumnSize::* counter, size_t column) {
    if (begin >= 0 && size_bytes > 0 && size_bytes <= INT64_MAX - begin) {
      parts_.push_back({begin, begin + size_bytes, counter, column});
    }
  }

  /// Gives each byte before the footer to the first part that claims it.
  void CountParts() {
    std::sort(parts_.begin(), parts_.end(), [](const Part& a, const Part& b) {
      return std::tie(a.begin, a.column, a.end) < std::tie(b.begin, b.column, b.end);
    });
    int64_t at = kMagicBytes;
    const int64_t end = layout_.file_bytes - kMagicBytes - layout_.footer_bytes;
    for (const Part& part : parts_) {
      const int64_t begin = std::clamp(part.begin, at, std::max(at, end));
      const int64_t part_end = std::clamp(part.end, begin, std::max(begin, end));
      layout_.other_bytes += begin - at;
      layout_.columns[part.column].*part.counter += part_end - begin;
      at = part_end;
    }
    layout_.other_bytes += std::max<int64_t>(end - at, 0);
  }

  const File& file_;
  FileLayout layout_;
  std::vector<Part> parts_;
};

template <typename T>
std::string Joined(const std::vector<T>& values) {
  std::string out;
  for (const T value : values) {
    out += (out.empty() ? "" : " ") + ToString(value);
  }
  return out;
}

int64_t Sum(const std::vector<ColumnSize>& columns, int64_t ColumnSize::* counter) noexcept {
  int64_t out = 0;
  for (const ColumnSize& column : columns) {
    out += column.*counter;
  }
  return out;
}

}  // namespace

int64_t FileLayout::data_bytes() const noexcept {
  return Sum(columns, &ColumnSize::compressed_bytes);
}
int64_t FileLayout::index_bytes() const noexcept {
  return Sum(columns, &ColumnSize::index_bytes);
}
int64_t FileLayout::bloom_filter_bytes() const noexcept {
  return Sum(columns, &ColumnSize::bloom_filter_bytes);
}

Result<FileLayout> ReadLayout(const File& file) {
  return LayoutReader(file).Read();
}

std::string TypeText(const SchemaNode& leaf) {
  std::string out = ToString(*leaf.physical_type);
  if (leaf.physical_type == PhysicalType::kFixedLenByteArray) {
    out += "(" + std::to_string(leaf.type_length) + ")";
  }
  if (leaf.logical_type) {
    out += " " + leaf.logical_type.ToString();
  }
  return out;
}

std::string JoinNames(const std::vector<Encoding>& encodings) {
  return Joined(encodings);
}
std::string JoinNames(const std::vector<Codec>& codecs) {
  return Joined(codecs);
}

}  // namespace taracea::cli

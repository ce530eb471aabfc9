#include "oddities.h"

#include <fmt/format.h>

#include <algorithm>

#include "figures.h"

namespace taracea::cli {
namespace {

constexpr int64_t kSmallGroupRows = 10000;
constexpr int64_t kLargeFileBytes = int64_t{1} << 20;

/// "a, b and 3 more" of the columns that a test holds for; empty when there is none.
template <typename Test>
std::string ColumnsThat(const FileLayout& layout, const Test& test) {
  constexpr size_t kNamed = 3;
  std::vector<std::string> paths;
  for (const ColumnSize& column : layout.columns) {
    if (test(column)) {
      paths.push_back(column.path);
    }
  }
  if (paths.empty()) {
    return {};
  }
  if (paths.size() == layout.columns.size()) {
    return paths.size() == 1 ? paths[0] : "all columns";
  }
  const size_t more = paths.size() > kNamed ? paths.size() - kNamed : 0;
  paths.resize(paths.size() - more);
  return fmt::format("{}{}", fmt::join(paths, ", "), more > 0 ? fmt::format(" and {} more", more) : "");
}

bool Uses(const ColumnSize& column, Codec codec) {
  return std::find(column.codecs.begin(), column.codecs.end(), codec) != column.codecs.end();
}

void LookAtRowGroups(const File& file, std::vector<std::string>* out) {
  int64_t rows = 0;
  int64_t empty = 0;
  int64_t small = 0;
  const std::vector<RowGroupInfo> groups = file.metadata().row_groups();
  for (const RowGroupInfo& group : groups) {
    rows += group.num_rows();
    empty += group.num_rows() == 0 ? 1 : 0;
    small += group.num_rows() < kSmallGroupRows ? 1 : 0;
  }
  if (rows != file.num_rows()) {
    out->push_back(
        fmt::format("the footer counts {} rows, its row groups hold {}", Grouped(file.num_rows()), Grouped(rows)));
  }
  if (empty > 0) {
    out->push_back(fmt::format("{} without rows", Counted(empty, "row group")));
  }
  const auto count = static_cast<int64_t>(groups.size());
  if (count > 1 && small > 1 && small * 2 > count) {
    out->push_back(fmt::format("{} of {} row groups have fewer than {} rows: slow to read", Grouped(small),
                               Grouped(count), Grouped(kSmallGroupRows)));
  }
}

void LookAtColumns(const File& file, const FileLayout& layout, std::vector<std::string>* out) {
  const auto report = [&](const std::string& columns, std::string_view what) {
    if (!columns.empty()) {
      out->push_back(fmt::format("{}: {}", columns, what));
    }
  };
  const int64_t groups = file.metadata().row_group_count();
  if (groups == 0) {
    return;
  }
  report(ColumnsThat(layout, [&](const ColumnSize& c) { return c.chunks_with_statistics < groups; }),
         "without statistics, so that nothing can be skipped by value");
  report(ColumnsThat(layout, [&](const ColumnSize& c) { return c.chunks_with_index < groups; }),
         "without page index, so that single rows are found slowly");
  report(ColumnsThat(layout, [](const ColumnSize& c) { return Uses(c, Codec::kLz4); }),
         "LZ4, whose framing differs between writers");
  report(ColumnsThat(layout, [](const ColumnSize& c) { return Uses(c, Codec::kLzo); }), "LZO, which is not supported");
  report(ColumnsThat(
             layout,
             [](const ColumnSize& c) { return Uses(c, Codec::kUncompressed) && c.compressed_bytes > kLargeFileBytes; }),
         "not compressed");
  report(ColumnsThat(layout,
                     [](const ColumnSize& c) {
                       return !Uses(c, Codec::kUncompressed) && c.compressed_bytes > c.uncompressed_bytes &&
                              c.compressed_bytes > kLargeFileBytes;
                     }),
         "larger compressed than uncompressed");
  std::string int96;
  for (int leaf = 0; leaf < file.schema().leaf_count(); ++leaf) {
    if (file.schema().leaf(leaf).physical_type == PhysicalType::kInt96) {
      int96 += (int96.empty() ? "" : ", ") + layout.columns[static_cast<size_t>(leaf)].path;
    }
  }
  report(int96, "INT96, which is deprecated");
}

}  // namespace

std::vector<std::string> FindOddities(const File& file, const FileLayout& layout) {
  std::vector<std::string> out;
  LookAtRowGroups(file, &out);
  LookAtColumns(file, layout, &out);
  if (layout.other_bytes > 0) {
    out.push_back(fmt::format("{} that the footer does not account for", Bytes(layout.other_bytes)));
  }
  if (layout.file_bytes > kLargeFileBytes && layout.footer_bytes * 10 > layout.file_bytes) {
    out.push_back(fmt::format("the footer is {} of the file", Percent(static_cast<double>(layout.footer_bytes),
                                                                      static_cast<double>(layout.file_bytes))));
  }
  return out;
}

}  // namespace taracea::cli

#include "chunk_choice.h"

#include <algorithm>

#include "arguments.h"
#include "propagate.h"

namespace taracea::cli {

Result<ChunkChoice> ChooseChunks(const File& file, const Arguments& arguments) {
  ChunkChoice out;
  const Schema& schema = file.schema();
  for (const std::string& path : arguments.All("column")) {
    CLI_TRY_ASSIGN(const int node, schema.Find(path));
    for (const int leaf : schema.LeavesBelow(node)) {
      out.leaves.push_back(leaf);
    }
  }
  for (int leaf = 0; !arguments.Has("column") && leaf < schema.leaf_count(); ++leaf) {
    out.leaves.push_back(leaf);
  }
  std::sort(out.leaves.begin(), out.leaves.end());
  out.leaves.erase(std::unique(out.leaves.begin(), out.leaves.end()), out.leaves.end());
  const int count = file.metadata().row_group_count();
  if (!arguments.Has("row-group")) {
    for (int i = 0; i < count; ++i) {
      out.row_groups.push_back(i);
    }
    return out;
  }
  const int64_t row_group = arguments.Count("row-group", 0);
  if (row_group >= count) {
    return Status::InvalidArgument("there is no row group " + std::to_string(row_group) + ", the file has " +
                                   std::to_string(count) + ", counted from 0");
  }
  out.row_groups.push_back(static_cast<int>(row_group));
  return out;
}

}  // namespace taracea::cli

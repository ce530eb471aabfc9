#pragma once

#include <vector>

#include "taracea/reader.h"

namespace taracea::cli {

class Arguments;

/// The column chunks that -c and --row-group name.
struct ChunkChoice {
  std::vector<int> leaves;
  std::vector<int> row_groups;
};

/// Errors: kInvalidArgument for columns (near ones are named) and row groups that the file does not have.
Result<ChunkChoice> ChooseChunks(const File& file, const Arguments& arguments);

}  // namespace taracea::cli

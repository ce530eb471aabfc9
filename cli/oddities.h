#pragma once

#include <string>
#include <vector>

#include "file_layout.h"

namespace taracea::cli {

/// What a careful reader of the footer would frown at, a sentence each; empty for a file that is as it should be.
std::vector<std::string> FindOddities(const File& file, const FileLayout& layout);

}  // namespace taracea::cli

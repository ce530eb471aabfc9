#pragma once

#include <cstdint>
#include <memory>

#include "taracea/batch.h"

namespace taracea::cli {

/// Makes rows out of nothing: columns of every common type, with nulls and nesting. A value follows from the seed, its
/// column and its row alone, so that the same rows come out however they are cut into batches.
std::unique_ptr<BatchReader> GenerateRows(int64_t rows, uint64_t seed);

}  // namespace taracea::cli

#pragma once

#include <memory>

#include "array/array.h"
#include "base/arena.h"

namespace taracea::column {

/// Turns a plain array into a run-end encoded one of `type`: equal neighbours, nulls too, become one run.
/// kInvalidArgument where the run-end type cannot count the slots.
Result<array::Array> EncodeRunEnds(const array::Type& type, const array::Array& plain,
                                   const std::shared_ptr<Arena>& arena);

/// Finds the runs of equal neighbours (nulls equal nulls) of a leaf array: the slot behind each run, ascending.
std::vector<int64_t> FindRunEnds(const array::Array& plain);

}  // namespace taracea::column

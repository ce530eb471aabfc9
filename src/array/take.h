#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "array/array.h"

namespace taracea::array {

/// Copies the slots that `indices` name, in that order, repeats allowed; -1 gives a null. Other indices must lie in
/// [0, array.length). Dictionaries and view buffers are shared, not copied.
/// Errors: kLimitExceeded where 32-bit offsets cannot hold the result.
Result<Array> Take(const Array& array, std::span<const int64_t> indices);

/// Replaces dictionary and run-end encoding, at any depth, by plain values; returns the same array where there is none.
/// Errors: as Take.
Result<std::shared_ptr<const Array>> UnpackEncoded(const std::shared_ptr<const Array>& array);

/// Number of the run that holds each slot of a run-end encoded array.
std::vector<int64_t> RunOfEachSlot(const Array& array);

}  // namespace taracea::array

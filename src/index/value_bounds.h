#pragma once

#include <cstdint>
#include <string>

#include "encoding/encoder.h"
#include "index/sort_order.h"

namespace taracea::index {

/// How many bytes of a byte string are kept as a bound. What is longer is cut there: still good for truncated bounds.
inline constexpr size_t kKeptBoundBytes = 4096;

/// The smallest and the largest of some values, PLAIN-encoded. NaNs are counted and kept apart.
struct ValueBounds {
  bool any = false;       ///< There is a value other than NaN: min and max are set.
  bool unusable = false;  ///< A value was too long to be kept under an order whose values cannot be cut.
  bool min_cut = false;   ///< `min` is the first kKeptBoundBytes of the smallest value.
  bool max_cut = false;
  std::string min;
  std::string max;
  int64_t nan_count = 0;
  bool any_nan = false;  ///< Total orders only: min_nan and max_nan are set.
  std::string min_nan;
  std::string max_nan;

  bool operator==(const ValueBounds&) const = default;
};

/// Widens bounds so that they hold all of `values` too, whose width is the order's (of byte strings: any, fixed or
/// not). Cost: one pass; loops over numbers have no branches, byte strings are compared by their first 8 bytes first.
/// With kNone nothing is done.
void WidenBounds(SortOrder order, const encoding::Values& values, ValueBounds* bounds);
/// Widens bounds by other ones of the same order.
void WidenBounds(SortOrder order, const ValueBounds& other, ValueBounds* bounds);

}  // namespace taracea::index

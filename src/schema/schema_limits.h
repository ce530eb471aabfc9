#pragma once

namespace taracea::schema {

/// Depth that no schema tree may exceed, root excluded, whatever the limits of a reader say: trees are walked and
/// array types are freed by recursion.
inline constexpr int kMaxTreeDepth = 1024;

}  // namespace taracea::schema

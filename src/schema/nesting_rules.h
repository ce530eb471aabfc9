#pragma once

#include "taracea/schema.h"

namespace taracea::schema {

/// The repeated child of a LIST group that has the shape of a list (one child, repeated); -1 for any other node.
/// Spec: LogicalTypes.md#lists
int ListRepeatedChild(const Schema& schema, int node);

/// The element of a list by the backward-compatibility rules, given its outer group and repeated child:
///   1. the repeated node is a leaf: it is the element;
///   2. it is a group of several fields: it is the element;
///   3. its only field is repeated too: it is the element;
///   4. it is named "array" or as the outer group with "_tuple": it is the element;
///   5. else its only field is the element.
/// Spec: LogicalTypes.md#backward-compatibility-rules
int ListElement(const Schema& schema, int list, int repeated);

/// The repeated group of a MAP group that has the shape of a map: its only child, with a key that is not repeated and
/// at most one value; -1 for any other node. Spec: LogicalTypes.md#maps
int MapEntries(const Schema& schema, int node);

/// Whether users may leave the node out of a path: the repeated node of a list or map, the element of a list.
bool IsPlumbing(const Schema& schema, int node);

/// Names from below the root to the node without the plumbing in between.
std::vector<std::string> ShortPath(const Schema& schema, int node);

}  // namespace taracea::schema

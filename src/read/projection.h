#pragma once

#include <string>
#include <vector>

#include "schema/array_mapping.h"
#include "taracea/schema.h"
#include "taracea/status.h"

namespace taracea::read {

/// The wanted part of a file's columns.
struct Projection {
  schema::ArrayMapping mapping;  ///< Only fields with wanted leaves; struct types hold only the wanted children.
  std::vector<int> leaves;       ///< Ordinals of the wanted leaves, ascending.
};

/// Cuts a mapping down to the columns and groups that `paths` name; empty: all. A map is kept whole or not at all.
/// Errors: kInvalidArgument for an unknown path, naming near ones.
Result<Projection> Project(const Schema& schema, schema::ArrayMapping mapping, const std::vector<std::string>& paths);

}  // namespace taracea::read

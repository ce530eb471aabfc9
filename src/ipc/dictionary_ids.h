#pragma once

#include <cstdint>
#include <vector>

namespace taracea::ipc {

/// The dictionary ids of a field and what is below it, which array::Type has no place for. Shaped like the field's
/// type: one entry a child; a dictionary field's children are those of its values' type.
struct DictionaryIds {
  int64_t id = -1;  ///< -1: not dictionary-encoded.
  std::vector<DictionaryIds> children;
};

}  // namespace taracea::ipc

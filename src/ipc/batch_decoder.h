#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "array/array.h"
#include "ipc/dictionary_ids.h"
#include "ipc/read_options.h"
#include "taracea/buffer.h"
#include "taracea/status.h"

namespace taracea::ipc {

namespace wire {
struct RecordBatch;
}

using ColumnVector = std::vector<std::shared_ptr<const array::Array>>;
/// The values that each dictionary id stands for at the moment.
using DictionaryMap = std::unordered_map<int64_t, std::shared_ptr<const array::Array>>;

/// Makes the columns of a verified RecordBatch header and its body, which they share where it is not compressed and
/// lies on multiples of 8. Every range, count and size is checked; each column is validated as `options` say.
/// Errors: kCorrupt with the column; kLimitExceeded; kOutOfMemory.
Result<ColumnVector> DecodeColumns(const wire::RecordBatch& batch, const Buffer& body,
                                   const std::vector<array::Field>& fields, const std::vector<DictionaryIds>& ids,
                                   const DictionaryMap& dictionaries, const ReadOptions& options);

}  // namespace taracea::ipc

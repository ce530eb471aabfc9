#pragma once

#include <memory>

#include "array/batch_stream.h"
#include "taracea/batch.h"

namespace taracea::api {

/// Lets an internal stream be used through the public interface.
std::unique_ptr<BatchReader> WrapStream(std::unique_ptr<array::BatchStream> stream);
/// The reverse; a wrapped stream is unwrapped, anything else is asked for its schema. Errors: the reader's.
Result<std::unique_ptr<array::BatchStream>> UnwrapReader(std::unique_ptr<BatchReader> reader);
/// The same without taking the reader over; it must outlive the stream.
Result<std::unique_ptr<array::BatchStream>> BorrowReader(BatchReader& reader);

/// The array of a column by name or dotted path into structs, its slots those of the batch. kInvalidArgument when there
/// is none.
Result<std::shared_ptr<const array::Array>> FindArray(const Batch& batch, std::string_view path);

}  // namespace taracea::api

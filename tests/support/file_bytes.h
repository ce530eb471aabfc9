#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "array/array.h"
#include "schema/array_mapping.h"
#include "taracea/io.h"
#include "taracea/options.h"
#include "write/batch_writer.h"

namespace taracea::testing {

/// A batch of one column.
inline array::RecordBatch OneColumnBatch(const array::Array& column, bool nullable = true) {
  array::RecordBatch batch;
  batch.fields =
      std::make_shared<const std::vector<array::Field>>(std::vector<array::Field>{{"x", column.type, nullable, {}}});
  batch.length = column.length;
  batch.columns = {std::make_shared<const array::Array>(column)};
  return batch;
}

/// Writes batches of one schema into the bytes of a file.
inline Result<std::vector<std::byte>> FileBytes(const std::vector<array::RecordBatch>& batches,
                                                const WriteOptions& options = {}) {
  const std::vector<array::Field>& fields = *batches.front().fields;
  Result<Schema> schema = schema::SchemaForFields(fields);
  if (!schema.ok()) {
    return std::move(schema).error();
  }
  auto bytes = std::make_shared<std::vector<std::byte>>();
  SinkCallbacks callbacks;
  callbacks.write = [bytes](std::span<const ConstBytes> pieces) {
    for (const ConstBytes piece : pieces) {
      bytes->insert(bytes->end(), piece.begin(), piece.end());
    }
    return Status();
  };
  Result<std::unique_ptr<ByteSink>> sink = MakeCallbackSink(std::move(callbacks));
  auto writer = write::BatchWriter::Create(*std::move(sink), *std::move(schema), fields, {}, options);
  if (!writer.ok()) {
    return std::move(writer).error();
  }
  for (const array::RecordBatch& batch : batches) {
    if (Status status = (*writer)->Write(batch); !status.ok()) {
      return status;
    }
  }
  if (Result<WriteReport> report = (*writer)->Close(); !report.ok()) {
    return std::move(report).error();
  }
  return std::move(*bytes);
}

}  // namespace taracea::testing

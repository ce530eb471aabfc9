#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "taracea/arrow_c.h"
#include "taracea/writer.h"

namespace taracea::testing {

/// The bytes of a file that holds one batch, written through the public interface.
inline std::vector<std::byte> WrittenFile(const Batch& batch, const WriteOptions& options = {}) {
  std::vector<std::byte> bytes;
  SinkCallbacks callbacks;
  callbacks.write = [&bytes](std::span<const ConstBytes> pieces) {
    for (const ConstBytes piece : pieces) {
      bytes.insert(bytes.end(), piece.begin(), piece.end());
    }
    return Status();
  };
  ArrowArray array{};
  ArrowSchema schema{};
  EXPECT_TRUE(batch.Export(&array, &schema).ok());
  array.release(&array);
  Writer writer = Writer::Create(MakeCallbackSink(std::move(callbacks)).value(), &schema, options).value();
  EXPECT_TRUE(writer.Write(batch).ok());
  EXPECT_TRUE(writer.Close().ok());
  return bytes;
}

}  // namespace taracea::testing

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arrow_digest.h"
#include "worker.h"

namespace bench {

/// Puts the answer of a table together, batch by batch: its rows, and a digest of each column.
class TableAnswer {
 public:
  /// Takes a batch in (a struct array) and releases it and its schema.
  void Add(ArrowArray* batch, ArrowSchema* schema) {
    digests_.resize(static_cast<size_t>(batch->n_children), 1);
    names_.resize(digests_.size());
    for (size_t i = 0; i < digests_.size(); ++i) {
      names_[i] = schema->children[i]->name;
      digests_[i] = DigestArrowColumn(digests_[i], schema->children[i], batch->children[i]);
      if (digests_[i] == 0) {
        Fail("no digest for a column of type " + std::string(schema->children[i]->format));
      }
    }
    rows_ += batch->length;
    batch->release(batch);
    schema->release(schema);
  }

  std::string ToJson() const {
    std::string json = "{\"rows\": " + std::to_string(rows_);
    for (size_t i = 0; i < digests_.size(); ++i) {
      json += ", \"" + names_[i] + "\": \"" + std::to_string(digests_[i]) + "\"";
    }
    return json + "}";
  }

 private:
  int64_t rows_ = 0;
  std::vector<std::string> names_;
  std::vector<uint64_t> digests_;
};

}  // namespace bench

#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "taracea/c.h"
#include "taracea/executor.h"
#include "taracea/reader.h"
#include "taracea/writer.h"

// What the opaque handles of taracea/c.h hold.

struct taracea_file {
  explicit taracea_file(taracea::File opened) : file(std::move(opened)), name(file.name()) {}

  struct LeafTexts {
    std::string path;
    std::string logical_type;
  };
  /// The texts of every leaf, made when first asked for.
  const std::vector<LeafTexts>& Leaves() const {
    std::call_once(leaves_made, [this] {
      std::vector<LeafTexts> made;
      const taracea::Schema& schema = file.schema();
      for (int i = 0; i < schema.leaf_count(); ++i) {
        made.push_back({schema.PathString(schema.leaf_node_index(i)), schema.leaf(i).logical_type.ToString()});
      }
      leaves = std::move(made);
    });
    return leaves;
  }

  taracea::File file;
  std::string name;
  mutable std::once_flag leaves_made;
  mutable std::vector<LeafTexts> leaves;
};

struct taracea_scanner {
  taracea::Scanner scanner;
};

struct taracea_writer {
  taracea::Writer writer;
};

struct taracea_executor {
  std::shared_ptr<taracea::Executor> executor;
};

struct taracea_task {
  std::function<void()> work;
};
